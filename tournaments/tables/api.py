from datetime import datetime
from typing import Any

from django.db.models import Prefetch, QuerySet
from django.utils import timezone
from rest_framework import serializers
from rest_framework.response import Response

from accounts.inputs import parse_int
from scoring import format_points
from tournaments.api import base
from tournaments.api.base import (
    OBJECT,
    Endpoints,
    Leads,
    PointsField,
    Reads,
    Referees,
    SpeaksForSeat,
    UtcField,
    Works,
    Writes,
    get_or_404,
    page,
    read_endpoint,
    write_endpoint,
)
from tournaments.core import confirmation_rules
from tournaments.core.game_codes import address_code
from tournaments.models import Call, Game, GameSeat, Round
from tournaments.tables.game_log.changes import changes
from tournaments.tables.game_log.projection import hand_line
from tournaments.tables.game_log.read import read_book, rules_mark
from tournaments.tables.game_log.timeline import Played, is_late, running
from tournaments.tables.selectors import calls as call_selectors
from tournaments.tables.selectors.export import replay_input
from tournaments.tables.selectors.visible import apply_delay, delayed_hands, shown_hands, viewer_of
from tournaments.tables.services import calls, confirmations, late_rulings, recording, substitutes


class SeatSerializer(serializers.Serializer):
    """座位: the player and the current results of a seat. Points are exact decimal strings."""

    seat = serializers.IntegerField()
    player = serializers.IntegerField(source="player.number", help_text="the player's number")
    name = serializers.CharField(source="player.name")
    substitute = serializers.IntegerField(source="substitute.number", allow_null=True, help_text="who plays here now")
    substitute_from = serializers.IntegerField(allow_null=True, help_text="from which hand")
    score = PointsField()
    pending_in = PointsField()
    pending_out = PointsField()
    penalties = PointsField()
    place = serializers.IntegerField(allow_null=True)


class GameSerializer(serializers.Serializer):
    id = serializers.IntegerField()
    code = serializers.SerializerMethodField(help_text="its part of addresses for all but officials and the four")
    round = serializers.IntegerField(source="round.number")
    table = serializers.IntegerField(source="table.number")
    state = serializers.CharField()
    book_version = serializers.IntegerField(help_text="send it back as `seen`")
    hand_name = serializers.CharField()
    dealer = serializers.IntegerField()
    dealer_streak = serializers.IntegerField()
    hands_closed = serializers.IntegerField()
    unconfirmed = serializers.IntegerField()
    disputed = serializers.BooleanField()
    paused_since = serializers.SerializerMethodField(help_text="while the table pauses")
    seats = SeatSerializer(many=True)

    def get_code(self, game: Game) -> str:
        return address_code(game.pk)

    def get_paused_since(self, game: Game) -> datetime | None:
        return running(game.pauses)


class GamesQuerySerializer(base.PageSerializer):
    round = serializers.IntegerField(min_value=0, max_value=32_000, required=False)
    table = serializers.IntegerField(min_value=0, max_value=32_000, required=False)
    player = serializers.IntegerField(min_value=0, max_value=2_000_000_000, required=False, help_text="the number")


class KeyedSerializer(base.Serializer):
    client_key = serializers.UUIDField(help_text="made by the client before the first try; a repeat is harmless")


class ReasonSerializer(KeyedSerializer):
    reason = serializers.CharField(max_length=300)


class PauseSerializer(ReasonSerializer):
    """暫停. `minutes`: the length of a pause that has just ended, null for one that begins."""

    minutes = serializers.IntegerField(min_value=1, max_value=600, allow_null=True, default=None)


class SubstituteSerializer(base.Serializer):
    """The substitute (替補) of a seat from the current hand on; null removes one who has not finished a hand yet."""

    seat = serializers.IntegerField(min_value=0, max_value=3)
    player = serializers.IntegerField(min_value=1, allow_null=True, help_text="number of a staff player")


class AnswerSerializer(serializers.Serializer):
    act = serializers.IntegerField(allow_null=True)
    hand = serializers.IntegerField(required=False)
    closed = serializers.BooleanField(required=False)
    book_version = serializers.IntegerField(required=False)


