"""排名的欄: the columns of the standings. The page, CSV and the API are all made from `COLUMNS`.

A column makes the HTML of its cells for all rows at once, which takes a few milliseconds for 2,000 rows. All user input
is escaped; optional end tags are left out.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from operator import attrgetter
from typing import Any

from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.utils.translation import pgettext, pgettext_lazy

from accounts.spreadsheet import safe_cell
from tournaments.models.fields import DECIMALS, SCALE
from tournaments.phrases.names import bdi, instead_text
from tournaments.phrases.stages import decided_by, line_word
from tournaments.phrases.wording import hand_name, said
from tournaments.standings.cutline import cut_after
from tournaments.standings.ranking import of_twelve
from tournaments.standings.rows import PROJECTED, SETTLED, Basis, StandingRow, Standings, points_apart

Text = str | Promise
Cells = Callable[[Standings], list[str]]
Value = Callable[[StandingRow], Any]

MINUS = "\N{MINUS SIGN}"
HELD = "\N{NO-BREAK SPACE}"
SHOWN_FIRST = 500
"""Rows in the page at first: 2,000 would be 170 kB, too slow for a hall full of phones."""
MANY_GAMES = 2
"""With more games there is no space for single results."""
SPLIT_FROM = 600
"""A few more rows are not worth a second request."""


@dataclass(frozen=True, slots=True)
class Field:
    """A value for programs.

    `key`, `value`: its name in the API, "" for none, and its value there · `heading`, `csv`: the heading in CSV, None
    for none, and its value there, usually the same.
    """

    key: str
    value: Value
    heading: Text | None = None
    csv: Value | None = None


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the page, and the values it gives to programs.

    `heading`: in general words, replaced by the rule set's own when shown · `page`: makes the cells with their start
    tags; None if the page has no such column · `each_game`: one column per game, with lists as values · `when`: the
    standings that have it, if not all; programs always get its values · `wide`: shown in wide windows, and on a phone
    in an unfolded row; its cells have the class `w`.
    """

    heading: Text
    fields: tuple[Field, ...]
    page: Cells | None = None
    each_game: bool = False
    when: Callable[[Standings], bool] | None = None
    wide: bool = False

    @property
    def key(self) -> str:
        """Return the API name of the column's first value; "" for none."""
        return self.fields[0].key if self.fields else ""

    def is_in(self, found: Standings) -> bool:
        return self.when is None or self.when(found)


@lru_cache(maxsize=8192)
def plain(units: int) -> str:
    """Format points without sign: "128", "2.5"."""
    whole, rest = divmod(abs(units), SCALE)
    return f"{whole}.{rest:0{DECIMALS}d}".rstrip("0") if rest else str(whole)


@lru_cache(maxsize=8192)
def signed(units: int) -> str:
    """Format points with sign: "+128", "−45", "0"."""
    return plain(units) if not units else ("+" if units > 0 else MINUS) + plain(units)


@lru_cache(maxsize=8192)
def number(units: int) -> str:
    """Format points for programs: "128", "-2.5"."""
    return ("-" if units < 0 else "") + plain(units)


@lru_cache(maxsize=8192)
def cell(units: int) -> str:
    """Make a cell with signed and coloured points, without its optional end tag."""
    return f'<td class="{_tone(units)}">{signed(units)}'


@lru_cache(maxsize=8192)
def _or_nothing(units: int) -> str:
    return f"<td class=w>{signed(units)}" if units else "<td class=w>"


@lru_cache(maxsize=8192)
def _game(units: int | None) -> str:
    """Make the cell of a game's result, for wide windows. None: did not sit."""
    return '<td class="w points">–' if units is None else f'<td class="w {_tone(units)}">{signed(units)}'


def _tone(units: int) -> str:
    return "points gain" if units > 0 else "points loss" if units else "points zero"


def _places(found: Standings) -> list[str]:
    get = attrgetter(found.basis.place, found.basis.moved)
    held = [get(row) for row in found.rows]
    up, down = _("升"), _("跌")
    arrows = {moved: _movement(moved, up, down) for moved in {moved for _place, moved in held}}
    return [
        f'<td class="place">{place or _without_place(row)}{arrows[moved]}'
        for row, (place, moved) in zip(found.rows, held, strict=True)
    ]


def _movement(moved: int | None, up: str, down: str) -> str:
    """Make ▲2, ▼1 or nothing; with a word for screen readers."""
    if not moved:
        return ""
    way, word = ("up", up) if moved > 0 else ("down", down)
    return f'<span class="movement {way}"><span class=visually-hidden>{word} </span>{abs(moved)}</span>'


