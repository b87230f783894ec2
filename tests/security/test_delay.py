"""轉播延遲 and 揭曉前: what the public may not know yet is on no page and in no answer of the API."""

import json
import re
import uuid
from collections.abc import Iterator
from datetime import datetime, timedelta
from difflib import ndiff
from typing import Any

import pytest
import time_machine
from django.db.models import F, QuerySet
from django.http import HttpResponse
from django.test import Client
from django.urls import resolve, reverse
from django.utils import timezone

from penalties.services.rulings import rule_in_hall
from tests.made_once import made_once
from tests.one_cache import cache_taken_back
from tests.security.addresses import ADDRESSES, EVERYBODY, Address, address_of
from tests.security.hall import FullHall, make_full_hall
from tests.security.test_who_may import send
from tests.security.watching import taken_back
from tests.tournaments.recorder import KONG, Recorder, ruling, won
from tournaments.core import event_log
from tournaments.models import (
    Act,
    Event,
    EventAct,
    Game,
    GameSeat,
    HallRuling,
    HandRecord,
    Lot,
    Round,
    Scorecard,
    Stage,
    triggers,
)
from tournaments.tables.game_log.as_of import games_at
from tournaments.tables.game_log.projection import seat_values
from tournaments.tables.game_log.read import Actor

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

# What differs from one answer to the next, and tells of no play.
_PASSING = re.compile(
    r"[0-9a-f-]{36}|\d+ ?分鐘前?|剛剛"
    r'|(csrfmiddlewaretoken" value=|X-CSRFToken": |"token": )"\w+"|\d\d:\d\d(:\d\d(\.\d+)?)?|20\d\d年\d+月\d+日（.）'
)
# Where readers without delay see how much was recorded.
_VERSIONS = re.compile(r'data-etag="[^"]*"|"(standings_)?version": ?(\d+|null)|<span\s*>版本 \d+</span>|"delay": ?\d+')
_HIDDEN = """standings standings_rows stage_standings stage_rows screen_rows player_history sum event home_rows
    home_own place final_order live_home_rows live_home_own live_standings_rows live_stage_rows live_screen_rows
    live_history live_place"""
HIDDEN = set(_HIDDEN.split())
GONE = {"tournaments:live_standings_picture", "tournaments:live_player_picture"}
REFUSED = {"tournaments:standings_csv", "tournaments:round_sum", "api:standings", "api:sum"}


def public() -> Iterator[str]:
    """What anybody may look at, one's own pages and settings of an event aside."""
    others = {"api-schema", "api-docs", "tournaments:player_link", "tournaments:outbox_state"}
    for name, address in ADDRESSES.items():
        if address.get and address.get.may == EVERYBODY and name not in others and "accounts:" not in name:
            yield name


Told = tuple[int, str, str]
"""Status, what is said, and the mark to ask again with."""


def told(answer: HttpResponse) -> Told:
    said = _PASSING.sub("", answer.content.decode(errors="replace"))
    return answer.status_code, said, answer.headers.get("ETag", "")


def plain(answers: dict[str, Told]) -> dict[str, str]:
    return {name: _VERSIONS.sub("", said) for name, (_status, said, _mark) in answers.items()}


def differences(one: str, other: str) -> list[str]:
    return [line for line in ndiff(one.split(">"), other.split(">")) if line[0] in "+-"][:8]


def differing(ones: dict[str, Any], others: dict[str, Any]) -> dict[str, list[str]]:
    return {name: differences(str(one), str(others[name])) for name, one in ones.items() if one != others[name]}


def everything(hall: FullHall, client: Client) -> dict[str, Told]:
    return {name: told(client.get(address_of(name, hall))) for name in public()}


@pytest.fixture
def hall() -> FullHall:
    return made_once((make_quiet_hall,), make_quiet_hall)


def make_quiet_hall() -> FullHall:
    """All that has been done in it was done half an hour ago or more."""
    hall = make_full_hall(just_now=True)
    half_an_hour_ago(hall)
    return hall


