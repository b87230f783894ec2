"""階段 over HTTP: who goes on at any moment, lots, closing with what was shown before, and the way back.

Each method: access, one service, an answer.
"""

from collections.abc import Callable
from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.access import EventAccess, event_access
from tournaments.api.base import OpenView
from tournaments.api.fields import NameField
from tournaments.api.steps import Method, Shape, organises, there
from tournaments.lists.players import HIGHEST_NUMBER
from tournaments.models import Stage
from tournaments.ranking.order import TIE_BREAKS
from tournaments.selectors.stages import Line, StageFacts, StagePage, stage_list, told_stage
from tournaments.services import closing
from tournaments.services import stages as services
from tournaments.services.formats import FORMATS

_TAG = "stages"


class StageSettingsSerializer(serializers.Serializer):
    """賽制 of one stage. All but name and number of games only before its first hand."""

    name = NameField(max_length=services.LONGEST_NAME)
    rounds_planned = serializers.IntegerField(
        min_value=1, max_value=40, allow_null=True, help_text="games of each player; null: as many as the event has"
    )
    session_days = serializers.ListField(
        child=serializers.DateField(), max_length=services.MOST_SESSIONS, help_text="the day of each session"
    )
    rule_settings = serializers.DictField(help_text="settings in which the stage departs from its event")
    carry = serializers.ChoiceField(choices=Stage.Carry.values)
    tie_breaks = serializers.ListField(child=serializers.ChoiceField(choices=sorted(TIE_BREAKS)), max_length=5)
    places = serializers.IntegerField(min_value=0, max_value=9999, help_text="how many go on")
    per_table = serializers.IntegerField(min_value=0, max_value=4, help_text="of them the best of each table")
    share = serializers.ChoiceField(choices=Stage.Share.values)
    quotas = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=9999), max_length=services.MOST_SESSIONS
    )
    seating = serializers.ChoiceField(choices=Stage.Seating.values)


class StageSerializer(StageSettingsSerializer):
    """階段 in the list."""

    number = serializers.IntegerField()
    state = serializers.ChoiceField(choices=["waiting", "playing", "closed"])
    rounds = serializers.IntegerField(help_text="rounds that are published or begun")
    players = serializers.IntegerField()
    closed_at = serializers.DateTimeField(allow_null=True)


class InStageSerializer(serializers.Serializer):
    """Somebody who goes on, or is next in order."""

    number = serializers.IntegerField()
    name = serializers.CharField()
    place = serializers.IntegerField(allow_null=True)
    by = serializers.CharField(help_text="through what: table, session or stage; empty for who is out")
    lot = serializers.BooleanField()
    moved_up = serializers.BooleanField()
    declined = serializers.BooleanField()


class TieSerializer(serializers.Serializer):
    """同分, between whom a lot has to be drawn. `digest`: of the list, read out before the word is known."""

    numbers = serializers.ListField(child=serializers.IntegerField())
    what = serializers.CharField()
    digest = serializers.CharField()


class LotSerializer(serializers.Serializer):
    """抽籤 that was drawn: anybody works the order out of the numbers and the word."""

    numbers = serializers.ListField(child=serializers.IntegerField())
    word = serializers.CharField()
    order = serializers.ListField(child=serializers.IntegerField())
    created_at = serializers.DateTimeField()
    again = serializers.CharField(help_text="how the order is worked out again")


class StagePageSerializer(StageSerializer):
    """階段 with who goes on now: what closing it would do. `mark` goes back with closing."""

    through = InStageSerializer(many=True)
    next_in_order = InStageSerializer(many=True)
    shaky = serializers.ListField(
        child=serializers.IntegerField(), help_text="in or out only by points that are not paid yet"
    )
    open_ties = TieSerializer(many=True)
    lots = LotSerializer(many=True)
    waits = serializers.ListField(
        child=serializers.CharField(), help_text="what stands against closing; [] to all but staff"
    )
    ready = serializers.BooleanField(help_text="whether it may be closed; false to all but staff")
    mark = serializers.CharField(help_text="empty to all but staff")


