"""Two servers on one database, as behind nginx: what is written at one shows in the next answer of the other, and what
both are sent at the same moment is done once."""

import json
import os
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connection

from tests.core.test_concurrency import at_once
from tests.load.hall import Hall, fill, lost_or_doubled
from tests.load.wire import request
from tests.markup import url
from tests.scripts.conftest import copied
from tests.served import Server, free_port
from tests.tournaments.book_checks import check_book
from tests.tournaments.factories import make_user
from tournaments.audit.checks import audit
from tournaments.models import Player
from tournaments.players.services.roster import change_player

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def hall(transactional_db: None) -> Hall:
    return fill(1)


@pytest.fixture
def ports(transactional_db: None, tmp_path: Path) -> Iterator[tuple[int, int]]:
    """Of the two, each of one process, on the database of the tests."""
    database = os.environ["DATABASE_URL"].removesuffix("app") + str(connection.settings_dict["NAME"])
    more = {"DATABASE_URL": database, "SECRET_KEY": settings.SECRET_KEY, "WEB_PROCESSES": "1", "WEB_THREADS": "8"}
    environment = copied(tmp_path, **more)
    with Server(environment) as one, Server(environment, PORT=str(free_port())) as other:
        yield one.port, other.port


def write(port: int, hall: Hall, name: str, document: dict[str, Any]) -> tuple[int, Any]:
    """Send the API what the referee of the first table enters."""
    address, sent = url(f"api:{name}", hall.games[0].pk), {"client_key": str(uuid.uuid4())} | document
    status, text, _headers = request(port, "POST", address, hall.referees[0], document=sent)
    return status, json.loads(text)


def pages(port: int, hall: Hall) -> dict[str, str]:
    """What anybody reads of the event, by address."""
    slug, game = hall.event.slug, hall.games[0].pk
    of_event = (url(f"live_{name}", "zh-hant", slug) for name in ("standings_rows", "screen_rows", "home_rows"))
    of_table = (url(f"live_{name}", "zh-hant", game) for name in ("table", "hands", "story"))
    addresses = [*of_event, *of_table, url("api:standings", slug), url("api:hands", game)]
    answers = {address: request(port, "GET", address, "") for address in addresses}
    assert {status for status, _text, _headers in answers.values()} == {200}, answers
    return {address: text for address, (_status, text, _headers) in answers.items()}


def test_what_is_written_at_one_server_shows_in_the_next_answer_of_the_other(
    hall: Hall, ports: tuple[int, int]
) -> None:
    for hand, (writer, reader) in enumerate([ports, ports[::-1]] * 2):
        before = pages(reader, hall)
        win = {"type": "win", "winner": hand, "from": (hand + 1) % 4, "fan": 9}
        assert write(writer, hall, "hands", {"event": win, "seen": hand})[0] == 200
        assert write(writer, hall, "confirm", {"seats": [0, 1, 2, 3]})[0] == 200
        after = pages(reader, hall)
        assert [address for address, page in after.items() if page == before[address]] == []
        assert after == pages(writer, hall)


def test_a_name_made_private_is_gone_from_both_servers_at_once(hall: Hall, ports: tuple[int, int]) -> None:
    player = Player.objects.get(event=hall.event, number=1)
    assert all(player.name in "".join(pages(port, hall).values()) for port in ports)
    name = {"name": player.name, "alias": "東風客", "club": "", "number": 1}
    change_player(player=Player.objects.get(pk=player.pk), staff=False, **name)
    for port in ports:
        texts = "".join(pages(port, hall).values())
        assert "東風客" in texts
        assert player.name not in texts


def test_what_both_servers_are_sent_at_the_same_moment_is_done_once(hall: Hall, ports: tuple[int, int]) -> None:
    kept = []
    for hand in range(6):
        key = str(uuid.uuid4())
        win = {"event": {"type": "win", "winner": hand % 4, "from": (hand + 1) % 4, "fan": 9}, "seen": hand}
        for name, document in (("hands", win), ("confirm", {"seats": [0, 1, 2, 3]})):
            sent = {"client_key": key if name == "hands" else str(uuid.uuid4())} | document
            answers = at_once([lambda p=port, n=name, d=sent: write(p, hall, n, d) for port in ports * 4])
            assert [status for status, _answer in answers] == [200] * 8, answers
            assert all(answer == answers[0][1] for _status, answer in answers)
        kept.append((hall.games[0].pk, key))
    assert lost_or_doubled(kept) == []
    check_book(hall.games[0])
    assert list(audit(hall.event.slug)) == []


def test_a_session_ended_and_passwords_tried_at_one_server_count_at_the_other(
    hall: Hall, ports: tuple[int, int]
) -> None:
    one, other = ports
    make_user("chan")
    tries = [
        {"username": "chan", "password": word} for word in ("wrong1", "wrong2", "wrong3", "wrong4", "wrong5", "pass")
    ]
    statuses = [request(ports[n % 2], "POST", "/sign-in/", "", form=form)[0] for n, form in enumerate(tries)]
    assert statuses == [200, 200, 200, 200, 429, 429]
    assert request(other, "GET", url("my_tables"), hall.referees[0])[0] == 200
    assert request(one, "POST", url("accounts:sign_out"), hall.referees[0])[0] == 302
    assert request(other, "GET", url("my_tables"), hall.referees[0])[0] == 302
