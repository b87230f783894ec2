"""Entries that waited on a phone: recorded once, against the right version, or refused with a reason."""

import uuid
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments.factories import confirm_all, make_game, make_user, play
from tournaments.models import Act, Event, Game, Membership, Role
from tournaments.tables.game_log.read import Actor, rules_mark

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


@pytest.fixture
def game(client: Client) -> Game:
    referee = make_user()
    client.force_login(referee)
    return make_game(referee=referee)


def entry(game: Game, **said: Any) -> dict[str, Any]:
    """A typed win of the first hand as the phone sends it."""
    return {
        "what": "win", "client_key": str(uuid.uuid4()), "by": f"u{make_user().pk}", "seen": 0, "number": 1, "age": 1000,
        "rules": rules_mark(game.event, game.round), "winner-0": "2", "source": "3", "mode-0": "typed", "typed-0": "18",
    } | said  # fmt: skip


def sent(client: Client, game: Game, said: dict[str, Any]) -> Any:
    return client.post(reverse("tournaments:deliver", args=[game.pk]), said)


def fans(game: Game) -> list[Any]:
    return [act.payload["event"].get("fan") for act in Act.objects.filter(game=game, kind="play").order_by("number")]


def confirmation(version: int, **said: Any) -> dict[str, Any]:
    return {"what": "confirm", "client_key": str(uuid.uuid4()), "by": f"u{make_user().pk}", "seen": version} | said


def test_entries_follow_each_other_by_the_version_of_the_answer(client: Client, game: Game) -> None:
    first = sent(client, game, entry(game))
    version = first.json()["version"]
    assert first.status_code == 200
    assert sent(client, game, confirmation(version, seats=["0", "1", "2", "3"])).json() == {"version": version}
    second = sent(client, game, entry(game, seen=version, number=2, **{"typed-0": "9"}))
    assert second.json() == {"version": version + 1}
    assert fans(game) == [23, 14]


def test_a_repeat_is_answered_as_the_first_and_by_the_version_of_then(client: Client, game: Game) -> None:
    said = entry(game)
    version = sent(client, game, said).json()["version"]
    confirm_all(game, Actor(make_user().pk))
    sent(client, game, entry(game, seen=version, number=2))
    again = sent(client, game, said)
    assert (again.status_code, again.json()) == (200, {"version": version})
    assert len(fans(game)) == 2


def test_the_key_of_another_entry_is_a_conflict(client: Client, game: Game) -> None:
    said = entry(game)
    sent(client, game, said)
    assert sent(client, game, said | {"typed-0": "28"}).status_code == 409
    assert fans(game) == [23]


@pytest.mark.parametrize("age", ["-1", "abc", "²", "9" * 18, "9" * 40])
def test_a_clock_that_was_wrong_keeps_no_entry_out(client: Client, game: Game, age: str) -> None:
    assert sent(client, game, entry(game, age=age)).status_code == 200


def test_what_another_device_has_written_is_told(client: Client, game: Game) -> None:
    play(game, Actor(make_user().pk), type="draw")
    answer = sent(client, game, entry(game))
    told = answer.json()
    assert (answer.status_code, told["code"], told["version"], told["number"]) == (409, "conflict", 1, 2)
    assert "流局" in told["theirs"]
    assert fans(game) == [None]


def test_a_hand_that_waits_for_the_four_is_no_conflict(client: Client, game: Game) -> None:
    version = sent(client, game, entry(game)).json()["version"]
    answer = sent(client, game, entry(game, seen=version, number=2))
    assert (answer.status_code, answer.json()["code"]) == (409, "not_confirmed")


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ({"number": 2}, "conflict"),
        ({"rules": "other"}, "conflict"),
        ({"by": "u0"}, "not_allowed"),
        ({"typed-0": ""}, "invalid"),
        ({"what": "song"}, "invalid"),
        ({"what": "reward", "pick": "nothing.1"}, "invalid"),
        ({"what": "save", "counted": "made up"}, "invalid"),
    ],
)
def test_what_was_not_meant_so_is_not_recorded(client: Client, game: Game, said: dict[str, Any], code: str) -> None:
    answer = sent(client, game, entry(game, **said))
    assert answer.json()["code"] == code
    assert answer.status_code in (400, 403, 409)
    assert not fans(game)


