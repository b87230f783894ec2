"""Many devices at once, over HTTP, on PostgreSQL: SQLite's single writer would hide what can go wrong."""

import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from accounts.models import User
from tests.markup import url
from tests.tournaments.factories import make_event, make_game, make_players, make_user
from tournaments.core.exceptions import Refused
from tournaments.models import Game, GameSeat, HandRecord
from tournaments.tables.game_log.read import read_book

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]

WIN = {"type": "win", "winner": 1, "from": 2, "fan": 25}


def send(user: User, name: str, game: Game, **said: Any) -> tuple[int, dict[str, Any]]:
    client = Client(raise_request_exception=False)
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    answer = client.post(url(f"api:{name}", game.pk), said, content_type="application/json")
    return answer.status_code, answer.json()


def post(user: User, game: Game, key: uuid.UUID, event: dict[str, Any], seen: int = 0) -> tuple[int, dict[str, Any]]:
    return send(user, "hands", game, event=event, client_key=str(key), seen=seen)


def at_once(calls: list[Callable[[], Any]]) -> list[Any]:
    """Make all calls in threads with connections of their own that begin together; their answers."""
    begin = Barrier(len(calls))

    def closed(call: Callable[[], Any]) -> Any:
        begin.wait()
        try:
            return call()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(closed, calls))


def outcome(call: Callable[[], Any]) -> Any:
    try:
        return call()
    except Refused as refusal:
        return refusal


def test_twenty_devices_with_the_same_hand_save_it_once():
    referee = make_user()
    game = make_game(referee=referee)
    answers = at_once([lambda: post(referee, game, uuid.uuid4(), WIN)] * 20)
    assert {status for status, _body in answers} == {200}
    assert len({body["act"] for _status, body in answers}) == 1
    assert HandRecord.objects.filter(game=game).count() == 1


def test_one_of_two_different_hands_is_saved_and_shown_to_the_other_device():
    referee = make_user()
    game = make_game(referee=referee)
    other = {"type": "win", "winner": 3, "from": 2, "fan": 8}
    answers = at_once(
        [lambda: post(referee, game, uuid.uuid4(), WIN), lambda: post(referee, game, uuid.uuid4(), other)]
    )
    assert sorted(status for status, _body in answers) == [200, 409]
    refused = next(body for status, body in answers if status == 409)
    assert refused["errors"][0]["code"] == "conflict"
    assert refused["recorded"]["number"] == 1
    assert HandRecord.objects.filter(game=game).count() == 1


def test_sixteen_tables_that_record_at_once_lose_nothing():
    referee = make_user()
    event = make_event()
    make_players(event, 64)
    games = [make_game(event, referee, number) for number in range(1, 17)]

    def evening(game: Game) -> list[int]:
        statuses = []
        for hand in range(8):
            seen = Game.objects.values_list("book_version", flat=True).get(pk=game.pk)
            event = {"type": "win", "winner": (hand + 1) % 4, "from": hand % 4, "fan": 10 + hand}
            statuses.append(post(referee, game, uuid.uuid4(), event, seen)[0])
            statuses.append(send(referee, "confirm", game, seats=[0, 1, 2, 3], client_key=str(uuid.uuid4()))[0])
        return statuses

    results = at_once([lambda game=game: evening(game) for game in games])
    assert {status for statuses in results for status in statuses} == {200}
    assert HandRecord.objects.count() == 16 * 8
    event.refresh_from_db()
    assert event.standings_version >= 16 * 8
    for game in games:
        stored = list(GameSeat.objects.filter(game=game).order_by("seat").values_list("score", flat=True))
        game.refresh_from_db()
        assert tuple(stored) == read_book(game).folded.state.scores
