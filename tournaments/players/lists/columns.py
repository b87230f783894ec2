"""名單的欄: typed, pasted or uploaded text in rows and columns.

Clubs' sheets have extra columns, a title above the headings, and headings in either language and any order; the export
of a form has whole questions as headings. Columns are guessed from their headings, and the organiser can overrule
(`chosen`). Unknown columns are left out and reported, never taken for a name.
"""

import csv
import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from accounts.inputs import clean_name

COLUMNS = ("number", "name", "club", "staff")
"""The columns of a list without headings, in their usual order."""
FIELDS = ("number", "name", "family", "given", "latin", "club", "member", "email", "phone", "alias", "note", "staff")
MOST_LINES = 5_000
LONGEST_LINE = 20_000
HEADING_WITHIN = 10
_JOINED_LINES = 20
_SAMPLES = 3
PLACE = "@"
"""Prefix of the key of a column in a list without headings; the column's position follows."""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# data: headings as people write them, in lower case and without spaces
_HEADINGS: Mapping[str, frozenset[str]] = {
    "number": _words(
        "number no # playernumber playerno 號碼 編號 號 序號 序 選手號碼 選手編號 參賽編號 參賽號碼"  # data
    ),
    "name": _words(
        "name player players playername fullname nameofplayer 姓名 名字 名稱 選手 選手姓名 選手名 參賽者 "  # data
        "參賽者姓名 中文姓名 中文名 隊員 球員 牌手 牌手姓名 雀士"  # data
    ),
    "family": _words("surname familyname lastname 姓 姓氏"),  # data
    "given": _words("firstname givenname forename 名"),  # data
    "latin": _words(
        "englishname nameinenglish latinname romanisedname romanizedname 英文姓名 英文名 英文名字 拼音 外文姓名"  # data
    ),
    "club": _words("club clubname team teamname 會所 屬會 會 會名 隊 隊伍 隊名 所屬會所 單位 所屬單位"),  # data
    "member": _words(
        "member memberno membernumber memberid membership membershipno membershipnumber "  # data
        "會員號碼 會員編號 會員號 會員證 會員證號碼 會員"  # data
    ),
    "email": _words("email emailaddress mail 電郵 電郵地址 電子郵件 電子郵件地址 電子信箱 信箱 電郵信箱"),  # data
    "phone": _words(
        "phone phonenumber telephone tel mobile mobilenumber whatsapp "  # data
        "電話 電話號碼 手機 手機號碼 手提 手提電話 聯絡電話 流動電話 聯絡電話號碼"  # data
    ),
    "alias": _words("alias nickname displayname publicname 別名 公開名稱 顯示名稱 花名 暱稱"),  # data
    "note": _words("note notes remark remarks comment comments 備註 附註 備考"),  # data
    "staff": _words("staff houseplayer 湊腳 工作人員"),  # data
}
# data: words inside a question that say which column it is, the surest first
_QUESTIONS: Sequence[tuple[str, re.Pattern[str]]] = tuple(
    (name, re.compile(words, re.IGNORECASE))
    for name, words in (
        ("email", r"電郵|電子郵件|e-?mail"),  # data
        ("phone", r"電話|手機|手提|whatsapp|\b(phone|mobile|tel)\b|\bcontact (no|num)"),  # data
        ("latin", r"英文[全姓]?名|(name in english|english name)"),  # data
        ("member", r"會員.{0,4}(號|編|證)|member(ship)?\s*(no|num|id)"),  # data
        ("alias", r"公開.{0,4}名|nickname|alias"),  # data
        ("club", r"會所|屬會|隊名|(麻雀|雀友|雀藝)會|\bclub\b|\bteam name\b|name of (your )?team"),  # data
        ("given", r"\b(first|given) name\b"),  # data
        ("family", r"\b(last|family) name\b|\bsurname\b"),  # data
        ("name", r"姓名|中文名|全名|your name|full name|player'?s? name|name of (the )?player"),  # data
        ("note", r"備註|附註|\bremarks?\b"),  # data
    )
)
# data: 姓名 (英文) is another column than 姓名
_LATIN = re.compile(
    r"(name|full name|player name|姓名|選手姓名|參賽者姓名)\s*[(\[]\s*(in )?(english|英文|拼音|latin)\s*[)\]]"
)
# data: questions about another person, or about no player at all
_NOT_ASKED = re.compile(
    r"緊急|同意|身[分份]證|推薦|介紹|監護|付款|轉帳|截圖|時間戳|隊長|領隊|用戶|"  # data
    r"emergency|consent|agree|refer|guardian|payment|timestamp|captain|user\s*name|\bid card (no|num)|hkid",
    re.IGNORECASE,
)


