"""黑名單 over HTTP, for organisers only. Access, one service, an answer."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.access import EventAccess, organiser_access
from tournaments.api.base import OpenView
from tournaments.api.errors import REFUSED
from tournaments.api.fields import NameField
from tournaments.api.steps import checked
from tournaments.models import Blacklisted
from tournaments.selectors.blacklist import blacklist_page
from tournaments.services import blacklist as services


class BlacklistedSerializer(serializers.Serializer):
    """One person on the list; `until`: the last day, null for ever."""

    id = serializers.IntegerField(read_only=True)
    name = NameField(max_length=60)
    reason = serializers.CharField(max_length=300)
    until = serializers.DateField(allow_null=True, default=None)
    created_at = serializers.DateTimeField(read_only=True)
    lifted_at = serializers.DateTimeField(read_only=True, allow_null=True)
    lift_reason = serializers.CharField(read_only=True)


class LiftSerializer(serializers.Serializer):
    """Why somebody is taken off."""

    reason = serializers.CharField(max_length=300)


def _who(access: EventAccess) -> dict[str, Any]:
    return {
        "organisation_id": access.event.organisation_id,
        "user_id": access.actor.user_id,
        "now": timezone.now(),
    }


class BlacklistView(OpenView):
    """The list of the event's organisation, what counts today first; posting puts somebody on it."""

    @extend_schema(operation_id="blacklist", tags=["players"], responses=BlacklistedSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        access = organiser_access(request, slug)
        page = blacklist_page(access.event.organisation_id, timezone.localdate())
        return Response(BlacklistedSerializer([*page.current, *page.past], many=True).data)

    @extend_schema(
        operation_id="put_on_blacklist",
        tags=["players"],
        request=BlacklistedSerializer,
        responses={201: BlacklistedSerializer, 409: REFUSED},
    )
    def post(self, request: Request, slug: str) -> Response:
        access = organiser_access(request, slug)
        data: dict[str, Any] = checked(BlacklistedSerializer, request)
        entry = services.put_on(**data, **_who(access), today=timezone.localdate())
        return Response(BlacklistedSerializer(entry).data, status=201)


class LiftView(OpenView):
    """Take somebody off the list, with a reason."""

    @extend_schema(
        operation_id="lift_from_blacklist",
        tags=["players"],
        request=LiftSerializer,
        responses={200: BlacklistedSerializer, 409: REFUSED},
    )
    def post(self, request: Request, slug: str, entry: int) -> Response:
        access = organiser_access(request, slug)
        if not Blacklisted.objects.filter(organisation=access.event.organisation_id, pk=entry).exists():
            raise NotFound
        data = checked(LiftSerializer, request)
        lifted = services.lift(entry_id=entry, reason=data["reason"], **_who(access))
        return Response(BlacklistedSerializer(lifted).data)
