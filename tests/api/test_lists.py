import importlib.util
from pathlib import Path

import pytest
from django.conf import settings as site
from django.test import Client

from accounts.services import create_token
from tests.api.test_errors import shape_of
from tests.tournaments.factories import make_event, make_game, make_players, make_user
from tournaments.models import Player, Round

pytestmark = pytest.mark.django_db
PLAYERS, GAMES = "/api/events/evening/players/", "/api/events/evening/games/"


class TestPages:
    @pytest.fixture(autouse=True)
    def event(self):
        event = make_event()
        make_players(event, 10)
        return event

    def test_without_a_limit_the_list_is_whole(self):
        answer = Client().get(PLAYERS)
        assert len(answer.json()) == 10
        assert "X-Total-Count" not in answer
        Player.objects.filter(number=3).update(club="旺角")
        assert [row["number"] for row in Client().get(f"{PLAYERS}?club=旺角").json()] == [3]
        assert [row["number"] for row in Client().get(f"{PLAYERS}?number=7").json()] == [7]
        assert Client().get("/api/events/?limit=1").json()[0]["slug"] == "evening"

    def test_the_next_page_is_named_until_the_last(self):
        where, seen = f"{PLAYERS}?limit=4", []
        while where:
            answer = Client().get(where)
            assert answer["X-Total-Count"] == "10"
            seen.append([row["number"] for row in answer.json()])
            where = answer.get("Link", "").partition(">")[0].lstrip("<")
        assert [len(part) for part in seen] == [4, 4, 2]
        assert [number for part in seen for number in part] == [row["number"] for row in Client().get(PLAYERS).json()]

    @pytest.mark.parametrize("query", ["limit=0", "limit=1001", "limit=x", "offset=-1", "number=x"])
    def test_what_cannot_be_is_refused_by_name(self, query):
        answer = Client().get(f"{PLAYERS}?{query}")
        assert shape_of(answer)[0] == 400
        assert answer.json()["errors"][0]["attr"] == query.partition("=")[0]


def test_games_are_found_by_round_table_and_player(client):
    game = make_game()
    player = game.seats.first().player.number
    for query, found in (("round=1", 1), ("round=2", 0), (f"table={game.table.number}", 1), (f"player={player}", 1)):
        assert len(client.get(f"{GAMES}?{query}&limit=5").json()) == found, query
    assert client.get(f"{GAMES}?player=999").json() == []
    Round.objects.update(state=Round.State.DRAFT)
    assert client.get(GAMES).json() == []


class TestMarks:
    def test_a_list_that_is_the_same_is_not_sent_again(self, client):
        make_event()
        first = client.get(PLAYERS)
        again = client.get(PLAYERS, headers={"If-None-Match": first["ETag"]})
        assert (again.status_code, again.content) == (304, b"")
        make_players(make_event("other"), 1)
        assert client.get("/api/events/", headers={"If-None-Match": first["ETag"]}).status_code == 200
        client.force_login(make_user())
        answer = client.get(PLAYERS)
        assert "ETag" not in answer
        assert answer["Cache-Control"] == "private, no-store"


class TestOtherSites:
    def test_their_pages_may_read_what_everybody_may(self, client):
        make_event()
        answer = client.get(PLAYERS, headers={"Origin": "https://club.example"})
        assert answer["Access-Control-Allow-Origin"] == "*"
        assert "Access-Control-Allow-Credentials" not in answer
        asked = client.options(PLAYERS, headers={"Origin": "https://x", "Access-Control-Request-Method": "POST"})
        assert (asked.status_code, asked["Access-Control-Allow-Methods"]) == (200, "GET, HEAD")
        assert "uthorization" not in asked["Access-Control-Allow-Headers"]
        assert "Access-Control-Allow-Origin" not in client.get("/e/evening/", headers={"Origin": "https://x"})


@pytest.mark.django_db(transaction=True)
def test_the_example_client_records_and_follows(live_server, monkeypatch):
    path = Path(site.BASE_DIR) / "docs" / "client.py"
    spec = importlib.util.spec_from_file_location("client", path)
    example = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(example)
    monkeypatch.setattr(example.time, "sleep", lambda _seconds: None)
    referee = make_user()
    game = make_game(referee=referee)
    monkeypatch.setenv("TOKEN", create_token(user=referee, name="example", now=game.event.created_at)[1])
    following = example.standings(live_server.url, "evening")
    assert len(next(following)) == 4
    win = {"type": "win", "winner": 0, "from": 1, "fan": 37}
    assert example.record(live_server.url, game.pk, win)[0] == 200
    assert next(following)
    status, _headers, said = example.record(live_server.url, game.pk, win)
    assert (status, said["errors"][0]["code"]) == (409, "not_confirmed")
    assert len(path.read_text().splitlines()) <= 60
    with pytest.raises(SystemExit, match="not_found"):
        next(example.standings(live_server.url, "nowhere"))
