"""score, replay, draw and rules: the same answers and errors from the command line and over HTTP."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from rest_framework.throttling import ScopedRateThrottle

from tests.markup import url
from tests.tournaments.factories import make_user
from tournaments.rulebook import api as documents
from tournaments.rulebook.api import MAX_BYTES, MAX_EVENTS

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


def source_of(document: Any) -> bytes:
    return document if isinstance(document, bytes) else json.dumps(document).encode()


def run(command: str, document: Any, tmp_path: Path, *options: str) -> tuple[int, Any]:
    file = tmp_path / "in.json"
    file.write_bytes(source_of(document))
    out = io.StringIO()
    try:
        call_command(command, str(file), *options, stdout=out)
    except SystemExit as end:
        return int(end.code or 0), json.loads(out.getvalue())
    return 0, json.loads(out.getvalue())


def post(name: str, document: Any) -> tuple[int, Any]:
    answer = Client().generic("POST", url(f"api:{name}"), source_of(document), content_type="application/json")
    return answer.status_code, answer.json()


def test_the_command_counts_the_hand_of_the_digest(tmp_path):
    code, answer = run("score", HAND, tmp_path)
    assert code == 0
    assert answer["total"] == 25
    assert {row["name"]: row["value"] for row in answer["fans"]} == {"底": 5, "門清": 3, "大平": 15, "將眼": 2}
    _status, chinese = run("score", HAND | {"seat_wind": "X"}, tmp_path)
    _status, english = run("score", HAND | {"seat_wind": "X"}, tmp_path, "--language", "en")
    assert english["error"]["detail"].isascii()
    assert not chinese["error"]["detail"].isascii()
    status, answer = run("replay", b"{", tmp_path)
    assert (status, answer["error"]["code"]) == (2, "bad_value")


def test_the_api_answers_as_the_command_line(tmp_path, db):
    assert post("score", HAND) == (200, run("score", HAND, tmp_path)[1])
    assert post("replay", GAME) == (200, run("replay", GAME, tmp_path)[1])
    assert post("draw", SEATS) == (200, run("draw", SEATS, tmp_path)[1])


def test_an_array_gets_an_answer_for_each_element(tmp_path, db):
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
def test_an_answer_names_what_is_wrong(tmp_path, change, code):
    status, answer = run("score", HAND | change, tmp_path)
    assert (status, answer["error"]["code"]) == (2, code)
    assert next(iter(change)) in answer["error"]["detail"] or code in ("wrong_tile_count", "unknown_rule_set")


@pytest.mark.parametrize("document", [1, "x", None, [[]], True])
def test_what_is_no_document_is_refused(tmp_path, document):
    for command in ("score", "replay"):
        status, answer = run(command, document, tmp_path)
        answers = answer if isinstance(answer, list) else [answer]
        assert status == 2
        assert all(one["error"]["code"] for one in answers)


def test_the_command_prints_a_rule_set(db):
    out = io.StringIO()
    call_command("rules", "hkma-league", stdout=out)
    printed = json.loads(out.getvalue())
    assert len(printed["fans"]) == 105
    assert Client().get(url("api:rule_set", "hkma-league")).json() == printed
    assert Client().get(url("api:rule_set", "nobody")).status_code == 404
    assert "hkma-league" in Client().get(url("api:rule_sets")).json()["rule_sets"]


def test_the_command_draws_an_array_of_events_and_names_what_is_wrong_with_one(tmp_path, db):
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


ROOT = Path(__file__).parents[2]
TEXT = json.dumps(HAND)
OPEN = TEXT[:-1]
DEEP = "[" * 800 + "]" * 800


NO_JSON = {
    "nothing": b"",
    "half an object": b"{",
    "two objects": f"{TEXT} {TEXT}".encode(),
    "bytes that are no UTF-8": b"\xc3\x28{}",
    "nested without end": b"[" * 100_000,
}
HARDLY_A_DOCUMENT = {
    "a field nested deeply": OPEN.replace('"S"', DEEP).encode() + b"}",
    "a rule set nested deeply": f'{{"rule_set": {DEEP}}}'.encode(),
    "half a character as a key": f'{OPEN}, "\\ud800": 1}}'.encode(),
    "half a character as a value": b'{"rule_set": "\\udfff", "players": [], "events": []}',
    "a number of 5000 digits": f'{OPEN}, "discards": {"9" * 5000}}}'.encode(),
    "no number": f'{OPEN}, "discards": NaN}}'.encode(),
    "a key without end": f'{OPEN}, "{"x" * 100_000}": 1}}'.encode(),
    "a key given twice": f'{OPEN}, "melds": [{{"kind": "pung", "tiles": "111z", "tiles": "111z"}}]}}'.encode(),
}


@pytest.mark.parametrize("source", (NO_JSON | HARDLY_A_DOCUMENT).values(), ids=(NO_JSON | HARDLY_A_DOCUMENT).keys())
@pytest.mark.parametrize("kind", ["score", "replay", "draw"])
def test_every_entry_point_answers_with_the_same_error(tmp_path, db, kind, source):
    code, answer = run(kind, source, tmp_path)
    assert code == 2
    assert set(answer["error"]) == {"code", "detail"}
    assert len(answer["error"]["detail"]) <= 600
    status, said = post(kind, source)
    assert (status, said.pop("type")) == (400, "client_error")
    assert [one["code"] for one in said.pop("errors")] == [answer["error"]["code"]]
    assert said == answer


@pytest.mark.parametrize("source", HARDLY_A_DOCUMENT.values(), ids=HARDLY_A_DOCUMENT.keys())
def test_one_wrong_document_leaves_the_others_of_an_array_their_answers(tmp_path, db, source):
    array = b"[" + TEXT.encode() + b", " + source + b", " + TEXT.encode() + b"]"
    code, answers = run("score", array, tmp_path)
    assert code == 2
    assert [answer.get("total") for answer in answers] == [25, None, 25]
    assert post("score", array) == (400, answers)


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_a_byte_order_mark_is_read_over(tmp_path, db, encoding):
    code, answer = run("score", TEXT.encode(encoding), tmp_path)
    assert (code, answer["total"]) == (0, 25)
    assert post("score", TEXT.encode(encoding)) == (200, answer)


def test_the_api_counts_two_thousand_long_hands_in_one_request(db):
    long = HAND | {"flowers": "1f", "circumstances": ["declared_ready"], "visible": "1122233334444z", "discards": 30}
    source = json.dumps([long] * 2_000, indent=2).encode()
    assert len(source) > 600_000
    status, answers = post("score", source)
    assert (status, len(answers)) == (200, 2_000)


def test_the_api_takes_one_request_of_a_kind_at_a_time(db, monkeypatch):
    monkeypatch.setattr(documents, "PATIENCE", 0)
    with documents.TURNS["score"]:
        status, answer = post("score", TEXT.encode())
        assert (status, answer["errors"][0]["code"]) == (429, "throttled")
        assert post("replay", b"[]")[0] == 200
    assert post("score", TEXT.encode())[0] == 200


@pytest.mark.parametrize("address", ["2001:db8:0:1::{}", "203.0.113.7"])
def test_a_network_gets_no_further_with_another_of_its_addresses(db, monkeypatch, address):
    monkeypatch.setattr(ScopedRateThrottle, "THROTTLE_RATES", {"documents": "2/min"})
    asked = {"content_type": "application/json"}
    answers = [
        Client(REMOTE_ADDR=address.format(number)).generic("POST", url("api:score"), TEXT, **asked).status_code
        for number in range(1, 5)
    ]
    assert answers == [200, 200, 429, 429]


@pytest.mark.parametrize("kind", ["score", "replay", "draw"])
def test_the_api_refuses_a_request_without_end(db, kind):
    status, answer = post(kind, b" " * (MAX_BYTES[kind] + 1))
    assert (status, answer["error"]["code"]) == (400, "bad_value")
    status, said = post(kind, b"[" + b"1," * 2_000 + b"1]")
    assert (status, said["error"]["code"]) == (400, "bad_value")
    assert "2000" in said["error"]["detail"]
    client = Client(enforce_csrf_checks=True)
    client.force_login(make_user())
    client.get("/account/")
    answer = client.post(f"/api/{kind}/", b"[" + b" " * 17_000_000 + b"]", content_type="application/json")
    assert answer.status_code == 400
    assert answer.json()["error"]["code"] == "bad_value"


def test_a_request_holds_no_game_without_end_a_file_may(db, tmp_path):
    endless = GAME | {"events": [{"type": "draw"}] * (MAX_EVENTS + 1)}
    status, answers = post("replay", json.dumps([endless, GAME]).encode())
    assert status == 400
    assert answers[0]["error"]["code"] == "bad_value"
    assert str(MAX_EVENTS) in answers[0]["error"]["detail"]
    assert "error" not in answers[1]
    _code, answer = run("replay", json.dumps(endless).encode(), tmp_path)
    assert str(MAX_EVENTS) not in json.dumps(answer.get("error", {}))


@pytest.mark.parametrize("file", ["nothing.json", "."])
def test_the_command_says_on_standard_output_which_file_it_cannot_read(tmp_path, file):
    out = io.StringIO()
    with pytest.raises(SystemExit) as ended:
        call_command("replay", str(tmp_path / file), stdout=out)
    assert ended.value.code == 2
    error = json.loads(out.getvalue())["error"]
    assert error["code"] == "bad_value"
    assert str(tmp_path) in error["detail"]


@pytest.mark.parametrize("command", [["score", "-"], ["replay", "-"], ["rules", "tw-club"], ["rules", "nobody"]])
def test_the_command_writes_utf_8_whatever_the_terminal_speaks(command):
    document = HAND if command[0] == "score" else GAME
    done = subprocess.run(
        [sys.executable, "manage.py", *command],
        input=json.dumps(document).encode(),
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        capture_output=True,
        cwd=ROOT,
        check=False,
    )
    assert done.returncode == (2 if "nobody" in command else 0), done.stderr
    assert json.loads(done.stdout.decode())


TWICE = {
    "a key of the document": (OPEN + ', "self_draw": true}', "self_draw"),
    "the same value twice": (OPEN + ', "round_wind": "E"}', "round_wind"),
    "a key of a meld": (OPEN + ', "melds": [{"kind": "pung", "tiles": "111z", "tiles": "111z"}]}', "tiles"),
    "an option": (OPEN + ', "options": {"L-1": "all", "L-1": "none"}}', "L-1"),
    "a key of an event": (
        '{"rule_set": "hkma-league", "players": ["a", "b", "c", "d"], "events": [{"type": "draw", "type": "draw"}]}',
        "type",
    ),
}


@pytest.mark.parametrize(("text", "key"), TWICE.values(), ids=TWICE.keys())
@pytest.mark.parametrize("kind", ["score", "replay", "draw"])
def test_a_key_that_stands_twice_is_refused_at_every_door(kind: str, text: str, key: str, tmp_path: Path) -> None:
    for code, answer in (run(kind, text.encode(), tmp_path), post(kind, text.encode())):
        assert code in (2, 400)
        assert answer["error"]["code"] == "bad_value"
        assert key in answer["error"]["detail"]