def _without_place(row: StandingRow) -> str:
    word = left_word(row)
    if not (row.staff or word):
        return "–"
    shown = word if row.barred or not row.staff else _("湊腳")
    return f'<span class="badge{" trouble" if row.barred else ""}">{shown}</span>'


def left_word(row: StandingRow) -> str:
    """Return 取消資格, 停賽 or 已退出; "" for an active player."""
    return row.barred_word or (_("已退出") if row.withdrawn else "")


def _players(found: Standings) -> list[str]:
    """Make cells of names with the club, the current table and hand, 「6 檯 · 南二局」, and the substitute. Each hand
    is translated once, since there are few; in a narrow cell the line breaks only between table and hand."""
    rows, words = found.rows, _("%(table)s 檯 · %(hand)s")
    clubs = {club: f'<span class="club">{bdi(club)}</span>' if club else "" for club in {row.club for row in rows}}
    places = {row.at for row in rows if row.at}
    hands = {hand: hand_name(hand).replace(" ", HELD) for hand in {hand for _table, hand in places}}
    where: dict[tuple[int, str] | None, str] = {None: ""}
    for at in places:
        where[at] = f'<span class="at">{words % {"table": at[0], "hand": hands[at[1]]}}</span>'
    return [
        f'<th scope="row"><a href="../history/{row.number}/"><span class="no">{row.number}</span> '
        f"{bdi(row.name)}</a>{clubs[row.club]}{where[row.at]}"
        + (f'<span class="at">{bdi(instead_text(row.instead_last))}</span>' if row.instead_last else "")
        for row in rows
    ]


def _points(name: str) -> Value:
    get = attrgetter(f"units_{name}")
    return lambda row: number(get(row))


def _games(row: StandingRow) -> list[str | None]:
    return [None if units is None else number(units) for units in row.games_units]


def _results(found: Standings) -> list[str]:
    columns = list(zip(*[row.games_units for row in found.rows], strict=True))
    if not columns:
        return [""] * len(found.rows)
    return list(map("".join, zip(*[map(_game, column) for column in columns], strict=True)))


def _totals(found: Standings, of: Basis) -> list[str]:
    """Make cells of 已結 or 預計; also with the place by that total if rows are ordered by the other."""
    units = attrgetter(of.units)
    if of is found.basis or not found.projects:
        return [cell(units(row)) for row in found.rows]
    place = attrgetter(of.place)
    label = _("已結") if of is SETTLED else pgettext("beside points", "預計")
    # Phones show no headings, so the secondary total needs a label.
    return [
        f'<td class="{_tone(units(row))}"><i>{label}</i> {signed(units(row))}'
        + (f" <small>({place(row)})</small>" if place(row) else "")
        for row in found.rows
    ]


def _above(found: Standings) -> list[str]:
    """Make cells of the distance to the place above; empty for the first, without a place, and across stages."""
    units, place = attrgetter(found.basis.units), attrgetter(found.basis.place)
    cells, before, above = [], None, None
    for row in (*found.leading, *found.rows):
        if before is not None and place(row) != place(before):
            above = before
        behind = above is not None and place(row) and row.stage == above.stage
        cells.append(f"<td>{signed(units(row) - units(above))}" if behind else "<td>")
        before = row
    return cells[len(found.leading) :]


def _behind(found: Standings) -> list[str]:
    """Make cells of the distance to the first; empty for the first, without a place, and after an earlier stage."""
    units, place = attrgetter(found.basis.units), attrgetter(found.basis.place)
    first = (*found.leading[:1], *found.rows[:1])[0]
    return [
        f"<td class=w>{signed(units(row) - units(first))}"
        if place(row) and row.stage == first.stage and row is not first
        else "<td class=w>"
        for row in found.rows
    ]


def _lines(found: Standings) -> list[str]:
    get = attrgetter(found.basis.line, found.basis.gap)
    held = [get(row) for row in found.rows]
    words, plain_words = {line: line_word(line) for line, _gap in held}, ("safe", "level")
    return [
        f'<td class="line {line}">{words[line]}{"" if gap is None or line in plain_words else f" {signed(gap)}"}'
        if line
        else "<td>"
        for line, gap in held
    ]


def _decided(found: Standings) -> list[str]:
    held = list(map(attrgetter(found.basis.decided), found.rows))
    words = {decided: decided_by(decided) for decided in set(held)}
    return [f"<td>{words[decided]}" for decided in held]


