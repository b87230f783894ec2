"""名單檔案 → text: CSV in the encodings that spreadsheets write, and XLSX. Pure: no database, no players.

A file comes from anybody: how much of it is unpacked and read is bounded, nothing in it is worked out, and what can't
be read is refused with a sentence. What comes out has one line for each row of the sheet, so that a line number is the
number of the row.
"""

import csv
import datetime as dt
import io
import zipfile
from collections.abc import Iterable, Sequence
from typing import Any

from django.utils.translation import gettext as _

MEGABYTE = 1024**2
MOST_UNPACKED = 12 * MEGABYTE
MOST_PARTS = 500
MOST_ROWS = 20_000
MOST_COLUMNS = 100
_MOST_BREAKS = 30
_WIDE = (b"\xff\xfe", b"\xfe\xff", b"<\0", b"\0<")
_OLD_EXCEL = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"


class Unreadable(ValueError):
    """The file can't be read; the message says why and what to do."""


def text_of(data: bytes) -> str:
    """The text of an uploaded list, whatever kind of file it is. Raises Unreadable."""
    if data.startswith(b"PK\x03\x04"):
        return _lines(_rows_of_xlsx(data))
    if data.startswith(_OLD_EXCEL):
        raise Unreadable(_("這是舊式或有密碼的 Excel 檔。請另存為沒有密碼的 .xlsx 或 CSV。"))
    text = decode(data)
    if "\0" in text:
        raise Unreadable(_unreadable())
    return _one_line_a_row(text)


def decode(data: bytes) -> str:
    """The text of a file: UTF-8 (with or without BOM), UTF-16 with BOM, Big5-HKSCS. Raises Unreadable."""
    tries = ("utf-16",) if data[:2] in (b"\xff\xfe", b"\xfe\xff") else ("utf-8-sig", "big5hkscs")
    for encoding in tries:
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise Unreadable(_unreadable())


def _unreadable() -> str:
    return _("讀不到這個檔案的文字。請由試算表另存為 CSV（UTF-8）。")


# --- XLSX -------------------------------------------------------------------------------------------------------------


def _rows_of_xlsx(data: bytes) -> list[list[str]]:
    """The rows of the first sheet that holds anything. Of a formula the value that the spreadsheet kept; where it kept
    none, the formula as text, so that no row is lost unseen."""
    try:
        _check_zip(data)
        written, worked_out = _book(data, values=False), _book(data, values=True)
        for place in _sheets(written):
            kept = _joined(_rows(written.worksheets[place]), _rows(worked_out.worksheets[place]))
            if any(any(row) for row in kept):
                return kept
    except Unreadable:
        raise
    except Exception as error:  # a broken file breaks in many ways, none of which is ours to mend
        raise Unreadable(_broken()) from error
    raise Unreadable(_("這個 Excel 檔是空的。"))


def _broken() -> str:
    return _("這個 Excel 檔是壞的，讀不到。請再儲存一次，或者另存為 CSV。")


def _book(data: bytes, *, values: bool) -> Any:
    """The workbook; with `values` formulas are what they came to."""
    from openpyxl import load_workbook  # takes a quarter of a second, and few requests need it

    return load_workbook(io.BytesIO(data), read_only=True, data_only=values, keep_links=False)


def _sheets(book: Any) -> list[int]:
    """Places of the sheets that are shown. A workbook of a kilobyte can name one sheet thousands of times: each part is
    read once."""
    shown = {
        sheet._worksheet_path: place for place, sheet in enumerate(book.worksheets) if sheet.sheet_state == "visible"
    }
    return sorted(shown.values())


def _rows(sheet: Any) -> list[Sequence[object]]:
    return list(sheet.iter_rows(max_row=MOST_ROWS, max_col=MOST_COLUMNS, values_only=True))


def _joined(written: Sequence[Sequence[object]], worked_out: Sequence[Sequence[object]]) -> list[list[str]]:
    return [
        [_cell(text if value is None else value) for text, value in zip(texts, values, strict=False)]
        if any(text is not None for text in texts)
        else []
        for texts, values in zip(written, worked_out, strict=False)
    ]


def _check_zip(data: bytes) -> None:
    """Refuse what is no XLSX, and one that unpacks to more than a list can be. No part is larger than it says: reading
    stops there."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = archive.infolist()
        if not any(part.filename == "xl/workbook.xml" for part in parts):
            raise Unreadable(_("這不是 .xlsx 檔。請由試算表另存為 .xlsx 或 CSV。"))
        if len(parts) > MOST_PARTS or sum(part.file_size for part in parts) > MOST_UNPACKED:
            raise Unreadable(_("這個 Excel 檔太大。請只留下名單那一張工作表，再試一次。"))
        if any(_declares(archive.read(part)) for part in parts):
            raise Unreadable(_broken())


def _declares(part: bytes) -> bool:
    """Whether a part may have entities, which make a short text a long one: a document type, or an encoding in which it
    would not be seen. Spreadsheets write neither."""
    head = part[: part.find(b"?>") + 1].lower() if part.lstrip(b"\xef\xbb\xbf").startswith(b"<?xml") else b""
    other = b"encoding" in head and b"utf-8" not in head
    return other or part.startswith(_WIDE) or b"<!DOCTYPE" in part


def _cell(value: object) -> str:
    """A cell as people see it: whole numbers without a point, days as days, everything else as it stands."""
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else ""
        case float() if value.is_integer() and abs(value) < 1e15:
            return str(int(value))
        case dt.datetime():
            return value.isoformat(" ", "minutes")
    return str(value).replace("\0", "")


# --- CSV --------------------------------------------------------------------------------------------------------------


def _one_line_a_row(text: str) -> str:
    """The text; where cells hold line breaks, with one line for each row, as the spreadsheet counts them."""
    plain = text.replace("\r\n", "\n").replace("\r", "\n")
    head, _break, rest = plain.partition("\n")
    delimiter = _delimiter(head)
    if head.lower().startswith("sep=") and len(head) == 5:
        plain, delimiter = rest, head[4]
    if '"' not in plain:
        return plain
    try:
        rows = list(csv.reader(io.StringIO(plain, newline=""), delimiter=delimiter))
    except csv.Error:
        return plain
    broken = [cell.count("\n") for row in rows for cell in row if "\n" in cell]
    # A quotation mark that never ends swallows the rest of the list: then it is better read line by line.
    if not broken or max(broken) > _MOST_BREAKS:
        return plain
    return _lines(rows)


def _delimiter(head: str) -> str:
    """What stands between the cells of this line."""
    counts = {sign: head.count(sign) for sign in "\t;,"}
    return max(counts, key=lambda sign: counts[sign])


def _lines(rows: Iterable[Sequence[str]]) -> str:
    """Rows as lines with tabs; what a reader would take for a separator is quoted."""
    found = []
    for row in rows:
        cells = [" ".join(cell.split()) for cell in row[:MOST_COLUMNS]]
        while cells and not cells[-1]:
            cells.pop()
        line = "\t".join(_quoted(cell) for cell in cells)
        found.append(line if "\t" in line or not line else f"{line}\t")
    return "\n".join(found).rstrip("\n") + "\n"


def _quoted(cell: str) -> str:
    return '"' + cell.replace('"', '""') + '"' if '"' in cell else cell
