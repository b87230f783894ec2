"""轉播延遲: games, seats and hands as a delayed reader sees them."""

from collections.abc import Collection, Iterable
from datetime import datetime

from tournaments.models import Act, Game, GameSeat, HandRecord, Scorecard
from tournaments.tables.game_log.as_of import Earlier, games_at
from tournaments.tables.game_log.projection import seat_values
from tournaments.tables.game_log.read import read_book
from tournaments.tables.game_log.replay import FoldedGame, take_overs
from tournaments.tables.services.writing import hand_rows


def told_games(games: Iterable[Game], until: datetime | None) -> list[tuple[Game, FoldedGame | None]]:
    """Apply the delay to the seats of games (loaded with event, round and seats). The fold is None for games that are
    unchanged since `until`."""
    if until is None:
        return [(game, None) for game in games]
    found = games_at(games, until)
    earlier = Earlier(found[0][0].event_id, until) if found else None
    for game, fold in found:
        assert earlier is not None
        earlier.round(game.round)
        if fold is not None and "seats" in getattr(game, "_prefetched_objects_cache", ()):
            told_seats(game, game.seats.all(), fold, earlier)
    return found


def told_seats(
    game: Game, seats: Iterable[GameSeat], fold: FoldedGame, earlier: Earlier | None = None
) -> list[GameSeat]:
    """Set occupants and scores of the seats, in place, to the state of the fold."""
    assert game.until is not None
    found, values = list(seats), seat_values(fold)
    (earlier or Earlier(game.event_id, game.until)).seats(found)
    come = {one.seat for one in take_overs(game.standing)}
    for seat in found:
        for name, value in values[seat.seat].items():
            setattr(seat, name, value)
        if seat.seat not in come:
            seat.substitute = seat.substitute_from = None
    return found


def told_hands(game: Game, fold: FoldedGame | None = None) -> list[HandRecord]:
    """The lines of the card, the hand in progress included: as stored, or of the fold."""
    if game.until is None:
        return list(HandRecord.objects.filter(game=game).order_by("number"))
    folded = fold or read_book(game).folded
    rows = hand_rows(game, folded, game.until)
    recorded = dict(HandRecord.objects.filter(game=game).values_list("number", "recorded_at"))
    late = {row.number for row in rows} - {number for number, when in recorded.items() if when <= game.until}
    begun = _begun(game, folded, late) if late else {}
    for row in rows:
        row.recorded_at = begun[row.number] if row.number in late else recorded[row.number]
    return rows


def _begun(game: Game, folded: FoldedGame, hands: Collection[int]) -> dict[int, datetime]:
    """First entries of these hands; later corrections and undos may have replaced or deleted the stored ones."""
    items = {hand.number: hand.items for hand in folded.hands} | {folded.state.hand_number: folded.open_items}
    first = {number: min((item.born for item in items[number]), default=1) for number in hands}
    moments = dict(Act.objects.filter(game=game, number__in=first.values()).values_list("number", "created_at"))
    return {number: moments[act] for number, act in first.items()}


def told_cards(game: Game) -> list[Scorecard]:
    """The signed cards in order; with a fold, those signed by then, in their state of then."""
    cards = list(game.scorecards.order_by("version"))
    if game.until is None:
        return cards
    return [told_card(card, game.until) for card in cards if card.locked_at <= game.until]


def told_card(card: Scorecard, until: datetime | None) -> Scorecard:
    """Set a signed card, in place, to its state at `until`."""
    if until is not None and card.reopened_at is not None and card.reopened_at > until:
        card.reopened_at, card.reopened_by, card.reopen_reason = None, None, ""
    return card
