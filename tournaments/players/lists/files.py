"""名單檔案 → text: CSV in the encodings that spreadsheets write, and XLSX.

Files are untrusted: unpacking and reading are bounded, nothing in them is evaluated, and unreadable ones are refused
with a sentence. The text has one line per row of the sheet, so that line and row numbers agree.
"""

import csv
import datetime as dt
import io
import re
import zipfile
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from tournaments.players.lists.columns import HEADING_WITHIN, is_heading, letter_of, quoted
from tournaments.players.lists.players import write_numbers

MEGABYTE = 1024**2
MOST_UNPACKED = 12 * MEGABYTE
MOST_PARTS = 500
MOST_ROWS = 20_000
MOST_COLUMNS = 100
_MOST_ROWS_OF_ALL = 10 * MOST_ROWS
_MOST_BREAKS = 30
_WIDE = (b"\xff\xfe", b"\xfe\xff", b"<\0", b"\0<")
_STRICT = b"http://purl.oclc.org/ooxml/spreadsheetml/main"
_USUAL_NAMES: Mapping[bytes, bytes] = {
    _STRICT: b"http://schemas.openxmlformats.org/spreadsheetml/2006/main",
    b"http://purl.oclc.org/ooxml/officeDocument/relationships":
        b"http://schemas.openxmlformats.org/officeDocument/2006/relationships",
}  # fmt: skip
_OLD_EXCEL = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_UNREADABLE = lazy("讀不到這個檔案的文字。請由試算表另存為 CSV（UTF-8）。")
_BROKEN = lazy("這個 Excel 檔是壞的，讀不到。請再儲存一次，或者另存為 CSV。")
_TOO_LARGE = lazy("這個 Excel 檔太大。請只留下名單那一張工作表，再試一次。")


class Unreadable(ValueError):
    """Its message says why and what to do."""


@dataclass(frozen=True)
class ReadFile:
    text: str
    notices: Sequence[str] = ()


def read_file(data: bytes) -> ReadFile:
    if data.startswith(b"PK\x03\x04"):
        return _read_xlsx(data)
    if data.startswith(_OLD_EXCEL):
        raise Unreadable(_("這是舊式或有密碼的 Excel 檔。請另存為沒有密碼的 .xlsx 或 CSV。"))
    text = decode(data)
    if "\0" in text:
        raise Unreadable(_UNREADABLE)
    return ReadFile(_unbreak_rows(text))


def decode(data: bytes) -> str:
    """Decode UTF-8 (with or without BOM), UTF-16 with BOM, or Big5-HKSCS. Raises Unreadable."""
    tries = ("utf-16",) if data[:2] in (b"\xff\xfe", b"\xfe\xff") else ("utf-8-sig", "big5hkscs")
    for encoding in tries:
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise Unreadable(_UNREADABLE)


def _read_xlsx(data: bytes) -> ReadFile:
    """Return the sheet with headings, else the first with text. A formula without a stored value gives its text."""
    try:
        # Refuse what is not XLSX or unpacks to more than a list can be; reading stops at a part's declared size.
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            parts = archive.infolist()
            if not any(part.filename == "xl/workbook.xml" for part in parts):
                raise Unreadable(_("這不是 .xlsx 檔。請由試算表另存為 .xlsx 或 CSV。"))
            if len(parts) > MOST_PARTS or sum(part.file_size for part in parts) > MOST_UNPACKED:
                raise Unreadable(_TOO_LARGE)
            if any(_declares(archive.read(part)) for part in parts):
                raise Unreadable(_BROKEN)
        data = _without_strict_names(data)
        written, worked_out = _load_book(data, values=False), _load_book(data, values=True)
        found: list[tuple[str, list[list[str]], list[str]]] = []
        looked_at = 0  # a sheet of 200 bytes whose only row is the last one counts as many rows as a full one
        for place in _visible_sheets(written):
            sheet = written.worksheets[place]
            rows = [
                [_cell(text if value is None else value) for text, value in zip(texts, values, strict=False)]
                if any(text is not None for text in texts)
                else []
                for texts, values in zip(_rows(sheet), _rows(worked_out.worksheets[place]), strict=False)
            ]
            looked_at += len(rows)
            if looked_at > _MOST_ROWS_OF_ALL:
                raise Unreadable(_TOO_LARGE)
            notices = _lay_out(rows, *_read_layout(data, sheet._worksheet_path))
            if any(any(row) for row in rows):
                found.append((sheet.title, rows, notices))
    except Unreadable:
        raise
    except Exception as error:  # openpyxl may raise anything on a broken file
        raise Unreadable(_BROKEN) from error
    if not found:
        raise Unreadable(_("這個 Excel 檔是空的。"))
    headed = [one for one in found if any(map(is_heading, [row for row in one[1] if any(row)][:HEADING_WITHIN]))]
    title, rows, notices = [*headed, *found][0]
    if len(found) > 1:
        others = _("、").join(_("「%(sheet)s」") % {"sheet": one[0][:40]} for one in found if one[0] != title)
        words = {"sheet": title[:40], "others": others}
        notices = [_("只讀了工作表「%(sheet)s」；沒有讀：%(others)s。") % words, *notices]
    return ReadFile(_write_lines(rows), notices)


