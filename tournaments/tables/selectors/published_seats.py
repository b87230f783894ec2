"""公布的座位: the seats of rounds that everyone may see."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Prefetch

from accounts.inputs import parse_int
from tournaments.models import Event, Game, GameSeat, Player, Round
from tournaments.phrases.names import is_found
from tournaments.tables.game_log.as_of import rounds_then
from tournaments.tables.selectors.visible import apply_delay


def seated_tables(round_: Round, until: datetime | None = None) -> list[Game]:
    """Return the games of a round with their seats; `round_` is loaded with its event."""
    seats = Prefetch("seats", GameSeat.objects.select_related("player", "substitute").order_by("seat"))
    games = Game.objects.filter(round=round_).select_related("table").prefetch_related(seats).order_by("table__number")
    if until is not None:
        games = games.select_related("table", "round", "event")
    return [game for game, _fold in apply_delay(games, until)]


@dataclass(frozen=True)
class PublishedSeats:
    """座位頁 of one round. `others`: other public rounds · `found`: search results, None without a search."""

    round: Round | None
    others: Sequence[Round]
    tables: Sequence[Game]
    seats: Sequence[GameSeat]
    found: Sequence[GameSeat] | None = None


def published_seats(
    event: Event, *, number: int | None = None, search: str = "", until: datetime | None = None
) -> PublishedSeats:
    """Return the seats of round `number`, or of the current one: the round in play, else the next. `until`: as of
    then."""
    rounds = readable(event, until)
    shown = next((one for one in rounds if one.number == number), None) or _now(rounds)
    if shown is None:
        return PublishedSeats(None, (), (), ())
    tables = seated_tables(shown, until)
    seats = [seat for game in tables for seat in game.seats.all()]
    seats.sort(key=lambda seat: (seat.player.name, seat.player.number))
    others = [one for one in rounds if one != shown]
    found = _found(event, seats, search.strip()) if search.strip() else None
    return PublishedSeats(shown, others, tables, seats, found)


def readable(event: Event, until: datetime | None = None) -> list[Round]:
    """Return rounds with public seats, without void ones, in order. `until`: as of then."""
    found = rounds_then(list(event.rounds.exclude(state=Round.State.DRAFT).order_by("number")), until)
    return [round_ for round_ in found if not round_.void]


def _now(rounds: Sequence[Round]) -> Round | None:
    """Return the round in play, else the first published one, else the last."""
    current = (one for state in (Round.State.OPEN, Round.State.PUBLISHED) for one in rounds if one.state == state)
    return next(current, rounds[-1] if rounds else None)


def _found(event: Event, seats: Sequence[GameSeat], wanted: str) -> list[GameSeat]:
    """Find seats: a number is matched exactly; other text as part of a name or club, in any script variant."""
    number = parse_int(wanted)
    if number is not None:
        return [seat for seat in seats if seat.player.number == number]
    words = {one.pk: one.search_words for one in event.players.select_related("contact")}
    return [seat for seat in seats if is_found(wanted, words.get(seat.player_id, ""), seat.player.club)]


def next_seats(player: Player) -> list[GameSeat]:
    """下一場: return a player's seats in published rounds that have not begun, in order."""
    seats = GameSeat.objects.filter(player=player, round__state=Round.State.PUBLISHED)
    return list(seats.select_related("round", "game__table").order_by("round__number"))


def seats_to_announce(event: Event, until: datetime | None = None) -> Round | None:
    """Return the round whose seats belong on the big screen: the first published one, while none is in play."""
    shown = _now(readable(event, until))
    return shown if shown is not None and shown.state == Round.State.PUBLISHED else None