def loaded_games(event_id: int) -> QuerySet[Game]:
    """Return the games of an event with all data of `GameSerializer`."""
    seats = Prefetch("seats", GameSeat.objects.select_related("player", "substitute").order_by("seat"))
    return Game.objects.filter(event_id=event_id).select_related("event", "round", "table").prefetch_related(seats)


_LOOKUPS = {"round": "round__number", "table": "table__number", "player": "seats__player__number"}


class GameEndpoints(Endpoints):
    tag = "games"

    @read_endpoint("events/<slug:slug>/games/", GameSerializer(many=True), query=GamesQuerySerializer)
    def games(self, query: dict[str, Any]) -> Response:
        """List the games of an event."""
        chosen = {lookup: query[name] for name, lookup in _LOOKUPS.items() if name in query}
        games = loaded_games(self.access.event.pk).filter(**chosen).order_by("round__number", "table__number")
        if not self.access.organises:
            games = games.exclude(round__state=Round.State.DRAFT)
        found, headers = page(self.request, games, query)
        shown = [game for game, _fold in apply_delay(list(found), self.access.until)]
        return Response(GameSerializer(shown, many=True).data, headers=headers)

    @read_endpoint("games/<game:game_id>/", GameSerializer)
    def game(self) -> Game:
        """Return one game with its current state."""
        return apply_delay([self._game()], self.access.until)[0][0]

    @read_endpoint("games/<game:game_id>/replay/", OBJECT)
    def export(self) -> Any:
        """Return the game as a replay document. Rulings on others are replaced by their results, with the same log."""
        return replay_input(self.access.game, viewer_of(self.access))

    @write_endpoint("games/<game:game_id>/pause/", AnswerSerializer, PauseSerializer, may=Writes)
    def pause(self, data: dict[str, Any]) -> Any:
        """Pause a table, or enter a pause that has ended. No points move, and replay documents leave it out."""
        return recording.pause(**self.access.entry, **data)

    @write_endpoint("games/<game:game_id>/resume/", AnswerSerializer, KeyedSerializer, may=Writes)
    def resume(self, data: dict[str, Any]) -> Any:
        """Continue a paused game."""
        return recording.resume(**self.access.entry, **data)

    @write_endpoint("games/<game:game_id>/substitute/", GameSerializer, SubstituteSerializer, may=Leads)
    def substitute(self, data: dict[str, Any]) -> Game:
        """Put a staff player into a seat in play; for organisers and the head referee."""
        game_id, seat, now = self.access.game.pk, data["seat"], timezone.now()
        if data["player"] is None:
            substitutes.take_back(game_id=game_id, seat=seat, now=now)
        else:
            substitutes.step_in(game_id=game_id, seat=seat, number=data["player"], now=now)
        return self._game()

    def _game(self) -> Game:
        return loaded_games(self.access.event.pk).get(pk=self.access.game.pk)


class PlayedSerializer(base.Serializer):
    event = serializers.DictField()
    claim = serializers.DictField(required=False, allow_null=True, default=None)


class RecordSerializer(KeyedSerializer, PlayedSerializer):
    seen = serializers.IntegerField(min_value=0, help_text="the book_version that the client has seen")
    at_bell = serializers.ChoiceField(
        choices=["over", "during", "ahead"],
        required=False,
        default="",
        help_text="after the hall's bell: whether the hand was over at the bell, in progress, or had not begun; "
        "without it, what is likely by the time",
    )
    rules = serializers.CharField(
        max_length=16,
        required=False,
        allow_blank=True,
        default="",
        help_text="`rules` of the preview: other rules since then are a conflict",
    )


class PreviewSerializer(RecordSerializer):
    """The body as it would be recorded; only the event matters."""

    client_key = serializers.UUIDField(required=False)
    seen = serializers.IntegerField(min_value=0, required=False)


class CorrectSerializer(ReasonSerializer):
    seen = serializers.IntegerField(min_value=0)
    entries = PlayedSerializer(many=True)


class CorrectPreviewSerializer(CorrectSerializer):
    """The body as it would correct the hand; only the entries matter."""

    client_key = serializers.UUIDField(required=False)
    seen = serializers.IntegerField(min_value=0, required=False)
    reason = serializers.CharField(max_length=300, required=False)


class UndoSerializer(ReasonSerializer):
    seen = serializers.IntegerField(min_value=0)


