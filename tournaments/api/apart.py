"""不得同檯 over HTTP, for organisers only. Access, one service, an answer."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.access import organiser_access
from tournaments.api.base import OpenView
from tournaments.api.errors import REFUSED
from tournaments.api.steps import checked, there
from tournaments.models import Apart
from tournaments.selectors.apart import Pair, kept_apart, pair_of
from tournaments.services import apart as services


class ApartSerializer(serializers.Serializer):
    """Two players, by their numbers, who are not seated at one table."""

    id = serializers.IntegerField(read_only=True)
    first = serializers.IntegerField(min_value=1, help_text="the player's number")
    first_name = serializers.CharField(read_only=True)
    second = serializers.IntegerField(min_value=1, help_text="the other player's number")
    second_name = serializers.CharField(read_only=True)
    reason = serializers.CharField(max_length=60, allow_blank=True, default="")


def pair_json(pair: Pair) -> dict[str, Any]:
    """不得同檯 as JSON, the lower number first."""
    return {
        "id": pair.id,
        "first": pair.first.number,
        "first_name": pair.first.name,
        "second": pair.second.number,
        "second_name": pair.second.name,
        "reason": pair.reason,
    }


class ApartView(OpenView):
    """The pairs who are not seated at one table; posting adds one, or gives one that is there its reason."""

    @extend_schema(operation_id="kept_apart", tags=["players"], responses=ApartSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        access = organiser_access(request, slug)
        return Response([pair_json(pair) for pair in kept_apart(access.event)])

    @extend_schema(
        operation_id="keep_apart",
        tags=["players"],
        request=ApartSerializer,
        responses={201: ApartSerializer, 400: REFUSED},
    )
    def post(self, request: Request, slug: str) -> Response:
        access = organiser_access(request, slug)
        pair = services.keep_apart(event=access.event, **checked(ApartSerializer, request))
        return Response(pair_json(pair_of(pair)), status=201)


class TogetherView(OpenView):
    """Let a pair be seated at one table again; answers with the pairs that are left."""

    @extend_schema(operation_id="let_together", tags=["players"], request=None, responses=ApartSerializer(many=True))
    def post(self, request: Request, slug: str, pair: int) -> Response:
        access = organiser_access(request, slug)
        services.let_together(pair=there(Apart.objects.filter(pk=pair, first__event=access.event).first()))
        return Response([pair_json(left) for left in kept_apart(access.event)])
