"""score, replay, draw and rules: the same answers from the command line and over HTTP."""

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

HAND = {
    "rule_set": "hkma-league",
    "concealed": "123m56m789p234p567s88s",
    "winning_tile": "4m",
    "self_draw": False,
    "seat_wind": "S",
    "round_wind": "E",
}
GAME = {
    "rule_set": "hkma-league",
    "players": ["甲", "乙", "丙", "丁"],
    "events": [{"type": "win", "winner": 0, "self_draw": True, "fan": 37}, {"type": "draw"}],
}
SEATS = {"players": [{"id": str(n)} for n in range(1, 9)], "rounds": 1, "seed": "六合彩 4 17 22 31 40 45"}


def run(command: str, document: Any, tmp_path: Path, *options: str) -> tuple[int, Any]:
    file = tmp_path / "in.json"
    file.write_text(document if isinstance(document, str) else json.dumps(document), encoding="utf-8")
    out = io.StringIO()
    try:
        call_command(command, str(file), *options, stdout=out)
    except SystemExit as end:
        return int(end.code or 0), json.loads(out.getvalue())
    return 0, json.loads(out.getvalue())


def post(name: str, document: Any) -> tuple[int, Any]:
    answer = Client().post(reverse(f"api:{name}"), json.dumps(document), content_type="application/json")
    return answer.status_code, answer.json()


def test_it_counts_the_digests_hand(tmp_path):
    code, answer = run("score", HAND, tmp_path)
    assert code == 0
    assert answer["total"] == 25
    assert {row["name"]: row["value"] for row in answer["fans"]} == {"底": 5, "門清": 3, "大平": 15, "將眼": 2}
    _status, chinese = run("score", HAND | {"seat_wind": "X"}, tmp_path)
    _status, english = run("score", HAND | {"seat_wind": "X"}, tmp_path, "--language", "en")
    assert english["error"]["detail"].isascii()
    assert not chinese["error"]["detail"].isascii()


def test_it_answers_http_as_the_command_line(tmp_path, db):
    assert post("score", HAND) == (200, run("score", HAND, tmp_path)[1])
    assert post("replay", GAME) == (200, run("replay", GAME, tmp_path)[1])
    assert post("draw", SEATS) == (200, run("draw", SEATS, tmp_path)[1])


def test_it_answers_each_element_of_an_array(tmp_path, db):
    broken = HAND | {"winning_tile": "0m"}
    code, answers = run("score", [HAND, broken, HAND], tmp_path)
    assert code == 2
    assert [answer.get("total") for answer in answers] == [25, None, 25]
    assert answers[1]["error"]["code"] == "bad_tile"
    assert post("score", [HAND, broken, HAND]) == (400, answers)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"rule_set": "nobody"}, "unknown_rule_set"),
        ({"colour": 1}, "unknown_key"),
        ({"seat_wind": "X"}, "bad_value"),
        ({"concealed": "123m56m789p234p567s88s9s"}, "wrong_tile_count"),
        ({"options": {"L-1": "x"}}, "bad_option"),
    ],
)
def test_it_names_what_is_wrong(tmp_path, change, code):
    status, answer = run("score", HAND | change, tmp_path)
    assert (status, answer["error"]["code"]) == (2, code)
    assert next(iter(change)) in answer["error"]["detail"] or code in ("wrong_tile_count", "unknown_rule_set")


def test_it_refuses_what_is_not_json(tmp_path):
    status, answer = run("replay", "{", tmp_path)
    assert (status, answer["error"]["code"]) == (2, "bad_value")


@pytest.mark.parametrize("document", [1, "x", None, [[]], True])
def test_it_refuses_what_is_no_document(tmp_path, document):
    for command in ("score", "replay"):
        status, answer = run(command, json.dumps(document), tmp_path)
        answers = answer if isinstance(answer, list) else [answer]
        assert status == 2
        assert all(one["error"]["code"] for one in answers)


def test_it_prints_a_rule_set(db):
    out = io.StringIO()
    call_command("rules", "hkma-league", stdout=out)
    printed = json.loads(out.getvalue())
    assert len(printed["fans"]) == 105
    assert Client().get(reverse("api:rule_set", args=["hkma-league"])).json() == printed
    assert Client().get(reverse("api:rule_set", args=["nobody"])).status_code == 404
    assert "hkma-league" in Client().get(reverse("api:rule_sets")).json()["rule_sets"]


def test_it_draws_an_array_of_events_and_names_what_is_wrong_with_one(tmp_path, db):
    documents = [SEATS, SEATS | {"apart": [["1", str(n)] for n in range(2, 9)]}, SEATS | {"colour": 1}]
    code, answers = run("draw", documents, tmp_path, "--language", "en")
    assert code == 2
    assert answers[0]["repeats"] == 0
    assert [answer["error"]["code"] for answer in answers[1:]] == ["impossible_draw", "unknown_key"]
    assert "colour" in answers[2]["error"]["detail"]


def test_a_request_draws_no_more_than_a_hall_can_hold(db):
    players = [{"id": str(n)} for n in range(1004)]
    status, answer = post("draw", SEATS | {"players": players, "rounds": 12})
    assert (status, answer["error"]["code"]) == (400, "bad_value")
    status, answers = post("draw", [SEATS] * 21)
    assert status == 400
    assert [answer.get("repeats") for answer in answers] == [*[0] * 20, None]