def letter_of(place: int) -> str:
    """Name a column like spreadsheets do: A, B, … Z, AA."""
    found = ""
    while place:
        place, digit = divmod(place - 1, 26)
        found = chr(ord("A") + digit) + found
    return found


@dataclass(frozen=True)
class Column:
    """A column: the key under which its choice is remembered, its heading, and its field ("" if it is not read).
    `samples`: the cells of its first rows."""

    place: int
    key: str
    heading: str
    field: str
    samples: Sequence[str] = ()

    @property
    def letter(self) -> str:
        return letter_of(self.place)


@dataclass(frozen=True)
class Sheet:
    """Rows with their cells by field, each with its line number.

    `headed`: headings were found · `heading_line`: their line · `nameless`: no column has the name · `above`: lines
    over the headings · `repeated`: lines that repeat the headings · `twice`: a field for which two columns were chosen
    · `under_each_other`: the text after lists side by side were put one below the other; line numbers refer to it.
    """

    rows: Sequence[tuple[int, Mapping[str, str]]]
    columns: Sequence[Column] = ()
    above: Sequence[int] = ()
    repeated: Sequence[int] = ()
    under_each_other: str = ""
    headed: bool = False
    heading_line: int = 0
    nameless: bool = False
    too_long: bool = False
    twice: Sequence[Column] = ()


def read_sheet(text: str, chosen: Mapping[str, str] | None = None, heading_line: int | None = None) -> Sheet:
    """Read text of at most MOST_LINES lines; longer ones are refused, not cut.

    `chosen`: key of a column → field, or "" to leave it out; overrules any guess. `heading_line`: the line of the
    headings (0: there are none), instead of a guess.
    """
    # The spreadsheet escape for a line break, which some exports leave in cells.
    text = text.lstrip("\ufeff").replace("_x000D_", " ").replace("\r\n", "\n").replace("\r", "\n")
    lines = text.rstrip("\n").split("\n")
    if len(lines) > MOST_LINES:
        return Sheet((), too_long=True)
    # If every non-empty line has semicolons, a comma is part of the text.
    filled = [bare for line in lines if (bare := _bare(line[:LONGEST_LINE])).strip()]
    semicolons = bool(filled) and all(";" in bare for bare in filled)
    rows = [(place, cells) for place, line in _join_quoted(lines) if any(cells := _split(line, semicolons))]
    if heading_line is None:
        heading = _find_heading(rows)
    else:
        heading = next((index for index, (place, _cells) in enumerate(rows) if place == heading_line), None)
    known = chosen or {}
    if heading is None and not any(known[key] for key in known if key.startswith(PLACE)):
        body = [(place, _cells_by_order(cells)) for place, cells in rows]
        return Sheet(body, columns=_number_columns(rows, {}) if any(len(cells) > 1 for _place, cells in rows) else ())
    names = rows[heading][1] if heading is not None else ()
    if heading is not None and (starts := _find_blocks(names)):
        below = _stack_blocks(rows, heading, starts)
        return replace(read_sheet(below, chosen, heading + 1), under_each_other=below)
    under = rows[heading + 1 :] if heading is not None else rows
    repeated = [place for place, cells in under if cells == names]
    under = [(place, cells) for place, cells in under if cells != names]
    columns = _name_columns(names, under, known) if heading is not None else _number_columns(rows, known)
    fields = [column.field for column in columns]
    return Sheet(
        [(place, _cells_by_field(cells, columns)) for place, cells in under],
        columns=columns,
        above=[place for place, _cells in rows[:heading]] if heading else (),
        repeated=repeated,
        headed=heading is not None,
        heading_line=rows[heading][0] if heading is not None else 0,
        nameless=not {"name", "given", "family"} & set(fields),
        twice=[column for column in columns if column.field and fields.count(column.field) > 1],
    )


