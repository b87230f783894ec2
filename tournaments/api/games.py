"""Games over HTTP: state, hands, recording, confirming, correcting. Each method: access, one service, an answer."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.db import transaction
from django.db.models import Prefetch
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.numbers import whole
from accounts.proof import asked_again
from scoring import text
from tournaments.access import GameAccess, event_access, game_access, require, writing_access
from tournaments.api import serializers as shapes
from tournaments.api.base import OpenView
from tournaments.api.errors import REFUSED
from tournaments.api.lists import GamesAskedSerializer, asked, page
from tournaments.api.steps import checked, there, writes
from tournaments.book.changes import changes, hand_line
from tournaments.book.pauses import running
from tournaments.book.read import read_book, rules_mark
from tournaments.book.timeline import Played, is_late
from tournaments.game_codes import address_code
from tournaments.locks import tried_twice
from tournaments.models import Game, GameSeat, Round
from tournaments.selectors.as_told import told_cards, told_games, told_hands
from tournaments.selectors.card import CardSignature, card_signatures
from tournaments.selectors.export import replay_input
from tournaments.selectors.visible_book import shown_hands, viewer_of
from tournaments.selectors.visible_cards import shown_card
from tournaments.services import book, cards, confirmations, consent, late_rulings


def played(data: dict[str, Any]) -> Played:
    """An event with its claim as the services take it."""
    return Played(data["event"], data.get("claim"))


def game_json(game: Game) -> dict[str, Any]:
    """A game as JSON; `seats` (with players), `round` and `table` should be loaded."""
    return {
        "id": game.pk,
        "code": address_code(game.pk),
        "round": game.round.number,
        "table": game.table.number,
        "state": game.state,
        "book_version": game.book_version,
        "hand_name": game.hand_name,
        "dealer": game.dealer,
        "dealer_streak": game.dealer_streak,
        "hands_closed": game.hands_closed,
        "unconfirmed": game.unconfirmed,
        "disputed": game.disputed,
        "paused_since": running(game.pauses),
        "seats": [_seat_json(seat) for seat in game.seats.all()],
    }


def _seat_json(seat: GameSeat) -> dict[str, Any]:
    return {
        "seat": seat.seat,
        "player": seat.player.number,
        "name": seat.player.name,
        "substitute": seat.substitute.number if seat.substitute else None,
        "substitute_from": seat.substitute_from,
        "score": text(seat.score),
        "pending_in": text(seat.pending_in),
        "pending_out": text(seat.pending_out),
        "penalties": text(seat.penalties),
        "place": seat.place,
    }


def loaded_games(event_id: int) -> Any:
    """The games of an event with everything that `game_json` shows."""
    seats = Prefetch("seats", GameSeat.objects.select_related("player", "substitute").order_by("seat"))
    return Game.objects.filter(event_id=event_id).select_related("event", "round", "table").prefetch_related(seats)


_CHOSEN = {"round": "round__number", "table": "table__number", "player": "seats__player__number"}


class GamesView(OpenView):
    """The games of an event."""

    @extend_schema(
        operation_id="games",
        tags=["games"],
        parameters=[GamesAskedSerializer],
        responses=shapes.GameSerializer(many=True),
    )
    def get(self, request: Request, slug: str) -> Response:
        access = event_access(request, slug)
        what = asked(GamesAskedSerializer, request)
        chosen = {lookup: what[name] for name, lookup in _CHOSEN.items() if name in what}
        games = loaded_games(access.event.pk).filter(**chosen).order_by("round__number", "table__number")
        if not access.organises:
            games = games.exclude(round__state=Round.State.DRAFT)
        found, more = page(request, games, what)
        return Response([game_json(game) for game, _fold in told_games(list(found), access.until)], headers=more)


class GameView(OpenView):
    """One game: where it stands now."""

    @extend_schema(operation_id="game", tags=["games"], responses=shapes.GameSerializer)
    def get(self, request: Request, game_id: int) -> Response:
        access = game_access(request, game_id)
        game = loaded_games(access.event.pk).get(pk=game_id)
        return Response(game_json(told_games([game], access.until)[0][0]))


@tried_twice
@transaction.atomic
def _recorded(request: Request, game_id: int) -> Mapping[str, Any]:
    """Rights and book of the same locked row, as on the page: one query less than looking twice."""
    access = writing_access(request, game_id, lock=True)
    data = checked(shapes.RecordSerializer, request)
    entered = played(data)
    said: dict[str, Any] = {
        "game_id": game_id,
        "actor": access.actor,
        "played": entered,
        "client_key": data["client_key"],
        "seen": data["seen"],
        "now": timezone.now(),
        "locked": access.game,
    }
    if is_late(entered.event):
        return late_rulings.record_late(**said, number=None)
    return book.record(**said, at_bell=data["at_bell"], counted_under=data["rules"])


class HandsView(OpenView):
    """The hands of a game; posting records an event (a win, a draw, a reward, a ruling)."""

    @extend_schema(operation_id="hands", tags=["hands"], responses=shapes.HandSerializer(many=True))
    def get(self, request: Request, game_id: int) -> Response:
        access = game_access(request, game_id)
        hands = told_hands(access.game)
        return Response(shapes.HandSerializer(shown_hands(access.game, viewer_of(access), hands), many=True).data)

    @extend_schema(
        operation_id="record",
        tags=["hands"],
        request=shapes.RecordSerializer,
        responses={200: shapes.AnswerSerializer, 409: REFUSED},
    )
    def post(self, request: Request, game_id: int) -> Response:
        return Response(_recorded(request, game_id))


class HandView(OpenView):
    """One hand of a game."""

    @extend_schema(operation_id="hand", tags=["hands"], responses=shapes.HandSerializer)
    def get(self, request: Request, game_id: int, number: int) -> Response:
        access = game_access(request, game_id)
        hand = there(next((one for one in told_hands(access.game) if one.number == number), None))
        shown = shown_hands(access.game, viewer_of(access), [hand])
        return Response(shapes.HandSerializer(shown[0]).data)


class PreviewView(OpenView):
    """What an event would do, nothing saved."""

    @extend_schema(
        operation_id="preview",
        tags=["hands"],
        request=shapes.PlayedSerializer,
        responses={200: OpenApiTypes.OBJECT, 409: REFUSED},
    )
    def post(self, request: Request, game_id: int) -> Response:
        access = writing_access(request, game_id)
        seen = book.preview(
            book=read_book(access.game),
            played=played(checked(shapes.PlayedSerializer, request, shapes.RecordSerializer)),
        )
        return Response(
            {
                "hand": hand_line(seen.hand) if seen.hand else None,
                "scores": [text(score) for score in seen.after.state.scores],
                "finished": seen.after.state.finished,
                "rules": rules_mark(access.event, access.game.round),
            }
        )


class CorrectView(OpenView):
    """Correct a hand: other events in its place; the game is replayed."""

    @writes("correct", tag="hands", takes=shapes.CorrectSerializer)
    def post(self, *, entries: list[dict[str, Any]], **said: Any) -> Any:
        return book.correct(entries=[played(entry) for entry in entries], **said)


class CorrectPreviewView(OpenView):
    """Every hand whose line a correction would change, before and after; nothing saved."""

    @extend_schema(
        operation_id="correct_preview",
        tags=["hands"],
        request=shapes.EntriesSerializer,
        responses={200: shapes.ChangedHandSerializer(many=True), 409: REFUSED},
    )
    def post(self, request: Request, game_id: int, number: int) -> Response:
        access = writing_access(request, game_id)
        entries = [
            played(entry) for entry in checked(shapes.EntriesSerializer, request, shapes.CorrectSerializer)["entries"]
        ]
        before = read_book(access.game)
        after = book.preview_correction(book=before, number=number, entries=entries)
        return Response(
            [
                {"number": change.number, "before": change.before, "after": change.after, "seats": change.seats}
                for change in changes(before.folded, after)
            ]
        )


class UndoView(OpenView):
    """Take back the last thing entered."""

    @writes("undo", tag="hands", takes=shapes.UndoSerializer)
    def post(self, **said: Any) -> Any:
        return book.undo(**said)


class ConfirmView(OpenView):
    """Confirm every hand that waits for these seats."""

    @extend_schema(
        operation_id="confirm",
        tags=["hands"],
        request=shapes.ConfirmSerializer,
        responses={200: shapes.AnswerSerializer, 409: REFUSED},
    )
    def post(self, request: Request, game_id: int) -> Response:
        access = game_access(request, game_id)
        consent.check_speaks(access)
        data = checked(shapes.ConfirmSerializer, request)
        now = timezone.now()
        pins = {seat: pin for text, pin in data["pins"].items() if (seat := whole(text, 3)) is not None}
        method = consent.may_confirm(access, data["seats"], pins, now)
        answer = confirmations.confirm(
            game_id=game_id,
            actor=access.actor,
            seats=data["seats"],
            method=method,
            client_key=data["client_key"],
            now=now,
        )
        return Response(answer)


class ObjectView(OpenView):
    """Object to a hand: it is disputed until the referee decides."""

    @extend_schema(
        operation_id="object",
        tags=["hands"],
        request=shapes.ObjectionSerializer,
        responses={200: shapes.AnswerSerializer, 409: REFUSED},
    )
    def post(self, request: Request, game_id: int, number: int) -> Response:
        access = game_access(request, game_id)
        consent.check_speaks(access)
        data = checked(shapes.ObjectionSerializer, request)
        consent.may_object(access, data["seat"])
        answer = confirmations.object_to(game_id=game_id, actor=access.actor, number=number, now=timezone.now(), **data)
        return Response(answer)


class UpholdView(OpenView):
    """Decide that a disputed hand stands."""

    @writes("uphold", tag="hands", takes=shapes.ReasonSerializer)
    def post(self, **said: Any) -> Any:
        return confirmations.uphold(**said)


class ExportView(OpenView):
    """The game as a replay document. Rulings on others stand in it by what came of them: the same book follows."""

    @extend_schema(operation_id="export", tags=["games"], responses=OpenApiTypes.OBJECT)
    def get(self, request: Request, game_id: int) -> Response:
        access = game_access(request, game_id)
        return Response(replay_input(access.game, viewer_of(access)))


class CardView(OpenView):
    """The scorecard as it stands: content, digest of the whole card, who has signed."""

    @extend_schema(operation_id="card", tags=["cards"], responses=shapes.CardSerializer)
    def get(self, request: Request, game_id: int) -> Response:
        return Response(_card_json(game_access(request, game_id)))


def _card_json(access: GameAccess) -> dict[str, Any]:
    found = read_book(access.game)
    content, withheld = shown_card(access.game, found, viewer_of(access))
    in_force = next((card for card in told_cards(access.game) if card.reopened_at is None), None)
    return {
        "digest": cards.current_digest(access.game, found.folded),
        "signed": sorted(found.folded.signatures),
        "signatures": signatures_json(card_signatures(found, [""] * 4)),
        "code": in_force.code if in_force else None,
        "withheld": withheld,
        "content": content,
    }


def signatures_json(signatures: Iterable[CardSignature]) -> list[dict[str, Any]]:
    """Who has signed, when and how, by seat; never the drawing."""
    return [
        {"seat": one.seat, "method": one.method, "at": one.at, "ruled_by": one.ruled_by, "reason": one.reason}
        for one in signatures
        if one.at is not None
    ]


class SignView(OpenView):
    """Sign the card for one seat."""

    @extend_schema(
        operation_id="sign",
        tags=["cards"],
        request=shapes.SignSerializer,
        responses={200: OpenApiTypes.OBJECT, 409: REFUSED},
    )
    def post(self, request: Request, game_id: int) -> Response:
        access = game_access(request, game_id)
        consent.check_speaks(access)
        data = checked(shapes.SignSerializer, request)
        now = timezone.now()
        method = consent.may_sign(access, data["seat"], data.pop("pin"), now)
        return Response(cards.sign(game_id=game_id, actor=access.actor, method=method, now=now, **data))


class SignRuledView(OpenView):
    """Rule that the card stands without the signature of one seat: the referee, with a reason."""

    @writes("sign_ruled", tag="cards", takes=shapes.SignRulingSerializer, answers=OpenApiTypes.OBJECT)
    def post(self, **said: Any) -> Any:
        return cards.rule_signed(**said)


class ReopenView(OpenView):
    """Reopen a signed card: the head referee, with a reason."""

    @extend_schema(
        operation_id="reopen",
        tags=["cards"],
        request=shapes.ReasonSerializer,
        responses={200: OpenApiTypes.OBJECT, 409: REFUSED},
    )
    def post(self, request: Request, game_id: int) -> Response:
        access = game_access(request, game_id)
        require(access.heads)
        asked_again(request)
        data = checked(shapes.ReasonSerializer, request)
        return Response(cards.reopen(game_id=game_id, actor=access.actor, now=timezone.now(), **data))