def half_an_hour_ago(hall: FullHall) -> None:
    """Whatever was done was done half an hour before, in the same order, and the history of the event says so, of what
    a test wrote past it too."""
    ago = timedelta(minutes=30)

    def earlier(rows: "QuerySet[Any]", *names: str) -> None:
        for name in names:
            rows.exclude(**{name: None}).update(**{name: F(name) - ago})

    Round.objects.filter(state__in=Round.BEGUN, opened_at=None).update(opened_at=timezone.now())
    earlier(HandRecord.objects.all(), "recorded_at")
    earlier(Game.objects.all(), "last_act_at", "last_hand_at")
    earlier(Round.objects.all(), "opened_at", "closed_at", "voided_at")
    earlier(Stage.objects.all(), "closed_at")
    event = hall.event.pk
    last = EventAct.objects.filter(event=event).order_by("number").values_list("number", "digest").last() or (0, "")
    event_log._add(event, last, event_log.Kind.ROUND_CHANGED, event_log.snapshot(event), (None, None))
    with triggers.disabled():
        for model in (Act, EventAct, Lot, HallRuling):
            earlier(model.objects.all(), "created_at")
        earlier(Scorecard.objects.all(), "locked_at")


def at(hall: FullHall, name: str) -> Recorder:
    return Recorder(game=getattr(hall, name), actor=Actor(user_id=hall.users["head referee"].pk))


def play_on(hall: FullHall) -> None:
    for name in ("settled", "waiting"):
        table = at(hall, name)
        table.confirm()
        table.play(won(2, 1, 77), KONG)
    table.object_to(1, 0, reason="遲")


def test_nothing_of_the_last_minutes_is_told_to_those_who_look_on(hall, frozen_clock):
    at_once = everything(hall, Client())
    Event.objects.update(delay=10)
    before = everything(hall, Client())
    assert differing(plain(at_once), plain(before)) == {}
    play_on(hall)
    late = everything(hall, Client())
    assert differing(before, late) == {}, "not even that something was recorded"
    Event.objects.update(delay=0)
    now = everything(hall, Client())
    moved = {name for name in before if now[name] != before[name]}
    for name in ("standings_rows", "live_standings_rows", "live_screen_rows", "sum", "table", "hands", "card", "round"):
        assert f"tournaments:{name}" in moved, name
    pictures = ("event_picture", "standings_picture", "player_picture", "card_picture")
    assert {f"tournaments:live_{name}" for name in pictures} <= moved
    assert {"api:standings", "api:sum", "api:games", "api:game", "api:hands", "api:export", "api:card"} <= moved


def test_a_disqualification_is_told_no_earlier_than_its_ruling(hall, frozen_clock):
    Event.objects.update(delay=10)
    table, before = at(hall, "settled"), everything(hall, Client())
    table.play(ruling(1, consequences=["disqualify"]))
    said = {"ruling": {"consequences": ["disqualify", {"deduct": "7"}]}, "facts": "打架", "client_key": uuid.uuid4()}
    player = table.game.seats.get(seat=0).player
    rule_in_hall(event_id=hall.event.pk, player=player, actor=table.actor, now=timezone.now(), **said)
    assert differing(before, everything(hall, Client())) == {}
    Event.objects.update(delay=0)
    now = everything(hall, Client())
    for name in ("tournaments:table", "tournaments:live_place", "tournaments:live_player_picture", "api:players"):
        assert now[name] != before[name], name


def test_a_correction_and_an_undo_move_no_time_of_an_earlier_hand(hall):
    Event.objects.update(delay=10)
    tables = {name: reverse("api:hands", args=[getattr(hall, name).pk]) for name in ("settled", "waiting")}
    before = {name: Client().get(where).json() for name, where in tables.items()}
    assert [hand["number"] for hand in before["settled"]][:2] == [1, 2]
    at(hall, "settled").correct(1, won(0, 3, 44))
    at(hall, "waiting").undo()
    assert {name: Client().get(where).json() for name, where in tables.items()} == before


def test_officials_and_the_four_are_told_at_once_and_of_other_tables_the_four_are_not(hall, frozen_clock):
    Event.objects.update(delay=10)
    official, player = hall.browser("referee elsewhere", hall.settled), hall.browser("player", hall.settled)
    late = ("tournaments:standings_rows", "tournaments:sum", "tournaments:confirm", "tournaments:round")
    then = [told(player.get(address_of(name, hall))) for name in late]
    names = ("tournaments:standings_rows", "tournaments:table", "api:standings", "api:game")
    before = {name: told(official.get(address_of(name, hall))) for name in names}
    seen = told(player.get(address_of("tournaments:table", hall)))
    play_on(hall)
    assert all(told(official.get(address_of(name, hall))) != before[name] for name in names)
    assert told(player.get(address_of("tournaments:table", hall))) != seen
    assert [told(player.get(address_of(name, hall))) for name in late] == then


