"""叫裁判 over HTTP: call, withdraw, take, end, and the calls of an event. Each: access, one service, an answer."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.access import calling_access, event_access, game_access, refereeing_access, require
from tournaments.api import serializers as shapes
from tournaments.api.base import OpenView
from tournaments.api.errors import REFUSED
from tournaments.api.steps import checked
from tournaments.models import Call, Round
from tournaments.selectors import calls as select
from tournaments.services import calls as services

_ANSWERS = {200: shapes.OpenCallSerializer, 409: REFUSED}


def call_json(call: Call) -> dict[str, Any]:
    """A call as JSON; loaded with its game and table."""
    shown = select.shown(call)
    return {
        "id": shown.id,
        "game": call.game_id,
        "table": call.game.table.number,
        "caller": shown.caller,
        "since": shown.since,
        "taken_by": shown.taken_by,
        "taken_at": shown.taken_at,
    }


def _open_call(game_id: int) -> Response:
    call = select.open_calls().filter(game=game_id).select_related("game__table", "player", "user", "taken_by").first()
    return Response({"call": call_json(call) if call else None})


class CallsView(OpenView):
    """The tables of the open rounds that call now, the longest waiting first."""

    @extend_schema(operation_id="calls", tags=["calls"], responses=shapes.CallSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        access = event_access(request, slug)
        require(access.works)
        calls = select.open_calls().filter(game__event=access.event, game__round__state=Round.State.OPEN)
        calls = calls.select_related("game__table", "player", "user", "taken_by").order_by("created_at")
        return Response([call_json(call) for call in calls])


class CallView(OpenView):
    """The open call of a table; posting calls a referee."""

    @extend_schema(operation_id="call", tags=["calls"], responses=shapes.OpenCallSerializer)
    def get(self, request: Request, game_id: int) -> Response:
        access = game_access(request, game_id)
        require(access.sees_calls)
        return _open_call(game_id)

    @extend_schema(operation_id="call_referee", tags=["calls"], request=None, responses=_ANSWERS)
    def post(self, request: Request, game_id: int) -> Response:
        caller = calling_access(request, game_id)
        services.call(game_id=game_id, actor=caller, now=timezone.now())
        return _open_call(game_id)


class WithdrawView(OpenView):
    """Take back one's own call."""

    @extend_schema(operation_id="withdraw_call", tags=["calls"], request=shapes.CallStepSerializer, responses=_ANSWERS)
    def post(self, request: Request, game_id: int) -> Response:
        caller = calling_access(request, game_id)
        sent = checked(shapes.CallStepSerializer, request)
        services.withdraw(game_id=game_id, call_id=sent["call"], actor=caller, now=timezone.now())
        return _open_call(game_id)


class TakeView(OpenView):
    """Say that one is on one's way."""

    @extend_schema(operation_id="take_call", tags=["calls"], request=shapes.CallStepSerializer, responses=_ANSWERS)
    def post(self, request: Request, game_id: int) -> Response:
        user = refereeing_access(request, game_id)
        sent = checked(shapes.CallStepSerializer, request)
        services.take(game_id=game_id, call_id=sent["call"], user=user, now=timezone.now())
        return _open_call(game_id)


class EndView(OpenView):
    """Say that it is dealt with."""

    @extend_schema(operation_id="end_call", tags=["calls"], request=shapes.CallStepSerializer, responses=_ANSWERS)
    def post(self, request: Request, game_id: int) -> Response:
        user = refereeing_access(request, game_id)
        sent = checked(shapes.CallStepSerializer, request)
        services.end(game_id=game_id, call_id=sent["call"], user=user, now=timezone.now())
        return _open_call(game_id)
