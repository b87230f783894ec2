import csv
from collections.abc import Iterable

from django.http import HttpResponse

_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""Full-width ones too: Chinese and Japanese spreadsheets treat them alike."""


def safe_cell(text: str) -> str:
    return "'" + text if text.startswith(_FORMULA) else text


def csv_response(name: str, rows: Iterable[Iterable[object]]) -> HttpResponse:
    """Return a CSV download with BOM, without which spreadsheets garble Chinese."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    answer = HttpResponse("\ufeff", content_type="text/csv; charset=utf-8", headers=headers)
    csv.writer(answer).writerows(rows)
    return answer
