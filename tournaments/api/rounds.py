"""Rounds over HTTP: what there is, and each step of a round with its way back. Each method: access, one service, an
answer."""

from collections.abc import Callable
from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.access import EventAccess, event_access, organiser_access, require
from tournaments.api.base import OpenView
from tournaments.api.errors import REFUSED
from tournaments.api.games import checked
from tournaments.models import Round
from tournaments.player_list import HIGHEST_NUMBER
from tournaments.selectors.events import seated_tables
from tournaments.services import rounds, swaps, voiding


class RoundSerializer(serializers.Serializer):
    """輪次: draft, published, open or closed; void since when and why."""

    number = serializers.IntegerField()
    day = serializers.DateField()
    state = serializers.ChoiceField(choices=Round.State.values)
    voided_at = serializers.DateTimeField(allow_null=True)
    void_reason = serializers.CharField(allow_blank=True)


class SeatedSerializer(serializers.Serializer):
    """Who sits at one table: numbers of players by seat, the first dealer first."""

    table = serializers.IntegerField()
    game = serializers.IntegerField()
    players = serializers.ListField(child=serializers.IntegerField())


class SeatedRoundSerializer(RoundSerializer):
    """輪次 with its seats."""

    tables = SeatedSerializer(many=True)


class NewRoundSerializer(serializers.Serializer):
    """A round to be drafted."""

    day = serializers.DateField()
    confirmed = serializers.BooleanField(default=False, help_text="also on a day that is none of the event's")


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


def _seated_json(round_: Round) -> dict[str, Any]:
    tables = [
        {"table": one.game.table.number, "game": one.game.pk, "players": [seat.player.number for seat in one.seats]}
        for one in seated_tables(round_)
    ]
    return round_json(round_) | {"tables": tables}


class RoundsView(OpenView):
    """The rounds of an event that the caller may read; organisers draft one more."""

    @extend_schema(operation_id="rounds", tags=["rounds"], responses=RoundSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        access = event_access(request, slug)
        found = access.event.rounds.order_by("number")
        return Response([round_json(round_) for round_ in found if access.reads_round(round_)])

    @extend_schema(
        operation_id="make_round",
        tags=["rounds"],
        request=NewRoundSerializer,
        responses={201: RoundSerializer, 409: REFUSED},
    )
    def post(self, request: Request, slug: str) -> Response:
        access = organiser_access(request, slug)
        made = rounds.make_round(event=access.event, **checked(NewRoundSerializer, request))
        return Response(round_json(made), status=201)


class RoundView(OpenView):
    """One round with its seats; a draft for organisers only."""

    @extend_schema(operation_id="round", tags=["rounds"], responses=SeatedRoundSerializer)
    def get(self, request: Request, slug: str, number: int) -> Response:
        return Response(_seated_json(event_access(request, slug).round(number)))


class _StepView(OpenView):
    """A step of a round, by its organisers. `take` makes it."""

    def step(self, request: Request, slug: str, number: int, take: Callable[[int, EventAccess], Round]) -> Response:
        access = organiser_access(request, slug)
        return Response(round_json(take(access.round(number).pk, access)))


class PublishView(_StepView):
    """公布座位: everybody reads where they sit."""

    @extend_schema(
        operation_id="publish_round",
        tags=["rounds"],
        request=StepSerializer,
        responses={200: RoundSerializer, 409: REFUSED},
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        said = checked(StepSerializer, request)
        return self.step(
            request, slug, number, lambda pk, _by: rounds.publish_round(round_id=pk, now=timezone.now(), **said)
        )


class UnpublishView(_StepView):
    """收回公布: the seats are a draft again."""

    @extend_schema(
        operation_id="unpublish_round", tags=["rounds"], request=None, responses={200: RoundSerializer, 409: REFUSED}
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        return self.step(request, slug, number, lambda pk, _by: rounds.unpublish_round(round_id=pk))


class OpenRoundView(_StepView):
    """開始: referees record from now on. A draft is published by it."""

    @extend_schema(
        operation_id="open_round",
        tags=["rounds"],
        request=StepSerializer,
        responses={200: RoundSerializer, 409: REFUSED},
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        said = checked(StepSerializer, request)
        return self.step(
            request, slug, number, lambda pk, _by: rounds.open_round(round_id=pk, now=timezone.now(), **said)
        )


class TakeBackView(_StepView):
    """收回: a round that was opened by mistake, and in which nothing was recorded, is published again."""

    @extend_schema(
        operation_id="take_back_round", tags=["rounds"], request=None, responses={200: RoundSerializer, 409: REFUSED}
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        return self.step(
            request,
            slug,
            number,
            lambda pk, _by: rounds.take_back_round(round_id=pk, now=timezone.now(), confirmed=True),
        )


class CloseView(_StepView):
    """結束: no more hands."""

    @extend_schema(
        operation_id="close_round",
        tags=["rounds"],
        request=StepSerializer,
        responses={200: RoundSerializer, 409: REFUSED},
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        said = checked(StepSerializer, request)
        return self.step(
            request, slug, number, lambda pk, _by: rounds.close_round(round_id=pk, now=timezone.now(), **said)
        )


class ReopenRoundView(_StepView):
    """重開: a closed round is written in again."""

    @extend_schema(
        operation_id="reopen_round", tags=["rounds"], request=None, responses={200: RoundSerializer, 409: REFUSED}
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        return self.step(request, slug, number, lambda pk, _by: rounds.reopen_round(round_id=pk))


class VoidView(_StepView):
    """作廢: the round counts nowhere and stays readable."""

    @extend_schema(
        operation_id="void_round",
        tags=["rounds"],
        request=VoidSerializer,
        responses={200: RoundSerializer, 409: REFUSED},
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        said = checked(VoidSerializer, request)

        def take(pk: int, by: EventAccess) -> Round:
            return voiding.void_round(round_id=pk, actor=by.actor, now=timezone.now(), **said)

        return self.step(request, slug, number, take)


class UnvoidView(_StepView):
    """取消作廢: the round counts again."""

    @extend_schema(
        operation_id="unvoid_round", tags=["rounds"], request=None, responses={200: RoundSerializer, 409: REFUSED}
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        return self.step(
            request,
            slug,
            number,
            lambda pk, by: voiding.unvoid_round(round_id=pk, actor=by.actor, now=timezone.now()),
        )


class CorrectSeatsView(OpenView):
    """更正座位: who sat where is put right after some hands; points stay with the chair. Organisers and the head
    referee."""

    @extend_schema(
        operation_id="correct_seats",
        tags=["rounds"],
        request=CorrectSeatsSerializer,
        responses={200: SeatedRoundSerializer, 409: REFUSED},
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        access = event_access(request, slug)
        require(access.organises or access.heads)
        found = access.round(number)
        said = checked(CorrectSeatsSerializer, request)
        chairs = {(one["table"], one["seat"]): one["player"] for one in said.pop("seats")}
        swaps.reseat(round_id=found.pk, chairs=chairs, actor=access.actor, now=timezone.now(), **said)
        return Response(_seated_json(access.round(number)))
