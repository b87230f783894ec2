"""排名的行: the rows of the standings and of the big screen as HTML, joined here and not in a template.

The template engine takes 130 ms for 2,000 rows, this a twentieth of it; everything that comes from people is escaped.
Plain text from plain data.
"""

import csv
import io
from collections.abc import Sequence
from functools import lru_cache
from html import escape

from django.utils.translation import gettext as _

from tournaments.models import Player
from tournaments.models.fields import DECIMALS, SCALE
from tournaments.selectors.standings import StandingRow, Standings

MINUS = "\N{MINUS SIGN}"
SCREEN_ROWS = 10
SCREEN_GAMES = 4


@lru_cache(maxsize=8192)
def plain(units: int) -> str:
    """Points without sign: "128", "2.5"."""
    whole, rest = divmod(abs(units), SCALE)
    return f"{whole}.{rest:0{DECIMALS}d}".rstrip("0") if rest else str(whole)


@lru_cache(maxsize=8192)
def signed(units: int) -> str:
    """Points with sign: "+128", "−45", "0"."""
    return plain(units) if not units else ("+" if units > 0 else MINUS) + plain(units)


@lru_cache(maxsize=8192)
def cell(units: int | None) -> str:
    """A cell with signed and coloured points; the end tag may be left out. None: did not sit."""
    if units is None:
        return "<td>–"
    return f'<td class="{_tone(units)}">{signed(units)}'


def _tone(units: int) -> str:
    return "points gain" if units > 0 else "points loss" if units else "points zero"


def movement(moved: int | None) -> str:
    """▲2, ▼1 or nothing; in words for readers of the screen."""
    if not moved:
        return ""
    if moved > 0:
        words = _("升 %(count)s 位") % {"count": moved}
        return f'<span class="movement up" role="img" aria-label="{words}">▲{moved}</span>'
    words = _("跌 %(count)s 位") % {"count": -moved}
    return f'<span class="movement down" role="img" aria-label="{words}">▼{-moved}</span>'


def table(found: Standings) -> str:
    """排名 as one table. Everything after the third cell of a row unfolds on phones (CSS `.unfolding`)."""
    caption = _("排名")
    return (
        f'<table class="ledger standings unfolding"><caption class="visually-hidden">{caption}</caption>'
        f"{_head(found)}<tbody>{''.join(_rows(found))}</tbody></table>"
    )


def _head(found: Standings) -> str:
    labels = [_("名次"), _("選手"), _("已收"), _("待收"), _("待付"), *game_labels(found), _("罰分")]
    return f"<thead><tr>{''.join(f'<th scope=col>{label}' for label in labels)}</thead>"


def game_labels(found: Standings) -> list[str]:
    """半莊 1, 半莊 2 … as headings."""
    return [_("半莊 %(number)s") % {"number": round_.number} for round_ in found.rounds]


def _rows(found: Standings) -> list[str]:
    """One row of HTML per player: what 2,000 phones wait for, so end tags that HTML does not need are left out.

    Names of letters and digits only, Chinese ones too, need no escaping: asking is faster than doing it.
    """
    arrows = {moved: movement(moved) for moved in {row.moved for row in found.rows}}
    clubs = {club: f'<span class="club">{escape(club)}</span>' for club in {row.club for row in found.rows} if club}
    return [
        f'<tr id="p{number}" data-key="{number}"><td class="place">'
        f'{place or _nobody(staff, withdrawn, barred)}{arrows[moved]}<th scope="row"><a href="../history/{number}/">'
        f'<span class="no">{number}</span> {name if name.isalnum() else escape(name)}</a>'
        f"{clubs[club] if club else ''}{cell(units)}"
        f"<td>{'+' + plain(u_in) if u_in else ''}<td>{MINUS + plain(u_out) if u_out else ''}"
        f"{''.join(map(cell, games))}<td>{signed(fines) if fines else ''}"
        for place, moved, number, name, club, staff, withdrawn, barred, units, u_in, u_out, fines, games in found.rows
    ]


def _nobody(staff: bool, withdrawn: bool, barred: str) -> str:
    """What stands in the place of who has none."""
    word = left_word(withdrawn, barred)
    if not (staff or word):
        return "–"
    shown = word if barred or not staff else _("湊腳")
    return f'<span class="badge{" trouble" if barred else ""}">{shown}</span>'


def left_word(withdrawn: bool, barred: str) -> str:
    """取消資格, 停賽, 已退出; nothing for who plays on."""
    if barred:
        return str(Player.Barred(barred).label)
    return _("已退出") if withdrawn else ""


def screen_table(found: Standings) -> str:
    """大屏幕: the same standings in pages of ten rows, one <tbody> each; a script shows them in turn."""
    rows = screen_rows(found)
    pages = [rows[start : start + SCREEN_ROWS] for start in range(0, len(rows), SCREEN_ROWS)]
    bodies = "".join(f'<tbody class="screen-page">{"".join(map(_screen_row, page))}</tbody>' for page in pages)
    moves = _("升跌")
    moves = f'<span class="visually-hidden">{moves}</span>'
    labels = [_("名次"), moves, _("選手"), _("已收"), _("待收"), *game_labels(found)[-SCREEN_GAMES:]]
    head = "".join(f"<th scope=col>{label}" for label in labels)
    return f'<table class="ledger screen-table"><thead><tr>{head}</thead>{bodies}</table>'


def screen_rows(found: Standings) -> list[StandingRow]:
    """Who is on the big screen: the ranked, and below them who was struck off by a ruling."""
    return [row for row in found.rows if row.place or row.barred]


def _screen_row(row: StandingRow) -> str:
    club = f'<span class="club">{escape(row.club)}</span>' if row.club else ""
    place = row.place or left_word(row.withdrawn, row.barred)
    return (
        f'<tr data-key="{row.number}"><td>{place}<td>{movement(row.moved)}<td>{escape(row.name)} {club}'
        f'{cell(row.units)}<td class="open-sum">{"+" + plain(row.units_in) if row.units_in else ""}'
        f"{''.join(map(cell, row.games_units[-SCREEN_GAMES:]))}"
    )


# --- CSV ---------------------------------------------------------------------------------------------------------

_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def safe_cell(text: str) -> str:
    """A text that a spreadsheet shows instead of calculating it."""
    return "'" + text if text.startswith(_FORMULA) else text


def csv_text(found: Standings, note: str = "") -> str:
    """排名 as CSV: numbers as plain numbers, names that no spreadsheet takes for a formula; `note`: a last line."""
    out = io.StringIO()
    writer = csv.writer(out)
    heading = [_("名次"), _("號碼"), _("姓名"), _("會所"), _("湊腳"), _("已收"), _("待收"), _("待付")]
    writer.writerow([*heading, *game_labels(found), _("罰分")])
    writer.writerows(_csv_row(row) for row in found.rows)
    if note:
        writer.writerow([note])
    return out.getvalue()


def _csv_row(row: StandingRow) -> Sequence[object]:
    amounts = (row.units, row.units_in, row.units_out)
    return [
        row.place or left_word(row.withdrawn, row.barred),
        row.number,
        safe_cell(row.name),
        safe_cell(row.club),
        _("是") if row.staff else "",
        *(_number(units) for units in amounts),
        *("" if units is None else _number(units) for units in row.games_units),
        _number(row.units_penalties),
    ]


def _number(units: int) -> str:
    return ("-" if units < 0 else "") + plain(units)
