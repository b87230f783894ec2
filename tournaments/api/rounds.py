"""Rounds over HTTP: what there is, and each step of a round with its way back. Each method: access, one service, an
answer."""

from collections.abc import Callable
from datetime import datetime
from typing import Any
from uuid import UUID

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.access import EventAccess, event_access, leading_access
from tournaments.api import serializers as shapes
from tournaments.api.base import OpenView
from tournaments.api.steps import Method, Shape, organises, step
from tournaments.book.read import rules_of
from tournaments.lists.players import HIGHEST_NUMBER
from tournaments.models import Round
from tournaments.selectors.events import seated_tables
from tournaments.services import breaking_off, rounds, swaps, voiding
from tournaments.tally.earlier import rounds_then


class RoundSerializer(serializers.Serializer):
    """輪次: draft, published, open or closed; void since when and why."""

    number = serializers.IntegerField()
    day = serializers.DateField()
    state = serializers.ChoiceField(choices=Round.State.values)
    wind_rounds = serializers.SerializerMethodField(help_text="wind rounds of a game, 1 to 4")
    voided_at = serializers.DateTimeField(allow_null=True)
    void_reason = serializers.CharField(allow_blank=True)

    def get_wind_rounds(self, round_: Round) -> int:
        """By its own choice, its stage or the rules of the event."""
        return rules_of(round_.event, round_).game.wind_rounds


class SeatedSerializer(serializers.Serializer):
    """Who sits at one table: numbers of players by seat, 東 first; who deals first is an event of the game."""

    table = serializers.IntegerField()
    game = serializers.IntegerField()
    players = serializers.ListField(child=serializers.IntegerField())


class SeatedRoundSerializer(RoundSerializer):
    """輪次 with its seats."""

    tables = SeatedSerializer(many=True)


class NewRoundSerializer(serializers.Serializer):
    """A round to be drafted."""

    day = serializers.DateField()
    wind_rounds = serializers.IntegerField(
        min_value=1, max_value=4, allow_null=True, default=None, help_text="null: as its stage or the rules say"
    )
    confirmed = serializers.BooleanField(default=False, help_text="also on a day that is none of the event's")


class LengthSerializer(serializers.Serializer):
    """長度: how many 圈 the games of a round have; null: as its stage or the rules of the event say."""

    wind_rounds = serializers.IntegerField(min_value=1, max_value=4, allow_null=True)


class StepSerializer(serializers.Serializer):
    """Without it, a step about which the page would ask is refused with `needs_confirmation`."""

    confirmed = serializers.BooleanField(default=False)


class VoidSerializer(StepSerializer):
    """作廢: why."""

    reason = serializers.CharField(max_length=voiding.LONGEST)


class ChairSerializer(serializers.Serializer):
    """Who has sat in a chair in fact."""

    table = serializers.IntegerField(min_value=1, max_value=HIGHEST_NUMBER)
    seat = serializers.IntegerField(min_value=0, max_value=3)
    player = serializers.IntegerField(min_value=1, max_value=HIGHEST_NUMBER, help_text="the player's number")


class CorrectSeatsSerializer(StepSerializer):
    """更正座位: the chairs whose player is another, and why."""

    seats = ChairSerializer(many=True, allow_empty=False)
    reason = serializers.CharField(max_length=swaps.LONGEST)


def round_json(round_: Round) -> dict[str, Any]:
    """輪次 as JSON."""
    return dict(RoundSerializer(round_).data)


def _seated_json(round_: Round, until: datetime | None = None) -> dict[str, Any]:
    tables = [
        {"table": one.game.table.number, "game": one.game.pk, "players": [seat.player.number for seat in one.seats]}
        for one in seated_tables(round_, until)
    ]
    return round_json(round_) | {"tables": tables}