class ChangedHandSerializer(serializers.Serializer):
    """A hand changed by a correction: null where it would not exist. `seats`: those whose numbers change."""

    number = serializers.IntegerField()
    before = serializers.DictField(allow_null=True)
    after = serializers.DictField(allow_null=True)
    seats = serializers.ListField(child=serializers.IntegerField())


class ConfirmSerializer(KeyedSerializer):
    seats = serializers.ListField(child=serializers.IntegerField(min_value=0, max_value=3), allow_empty=False)
    pins = serializers.DictField(
        child=serializers.CharField(max_length=4),
        required=False,
        default=dict,
        help_text="seat → PIN, where the event asks each player for one",
    )


class ObjectionSerializer(ReasonSerializer):
    seat = serializers.IntegerField(min_value=0, max_value=3)


class HandSerializer(serializers.Serializer):
    """A recorded hand (局); `book` holds events, payments, chain moves, chains, cards and scores.

    Rulings that the reader may not read are replaced by their results, with `{"withheld": true}` as their claim.
    """

    number = serializers.IntegerField()
    name = serializers.CharField()
    dealer = serializers.IntegerField()
    dealer_streak = serializers.IntegerField()
    result = serializers.CharField()
    state = serializers.CharField()
    recorded_at = serializers.DateTimeField()
    book = serializers.DictField()


def _played(data: dict[str, Any]) -> Played:
    return Played(data["event"], data["claim"])


class HandEndpoints(Endpoints):
    tag = "hands"
    prefix = "games/<game:game_id>/"

    @read_endpoint("hands/", HandSerializer(many=True))
    def hands(self) -> Any:
        """List the hands of a game."""
        return shown_hands(self.access.game, viewer_of(self.access), delayed_hands(self.access.game))

    @read_endpoint("hands/<number:number>/", HandSerializer)
    def hand(self, number: int) -> Any:
        """Return one hand of a game."""
        hand = get_or_404(next((one for one in delayed_hands(self.access.game) if one.number == number), None))
        return shown_hands(self.access.game, viewer_of(self.access), [hand])[0]

    @write_endpoint(hands, AnswerSerializer, RecordSerializer, may=Writes)
    def record(self, data: dict[str, Any]) -> Any:
        """Record an event: a win, a draw, a reward, a ruling."""
        played = _played(data)
        entry = {**self.access.entry, "played": played, "client_key": data["client_key"], "seen": data["seen"]}
        if is_late(played.event):
            return late_rulings.record_late(**entry, number=None)
        return recording.record(**entry, at_bell=data["at_bell"], counted_under=data["rules"])

    @write_endpoint("preview/", OBJECT, PreviewSerializer, may=Writes)
    def preview(self, data: dict[str, Any]) -> Any:
        """Return what an event would change; nothing is saved."""
        game, book = self.access.game, read_book(self.access.game)
        after = recording.preview(book=book, played=_played(data))
        closed = len(after.hands) > len(book.folded.hands)
        return {
            "hand": hand_line(after.hands[-1]) if closed else None,
            "scores": [format_points(score) for score in after.state.scores],
            "finished": after.state.finished,
            "rules": rules_mark(game.event, game.round),
        }

    @write_endpoint("hands/<number:number>/correct/", AnswerSerializer, CorrectSerializer, may=Writes)
    def correct(self, data: dict[str, Any], number: int) -> Any:
        """Correct a hand: replace its events and replay the game."""
        entries = [_played(one) for one in data.pop("entries")]
        return recording.correct(**self.access.entry, number=number, entries=entries, **data)

    @write_endpoint(
        "hands/<number:number>/correct/preview/", ChangedHandSerializer(many=True), CorrectPreviewSerializer, may=Writes
    )
    def correct_preview(self, data: dict[str, Any], number: int) -> Any:
        """Return every hand that a correction would change, before and after; nothing is saved."""
        before = read_book(self.access.game)
        entries = [_played(one) for one in data["entries"]]
        return changes(before.folded, recording.correction_of(before, number, entries)[1])

    @write_endpoint("undo/", AnswerSerializer, UndoSerializer, may=Writes)
    def undo(self, data: dict[str, Any]) -> Any:
        """Undo the last entry."""
        return recording.undo(**self.access.entry, **data)

    @write_endpoint("confirm/", AnswerSerializer, ConfirmSerializer, may=SpeaksForSeat)
    def confirm(self, data: dict[str, Any]) -> Any:
        """Confirm every hand that waits for these seats."""
        pins = {seat: pin for key, pin in data.pop("pins").items() if (seat := parse_int(key, 3)) is not None}
        method = confirmation_rules.may_confirm(self.access, data["seats"], pins, timezone.now())
        return confirmations.confirm(**self.access.entry, method=method, **data)

    @write_endpoint("hands/<number:number>/object/", AnswerSerializer, ObjectionSerializer, may=SpeaksForSeat)
    def object(self, data: dict[str, Any], number: int) -> Any:
        """Object to a hand: it is disputed until the referee decides."""
        confirmation_rules.may_object(self.access, data["seat"])
        return confirmations.object_to(**self.access.entry, number=number, **data)

    @write_endpoint("hands/<number:number>/uphold/", AnswerSerializer, ReasonSerializer, may=Writes)
    def uphold(self, data: dict[str, Any], number: int) -> Any:
        """Uphold a disputed hand as it was recorded."""
        return confirmations.uphold(**self.access.entry, number=number, **data)


