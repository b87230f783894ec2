"""舊網址: addresses on paper and in phones redirect to the current one, for readers who may see the event."""

import datetime as dt
import json

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import IntegrityError, transaction
from django.utils import timezone

from tests.tournaments.book_pages import member_of, phone_of
from tests.tournaments.factories import TODAY, belong, make_event, make_game, make_user
from tournaments.audit.checks import audit
from tournaments.core.event_log import begin
from tournaments.models import FormerSlug, RegistrationDesk, Role
from tournaments.organising.services import events
from tournaments.organising.services.events import free_slug


@pytest.fixture
def event():
    event = make_event("spring")
    make_game(event, make_user("ref"))
    begin(event.pk)
    return moved(event, "spring-cup")


def moved(event, slug):
    return events.change_event(event=event, slug=slug)


@pytest.mark.parametrize(
    "place", ["", "standings/", "standings.csv", "stage-1/", "rounds/1/", "screen/rows/", "register/"]
)
def test_a_page_leads_to_the_address_of_now(client, event, place):
    now = timezone.now()
    RegistrationDesk.objects.create(event=event, opens_at=now, closes_at=now + dt.timedelta(days=1))
    answer = client.get(f"/e/spring/{place}?page=2")
    assert answer.status_code == 301
    assert answer["Location"].split("?")[0] == f"/e/spring-cup/{place}"
    assert answer["Location"].endswith("page=2")
    assert "no-store" in answer["Cache-Control"], "another event may take the address"
    assert client.get(answer["Location"]).status_code == 200


def test_a_form_that_was_open_meanwhile_is_sent_again_whole(client, event):
    client.force_login(make_user("ref"), backend="django.contrib.auth.backends.ModelBackend")
    answer = client.post("/e/spring/check-in/1/", {"here": "yes"})
    assert (answer.status_code, answer["Location"]) == (308, "/e/spring-cup/check-in/1/")
    phone = phone_of(event.players.get(number=1))
    for where in ("/me/spring/", "/me/spring/rulings/"):
        assert phone.get(where).status_code == 301
        assert client.get(where).status_code == 404


def test_a_program_is_led_on_by_every_method(client, event):
    assert client.get("/api/events/spring/standings/")["Location"] == "/api/events/spring-cup/standings/"
    boss = member_of(event, "boss", Role.ORGANISER)
    said = {"path": "/api/events/spring/", "data": json.dumps({"venue": "三樓"}), "content_type": "application/json"}
    answer = boss.patch(**said)
    assert (answer.status_code, answer["Location"]) == (308, "/api/events/spring-cup/")
    event.refresh_from_db()
    assert event.venue == ""
    assert boss.patch(**said, follow=True).json()["venue"] == "三樓"


def test_a_private_event_is_not_given_away(client, event):
    event.public = False
    event.save()
    for where in ("/e/spring/", "/e/spring/standings/", "/api/events/spring/", "/e/spring/register/"):
        assert client.get(where).status_code == 404
    client.force_login(make_user("ref"), backend="django.contrib.auth.backends.ModelBackend")
    assert client.get("/e/spring/standings/").status_code == 301


def test_another_event_that_takes_the_address_has_it(client, event):
    other = make_event("winter", name="冬季賽")
    moved(other, "spring")
    assert client.get("/e/spring/").context["event"] == other
    moved(other, "cold")
    assert client.get("/e/spring/")["Location"] == "/e/cold/", "the last one that had it"


def test_an_event_goes_back_and_on_again(client, event):
    moved(event, "spring")
    assert client.get("/e/spring/").status_code == 200
    assert client.get("/e/spring-cup/")["Location"] == "/e/spring/"
    moved(event, "spring-cup")
    assert client.get("/e/spring/")["Location"] == "/e/spring-cup/"
    assert sorted(FormerSlug.objects.values_list("slug", flat=True)) == ["spring", "spring-cup"]
    assert not list(audit())


def test_the_database_keeps_each_address_once(event):
    with pytest.raises(IntegrityError), transaction.atomic():
        FormerSlug.objects.create(event=event, slug="spring", left_at=timezone.now())
    with pytest.raises(IntegrityError), transaction.atomic():
        FormerSlug.objects.create(event=event, slug="", left_at=timezone.now())
    with pytest.raises(CommandError, match="springcup"):
        call_command("audit", "springcup")


def test_a_new_event_is_given_no_address_of_before(event):
    moved(event, f"cup-{TODAY:%Y%m%d}")
    moved(event, "spring-cup")
    assert free_slug("Cup", TODAY) == f"cup-{TODAY:%Y%m%d}-2"
    boss = belong(make_user("boss"), creates=True)
    made = {"name": "Cup", "rule_set": "tw-club", "starts_on": TODAY, "ends_on": TODAY, "slug": "spring"}
    assert events.create_event(creator=boss, now=timezone.now(), **made).slug == "spring"
