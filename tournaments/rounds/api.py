from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from accounts.inputs import HIGHEST
from tournaments.api import base
from tournaments.core.access import EventAccess
from tournaments.hall import services as clocks
from tournaments.hall.clock import ClockPage, TableClock, clock_page
from tournaments.models import DrawLine, Game, Round, Stage
from tournaments.players.lists.players import HIGHEST_NUMBER
from tournaments.rounds import selectors as draw_selectors
from tournaments.rounds.selectors import ListOfDraws, StageFacts, stage_list, visible_stage
from tournaments.rounds.services import event_draws, rounds, stages, swaps
from tournaments.rounds.services.stages import FORMATS
from tournaments.standings.ranking import TIE_BREAKS
from tournaments.tables.api import KeyedSerializer
from tournaments.tables.game_log.as_of import rounds_then
from tournaments.tables.game_log.read import rules_of
from tournaments.tables.selectors.published_seats import seated_tables


class RoundSerializer(serializers.ModelSerializer):
    state = serializers.ChoiceField(choices=Round.State.values)
    wind_rounds = serializers.SerializerMethodField(help_text="wind rounds of a game, 1 to 4")

    class Meta:
        model = Round
        fields = ["number", "day", "state", "wind_rounds", "voided_at", "void_reason"]
        read_only_fields = fields

    def get_wind_rounds(self, round_: Round) -> int:
        return rules_of(round_.event, round_).game.wind_rounds


class SeatedSerializer(serializers.Serializer):
    """One table: numbers of its players by seat, 東 first. The first dealer is an event of the game."""

    table = serializers.IntegerField(source="table.number")
    game = serializers.IntegerField(source="pk")
    players = serializers.SerializerMethodField()

    def get_players(self, table: Game) -> list[int]:
        return [seat.player.number for seat in table.seats.all()]


class SeatedRoundSerializer(RoundSerializer):
    tables = serializers.SerializerMethodField()

    class Meta(RoundSerializer.Meta):
        fields = [*RoundSerializer.Meta.fields, "tables"]

    @extend_schema_field(SeatedSerializer(many=True))
    def get_tables(self, round_: Round) -> Any:
        return SeatedSerializer(seated_tables(round_, self.context.get("until")), many=True).data


class NewRoundSerializer(base.Serializer):
    day = serializers.DateField()
    wind_rounds = serializers.IntegerField(min_value=1, max_value=4, allow_null=True, default=None)
    confirmed = serializers.BooleanField(default=False, help_text="also on a day outside the event")


class LengthSerializer(base.Serializer):
    """長度: how many 圈 the games of a round have; null: the default of its stage or of the event's rules."""

    wind_rounds = serializers.IntegerField(min_value=1, max_value=4, allow_null=True)


class StepSerializer(base.Serializer):
    """A step of a round. Without `confirmed`, a step about which the page asks a question is refused with
    `needs_confirmation`."""

    confirmed = serializers.BooleanField(default=False)


class VoidSerializer(StepSerializer):
    reason = serializers.CharField(max_length=rounds.LONGEST)


class SeenGameSerializer(base.Serializer):
    game = serializers.IntegerField(min_value=1, max_value=HIGHEST)
    seen = serializers.IntegerField(min_value=0)


class EndGamesSerializer(KeyedSerializer):
    games = SeenGameSerializer(many=True, allow_empty=False)


class ChairSerializer(base.Serializer):
    table = serializers.IntegerField(min_value=1, max_value=HIGHEST_NUMBER)
    seat = serializers.IntegerField(min_value=0, max_value=3)
    player = serializers.IntegerField(min_value=1, max_value=HIGHEST_NUMBER, help_text="the player's number")


class CorrectSeatsSerializer(StepSerializer):
    seats = ChairSerializer(many=True, allow_empty=False)
    reason = serializers.CharField(max_length=swaps.LONGEST)