def _join_quoted(lines: Sequence[str]) -> list[tuple[int, str]]:
    """Return (number, text) of each line; a quoted cell with line breaks becomes one line again."""
    found: list[tuple[int, str]] = []
    start = 0
    while start < len(lines):
        end, quotes = start + 1, 0
        for index in range(start, min(start + _JOINED_LINES, len(lines))):
            quotes += lines[index].count('"')
            if quotes % 2 == 0:  # the line that closes the first line's quotes, if it soon follows
                end = index + 1
                break
        found.append((start + 1, " ".join(lines[start:end])))
        start = end
    return found


def _split(line: str, semicolons: bool) -> list[str]:
    if len(line) > LONGEST_LINE:
        # Longer than any field may be, so that the check of the fields refuses this line by its number.
        return ["", line[:LONGEST_LINE]]
    delimiter = "\t"
    if "\t" not in line:
        bare = _bare(line)
        # A line without either was typed by hand; in a line from a file, a full-width comma is part of the text.
        if "," not in bare and ";" not in bare:
            line = bare = line.replace("，", ",").replace("；", ";")
        delimiter = ";" if semicolons or (";" in bare and "," not in bare) else ","
    if line.count('"') % 2:
        cells = line.split(delimiter)
    else:
        cells = next(csv.reader([line], delimiter=delimiter, skipinitialspace=True), [])
    return [clean_name(cell) for cell in cells]


def _bare(line: str) -> str:
    return re.sub(r'"[^"]*"', "", line)


def _find_blocks(names: Sequence[str]) -> list[int]:
    """Return the starts of repeated blocks of headings (編號 姓名 編號 姓名); empty if there is only one."""
    keys = [key_of(name) for name in names]
    first = next((place for place, key in enumerate(keys) if key and key in keys[place + 1 :]), None)
    if first is None:
        return []
    starts = [place for place, key in enumerate(keys) if key == keys[first]]
    blocks = [keys[start:end] for start, end in zip(starts, [*starts[1:], None], strict=True)]
    alike = {tuple(key for key in block if key) for block in blocks}
    named = any(_field_of_heading(name) in ("name", "given") for name in names[first : starts[1]])
    return starts if len(alike) == 1 and named else []


def _stack_blocks(rows: Sequence[tuple[int, Sequence[str]]], heading: int, starts: Sequence[int]) -> str:
    found = [cells for _place, cells in rows[:heading]]
    found.append(rows[heading][1][: starts[1]])
    before = [""] * starts[0]
    for start, end in zip(starts, [*starts[1:], None], strict=True):
        for _place, cells in rows[heading + 1 :]:
            block = list(cells[start:end])
            if any(block):
                found.append([*(cells[:start] if start == starts[0] else before), *block])
    return "\n".join("\t".join(quoted(cell) for cell in cells) + "\t" for cells in found)


def quoted(cell: str) -> str:
    return '"' + cell.replace('"', '""') + '"' if '"' in cell else cell


def key_of(heading: str) -> str:
    """Normalise a heading for comparison: one width and case, no spaces, short."""
    return re.sub(r"\s", "", unicodedata.normalize("NFKC", heading).casefold())[:80]


def _field_of_heading(cell: str) -> str | None:
    """Return the field of this heading. Case, width, spaces and text in brackets make no difference.

    In a heading of two languages only the Chinese counts: 電話 No. is not a player's number.
    """
    plain = unicodedata.normalize("NFKC", cell).casefold().strip()
    if _LATIN.fullmatch(plain):
        return "latin"
    plain = re.sub(r"[(\[/].*", "", plain)
    plain = re.sub(r"[\s.:_*?-]", "", plain)
    if not any(map(str.isdecimal, plain)):  # 選手01 is a name
        plain = "".join(sign for sign in plain if not sign.isascii()) or plain
    return next((name for name, words in _HEADINGS.items() if plain in words), None)


def _field_of_question(cell: str) -> str | None:
    """Return the field asked for by a whole question; None if it is about another person."""
    plain = unicodedata.normalize("NFKC", cell)
    if _NOT_ASKED.search(plain):
        return None
    return next((name for name, pattern in _QUESTIONS if pattern.search(plain)), None)


