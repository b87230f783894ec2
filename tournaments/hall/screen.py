"""大屏幕: standings, tables and seats on slides of few rows, in letters that can be read from ten metres.

Public data only. Calls and objections are for the table and officials.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from operator import attrgetter
from typing import Any
from unicodedata import east_asian_width

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from scoring import RuleSet
from tournaments.core.access import EventAccess
from tournaments.core.exceptions import Invalid
from tournaments.hall.clock import DayPlan, day_plans, hall_clocks
from tournaments.hall.in_play import BigHand, TableInPlay, big_hands, open_chains, open_games, tables_in_play, winds_of
from tournaments.models import Round
from tournaments.phrases.names import told_apart
from tournaments.phrases.wording import WINDS, said
from tournaments.standings.cutline import cut_after, event_standings
from tournaments.standings.rows import StandingRow, Standings
from tournaments.standings.tally import is_over
from tournaments.tables.game_log.as_of import stages_then
from tournaments.tables.game_log.clock import ClockView
from tournaments.tables.game_log.read import rules_of
from tournaments.tables.selectors.published_seats import seated_tables, seats_to_announce

ROWS = 9
"""Players on one page: rows of 80 px on a screen 1,080 px high."""
MOST_PAGES = 4
"""Pages of the whole standings; if more are needed, only the first is shown."""
TABLES = 6
"""Tables on one page. If there are more than two pages, this many of the leaders and this many with most open 拉."""
SEATS, COLUMNS = 52, 4
DENSE_SEATS, DENSE_COLUMNS = 100, 5
"""Names and columns of a page; the dense layout if there were more than `MOST_SEAT_PAGES` otherwise."""
MOST_SEAT_PAGES = 6


def _wide(name: str, room: int) -> bool:
    """Whether a name needs smaller letters to fit the width of this many Latin ones."""
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in name) > room


@dataclass(frozen=True)
class Line:
    """A line of the standings. `where`: table and hand in play · `apart`: the cut line is above this row."""

    row: StandingRow
    where: str = ""
    apart: bool = False

    @property
    def wide(self) -> bool:
        return _wide(self.row.name, 16)


@dataclass(frozen=True)
class Turn:
    """One page of the screen: number `number` of `pages` of its kind; `rows`: lines, tables or columns of seats ·
    `beside`: tables next to the standings · `dense`: in smaller letters."""

    kind: str
    title: str
    rows: Sequence[Any] = ()
    number: int = 1
    pages: int = 1
    seconds: int = 10
    beside: Sequence[TableInPlay] = ()
    dense: bool = False

    @property
    def key(self) -> str:
        """Return an id of the slide that stays the same when the pages are replaced."""
        return f"{self.kind}-{self.number}"

    @property
    def ranks(self) -> bool:
        return self.kind in ("top", "rest", "cut", "movers")


@dataclass(frozen=True)
class Screen:
    """The big screen. `round`: in the heading · `winds`: number of tables at each wind · `over`: of finished ones
    · `hand`, `laid`: the biggest of the latest hands, and the biggest with known tiles · `announced`: the round whose
    seats are announced."""

    round: Round | None
    clocks: Sequence[ClockView]
    winds: Sequence[tuple[str, int]]
    over: int
    plans: Sequence[DayPlan]
    announced: Round | None
    hand: BigHand | None
    laid: BigHand | None
    turns: Sequence[Turn]


def screen(access: EventAccess, now: datetime) -> Screen:
    """Return the screen as this reader may see it, in some seventeen queries for any number of tables and players.
    Announcements (seats, clock) are never delayed."""
    event, until = access.event, access.until
    found, rules = event_standings(event, until), rules_of(event)
    announced, games = seats_to_announce(event, until), open_games(event, until)
    tables = tables_in_play(games, rules)
    (big, laid), plans = big_hands(tables, rules), list(day_plans(event, [game for game, _fold in games], now).values())
    clocks = hall_clocks(event, now)
    shown = _shown_tables(found, tables, rules)
    ranks = list(_rank_turns(found, tables)) if access.adds_up else [Turn("hidden", _("排名未揭曉"))]
    for n, turn in enumerate(ranks):  # two tables beside each page, different ones each time
        beside = [shown[(2 * n + k) % len(shown)] for k in range(min(2, len(shown)))]
        ranks[n] = replace(turn, beside=beside)
    if access.adds_up and not games and is_over(stages_then(list(event.stages.all()), until), running=False):
        first = [Line(row) for row in found.rows if (row.place or 4) < 4][:4]
        ranks.insert(0, Turn("podium", _("最後名次"), first, seconds=20))
    turns = [
        *_seat_turns(announced, rules),
        *ranks,
        *_paged("tables", _("牌檯"), shown, TABLES),
        *([Turn("hand", said(_("剛才最大的食糊"), rules), [laid])] if laid else []),
        *([Turn("next", _("接着"))] if clocks or plans or announced else []),
    ]
    # The slides chosen for the event, with seconds for each; a notice of hidden standings is always shown.
    seconds = seconds_of(event.screen)
    return Screen(
        round=announced or found.latest,
        clocks=clocks,
        winds=winds_of(tables),
        over=sum(one.over for one in tables),
        plans=plans,
        announced=announced,
        hand=big,
        laid=laid,
        turns=[replace(one, seconds=seconds.get(one.kind, one.seconds)) for one in turns if seconds.get(one.kind, 1)],
    )


def _rank_turns(found: Standings, tables: Sequence[TableInPlay]) -> Iterator[Turn]:
    ranked = [row for row in found.rows if row.place]
    if not ranked:
        return
    words = _("%(table)s 檯 · %(hand)s")
    where = {chair.number: words % {"table": one.number, "hand": one.hand} for one in tables for chair in one.chairs}
    struck = [row for row in found.rows if row.barred]
    last_in = cut_after(found)
    lines = [Line(row, where.get(row.number, ""), n - 1 == last_in) for n, row in enumerate([*ranked, *struck])]
    pages = [lines[start : start + ROWS] for start in range(0, len(lines), ROWS)]
    yield Turn("top", _("排名") if len(pages) <= MOST_PAGES else _("排名最前"), pages[0])
    if 1 < len(pages) <= MOST_PAGES:
        for number, page in enumerate(pages[1:], 1):
            places = {"first": number * ROWS + 1, "last": number * ROWS + len(page)}
            yield Turn("rest", _("排名第 %(first)s 至 %(last)s") % places, page, number, len(pages) - 1)
    if last_in is not None and last_in >= ROWS // 2:
        first = last_in + 1 - ROWS // 2
        yield Turn("cut", _("晉級線前後"), lines[first : first + ROWS])
    up = sorted((one for one in lines if one.row.up), key=lambda one: -one.row.up)
    down = sorted((one for one in lines if one.row.down), key=lambda one: -one.row.down)
    falls = min(len(down), ROWS // 2)
    moved = [replace(one, apart=False) for one in up[: ROWS - falls] + down[:falls]]
    if moved:
        yield Turn("movers", _("升跌最多"), moved)


def _shown_tables(found: Standings, tables: Sequence[TableInPlay], rules: RuleSet) -> list[TableInPlay]:
    playing = [one for one in tables if not one.over]
    if len(playing) > 2 * TABLES:
        places = {row.number: row.place or len(found.rows) for row in found.rows}
        leading = sorted(playing, key=lambda one: min(places.get(chair.number, 0) for chair in one.chairs))[:TABLES]
        others = [one for one in playing if one not in leading]
        playing = leading + sorted(others, key=attrgetter("open"), reverse=True)[:TABLES]
    chains = open_chains(playing, rules) if playing else {}
    return [replace(one, chains=chains[one.game.pk]) for one in playing]


def _paged(kind: str, title: str, rows: Sequence[Any], size: int, **more: Any) -> Iterator[Turn]:
    pages = -(-len(rows) // size)
    for number in range(pages):
        yield Turn(kind, title, rows[number * size : (number + 1) * size], number + 1, pages, **more)


def _seat_turns(announced: Round | None, rules: RuleSet) -> Iterator[Turn]:
    if announced is None:
        return
    found = [(game.table.number, seat) for game in seated_tables(announced) for seat in game.seats.all()]
    names = told_apart([(seat.player.number, seat.player.name) for _table, seat in found])
    seats = [
        {"name": name, "table": table, "wind": str(WINDS["ESWN"[seat.seat]]), "wide": _wide(name, 9)}
        for name, (table, seat) in zip(names, found, strict=True)
    ]
    seats.sort(key=lambda seat: (seat["name"], seat["table"]))
    dense = len(seats) > SEATS * MOST_SEAT_PAGES
    size, columns = (DENSE_SEATS, DENSE_COLUMNS) if dense else (SEATS, COLUMNS)
    high = size // columns
    title = said(_("第 %(number)s 個半莊座位表"), rules) % {"number": announced.number}
    for turn in _paged("seats", title, seats, size, dense=dense):
        yield replace(turn, rows=[turn.rows[start : start + high] for start in range(0, len(turn.rows), high)])


TURNS: Mapping[str, tuple[Promise, int]] = {
    "seats": (lazy("兩個半莊之間：按姓名排的座位"), 10),
    "top": (lazy("排名最前的九名"), 15),
    "rest": (lazy("其餘名次（三十六人或以下的賽事）"), 10),
    "cut": (lazy("晉級線前後"), 12),
    "movers": (lazy("升跌最多"), 10),
    "tables": (lazy("進行中的檯和拉帳"), 12),
    "hand": (lazy("剛才最大的一鋪，擺出的牌"), 10),
    "next": (lazy("接着：大會鐘和下一個半莊"), 10),
}
"""Kind → name and usual seconds."""
SHORTEST, LONGEST = 5, 120


def seconds_of(chosen: Mapping[str, int]) -> dict[str, int]:
    """Return kind → seconds, 0 for kinds that are off; `chosen`: the event's differences from the default."""
    return {kind: chosen.get(kind, usual) for kind, (_label, usual) in TURNS.items()}


def custom_seconds(chosen: Mapping[str, int], seconds: Mapping[str, int]) -> dict[str, int]:
    """Return kind → seconds per page, only where different from the default; 0: not shown; unnamed kinds stay as
    chosen. Raises Invalid for unknown kinds, for seconds out of range, and if no kind is left to show."""
    for kind, value in seconds.items():
        if kind not in TURNS:
            raise Invalid(_("大屏幕沒有這一項。"), field=kind)
        if value and not SHORTEST <= value <= LONGEST:
            raise Invalid(_("每頁要由 5 至 120 秒；0 就是不顯示。"), field=kind)
    wanted = seconds_of(chosen) | dict(seconds)
    if not any(wanted.values()):
        raise Invalid(_("最少要顯示一項。"))
    usual = seconds_of({})
    return {kind: value for kind, value in wanted.items() if value != usual[kind]}