class SeesCalls(Reads):
    right = "belongs"


class Calls(Reads):
    right = "caller"


class CallSerializer(serializers.Serializer):
    """叫裁判: the caller, the time, and the referee on the way (empty until one takes the call)."""

    id = serializers.IntegerField()
    game = serializers.IntegerField(source="game_id")
    table = serializers.IntegerField(source="game.table.number")
    caller = serializers.CharField(read_only=True)
    since = UtcField(source="created_at")
    taken_by = serializers.SerializerMethodField()
    taken_at = UtcField(allow_null=True)

    def get_taken_by(self, call: Call) -> str:
        return str(call.taken_by or "")


class OpenCallSerializer(serializers.Serializer):
    call = CallSerializer(allow_null=True)


class CallStepSerializer(base.Serializer):
    """The call that the client has read; by default the open one."""

    call = serializers.IntegerField(required=False, allow_null=True, default=None)


_CALLS = ("game__table", "player", "user", "taken_by")


class CallEndpoints(Endpoints):
    tag = "calls"

    @read_endpoint("events/<slug:slug>/calls/", CallSerializer(many=True), may=Works)
    def calls(self) -> Any:
        """List the calling tables of the open rounds, the longest waiting first."""
        calls = call_selectors.open_calls().filter(game__event=self.access.event, game__round__state=Round.State.OPEN)
        return calls.select_related(*_CALLS).order_by("created_at")

    @read_endpoint("games/<game:game_id>/call/", OpenCallSerializer, may=SeesCalls)
    def call(self) -> Any:
        """Return the open call of a table."""
        return self._open_call()

    @write_endpoint(call, OpenCallSerializer, may=Calls)
    def call_referee(self) -> Any:
        """Call a referee to the table."""
        calls.call(game_id=self.access.game.pk, actor=self.access.caller, now=timezone.now())
        return self._open_call()

    @write_endpoint(
        "games/<game:game_id>/call/withdraw/", OpenCallSerializer, CallStepSerializer, may=Calls, name="call_withdraw"
    )
    def withdraw_call(self, data: dict[str, Any]) -> Any:
        """Withdraw one's own call."""
        calls.withdraw(**self._meant(data), actor=self.access.caller)
        return self._open_call()

    @write_endpoint(
        "games/<game:game_id>/call/take/", OpenCallSerializer, CallStepSerializer, may=Referees, name="call_take"
    )
    def take_call(self, data: dict[str, Any]) -> Any:
        """Take the call, and go to the table."""
        calls.take(**self._meant(data), user=self.access.user)
        return self._open_call()

    @write_endpoint(
        "games/<game:game_id>/call/end/", OpenCallSerializer, CallStepSerializer, may=Referees, name="call_end"
    )
    def end_call(self, data: dict[str, Any]) -> Any:
        """Close the call."""
        calls.end(**self._meant(data), user=self.access.user)
        return self._open_call()

    def _meant(self, data: dict[str, Any]) -> dict[str, Any]:
        return {"game_id": self.access.game.pk, "call_id": data["call"], "now": timezone.now()}

    def _open_call(self) -> Any:
        call = call_selectors.open_calls().filter(game=self.access.game.pk).select_related(*_CALLS).first()
        return {"call": CallSerializer(call).data if call else None}
