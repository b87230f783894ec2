"""名單的讀法: a typed, pasted or uploaded list of players, line by line, with every error beside its line.

Pure: no database. Takes what clubs have: one name a line, columns pasted from a spreadsheet, or a CSV file (number,
name, club, staff) with or without headings, in UTF-8, UTF-16 or Big5 with the Hong Kong characters.
"""

import re
import unicodedata
from collections.abc import Collection, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from tournaments.player_sheet import MOST_LINES, Sheet, read_sheet

LONGEST = 60
HIGHEST_NUMBER = 999_999
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
    again: the name stands on an earlier line, or on the list already; perhaps another person, perhaps a slip.
    """

    place: int
    cells: dict[str, str]
    errors: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    listed: str = ""
    vouched: bool = False
    again: bool = False
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


@dataclass
class PlayerList:
    """名單 as read: its lines, what is wrong with the whole of it, and what was left out."""

    lines: list[Line]
    problem: str = ""
    notices: list[str] = field(default_factory=list)


def read_list(text: str, taken: Mapping[int, str]) -> PlayerList:
    """Read a list. `taken`: number → name of the players who are there already.

    Lines without a number get the next free one. A number that is given twice or taken is an error, a name that is
    there already only a warning: two people may have the same name.
    """
    sheet = read_sheet(text)
    lines = [Line(place, dict(cells)) for place, cells in sheet.rows]
    if problem := _problem(sheet):
        return PlayerList([], problem)
    numbers = _given_numbers(lines, taken)
    free = free_numbers({*taken, *numbers.values()})
    for line in lines:
        if line.cells["number"] == "":
            numbers[line.place] = next(free)
    _mark_same_names(lines, taken.values())
    for line in lines:
        _check(line, numbers.get(line.place))
    return PlayerList(lines, notices=_notices(sheet))


def free_numbers(taken: Set[int]) -> Iterator[int]:
    """Numbers for more players: those after the highest one in use, then the lowest that are free."""
    highest = max(taken, default=0)
    yield from range(highest + 1, HIGHEST_NUMBER + 1)
    yield from (number for number in range(1, highest) if number not in taken)


def _problem(sheet: Sheet) -> str:
    """Why nothing of the sheet can be read."""
    if sheet.too_long:
        return _("名單最多 %(most)s 行，請分開幾次加入。") % {"most": MOST_LINES}
    if sheet.nameless:
        return _("看不出哪一欄是姓名：請把那一欄的標題改為「姓名」。")
    if sheet.headed and not sheet.rows:
        return _("標題下面沒有選手。")
    return ""


def _notices(sheet: Sheet) -> list[str]:
    """What was left out, by name."""
    notices = []
    if sheet.above:
        places = write_numbers(sheet.above)
        notices.append(_("第 %(places)s 行在標題之上，不當作選手。") % {"places": places})
    unread = [*sheet.ignored, *(_("第 %(place)s 欄") % {"place": place} for place in sheet.bare)]
    if unread:
        notices.append(_("沒有用的欄：%(names)s") % {"names": " · ".join(unread)})
    return notices


def name_key(name: str) -> str:
    """The name as it is compared: one width, one case, no spaces and nothing that is not seen."""
    plain = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return "".join(sign for sign in plain if not sign.isspace() and unicodedata.category(sign) != "Cf")


def _mark_same_names(lines: Sequence[Line], there: Collection[str]) -> None:
    """Say on which lines one name stands twice, and which names are on the list already."""
    known = {name_key(name) for name in there}
    first: dict[str, Line] = {}
    for line in lines:
        name = line.cells["name"]
        key = name_key(name)
        if key in known:
            line.warnings.append(_("名單上已有 %(name)s。") % {"name": name})
            line.again = True
        if key in first:
            line.warnings.append(_("與第 %(line)s 行同名。") % {"line": first[key].place})
            line.again = True
        elif key:
            first[key] = line


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
    # The length first: Python makes no number of thousands of digits.
    if not (cell.isdecimal() and len(cell) < 20 and 1 <= int(cell) <= HIGHEST_NUMBER):
        line.errors.append(_("號碼「%(cell)s」要是由 1 起的整數。") % {"cell": line.cells["number"]})
        return None
    return int(cell)


def _check(line: Line, number: int | None) -> None:
    cells = line.cells
    if not cells["name"]:
        line.errors.append(_("欠姓名。"))
    if len(cells["name"]) > LONGEST or len(cells["club"]) > LONGEST:
        line.errors.append(_("姓名和會所最多六十個字。"))
    if cells["staff"].lower() not in _YES | _NO:
        line.errors.append(_("湊腳一欄「%(cell)s」看不懂，請寫「是」或留空。") % {"cell": cells["staff"]})
    if cells.get("extra"):
        line.errors.append(_("多了「%(cell)s」：每行只有號碼、姓名、會所、湊腳四欄。") % {"cell": cells["extra"]})
    if not line.errors and number is not None:
        line.player = ListedPlayer(number, cells["name"], cells["club"], cells["staff"].lower() in _YES)


def read_numbers(text: str) -> set[int]:
    """檯號: "1-4, 7" → {1, 2, 3, 4, 7}. Raises ValueError for anything else."""
    numbers: set[int] = set()
    joined = re.sub(r"\s*[-–~至]\s*", "-", text)  # data: how people write "to"
    for part in re.split(r"[\s,，、]+", joined.strip()) if joined.strip() else ():
        first, _dash, last = part.partition("-")
        if len(part) > 20:  # Python makes no number of thousands of digits, and no table has one
            raise ValueError(part)
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
