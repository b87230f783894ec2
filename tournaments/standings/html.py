"""The standings as a page, as CSV and for the API, from the same columns.

Rows are joined here and not in a template: the template engine takes 130 ms for 2,000 rows, this a twentieth of it.
"""

import csv
import io
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _

from tournaments.phrases.wording import said
from tournaments.standings.columns import COLUMNS, Column, Field, Text, Value, plain
from tournaments.standings.tally.cutline import cut_after
from tournaments.standings.tally.rows import StandingRow, Standings

SHOWN_FIRST = 500
"""Rows that a page begins with: 2,000 would be 170 kB, too slow for a hall full of phones."""
MANY_GAMES = 2
"""With more games, single results have no room."""
SPLIT_FROM = 600
"""A few more rows are not worth a second request."""


def has_more(found: Standings) -> bool:
    return len(found.rows) > SPLIT_FROM


def table(found: Standings, part: str = "") -> str:
    """One table; where there are many rows, the first ones or (`part`: "rest") those after them. Cells after the
    third one unfold on phones (CSS `.unfolding`).
    """
    shown = [(column, column.page) for column in COLUMNS if column.page and column.stands_in(found)]
    head = [
        (column.key, label, column.wide) for column, _cells in shown for label in _labels(column, column.heading, found)
    ]
    last = cut_after(found)
    if has_more(found) or part:
        found = _part(found, part)
    opened = [f'<tr id="p{row.number}">' for row in found.rows]
    if last is not None:
        _draw_line(opened, last - len(found.leading), found, len(head))
    body = _joined(opened, [cells(found) for _column, cells in shown])
    caption, more = _("排名"), " both" if any(key == "projected" for key, *_more in head) else ""
    more += " many" if len(found.columns) > MANY_GAMES else ""
    return (
        f'<table class="ledger standings unfolding {found.basis.word}{more}">'
        f'<caption class="visually-hidden">{caption}</caption>'
        f"{_head(head)}<tbody>{body}</tbody></table>"
    )


def _part(found: Standings, part: str) -> Standings:
    of = slice(SHOWN_FIRST, None) if part else slice(SHOWN_FIRST)
    return replace(found, rows=found.rows[of], leading=found.rows[: of.start or 0])


def _head(labels: list[tuple[str, str, bool]]) -> str:
    """A script finds the cells of the own row by `data-field`."""
    cells = (
        f"<th scope=col{f' data-field={key}' if key else ''}{' class=w' if wide else ''}>{label}"
        for key, label, wide in labels
    )
    return f"<thead><tr>{''.join(cells)}</thead>"


def _draw_line(opened: list[str], last: int, found: Standings, width: int) -> None:
    """晉級線 after the `last` qualified row, in words and with the distance too. Either neighbour may be in the
    other part of the rows.
    """
    assert found.stage is not None
    if 0 <= last < len(opened):
        opened[last] = opened[last].replace("<tr ", '<tr class="cut" ', 1)
    if 0 <= last + 1 < len(opened):
        inside = found.rows[last] if last >= 0 else found.leading[last]
        gap = getattr(inside, found.basis.units) - getattr(found.rows[last + 1], found.basis.units)
        words = _("晉級線：首 %(places)s 名晉級，相差 %(points)s 分") if gap else _("晉級線：首 %(places)s 名晉級")
        words %= {"places": found.stage.places, "points": plain(gap)}
        opened[last + 1] = f'<tr class="cut-label"><td colspan="{width}">{words}{opened[last + 1]}'


def _joined(opened: list[str], columns: list[list[str]]) -> str:
    """Rows of the cells of columns, after the start tag of each row: all in one list, joined once."""
    width = len(columns) + 1
    cells = [""] * (len(opened) * width)
    for place, column in enumerate([opened, *columns]):
        cells[place::width] = column
    return "".join(cells)


def _labels(column: Column, heading: Text, found: Standings) -> list[str]:
    label = said(heading, found.rules)
    if column.each_game:
        return [label % {"number": number} for number in found.columns]
    return [label]


# --- CSV ---------------------------------------------------------------------------------------------------------

_WRITTEN: list[tuple[Column, Text, Value]] = [
    (column, field.heading, field.csv or field.value)
    for column in COLUMNS
    for field in column.fields
    if field.heading is not None
]


def csv_text(found: Standings, note: str = "") -> str:
    """Plain numbers, names safe against formulas; `note`: a last line."""
    out = io.StringIO()
    writer = csv.writer(out)
    written = [one for one in _WRITTEN if one[0].stands_in(found)]
    writer.writerow(label for column, heading, _value in written for label in _labels(column, heading, found))
    writer.writerows(_csv_row(row, written) for row in found.rows)
    if note:
        writer.writerow([note])
    return out.getvalue()


def _csv_row(row: StandingRow, written: Sequence[tuple[Column, Text, Value]]) -> list[object]:
    values: list[object] = []
    for column, _heading, value in written:
        if column.each_game:
            values += value(row)
        else:
            values.append(value(row))
    return values


# --- API ---------------------------------------------------------------------------------------------------------


def standing_json(row: StandingRow) -> dict[str, Any]:
    """Points are exact decimal strings, the lists of a row come last."""
    return {field.key: field.value(row) for field in _JSON_FIELDS}


_JSON_FIELDS: list[Field] = [
    field for column in sorted(COLUMNS, key=lambda column: column.each_game) for field in column.fields if field.key
]