class RoundEndpoints(base.Endpoints):
    tag = "rounds"
    prefix = "events/<slug:slug>/rounds/"

    @base.read_endpoint("", RoundSerializer(many=True))
    def rounds(self) -> Any:
        """List the rounds of an event that the caller may read."""
        access = self.access
        found = [round_ for round_ in access.event.rounds.order_by("number") if access.reads_round(round_)]
        return rounds_then(found, access.until)

    @base.write_endpoint(rounds, RoundSerializer, NewRoundSerializer, status=201)
    def make_round(self, data: dict[str, Any]) -> Round:
        """Draft one more round."""
        return rounds.make_round(event=self.access.event, **data)

    @base.read_endpoint("<number:number>/", SeatedRoundSerializer)
    def round(self, number: int) -> Any:
        """Return one round with its seats; a draft only to organisers."""
        found = self.access.round(number)
        return SeatedRoundSerializer(found, context={"until": self.access.until}).data

    @base.write_endpoint("<number:number>/length/", RoundSerializer, LengthSerializer, name="round_length")
    def set_round_length(self, data: dict[str, Any], number: int) -> Round:
        """長度: set how many 圈 the games of a round have, until it is opened."""
        return rounds.set_length(round_id=self._pk(number), **data)

    @base.write_endpoint("<number:number>/publish/", RoundSerializer, StepSerializer)
    def publish_round(self, data: dict[str, Any], number: int) -> Round:
        """公布座位: let everybody see the seats."""
        return rounds.publish_round(round_id=self._pk(number), now=timezone.now(), **data)

    @base.write_endpoint("<number:number>/unpublish/", RoundSerializer)
    def unpublish_round(self, number: int) -> Round:
        """收回公布: turn the seats back into a draft."""
        return rounds.unpublish_round(round_id=self._pk(number))

    @base.write_endpoint("<number:number>/open/", RoundSerializer, StepSerializer)
    def open_round(self, data: dict[str, Any], number: int) -> Round:
        """開始: let referees record from now on. A draft is published first."""
        return rounds.open_round(round_id=self._pk(number), now=timezone.now(), **data)

    @base.write_endpoint("<number:number>/take-back/", RoundSerializer)
    def take_back_round(self, number: int) -> Round:
        """收回: turn a round that was opened by mistake, without any entry, back into a published one."""
        return rounds.take_back_round(round_id=self._pk(number), now=timezone.now(), confirmed=True)

    @base.write_endpoint("<number:number>/close/", RoundSerializer, StepSerializer)
    def close_round(self, data: dict[str, Any], number: int) -> Round:
        """結束: accept no more hands."""
        return rounds.close_round(round_id=self._pk(number), now=timezone.now(), **data)

    @base.write_endpoint("<number:number>/end-games/", RoundSerializer, EndGamesSerializer)
    def end_games(self, data: dict[str, Any], number: int) -> Round:
        """在這裡完場: end the games in play that the rules let end between two hands; open chains are collected."""
        found = self.access.round(number)
        rounds.end_games(
            round_=found,
            seen={one["game"]: one["seen"] for one in data["games"]},
            actor=self.access.actor,
            client_key=data["client_key"],
            now=timezone.now(),
        )
        return found

    @base.write_endpoint("<number:number>/reopen/", RoundSerializer)
    def reopen_round(self, number: int) -> Round:
        """重開: accept hands again in a closed round."""
        return rounds.reopen_round(round_id=self._pk(number))

    @base.write_endpoint("<number:number>/void/", RoundSerializer, VoidSerializer)
    def void_round(self, data: dict[str, Any], number: int) -> Round:
        """作廢: exclude the round from all results; it stays readable."""
        return rounds.void_round(round_id=self._pk(number), actor=self.access.actor, now=timezone.now(), **data)

    @base.write_endpoint("<number:number>/unvoid/", RoundSerializer)
    def unvoid_round(self, number: int) -> Round:
        """取消作廢: include the round in the results again."""
        return rounds.unvoid_round(round_id=self._pk(number), actor=self.access.actor, now=timezone.now())

    @base.write_endpoint("<number:number>/seats/", round, CorrectSeatsSerializer, may=base.Leads)
    def correct_seats(self, data: dict[str, Any], number: int) -> None:
        """更正座位: correct the players of seats after some hands; points stay with the seat. For organisers and the
        head referee."""
        chairs = {(one["table"], one["seat"]): one["player"] for one in data.pop("seats")}
        swaps.reseat(round_id=self._pk(number), chairs=chairs, actor=self.access.actor, now=timezone.now(), **data)

    def _pk(self, number: int) -> int:
        return self.access.round(number).pk


