"""Entries that waited on a phone: recorded once, against the right version, or refused with a reason."""

import uuid
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.markup import shows, url
from tests.tournaments.book_pages import Hall
from tests.tournaments.factories import make_user
from tests.tournaments.recorder import DRAW
from tournaments.models import Act, Event, Game, Membership, Role
from tournaments.tables.game_log.read import rules_mark

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


def entry(game: Game, **said: Any) -> dict[str, Any]:
    """A typed win of the first hand as the phone sends it."""
    return {
        "what": "win", "client_key": str(uuid.uuid4()), "by": f"u{make_user().pk}", "seen": 0, "number": 1, "age": 1000,
        "rules": rules_mark(game.event, game.round), "winner-0": "2", "source": "3", "mode-0": "typed", "typed-0": "18",
    } | said  # fmt: skip


def win(hall: Hall, **said: Any) -> Any:
    return hall.post("deliver", **entry(hall.game, **said))


def confirm(hall: Hall, version: int, *seats: str) -> Any:
    return hall.post("deliver", what="confirm", by=f"u{make_user().pk}", seen=version, seats=seats)


def fans() -> list[Any]:
    return [act.payload["event"].get("fan") for act in Act.objects.filter(kind="play").order_by("number")]


def refusal(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def test_entries_follow_each_other_by_the_version_of_the_answer(hall: Hall) -> None:
    first = win(hall)
    version = first.json()["version"]
    assert first.status_code == 200
    assert refusal(win(hall, seen=version, number=2)) == (409, "not_confirmed"), "it waits for the four"
    assert refusal(confirm(hall, version - 1, "0")) == (409, "conflict"), "a confirmation is of what was shown"
    assert not Act.objects.filter(kind="confirm")
    assert confirm(hall, version, *"0123").json() == {"version": version}
    assert win(hall, seen=version, number=2, **{"typed-0": "9"}).json() == {"version": version + 1}
    assert fans() == [23, 14]


def test_a_repeat_is_answered_as_the_first_and_by_the_version_of_then(hall: Hall) -> None:
    said = entry(hall.game)
    version = win(hall, **said).json()["version"]
    hall.confirm()
    win(hall, seen=version, number=2)
    again = win(hall, **said)
    assert (again.status_code, again.json()) == (200, {"version": version})
    assert win(hall, **said | {"typed-0": "28"}).status_code == 409, "the key of another entry"
    assert len(fans()) == 2


@pytest.mark.parametrize("age", ["-1", "abc", "²", "9" * 18, "9" * 40])
def test_a_clock_that_was_wrong_keeps_no_entry_out(hall: Hall, age: str) -> None:
    assert win(hall, age=age).status_code == 200


def test_what_another_device_has_written_is_told(hall: Hall) -> None:
    hall.play(DRAW)
    answer = win(hall)
    told = answer.json()
    assert (*refusal(answer), told["version"], told["number"]) == (409, "conflict", 1, 2)
    assert "流局" in told["theirs"]
    assert fans() == [None]


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
def test_what_was_not_meant_so_is_not_recorded(hall: Hall, said: dict[str, Any], code: str) -> None:
    status, told = refusal(win(hall, **said))
    assert (told, status in (400, 403, 409)) == (code, True)
    assert not fans()


def test_nobody_decides_for_the_referee_which_number_is_paid(hall: Hall) -> None:
    laid = {"mode-0": "tiles", "hand_concealed-0": "234567m345p789s55z22m", "hand_winning-0": "2m", "source": "self"}
    assert refusal(win(hall, **laid, **{"typed-0": "40"})) == (409, "needs_confirmation")
    assert win(hall, **laid, **{"typed-0": ""}).status_code == 200


def test_a_ruling_follows_the_table_of_offences(hall: Hall) -> None:
    said = entry(hall.game, seat="1", offence="claim_cancelled")
    assert [hall.post("penalties:deliver", **said).json() for _ in range(2)] == [{"version": 1}] * 2
    assert [act.payload["event"]["offence"] for act in Act.objects.filter(kind="play")] == ["claim_cancelled"]
    other = hall.post("penalties:deliver", **entry(hall.game, seat="1", offence="song", seen=1))
    assert other.json()["code"] == "invalid"


def test_a_pin_is_asked_for_with_a_network_and_no_try_is_counted(hall: Hall) -> None:
    Event.objects.update(confirmation=Event.Confirmation.PIN)
    version = win(hall).json()["version"]
    assert confirm(hall, version, "0").json()["code"] == "invalid"
    assert not hall.game.seats.get(seat=0).player.pin_failures


def test_the_phone_is_told_for_whom_it_may_send(hall: Hall) -> None:
    for client, who in ((hall.referee, [f"u{make_user().pk}"]), (Client(), [])):
        assert client.get(url("outbox_state")).json()["who"] == who


def test_who_owes_a_second_factor_is_told_where_to_show_it(hall: Hall, settings: Any) -> None:
    Membership.objects.create(event=hall.event, user=make_user(), role=Role.HEAD_REFEREE)
    settings.SECOND_FACTOR_DEMANDED = True
    answer = win(hall)
    told = {"code": "second_factor", "where": reverse("accounts:second_factor")}
    assert (answer.status_code, answer.json(), fans()) == (403, told, [])


def test_the_page_and_the_worker_know_nobody(hall: Hall) -> None:
    for name in ("outbox", "worker"):
        mine, theirs = (one.get(url(name)) for one in (hall.referee, Client()))
        assert mine.content == theirs.content
        assert not mine.cookies
    assert "Vary" not in hall.referee.get(url("outbox")).headers  # nothing a cookie says may take it away
    assert b"/outbox/" in mine.content
    assert b"paiju.js" in mine.content


def test_a_page_that_the_browser_keeps_takes_no_message_away(hall: Hall) -> None:
    """The table asks for 待送 in the background, at the moment when a reward is recorded too."""
    assert hall.post("reward", pick="concealed_kong.3").status_code == 302
    shows(hall.referee.get(url("outbox")), never="已記錄")
    shows(hall.get("table"), "已記錄：何家珍 暗槓")
