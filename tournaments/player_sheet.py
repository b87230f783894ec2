"""名單的欄: what is typed, pasted or uploaded, cut into rows and columns. Pure: no database, no players.

Sheets of clubs have columns that nobody asked for (a telephone, a remark), a title above the headings, and headings in
either language and any order. What is not known is left out and named, never taken for a name.
"""

import csv
import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

COLUMNS = ("number", "name", "club", "staff")
MOST_LINES = 5_000
LONGEST_LINE = 2_000
_HEADING_WITHIN = 10
_JOINED_LINES = 20


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# data: headings as people write them, in lower case and without spaces
_HEADINGS: Mapping[str, frozenset[str]] = {
    "number": _words(
        "number no # playernumber playerno 號碼 編號 號 序號 序 選手號碼 選手編號 參賽編號 參賽號碼"  # data
    ),
    "name": _words(
        "name player players playername fullname nameofplayer 姓名 名字 名稱 選手 選手姓名 選手名 參賽者 "  # data
        "參賽者姓名 中文姓名 隊員 球員 牌手 牌手姓名 雀士"  # data
    ),
    "family": _words("surname familyname lastname 姓 姓氏"),  # data
    "given": _words("firstname givenname forename 名"),  # data
    "club": _words("club clubname team teamname 會所 屬會 會 會名 隊 隊伍 隊名 所屬會所 單位 所屬單位"),  # data
    "staff": _words("staff 湊腳 工作人員"),  # data
}


@dataclass(frozen=True)
class Sheet:
    """Rows with their cells by column, each with the number of its line.

    headed: headings were found; nameless: none of them is that of the name. ignored: headings of columns that are not
    read; bare: places of filled columns without heading; above: lines over the headings.
    """

    rows: Sequence[tuple[int, Mapping[str, str]]]
    ignored: Sequence[str] = ()
    bare: Sequence[int] = ()
    above: Sequence[int] = ()
    headed: bool = False
    nameless: bool = False
    too_long: bool = False


def read_sheet(text: str) -> Sheet:
    """Cut a text into rows and columns. At most MOST_LINES lines: more are refused, not dropped."""
    lines = text.lstrip("\ufeff").replace("\r\n", "\n").replace("\r", "\n").rstrip("\n").split("\n")
    if len(lines) > MOST_LINES:
        return Sheet((), too_long=True)
    rows = [(place, cells) for place, line in _whole_lines(lines) if any(cells := _split(line))]
    heading = _heading_in(rows)
    if heading is None:
        return Sheet([(place, _by_order(cells)) for place, cells in rows])
    names = _names_of(rows[heading][1])
    body = [(place, _by_heading(cells, names)) for place, cells in rows[heading + 1 :]]
    return Sheet(
        body,
        ignored=[cell for cell, name in zip(rows[heading][1], names, strict=True) if cell and not name],
        bare=_bare(rows[heading:]),
        above=[place for place, _cells in rows[:heading]],
        headed=True,
        nameless=not {"name", "given"} & set(names),
    )


# --- lines and cells --------------------------------------------------------------------------------------------------


def _whole_lines(lines: Sequence[str]) -> list[tuple[int, str]]:
    """(number, text) of each line; a cell that spreadsheets quote because it holds line breaks is one line again."""
    found: list[tuple[int, str]] = []
    after = 0
    while after < len(lines):
        start, after = after, _end_of(lines, after)
        found.append((start + 1, " ".join(lines[start:after])))
    return found


def _end_of(lines: Sequence[str], start: int) -> int:
    """Where the line that begins at `start` ends: after the line that closes its quotes, if one does soon."""
    quotes = 0
    for index in range(start, min(start + _JOINED_LINES, len(lines))):
        quotes += lines[index].count('"')
        if quotes % 2 == 0:
            return index + 1
    return start + 1


def _split(line: str) -> list[str]:
    """The cells of a line, without their outer spaces."""
    if len(line) > LONGEST_LINE:
        return ["", line[:LONGEST_LINE]]  # a name too long: its line says so
    delimiter = "\t"
    if "\t" not in line:
        line = line.replace("，", ",").replace("；", ";")
        delimiter = ";" if ";" in line and "," not in line else ","
    if line.count('"') % 2:
        cells = line.split(delimiter)
    else:
        cells = next(csv.reader([line], delimiter=delimiter, skipinitialspace=True), [])
    return [" ".join(cell.split()) for cell in cells]


# --- columns ----------------------------------------------------------------------------------------------------------


def _column_of(cell: str) -> str | None:
    """Which column has this heading: whatever its case, width and spaces, and what stands in brackets behind it.

    In two languages at once the Chinese counts: 電話 No. is no number of a player.
    """
    plain = re.sub(r"[(\[/].*", "", unicodedata.normalize("NFKC", cell).casefold())
    plain = re.sub(r"[\s.:_*-]", "", plain)
    plain = "".join(sign for sign in plain if not sign.isascii()) or plain
    return next((name for name, words in _HEADINGS.items() if plain in words), None)


def _names_of(row: Sequence[str]) -> list[str]:
    """The column under each heading, "" for one that is not read; of two headings of one kind the first counts."""
    kinds = [_column_of(cell) or "" for cell in row]
    if "name" not in kinds and not {"family", "given"} <= set(kinds):
        kinds = ["name" if kind == "given" else kind for kind in kinds]
    if "name" in kinds:
        kinds = ["" if kind in ("family", "given") else kind for kind in kinds]
    return [kind if kind and kind not in kinds[:index] else "" for index, kind in enumerate(kinds)]


def _heading_in(rows: Sequence[tuple[int, Sequence[str]]]) -> int | None:
    """The first row that holds the heading of the name, or two others; None in a list without headings."""
    for index, (_place, cells) in enumerate(rows[:_HEADING_WITHIN]):
        kinds = {_column_of(cell) for cell in cells} - {None}
        if (kinds & {"name", "given"} or len(kinds) > 1) and not any(map(_number_like, cells)):
            return index
    return None


def _bare(rows: Sequence[tuple[int, Sequence[str]]]) -> list[int]:
    """Which columns (from 1) are filled and have no heading."""
    heading = rows[0][1]
    found = {
        place + 1
        for _line, cells in rows[1:]
        for place, cell in enumerate(cells)
        if cell and (place >= len(heading) or not heading[place])
    }
    return sorted(found)


def _by_heading(row: Sequence[str], names: Sequence[str]) -> dict[str, str]:
    cells = {name: cell for name, cell in zip(names, row, strict=False) if name}
    family, given = cells.pop("family", ""), cells.pop("given", "")
    if family or given:
        cells["name"] = family + given if _has_no_letters(family + given) else f"{given} {family}".strip()
    return dict.fromkeys(COLUMNS, "") | cells


def _has_no_letters(name: str) -> bool:
    """Whether a name is written in Chinese: the family name first, and no space between."""
    return not any(sign.isascii() and sign.isalpha() for sign in name)


def _by_order(row: Sequence[str]) -> dict[str, str]:
    """The cells in the usual order. The number may be left out: a list of names needs no columns."""
    if row and not _number_like(row[0]) and row[0] != "":
        row = ["", *row]
    cells = dict.fromkeys(COLUMNS, "") | dict(zip(COLUMNS, row, strict=False))
    extra = [cell for cell in row[len(COLUMNS) :] if cell]
    return cells | ({"extra": " ".join(extra)} if extra else {})


def _number_like(cell: str) -> bool:
    return cell.lstrip("-+#").replace(".", "", 1).isdecimal()
