"""我的牌檯: the games a referee looks after, sorted by who needs him most. Two queries, no fold. Knows no request."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, OuterRef, Prefetch, Q
from django.utils.translation import gettext as _

from tournaments.models import Event, Game, GameSeat, Membership, Role, Round, TableReferee
from tournaments.selectors.wording import hand_title, said
from tournaments.services.writing import rules_of

DISPUTED, WAITING, UNSIGNED, PLAYING, SEATED, SIGNED = NEEDS = (
    "disputed",
    "waiting",
    "complete",
    "playing",
    "seated",
    "signed",
)


@dataclass(frozen=True)
class TableRow:
    """One table: what it needs (one of NEEDS), in which hand it is, and since when nothing was entered."""

    game: Game
    need: str
    title: str
    names: tuple[str, ...]
    since: datetime | None


@dataclass(frozen=True)
class EventTables:
    """The tables of one event, the most needy first."""

    event: Event
    rows: tuple[TableRow, ...]


def my_tables(user_id: int) -> list[EventTables]:
    """Games of open rounds at the tables of a referee; a head referee has all of them."""
    games = list(_games(user_id))
    events = {game.event_id: game.event for game in games}
    return [EventTables(event, tuple(sorted(map(_row, _of(games, pk)), key=_urgency))) for pk, event in events.items()]


def _of(games: Iterable[Game], event_id: int) -> list[Game]:
    return [game for game in games if game.event_id == event_id]


def _games(user_id: int):  # type: ignore[no-untyped-def]
    mine = Membership.objects.filter(event=OuterRef("event"), user_id=user_id)
    heads = Exists(mine.filter(role=Role.HEAD_REFEREE))
    referees = Exists(mine.filter(role=Role.REFEREE))
    at_table = Exists(TableReferee.objects.filter(table=OuterRef("table"), user_id=user_id))
    seats = Prefetch("seats", GameSeat.objects.select_related("player").order_by("seat"))
    return (
        Game.objects.filter(heads | Q(referees & at_table), round__state=Round.State.OPEN)
        .select_related("event", "round", "table")
        .prefetch_related(seats)
        .order_by("-event__starts_on", "event", "table__number")
    )


def _row(game: Game) -> TableRow:
    return TableRow(
        game=game,
        need=_need(game),
        title=_title(game),
        names=tuple(seat.player.name for seat in game.seats.all()),
        since=game.last_hand_at or game.round.opened_at,
    )


def _title(game: Game) -> str:
    rules = rules_of(game.event)
    if game.state in (Game.State.COMPLETE, Game.State.SIGNED):
        return said(_("半莊已打完"), rules)
    return hand_title({"name": game.hand_name, "dealer_streak": game.dealer_streak}, rules)


def _need(game: Game) -> str:
    if game.disputed:
        return DISPUTED
    if game.unconfirmed:
        return WAITING
    return str(game.state)


def _urgency(row: TableRow) -> tuple[int, float, int]:
    """By need; among equals who has been silent longest."""
    since = row.since.timestamp() if row.since else 0.0
    return NEEDS.index(row.need), since, row.game.table.number


def fingerprint(events: Iterable[EventTables]) -> str:
    """Changes whenever anything that the page shows has changed."""
    return "-".join(f"{row.game.pk}.{row.game.act_count}.{row.game.round_id}" for e in events for row in e.rows)
