"""轉播延遲, act by act: whatever is done in an event, its public addresses say what they said before, pages and API.

Each act is the real write of `tests.security.addresses`, taken back afterwards. What is announced may be read at once.
"""

from collections.abc import Iterator

import pytest
import time_machine
from django.db.models import F
from django.test import Client
from django.urls import resolve, reverse
from django.utils import timezone

from tests.one_cache import cache_taken_back
from tests.security.addresses import ADDRESSES, Address, address_of
from tests.security.hall import Hall
from tests.security.test_delay import Told, differing, half_an_hour_ago, public, quiet_hall, told
from tests.security.test_who_may import send
from tests.security.watching import taken_back
from tournaments.models import Event

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

ANNOUNCED = {
    "events", "event", "players", "erase_person", "webhooks", "end_webhook", "test_webhook", "apart", "let_together",
    "publish_round", "unpublish_round", "open_round", "take_back_round", "clock", "clock_time", "clock_pause",
    "clock_resume", "clock_take_back", "extra_time", "take_back_extra_time", "stages", "use_format", "stage",
    "remove_stage", "assign_sessions", "staff", "undo_staff", "hand_over", "register", "registration",
    "withdraw_registration", "set_desk", "registrations_to_players", "decide_registration", "mark_check_in",
    "lock_list", "release_list", "draw_rounds", "look_at_draw", "stop_draw", "blacklist", "lift_blacklisted", "score",
    "draw", "replay", "preview", "correct_preview",
}  # fmt: skip
"""Operations of the API about who plays, works, sits where and when, and those that write nothing."""
PAGES = ("draw_round", "seat_round", "seat_by_rank", "round_day", "discard_round", "reward", "other")
"""Acts that programs cannot do, or do in another way."""
DRAWS = {"tournaments:draws", "api:draws"}
"""What was locked and drawn in public, with the stage of the rounds that there are."""
LISTS = {"tournaments:home", "tournaments:events", "api:events"}
"""Addresses that tell of several events."""


def secret() -> list[str]:
    """Every act that is not to be read before the delay is over."""
    found = [
        name
        for name, address in ADDRESSES.items()
        if (address.post or address.patch) and name.startswith(("api:", "penalties_api:"))
        if name.partition(":")[2] not in ANNOUNCED
    ]
    return [*found, *(f"tournaments:{name}" for name in PAGES)]


def test_every_act_is_thought_of() -> None:
    programs = {name.partition(":")[2] for name, address in ADDRESSES.items() if address.post or address.patch}
    assert programs >= ANNOUNCED
    assert len(secret()) > 40


@pytest.fixture
def hall(monkeypatch: pytest.MonkeyPatch) -> Hall:
    return quiet_hall(monkeypatch)


def places(hall: Hall, act: Address) -> Iterator[tuple[str, str]]:
    """Every public address; of a game, that of the hall and that of the table where something is done."""
    for name in public():
        where = address_of(name, hall)
        kwargs = resolve(where).kwargs
        if name in DRAWS or (not {"slug", "game_id", "code"} & set(kwargs) and name not in LISTS):
            continue
        yield name, where
        if "game_id" in kwargs and ADDRESSES[name].table(hall) != act.table(hall):
            yield f"{name} of the same table", reverse(name, kwargs=kwargs | {"game_id": act.table(hall).pk})
        if kwargs.get("number") == 1 and "slug" in kwargs:
            yield f"{name} with the next number", reverse(name, kwargs=kwargs | {"number": 2})


def read(hall: Hall, act: Address, known: dict[str, Told]) -> dict[str, Told]:
    """What each place says. `known`: by address what has been read before; what is read now is added."""
    client = Client()
    found = {}
    for name, where in places(hall, act):
        if where not in known:
            known[where] = told(client.get(where))
        found[name] = known[where]
    return found


@pytest.mark.parametrize("part", range(2))
def test_no_public_address_tells_of_an_act_before_its_time(hall: Hall, part: int) -> None:
    Event.objects.update(delay=10)
    at_rest: dict[str, Told] = {}
    faults: list[tuple[str, str, object]] = []
    with time_machine.travel(timezone.now(), tick=False):
        for name in secret()[part::2]:
            faults += [(name, *fault) for fault in changes(hall, name, at_rest)]
    assert not faults, "\n".join(map(str, faults))


def changes(hall: Hall, name: str, at_rest: dict[str, Told]) -> Iterator[tuple[str, object]]:
    """The places that say something else once the act has been done."""
    act = ADDRESSES[name]
    method, way = ("post", act.post) if act.post else ("patch", act.patch)
    assert way is not None
    before = read(hall, act, at_rest)
    with taken_back(), cache_taken_back():
        if way.prepare:
            way.prepare(hall)
            half_an_hour_ago(hall)
            Event.objects.update(page_version=F("page_version") + 10**6)  # rows were written past the services
            before = read(hall, act, {})
        client = hall.browser(sorted(way.may)[0], act.table(hall))
        answer = send(client, method, address_of(name, hall), way.body(hall) if way.body else None)
        if answer.status_code not in (200, 201, 302):
            yield "refused", answer.content.decode()
        yield from differing(before, read(hall, act, {})).items()