class NewStageSerializer(serializers.Serializer):
    """A stage to be put behind the others."""

    name = NameField(max_length=services.LONGEST_NAME)


class FormatSerializer(serializers.Serializer):
    """用賽制."""

    format = serializers.ChoiceField(choices=sorted(FORMATS))
    players = serializers.IntegerField(min_value=4, max_value=9999)
    sessions = serializers.IntegerField(min_value=0, max_value=services.MOST_SESSIONS, default=0)


class SessionSerializer(serializers.Serializer):
    """Who plays in which 場次."""

    player = serializers.IntegerField(min_value=1, max_value=HIGHEST_NUMBER, help_text="the player's number")
    session = serializers.IntegerField(min_value=1, max_value=services.MOST_SESSIONS)


class SessionsSerializer(serializers.Serializer):
    """編場次; who is not named is in none."""

    sessions = SessionSerializer(many=True)


class LotWordSerializer(serializers.Serializer):
    """抽籤: the public word, fixed after the list was read out."""

    word = serializers.CharField(max_length=80)


class CloseStageSerializer(serializers.Serializer):
    """結束階段: `mark` of the list that was seen."""

    mark = serializers.CharField(max_length=64)


class DeclineSerializer(serializers.Serializer):
    """放棄晉級; `declines` false takes that back."""

    number = serializers.IntegerField(min_value=1, max_value=HIGHEST_NUMBER)
    declines = serializers.BooleanField(default=True)


# --- answers ----------------------------------------------------------------------------------------------------------


def _listed(one: StageFacts) -> dict[str, Any]:
    facts = {name: getattr(one.stage, name) for name in services.FIELDS}
    more = {"number": one.stage.number, "state": one.state, "rounds": one.rounds, "players": one.players}
    return facts | more | {"closed_at": one.stage.closed_at}


def _line(line: Line) -> dict[str, Any]:
    found = {"number": line.row.number, "name": line.row.name, "place": line.row.place, "declined": line.declined}
    through = line.through
    if through is None:
        return found | {"by": "", "lot": False, "moved_up": False}
    return found | {"by": through.by, "lot": through.lot, "moved_up": through.moved_up}


def _page(page: StagePage, *, ready: bool) -> dict[str, Any]:
    ties = [
        {"numbers": [player.number for player in tie.players], "what": tie.what, "digest": tie.digest}
        for tie in page.open_ties
    ]
    lots = [
        {name: getattr(one.lot, name) for name in ("numbers", "word", "order", "created_at")} | {"again": one.again}
        for one in page.lots
    ]
    return {
        "through": [_line(line) for line in page.through],
        "next_in_order": [_line(line) for line in page.next_in_order],
        "shaky": sorted(page.shaky),
        "open_ties": ties,
        "lots": lots,
        "waits": list(page.waits),
        "ready": ready,
        "mark": page.mark,
    }


def stages_json(access: EventAccess) -> list[dict[str, Any]]:
    """All stages of an event, in order."""
    return [_listed(one) for one in stage_list(access.event, access.until)]


def stage_json(access: EventAccess, number: int) -> dict[str, Any]:
    """One stage as it stands. Raises NotFound."""
    found = there(next((one for one in stage_list(access.event, access.until) if one.stage.number == number), None))
    page = told_stage(access, found.stage)
    return _listed(found) | _page(page, ready=access.works and page.ready)


# --- addresses --------------------------------------------------------------------------------------------------------


