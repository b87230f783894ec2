"""異議個案 over HTTP."""

import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from penalties.models import Case, Ruling
from tests.penalties.hall import Tournament, make_tournament
from tests.penalties.test_case_pages import head, object_to_hand, phone, referee
from tests.security.hall import player_header
from tournaments.models import Game

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    return make_tournament()


@pytest.fixture
def game(tournament) -> Game:
    return tournament.round(1, [[1, 2, 3, 4], [5, 6, 7, 8]])[0]


@pytest.fixture
def ruling(tournament, game) -> Ruling:
    return tournament.rule(game, 1, "talking")


def url(name: str, *args: Any) -> str:
    return reverse(f"penalties_api:{name}", args=["evening", *args])


def post(client: Client, name: str, ref: Any, **data: Any) -> Any:
    return client.post(url(name, ref), json.dumps(data), content_type="application/json")


def objected(tournament: Tournament, ruling: Ruling) -> dict[str, Any]:
    answer = post(phone(tournament, 2), "object_to_ruling", ruling.number, reason="我沒有犯規")
    assert answer.status_code == 200
    return dict(answer.json())


def test_a_player_objects_by_his_link_and_pin(tournament, ruling):
    player = tournament.event.players.get(number=2)
    answer = Client().post(
        url("object_to_ruling", ruling.number),
        json.dumps({"reason": "我沒有犯規"}),
        content_type="application/json",
        headers=player_header(player),
    )
    case = Case.objects.get()
    assert answer.json() | {"opened_at": ""} == {
        "ref": str(case.pk),
        "player": 2,
        "name": "李小龍",
        "text": "我沒有犯規",
        "opened_at": "",
        "place": "第 1 個半莊 · 第 1 檯 · 第 1 鋪",
        "game": ruling.game_id,
        "hand": 1,
        "ruling": ruling.number,
        "outcome": "open",
        "decision": "",
        "decided_by": "",
        "decided_at": None,
    }


def test_a_repeat_is_the_same_case(tournament, ruling):
    assert objected(tournament, ruling) == objected(tournament, ruling)
    assert Case.objects.count() == 1


def test_referees_write_and_the_head_referee_decides(tournament, ruling):
    ref = objected(tournament, ruling)["ref"]
    notes = post(referee(), "case_notes", ref, text="問過三家").json()["notes"]
    assert [(note["text"], note["by"]) for note in notes] == [("問過三家", "referee")]
    assert post(referee(), "case_decide", ref, outcome="upheld", decision="鄰檯聽到").status_code == 403
    decided = post(head(), "case_decide", ref, outcome="upheld", decision="鄰檯聽到").json()
    assert (decided["outcome"], decided["decided_by"]) == ("upheld", "head")
    assert head().get(url("case", ref)).json() == decided


def test_a_second_decision_is_refused(tournament, ruling):
    ref = objected(tournament, ruling)["ref"]
    post(head(), "case_decide", ref, outcome="upheld", decision="鄰檯聽到")
    answer = post(head(), "case_decide", ref, outcome="changed", decision="看錯了")
    assert (answer.status_code, answer.json()["errors"][0]["code"]) == (409, "conflict")


@pytest.mark.parametrize(
    ("sent", "field"),
    [
        ({"decision": "好"}, "outcome"),
        ({"outcome": "maybe", "decision": "好"}, "outcome"),
        ({"outcome": "upheld"}, "decision"),
    ],
)
def test_it_names_the_field_that_is_wrong(tournament, ruling, sent, field):
    ref = objected(tournament, ruling)["ref"]
    answer = post(head(), "case_decide", ref, **sent)
    assert (answer.status_code, answer.json()["errors"][0]["attr"]) == (400, field)


def test_hands_are_in_the_same_list(tournament, game, ruling):
    objected(tournament, ruling)
    object_to_hand(tournament, game)
    found = referee().get(url("cases")).json()
    assert [(one["ruling"], one["hand"]) for one in found] == [(ruling.number, 1), (None, 1)]
    assert post(referee(), "case_notes", found[1]["ref"], text="看過牌山").status_code == 200
    answer = post(head(), "case_decide", found[1]["ref"], outcome="upheld", decision="對")
    assert answer.status_code == 400


def test_a_referee_names_the_player_where_several_are_concerned(tournament, game):
    ruling = tournament.rule(game, None, "redeal")
    answer = post(referee(), "object_to_ruling", ruling.number, reason="不必重打")
    assert (answer.status_code, answer.json()["errors"][0]["attr"]) == (400, "player")
    assert post(referee(), "object_to_ruling", ruling.number, reason="不必重打", player=4).json()["player"] == 4


def test_players_and_lookers_on_read_nothing(tournament, ruling):
    ref = objected(tournament, ruling)["ref"]
    for client, status in ((phone(tournament, 2), 403), (Client(), 401)):
        assert client.get(url("cases")).status_code == status
        assert client.get(url("case", ref)).status_code == status
    assert post(phone(tournament, 1), "object_to_ruling", ruling.number, reason="不對").status_code == 403


def test_unknown_cases_are_not_found(tournament):
    assert referee().get(url("case", "5")).status_code == 404
    assert referee().get(url("case", "5-1")).status_code == 404
