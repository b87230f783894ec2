"""One form sent twenty times at once, as a slow network or an impatient finger does: made once and told clearly."""

import re
import uuid
from collections import Counter
from typing import Any

import pytest
from django.test import Client

from accounts.models import Organisation, User
from tests.core.test_concurrency import at_once
from tests.markup import url
from tests.tournaments.factories import TODAY, add_member, belong, event_form, make_club, make_event, make_user
from tournaments.models import Blacklisted, Event, Membership, Role

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]

TIMES = 20
# The page of a new event takes long to make, and each that waits for it holds one of the pool's connections.
PAGES = 8


def send(user: User, where: str, sent: dict[str, Any]) -> Any:
    client = Client(raise_request_exception=False)
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    if where.startswith("/api/"):
        return client.post(where, sent, content_type="application/json")
    return client.post(where, sent)


def statuses(user: User, where: str, *bodies: dict[str, Any]) -> Counter[int]:
    """Send every body at once, or one of them twenty times; how often each status was the answer."""
    many = list(bodies) if len(bodies) > 1 else list(bodies) * TIMES
    answers = at_once([lambda body=body: send(user, where, body) for body in many])
    return Counter(answer.status_code for answer in answers)


def passwords(answers: list[Any]) -> list[str]:
    return [found for answer in answers for found in re.findall(r"<code>(\w{4}-\w{4}-\w{4})<", answer.content.decode())]


def form(**changes: Any) -> dict[str, Any]:
    return event_form(name="Friday League", slug="", phones="on") | changes


NEW = {"name": "Friday League", "starts_on": str(TODAY), "ends_on": str(TODAY), "rule_set": "hkma-league"}
PAGE = "/e/new/?template=evening"
KEY = uuid.UUID("5f0c2c3e-8c1f-4a52-9a3c-0a3d7f5a6b11")


def test_one_form_of_a_new_event_makes_one_event_and_leads_to_it(boss):
    answers = at_once([lambda: send(boss, PAGE, form(client_key=str(KEY)))] * TIMES)
    assert {(answer.status_code, answer.headers.get("Location")) for answer in answers} == {
        (302, "/e/friday-league-20261121/")
    }
    assert Event.objects.count() == 1
    assert Membership.objects.count() == 1


@pytest.mark.parametrize("where", [PAGE, "/api/events/"])
def test_one_name_from_many_devices_makes_one_event_and_tells_the_others(boss, where):
    bodies = [form()] * PAGES if where == PAGE else [NEW] * TIMES
    assert statuses(boss, where, *bodies) == {302 if where == PAGE else 201: 1, 409: len(bodies) - 1}
    assert Event.objects.count() == 1
    assert "已經有一個叫「Friday League」的賽事" in send(boss, where, bodies[0]).content.decode()


def test_one_key_over_the_api_brings_back_one_event(boss):
    answers = at_once([lambda: send(boss, "/api/events/", NEW | {"client_key": str(KEY)})] * TIMES)
    assert {(answer.status_code, answer.json()["slug"]) for answer in answers} == {(201, "friday-league-20261121")}
    assert Event.objects.count() == 1


def test_names_that_make_one_address_get_addresses_of_their_own(boss):
    """Of several organisations too, which do not wait for each other."""
    others = [belong(make_user(f"boss{n}"), make_club(f"club{n}", f"第{n}會"), creates=True) for n in range(6)]
    names = ["Friday League", "friday-league", "FRIDAY LEAGUE"]
    calls = [(user, NEW | {"name": name}) for user in [boss, *others] for name in names]
    answers = at_once([lambda call=call: send(call[0], "/api/events/", call[1]) for call in calls])
    assert {answer.status_code for answer in answers} <= {201, 409}
    made = [answer.json()["slug"] for answer in answers if answer.status_code == 201]
    assert len(set(made)) == len(made) == Event.objects.count() >= len(others)


def test_one_address_is_given_once(boss):
    bodies = [form(name=f"第{n}", slug="friday") for n in range(PAGES)]
    found = statuses(boss, PAGE, *bodies)
    assert found[302] == 1
    assert set(found) <= {302, 409, 422}
    assert Event.objects.get().slug == "friday"


def test_two_events_that_want_one_address_are_told(boss):
    events = [make_event(f"event-{n}", name=f"第{n}") for n in range(8)]
    for one in events:
        add_member(one, boss, Role.ORGANISER)
    calls = [(f"/e/{one.slug}/settings/", form(name=one.name, slug="wanted")) for one in events]
    answers = at_once([lambda call=call: send(boss, *call) for call in calls])
    assert Counter(answer.status_code < 400 for answer in answers) == {True: 1, False: 7}
    assert not [answer.status_code for answer in answers if answer.status_code >= 500]


def test_one_new_member_is_one_account(boss, event):
    where = url("create_member", event.slug)
    sent = {"new-username": "ling", "new-display_name": "阿玲", "new-role": "referee"}
    answers = at_once([lambda: send(boss, where, sent)] * TIMES)
    assert {answer.status_code for answer in answers} == {200}
    [shown] = passwords(answers)
    assert User.objects.get(username="ling@club").check_password(shown)
    assert Membership.objects.filter(event=event, role=Role.REFEREE).count() == 1


def test_one_member_added_many_times_has_one_role(boss, event):
    belong(make_user("ling"))
    where = url("add_member", event.slug)
    assert statuses(boss, where, {"username": "ling", "role": "referee"}) == {302: TIMES}
    assert Membership.objects.filter(event=event, role=Role.REFEREE).count() == 1


def test_one_account_organisation_and_right_from_a_keeper_is_one():
    keeper = make_user("keeper", is_staff=True)
    sent = {"username": "ling", "display_name": "阿玲"}
    answers = at_once([lambda: send(keeper, url("accounts:add_person"), sent)] * TIMES)
    assert {answer.status_code for answer in answers} == {200}
    [shown] = passwords(answers)
    assert User.objects.get(username="ling").check_password(shown)
    found = statuses(keeper, url("accounts:add_organisation"), {"name": "西貢雀會", "handle": ""})
    assert found == {302: 1, 409: TIMES - 1}
    assert Organisation.objects.count() == 1
    keeper, person, club = make_user("keeper", is_staff=True), make_user("ling"), make_club()
    where = url("accounts:set_rights", person.pk)
    assert statuses(keeper, where, {f"right-{club.pk}": "creates"}) == {302: TIMES}
    assert person.organisations.get().creates


@pytest.mark.parametrize("space", ["tournaments", "api"])
def test_one_name_is_put_on_the_black_list_once(boss, event, space):
    found = statuses(boss, url(f"{space}:blacklist", event.slug), {"name": "某乙", "reason": "打架"})
    assert found == {302 if space == "tournaments" else 201: 1, 409: TIMES - 1}
    assert Blacklisted.objects.count() == 1


def test_one_entry_is_lifted_once(boss, event):
    send(boss, url("api:blacklist", event.slug), {"name": "某乙", "reason": "打架"})
    where = url("api:lift_blacklisted", event.slug, Blacklisted.objects.get().pk)
    assert statuses(boss, where, {"reason": "和解"}) == {200: 1, 409: TIMES - 1}
