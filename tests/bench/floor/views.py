"""Bare views with their addresses: one that writes, one that reads a row, one that reads nothing."""

from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.template import engines
from django.urls import URLPattern, path
from django.views.decorators.http import require_POST

from tests.bench.floor.models import Line, Slip

LINES = 8
SAVED = """<!doctype html>
<html lang="zh-Hant">
<title>已記錄</title>
<h1>第 {{ slip.pk }} 檯</h1>
<p>{{ request.user }}：{{ note.text }}</p>
<ul>{% for line in lines %}<li>{{ line.text }}：{{ line.points }}</li>{% endfor %}</ul>"""


@require_POST
@login_required
def write(request: HttpRequest, slip: int) -> HttpResponse:
    """Lock one row, add one, add eight, commit, render a small template."""
    with transaction.atomic():
        locked, _made = Slip.objects.select_for_update().get_or_create(pk=slip)
        note = Line.objects.create(slip=locked, text=request.POST["entry"][:200], points=0)
        lines = [Line(slip=locked, text=str(place), points=place) for place in range(LINES)]
        Line.objects.bulk_create(lines)
    return HttpResponse(_template.render({"slip": locked, "note": note, "lines": lines}, request))


def read(request: HttpRequest, slip: int) -> HttpResponse:
    """The session, and one row."""
    return HttpResponse(f"{request.session.session_key}: {Slip.objects.get(pk=slip).version}")


def nothing(request: HttpRequest) -> HttpResponse:
    return HttpResponse("ok")


_template = engines["django"].from_string(SAVED)
urlpatterns: list[URLPattern] = [
    path("healthz", nothing),
    path("nothing/", nothing),
    path("read/<int:slip>/", read),
    path("write/<int:slip>/", write),
]