class BellSerializer(serializers.Serializer):
    """The time of the bell: of a paused clock, as if it resumed now; null before it is started."""

    bell = serializers.DateTimeField(source="view.bell", allow_null=True)
    minutes_left = serializers.IntegerField(source="view.minutes", allow_null=True)
    paused = serializers.BooleanField(source="view.stands", default=False, read_only=True)
    rung = serializers.BooleanField(source="view.rung", default=False, read_only=True)


class TableBellSerializer(BellSerializer):
    table = serializers.IntegerField(source="game.table.number")
    game = serializers.IntegerField(source="game.pk")
    extra_minutes = serializers.SerializerMethodField()
    expected_end = serializers.DateTimeField(
        source="ends", allow_null=True, help_text="by the hands so far; null once it is over"
    )

    def get_extra_minutes(self, table: TableClock) -> int:
        return sum(extra.minutes for extra in table.extra)


class ClockSerializer(BellSerializer):
    minutes = serializers.IntegerField(help_text="what the rules say, before it is started")
    warning = serializers.IntegerField(
        source="clock.warning", allow_null=True, help_text="minutes before the end when the hall is warned"
    )
    started_at = serializers.DateTimeField(source="clock.started_at", allow_null=True)
    expected_end = serializers.DateTimeField(source="plan.ends", allow_null=True)
    next_round = serializers.DateTimeField(source="plan.next", allow_null=True)
    tables = TableBellSerializer(many=True)


class MinutesSerializer(base.Serializer):
    minutes = serializers.IntegerField(min_value=1, max_value=clocks.LONGEST)


class StartSerializer(base.Serializer):
    minutes = serializers.IntegerField(min_value=1, max_value=clocks.LONGEST, allow_null=True, default=None)


class PauseReasonSerializer(base.Serializer):
    reason = serializers.CharField(max_length=300)


class ExtraSerializer(PauseReasonSerializer):
    minutes = serializers.IntegerField(min_value=1, max_value=clocks.MOST_EXTRA)


class GivenSerializer(base.Serializer):
    extra = serializers.IntegerField()


_CLOCK = "events/<slug:slug>/rounds/<number:number>/clock/"


class ClockEndpoints(base.Endpoints):
    tag = "rounds"

    @base.read_endpoint(_CLOCK, ClockSerializer)
    def clock(self, number: int) -> ClockPage:
        """Return the 大會鐘 of a round, and the bell of each table."""
        return clock_page(self.access.round(number), timezone.now(), self.access.until)

    @base.write_endpoint(clock, clock, StartSerializer, may=base.Leads)
    def start_clock(self, data: dict[str, Any], number: int) -> None:
        """開鐘: start the clock; for organisers and the head referee."""
        clocks.start(round_id=self.access.round(number).pk, now=timezone.now(), **data)

    @base.write_endpoint(_CLOCK + "time/", clock, MinutesSerializer, may=base.Leads, name="clock_time")
    def change_clock(self, data: dict[str, Any], number: int) -> None:
        """Change the time of a started clock."""
        clocks.change(round_id=self.access.round(number).pk, **data)

    @base.write_endpoint(_CLOCK + "pause/", clock, PauseReasonSerializer, may=base.Leads, name="clock_pause")
    def pause_clock(self, data: dict[str, Any], number: int) -> None:
        """全場暫停: pause the clock for the whole hall."""
        clocks.pause(round_id=self.access.round(number).pk, now=timezone.now(), **data)

    @base.write_endpoint(_CLOCK + "resume/", clock, may=base.Leads, name="clock_resume")
    def resume_clock(self, number: int) -> None:
        """全場繼續: resume the clock."""
        clocks.resume(round_id=self.access.round(number).pk, now=timezone.now())

    @base.write_endpoint(_CLOCK + "take-back/", clock, may=base.Leads, name="clock_take_back")
    def take_back_clock(self, number: int) -> None:
        """取消大會鐘: remove a clock started by mistake."""
        clocks.take_back(round_id=self.access.round(number).pk)

    @base.write_endpoint(
        "games/<game:game_id>/extra-time/", GivenSerializer, ExtraSerializer, may=base.Leads, name="extra_time"
    )
    def give_extra_time(self, data: dict[str, Any]) -> dict[str, int]:
        """加時: give one table extra time; for organisers and the head referee."""
        return {"extra": clocks.give_extra(game_id=self.access.game.pk, now=timezone.now(), **data).pk}

    @base.write_endpoint("games/<game:game_id>/extra-time/take-back/", GivenSerializer, GivenSerializer, may=base.Leads)
    def take_back_extra_time(self, data: dict[str, int]) -> dict[str, int]:
        """取消加時: remove the extra time of a table."""
        clocks.take_back_extra(extra_id=data["extra"], event_id=self.access.event.pk)
        return data