def test_nobody_decides_for_the_referee_which_number_is_paid(client: Client, game: Game) -> None:
    laid = {"mode-0": "tiles", "hand_concealed-0": "234567m345p789s55z22m", "hand_winning-0": "2m", "source": "self"}
    answer = sent(client, game, entry(game, **laid, **{"typed-0": "40"}))
    assert (answer.status_code, answer.json()["code"]) == (409, "needs_confirmation")
    assert sent(client, game, entry(game, **laid, **{"typed-0": ""})).status_code == 200


def test_a_ruling_follows_the_table_of_offences(client: Client, game: Game) -> None:
    said = entry(game, seat="1", offence="claim_cancelled")
    address = reverse("penalties:deliver", args=[game.pk])
    answers = [client.post(address, said).json() for _ in range(2)]
    assert answers == [{"version": 1}] * 2
    assert [act.payload["event"]["offence"] for act in Act.objects.filter(kind="play")] == ["claim_cancelled"]
    assert client.post(address, entry(game, seat="1", offence="song", seen=1)).json()["code"] == "invalid"


def test_a_confirmation_is_of_what_was_shown(client: Client, game: Game) -> None:
    version = sent(client, game, entry(game)).json()["version"]
    answer = sent(client, game, confirmation(version - 1, seats=["0"]))
    assert (answer.status_code, answer.json()["code"]) == (409, "conflict")
    assert not Act.objects.filter(kind="confirm")


def test_a_pin_is_asked_for_with_a_network_and_no_try_is_counted(client: Client, game: Game) -> None:
    Event.objects.filter(pk=game.event_id).update(confirmation=Event.Confirmation.PIN)
    version = sent(client, game, entry(game)).json()["version"]
    assert sent(client, game, confirmation(version, seats=["0"])).json()["code"] == "invalid"
    assert not game.seats.get(seat=0).player.pin_failures


def test_the_phone_is_told_for_whom_it_may_send(client: Client, game: Game) -> None:
    state = client.get(reverse("tournaments:outbox_state")).json()
    assert state["who"] == [f"u{make_user().pk}"]
    assert Client().get(reverse("tournaments:outbox_state")).json()["who"] == []


def test_who_owes_a_second_factor_is_told_where_to_show_it(client: Client, game: Game, settings: Any) -> None:
    Membership.objects.create(event=game.event, user=make_user(), role=Role.HEAD_REFEREE)
    settings.SECOND_FACTOR_DEMANDED = True
    answer = sent(client, game, entry(game))
    told = {"code": "second_factor", "where": reverse("accounts:second_factor")}
    assert (answer.status_code, answer.json(), fans(game)) == (403, told, [])


def test_the_page_and_the_worker_know_nobody(client: Client, game: Game) -> None:
    for name in ("outbox", "worker"):
        mine, theirs = (one.get(reverse(f"tournaments:{name}")) for one in (client, Client()))
        assert mine.content == theirs.content
        assert not mine.cookies
    assert "Vary" not in client.get(reverse("tournaments:outbox")).headers  # nothing a cookie says may take it away
    assert b"/outbox/" in mine.content
    assert b"paiju.js" in mine.content


def test_a_page_that_the_browser_keeps_takes_no_message_away(client: Client, game: Game) -> None:
    """The table asks for 待送 in the background, at the moment when a reward is recorded too."""
    said = {"pick": "concealed_kong.3", "client_key": str(uuid.uuid4()), "seen": 0}
    assert client.post(reverse("tournaments:reward", args=[game.pk]), said).status_code == 302
    assert "已記錄" not in client.get(reverse("tournaments:outbox")).content.decode()
    assert "已記錄：何家珍 暗槓" in client.get(reverse("tournaments:table", args=[game.pk])).content.decode()