def _guess_fields(row: Sequence[str]) -> list[str]:
    """Return the field of each heading, or "". Exact headings take precedence over those that only mention a field."""
    kinds = [_field_of_heading(cell) or "" for cell in row]
    asked = [_field_of_question(cell) if cell and not kind else None for cell, kind in zip(row, kinds, strict=True)]
    for place, kind in enumerate(asked):
        if kind and kind not in kinds:
            kinds[place] = kind
    if not {"name", "family", "given"} & set(kinds):
        kinds = ["name" if kind == "latin" else kind for kind in kinds]
    if "name" not in kinds and not {"family", "given"} <= set(kinds):
        kinds = ["name" if kind == "given" else kind for kind in kinds]
    if "name" in kinds:
        kinds = ["" if kind in ("family", "given") else kind for kind in kinds]
    return [kind if kind and kind not in kinds[:index] else "" for index, kind in enumerate(kinds)]


def _name_columns(
    row: Sequence[str], under: Sequence[tuple[int, Sequence[str]]], known: Mapping[str, str]
) -> list[Column]:
    width = max([len(row), *(len(cells) for _place, cells in under)])
    headings = [*row, *[""] * (width - len(row))]
    keys = [key_of(heading) or f"#{place}" for place, heading in enumerate(headings, start=1)]
    guesses = _guess_fields(headings)
    taken = {known[key] for key in keys if known.get(key)}
    if taken & {"family", "given"}:
        taken.add("name")
    kinds = [known.get(key, "" if guess in taken else guess) for key, guess in zip(keys, guesses, strict=True)]
    return [
        Column(place, key, heading, kind, _sample_cells(under, place))
        for place, (key, heading, kind) in enumerate(zip(keys, headings, kinds, strict=True), start=1)
        if heading or _sample_cells(under, place)
    ]


def _number_columns(rows: Sequence[tuple[int, Sequence[str]]], known: Mapping[str, str]) -> list[Column]:
    width = max((len(cells) for _place, cells in rows), default=0)
    keys = {place: f"{PLACE}{place}" for place in range(1, width + 1)}
    return [Column(place, key, "", known.get(key, ""), _sample_cells(rows, place)) for place, key in keys.items()]


def _sample_cells(rows: Sequence[tuple[int, Sequence[str]]], place: int) -> list[str]:
    found = (cells[place - 1][:40] for _line, cells in rows if len(cells) >= place and cells[place - 1])
    return list(islice(found, _SAMPLES))


def _find_heading(rows: Sequence[tuple[int, Sequence[str]]]) -> int | None:
    found = next((index for index, (_place, cells) in enumerate(rows[:HEADING_WITHIN]) if is_heading(cells)), None)
    if found is None:
        return None
    # Headings in two rows, with merged cells: the lower row names each column.
    lower = rows[found + 1][1] if found + 1 < len(rows) else ()
    is_lower = lower != rows[found][1] and is_heading(lower) and len(_kinds(lower)) > len(_kinds(rows[found][1]))
    return found + 1 if is_lower else found


def is_heading(cells: Sequence[str]) -> bool:
    """Whether a row has the heading of the name or two others, or asks for the name among other questions."""
    if any(map(_number_like, cells)):
        return False
    kinds = _kinds(cells)
    asked = [kind for cell in cells if (kind := _field_of_heading(cell) or _field_of_question(cell))]
    return (
        bool(kinds & {"name", "given"}) or len(kinds) > 1 or (bool({"name", "given"} & set(asked)) and len(asked) > 1)
    )


def _kinds(cells: Sequence[str]) -> set[str]:
    return {kind for cell in cells if (kind := _field_of_heading(cell))}


def _cells_by_field(row: Sequence[str], columns: Sequence[Column]) -> dict[str, str]:
    cells = {one.field: row[one.place - 1] for one in columns if one.field and one.place <= len(row)}
    family, given = cells.pop("family", ""), cells.pop("given", "")
    if family or given:
        letters = any(sign.isascii() and sign.isalpha() for sign in family + given)
        # A Chinese name starts with the family name, without a space.
        cells["name"] = f"{given} {family}".strip() if letters else family + given
    return dict.fromkeys(FIELDS, "") | cells


def _cells_by_order(row: Sequence[str]) -> dict[str, str]:
    if row and not _number_like(row[0]) and row[0] != "":
        row = ["", *row]
    cells = dict.fromkeys(FIELDS, "") | dict(zip(COLUMNS, row, strict=False))
    extra = [cell for cell in row[len(COLUMNS) :] if cell]
    return cells | ({"extra": " ".join(extra)} if extra else {})


def _number_like(cell: str) -> bool:
    return bool(number_in(cell)) or cell.lstrip("-+#").replace(".", "", 1).isdecimal()


