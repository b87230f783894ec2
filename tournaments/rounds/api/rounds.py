from typing import Any

from django.utils import timezone
from django.utils.translation import get_language
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from accounts.numbers import HIGHEST
from tournaments.api import base
from tournaments.api.base import OBJECT, Endpoints, Leads, get_or_404, read_endpoint, write_endpoint
from tournaments.api.fields import UtcField
from tournaments.hall import services as clocks
from tournaments.hall.selectors.clock import clock_page
from tournaments.models import DrawLine, Round
from tournaments.players.lists.players import HIGHEST_NUMBER
from tournaments.rounds import draws
from tournaments.rounds import selectors as draw_selectors
from tournaments.rounds.selectors import ListOfDraws
from tournaments.rounds.services import breaking_off, event_draws, rounds, swaps, voiding
from tournaments.tables.api import KeyedSerializer
from tournaments.tables.book.earlier import rounds_then
from tournaments.tables.book.read import rules_of
from tournaments.tables.recording.clock_view import ClockView
from tournaments.tables.selectors.published_seats import SeatedTable, seated_tables


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

    table = serializers.IntegerField(source="game.table.number")
    game = serializers.IntegerField(source="game.pk")
    players = serializers.SerializerMethodField()

    def get_players(self, table: SeatedTable) -> list[int]:
        return [seat.player.number for seat in table.seats]


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
    """長度: how many 圈 the games of a round have; null: as its stage or the rules of the event say."""

    wind_rounds = serializers.IntegerField(min_value=1, max_value=4, allow_null=True)


class StepSerializer(base.Serializer):
    """Without `confirmed`, a step that the page asks about is refused with `needs_confirmation`."""

    confirmed = serializers.BooleanField(default=False)


class VoidSerializer(StepSerializer):
    reason = serializers.CharField(max_length=voiding.LONGEST)


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


class RoundEndpoints(Endpoints):
    tag = "rounds"
    prefix = "events/<slug:slug>/rounds/"

    @read_endpoint("", RoundSerializer(many=True))
    def rounds(self) -> Any:
        """The rounds of an event that the caller may read."""
        access = self.access
        found = [round_ for round_ in access.event.rounds.order_by("number") if access.reads_round(round_)]
        return rounds_then(found, access.until)

    @write_endpoint(rounds, RoundSerializer, NewRoundSerializer, status=201)
    def make_round(self, data: dict[str, Any]) -> Round:
        """Draft one more round."""
        return rounds.make_round(event=self.access.event, **data)

    @read_endpoint("<number:number>/", SeatedRoundSerializer)
    def round(self, number: int) -> Any:
        """One round with its seats; a draft for organisers only."""
        return self._seated(number)

    @write_endpoint("<number:number>/length/", RoundSerializer, LengthSerializer, name="round_length")
    def set_round_length(self, data: dict[str, Any], number: int) -> Round:
        """長度: how many 圈 the games of a round have, until it is opened."""
        return rounds.set_length(round_id=self._pk(number), **data)

    @write_endpoint("<number:number>/publish/", RoundSerializer, StepSerializer)
    def publish_round(self, data: dict[str, Any], number: int) -> Round:
        """公布座位: everybody reads where they sit."""
        return rounds.publish_round(round_id=self._pk(number), now=timezone.now(), **data)

    @write_endpoint("<number:number>/unpublish/", RoundSerializer)
    def unpublish_round(self, number: int) -> Round:
        """收回公布: the seats are a draft again."""
        return rounds.unpublish_round(round_id=self._pk(number))

    @write_endpoint("<number:number>/open/", RoundSerializer, StepSerializer)
    def open_round(self, data: dict[str, Any], number: int) -> Round:
        """開始: referees record from now on. A draft is published first."""
        return rounds.open_round(round_id=self._pk(number), now=timezone.now(), **data)

    @write_endpoint("<number:number>/take-back/", RoundSerializer)
    def take_back_round(self, number: int) -> Round:
        """收回: a round that was opened by mistake, without any entry, is published again."""
        return rounds.take_back_round(round_id=self._pk(number), now=timezone.now(), confirmed=True)

    @write_endpoint("<number:number>/close/", RoundSerializer, StepSerializer)
    def close_round(self, data: dict[str, Any], number: int) -> Round:
        """結束: no more hands."""
        return rounds.close_round(round_id=self._pk(number), now=timezone.now(), **data)

    @write_endpoint("<number:number>/end-games/", RoundSerializer, EndGamesSerializer)
    def end_games(self, data: dict[str, Any], number: int) -> Round:
        """在這裡完場: the games in play that the rules end between two hands, with every open amount collected."""
        found = Round.objects.get(pk=self._pk(number))
        breaking_off.end_games(
            round_=found,
            seen={one["game"]: one["seen"] for one in data["games"]},
            actor=self.access.actor,
            client_key=data["client_key"],
            now=timezone.now(),
        )
        return found

    @write_endpoint("<number:number>/reopen/", RoundSerializer)
    def reopen_round(self, number: int) -> Round:
        """重開: hands are recorded again in a closed round."""
        return rounds.reopen_round(round_id=self._pk(number))

    @write_endpoint("<number:number>/void/", RoundSerializer, VoidSerializer)
    def void_round(self, data: dict[str, Any], number: int) -> Round:
        """作廢: the round counts nowhere and stays readable."""
        return voiding.void_round(round_id=self._pk(number), actor=self.access.actor, now=timezone.now(), **data)

    @write_endpoint("<number:number>/unvoid/", RoundSerializer)
    def unvoid_round(self, number: int) -> Round:
        """取消作廢: the round counts again."""
        return voiding.unvoid_round(round_id=self._pk(number), actor=self.access.actor, now=timezone.now())

    @write_endpoint("<number:number>/seats/", SeatedRoundSerializer, CorrectSeatsSerializer, may=Leads)
    def correct_seats(self, data: dict[str, Any], number: int) -> Any:
        """更正座位: correct the players of seats after some hands; points stay with the seat. Organisers and the head
        referee."""
        chairs = {(one["table"], one["seat"]): one["player"] for one in data.pop("seats")}
        swaps.reseat(round_id=self._pk(number), chairs=chairs, actor=self.access.actor, now=timezone.now(), **data)
        return self._seated(number)

    def _pk(self, number: int) -> int:
        return self.access.round(number).pk

    def _seated(self, number: int) -> Any:
        round_ = self.access.round(number)
        return SeatedRoundSerializer(round_, context={"until": self.access.until}).data


