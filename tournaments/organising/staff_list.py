"""工作人員名單的讀法: "陳師傅 裁判 1-4", one person and role per line, typed or pasted.

Accepts full-width digits and separators, tabs, commas or spaces, the role in either language, and 枱, 桌 or "tables"
beside the numbers. Every error belongs to its line.
"""

import re
import unicodedata
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from accounts.inputs import clean_name
from tournaments.models import Role
from tournaments.phrases.names import name_key
from tournaments.players.lists.columns import enumerated
from tournaments.players.lists.players import LONGEST, read_numbers, write_numbers

MOST_PEOPLE = 200
LONGEST_LINE = 300
MOST_NUMBERS = 1000

# data: how people write the three roles
_ROLES: Mapping[str, tuple[str, ...]] = {
    "head_referee": (
        "裁判長", "總裁判", "主裁判", "首席裁判", "head referee", "chief referee", "head judge", "headreferee",  # data
    ),
    "referee": ("看檯裁判", "看枱裁判", "看桌裁判", "裁判", "看檯", "看枱", "referee", "ref", "judge"),  # data
    "organiser": ("大會", "主辦者", "主辦", "organiser", "organizer"),  # data
}  # fmt: skip
_BETWEEN = r"[\s,;|/]"
_ANY_ROLE = "|".join(f"(?P<{role}>" + "|".join(words) + ")" for role, words in _ROLES.items())
_ROLE = re.compile(rf"(?:(?<={_BETWEEN})|^)(?:{_ANY_ROLE})(?=$|{_BETWEEN})", re.IGNORECASE)
_TABLES = re.compile(
    rf"(?:^|{_BETWEEN})(?:第|檯|枱|桌|tables?|#)*\s*(?P<numbers>\d[\d\s,、&\-–—~至到]*)(?:號?[檯枱桌])?$",  # data
    re.IGNORECASE,
)


@dataclass
class StaffLine:
    place: int
    text: str
    name: str = ""
    role: str = "referee"
    tables: frozenset[int] = frozenset()
    errors: list[str] = field(default_factory=list)
    shared: bool = False
    """The tables come from `share`, not from the list."""
    numbered: bool = False
    """The line began with its number in the list ("3. 陳師傅 裁判"), which is removed."""
    username: str = ""
    """"" for a new account."""

    @property
    def role_name(self) -> str:
        return str(Role(self.role).label)

    @property
    def tables_text(self) -> str:
        return write_numbers(self.tables)


def read_staff(text: str) -> list[StaffLine]:
    rows = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    filled = [(place, row) for place, row in enumerate(rows, start=1) if row.strip()]
    numbering = enumerated([row for _place, row in filled])
    if numbering is not None:
        filled = [(place, row) for (place, _row), row in zip(filled, numbering.names, strict=True) if row]
    lines = [_line(place, unicodedata.normalize("NFKC", row)) for place, row in filled[:MOST_PEOPLE]]
    for line in lines if numbering is not None else ():
        line.numbered = True
    _mark_repeats(lines)
    if len(filled) > MOST_PEOPLE:
        # One error for all further lines: thousands would be unreadable, and parsing their tables takes time.
        place, row = filled[MOST_PEOPLE]
        too_many = _("一次最多 %(most)s 人，請分開幾次加入。") % {"most": MOST_PEOPLE}
        lines.append(StaffLine(place, row.strip()[:LONGEST_LINE], errors=[too_many]))
    return lines


def listed_staff(rows: Iterable[tuple[str, str, Collection[int]]]) -> list[StaffLine]:
    """Read cells (name, role and tables) instead of text, with the same errors."""
    lines = []
    for place, (name, role, tables) in enumerate(rows, start=1):
        name = clean_name(unicodedata.normalize("NFKC", name))
        line = StaffLine(place, name, name, role)
        _check(line, write_numbers(sorted(tables)))
        lines.append(line)
    _mark_repeats(lines)
    return lines


def _line(place: int, row: str) -> StaffLine:
    line = StaffLine(place, row.strip()[:LONGEST_LINE])
    rest, tables = line.text, ""
    if written := _TABLES.search(line.text):
        rest = line.text[: written.start()]
        tables = written["numbers"].replace("—", "-").replace("到", "-").replace("&", ",")  # data
    roles = list(_ROLE.finditer(rest))
    if roles:
        # The last role with a name before it: a family may be called Judge.
        found = next((one for one in reversed(roles) if rest[: one.start()].strip(" \t,;|/")), roles[0])
        line.role = str(found.lastgroup)
        rest = f"{rest[: found.start()]} {rest[found.end() :]}"
    elif len([cell for cell in re.split(r"[\t,;|/]", rest) if cell.strip()]) > 1 or (
        len(rest.split()) > 1 and not rest.isascii()
    ):  # another cell, or another word in Chinese, replaces the role
        line.errors.append(_("看不出職責：請寫「姓名 裁判 1-4」，職責是裁判、裁判長或大會。"))
    line.name = clean_name(rest.strip(" \t,;|/"))
    _check(line, tables)
    return line


def _check(line: StaffLine, tables: str) -> None:
    if not line.name:
        line.errors.append(_("欠姓名。"))
    elif len(line.name) > LONGEST:
        line.errors.append(_("姓名最多六十個字。"))
    elif not any(sign.isalpha() for sign in line.name):
        line.errors.append(_("「%(name)s」不是姓名。") % {"name": line.name})
    try:
        line.tables = frozenset(read_numbers(tables, MOST_NUMBERS))
    except ValueError:
        line.errors.append(_("檯號「%(tables)s」看不懂，請寫成「1-4, 7」。") % {"tables": tables.strip()})
    if line.tables and line.role != "referee":
        line.errors.append(_("只有裁判有檯號：裁判長可以去任何一檯，大會不記錄。"))


def _mark_repeats(lines: Iterable[StaffLine]) -> None:
    first: dict[tuple[str, str], StaffLine] = {}
    for line in lines:
        key = (name_key(line.name), line.role)
        if line.name and first.setdefault(key, line) is not line:
            line.errors.append(_("與第 %(line)s 行相同：每人每個職責寫一行。") % {"line": first[key].place})


def share(lines: Sequence[StaffLine], tables: Collection[int]) -> None:
    """Divide these tables, in even runs, among referees without tables."""
    without = [line for line in lines if line.role == "referee" and not line.tables and not line.errors]
    free = sorted(tables)
    for place, line in enumerate(without):
        start, end = place * len(free) // len(without), (place + 1) * len(free) // len(without)
        line.tables, line.shared = frozenset(free[start:end]), True
