"""轉播延遲: games, seats and hands as a reader is told of them. Reads only."""

from collections.abc import Iterable
from datetime import datetime

from tournaments.book.earlier import games_at
from tournaments.book.fold import FoldedGame
from tournaments.book.held import seat_values
from tournaments.book.read import read_book
from tournaments.models import Game, GameSeat, HandRecord, Scorecard
from tournaments.services.writing import hand_rows


def told_games(games: Iterable[Game], until: datetime | None) -> list[tuple[Game, FoldedGame | None]]:
    """The games (with event, round and prefetched seats) with what the seats held then; beside each its fold of then,
    None where all is as stored."""
    if until is None:
        return [(game, None) for game in games]
    found = games_at(games, until)
    for game, fold in found:
        if fold is not None and "seats" in getattr(game, "_prefetched_objects_cache", ()):
            told_seats(game.seats.all(), fold)
    return found


def told_seats(seats: Iterable[GameSeat], fold: FoldedGame) -> list[GameSeat]:
    """The seats, in place, with what each held when the game stood so."""
    values, found = seat_values(fold), list(seats)
    for seat in found:
        for name, value in values[seat.seat].items():
            setattr(seat, name, value)
    return found


def told_hands(game: Game, fold: FoldedGame | None = None) -> list[HandRecord]:
    """The lines of the card, the hand in progress too: as stored, or as they stood when the game did."""
    if game.until is None:
        return list(HandRecord.objects.filter(game=game).order_by("number"))
    rows = hand_rows(game, fold or read_book(game).folded, game.until)
    recorded = dict(HandRecord.objects.filter(game=game).values_list("number", "recorded_at"))
    for row in rows:
        row.recorded_at = min(recorded.get(row.number, game.until), game.until)
    return rows


def told_cards(game: Game) -> list[Scorecard]:
    """The cards that were signed, in order; those of then, in the state of then."""
    cards = list(game.scorecards.order_by("version"))
    if game.until is None:
        return cards
    found = [card for card in cards if card.locked_at <= game.until]
    for card in found:
        if card.reopened_at is not None and card.reopened_at > game.until:
            card.reopened_at = None
    return found