class BellSerializer(serializers.Serializer):
    """When the bell rings: of a paused clock, as if it resumed now; null before it is started."""

    bell = serializers.DateTimeField(allow_null=True)
    minutes_left = serializers.IntegerField(allow_null=True)
    paused = serializers.BooleanField()
    rung = serializers.BooleanField()


class TableBellSerializer(BellSerializer):
    table = serializers.IntegerField()
    game = serializers.IntegerField()
    extra_minutes = serializers.IntegerField()
    expected_end = serializers.DateTimeField(allow_null=True, help_text="by the hands so far; null once it is over")


class ClockSerializer(BellSerializer):
    minutes = serializers.IntegerField(help_text="what the rules say, before it is started")
    warning = serializers.IntegerField(allow_null=True, help_text="minutes before the end when the hall is warned")
    started_at = serializers.DateTimeField(allow_null=True)
    expected_end = serializers.DateTimeField(allow_null=True)
    next_round = serializers.DateTimeField(allow_null=True)
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


class ClockEndpoints(Endpoints):
    tag = "rounds"

    @read_endpoint("events/<slug:slug>/rounds/<number:number>/clock/", ClockSerializer)
    def clock(self, number: int) -> Any:
        """大會鐘 of a round, and the bell of each table."""
        return self._clock(number)

    @write_endpoint(clock, ClockSerializer, StartSerializer, may=Leads)
    def start_clock(self, data: dict[str, Any], number: int) -> Any:
        """開鐘: organisers and the head referee."""
        clocks.start(round_id=self.access.round(number).pk, now=timezone.now(), **data)
        return self._clock(number)

    @write_endpoint(
        "events/<slug:slug>/rounds/<number:number>/clock/time/",
        ClockSerializer,
        MinutesSerializer,
        may=Leads,
        name="clock_time",
    )
    def change_clock(self, data: dict[str, Any], number: int) -> Any:
        """Change the time of a started clock."""
        clocks.change(round_id=self.access.round(number).pk, **data)
        return self._clock(number)

    @write_endpoint(
        "events/<slug:slug>/rounds/<number:number>/clock/pause/",
        ClockSerializer,
        PauseReasonSerializer,
        may=Leads,
        name="clock_pause",
    )
    def pause_clock(self, data: dict[str, Any], number: int) -> Any:
        """全場暫停."""
        clocks.pause(round_id=self.access.round(number).pk, now=timezone.now(), **data)
        return self._clock(number)

    @write_endpoint(
        "events/<slug:slug>/rounds/<number:number>/clock/resume/", ClockSerializer, may=Leads, name="clock_resume"
    )
    def resume_clock(self, number: int) -> Any:
        """全場繼續."""
        clocks.resume(round_id=self.access.round(number).pk, now=timezone.now())
        return self._clock(number)

    @write_endpoint(
        "events/<slug:slug>/rounds/<number:number>/clock/take-back/", ClockSerializer, may=Leads, name="clock_take_back"
    )
    def take_back_clock(self, number: int) -> Any:
        """取消大會鐘, started by mistake."""
        clocks.take_back(round_id=self.access.round(number).pk)
        return self._clock(number)

    @write_endpoint("games/<game:game_id>/extra-time/", GivenSerializer, ExtraSerializer, may=Leads, name="extra_time")
    def give_extra_time(self, data: dict[str, Any]) -> dict[str, int]:
        """加時 for one table: organisers and the head referee."""
        return {"extra": clocks.give_extra(game_id=self.access.game.pk, now=timezone.now(), **data).pk}

    @write_endpoint("games/<game:game_id>/extra-time/take-back/", GivenSerializer, GivenSerializer, may=Leads)
    def take_back_extra_time(self, data: dict[str, int]) -> dict[str, int]:
        """取消加時."""
        clocks.take_back_extra(extra_id=data["extra"], event_id=self.access.event.pk)
        return data

    def _clock(self, number: int) -> Any:
        round_ = self.access.round(number)
        page = clock_page(round_, timezone.now(), self.access.until)
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
        return ClockSerializer(found).data