def _wins(found: Standings) -> list[str]:
    """Make cells such as 5（自摸 2）, each distinct one once, since there are few."""
    words = _("%(wins)s（自摸 %(drawn)s）")
    cells = {
        (wins, drawn): f"<td class=w>{words % {'wins': wins, 'drawn': drawn} if drawn else wins}"
        for wins, drawn in {(row.wins, row.self_drawn) for row in found.rows}
    }
    return [cells[row.wins, row.self_drawn] for row in found.rows]


def _by_points(found: Standings) -> bool:
    return bool(found.rows and found.rows[0].place) and not found.rules.game.table_points


def _points_column(
    name: str, heading: Text, *, csv: Text | None = None, sign: int = 1, when: Callable[[Standings], bool] | None = None
) -> Column:
    """Make a column of points for wide windows; cells of zero points are empty."""
    units = attrgetter(f"units_{name}")
    fields = (Field(name, _points(name), csv or heading),)
    return Column(
        heading, fields, lambda found: [_or_nothing(sign * units(row)) for row in found.rows], wide=True, when=when
    )


COLUMNS = (
    Column(
        lazy("名次"),
        (Field("place", lambda row: row.place, lazy("名次"), lambda row: row.place or left_word(row)),),
        page=_places,
    ),
    Column(
        pgettext_lazy("column", "選手"),
        (
            Field("number", lambda row: row.number, lazy("號碼")),
            Field("name", lambda row: row.name, lazy("姓名"), lambda row: safe_cell(row.name)),
            Field("", lambda row: safe_cell(row.club), lazy("會所")),
            Field("staff", lambda row: row.staff, lazy("湊腳"), lambda row: _("是") if row.staff else ""),
            Field("withdrawn", lambda row: row.withdrawn),
            Field("barred", lambda row: row.barred),
            Field("table", lambda row: row.at and row.at[0]),
            Field("hand", lambda row: row.at and row.at[1]),
        ),
        page=_players,
    ),
    Column(
        lazy("名次分"),
        (Field("table_points", lambda row: row.table_points, lazy("名次分"), lambda row: of_twelve(row.twelfths)),),
        page=lambda found: [
            f'<td class="points">{of_twelve(getattr(row, found.basis.twelfths))}' for row in found.rows
        ],
        when=lambda found: bool(found.rules.game.table_points),
    ),
    Column(lazy("已結"), (Field("total", _points("score"), lazy("已結")),), page=lambda found: _totals(found, SETTLED)),
    Column(
        lazy("預計"),
        (
            Field("projected", _points("projected"), lazy("預計")),
            Field("projected_place", lambda row: row.projected_place, lazy("預計名次")),
        ),
        page=lambda found: _totals(found, PROJECTED),
        when=lambda found: found.projects or found.basis is PROJECTED,
    ),
    Column(lazy("與上一名"), (), page=_above, when=_by_points),
    Column(lazy("與榜首差"), (), page=_behind, when=_by_points, wide=True),
    Column(
        lazy("階段"),
        (Field("stage", lambda row: row.stage, lazy("階段")),),
        page=lambda found: [f"<td>{row.stage}" for row in found.rows],
        when=lambda found: bool(found.stages),
    ),
    _points_column("carried", lazy("帶分"), when=lambda found: any(map(attrgetter("units_carried"), found.rows))),
    Column(
        lazy("同分決定"),
        (Field("decided", lambda row: row.decided, lazy("同分決定"), lambda row: decided_by(row.decided)),),
        page=_decided,
        when=lambda found: any(map(attrgetter(found.basis.decided), found.rows)),
    ),
    Column(
        lazy("晉級線"),
        (
            Field("line", lambda row: row.line, lazy("晉級線"), lambda row: line_word(row.line)),
            Field("gap", lambda row: None if row.units_gap is None else number(row.units_gap)),
        ),
        page=_lines,
        when=lambda found: any(map(attrgetter(found.basis.line), found.rows)),
    ),
    Column(
        format_lazy('<span class="by-hand-head">{}</span>', lazy("走勢")),
        (),
        page=lambda found: ['<td class="w by-hand">'] * len(found.rows),
        wide=True,
        when=lambda found: bool(found.rows and found.rows[0].place),
    ),
    _points_column("pending_in", lazy("待收"), when=lambda found: found.rules.game.chain is not None),
    _points_column("pending_out", lazy("待付"), sign=-1, when=lambda found: found.rules.game.chain is not None),
    Column(
        lazy("半莊 %(number)s"),
        (Field("games", _games, lazy("半莊 %(number)s")),),
        page=_results,
        wide=True,
        each_game=True,
    ),
    _points_column("penalties", lazy("其中罰分"), csv=pgettext_lazy("column", "罰分")),
    Column(
        lazy("最大一鋪"),
        (Field("best_hand", lambda row: row.best_fan, lazy("最大一鋪")),),
        page=lambda found: [f"<td class=w>{row.best_fan or ''}" for row in found.rows],
        wide=True,
    ),
    Column(
        lazy("食糊次數"),
        (
            Field("wins", lambda row: row.wins, lazy("食糊次數")),
            Field("self_drawn", lambda row: row.self_drawn, lazy("自摸次數")),
        ),
        page=_wins,
        wide=True,
    ),
    Column(
        lazy("替補"),
        (
            Field(
                "substitutes",
                lambda row: list(row.instead),
                lazy("替補"),
                lambda row: safe_cell(_("、").join(row.instead)),
            ),
        ),
        when=lambda found: any(row.instead for row in found.rows),
    ),
)
"""In the order of the page and of CSV. A phone shows the first three cells of a folded row."""


