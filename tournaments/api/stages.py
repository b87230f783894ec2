"""階段: who advances at any moment, lots, closing on the list that was seen, and the way back."""

from typing import Any

from django.utils import timezone
from rest_framework import serializers

from tournaments.access import EventAccess
from tournaments.api import base
from tournaments.api.base import Endpoints, get_or_404, read_endpoint, write_endpoint
from tournaments.api.fields import NameField
from tournaments.lists.players import HIGHEST_NUMBER
from tournaments.models import Stage
from tournaments.ranking.order import TIE_BREAKS
from tournaments.selectors.stages import Line, StageFacts, StagePage, stage_list, told_stage
from tournaments.services import closing
from tournaments.services import stages as services
from tournaments.services.formats import FORMATS


class StageSettingsSerializer(base.Serializer):
    """賽制 of one stage. All but name and number of games only before its first hand."""

    name = NameField(max_length=services.LONGEST_NAME)
    rounds_planned = serializers.IntegerField(
        min_value=1, max_value=40, allow_null=True, help_text="games of each player; null: as many as the event has"
    )
    session_days = serializers.ListField(
        child=serializers.DateField(), max_length=services.MOST_SESSIONS, help_text="the day of each session"
    )
    rule_settings = serializers.DictField(help_text="settings that differ from the event's")
    carry = serializers.ChoiceField(choices=Stage.Carry.values)
    tie_breaks = serializers.ListField(child=serializers.ChoiceField(choices=sorted(TIE_BREAKS)), max_length=5)
    places = serializers.IntegerField(min_value=0, max_value=9999, help_text="how many advance")
    per_table = serializers.IntegerField(min_value=0, max_value=4, help_text="of them the best of each table")
    share = serializers.ChoiceField(choices=Stage.Share.values)
    quotas = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=9999), max_length=services.MOST_SESSIONS
    )
    seating = serializers.ChoiceField(choices=Stage.Seating.values)


class StageSerializer(StageSettingsSerializer):
    wind_rounds = serializers.IntegerField(allow_null=True, help_text="null: as the rules of the event say")
    number = serializers.IntegerField()
    state = serializers.ChoiceField(choices=["waiting", "playing", "closed"])
    rounds = serializers.IntegerField(help_text="rounds that are published or begun")
    players = serializers.IntegerField()
    closed_at = serializers.DateTimeField(allow_null=True)


class InStageSerializer(serializers.Serializer):
    number = serializers.IntegerField()
    name = serializers.CharField()
    place = serializers.IntegerField(allow_null=True)
    by = serializers.CharField(help_text="table, session or stage; empty for those who are out")
    lot = serializers.BooleanField()
    moved_up = serializers.BooleanField()
    declined = serializers.BooleanField()


class TieSerializer(serializers.Serializer):
    """同分 that a lot has to decide. `digest`: of the list, to be read out before the word is known."""

    numbers = serializers.ListField(child=serializers.IntegerField())
    what = serializers.CharField()
    digest = serializers.CharField()


class LotSerializer(serializers.Serializer):
    numbers = serializers.ListField(child=serializers.IntegerField())
    word = serializers.CharField()
    order = serializers.ListField(child=serializers.IntegerField())
    created_at = serializers.DateTimeField()
    again = serializers.CharField(help_text="how to calculate the order again")


class StagePageSerializer(StageSerializer):
    """階段 with the players who advance if it is closed now. Send `mark` back to close it."""

    through = InStageSerializer(many=True)
    next_in_order = InStageSerializer(many=True)
    shaky = serializers.ListField(
        child=serializers.IntegerField(), help_text="in or out only by points that are not paid yet"
    )
    open_ties = TieSerializer(many=True)
    lots = LotSerializer(many=True)
    waits = serializers.ListField(
        child=serializers.CharField(), help_text="what prevents closing; [] to all but officials"
    )
    ready = serializers.BooleanField(help_text="whether it may be closed; false to all but officials")
    mark = serializers.CharField(help_text="empty to all but officials")


class NewStageSerializer(base.Serializer):
    name = NameField(max_length=services.LONGEST_NAME)


class FormatSerializer(base.Serializer):
    format = serializers.ChoiceField(choices=sorted(FORMATS))
    players = serializers.IntegerField(min_value=4, max_value=9999)
    sessions = serializers.IntegerField(min_value=0, max_value=services.MOST_SESSIONS, default=0)


class SessionSerializer(base.Serializer):
    player = serializers.IntegerField(min_value=1, max_value=HIGHEST_NUMBER, help_text="the player's number")
    session = serializers.IntegerField(min_value=1, max_value=services.MOST_SESSIONS)


class SessionsSerializer(base.Serializer):
    """編場次; players who are not named are in no session."""

    sessions = SessionSerializer(many=True)


class LotWordSerializer(base.Serializer):
    word = serializers.CharField(max_length=80)


