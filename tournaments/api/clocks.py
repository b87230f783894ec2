"""大會鐘 over HTTP. Each method: access, one service, an answer."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.access import event_access, game_access, require
from tournaments.api.base import OpenView
from tournaments.api.errors import REFUSED
from tournaments.api.games import checked
from tournaments.models import Round
from tournaments.recording.clock_view import ClockView
from tournaments.selectors.clock import clock_page
from tournaments.services import clocks

_TAGS = ["rounds"]


class BellSerializer(serializers.Serializer):
    """When the bell rings: while the clock stands still, as if it went on now; null where it was not started."""

    bell = serializers.DateTimeField(allow_null=True)
    minutes_left = serializers.IntegerField(allow_null=True)
    paused = serializers.BooleanField()
    rung = serializers.BooleanField()


class TableBellSerializer(BellSerializer):
    """The bell of one table, with what it got on top and what it paused."""

    table = serializers.IntegerField()
    game = serializers.IntegerField()
    extra_minutes = serializers.IntegerField()
    expected_end = serializers.DateTimeField(allow_null=True, help_text="by the hands so far; null once it is over")


class ClockSerializer(BellSerializer):
    """大會鐘 of a round, and of each of its tables."""

    minutes = serializers.IntegerField(help_text="what the rules say, before it is started")
    warning = serializers.IntegerField(allow_null=True, help_text="so many minutes before the end the room is told")
    started_at = serializers.DateTimeField(allow_null=True)
    expected_end = serializers.DateTimeField(allow_null=True)
    next_round = serializers.DateTimeField(allow_null=True)
    tables = TableBellSerializer(many=True)


class MinutesSerializer(serializers.Serializer):
    """時限."""

    minutes = serializers.IntegerField(min_value=1, max_value=clocks.LONGEST)


class StartSerializer(serializers.Serializer):
    """開鐘; null is what the rules say."""

    minutes = serializers.IntegerField(min_value=1, max_value=clocks.LONGEST, allow_null=True, default=None)


class PauseReasonSerializer(serializers.Serializer):
    """Why the hall pauses."""

    reason = serializers.CharField(max_length=300)


class ExtraSerializer(PauseReasonSerializer):
    """加時."""

    minutes = serializers.IntegerField(min_value=1, max_value=clocks.MOST_EXTRA)


class GivenSerializer(serializers.Serializer):
    """What was given, to take it back by."""

    extra = serializers.IntegerField()


class TakeBackExtraSerializer(GivenSerializer):
    """取消加時."""


def _runs(request: Request, slug: str, number: int) -> Round:
    """The round, for organisers and the head referee, who run the clock."""
    access = event_access(request, slug)
    require(access.organises or access.heads)
    return access.round(number)


def _json(round_: Round) -> dict[str, Any]:
    page = clock_page(round_, timezone.now())
    clock = page.clock
    tables = [
        _bell(one.clock)
        | {
            "table": one.game.table.number,
            "game": one.game.pk,
            "extra_minutes": sum(extra.minutes for extra in one.extra),
            "expected_end": one.ends,
        }
        for one in page.tables
    ]
    found = _bell(page.view) | {
        "minutes": clock.minutes if clock else clocks.minutes_of(round_),
        "warning": clock.warning if clock else None,
        "started_at": clock.started_at if clock else None,
        "expected_end": page.plan.ends if page.plan else None,
        "next_round": page.plan.next if page.plan else None,
        "tables": tables,
    }
    return dict(ClockSerializer(found).data)


def _bell(view: ClockView | None) -> dict[str, Any]:
    if view is None:
        return {"bell": None, "minutes_left": None, "paused": False, "rung": False}
    return {"bell": view.bell, "minutes_left": view.minutes, "paused": view.stands, "rung": view.rung}


class RoundClockView(OpenView):
    """The clock of a round: read by everybody who reads the event, started by organisers and the head referee."""

    @extend_schema(operation_id="clock", tags=_TAGS, responses=ClockSerializer)
    def get(self, request: Request, slug: str, number: int) -> Response:
        return Response(_json(event_access(request, slug).round(number)))

    @extend_schema(
        operation_id="start_clock", tags=_TAGS, request=StartSerializer, responses={200: ClockSerializer, 409: REFUSED}
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        round_ = _runs(request, slug, number)
        clocks.start(round_id=round_.pk, now=timezone.now(), **checked(StartSerializer, request))
        return Response(_json(round_))


class ClockMinutesView(OpenView):
    """Another time for a clock that runs."""

    @extend_schema(
        operation_id="change_clock",
        tags=_TAGS,
        request=MinutesSerializer,
        responses={200: ClockSerializer, 409: REFUSED},
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        round_ = _runs(request, slug, number)
        clocks.change(round_id=round_.pk, **checked(MinutesSerializer, request))
        return Response(_json(round_))


class ClockPauseView(OpenView):
    """全場暫停."""

    @extend_schema(
        operation_id="pause_clock",
        tags=_TAGS,
        request=PauseReasonSerializer,
        responses={200: ClockSerializer, 409: REFUSED},
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        round_ = _runs(request, slug, number)
        clocks.pause(round_id=round_.pk, now=timezone.now(), **checked(PauseReasonSerializer, request))
        return Response(_json(round_))


class ClockResumeView(OpenView):
    """全場繼續."""

    @extend_schema(
        operation_id="resume_clock", tags=_TAGS, request=None, responses={200: ClockSerializer, 409: REFUSED}
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        round_ = _runs(request, slug, number)
        clocks.resume(round_id=round_.pk, now=timezone.now())
        return Response(_json(round_))


class ClockTakeBackView(OpenView):
    """取消大會鐘, started by mistake."""

    @extend_schema(
        operation_id="take_back_clock", tags=_TAGS, request=None, responses={200: ClockSerializer, 409: REFUSED}
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        round_ = _runs(request, slug, number)
        clocks.take_back(round_id=round_.pk)
        return Response(_json(round_))


class ExtraTimeView(OpenView):
    """加時 for one table: organisers and the head referee."""

    @extend_schema(
        operation_id="give_extra_time",
        tags=_TAGS,
        request=ExtraSerializer,
        responses={200: GivenSerializer, 409: REFUSED},
    )
    def post(self, request: Request, game_id: int) -> Response:
        access = game_access(request, game_id)
        require(access.organises or access.heads)
        given = clocks.give_extra(game_id=game_id, now=timezone.now(), **checked(ExtraSerializer, request))
        return Response({"extra": given.pk})


class TakeBackExtraView(OpenView):
    """取消加時."""

    @extend_schema(
        operation_id="take_back_extra_time",
        tags=_TAGS,
        request=TakeBackExtraSerializer,
        responses={200: GivenSerializer, 409: REFUSED},
    )
    def post(self, request: Request, game_id: int) -> Response:
        access = game_access(request, game_id)
        require(access.organises or access.heads)
        extra = checked(TakeBackExtraSerializer, request)["extra"]
        clocks.take_back_extra(extra_id=extra, event_id=access.event.pk)
        return Response({"extra": extra})
