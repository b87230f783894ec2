"""日期: every day that a person reads carries its weekday, in the zone of the page, and one module writes it."""

import datetime as dt
import re
from pathlib import Path

import pytest
from django.template import Context, Template
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from tests.markup import markup
from tests.tournaments.factories import make_event, make_game
from tournaments.models import Event
from tournaments.phrases.days import day_text, moment_text

ROOT = Path(__file__).resolve().parent.parent.parent
MONDAY = dt.date(2026, 11, 23)
# Half past eleven on Monday night in Hong Kong, half past seven that morning in Vancouver.
NIGHT = dt.datetime(2026, 11, 23, 15, 30, 5, tzinfo=dt.UTC)


@pytest.mark.parametrize(
    ("language", "short", "full"),
    [("zh-hant", "11月23日（一）", "2026年11月23日（一）"), ("en", "Mon 23 Nov", "Mon 23 Nov 2026")],
)
def test_a_day_carries_its_weekday(language: str, short: str, full: str):
    with translation.override(language):
        assert (day_text(MONDAY), day_text(MONDAY, year=True)) == (short, full)
        assert moment_text(NIGHT) == f"{short} 23:30"
        assert moment_text(NIGHT, year=True, seconds=True) == f"{full} 23:30:05"


def test_each_day_of_the_week_has_its_own():
    week = [MONDAY + dt.timedelta(days=n) for n in range(7)]
    assert "".join(day_text(day)[-2] for day in week) == "一二三四五六日"
    with translation.override("en"):
        assert [day_text(day)[:3] for day in week] == ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]


def test_a_moment_is_of_the_day_where_the_page_is():
    with timezone.override("America/Vancouver"):
        assert (moment_text(NIGHT), day_text(NIGHT)) == ("11月23日（一） 07:30", "11月23日（一）")
    with timezone.override("Pacific/Auckland"):
        assert (moment_text(NIGHT), day_text(NIGHT)) == ("11月24日（二） 04:30", "11月24日（二）")


def test_nothing_is_told_of_a_day_that_is_none():
    marks = ("day", "full_day", "moment", "full_moment", "full_moment_seconds")
    page = Template("{% load paiju %}" + "".join(f"{{{{ none|{mark} }}}}" for mark in marks))
    assert page.render(Context({"none": None})) == ""


@pytest.mark.django_db
def test_pages_tell_it_beside_rounds_and_events_in_both_languages(client: Client):
    event = make_event(starts_on=MONDAY, ends_on=MONDAY + dt.timedelta(days=1))
    game = make_game(event)
    seats, card = reverse("tournaments:seats", args=[event.slug]), reverse("tournaments:card", args=[game.pk])
    assert "11月23日（一）" in markup(client.get(seats))
    assert "2026年11月23日（一）" in markup(client.get(card))
    home = markup(client.get("/"))
    assert "2026年11月23日（一）</time>" in home
    assert "11月24日（二）</time>" in home
    client.cookies["paiju_language"] = "en"
    assert "Mon 23 Nov" in markup(client.get(seats))
    assert "Mon 23 Nov 2026" in markup(client.get(card))


@pytest.mark.django_db
def test_a_day_is_that_of_the_events_place(monkeypatch: pytest.MonkeyPatch):
    far = make_event("far", time_zone="Pacific/Auckland")
    monkeypatch.setattr("tournaments.standings.views.last_change", lambda *_asked: NIGHT)
    page = markup(Client().get(reverse("tournaments:standings", args=[Event.objects.get(pk=far.pk).slug])))
    assert "2026年11月24日（二） 04:30" in page


def test_no_page_writes_a_day_by_itself():
    """An attribute (a form's value, a datetime) is for machines; a time of day alone is no day."""
    written = re.compile(r'\|date:"(?!c"|H:i)')
    attribute = re.compile(r'(?:value|datetime)="\{\{ *[\w.]+\|date:"Y-m-d" *\}\}"')
    found = {
        str(path.relative_to(ROOT))
        for path in (ROOT / "templates").rglob("*.html")
        if written.search(attribute.sub("", path.read_text(encoding="utf-8")))
    }
    assert found == set()