def _bell(view: ClockView | None) -> dict[str, Any]:
    if view is None:
        return {"bell": None, "minutes_left": None, "paused": False, "rung": False}
    return {"bell": view.bell, "minutes_left": view.minutes, "paused": view.stands, "rung": view.rung}


class DrawLineSerializer(serializers.ModelSerializer):
    seats = serializers.CharField(help_text="digest of the seats; empty until there are any")
    ways = serializers.IntegerField(help_text="how many ways were compared before it was stopped; 0: all")

    class Meta:
        model = DrawLine
        fields = ["number", "seed", "reason", "digest", "created_at", "ended_at", "seats", "ways", "refusal"]
        read_only_fields = fields


class LockedListSerializer(serializers.Serializer):
    """鎖定名單 with its draws, the newest first."""

    number = serializers.IntegerField(source="locked.number")
    digest = serializers.CharField(source="locked.digest")
    rounds = serializers.ListField(source="locked.rounds", child=serializers.IntegerField())
    stage = serializers.IntegerField(source="stage.number", allow_null=True, help_text="null: its rounds are gone")
    session = serializers.IntegerField(help_text="0 where the stage has none")
    players = serializers.IntegerField()
    created_at = UtcField(source="locked.created_at")
    released_at = UtcField(source="locked.released_at", allow_null=True)
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


class DrawEndpoints(Endpoints):
    tag = "draws"
    prefix = "events/<slug:slug>/draws/"

    @read_endpoint("", LockedListSerializer(many=True))
    def draws(self) -> list[ListOfDraws]:
        """Locked lists and their draws, the newest first."""
        return self._lists()

    @write_endpoint("lock/", LockedListSerializer(many=True), LockSerializer)
    def lock_list(self, data: dict[str, Any]) -> list[ListOfDraws]:
        """鎖定名單: the list is fixed and published before the word is known."""
        now = timezone.now()
        event_draws.lock_list(event=self.access.event, today=timezone.localdate(now), now=now, **data)
        return self._lists()

    @write_endpoint("release/", LockedListSerializer(many=True), ReleaseSerializer)
    def release_list(self, data: dict[str, Any]) -> list[ListOfDraws]:
        """解除鎖定."""
        event_draws.release_list(event=self.access.event, now=timezone.now(), **data)
        return self._lists()

    @write_endpoint("seed/", LockedListSerializer(many=True), SeedSerializer, name="draw_rounds")
    def give_seed(self, data: dict[str, Any]) -> list[ListOfDraws]:
        """定號碼、抽籤: the word is stored, and the search begins; `look/` shows its progress."""
        line = event_draws.give_seed(event=self.access.event, now=timezone.now(), **data)
        draws.begin(line, get_language() or "zh-hant")
        return self._lists()

    @write_endpoint("look/", LockedListSerializer(many=True))
    def look_at_draw(self) -> list[ListOfDraws]:
        """看進度: an interrupted draw begins again."""
        line = draw_selectors.running_line(self.access.event)
        if line is not None:
            draws.begin(line, get_language() or "zh-hant")
        return self._lists()

    @write_endpoint("stop/", LockedListSerializer(many=True))
    def stop_draw(self) -> list[ListOfDraws]:
        """停止，保留目前最好的."""
        line = draw_selectors.running_line(self.access.event)
        if line is not None:
            draws.stop(line)
        return self._lists()

    @read_endpoint("<number:number>/<number:line>/", OBJECT)
    def draw_document(self, number: int, line: int) -> Any:
        """The document with which `POST /api/draw/` repeats this draw."""
        found = get_or_404(draw_selectors.list_of_draws(self.access.event, number))
        drawn = get_or_404(next((one for one in found.lines if one.number == line), None))
        return draw_selectors.document_of(found.locked, drawn)

    def _lists(self) -> list[ListOfDraws]:
        return draw_selectors.lists_of_draws(self.access.event)
