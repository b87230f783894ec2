"""大會鐘 over HTTP. Each method: access, one service, an answer."""

from collections.abc import Callable
from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.access import EventAccess, GameAccess, event_access, leading_access, leading_game_access
from tournaments.api.base import OpenView
from tournaments.api.steps import Method, Shape, step
from tournaments.recording.clock_view import ClockView
from tournaments.selectors.clock import clock_page
from tournaments.services import clocks

_TAG = "rounds"


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


def _json(access: EventAccess, number: int) -> dict[str, Any]:
    round_ = access.round(number)
    page = clock_page(round_, timezone.now(), access.until)
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


def _step(operation_id: str, takes: Shape | None = None) -> Callable[[Method], Method]:
    """A step of the clock of a round, by who leads the event: the method is given the round; the clock is answered."""

    def of(take: Method) -> Method:
        @step(operation_id, tag=_TAG, access=leading_access, takes=takes, answers=ClockSerializer)
        def method(view: Any, by: EventAccess, said: dict[str, Any], number: int) -> dict[str, Any]:
            take(view, by.round(number).pk, **said)
            return _json(by, number)

        return method

    return of


class RoundClockView(OpenView):
    """The clock of a round: read by everybody who reads the event, started by organisers and the head referee."""

    @extend_schema(operation_id="clock", tags=[_TAG], responses=ClockSerializer)
    def get(self, request: Request, slug: str, number: int) -> Response:
        return Response(_json(event_access(request, slug), number))

    @_step("start_clock", StartSerializer)
    def post(self, round_id: int, **said: Any) -> None:
        clocks.start(round_id=round_id, now=timezone.now(), **said)


class ClockMinutesView(OpenView):
    """Another time for a clock that runs."""

    @_step("change_clock", MinutesSerializer)
    def post(self, round_id: int, **said: Any) -> None:
        clocks.change(round_id=round_id, **said)


class ClockPauseView(OpenView):
    """全場暫停."""

    @_step("pause_clock", PauseReasonSerializer)
    def post(self, round_id: int, **said: Any) -> None:
        clocks.pause(round_id=round_id, now=timezone.now(), **said)


class ClockResumeView(OpenView):
    """全場繼續."""

    @_step("resume_clock")
    def post(self, round_id: int) -> None:
        clocks.resume(round_id=round_id, now=timezone.now())


class ClockTakeBackView(OpenView):
    """取消大會鐘, started by mistake."""

    @_step("take_back_clock")
    def post(self, round_id: int) -> None:
        clocks.take_back(round_id=round_id)


class ExtraTimeView(OpenView):
    """加時 for one table: organisers and the head referee."""

    @step("give_extra_time", tag=_TAG, access=leading_game_access, takes=ExtraSerializer, answers=GivenSerializer)
    def post(self, by: GameAccess, said: dict[str, Any]) -> dict[str, int]:
        return {"extra": clocks.give_extra(game_id=by.game.pk, now=timezone.now(), **said).pk}


class TakeBackExtraView(OpenView):
    """取消加時."""

    @step(
        "take_back_extra_time",
        tag=_TAG,
        access=leading_game_access,
        takes=TakeBackExtraSerializer,
        answers=GivenSerializer,
    )
    def post(self, by: GameAccess, said: dict[str, int]) -> dict[str, int]:
        clocks.take_back_extra(extra_id=said["extra"], event_id=by.event.pk)
        return said