def test_the_minutes_pass(hall):
    Event.objects.update(delay=10)
    late = everything(hall, Client())
    play_on(hall)
    lately, then = (timezone.now() - timedelta(minutes=ago) for ago in (5, 11))
    with triggers.disabled():
        Act.objects.filter(created_at__gt=lately).update(created_at=then)
    Game.objects.filter(last_act_at__gt=lately).update(last_act_at=then)
    name = "tournaments:live_standings_rows"
    assert told(Client().get(address_of(name, hall))) != late[name]


def test_seats_of_any_moment_are_those_that_stood_then(hall):
    """After each act the seats as they are stored; later the same are worked out from the acts."""
    table, columns = at(hall, "settled"), ("score", "pending_in", "penalties", "wins")
    seats = GameSeat.objects.filter(game=table.game).order_by("seat")
    stood: list[tuple[datetime, list[dict[str, object]]]] = []
    for fan in (20, 33, 41):
        table.confirm()
        table.play(won(fan % 4, (fan + 1) % 4, fan))
        stood.append((timezone.now(), list(seats.values(*columns))))
    for moment, then in stood[:-1]:
        ((found, fold),) = games_at([table.fresh()], moment)
        assert fold is not None
        assert [{name: value[name] for name in columns} for value in seat_values(fold)] == then
        assert found.until == moment


def test_before_the_reveal_only_officials_see_what_adds_up(hall):
    Event.objects.update(hidden=True)
    anybody, player = Client(), hall.browser("player", hall.settled)
    official = hall.browser("referee", hall.settled)
    for name in sorted(HIDDEN):
        where = address_of(f"tournaments:{name}", hall)
        for visitor in (anybody, player):
            page = visitor.get(where).content.decode()
            assert "未揭曉" in page, name
            assert "<table" not in page, name
        # The screen hangs in the hall: it shows no more than the public sees, whatever account is signed in.
        if not name.startswith("live_") and name != "screen_rows":
            assert "未揭曉" not in official.get(where).content.decode(), name
    for name in REFUSED:
        where = address_of(name, hall)
        assert [one.get(where).status_code for one in (player, official)] == [403, 200], name
        assert anybody.get(where).status_code in (401, 403), name
    for name in GONE:
        assert {one.get(address_of(name, hall)).status_code for one in (anybody, player, official)} == {404}, name
    assert json.loads(anybody.get(address_of("tournaments:live_event_picture", hall)).content)["rows"] == []


def test_the_reveal_goes_from_the_last_to_the_first_for_officials_alone(hall):
    Event.objects.update(hidden=True)
    official, organiser = hall.browser("referee", hall.settled), hall.browser("organiser", hall.settled)
    where = [reverse("tournaments:reveal", args=[hall.event.slug, step]) for step in range(3)]
    places = [re.findall(r'<td class="place">(\d+)</td>', official.get(one).content.decode()) for one in where]
    assert [len(found) for found in places] == [0, 1, 2]
    assert int(places[2][0]) <= int(places[2][1]) == int(places[1][0])
    assert Client().get(where[1]).status_code == 403
    organiser.post(reverse("tournaments:publish_standings", args=[hall.event.slug]))
    assert not Event.objects.get(pk=hall.event.pk).hidden


# --- act by act: public addresses say what they said before; the real writes, taken back afterwards -----

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
PAGES = ("draw_round", "seat_by_rank", "round_day", "discard_round", "reward", "other")
"""Acts that programs cannot do, or do in another way."""
DRAWS = {"tournaments:draws", "api:draws"}
"""What was locked and drawn in public, with the stage of the rounds that there are."""
LISTS = {"tournaments:home", "tournaments:events", "api:events"}
"""Addresses that tell of several events."""


