"""全賽抽籤 over HTTP: lock the list, give the public word, look how far it is. Access, one service, an answer.

Anybody draws again: the document of a draw goes to `POST /api/draw/` as it is.
"""

from typing import Any

from django.utils import timezone
from django.utils.translation import get_language
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.access import EventAccess, event_access
from tournaments.api.base import OpenView
from tournaments.api.steps import organises, there
from tournaments.models import DrawLine
from tournaments.selectors import event_draws as select
from tournaments.selectors.event_draws import ListOfDraws
from tournaments.services import event_draws as services
from tournaments.web import draws

_TAG = "draws"


class DrawLineSerializer(serializers.Serializer):
    """抽籤紀錄: who gave which word, when and why, and what came of it."""

    number = serializers.IntegerField()
    seed = serializers.CharField()
    reason = serializers.CharField()
    digest = serializers.CharField()
    created_at = serializers.DateTimeField()
    ended_at = serializers.DateTimeField(allow_null=True)
    seats = serializers.CharField(help_text="digest of the seats; empty until there are any")
    ways = serializers.IntegerField(help_text="of so many ways the best was kept when it was stopped; 0: all")
    refusal = serializers.CharField()


class LockedListSerializer(serializers.Serializer):
    """鎖定名單 with the draws from it, the newest first."""

    number = serializers.IntegerField()
    digest = serializers.CharField()
    rounds = serializers.ListField(child=serializers.IntegerField())
    stage = serializers.IntegerField(allow_null=True, help_text="number of its stage; null once its rounds are gone")
    session = serializers.IntegerField(help_text="0 where the stage has none")
    players = serializers.IntegerField()
    created_at = serializers.DateTimeField()
    released_at = serializers.DateTimeField(allow_null=True)
    release_reason = serializers.CharField()
    draws = DrawLineSerializer(many=True)
    reduced = serializers.BooleanField(help_text="a club was erased since: no digest can be worked out again")
    ways = serializers.IntegerField(allow_null=True, help_text="how many a draw that runs has compared so far")


class LockSerializer(serializers.Serializer):
    """鎖定名單 for so many rounds."""

    count = serializers.IntegerField(min_value=1, max_value=services.MOST_ROUNDS)


class ReleaseSerializer(serializers.Serializer):
    """解除鎖定, with a reason."""

    reason = serializers.CharField(max_length=services.MOST_LETTERS)


class SeedSerializer(serializers.Serializer):
    """The public word; drawn again it takes a reason."""

    seed = serializers.CharField(max_length=services.MOST_LETTERS)
    reason = serializers.CharField(max_length=services.MOST_LETTERS, allow_blank=True, default="")


def _line(line: DrawLine) -> dict[str, Any]:
    return dict(DrawLineSerializer(line).data)


def _list(found: ListOfDraws) -> dict[str, Any]:
    locked = found.locked
    names = ("number", "digest", "rounds", "created_at", "released_at", "release_reason")
    said = found.running.progress if found.running else {}
    stage = found.stage.number if found.stage else None
    more = {
        "stage": stage,
        "session": found.session,
        "players": found.players,
        "reduced": found.reduced,
        "draws": [_line(line) for line in found.lines],
    }
    return {name: getattr(locked, name) for name in names} | more | {"ways": said.get("ways")}


def draws_json(access: EventAccess) -> list[dict[str, Any]]:
    """All locked lists of an event, the newest first."""
    return [_list(found) for found in select.lists_of_draws(access.event)]


class DrawsView(OpenView):
    """Lists and draws, for everybody who may see the event."""

    @extend_schema(operation_id="draws", tags=[_TAG], responses=LockedListSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        return Response(draws_json(event_access(request, slug)))


class LockView(OpenView):
    """鎖定名單: who is drawn is fixed and published before the word is known."""

    @organises("lock_list", tag=_TAG, takes=LockSerializer, answers=LockedListSerializer(many=True))
    def post(self, by: EventAccess, said: dict[str, Any]) -> list[dict[str, Any]]:
        now = timezone.now()
        services.lock_list(event=by.event, today=timezone.localdate(now), now=now, **said)
        return draws_json(by)


class ReleaseView(OpenView):
    """解除鎖定."""

    @organises("release_list", tag=_TAG, takes=ReleaseSerializer, answers=LockedListSerializer(many=True))
    def post(self, by: EventAccess, said: dict[str, Any]) -> list[dict[str, Any]]:
        services.release_list(event=by.event, now=timezone.now(), **said)
        return draws_json(by)


class SeedView(OpenView):
    """定號碼、抽籤: the line is written, and the search begins; `look/` asks how far it is."""

    @organises("give_seed", tag=_TAG, takes=SeedSerializer, answers=LockedListSerializer(many=True))
    def post(self, by: EventAccess, said: dict[str, Any]) -> list[dict[str, Any]]:
        line = services.give_seed(event=by.event, now=timezone.now(), **said)
        draws.begin(line, get_language() or "zh-hant")
        return draws_json(by)


class LookView(OpenView):
    """看進度: a draw that broke off is begun again."""

    @organises("look_at_draw", tag=_TAG, answers=LockedListSerializer(many=True))
    def post(self, by: EventAccess, _said: dict[str, Any]) -> list[dict[str, Any]]:
        line = select.running_line(by.event)
        if line is not None:
            draws.begin(line, get_language() or "zh-hant")
        return draws_json(by)


class StopView(OpenView):
    """停止，保留目前最好的."""

    @organises("stop_draw", tag=_TAG, answers=LockedListSerializer(many=True))
    def post(self, by: EventAccess, _said: dict[str, Any]) -> list[dict[str, Any]]:
        line = select.running_line(by.event)
        if line is not None:
            draws.stop(line)
        return draws_json(by)


class DrawDocumentView(OpenView):
    """What `POST /api/draw/` takes to draw the same seats again."""

    @extend_schema(operation_id="draw_document", tags=[_TAG], responses=OpenApiTypes.OBJECT)
    def get(self, request: Request, slug: str, number: int, line: int) -> Response:
        found = there(select.list_of_draws(event_access(request, slug).event, number))
        drawn = there(next((one for one in found.lines if one.number == line), None))
        return Response(select.document_of(found.locked, drawn))
