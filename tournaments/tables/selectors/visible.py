"""給人看的: the log of a game as one person may read it, and as it was a while ago (轉播延遲). All public pages are
made from it."""

from collections.abc import Collection, Iterable
from copy import copy
from datetime import datetime

from django.db.models import Q

from tournaments.core.access import GameAccess
from tournaments.models import Act, Game, GameSeat, HandRecord, Player, Scorecard
from tournaments.tables.game_log.as_of import Earlier, games_at
from tournaments.tables.game_log.projection import seat_values
from tournaments.tables.game_log.read import GameLog, read_book
from tournaments.tables.game_log.redaction import EVERYTHING, NOTHING, Viewer, may_be_hidden, shown_game, shown_standing
from tournaments.tables.game_log.replay import FoldedGame, replay, take_overs
from tournaments.tables.game_log.timeline import build
from tournaments.tables.services.writing import hand_rows


def viewer_of(access: GameAccess) -> Viewer:
    return EVERYTHING if access.works else seats_seen(access.places, access.player, access.game)


def viewer_at(game: Game, player: Player | None) -> Viewer:
    """Return a player's view of a game, their own or another's, regardless of other roles."""
    if player is None:
        return NOTHING
    found = GameSeat.objects.filter(Q(player=player) | Q(substitute=player), game=game)
    return seats_seen(found, player, game)


def seats_seen(seats: Iterable[GameSeat], player: Player | None, game: Game) -> Viewer:
    for seat in seats:
        if player is None or player.pk not in (seat.player_id, seat.substitute_id):
            continue
        since = seat.substitute_from
        act = next((one.act for one in take_overs(game.standing) if one.seat == seat.seat), None)
        if seat.substitute_id == player.pk:
            return Viewer(seat=seat.seat, first=since or 1, substitute=True, act=act)
        if since is None:
            return Viewer(seat=seat.seat)
        return Viewer(seat=seat.seat, last=since - 1 if act is None else since, act=act)
    return NOTHING


def shown_book(book: GameLog, viewer: Viewer) -> GameLog:
    """Return the log without the parts hidden from this viewer; it must not be written back."""
    if viewer.all:
        return book
    found = copy(book)
    found.folded, found.entries = shown_game(book.folded, book.entries, viewer, lambda act: folded_before(book, act))
    found.game = copy(book.game)
    found.game.standing = shown_standing(book.game.standing, viewer)
    return found


def folded_before(book: GameLog, act: int) -> FoldedGame:
    """Return the game before an act, with the penalties that the players had brought by then."""
    carried = (one.before for one in book.folded.timeline.carried if one.act >= act)
    return replay(book.rules, next(carried, book.game.standing), build(book.entries[: act - 1]))


def shown_hands(game: Game, viewer: Viewer, records: Iterable[HandRecord]) -> list[HandRecord]:
    """Return stored hands as the viewer may read them; replays the game only if a part is hidden."""
    rows = list(records)
    events = ((row.number, one) for row in rows for one in row.book["events"])
    if not any(may_be_hidden(one["event"], viewer, number, one["act"]) for number, one in events):
        return rows
    folded = shown_book(read_book(game), viewer).folded
    for row in rows:
        hand = folded.hand(row.number)
        items = hand.items if hand else folded.open_items
        row.book = {**row.book, "events": [{"event": i.event, "claim": i.claim, "act": i.ref[0]} for i in items]}
    return rows


def apply_delay(games: Iterable[Game], until: datetime | None) -> list[tuple[Game, FoldedGame | None]]:
    """Apply the delay to the seats of games (loaded with event, round and seats). The replayed state is None for games
    unchanged since `until`."""
    if until is None:
        return [(game, None) for game in games]
    found = games_at(games, until)
    earlier = Earlier(found[0][0].event_id, until) if found else None
    for game, fold in found:
        assert earlier is not None
        earlier.round(game.round)
        if fold is not None and "seats" in getattr(game, "_prefetched_objects_cache", ()):
            delayed_seats(game, game.seats.all(), fold, earlier)
    return found


def delayed_seats(
    game: Game, seats: Iterable[GameSeat], fold: FoldedGame, earlier: Earlier | None = None
) -> list[GameSeat]:
    """Set players and scores of the seats, in place, to the replayed state."""
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


def delayed_hands(game: Game, fold: FoldedGame | None = None) -> list[HandRecord]:
    """Return the lines of the card, including the current hand: as stored, or of the replayed state."""
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
    """Return the times of these hands' first entries, whose rows later corrections and undos may have replaced or
    deleted."""
    items = {hand.number: hand.items for hand in folded.hands} | {folded.state.hand_number: folded.open_items}
    first = {number: min((item.born for item in items[number]), default=1) for number in hands}
    moments = dict(Act.objects.filter(game=game, number__in=first.values()).values_list("number", "created_at"))
    return {number: moments[act] for number, act in first.items()}


def delayed_cards(game: Game) -> list[Scorecard]:
    """Return the signed cards in order; for a past state, those signed by then, in their state of then."""
    cards = list(game.scorecards.order_by("version"))
    if game.until is None:
        return cards
    return [delayed_card(card, game.until) for card in cards if card.locked_at <= game.until]


def delayed_card(card: Scorecard, until: datetime | None) -> Scorecard:
    """Set a signed card, in place, to its state at `until`."""
    if until is not None and card.reopened_at is not None and card.reopened_at > until:
        card.reopened_at, card.reopened_by, card.reopen_reason = None, None, ""
    return card