class DrawLineSerializer(serializers.ModelSerializer):
    seats = serializers.CharField(help_text="digest of the seats; empty until there are any")
    ways = serializers.IntegerField(help_text="how many ways were compared before it was stopped; 0: all")

    class Meta:
        model = DrawLine
        fields = ["number", "seed", "reason", "digest", "created_at", "ended_at", "seats", "ways", "refusal"]
        read_only_fields = fields


class LockedListSerializer(serializers.Serializer):
    """鎖定名單 with its draws, newest first."""

    number = serializers.IntegerField(source="locked.number")
    digest = serializers.CharField(source="locked.digest")
    rounds = serializers.ListField(source="locked.rounds", child=serializers.IntegerField())
    stage = serializers.IntegerField(source="stage.number", allow_null=True, help_text="null: its rounds are gone")
    session = serializers.IntegerField(help_text="0 where the stage has none")
    players = serializers.IntegerField()
    created_at = base.UtcField(source="locked.created_at")
    released_at = base.UtcField(source="locked.released_at", allow_null=True)
    release_reason = serializers.CharField(source="locked.release_reason")
    draws = DrawLineSerializer(source="lines", many=True)
    reduced = serializers.BooleanField(help_text="a club was erased since: no digest can be recalculated")
    ways = serializers.SerializerMethodField(help_text="how many ways a running draw has compared so far")

    def get_ways(self, found: ListOfDraws) -> int | None:
        return found.running.progress.get("ways") if found.running else None


class LockSerializer(base.Serializer):
    count = serializers.IntegerField(min_value=1, max_value=event_draws.MOST_ROUNDS)


class ReleaseSerializer(base.Serializer):
    reason = serializers.CharField(max_length=event_draws.MOST_LETTERS)


class SeedSerializer(base.Serializer):
    seed = serializers.CharField(max_length=event_draws.MOST_LETTERS)
    reason = serializers.CharField(max_length=event_draws.MOST_LETTERS, allow_blank=True, default="")


class DrawEndpoints(base.Endpoints):
    tag = "draws"
    prefix = "events/<slug:slug>/draws/"

    @base.read_endpoint("", LockedListSerializer(many=True))
    def draws(self) -> list[ListOfDraws]:
        """List locked lists and their draws, newest first."""
        return draw_selectors.lists_of_draws(self.access.event)

    @base.write_endpoint("lock/", draws, LockSerializer)
    def lock_list(self, data: dict[str, Any]) -> None:
        """鎖定名單: fix and publish the list before the seed is known."""
        now = timezone.now()
        event_draws.lock_list(event=self.access.event, today=timezone.localdate(now), now=now, **data)

    @base.write_endpoint("release/", draws, ReleaseSerializer)
    def release_list(self, data: dict[str, Any]) -> None:
        """解除鎖定: release the locked list."""
        event_draws.release_list(event=self.access.event, now=timezone.now(), **data)

    @base.write_endpoint("seed/", draws, SeedSerializer, name="draw_rounds")
    def give_seed(self, data: dict[str, Any]) -> None:
        """定號碼、抽籤: store the seed and begin the search; `look/` shows its progress."""
        event_draws.begin(event_draws.give_seed(event=self.access.event, now=timezone.now(), **data))

    @base.write_endpoint("look/", draws)
    def look_at_draw(self) -> None:
        """看進度: return the progress; an interrupted draw restarts."""
        line = draw_selectors.running_line(self.access.event)
        if line is not None:
            event_draws.begin(line)

    @base.write_endpoint("stop/", draws)
    def stop_draw(self) -> None:
        """停止: end the search and keep the best draw so far (保留目前最好的)."""
        line = draw_selectors.running_line(self.access.event)
        if line is not None:
            event_draws.stop(line)

    @base.read_endpoint("<number:number>/<number:line>/", base.OBJECT)
    def draw_document(self, number: int, line: int) -> Any:
        """Return the document with which `POST /api/draw/` repeats this draw."""
        lines = DrawLine.objects.filter(list__event=self.access.event, list__number=number, number=line)
        drawn = base.get_or_404(lines.select_related("list").first())
        return draw_selectors.document_of(drawn.list, drawn)


