"""報到 over HTTP: who has come, who is missing at which table, and who sits down for them.

Each method: access, one service, an answer.
"""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.access import EventAccess, GameAccess, leading_game_access, working_access
from tournaments.api.base import OpenView
from tournaments.api.games import game_json, loaded_games
from tournaments.api.serializers import GameSerializer
from tournaments.api.steps import step, there
from tournaments.lists.players import HIGHEST_NUMBER
from tournaments.models import GameSeat
from tournaments.selectors.checkins import CheckInRow, check_in_page, day_of
from tournaments.services import checkins as services

_TAG = "check-in"


class CheckInRowSerializer(serializers.Serializer):
    """One player: when they came (null: not yet), where they sit, how many minutes after the bell they came."""

    number = serializers.IntegerField()
    name = serializers.CharField(help_text="with the real name behind a public one")
    at = serializers.DateTimeField(allow_null=True)
    here = serializers.BooleanField(help_text="said so at the desk, or a hand was played where they sit")
    table = serializers.IntegerField(allow_null=True)
    late = serializers.IntegerField()


class MissingSerializer(serializers.Serializer):
    """檯 at which somebody is missing. `game` and `seat` name the chair that can be filled."""

    table = serializers.IntegerField()
    game = serializers.IntegerField()
    seat = serializers.IntegerField()
    player = serializers.IntegerField()
    fillable = serializers.BooleanField()


class WaitingSerializer(serializers.Serializer):
    """The first on the waiting list."""

    registration = serializers.IntegerField()
    name = serializers.CharField()


class CheckInSerializer(serializers.Serializer):
    """報到 of one day. `staff` and `waiting`, who could sit down now, only for who may fill a seat."""

    day = serializers.DateField()
    round = serializers.IntegerField(allow_null=True, help_text="whose seats are shown")
    open = serializers.BooleanField(help_text="it is being played")
    players = CheckInRowSerializer(many=True)
    missing = MissingSerializer(many=True)
    staff = serializers.ListField(child=serializers.IntegerField())
    waiting = WaitingSerializer(allow_null=True)


class HereSerializer(serializers.Serializer):
    """報到; `here` false takes it back."""

    here = serializers.BooleanField(default=True)


class FillSerializer(serializers.Serializer):
    """補上: a house player by number, or the first on the waiting list by its registration."""

    player = serializers.IntegerField(min_value=1, max_value=HIGHEST_NUMBER, allow_null=True, default=None)
    registration = serializers.IntegerField(min_value=1, max_value=2**53, allow_null=True, default=None)


def check_in_json(access: EventAccess) -> dict[str, Any]:
    """報到 of today as this person may read it."""
    page = check_in_page(access.event, timezone.localdate(), drafts=access.organises)
    waiting = page.waiting if access.leads else None
    return {
        "day": page.day,
        "round": page.round.number if page.round else None,
        "open": page.open,
        "players": [_row(row) for row in page.rows],
        "missing": [_missing(row) for table in page.missing for row in table.rows],
        "staff": [player.number for player in page.staff] if access.leads else [],
        "waiting": {"registration": waiting.pk, "name": waiting.name} if waiting else None,
    }


def _row(row: CheckInRow) -> dict[str, Any]:
    facts = {"number": row.player.number, "name": row.name, "at": row.at}
    return facts | {"here": row.here, "table": row.table, "late": row.late}


def _missing(row: CheckInRow) -> dict[str, Any]:
    assert row.seat is not None
    chair = {"table": row.table, "game": row.seat.game_id, "seat": row.seat.seat}
    return chair | {"player": row.player.number, "fillable": row.fillable}


class CheckInView(OpenView):
    """Who has come today and who is missing, by table; for everybody who works at the event."""

    @extend_schema(operation_id="check_ins", tags=[_TAG], responses=CheckInSerializer)
    def get(self, request: Request, slug: str) -> Response:
        return Response(check_in_json(working_access(request, slug)))


class MarkView(OpenView):
    """報到 of one player, or taking it back. Said twice it is the same."""

    @step("check_in", tag=_TAG, access=working_access, takes=HereSerializer, answers=CheckInSerializer)
    def post(self, by: EventAccess, said: dict[str, Any], number: int) -> dict[str, Any]:
        player, user = there(by.event.players.filter(number=number).first()), there(by.user)
        day = day_of(by.event, timezone.localdate())
        if said["here"]:
            services.check_in(player=player, day=day, user_id=user.pk, now=timezone.now())
        else:
            services.take_back(player=player, day=day)
        return check_in_json(by)


class FillView(OpenView):
    """補上 for somebody who has not come, from now on: organisers and the head referee."""

    @step("fill_no_show", tag=_TAG, access=leading_game_access, takes=FillSerializer, answers=GameSerializer)
    def post(self, by: GameAccess, said: dict[str, Any], seat: int) -> dict[str, Any]:
        found = there(GameSeat.objects.select_related("game__event").filter(game=by.game.pk, seat=seat).first())
        now = timezone.now()
        services.fill(seat=found, number=said["player"], registration_id=said["registration"], now=now)
        return game_json(loaded_games(by.event.pk).get(pk=by.game.pk))
