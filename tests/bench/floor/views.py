"""Bare views: signed in, CSRF checked, one transaction, a small template; finished bytes; rows joined in Python."""

import gzip
from functools import lru_cache
from html import escape

from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_POST

from tests.bench.floor.models import Line, Note, Sheet, Slip, Total

LINES = 8
SCALE = 10**10


@require_POST
@login_required
def write(request: HttpRequest, slip: int) -> HttpResponse:
    """Lock one row, add one, add eight, commit."""
    hand = int(request.POST["seen"])
    with transaction.atomic():
        locked = Slip.objects.select_for_update().get(pk=slip)
        note = Note.objects.create(slip=locked, text=request.POST["entry"][:200], made_at=timezone.now())
        lines = [Line(slip=locked, hand=hand, position=n, points=n * SCALE) for n in range(LINES)]
        Line.objects.bulk_create(lines)
    return render(request, "saved.html", {"slip": locked, "note": note, "lines": lines})


@require_POST
@login_required
def again(request: HttpRequest, slip: int) -> HttpResponse:
    """Recompute a game: lock, read its sheets, take its lines out and put others in, write the sheets back."""
    with transaction.atomic():
        locked = Slip.objects.select_for_update().get(pk=slip)
        sheets = list(Sheet.objects.filter(slip=locked).order_by("number"))
        Line.objects.filter(slip=locked).delete()
        lines = [
            Line(slip=locked, hand=sheet.number, position=n, points=n * SCALE) for sheet in sheets for n in range(LINES)
        ]
        Line.objects.bulk_create(lines)
        Sheet.objects.bulk_update(sheets, ["book"])
        note = Note.objects.create(slip=locked, text=request.POST["entry"][:200], made_at=timezone.now())
        Slip.objects.filter(pk=locked.pk).update(version=locked.version + 1)
    return render(request, "saved.html", {"slip": locked, "note": note, "lines": lines[:LINES]})


def finished(request: HttpRequest) -> HttpResponse:
    """The static page: the same rows, made once, gzipped, from memory."""
    return HttpResponse(_finished_bytes(), headers={"Content-Encoding": "gzip"})


@lru_cache(maxsize=1)
def _finished_bytes() -> bytes:
    return gzip.compress(_rows().encode(), 6)


def rows(request: HttpRequest) -> HttpResponse:
    """One statement that fetches a finished line of each player, joined into the same table as the product's."""
    return HttpResponse(_rows())


def _rows() -> str:
    found = Total.objects.order_by("place").values_list(
        "place", "number", "name", "club", "points", "pending_in", "pending_out", "first", "second", "penalties"
    )
    return f"<table><tbody>{''.join([_row(*values) for values in found])}</tbody></table>"


def _row(
    place: int, number: int, name: str, club: str, points: int, pending_in: int, pending_out: int, *games: int
) -> str:
    first, second, penalties = games
    return (
        f'<tr id="p{number}" data-key="{number}"><td class="place">{place}</td>'
        f'<th scope="row"><a href="/e/bench/history/{number}/"><span class="no">{number}</span> {escape(name)}</a>'
        f'<span class="club">{escape(club)}</span></th>'
        f'<td class="number total"><span class="points gain">{_points(points)}</span></td>'
        f'<td class="number more" data-label="待收">{_points(pending_in)}</td>'
        f'<td class="number more" data-label="待付">{_points(pending_out)}</td>'
        f'<td class="number more" data-label="半莊 1"><span class="points gain">{_points(first)}</span></td>'
        f'<td class="number more" data-label="半莊 2"><span class="points gain">{_points(second)}</span></td>'
        f'<td class="number more" data-label="罰分">{_points(penalties)}</td></tr>'
    )


def _points(units: int) -> str:
    whole, rest = divmod(abs(units), SCALE)
    digits = f"{whole}.{rest:010d}".rstrip("0") if rest else str(whole)
    return f"-{digits}" if units < 0 else digits