class StageSettingsSerializer(base.Serializer):
    """賽制 of one stage. From its first hand on, only name and number of games may change."""

    name = base.NameField(max_length=stages.LONGEST_NAME)
    rounds_planned = serializers.IntegerField(min_value=1, max_value=40, allow_null=True, help_text="null: the event's")
    session_days = serializers.ListField(child=serializers.DateField(), max_length=stages.MOST_SESSIONS)
    rule_settings = serializers.DictField(help_text="settings that differ from the event's")
    carry = serializers.ChoiceField(choices=Stage.Carry.values)
    tie_breaks = serializers.ListField(child=serializers.ChoiceField(choices=sorted(TIE_BREAKS)), max_length=5)
    places = serializers.IntegerField(min_value=0, max_value=9999, help_text="how many advance")
    per_table = serializers.IntegerField(min_value=0, max_value=4, help_text="of them the best of each table")
    share = serializers.ChoiceField(choices=Stage.Share.values)
    quotas = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=9999), max_length=stages.MOST_SESSIONS
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
    """Tied players (同分) who need a lot. `digest`: of the list, to be announced before the word is known."""

    numbers = serializers.SerializerMethodField()
    what = serializers.CharField()
    digest = serializers.CharField()

    def get_numbers(self, tie: dict[str, Any]) -> list[int]:
        return [player.number for player in tie["players"]]


class LotSerializer(serializers.Serializer):
    numbers = serializers.ListField(source="lot.numbers", child=serializers.IntegerField())
    word = serializers.CharField(source="lot.word")
    order = serializers.ListField(source="lot.order", child=serializers.IntegerField())
    created_at = base.UtcField(source="lot.created_at")
    again = serializers.CharField(help_text="how to calculate the order again")


class StagePageSerializer(StageSerializer):
    """階段 with the players who would advance if it were closed now. To close it, send `mark` back."""

    through = InStageSerializer(many=True)
    next_in_order = InStageSerializer(many=True)
    shaky = serializers.ListField(child=serializers.IntegerField(), help_text="in or out by unpaid points only")
    open_ties = TieSerializer(many=True)
    lots = LotSerializer(many=True)
    waits = serializers.ListField(child=serializers.CharField(), help_text="what prevents closing; for officials")
    ready = serializers.BooleanField(help_text="to be closed; for officials")
    mark = serializers.CharField(help_text="for officials")


class NewStageSerializer(base.Serializer):
    name = base.NameField(max_length=stages.LONGEST_NAME)


class FormatSerializer(base.Serializer):
    format = serializers.ChoiceField(choices=sorted(FORMATS))
    players = serializers.IntegerField(min_value=4, max_value=9999)
    sessions = serializers.IntegerField(min_value=0, max_value=stages.MOST_SESSIONS, default=0)


class SessionSerializer(base.Serializer):
    player = serializers.IntegerField(min_value=1, max_value=HIGHEST_NUMBER, help_text="the player's number")
    session = serializers.IntegerField(min_value=1, max_value=stages.MOST_SESSIONS)


class SessionsSerializer(base.Serializer):
    """編場次; players who are not named belong to no session."""

    sessions = SessionSerializer(many=True)


class LotWordSerializer(base.Serializer):
    word = serializers.CharField(max_length=80)


class CloseStageSerializer(base.Serializer):
    mark = serializers.CharField(max_length=64)


class DeclineSerializer(base.Serializer):
    """放棄晉級: decline a place; `declines` false undoes it."""

    number = serializers.IntegerField(min_value=1, max_value=HIGHEST_NUMBER)
    declines = serializers.BooleanField(default=True)


