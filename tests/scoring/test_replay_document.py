"""The `replay` document: golden games, the form of its output, and what it refuses."""

import json
from collections import Counter
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

import scoring
from scoring import fold
from scoring.documents.replay import replay_document
from scoring.documents.score import score_document
from scoring.errors import ScoringError
from scoring.points import EXACT
from tests.scoring.game_helpers import DRAW, off, own, reward, ruling

GOLDEN = Path(__file__).parent.parent / "golden" / "replay"
HAND = {
    "rule_set": "hkma-league",
    "concealed": "123m56m789p234p567s88s",
    "winning_tile": "4m",
    "self_draw": False,
    "round_wind": "E",
}
LAID = {"concealed": "123m56m789p234p567s88s", "winning_tile": "4m"}
PLAYERS = ["張國強", "李小龍", "陳大文", "何家珍"]


def games() -> list[Any]:
    return [
        pytest.param(game["request"], game["expected"], id=f"{path.stem}-{number}")
        for path in sorted(GOLDEN.glob("*.json"))
        for number, game in enumerate(json.loads(path.read_text(encoding="utf-8")), start=1)
    ]


def document(*events: Any, **more: Any) -> dict[str, Any]:
    return {"rule_set": "hkma-league", "players": PLAYERS, "events": list(events), **more}


def unordered(book: dict[str, Any]) -> dict[str, Any]:
    """The same book with the transfers of each hand added up by (from, to, reason): rows may be split or joined."""
    hands = []
    for hand in book["hands"]:
        sums: Counter[tuple[Any, ...]] = Counter()
        for row in hand["transfers"]:
            sums[row["from"], row["to"], row["reason"]] += Decimal(row["points"])
        hands.append({**hand, "transfers": sums})
    return {**book, "hands": hands}


@pytest.mark.parametrize(("request_", "expected"), games())
def test_a_golden_game_gives_its_whole_book(request_, expected):
    assert unordered(replay_document(request_)) == unordered(expected)


def test_names_scores_and_places_only_when_finished():
    book = replay_document(document(own(1, 3), {"type": "time_up"}))
    assert book["final"] == {"scores": ["-4", "10", "-3", "-3"], "places": [4, 1, 2, 2]}
    assert "final" not in replay_document(document(own(1, 3)))


def test_an_empty_game_has_no_hands():
    assert replay_document(document()) == {"rule_set": "hkma-league", "finished": False, "hands": []}


def test_a_bell_alone_is_no_open_hand():
    assert len(replay_document(document(DRAW, {"type": "time_up", "during_hand": True}))["hands"]) == 1


def test_events_after_which_the_bell_rang_stay_listed_as_open():
    book = replay_document(document(DRAW, reward("grass", 0), {"type": "time_up"}))
    assert [hand["result"] for hand in book["hands"]] == ["draw", "open"]
    assert book["finished"]


def test_a_wrong_dealer_opens_a_hand():
    book = replay_document(document({"type": "wrong_dealer", "seat": 2}))
    assert [(hand["name"], hand["dealer"], hand["result"]) for hand in book["hands"]] == [("東一局", 2, "open")]


@pytest.mark.parametrize("language", ["zh-hant", "en"])
def test_an_error_names_the_event_in_both_languages(language):
    with pytest.raises(ScoringError) as error:
        replay_document(document(DRAW, DRAW, off(1, 1)))
    assert error.value.code == "bad_event"
    assert error.value.index == 2
    assert error.value.detail(language).startswith("events[2]")
    assert "from" in error.value.detail("en")


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({}, "missing_key"),
        ([], "bad_event"),
        ({"rule_set": "hkma-league", "players": PLAYERS}, "missing_key"),
        ({"rule_set": "hkma-league", "events": []}, "missing_key"),
        ({"players": PLAYERS, "events": []}, "missing_key"),
        ({**document(), "rule_set": "riichi"}, "unknown_rule_set"),
        ({**document(), "rule_set": 3}, "unknown_rule_set"),
        (document(players=PLAYERS[:3]), "bad_event"),
        (document(players=[*PLAYERS, "戊"]), "bad_event"),
        (document(players="甲乙丙丁"), "bad_event"),
        *[(document(players=[*PLAYERS[:3], name]), "bad_event") for name in (4, None, "", "  ")],
        ({**document(), "events": {}}, "bad_event"),
        (document(3), "bad_event"),
        (document(None), "bad_event"),
        (document(round=1), "unknown_key"),
        (document(options={"L-27": "sideways"}), "bad_option"),
        (document(options={"L-99": "x"}), "bad_option"),
        (document(options={"L-3": "x"}), "bad_option"),
        (document(settings={"base": "10"}), "bad_setting"),
        (document(standing={"cards": 3}), "bad_event"),
        (document(rule_set="tw-club", options={"L-1": "all"}), "bad_option"),
        (document(rule_set="tw-club", settings=["base"]), "bad_setting"),
        (document(rule_set="tw-club", standing={"cards": [{"seat": 1, "card": "red"}]}), "bad_event"),
        (document(rule_set="tw-sixteen", standing={"offences": [{"seat": 1, "offence": "空糊"}]}), "bad_event"),
        (document(rule_set="tw-sixteen", clock=120), "unknown_key"),
        (document({"type": "win", "winner": 1, "self_draw": True, "hand": {**LAID, "dealer": True}}), "bad_event"),
    ],
)
def test_refuses_what_cannot_be(given, code):
    with pytest.raises(ScoringError) as error:
        replay_document(given)
    assert error.value.code == code
    assert error.value.detail("zh-hant")
    assert error.value.detail("en")


def test_integers_are_accepted_as_points():
    written = [document(ruling(1, None, {"deduct": points})) for points in (5, "5", "5.0", "5.00")]
    assert len({json.dumps(replay_document(one)) for one in written}) == 1


@pytest.mark.parametrize("options", [{"L-27": "exact"}, {}])
def test_points_beyond_what_can_be_counted_exactly_are_refused_at_their_event(options, monkeypatch):
    monkeypatch.setattr(EXACT, "prec", 100)
    with pytest.raises(ScoringError) as error:
        fold(scoring.rule_set("hkma-league", options), [off(0, 1)] * 600)
    assert error.value.code == "bad_event"
    assert error.value.index is not None


def test_a_document_nested_too_deeply_is_refused():
    nested: list[Any] = []
    for _ in range(2000):
        nested = [nested]
    with pytest.raises(ScoringError, match="bad_value"):
        replay_document(document({"type": nested}))
    with pytest.raises(ScoringError, match="bad_value"):
        score_document(HAND | {"seat_wind": nested})