class CloseStageSerializer(base.Serializer):
    mark = serializers.CharField(max_length=64)


class DeclineSerializer(base.Serializer):
    """放棄晉級; `declines` false takes that back."""

    number = serializers.IntegerField(min_value=1, max_value=HIGHEST_NUMBER)
    declines = serializers.BooleanField(default=True)


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


def _stages_json(access: EventAccess) -> list[dict[str, Any]]:
    return [_listed(one) for one in stage_list(access.event, access.until)]


def _stage_json(access: EventAccess, number: int) -> dict[str, Any]:
    facts = stage_list(access.event, access.until)
    found = get_or_404(next((one for one in facts if one.stage.number == number), None))
    page = told_stage(access, found.stage)
    return _listed(found) | _page(page, ready=access.works and page.ready)


class StageEndpoints(Endpoints):
    tag = "stages"
    prefix = "events/<slug:slug>/stages/"

    @read_endpoint("", StageSerializer(many=True))
    def stages(self) -> Any:
        """The stages of an event."""
        return _stages_json(self.access)

    @write_endpoint(stages, StagePageSerializer, NewStageSerializer, status=201)
    def add_stage(self, data: dict[str, Any]) -> Any:
        """Add a stage after the others."""
        return _stage_json(self.access, services.add_stage(event=self.access.event, **data).number)

    @write_endpoint("format/", StageSerializer(many=True), FormatSerializer)
    def use_format(self, data: dict[str, Any]) -> Any:
        """用賽制: the stages of a published format replace those of the event."""
        services.use_format(event=self.access.event, format_id=data.pop("format"), **data)
        self.access.event.refresh_from_db()
        return _stages_json(self.access)

    @read_endpoint("<number:number>/", StagePageSerializer)
    def stage(self, number: int) -> Any:
        """One stage: who is in, who is out, what is open, and what prevents closing it."""
        return _stage_json(self.access, number)

    @write_endpoint("<number:number>/remove/", StageSerializer(many=True))
    def remove_stage(self, number: int) -> Any:
        """取消階段: the last one, while it has no round."""
        services.remove_stage(stage_id=self._pk(number))
        return _stages_json(self.access)

    @write_endpoint(stage, StagePageSerializer, StageSettingsSerializer, method="patch")
    def change_stage(self, data: dict[str, Any], number: int) -> Any:
        """Change the settings of a stage."""
        if "session_days" in data:
            data["session_days"] = sorted(day.isoformat() for day in data["session_days"])
        services.change_stage(stage_id=self._pk(number), **data)
        return _stage_json(self.access, number)

    @write_endpoint("<number:number>/sessions/", StagePageSerializer, SessionsSerializer)
    def assign_sessions(self, data: dict[str, Any], number: int) -> Any:
        """編場次."""
        sessions = {one["player"]: one["session"] for one in data["sessions"]}
        services.assign_sessions(stage_id=self._pk(number), sessions=sessions)
        return _stage_json(self.access, number)

    @write_endpoint("<number:number>/lots/", StagePageSerializer, LotWordSerializer)
    def draw_lots(self, data: dict[str, Any], number: int) -> Any:
        """抽籤: an order for every tie that nothing else decides."""
        closing.draw_lots(stage_id=self._pk(number), **self._by(), **data)
        return _stage_json(self.access, number)

    @write_endpoint("<number:number>/close/", StagePageSerializer, CloseStageSerializer)
    def close_stage(self, data: dict[str, Any], number: int) -> Any:
        """結束階段: those who advance are in the next stage. Another list than the one that was seen is a conflict."""
        closing.close_stage(stage_id=self._pk(number), now=timezone.now(), **data)
        return _stage_json(self.access, number)

    @write_endpoint("<number:number>/reopen/", StagePageSerializer)
    def reopen_stage(self, number: int) -> Any:
        """重開階段."""
        closing.reopen_stage(stage_id=self._pk(number))
        return _stage_json(self.access, number)

    @write_endpoint("<number:number>/decline/", StagePageSerializer, DeclineSerializer)
    def decline_place(self, data: dict[str, Any], number: int) -> Any:
        """放棄晉級: the next in order takes the place."""
        closing.decline(stage_id=self._pk(number), **self._by(), **data)
        return _stage_json(self.access, number)

    @write_endpoint("<number:number>/fill/", StagePageSerializer)
    def fill_up_stage(self, number: int) -> Any:
        """遞補: places of those who dropped out go to the next in order."""
        closing.fill_up(stage_id=self._pk(number))
        return _stage_json(self.access, number)

    def _pk(self, number: int) -> int:
        return get_or_404(self.access.event.stages.filter(number=number).first()).pk

    def _by(self) -> dict[str, Any]:
        return {"now": timezone.now(), "user_id": self.access.actor.user_id}