def _listed(one: StageFacts) -> dict[str, Any]:
    facts = {name: getattr(one.stage, name) for name in stages.FIELDS}
    more = {"number": one.stage.number, "state": one.state, "rounds": one.rounds, "players": one.players}
    return facts | more | {"closed_at": one.stage.closed_at}


def _stage_json(access: EventAccess, number: int) -> dict[str, Any]:
    facts = stage_list(access.event, access.until)
    found = base.get_or_404(next((one for one in facts if one.stage.number == number), None))
    page = visible_stage(access, found.stage)
    shown = {"shaky": sorted(page.shaky), "ready": access.works and page.ready}
    return StagePageSerializer(vars(page) | _listed(found) | shown).data


class StageEndpoints(base.Endpoints):
    tag = "stages"
    prefix = "events/<slug:slug>/stages/"

    @base.read_endpoint("", StageSerializer(many=True))
    def stages(self) -> Any:
        """List the stages of an event."""
        return [_listed(one) for one in stage_list(self.access.event, self.access.until)]

    @base.write_endpoint(stages, StagePageSerializer, NewStageSerializer, status=201)
    def add_stage(self, data: dict[str, Any]) -> Any:
        """Add a stage after the others."""
        return _stage_json(self.access, stages.add_stage(event=self.access.event, **data).number)

    @base.write_endpoint("format/", stages, FormatSerializer)
    def use_format(self, data: dict[str, Any]) -> None:
        """用賽制: replace the event's stages by those of a published format."""
        stages.use_format(event=self.access.event, format_id=data.pop("format"), **data)
        self.access.event.refresh_from_db()

    @base.read_endpoint("<number:number>/", StagePageSerializer)
    def stage(self, number: int) -> Any:
        """Return one stage: who advances, who does not, what is undecided, and what prevents closing it."""
        return _stage_json(self.access, number)

    @base.write_endpoint("<number:number>/remove/", stages)
    def remove_stage(self, number: int) -> None:
        """取消階段: remove the last one, while it has no round."""
        stages.remove_stage(stage_id=self._pk(number))

    @base.write_endpoint(stage, stage, StageSettingsSerializer, method="patch")
    def change_stage(self, data: dict[str, Any], number: int) -> None:
        """Change the settings of a stage."""
        if "session_days" in data:
            data["session_days"] = sorted(day.isoformat() for day in data["session_days"])
        stages.change_stage(stage_id=self._pk(number), **data)

    @base.write_endpoint("<number:number>/sessions/", stage, SessionsSerializer)
    def assign_sessions(self, data: dict[str, Any], number: int) -> None:
        """編場次: assign players to sessions."""
        sessions = {one["player"]: one["session"] for one in data["sessions"]}
        stages.assign_sessions(stage_id=self._pk(number), sessions=sessions)

    @base.write_endpoint("<number:number>/lots/", stage, LotWordSerializer)
    def draw_lots(self, data: dict[str, Any], number: int) -> None:
        """抽籤: draw an order for every tie that the other criteria leave."""
        stages.draw_lots(stage_id=self._pk(number), **self._by(), **data)

    @base.write_endpoint("<number:number>/close/", stage, CloseStageSerializer)
    def close_stage(self, data: dict[str, Any], number: int) -> None:
        """結束階段: enter the players who advance in the next stage. A changed list is a conflict."""
        stages.close_stage(stage_id=self._pk(number), now=timezone.now(), **data)

    @base.write_endpoint("<number:number>/reopen/", stage)
    def reopen_stage(self, number: int) -> None:
        """重開階段: reopen a closed stage."""
        stages.reopen_stage(stage_id=self._pk(number))

    @base.write_endpoint("<number:number>/decline/", stage, DeclineSerializer)
    def decline_place(self, data: dict[str, Any], number: int) -> None:
        """放棄晉級: give the place to the next in order."""
        stages.decline(stage_id=self._pk(number), **self._by(), **data)

    @base.write_endpoint("<number:number>/fill/", stage)
    def fill_up_stage(self, number: int) -> None:
        """遞補: give places of players who dropped out to the next in order."""
        stages.fill_up(stage_id=self._pk(number))

    def _pk(self, number: int) -> int:
        return base.get_or_404(self.access.event.stages.filter(number=number).first()).pk

    def _by(self) -> dict[str, Any]:
        return {"now": timezone.now(), "user_id": self.access.actor.user_id}
