"""時區: an event's times and days are those of its place, wherever the page is read and the site runs."""

import datetime as dt
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from penalties.services.rulings import day_of
from tests.tournaments.factories import add_member, make_event, make_game, make_user, play
from tournaments.audit.checks import audit
from tournaments.core.exceptions import Invalid
from tournaments.models import Event, RegistrationDesk, Role
from tournaments.organising.forms import ZONES, EventForm
from tournaments.organising.services import events
from tournaments.players.services import registrations
from tournaments.tables.game_log.read import Actor

pytestmark = pytest.mark.django_db

# 18:30 on the 21st in Hong Kong, 02:30 in Vancouver, 21:30 in Sydney.
MOMENT = dt.datetime(2026, 11, 21, 10, 30, tzinfo=dt.UTC)


@pytest.mark.parametrize(("zone", "clock"), [("Asia/Hong_Kong", "18:30"), ("America/Vancouver", "02:30")])
def test_a_page_tells_the_time_of_the_events_place(zone: str, clock: str, monkeypatch: pytest.MonkeyPatch):
    event = make_event(time_zone=zone)
    game = make_game(event, make_user())
    play(game, Actor(user_id=make_user("other").pk), type="draw")
    page = Client().get(reverse("tournaments:hands", args=[game.pk])).content.decode()
    assert f'data-zone="{zone}"' in page
    monkeypatch.setattr("tournaments.standings.views.timezone.now", lambda: MOMENT)
    screen = Client().get(reverse("tournaments:screen", args=[event.slug])).content.decode()
    assert f'data-zone="{zone}"' in screen
    assert f">{clock}</time>" in screen
    assert timezone.get_current_timezone_name() == "Asia/Hong_Kong"


def test_the_next_page_is_of_its_own_place():
    far, near = make_event("far", time_zone="America/Vancouver"), make_event("near")
    client = Client()
    for event, zone in ((far, "America/Vancouver"), (near, "Asia/Hong_Kong"), (far, "America/Vancouver")):
        page = client.get(reverse("tournaments:event", args=[event.slug])).content.decode()
        assert f'data-zone="{zone}"' in page
    assert 'data-zone="Asia/Hong_Kong"' in client.get("/").content.decode()


@pytest.mark.parametrize(
    ("zone", "day"), [("Asia/Hong_Kong", 22), ("America/Vancouver", 21), ("Pacific/Kiritimati", 22)]
)
def test_a_ruling_in_the_hall_is_of_the_day_there(zone: str, day: int):
    """Half past midnight in Hong Kong is still the day before in Vancouver: a red card ends with the day."""
    moment = dt.datetime(2026, 11, 21, 16, 30, tzinfo=dt.UTC)
    assert day_of(make_event(time_zone=zone), moment).day == day


def test_a_place_that_there_is_not_is_refused():
    event = make_event()
    with pytest.raises(Invalid) as refused:
        events.change_event(event=event, time_zone="Asia/Kowloon")
    assert refused.value.field == "time_zone"
    events.change_event(event=event, time_zone="Pacific/Auckland")
    assert Event.objects.get().time_zone == "Pacific/Auckland"


def test_registration_keeps_its_hours_in_another_place_and_the_page_says_so():
    event, user = make_event(), make_user("organiser")
    add_member(event, user, Role.ORGANISER)
    local = [dt.datetime(2026, 11, day, 10, tzinfo=event.zone) for day in (1, 20)]
    registrations.set_desk(event=event, opens_at=local[0], closes_at=local[1])
    client = Client()
    client.force_login(user)
    address = reverse("tournaments:event_settings", args=[event.slug])
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


def test_it_is_changed_over_the_api_and_on_the_page():
    event, user = make_event(), make_user("organiser")
    add_member(event, user, Role.ORGANISER)
    client = Client()
    client.force_login(user)
    address = reverse("api:event", args=[event.slug])
    assert client.patch(address, {"time_zone": "Asia/Taipei"}, content_type="application/json").status_code == 200
    wrong = client.patch(address, {"time_zone": "Moon"}, content_type="application/json")
    assert (wrong.status_code, wrong.json()["errors"][0]["attr"]) == (400, "time_zone")
    assert 'name="time_zone"' in client.get(reverse("tournaments:event_settings", args=[event.slug])).content.decode()
