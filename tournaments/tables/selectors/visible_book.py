"""給人看的: the log of a game as one person may read it. Everything published is made from it."""

from collections.abc import Iterable
from copy import copy

from django.db.models import Q

from tournaments.core.access import GameAccess
from tournaments.models import Game, GameSeat, HandRecord, Player
from tournaments.tables.game_log.read import GameLog, read_book
from tournaments.tables.game_log.redaction import NOTHING, Viewer, is_redacted, seen_by, shown_game, shown_standing
from tournaments.tables.game_log.replay import FoldedGame, replay
from tournaments.tables.game_log.timeline import build


def viewer_of(access: GameAccess) -> Viewer:
    """No statement except for players."""
    if access.works or access.player is None:
        return seen_by(works=access.works)
    return viewer_at(access.game, access.player)


def viewer_at(game: Game, player: Player | None) -> Viewer:
    """A player looking at a game, their own or another's, regardless of other roles."""
    if player is None:
        return NOTHING
    found = GameSeat.objects.filter(Q(player=player) | Q(substitute=player), game=game)
    return seats_seen(found, player, game)


def seats_seen(seats: Iterable[GameSeat], player: Player | None, game: Game) -> Viewer:
    """The same from loaded seats."""
    mine = [seat for seat in seats if player is not None and player.pk in (seat.player_id, seat.substitute_id)]
    return seen_by(
        works=False,
        seats=[(seat.seat, seat.substitute_id == getattr(player, "pk", 0), seat.substitute_from) for seat in mine],
        standing=game.standing,
    )


def shown_book(game: Game, viewer: Viewer) -> GameLog:
    """Read-only: rulings are shortened, so it must not be written back."""
    return shown(read_book(game), viewer)


def shown(book: GameLog, viewer: Viewer) -> GameLog:
    """The same from a log that is read already; unchanged where nothing is hidden."""
    if viewer.all:
        return book
    found = copy(book)
    found.folded, found.entries = shown_game(book.folded, book.entries, viewer, lambda act: folded_before(book, act))
    found.game = copy(book.game)
    found.game.standing = shown_standing(book.game.standing, viewer)
    return found


def folded_before(book: GameLog, act: int) -> FoldedGame:
    """The game before an act, with the penalties that the players had brought then."""
    carried = (one.before for one in book.folded.timeline.carried if one.act >= act)
    return replay(book.rules, next(carried, book.game.standing), build(book.entries[: act - 1]))


def shown_hands(game: Game, viewer: Viewer, records: Iterable[HandRecord]) -> list[HandRecord]:
    """Stored hands as the viewer may read them; replays the game only if something has to be hidden."""
    rows = list(records)
    boundary = viewer.first if viewer.substitute else viewer.last
    if not any(
        is_redacted(one["event"], viewer, row.number) or (one["event"]["type"] == "ruling" and row.number == boundary)
        for row in rows
        for one in row.book["events"]
    ):
        return rows
    folded = shown_book(game, viewer).folded
    for row in rows:
        hand = folded.hand(row.number)
        items = hand.items if hand else folded.open_items
        row.book = {**row.book, "events": [{"event": i.event, "claim": i.claim, "act": i.ref[0]} for i in items]}
    return rows
