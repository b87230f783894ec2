"""階段: who advances at any moment, lots, closing on the list that was seen, and the way back."""

from typing import Any

from django.utils import timezone
from rest_framework import serializers

from tournaments.api import base
from tournaments.api.base import Endpoints, get_or_404, read_endpoint, write_endpoint
from tournaments.api.fields import NameField, UtcField
from tournaments.core.access import EventAccess
from tournaments.models import Stage
from tournaments.players.lists.players import HIGHEST_NUMBER
from tournaments.rounds.selectors import StageFacts, TieLine, stage_list, told_stage
from tournaments.rounds.services import closing
from tournaments.rounds.services import stages as services
from tournaments.rounds.services.formats import FORMATS
from tournaments.standings.ranking import TIE_BREAKS


class StageSettingsSerializer(base.Serializer):
    """賽制 of one stage. All but name and number of games only before its first hand."""

    name = NameField(max_length=services.LONGEST_NAME)
    rounds_planned = serializers.IntegerField(min_value=1, max_value=40, allow_null=True, help_text="null: the event's")
    session_days = serializers.ListField(child=serializers.DateField(), max_length=services.MOST_SESSIONS)
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
    number = serializers.IntegerField(source="row.number")
    name = serializers.CharField(source="row.name")
    place = serializers.IntegerField(source="row.place", allow_null=True)
    by = serializers.CharField(
        source="through.by", default="", read_only=True, help_text="table, session, stage or empty"
    )
    lot = serializers.BooleanField(source="through.lot", default=False, read_only=True)
    moved_up = serializers.BooleanField(source="through.moved_up", default=False, read_only=True)
    declined = serializers.BooleanField()


class TieSerializer(serializers.Serializer):
    """同分 that a lot has to decide. `digest`: of the list, to be read out before the word is known."""

    numbers = serializers.SerializerMethodField()
    what = serializers.CharField()
    digest = serializers.CharField()

    def get_numbers(self, tie: TieLine) -> list[int]:
        return [player.number for player in tie.players]


class LotSerializer(serializers.Serializer):
    numbers = serializers.ListField(source="lot.numbers", child=serializers.IntegerField())
    word = serializers.CharField(source="lot.word")
    order = serializers.ListField(source="lot.order", child=serializers.IntegerField())
    created_at = UtcField(source="lot.created_at")
    again = serializers.CharField(help_text="how to calculate the order again")


class StagePageSerializer(StageSerializer):
    """階段 with the players who advance if it is closed now. Send `mark` back to close it."""

    through = InStageSerializer(many=True)
    next_in_order = InStageSerializer(many=True)
    shaky = serializers.ListField(child=serializers.IntegerField(), help_text="in or out by unpaid points only")
    open_ties = TieSerializer(many=True)
    lots = LotSerializer(many=True)
    waits = serializers.ListField(child=serializers.CharField(), help_text="what prevents closing; for officials")
    ready = serializers.BooleanField(help_text="to be closed; for officials")
    mark = serializers.CharField(help_text="for officials")


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


def _stages_json(access: EventAccess) -> list[dict[str, Any]]:
    return [_listed(one) for one in stage_list(access.event, access.until)]


def _stage_json(access: EventAccess, number: int) -> dict[str, Any]:
    facts = stage_list(access.event, access.until)
    found = get_or_404(next((one for one in facts if one.stage.number == number), None))
    page = told_stage(access, found.stage)
    return _listed(found) | {
        "through": InStageSerializer(page.through, many=True).data,
        "next_in_order": InStageSerializer(page.next_in_order, many=True).data,
        "shaky": sorted(page.shaky),
        "open_ties": TieSerializer(page.open_ties, many=True).data,
        "lots": LotSerializer(page.lots, many=True).data,
        "waits": page.waits,
        "ready": access.works and page.ready,
        "mark": page.mark,
    }


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