def _without_strict_names(data: bytes) -> bytes:
    """Return a Strict Open XML file with the names of the usual format."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        if _STRICT not in archive.read("xl/workbook.xml"):
            return data
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as changed:
            for part in archive.infolist():
                content = archive.read(part)
                for strict, usual in _USUAL_NAMES.items():
                    content = content.replace(strict, usual)
                changed.writestr(part.filename, content)
    return out.getvalue()


def _read_layout(data: bytes, path: str) -> tuple[Set[int], Set[int], Sequence[tuple[int, int, int]]]:
    """Return hidden rows, hidden columns, and merged cells from the top: column, first and last row."""
    from openpyxl.utils import range_boundaries
    from openpyxl.xml.functions import iterparse

    hidden_rows, hidden_columns, merged, row = set(), set(), [], 0
    with zipfile.ZipFile(io.BytesIO(data)) as archive, archive.open(path.lstrip("/")) as part:
        for _event, element in iterparse(part):
            kind = element.tag.rpartition("}")[2]
            hidden = element.get("hidden") in ("1", "true")
            if kind == "row":
                row = int(element.get("r", row + 1))
                hidden_rows |= {row} if hidden else set()
                element.clear()
            elif kind == "col" and hidden:
                last_one = min(int(element.get("max")), MOST_COLUMNS)
                hidden_columns |= set(range(max(1, int(element.get("min"))), last_one + 1))
            elif kind == "mergeCell":
                column, first, _last_column, last = range_boundaries(element.get("ref"))
                merged.append((column, first, last))
    return hidden_rows, hidden_columns, sorted(merged)


def _lay_out(
    rows: list[list[str]], hidden_rows: Set[int], hidden_columns: Set[int], merged: Sequence[tuple[int, int, int]]
) -> list[str]:
    """Write a merged cell into each of its rows, and empty hidden rows and columns; return what was left out.

    An emptied row remains as a line, so that the others keep their numbers.
    """
    done: dict[int, int] = {}
    for column, first, last in merged:
        filled = rows[max(first, done.get(column, 0)) : last] if first <= len(rows) else []
        done[column] = max(last, done.get(column, 0))  # cells that are merged twice: each row is written once
        value = rows[first - 1][column - 1] if first <= len(rows) and column <= len(rows[first - 1]) else ""
        for row in filled if value else ():
            if any(row) and column <= len(row) and not row[column - 1]:
                row[column - 1] = value
    left_out = [place for place in sorted(hidden_rows) if place <= len(rows) and any(rows[place - 1])]
    columns = [place for place in sorted(hidden_columns) if any("".join(row[place - 1 : place]) for row in rows)]
    for row in rows:
        row[:] = ["" if place in hidden_columns else cell for place, cell in enumerate(row, start=1)]
    for place in left_out:
        rows[place - 1].clear()
    notices = []
    if left_out:
        notices.append(_("隱藏或篩走的行沒有讀：第 %(places)s 行。") % {"places": write_numbers(left_out)})
    if columns:
        letters = _("、").join(letter_of(place) for place in columns)
        notices.append(_("隱藏的欄沒有讀：%(letters)s。") % {"letters": letters})
    return notices


def _load_book(data: bytes, *, values: bool) -> Any:
    from openpyxl import load_workbook  # takes a quarter of a second, and few requests need it

    return load_workbook(io.BytesIO(data), read_only=True, data_only=values, keep_links=False)


def _visible_sheets(book: Any) -> list[int]:
    """Return the indices of the visible sheets, each part once: a small workbook may list one thousands of times."""
    sheets = enumerate(book.worksheets)
    shown = {sheet._worksheet_path: place for place, sheet in sheets if sheet.sheet_state == "visible"}
    return sorted(shown.values())


def _rows(sheet: Any) -> list[Sequence[object]]:
    return list(sheet.iter_rows(max_row=MOST_ROWS, max_col=MOST_COLUMNS, values_only=True))


def _declares(part: bytes) -> bool:
    """Whether a part declares a document type, whose entities may expand, or an encoding that could hide one."""
    head = part[: part.find(b"?>") + 1].lower() if part.lstrip(b"\xef\xbb\xbf").startswith(b"<?xml") else b""
    other = b"encoding" in head and b"utf-8" not in head
    return other or part.startswith(_WIDE) or b"<!DOCTYPE" in part


def _cell(value: object) -> str:
    """Format a cell: whole numbers without a decimal point, days as days, other values unchanged."""
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else ""
        case float() if value.is_integer() and abs(value) < 1e15:
            return str(int(value))
        case dt.datetime():
            return value.isoformat(" ", "minutes")
    text = str(value)
    if "_x" in text:  # spreadsheet escapes for characters that XML lacks (_x000D_: a line break)
        text = re.sub(r"_x([0-9A-Fa-f]{4})_", lambda escape: chr(int(escape[1], 16)), text)
        text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text.replace("\0", "")


def _unbreak_rows(text: str) -> str:
    """Return one line per row as the spreadsheet counts them, even if cells contain line breaks."""
    plain = text.replace("\r\n", "\n").replace("\r", "\n")
    head, _break, rest = plain.partition("\n")
    delimiter = max("\t;,", key=head.count)
    if head.lower().startswith("sep=") and len(head) == 5:
        plain, delimiter = rest, head[4]
    if '"' not in plain:
        return plain
    try:
        rows = list(csv.reader(io.StringIO(plain, newline=""), delimiter=delimiter))
    except csv.Error:
        return plain
    broken = [cell.count("\n") for row in rows for cell in row if "\n" in cell]
    # A quotation mark without an end swallows the rest of the list: then read line by line instead.
    if not broken or max(broken) > _MOST_BREAKS:
        return plain
    return _write_lines(rows)


def _write_lines(rows: Iterable[Sequence[str]]) -> str:
    found = []
    for row in rows:
        cells = [" ".join(cell.split()) for cell in row[:MOST_COLUMNS]]
        while cells and not cells[-1]:
            cells.pop()
        line = "\t".join(quoted(cell) for cell in cells)
        found.append(line if "\t" in line or not line else f"{line}\t")
    return "\n".join(found).rstrip("\n") + "\n"