class StagesView(OpenView):
    """The stages of an event; organisers add one."""

    @extend_schema(operation_id="stages", tags=[_TAG], responses=StageSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        return Response(stages_json(event_access(request, slug)))

    @organises("add_stage", tag=_TAG, takes=NewStageSerializer, answers=StagePageSerializer, status=201)
    def post(self, by: EventAccess, said: dict[str, Any]) -> dict[str, Any]:
        return stage_json(by, services.add_stage(event=by.event, **said).number)


class FormatView(OpenView):
    """用賽制: the stages of a published format in place of those of the event."""

    @organises("use_format", tag=_TAG, takes=FormatSerializer, answers=StageSerializer(many=True))
    def post(self, by: EventAccess, said: dict[str, Any]) -> list[dict[str, Any]]:
        services.use_format(event=by.event, format_id=said.pop("format"), **said)
        by.event.refresh_from_db()
        return stages_json(by)


def _step(operation_id: str, takes: Shape | None = None) -> Callable[[Method], Method]:
    """A step of a stage, by its organisers: the method is given the stage and who takes it; the stage is answered."""

    def of(take: Method) -> Method:
        @organises(operation_id, tag=_TAG, takes=takes, answers=StagePageSerializer)
        def method(view: Any, by: EventAccess, said: dict[str, Any], number: int) -> dict[str, Any]:
            found = there(by.event.stages.filter(number=number).first())
            take(view, found.pk, by, **said)
            return stage_json(by, number)

        return method

    return of


class StageView(OpenView):
    """One stage: who is in, who is out, what is open, and what stands against closing it; organisers change it."""

    @extend_schema(operation_id="stage", tags=[_TAG], responses=StagePageSerializer)
    def get(self, request: Request, slug: str, number: int) -> Response:
        return Response(stage_json(event_access(request, slug), number))

    @_step("change_stage", StageSettingsSerializer(partial=True))
    def patch(self, stage_id: int, _by: EventAccess, **said: Any) -> None:
        if "session_days" in said:
            said["session_days"] = sorted(day.isoformat() for day in said["session_days"])
        services.change_stage(stage_id=stage_id, **said)


class RemoveStageView(OpenView):
    """取消階段: the last one, while it has no round."""

    @organises("remove_stage", tag=_TAG, answers=StageSerializer(many=True))
    def post(self, by: EventAccess, said: dict[str, Any], number: int) -> list[dict[str, Any]]:
        services.remove_stage(stage_id=there(by.event.stages.filter(number=number).first()).pk)
        return stages_json(by)


class SessionsView(OpenView):
    """編場次."""

    @_step("assign_sessions", SessionsSerializer)
    def post(self, stage_id: int, _by: EventAccess, sessions: list[dict[str, int]]) -> None:
        services.assign_sessions(stage_id=stage_id, sessions={one["player"]: one["session"] for one in sessions})


class LotsView(OpenView):
    """抽籤: an order for every tie that nothing else decides."""

    @_step("draw_lots", LotWordSerializer)
    def post(self, stage_id: int, by: EventAccess, word: str) -> None:
        closing.draw_lots(stage_id=stage_id, word=word, now=timezone.now(), user_id=by.actor.user_id)


class CloseStageView(OpenView):
    """結束階段: who goes on is in the next stage. Another list than the one that was seen is a conflict."""

    @_step("close_stage", CloseStageSerializer)
    def post(self, stage_id: int, _by: EventAccess, mark: str) -> None:
        closing.close_stage(stage_id=stage_id, mark=mark, now=timezone.now())


class ReopenStageView(OpenView):
    """重開階段."""

    @_step("reopen_stage")
    def post(self, stage_id: int, _by: EventAccess) -> None:
        closing.reopen_stage(stage_id=stage_id)


class DeclineView(OpenView):
    """放棄晉級: the next in order takes the place."""

    @_step("decline_place", DeclineSerializer)
    def post(self, stage_id: int, by: EventAccess, **said: Any) -> None:
        closing.decline(stage_id=stage_id, now=timezone.now(), user_id=by.actor.user_id, **said)


class FillUpView(OpenView):
    """遞補: places of those who dropped out go to the next in order."""

    @_step("fill_up_stage")
    def post(self, stage_id: int, _by: EventAccess) -> None:
        closing.fill_up(stage_id=stage_id)
