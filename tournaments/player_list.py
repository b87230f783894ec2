"""名單的讀法: a typed, pasted or uploaded list of players, line by line, with every error beside its line.

Pure: knows no database. Takes what clubs have: one name a line, columns pasted from a spreadsheet, or a CSV file
(number, name, club, staff) with or without a heading, in UTF-8, UTF-16 or Big5 with the Hong Kong characters.
"""

import csv
import io
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

LONGEST = 60
HIGHEST_NUMBER = 999_999
MOST_LINES = 5_000
COLUMNS = ("number", "name", "club", "staff")
_HEADINGS = {
    "number": {"number", "no", "no.", "#", "號碼", "編號", "號"},
    "name": {"name", "player", "姓名", "名字", "名", "選手"},
    "club": {"club", "team", "會所", "屬會", "會", "隊", "隊伍"},
    "staff": {"staff", "湊腳", "工作人員"},
}
_YES = {"1", "y", "yes", "true", "x", "✓", "是", "湊腳", "staff", "工作人員"}
_NO = {"", "0", "n", "no", "false", "否", "-"}


@dataclass(frozen=True)
class ListedPlayer:
    """選手 as listed."""

    number: int
    name: str
    club: str = ""
    staff: bool = False


@dataclass
class Line:
    """One line of the list: what was read and what is wrong with it. `player` only where nothing is.

    listed: the name as the black list knows it, where it stands there; vouched: said to be another person.
    """

    place: int
    cells: dict[str, str]
    errors: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    listed: str = ""
    vouched: bool = False
    player: ListedPlayer | None = None


class Unreadable(ValueError):
    """The file is no text in any of the encodings that are tried."""


def decode(data: bytes) -> str:
    """The text of an uploaded file: UTF-8 (with or without BOM), UTF-16 with BOM, Big5-HKSCS. Raises Unreadable."""
    tries = ("utf-16",) if data[:2] in (b"\xff\xfe", b"\xfe\xff") else ("utf-8-sig", "big5hkscs")
    for encoding in tries:
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise Unreadable


def read_list(text: str, taken: Mapping[int, str]) -> list[Line]:
    """Read a list. `taken`: number → name of the players who are there already.

    Lines without a number get the next free one. A number that is given twice or taken is an error, a name that is
    there already only a warning: two people may have the same name.
    """
    rows = _rows(text)
    columns = _columns(rows)
    lines = [
        Line(place, _cells(row, columns))
        for place, row in rows
        if not (place == rows[0][0] and _is_heading(rows[0][1]))
    ]
    numbers = _given_numbers(lines, taken)
    free = max([*taken, *numbers.values()], default=0)
    for line in lines:
        if line.cells["number"] == "":
            free += 1
            numbers[line.place] = free
    for line in lines:
        _check(line, numbers.get(line.place), taken)
    return lines


def _rows(text: str) -> list[tuple[int, list[str]]]:
    """(line number, cells) of the lines that hold anything."""
    text = text.lstrip("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    found = []
    for place, line in enumerate(text.split("\n")[:MOST_LINES], start=1):
        cells = [" ".join(cell.split()) for cell in _split(line)]
        if any(cells):
            found.append((place, cells))
    return found


def _split(line: str) -> list[str]:
    if "\t" in line:
        return line.split("\t")
    line = line.replace("，", ",").replace("；", ";")
    delimiter = ";" if ";" in line and "," not in line else ","
    return next(csv.reader(io.StringIO(line), delimiter=delimiter, skipinitialspace=True), [])


def _column_of(cell: str) -> str | None:
    return next((name for name, words in _HEADINGS.items() if cell.lower() in words), None)


def _is_heading(row: Sequence[str]) -> bool:
    return len([cell for cell in row if _column_of(cell)]) == len([cell for cell in row if cell]) and "name" in map(
        _column_of, row
    )


def _columns(rows: Sequence[tuple[int, Sequence[str]]]) -> Sequence[str | None]:
    """Which cell is what: from the heading, else by the usual order."""
    if rows and _is_heading(rows[0][1]):
        return [_column_of(cell) for cell in rows[0][1]]
    return COLUMNS


def _cells(row: Sequence[str], columns: Sequence[str | None]) -> dict[str, str]:
    """The cells by name. Without heading the number may be left out: a list of names needs no columns."""
    if columns == COLUMNS and row and not _number_like(row[0]) and row[0] != "":
        row = ["", *row]
    cells = dict.fromkeys(COLUMNS, "")
    cells |= {name: cell for name, cell in zip(columns, row, strict=False) if name}
    extra = [cell for cell in row[len(columns) :] if cell]
    return cells | ({"extra": " ".join(extra)} if extra else {})


def _number_like(cell: str) -> bool:
    return cell.lstrip("-+#").replace(".", "", 1).isdecimal()


def _given_numbers(lines: Sequence[Line], taken: Mapping[int, str]) -> dict[int, int]:
    """Line → its number, for the lines that give a possible one."""
    numbers: dict[int, int] = {}
    seen: dict[int, int] = {}
    for line in lines:
        number = _number(line)
        if number is None:
            continue
        if number in taken:
            line.errors.append(_("號碼 %(number)s 已屬於 %(name)s。") % {"number": number, "name": taken[number]})
        elif number in seen:
            line.errors.append(_("號碼 %(number)s 與第 %(line)s 行重複。") % {"number": number, "line": seen[number]})
        seen.setdefault(number, line.place)
        numbers[line.place] = number
    return numbers


def _number(line: Line) -> int | None:
    cell = line.cells["number"].removeprefix("#")
    if cell == "":
        return None
    if not (cell.isdecimal() and 1 <= int(cell) <= HIGHEST_NUMBER):
        line.errors.append(_("號碼「%(cell)s」要是由 1 起的整數。") % {"cell": line.cells["number"]})
        return None
    return int(cell)


def _check(line: Line, number: int | None, taken: Mapping[int, str]) -> None:
    cells = line.cells
    if not cells["name"]:
        line.errors.append(_("欠姓名。"))
    if len(cells["name"]) > LONGEST or len(cells["club"]) > LONGEST:
        line.errors.append(_("姓名和會所最多六十個字。"))
    if cells["staff"].lower() not in _YES | _NO:
        line.errors.append(_("湊腳一欄「%(cell)s」看不懂，請寫「是」或留空。") % {"cell": cells["staff"]})
    if cells.get("extra"):
        line.errors.append(_("多了「%(cell)s」：每行只有號碼、姓名、會所、湊腳四欄。") % {"cell": cells["extra"]})
    if cells["name"] in taken.values():
        line.warnings.append(_("名單上已有 %(name)s。") % {"name": cells["name"]})
    if not line.errors and number is not None:
        line.player = ListedPlayer(number, cells["name"], cells["club"], cells["staff"].lower() in _YES)


def read_numbers(text: str) -> set[int]:
    """檯號: "1-4, 7" → {1, 2, 3, 4, 7}. Raises ValueError for anything else."""
    numbers: set[int] = set()
    joined = re.sub(r"\s*[-–~至]\s*", "-", text)  # data: how people write "to"
    for part in re.split(r"[\s,，、]+", joined.strip()) if joined.strip() else ():
        first, _dash, last = part.partition("-")
        low, high = int(first), int(last or first)
        if not 1 <= low <= high <= HIGHEST_NUMBER or high - low > MOST_LINES:
            raise ValueError(part)
        numbers |= set(range(low, high + 1))
    return numbers


def write_numbers(numbers: Collection[int]) -> str:
    """The other way round: {1, 2, 3, 4, 7} → "1-4, 7"."""
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(f"{run[0]}-{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)
