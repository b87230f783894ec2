"""時區和日期: times and days are those of an event's place, and every day that a person reads carries its weekday."""

import datetime as dt
import re
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from django.template import Context, Template
from django.test import Client
from django.utils import timezone, translation

from penalties.services.rulings import day_of
from tests.markup import markup, shows, url
from tests.tournaments.book_pages import member_of
from tests.tournaments.factories import make_event, make_game, make_user, play
from tournaments.audit.checks import audit
from tournaments.core.exceptions import Invalid
from tournaments.models import Event, RegistrationDesk, Role
from tournaments.organising.forms import ZONES, EventForm
from tournaments.organising.services import events
from tournaments.phrases.days import day_text, moment_text
from tournaments.players.services import registrations
from tournaments.tables.game_log.read import Actor

# 18:30 on the 21st in Hong Kong, 02:30 in Vancouver, 21:30 in Sydney.
MOMENT = dt.datetime(2026, 11, 21, 10, 30, tzinfo=dt.UTC)


@pytest.mark.parametrize(("zone", "clock"), [("Asia/Hong_Kong", "18:30"), ("America/Vancouver", "02:30")])
def test_a_page_tells_the_time_of_the_events_place(zone: str, clock: str, monkeypatch: pytest.MonkeyPatch):
    event = make_event(time_zone=zone)
    game = make_game(event, make_user())
    play(game, Actor(user_id=make_user("other").pk), type="draw")
    assert f'data-zone="{zone}"' in Client().get(url("hands", game.pk)).content.decode()
    monkeypatch.setattr("tournaments.standings.views.timezone.now", lambda: MOMENT)
    shows(Client().get(url("screen", event.slug)), f'data-zone="{zone}"', f">{clock}</time>")
    assert timezone.get_current_timezone_name() == "Asia/Hong_Kong"


def test_the_next_page_is_of_its_own_place():
    far, near = make_event("far", time_zone="America/Vancouver"), make_event("near")
    client = Client()
    for event, zone in ((far, "America/Vancouver"), (near, "Asia/Hong_Kong"), (far, "America/Vancouver")):
        assert f'data-zone="{zone}"' in client.get(url("event", event.slug)).content.decode()
    assert 'data-zone="Asia/Hong_Kong"' in client.get("/").content.decode()


@pytest.mark.parametrize(
    ("zone", "day"), [("Asia/Hong_Kong", 22), ("America/Vancouver", 21), ("Pacific/Kiritimati", 22)]
)
def test_a_ruling_in_the_hall_is_of_the_day_there(zone: str, day: int):
    """Half past midnight in Hong Kong is still the day before in Vancouver: a red card ends with the day."""
    moment = dt.datetime(2026, 11, 21, 16, 30, tzinfo=dt.UTC)
    assert day_of(make_event(time_zone=zone), moment).day == day


def test_registration_keeps_its_hours_in_another_place_and_the_page_says_so():
    event = make_event()
    client = member_of(event, "organiser", Role.ORGANISER)
    local = [dt.datetime(2026, 11, day, 10, tzinfo=event.zone) for day in (1, 20)]
    registrations.set_desk(event=event, opens_at=local[0], closes_at=local[1])
    address = url("event_settings", event.slug)
    form = client.get(address).context["form"]
    said = {name: form[name].value() for name in form.fields if form[name].value() not in (None, False)}
    saved = client.post(address, said | {"time_zone": "America/Vancouver"}, follow=True)
    desk = RegistrationDesk.objects.get()
    assert [one.astimezone(ZoneInfo("America/Vancouver")).replace(tzinfo=None) for one in (
        desk.opens_at, desk.closes_at
    )] == [one.replace(tzinfo=None) for one in local]  # fmt: skip
    assert "報名時間照當地的鐘不變：11月1日（日） 10:00 開始，11月20日（五） 10:00 截止" in saved.content.decode()
    assert list(audit(event.slug)) == []


def test_the_form_keeps_a_place_that_is_not_in_its_list():
    event = make_event(time_zone="Pacific/Auckland")
    assert ("Pacific/Auckland", "Pacific/Auckland") in EventForm(instance=event).fields["time_zone"].choices
    for zone, _name in ZONES:
        assert events.plan_faults(time_zone=zone) == {}


def test_the_time_zone_is_changed_over_the_api_and_on_the_page():
    event = make_event()
    client = member_of(event, "organiser", Role.ORGANISER)
    address = url("api:event", event.slug)
    assert client.patch(address, {"time_zone": "Asia/Taipei"}, content_type="application/json").status_code == 200
    wrong = client.patch(address, {"time_zone": "Moon"}, content_type="application/json")
    assert (wrong.status_code, wrong.json()["errors"][0]["attr"]) == (400, "time_zone")
    assert 'name="time_zone"' in client.get(url("event_settings", event.slug)).content.decode()
    with pytest.raises(Invalid) as refused:
        events.change_event(event=event, time_zone="Asia/Kowloon")
    assert refused.value.field == "time_zone"
    events.change_event(event=event, time_zone="Pacific/Auckland")
    assert Event.objects.get().time_zone == "Pacific/Auckland"


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
    with timezone.override("America/Vancouver"):
        assert (moment_text(NIGHT), day_text(NIGHT)) == ("11月23日（一） 07:30", "11月23日（一）")
    with timezone.override("Pacific/Auckland"):
        assert (moment_text(NIGHT), day_text(NIGHT)) == ("11月24日（二） 04:30", "11月24日（二）")
    marks = ("day", "full_day", "moment", "full_moment", "full_moment_seconds")
    page = Template("{% load paiju %}" + "".join(f"{{{{ none|{mark} }}}}" for mark in marks))
    assert page.render(Context({"none": None})) == ""


def test_pages_tell_it_beside_rounds_and_events_in_both_languages(client: Client):
    event = make_event(starts_on=MONDAY, ends_on=MONDAY + dt.timedelta(days=1))
    game = make_game(event)
    seats, card = url("seats", event.slug), url("card", game.pk)
    assert "11月23日（一）" in markup(client.get(seats))
    assert "2026年11月23日（一）" in markup(client.get(card))
    shows(client.get("/"), "2026年11月23日（一）</time>", "11月24日（二）</time>")
    client.cookies["paiju_language"] = "en"
    assert "Mon 23 Nov" in markup(client.get(seats))
    assert "Mon 23 Nov 2026" in markup(client.get(card))


def test_a_day_is_that_of_the_events_place(monkeypatch: pytest.MonkeyPatch):
    far = make_event("far", time_zone="Pacific/Auckland")
    monkeypatch.setattr("tournaments.standings.views.last_change", lambda *_asked: NIGHT)
    shows(Client().get(url("standings", Event.objects.get(pk=far.pk).slug)), "2026年11月24日（二） 04:30")


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