class RoundsView(OpenView):
    """The rounds of an event that the caller may read; organisers draft one more."""

    @extend_schema(operation_id="rounds", tags=["rounds"], responses=RoundSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        access = event_access(request, slug)
        found = [round_ for round_ in access.event.rounds.order_by("number") if access.reads_round(round_)]
        return Response([round_json(round_) for round_ in rounds_then(found, access.until)])

    @organises("make_round", tag="rounds", takes=NewRoundSerializer, answers=RoundSerializer, status=201)
    def post(self, by: EventAccess, said: dict[str, Any]) -> dict[str, Any]:
        return round_json(rounds.make_round(event=by.event, **said))


class RoundView(OpenView):
    """One round with its seats; a draft for organisers only."""

    @extend_schema(operation_id="round", tags=["rounds"], responses=SeatedRoundSerializer)
    def get(self, request: Request, slug: str, number: int) -> Response:
        access = event_access(request, slug)
        return Response(_seated_json(access.round(number), access.until))


def _step(operation_id: str, takes: Shape | None = None) -> Callable[[Method], Method]:
    """A step of a round, by its organisers: the method is given the round and who takes it, and answers with it."""

    def of(take: Method) -> Method:
        @organises(operation_id, tag="rounds", answers=RoundSerializer, takes=takes)
        def method(view: Any, by: EventAccess, said: dict[str, Any], number: int) -> dict[str, Any]:
            return round_json(take(view, by.round(number).pk, by, **said))

        return method

    return of


class LengthView(OpenView):
    """長度: how many 圈 the games of a round have, until it is opened."""

    @_step("set_round_length", LengthSerializer)
    def post(self, round_id: int, _by: EventAccess, **said: Any) -> Round:
        return rounds.set_length(round_id=round_id, **said)


class PublishView(OpenView):
    """公布座位: everybody reads where they sit."""

    @_step("publish_round", StepSerializer)
    def post(self, round_id: int, _by: EventAccess, **said: Any) -> Round:
        return rounds.publish_round(round_id=round_id, now=timezone.now(), **said)


class UnpublishView(OpenView):
    """收回公布: the seats are a draft again."""

    @_step("unpublish_round")
    def post(self, round_id: int, _by: EventAccess) -> Round:
        return rounds.unpublish_round(round_id=round_id)


class OpenRoundView(OpenView):
    """開始: referees record from now on. A draft is published by it."""

    @_step("open_round", StepSerializer)
    def post(self, round_id: int, _by: EventAccess, **said: Any) -> Round:
        return rounds.open_round(round_id=round_id, now=timezone.now(), **said)


class TakeBackView(OpenView):
    """收回: a round that was opened by mistake, and in which nothing was recorded, is published again."""

    @_step("take_back_round")
    def post(self, round_id: int, _by: EventAccess) -> Round:
        return rounds.take_back_round(round_id=round_id, now=timezone.now(), confirmed=True)


class CloseView(OpenView):
    """結束: no more hands."""

    @_step("close_round", StepSerializer)
    def post(self, round_id: int, _by: EventAccess, **said: Any) -> Round:
        return rounds.close_round(round_id=round_id, now=timezone.now(), **said)


class EndGamesView(OpenView):
    """在這裡完場: the games in play that the rules end between two hands, with every open amount collected."""

    @_step("end_games", shapes.EndGamesSerializer)
    def post(self, round_id: int, by: EventAccess, games: list[dict[str, int]], client_key: UUID) -> Round:
        found = Round.objects.get(pk=round_id)
        seen = {one["game"]: one["seen"] for one in games}
        breaking_off.end_games(round_=found, seen=seen, actor=by.actor, client_key=client_key, now=timezone.now())
        return found


class ReopenRoundView(OpenView):
    """重開: a closed round is written in again."""

    @_step("reopen_round")
    def post(self, round_id: int, _by: EventAccess) -> Round:
        return rounds.reopen_round(round_id=round_id)


class VoidView(OpenView):
    """作廢: the round counts nowhere and stays readable."""

    @_step("void_round", VoidSerializer)
    def post(self, round_id: int, by: EventAccess, **said: Any) -> Round:
        return voiding.void_round(round_id=round_id, actor=by.actor, now=timezone.now(), **said)


class UnvoidView(OpenView):
    """取消作廢: the round counts again."""

    @_step("unvoid_round")
    def post(self, round_id: int, by: EventAccess) -> Round:
        return voiding.unvoid_round(round_id=round_id, actor=by.actor, now=timezone.now())


class CorrectSeatsView(OpenView):
    """更正座位: who sat where is put right after some hands; points stay with the chair. Organisers and the head
    referee."""

    @step(
        "correct_seats",
        tag="rounds",
        access=leading_access,
        takes=CorrectSeatsSerializer,
        answers=SeatedRoundSerializer,
    )
    def post(self, by: EventAccess, said: dict[str, Any], number: int) -> dict[str, Any]:
        found = by.round(number)
        chairs = {(one["table"], one["seat"]): one["player"] for one in said.pop("seats")}
        swaps.reseat(round_id=found.pk, chairs=chairs, actor=by.actor, now=timezone.now(), **said)
        return _seated_json(by.round(number))
