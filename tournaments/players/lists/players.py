"""名單的讀法: a list of players, row by row, with every error by its row and column.

Accepts one name per line, columns pasted from a spreadsheet, a CSV or Excel file, the export of a form; `lists.files`
turns a file into text, `lists.columns` text into rows and columns.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import EmailValidator
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from accounts.inputs import parse_int
from tournaments.models import Player
from tournaments.phrases.names import alike, name_key, variant_key
from tournaments.players.lists.columns import MOST_LINES, Column, Sheet, enumerated, number_in, read_sheet

LONGEST = 60
HIGHEST_NUMBER = 999_999
_YES = {"1", "y", "yes", "true", "x", "✓", "是", "湊腳", "staff", "工作人員"}
_NO = {"", "0", "n", "no", "false", "否", "-"}
_ERROR = re.compile(r"#(REF|N/A|NAME|VALUE|DIV/0|NULL|NUM)[!?]?", re.IGNORECASE)  # data: of spreadsheets
_ESCAPED = re.compile(r"'(?=[=+\-@＝＋－＠])")
"""The apostrophe that our exports, and careful people, put before text that a spreadsheet would run as a formula."""
_SHORTENED = re.compile(r"\d[.\d]*E[+-]?\d+|\d+\.0+", re.IGNORECASE)
_BROKEN_NUMBER = re.compile(rf"-\d+|\d{{5,}}\.\d+|{_SHORTENED.pattern}", re.IGNORECASE)
"""A long number mangled by a spreadsheet: 8.52912E+11, 91234567.0, -91234567."""
_PHONE = re.compile(r"[+()\d\s./#ext-]+", re.IGNORECASE)
_EMAIL = EmailValidator()
MOST_LETTERS: Mapping[str, int] = {
    "name": LONGEST, "club": LONGEST, "latin": LONGEST, "alias": LONGEST, "member": 40, "note": 300,
}  # fmt: skip
FIELD_NAMES: Mapping[str, Promise] = {
    "number": lazy("號碼"),
    "name": lazy("姓名"),
    "family": lazy("姓"),
    "given": lazy("名"),
    "latin": lazy("英文姓名"),
    "club": lazy("會所"),
    "member": lazy("會員號碼"),
    "email": lazy("電郵"),
    "phone": lazy("電話"),
    "alias": lazy("公開名稱"),
    "note": lazy("備註"),
    "staff": lazy("湊腳"),
}
MOST_CHOICES = 64
"""With more players they are typed by number: 2,000 lists of 2,000 names would be too large a page."""


@dataclass(frozen=True)
class ListedPlayer:
    """A player as listed. `member`, `email`, `phone` and `note` are private to organisers."""

    number: int
    name: str
    club: str = ""
    staff: bool = False
    latin: str = ""
    alias: str = ""
    member: str = ""
    email: str = ""
    phone: str = ""
    note: str = ""


@dataclass
class Line:
    """One row of the list and its errors. `player` is set only without errors.

    `columns`: field → the column as named in the sheet · `listed`: the name as on the black list · `vouched`: declared
    to be another person · `formulas`: fields whose cell is a formula · `again`: the name is on an earlier row or
    already in the event, perhaps as another person, perhaps by mistake · `skipped`: the organiser leaves the row out.
    """

    place: int
    cells: dict[str, str]
    columns: Mapping[str, str] = field(default_factory=dict)
    errors: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    formulas: frozenset[str] = frozenset()
    listed: str = ""
    vouched: bool = False
    again: bool = False
    skipped: bool = False
    player: ListedPlayer | None = None

    def fault(self, name: str, text: str) -> None:
        column = self.columns.get(name) or FIELD_NAMES[name]
        self.errors.append(_("%(column)s：%(text)s") % {"column": column, "text": text})


@dataclass
class PlayerList:
    """名單 as read: its rows, errors of the whole list, omissions, and columns. `under_each_other`: as in `Sheet`."""

    lines: list[Line]
    problem: str = ""
    notices: list[str] = field(default_factory=list)
    columns: Sequence[Column] = ()
    heading_line: int = 0
    under_each_other: str = ""


def read_list(
    text: str,
    taken: Mapping[int, str],
    *,
    members: Collection[str] = (),
    chosen: Mapping[str, str] | None = None,
    heading_line: int | None = None,
    skipped: Collection[int] = (),
) -> PlayerList:
    """Read a list. `taken`: number → name of the current players; `members`: their membership numbers.

    Rows without a number get the next free one. A number that is given twice or taken is an error, a repeated name only
    a warning: two people may have the same name. `chosen`, `heading_line`: as for `read_sheet`. `skipped`: rows the
    organiser leaves out, because they repeat a person or are no player at all (a line of totals). A row without errors
    is never left out because of its number alone, which may belong to another row after a change.
    """
    sheet = read_sheet(text, chosen, heading_line)
    if problem := _problem(sheet):
        return PlayerList([], problem, columns=sheet.columns, heading_line=sheet.heading_line)
    notices, names = _notices(sheet), _column_names(sheet)
    lines = []
    for place, cells in sheet.rows:
        formulas = frozenset(name for name, cell in cells.items() if cell.startswith("="))
        plain = {name: _ESCAPED.sub("", cell, count=1) for name, cell in cells.items()}
        lines.append(Line(place, plain, names, formulas=formulas))
    lines = _strip_numbering(lines, notices, headed=sheet.headed)
    _mark_same_names(lines, taken.values())
    for line in lines:
        line.skipped = line.again and line.place in skipped
    _check_all([line for line in lines if not line.skipped], taken, members)
    faulty = [line for line in lines if line.errors and line.place in skipped]
    if faulty:
        # Read again without the skipped rows: they take no number, and no other row repeats them.
        for line in lines:
            line.errors, line.player = [], None
        for line in faulty:
            line.skipped = True
        _check_all([line for line in lines if not line.skipped], taken, members)
    return PlayerList(lines, "", notices, sheet.columns, sheet.heading_line, sheet.under_each_other)


def _strip_numbering(lines: list[Line], notices: list[str], *, headed: bool) -> list[Line]:
    """Remove the numbers and check marks of a sign-up list ("1. 陳大文 ✅")."""
    found = enumerated([line.cells["name"] or line.cells["number"] for line in lines])
    if found is None:
        return lines
    words = {"mark": found.example}
    notices.append(_("每行開首的編號（例如「%(mark)s」）不是姓名，已經除去；號碼會順序編。") % words)
    titles = [] if headed else lines[: found.titles]
    if titles:
        text = " · ".join(line.cells["name"][:40] for line in titles)
        notices.append(_("名單之上的行不當作選手：%(text)s") % {"text": text})
    kept, empty = [], []
    for index, (line, name) in enumerate(zip(lines, found.names, strict=True)):
        if index < len(titles):
            continue
        if not name:
            empty.append(line.place)
            continue
        if not line.cells["name"]:
            line.cells["number"] = ""
        line.cells["name"] = name
        if index in found.guests:
            text = _("「+%(more)s」不是姓名，已經除去：多帶的人請另寫一行。")
            line.warnings.append(text % {"more": found.guests[index]})
        kept.append(line)
    if empty:
        notices.append(_("只有編號、沒有姓名的行已略去：第 %(places)s 行。") % {"places": write_numbers(empty)})
    return kept


def _check_all(lines: Sequence[Line], taken: Mapping[int, str], members: Collection[str]) -> None:
    numbers: dict[int, int] = {}
    seen: dict[int, int] = {}
    for line in lines:
        number = _number(line)
        if number is None:
            continue
        if number in taken:
            line.fault("number", _("號碼 %(number)s 已屬於 %(name)s。") % {"number": number, "name": taken[number]})
        elif number in seen:
            line.fault("number", _("號碼 %(number)s 與第 %(line)s 行重複。") % {"number": number, "line": seen[number]})
        seen.setdefault(number, line.place)
        numbers[line.place] = number
    free = free_numbers({*taken, *numbers.values()})
    _check_members(lines, members)
    for line in lines:
        _check(line, numbers.get(line.place) if line.cells["number"] else next(free))


def free_numbers(taken: Set[int]) -> Iterator[int]:
    """Yield the numbers after the highest one in use, then the lowest free ones."""
    highest = max(taken, default=0)
    yield from range(highest + 1, HIGHEST_NUMBER + 1)
    yield from (number for number in range(1, highest) if number not in taken)


def _column_names(sheet: Sheet) -> dict[str, str]:
    names = {}
    for column in sheet.columns:
        if column.field:
            words = {"letter": column.letter, "heading": _short(column.heading)}
            names[column.field] = (_("%(letter)s 欄「%(heading)s」") if column.heading else _("%(letter)s 欄")) % words
    for part in ("given", "family"):
        names.setdefault("name", names.get(part, ""))
    return names


def _short(heading: str) -> str:
    return heading if len(heading) <= 20 else heading[:19] + "…"


def _problem(sheet: Sheet) -> str:
    if sheet.too_long:
        return _("名單最多 %(most)s 行，請分開幾次加入。") % {"most": MOST_LINES}
    if sheet.twice:
        letters = _("、").join(column.letter for column in sheet.twice)
        words = {"letters": letters, "field": FIELD_NAMES[sheet.twice[0].field]}
        return _("%(letters)s 欄都選了「%(field)s」：每樣只可以選一欄。") % words
    if sheet.nameless:
        return _("看不出哪一欄是姓名：請在下面選，或者把那一欄的標題改為「姓名」。")
    if sheet.headed and not sheet.rows:
        return _("標題下面沒有選手。")
    return ""


def _notices(sheet: Sheet) -> list[str]:
    notices = []
    if sheet.above:
        places = write_numbers(sheet.above)
        notices.append(_("第 %(places)s 行在標題之上，不當作選手。") % {"places": places})
    if sheet.repeated:
        places = write_numbers(sheet.repeated)
        notices.append(_("第 %(places)s 行只是重複標題，已略去。") % {"places": places})
    if sheet.under_each_other:
        notices.append(_("名單有幾組並排的欄：已經接成一張名單，行號以下面的名單為準。"))
    named = [column for column in sheet.columns if column.field == "name"]
    again = [one for one in sheet.columns if not one.field and named and one.heading == named[0].heading]
    if again:
        letters = _("、").join(column.letter for column in again)
        words = {"letters": letters, "heading": _short(again[0].heading)}
        notices.append(_("%(letters)s 欄也叫「%(heading)s」，沒有讀：那裡的人不在預覽內，請另外加入。") % words)
    unread = [
        _short(column.heading) or _("%(letter)s 欄") % {"letter": column.letter}
        for column in sheet.columns
        if sheet.headed and not column.field
    ]
    if unread:
        notices.append(_("沒有用的欄：%(names)s") % {"names": " · ".join(unread)})
    return notices


def _mark_same_names(lines: Sequence[Line], there: Collection[str]) -> None:
    """Mark rows that repeat a name, and names already in the event; also likely repeats in variant characters."""
    known = {name_key(name) for name in there}
    variants = alike(there)
    first: dict[str, Line] = {}
    first_variant: dict[str, Line] = {}
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
        if not key or line.again:
            continue
        # Only a hint: 黃 and 黄 may be two families.
        variant = variant_key(name)
        if variant in variants:
            line.warnings.append(_("可能與名單上的 %(name)s 是同一人（異體字）。") % {"name": variants[variant][0]})
        elif variant in first_variant:
            words = {"line": first_variant[variant].place, "name": first_variant[variant].cells["name"]}
            line.warnings.append(_("可能與第 %(line)s 行的 %(name)s 是同一人（異體字）。") % words)
        first_variant.setdefault(variant, line)


def _number(line: Line) -> int | None:
    if line.cells["number"] == "":
        return None
    cell = number_in(line.cells["number"])
    # The length first: Python refuses to parse thousands of digits.
    if not (cell and len(cell) < 20 and 1 <= int(cell) <= HIGHEST_NUMBER):
        line.fault("number", _("號碼「%(cell)s」要是由 1 起的整數。") % {"cell": line.cells["number"][:40]})
        return None
    return int(cell)


def _check_members(lines: Iterable[Line], there: Collection[str]) -> None:
    known = {name_key(member) for member in there if member}
    first: dict[str, int] = {}
    for line in lines:
        key = name_key(line.cells["member"])
        if not key:
            continue
        words = {"member": line.cells["member"], "line": first.get(key, 0)}
        if key in known:
            line.fault("member", _("會員號碼 %(member)s 已在名單上。") % words)
        elif key in first:
            line.fault("member", _("會員號碼 %(member)s 與第 %(line)s 行重複。") % words)
        first.setdefault(key, line.place)


def _check(line: Line, number: int | None) -> None:
    cells = line.cells
    _check_name(line)
    for name, most in MOST_LETTERS.items():
        if len(cells[name]) > most:
            line.fault(name, _("最多 %(most)s 個字。") % {"most": most})
    for name in ("name", "club", "latin", "alias", "member", "email", "phone"):
        if _ERROR.fullmatch(cells[name]):
            line.fault(name, _("試算表在這一格出錯（%(cell)s），請先改好。") % {"cell": cells[name]})
        elif name in line.formulas:
            line.fault(name, _("這一格是公式，請貼上它的值。"))
    if _SHORTENED.fullmatch(cells["member"]):
        line.fault("member", _broken_number_text(cells["member"]))
    for name, fault in contact_faults(cells["email"], cells["phone"]).items():
        if not _ERROR.fullmatch(cells[name]) and name not in line.formulas:
            line.fault(name, fault)
    if cells["staff"].lower() not in _YES | _NO:
        line.fault("staff", _("「%(cell)s」看不懂，請寫「是」或留空。") % {"cell": cells["staff"][:40]})
    if cells.get("extra"):
        text = _("多了「%(cell)s」：每行只有號碼、姓名、會所、湊腳四欄。") % {"cell": cells["extra"][:80]}
        line.fault("staff", text)
    if not line.errors and number is not None:
        texts = {name: cells[name] for name in ("name", "club", "latin", "alias", "member", "email", "phone", "note")}
        line.player = ListedPlayer(number, staff=cells["staff"].lower() in _YES, **texts)


def _check_name(line: Line) -> None:
    name = line.cells["name"]
    if not name:
        line.fault("name", _("欠姓名。"))
    elif not (any(sign.isalpha() for sign in name) or "name" in line.formulas or _ERROR.fullmatch(name)):
        line.fault("name", _("「%(name)s」不是姓名。") % {"name": name[:40]})


def contact_faults(email: str, phone: str) -> dict[str, str]:
    """Return field → error message for an impossible e-mail address or telephone number. Empty ones are fine."""
    faults = {}
    if email:
        try:
            _EMAIL(email)
        except ValidationError:
            faults["email"] = _("「%(cell)s」不是電郵地址。") % {"cell": email[:60]}
    if phone:
        digits = sum(sign.isdecimal() for sign in phone)
        if _BROKEN_NUMBER.fullmatch(phone):
            faults["phone"] = _broken_number_text(phone)
        elif not _PHONE.fullmatch(phone) or not 5 <= digits <= 20 or len(phone) > 40:
            faults["phone"] = _("「%(cell)s」不是電話號碼。") % {"cell": phone[:40]}
    return faults


def _broken_number_text(cell: str) -> str:
    text = _("試算表改動了這個號碼（%(cell)s）：請把那一欄的格式設為「文字」，再寫一次完整的號碼。")
    return text % {"cell": cell[:40]}


def read_numbers(text: str, most: int = 2 * MOST_LINES) -> set[int]:
    """檯號: parse "1-4, 7" to {1, 2, 3, 4, 7}. Raises ValueError for anything else, or more than `most` numbers."""
    numbers: set[int] = set()
    joined = re.sub(r"\s*[-–~至]\s*", "-", text)  # data: how people write "to"
    for part in re.split(r"[\s,，、]+", joined.strip()) if joined.strip() else ():
        first, _dash, last = part.partition("-")
        if len(part) > 20:  # Python refuses to parse thousands of digits, and no table number is that long
            raise ValueError(part)
        low, high = int(first), int(last or first)
        if not 1 <= low <= high <= HIGHEST_NUMBER or high - low > MOST_LINES:
            raise ValueError(part)
        numbers |= set(range(low, high + 1))
        if len(numbers) > most:
            raise ValueError(part)
    return numbers


def write_numbers(numbers: Collection[int]) -> str:
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return _("、").join(f"{run[0]}-{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)


class NumbersField(forms.CharField):
    """Table numbers as typed, such as "1-4, 7"; cleans to a set."""

    wrong = lazy("檯號請寫成「1-4, 7」。")

    def clean(self, value: Any) -> Any:
        try:
            return read_numbers(super().clean(value))
        except ValueError:
            raise forms.ValidationError(self.wrong) from None


class PlayerField(forms.CharField):
    """A player typed as number or full name; cleans to the number, None if empty. The services check the number."""

    players: Sequence[Player] = ()

    def __init__(self, **more: Any) -> None:
        given = {"autocomplete": "off", "list": "player-numbers"}
        super().__init__(max_length=80, widget=forms.TextInput(given), **more)

    def clean(self, value: Any) -> Any:
        typed = str(super().clean(value) or "")
        if not typed:
            return None
        number = parse_int(typed.split()[0].removeprefix("#"))
        if number is not None:
            if not 1 <= number <= HIGHEST_NUMBER:
                raise forms.ValidationError(lazy("號碼由 1 起，最多六位數字。"))
            return number
        key = name_key(typed)
        named = [one.number for one in self.players if key in (name_key(one.name), name_key(one.latin_name))]
        if not (key and named):  # an empty key would match every player without an English name
            code = "unknown" if key else "invalid"
            raise forms.ValidationError(lazy("名單上沒有這名選手。請寫他的號碼或全名。"), code=code)
        if len(named) > 1:
            raise forms.ValidationError(lazy("有多於一名選手叫這個名字，請寫號碼。"))
        return named[0]
