"""個人資料 over HTTP, for organisers: what is stored about a player, and taking the person out. Access, one service."""

from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import log
from tournaments.access import organiser_access
from tournaments.api.base import OpenView
from tournaments.api.errors import REFUSED
from tournaments.api.steps import checked, there
from tournaments.exceptions import NeedsConfirmation
from tournaments.models import Event, Player
from tournaments.selectors.person import person_of
from tournaments.services.erasure import erase


class EraseSerializer(serializers.Serializer):
    """`confirmed`: it cannot be undone, and whoever sends this knows."""

    confirmed = serializers.BooleanField()


class ErasedSerializer(serializers.Serializer):
    """Under which name the results stand from now on."""

    number = serializers.IntegerField()
    name = serializers.CharField()


def _player(event: Event, number: int) -> Player:
    return there(event.players.filter(number=number).first())


class PersonView(OpenView):
    """Everything that is stored about a player; photos by name only (the page has them in a zip)."""

    @extend_schema(operation_id="person", tags=["players"], responses=OpenApiTypes.OBJECT)
    def get(self, request: Request, slug: str, number: int) -> Response:
        event = organiser_access(request, slug).event
        person = person_of(_player(event, number))
        log.tell(log.Kind.PERSON_EXPORTED, about=f"{event.slug} #{number}", event_id=event.pk)
        return Response(person.data)


class ErasePersonView(OpenView):
    """Take the person out of the event, for good: results keep a pseudonym."""

    @extend_schema(
        operation_id="erase_person",
        tags=["players"],
        request=EraseSerializer,
        responses={200: ErasedSerializer, 409: REFUSED},
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        access = organiser_access(request, slug)
        player = _player(access.event, number)
        if not checked(EraseSerializer, request)["confirmed"]:
            raise NeedsConfirmation(_("刪除之後不能復原。"))
        erase(player=player, user_id=access.actor.user_id, today=timezone.localdate(), now=timezone.now())
        player.refresh_from_db()
        return Response({"number": player.number, "name": player.name})
