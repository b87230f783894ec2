import json
from typing import Any

import pytest
from django.test import Client

from penalties.models import Case
from tests.markup import url
from tests.security.hall import player_header
from tests.tournaments.book_pages import signed_in
from tests.tournaments.factories import make_user


def post(who: str, name: str, ref: Any, **data: Any) -> Any:
    client = signed_in(make_user(who))
    return client.post(url(f"penalties_api:{name}", "evening", ref), data, content_type="application/json")


def test_a_player_objects_by_his_link_and_pin(evening, ruling):
    player = evening.event.players.get(number=2)
    answer = Client().post(
        url("penalties_api:object_to_ruling", "evening", ruling.number),
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


def test_referees_write_and_the_head_referee_decides_once(evening, ruling):
    ref = evening.object_to_ruling(ruling).ref
    notes = post("referee", "case_notes", ref, text="問過三家").json()["notes"]
    assert [(note["text"], note["by"]) for note in notes] == [("問過三家", "referee")]
    decided = post("head", "case_decide", ref, outcome="upheld", decision="鄰檯聽到").json()
    assert (decided["outcome"], decided["decided_by"]) == ("upheld", "head")
    assert signed_in(make_user("head")).get(url("penalties_api:case", "evening", ref)).json() == decided
    answer = post("head", "case_decide", ref, outcome="changed", decision="看錯了")
    assert (answer.status_code, answer.json()["errors"][0]["code"]) == (409, "conflict")


@pytest.mark.parametrize(
    ("sent", "field"),
    [
        ({"decision": "好"}, "outcome"),
        ({"outcome": "maybe", "decision": "好"}, "outcome"),
        ({"outcome": "upheld"}, "decision"),
    ],
)
def test_an_error_names_the_field_that_is_wrong(evening, ruling, sent, field):
    answer = post("head", "case_decide", evening.object_to_ruling(ruling).ref, **sent)
    assert (answer.status_code, answer.json()["errors"][0]["attr"]) == (400, field)


def test_hands_are_in_the_same_list(evening, game, ruling):
    evening.object_to_ruling(ruling)
    evening.play(game, type="draw")
    evening.object_to(game)
    found = signed_in(make_user("referee")).get(url("penalties_api:cases", "evening")).json()
    assert [(one["ruling"], one["hand"]) for one in found] == [(ruling.number, 1), (None, 1)]
    assert post("referee", "case_notes", found[1]["ref"], text="看過牌山").status_code == 200
    assert post("head", "case_decide", found[1]["ref"], outcome="upheld", decision="對").status_code == 400


def test_a_referee_names_the_player_where_several_are_concerned(evening, game):
    ruling = evening.rule(game, None, "redeal")
    answer = post("referee", "object_to_ruling", ruling.number, reason="不必重打")
    assert (answer.status_code, answer.json()["errors"][0]["attr"]) == (400, "player")
    assert post("referee", "object_to_ruling", ruling.number, reason="不必重打", player=4).json()["player"] == 4