_NEARLY_ALL = 0.8
_MOST_TITLES = 5
_LONGEST = 300
"""Longer names are not split, and refused later: finding their end takes quadratic time."""
# data: "1.", "1、", "1)", "(1)", "1號", "No. 1", "#1", "1️⃣", "一、", "（一）", a bullet; never before a digit (1.5)
_MARK = re.compile(
    r"""[*_~\s]*(?:
    [(（\[【〔]\s*(?:\d{1,3}|[一二三四五六七八九十]{1,3})\s*[)）\]】〕]
    |(?:no\.?\s*|\#\s*|第)?\d{1,3}(?:\s*(?:[.．。､、,:：)）\]】\-–—]|號|位)+|\ufe0f?\u20e3|\s+|(?=[㐀-鿿])(?![年月日時人張]))
    |(?:[0-9]\ufe0f?\u20e3){2,3}|🔟
    |[一二三四五六七八九十]{1,3}\s*[.．、)）]
    |[•●○◦·*▪■□☐▢➤►>–—-](?=\s|[㐀-鿿])
    )[*_~\s.、]*(?!\d)""",
    re.VERBOSE | re.IGNORECASE,
)
_NUMBER = re.compile(r"(?:no\.?\s*|#|第)?\(?(\d+)(?:\.0+|[.、):]|號|号)*", re.IGNORECASE)  # data
_ONLY_NUMBER = re.compile(r"\s*[(（]?\s*\d{1,3}\s*[.．、)）:：]?\s*")
_TICK = r"(?:[✅✔☑✓√✨👍👌🙋🙏💪🀄][\ufe0f\U0001f3fb-\U0001f3ff]*(?:\u200d[♀♂]\ufe0f?)?)"
_BEFORE = re.compile(rf"\A(?:{_TICK}\s*)+")
_MORE = re.compile(r"\s*[+＋]\s*([1-9１-９])(?:人|位|pax)?\s*$")
_AFTER = re.compile(rf"(?:\s*{_TICK})+\s*$")


@dataclass(frozen=True)
class Enumerated:
    """A numbered list. `names`: each line without its number, "" if no text is left · `example`: a number as written ·
    `titles`: number of lines above the first number · `guests`: line → announced guests ("+1")."""

    names: Sequence[str]
    example: str
    titles: int
    guests: dict[int, int]


def enumerated(lines: Sequence[str]) -> Enumerated | None:
    """Remove the numbers of a list if nearly all of its lines start with one; None for any other list."""
    cut = [_mark_length(line) for line in lines]
    marked = [place for place, at in enumerate(cut) if at]
    named = sum(bool(lines[place][cut[place] :].strip()) for place in marked)
    alone = len(lines) == 1 and named and not lines[0][: cut[0]].rstrip()[-1:].isdecimal()
    if (named < 2 and not alone) or marked[0] > _MOST_TITLES:
        return None
    if len(marked) < _NEARLY_ALL * (len(lines) - marked[0]):
        return None
    guests: dict[int, int] = {}
    names = []
    for place, (line, at) in enumerate(zip(lines, cut, strict=True)):
        name = line[at:].strip()
        if len(name) <= _LONGEST:
            name = _AFTER.sub("", _BEFORE.sub("", name, count=1) if at else name).strip(" *_~")
            if more := _MORE.search(name):
                guests[place] = int(more[1])
                name = _AFTER.sub("", name[: more.start()])
        names.append(name.strip())
    return Enumerated(names, lines[marked[0]][: cut[marked[0]]].strip(), marked[0], guests)


def number_in(cell: str) -> str:
    """Return the digits of a cell that holds only a number, in any style: "1.", "(1)", "①", "No. 1", "1.0"."""
    found = _NUMBER.fullmatch(unicodedata.normalize("NFKC", cell).strip())
    return found[1] if found else ""


def _mark_length(line: str) -> int:
    stripped = len(line) - len(line.lstrip())
    if line[stripped : stripped + 1] and unicodedata.category(line[stripped]) == "No":  # ①, ❶, ⑴
        rest = line[stripped + 1 :]
        return len(line) - len(rest.lstrip(" .、"))
    if _ONLY_NUMBER.fullmatch(line):
        return len(line)
    found = _MARK.match(line)
    return found.end() if found else 0