TOGETHER = (
    "api:hands api:confirm api:uphold api:sign api:reopen api:rounds penalties_api:object_to_ruling api:pause",
    "api:correct api:object penalties_api:case_notes api:sign_ruled api:round_length penalties_api:rule_in_hall",
    "api:undo tournaments:round_day api:substitute api:call",
    "penalties_api:rule tournaments:reward tournaments:draw_round api:call_withdraw",
    "penalties_api:reverse api:correct_seats tournaments:other tournaments:discard_round",
    "api:fill_no_show api:decline_place api:end_games",
    "api:close_round",
    "api:void_round",
    "api:resume api:call_take penalties_api:confirm_suspension penalties_api:case_decide",
    "tournaments:seat_by_rank api:call_end",
    "api:draw_lots",
    "api:close_stage",
    "api:reopen_stage",
    "api:fill_up_stage",
    "api:unvoid_round",
    "api:reopen_round",
)
"""Every act that is not to be read before the delay is over. Those of a line are done one after the other before the
public looks; none of them takes another one back."""


def test_every_act_is_thought_of() -> None:
    writes = {name for name, address in ADDRESSES.items() if address.post or address.patch}
    programs = {name for name in writes if name.startswith(("api:", "penalties_api:"))}
    announced = {name for name in programs if name.partition(":")[2] in ANNOUNCED}
    assert len(announced) == len(ANNOUNCED)
    secret = [name for line in TOGETHER for name in line.split()]
    assert sorted(secret) == sorted(programs - announced | {f"tournaments:{name}" for name in PAGES})


def places(hall: FullHall, acts: list[Address]) -> Iterator[tuple[str, str]]:
    tables = {act.table(hall).pk for act in acts}
    for name in public():
        where = address_of(name, hall)
        kwargs = resolve(where).kwargs
        if name in DRAWS or (not {"slug", "game_id", "code"} & set(kwargs) and name not in LISTS):
            continue
        yield name, where
        for table in tables - {ADDRESSES[name].table(hall).pk} if "game_id" in kwargs else ():
            yield f"{name} of table {table}", reverse(name, kwargs=kwargs | {"game_id": table})
        if kwargs.get("number") == 1 and "slug" in kwargs:
            yield f"{name} with the next number", reverse(name, kwargs=kwargs | {"number": 2})


def read_public(hall: FullHall, acts: list[Address], known: dict[str, Told]) -> dict[str, Told]:
    """What each place says. `known`: by address what has been read before; what is read now is added."""
    client = Client()
    found = {}
    for name, where in places(hall, acts):
        if where not in known:
            known[where] = told(client.get(where))
        found[name] = known[where]
    return found


@pytest.mark.parametrize("part", range(2))
def test_no_public_address_tells_of_an_act_before_its_time(hall: FullHall, part: int) -> None:
    Event.objects.update(delay=10)
    at_rest: dict[str, Told] = {}
    faults: list[tuple[str, list[Any]]] = []
    with time_machine.travel(timezone.now(), tick=False):
        for line in TOGETHER[part::2]:
            if found := list(changes(hall, line.split(), at_rest)):
                alone = [(name, list(changes(hall, [name], at_rest))) for name in line.split()]
                faults += [(line, found), *alone]
    assert not faults, "\n".join(map(str, faults))


def changes(hall: FullHall, names: list[str], at_rest: dict[str, Told]) -> Iterator[tuple[str, object]]:
    acts = [ADDRESSES[name] for name in names]
    ways = [("post", act.post) if act.post else ("patch", act.patch) for act in acts]
    before = read_public(hall, acts, at_rest)
    with taken_back(), cache_taken_back():
        if prepared := [way.prepare for _method, way in ways if way and way.prepare]:
            for prepare in prepared:
                prepare(hall)
            half_an_hour_ago(hall)
            Event.objects.update(page_version=F("page_version") + 10**6)  # rows were written past the services
            before = read_public(hall, acts, {})
        for name, act, (method, way) in zip(names, acts, ways, strict=True):
            assert way is not None
            client = hall.browser(sorted(way.may)[0], act.table(hall))
            answer = send(client, method, address_of(name, hall), way.body(hall) if way.body else None)
            if answer.status_code not in (200, 201, 302):
                yield f"{name} is refused", answer.content.decode()
        yield from differing(before, read_public(hall, acts, {})).items()
