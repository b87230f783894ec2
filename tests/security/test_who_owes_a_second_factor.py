"""Every address × who leads an event whose organisation demands a second factor: shut without it, open with it."""

import pytest
from django.http import HttpResponse
from django.test import Client

from accounts.models import Organisation
from accounts.step_up import PROVED
from tests.security.addresses import ADDRESSES, EVERYBODY, KEEPERS, address_of
from tests.security.hall import FullHall, make_full_hall
from tests.security.test_who_may import faultless, send, ways
from tests.security.test_who_reads_rulings import opening
from tests.security.watching import written

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

LEADING = ("organiser", "head referee")
OWN = ("tournaments:home", "tournaments:events", "tournaments:my_tables", "api:events")
"""What lists several events, those that one leads among them."""


@pytest.fixture
def hall() -> FullHall:
    made = make_full_hall()
    Organisation.objects.update(second_factor=True)
    return made


def proved(client: Client) -> Client:
    session = client.session
    session[PROVED] = 1
    session.save()
    return client


def shut() -> list[tuple[str, str, str]]:
    return [
        (name, method, who)
        for name, _address, method, way in ways("get", "post", "patch")
        if way.may == KEEPERS or (way.may != EVERYBODY and not name.startswith("accounts:"))
        for who in way.may & ({"keeper of accounts"} if way.may == KEEPERS else set(LEADING))
    ]


def asked(answer: HttpResponse) -> bool:
    if answer.status_code == 302:
        return answer.headers["Location"].startswith("/account/second-factor/")
    return answer.status_code == 403 and b"second_factor_demanded" in answer.content


def test_who_leads_gets_nowhere_without_it_and_nothing_is_written(hall: FullHall) -> None:
    with faultless(unchanged=True) as faults:
        for name, method, who in shut():
            address = ADDRESSES[name]
            way = getattr(address, method)
            client = hall.browser(who, address.table(hall))
            with written() as tables:
                answer = send(client, method, address_of(name, hall), way.body(hall) if way.body else None)
            if not (asked(answer) or answer.status_code == 403) or tables:
                faults.append((name, method, who, answer.status_code, tables))


def test_with_it_who_leads_goes_where_they_went_and_others_are_not_asked(hall: FullHall) -> None:
    with faultless() as faults:
        for name, _method, who in (one for one in shut() if one[1] == "get"):
            client = proved(hall.browser(who, ADDRESSES[name].table(hall)))
            answer = client.get(address_of(name, hall))
            if answer.status_code not in (200, 302) or "second-factor" in answer.headers.get("Location", ""):
                faults.append((name, who, answer.status_code))
    for who in ("referee", "stranger", "anybody", "player"):
        assert hall.browser(who).get(address_of("tournaments:table", hall)).status_code == 200, who


def test_a_card_found_by_its_code_tells_who_leads_no_more_than_others() -> None:
    hall = make_full_hall(opening=opening)
    Organisation.objects.update(second_factor=True)
    where = address_of("api:check", hall)
    for who in LEADING:
        client = hall.browser(who)
        assert client.get(where).json() == Client().get(where).json(), who
        assert (client.get(where).json()["withheld"], proved(client).get(where).json()["withheld"]) == (True, False)


TWINS = {
    "accounts:log": "api:log",
    "tournaments:home": "api:events",
    "tournaments:event_acts": "api:event_log",
    "tournaments:player_data": "api:person",
    "tournaments:round_clock": "api:clock",
    "tournaments:webhook": "api:deliveries",
    "tournaments:draw_line": "api:draw_document",
    "tournaments:room": "api:calls",
    "tournaments:table": "api:game",
    "tournaments:round_sum": "api:round",
    "tournaments:seat_otherwise": "api:apart",
    "penalties:register": "penalties_api:rulings",
    "penalties:in_force": "penalties_api:cards",
    "penalties:article": "penalties_api:ruling",
}
"""Pages whose program has another name; all others have the same."""


def twins() -> list[tuple[str, str]]:
    """(page, the address where programs read the same)."""
    readable = {name for name, address in ADDRESSES.items() if address.get}
    same = [
        (page, name)
        for name in readable
        for app, space in (("tournaments", "api"), ("accounts", "api"), ("penalties", "penalties_api"))
        if name.partition(":")[0] == space and (page := f"{app}:{name.partition(':')[2]}") in readable
    ]
    return sorted({*same, *TWINS.items()})


def test_a_page_that_asks_for_it_has_its_program_asked_too(hall: FullHall) -> None:
    pairs = twins()
    programs = {name for name, address in ADDRESSES.items() if address.get and name.partition(":")[0].endswith("api")}
    without = programs - {program for _page, program in pairs}
    assert without == {"api:call", "api:games", "api:rule_set"}, "what has no page of its own"
    with faultless() as faults:
        for pair in pairs:
            for who in (*LEADING, "keeper of accounts"):
                answers = (hall.browser(who, ADDRESSES[name].table(hall)).get(address_of(name, hall)) for name in pair)
                if asked(next(answers)) and not asked(program := next(answers)):
                    faults.append((*pair, who, program.status_code))


def test_lists_of_several_events_ask_who_leads_one_of_them(hall: FullHall) -> None:
    for name in OWN:
        for who in LEADING:
            client = hall.browser(who)
            assert asked(client.get(address_of(name, hall))), (name, who)
            assert proved(client).get(address_of(name, hall)).status_code == 200, (name, who)
        for who in ("referee", "stranger", "organiser of another event"):
            Organisation.objects.exclude(pk=hall.event.organisation_id).update(second_factor=False)
            assert hall.browser(who).get(address_of(name, hall)).status_code == 200, (name, who)


def test_keepers_owe_it_as_soon_as_anybody_does(hall: FullHall) -> None:
    keeper = hall.browser("keeper of accounts")
    assert keeper.get("/people/").headers["Location"] == "/account/second-factor/?next=%2Fpeople%2F"
    assert proved(keeper).get("/people/").status_code == 200
    Organisation.objects.update(second_factor=False)
    assert hall.browser("keeper of accounts").get("/people/").status_code == 200
