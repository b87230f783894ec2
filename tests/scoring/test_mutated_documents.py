"""Golden documents with something dropped, repeated or of another type: an answer or an error of the interface."""

import copy
import json
import random
import re
from collections.abc import Callable, Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

import scoring
from scoring.documents.replay import replay_document
from scoring.documents.score import score_document
from scoring.errors import ScoringError
from scoring.rulesets import RULE_SETS
from tests.scoring.count_helpers import CODES

GOLDEN = Path(__file__).parent.parent / "golden"
ROUNDS = 300

REPLAY_CODES = CODES | {"bad_event", "bad_setting", "banned_player", "game_over"}

ODD: list[Any] = [
    None, True, False, 0, 1, 3, 4, -1, 2.5, 10**70, float("nan"), "", "0", "x", "E", "4m", "8f", "１", "2.5", [], {},
    [[]], [0, 1], ["kong"], ["flower"], {"pay": [0, "1"]}, {"deduct": "-1"}, "\ud800", "flower_win", "previous",
    "robbed_kong", "last_tile", "declared_ready", "heavenly_win", "ban", "red", "win", "draw", "time_up", "other",
]  # fmt: skip
KEYS = ["options", "settings", "dealer", "winners", "discards", "visible", "hand", "fan", "liable", "cause", "extra"]
KEYS += ["opening", "standing", "times", "to", "consequences", "x"]


def places(node: Any) -> Iterator[tuple[Any, Any]]:
    """Every (container, key) below this one."""
    pairs = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    for key, value in list(pairs):
        yield node, key
        yield from places(value)


def mutated(document: Any, rnd: random.Random) -> Any:
    made = copy.deepcopy(document)
    for _ in range(rnd.choice((1, 1, 2))):
        container, key = rnd.choice(list(places(made)))
        value, what = container[key], rnd.randrange(6)
        if what == 0:
            del container[key]
        elif what == 1 and isinstance(container, list):
            container.insert(key, copy.deepcopy(value))
        elif what == 2 and isinstance(value, str) and value:
            at = rnd.randrange(len(value))
            container[key] = value[:at] + rnd.choice("019mpszf E") + value[at + 1 :]
        elif what == 3 and type(value) is int:
            container[key] = value + rnd.choice((-1, 1))
        elif what == 4 and isinstance(container, dict):
            container[rnd.choice(KEYS)] = copy.deepcopy(rnd.choice(ODD))
        else:
            container[key] = copy.deepcopy(rnd.choice(ODD))
    return made


def mutations(kind: str, rule_set: str) -> Iterator[Any]:
    rnd = random.Random(f"{kind} {rule_set}")
    golden = json.loads((GOLDEN / kind / f"{rule_set}.json").read_text(encoding="utf-8"))
    for _ in range(ROUNDS):
        yield mutated(rnd.choice(golden)["request"], rnd)


def tried(answer: Callable[[Any], dict[str, Any]], document: Any) -> tuple[dict[str, Any] | None, ScoringError | None]:
    before = json.dumps(document)
    try:
        return answer(document), None
    except ScoringError as error:
        return None, error
    finally:
        assert json.dumps(document) == before


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_a_mutated_hand_is_counted_or_refused_with_its_fault(rule_set):
    rules = scoring.rule_set(rule_set)
    names = {"底", *(fan.name for fan in rules.fans)}
    for document in mutations("score", rule_set):
        answer, error = tried(score_document, document)
        if answer is None:
            assert error.code in CODES, document
            continue
        total = sum(row["value"] for row in answer["fans"])
        assert answer["total"] == min(total, rules.cap or total), document
        assert names.issuperset(row["name"] for row in answer["fans"]), document


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_a_mutated_game_is_replayed_or_refused_with_its_event(rule_set):
    for document in mutations("replay", rule_set):
        book, error = tried(replay_document, document)
        if book is None:
            assert error.code in REPLAY_CODES, document
            check_place(document, error)
        else:
            check_book(document, book)


def check_book(document: Any, book: Any) -> None:
    """Scores are what the transfers make of the start, which is how they add up to it with what nobody has."""
    scores = [scoring.rule_set(book["rule_set"], {}, document.get("settings")).game.start] * 4
    for hand in book["hands"]:
        for transfer in hand["transfers"]:
            points = Decimal(transfer["points"])
            assert points > 0
            for seat, moved in ((transfer["from"], -points), (transfer["to"], points)):
                if seat is not None:
                    scores[seat] += moved
        assert [Decimal(score) for score in hand["scores"]] == scores, document


def check_place(document: Any, error: ScoringError) -> None:
    """All events before the one that is named can be; with it the game is refused for the same reason."""
    assert (re.match(r"events\[\d+\]", error.en) is not None) == (error.index is not None)
    if error.index is None:
        return
    events = document["events"]
    replay_document(document | {"events": events[: error.index]})
    with pytest.raises(ScoringError) as again:
        replay_document(document | {"events": events[: error.index + 1]})
    assert (again.value.code, again.value.index) == (error.code, error.index)