def has_more(found: Standings) -> bool:
    return len(found.rows) > SPLIT_FROM


def table(found: Standings, part: str = "") -> str:
    """Return the table, or one `part` of a long one: its first rows or the "rest". Cells after the third unfold on
    phones (CSS `.unfolding`); a script finds the cells of the reader's own row by `data-field`.

    Joined here because a template takes 130 ms for 2,000 rows, twenty times as long.
    """
    shown = [(column, column.page) for column in COLUMNS if column.page and column.is_in(found)]
    head = [
        f"<th scope=col{f' data-field={column.key}' if column.key else ''}{' class=w' if column.wide else ''}>{label}"
        for column, _cells in shown
        for label in _labels(column, column.heading, found)
    ]
    last = cut_after(found)
    if has_more(found) or part:
        of = slice(SHOWN_FIRST, None) if part else slice(SHOWN_FIRST)
        found = replace(found, rows=found.rows[of], leading=found.rows[: of.start or 0])
    opened = [f'<tr id="p{row.number}">' for row in found.rows]
    if last is not None:
        _draw_line(opened, last - len(found.leading), found, len(head))
    # All strings go into one list that is joined once: the start tag of each row, then its cells.
    width = len(shown) + 1
    body = [""] * (len(opened) * width)
    for place, cells in enumerate([opened, *(make(found) for _column, make in shown)]):
        body[place::width] = cells
    caption, more = _("排名"), " both" if any(column.key == "projected" for column, _cells in shown) else ""
    more += " many" if len(found.columns) > MANY_GAMES else ""
    return (
        f'<table class="ledger standings unfolding {found.basis.word}{more}">'
        f'<caption class="visually-hidden">{caption}</caption>'
        f"<thead><tr>{''.join(head)}</thead><tbody>{''.join(body)}</tbody></table>"
    )


def _draw_line(opened: list[str], last: int, found: Standings, width: int) -> None:
    """Put 晉級線 with its label after the `last` qualified row. A row next to it may be in the other part."""
    assert found.stage is not None
    if 0 <= last < len(opened):
        opened[last] = opened[last].replace("<tr ", '<tr class="cut" ', 1)
    if 0 <= last + 1 < len(opened):
        inside = found.rows[last] if last >= 0 else found.leading[last]
        gap = points_apart(found.basis.lead(inside) - found.basis.lead(found.rows[last + 1])) or 0
        words = _("晉級線：首 %(places)s 名晉級，相差 %(points)s 分") if gap else _("晉級線：首 %(places)s 名晉級")
        words %= {"places": found.stage.places, "points": plain(gap)}
        opened[last + 1] = f'<tr class="cut-label"><td colspan="{width}">{words}{opened[last + 1]}'


def _labels(column: Column, heading: Text, found: Standings) -> list[str]:
    label = said(heading, found.rules)
    if column.each_game:
        return [label % {"number": number} for number in found.columns]
    return [label]


def csv_rows(found: Standings, note: str = "") -> Iterator[list[object]]:
    """Yield the rows of the CSV: plain numbers, names safe against formulas; `note`: a last line."""
    written = [
        (column, field.heading, field.csv or field.value)
        for column in COLUMNS
        for field in (column.fields if column.is_in(found) else ())
        if field.heading is not None
    ]
    yield [label for column, heading, _value in written for label in _labels(column, heading, found)]
    for row in found.rows:
        values: list[object] = []
        for column, _heading, value in written:
            values += value(row) if column.each_game else [value(row)]
        yield values
    if note:
        yield [note]


_JSON_FIELDS = [
    field for column in sorted(COLUMNS, key=lambda column: column.each_game) for field in column.fields if field.key
]


def standing_json(row: StandingRow) -> dict[str, Any]:
    """Return a row for the API: points as exact decimal strings, lists last."""
    return {field.key: field.value(row) for field in _JSON_FIELDS}
