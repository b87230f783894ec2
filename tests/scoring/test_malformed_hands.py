"""Hands as objects: what no rules allow is refused before any count, by the definition and by the engine alike."""

import os
import pickle
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

import scoring.count
from scoring import Hand, Meld, RuleSet, Score, ScoringError, rule_set
from scoring.rulebook import RULE_SETS
from tests.scoring.count_helpers import CODES

HANDS = 10_000 if os.environ.get("FULL") else 1_200
OF_A_HAND = CODES - {"unknown_rule_set", "bad_option"}
ODD: list[Any] = [
    None, True, False, 0, 1, 3, 4, 8, -1, 41, 42, 2.5, 10**70, "", "4m", "8f", "E", "east", "44m", "１m", "12x",
    "\ud800", [], {}, (), [[]], ["kong"], ["flower"], ["robbed_kong"], ["flower_win"], ["no such word"], [None],
    ["pung 777z"], ["concealed kong 1111z"], ["pung 123m"], ["pung"], [{"kind": "chow", "tiles": "123m"}],
    [Meld("pung", 3)], {"kind": "pung"},
]  # fmt: skip
WORDS = ["last_tile", "last_discard", "declared_ready", "one_shot", "heavenly_win", "earthly_win", "human_win"]


def a_hand(random: Random, size: int) -> dict[str, Any]:
    """Arguments of a hand that wins in most rule sets."""
    chows = [9 * random.randrange(3) + random.randrange(7) for _ in range(size // 3)]
    tiles = [first + step for first in chows for step in range(3)] + [random.randrange(34)] * 2
    random.shuffle(tiles)
    return {
        "winning": tiles.pop(), "tiles": tiles, "seat": random.choice("ESWN"), "round": random.choice("ESWN"),
        "self_draw": random.random() < 0.5,
    }  # fmt: skip


def malformed(random: Random, size: int) -> dict[str, Any]:
    made = a_hand(random, size)
    for _ in range(random.choice((1, 1, 2))):
        what = random.randrange(6) if isinstance(made["tiles"], list) else 5
        if what == 0:
            made["tiles"] = made["tiles"][random.choice((1, 3)) :]
        elif what == 1:
            made["tiles"] = [*made["tiles"], *[random.randrange(42)] * random.choice((1, 2))]
        elif what == 2:
            made["tiles"] = [random.choice(made["tiles"] or [0]) for _ in range(size)]
        elif what == 3:
            made["circumstances"] = random.sample(WORDS, 2)
        else:
            keys = ["tiles", "winning", "seat", "round", "self_draw", "melds", "flowers", "circumstances", "winners"]
            keys += ["replacements", "discards", "visible", "dealer", "robbed_in_a_row"]
            made[random.choice(keys)] = random.choice(ODD)
    return made


def tried(count: Callable[[], Score]) -> Any:
    try:
        score = count()
    except ScoringError as error:
        return error.code, error.field
    return score.total, score.fans


@pytest.mark.parametrize("id_", RULE_SETS)
def test_both_ways_of_counting_refuse_the_same(id_: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = rule_set(id_)
    random = Random(f"malformed {id_}")
    refused = 0
    for _ in range(HANDS // len(RULE_SETS)):
        made = malformed(random, rules.hand_size)
        answer = tried(lambda made=made: rules.score(Hand(**made)))  # type: ignore[misc]
        with monkeypatch.context() as patch:
            patch.setattr(scoring.count, "ENGINE", False)
            assert tried(lambda made=made: rules.score(Hand(**made))) == answer, made  # type: ignore[misc]
        assert isinstance(answer[0], int) or answer[0] in OF_A_HAND, made
        refused += isinstance(answer[0], str)
    assert refused > HANDS / len(RULE_SETS) / 2


LEAGUE = rule_set("hkma-league")
PLAIN = {"tiles": "123m56m789p234p567s88s", "winning": "4m", "seat": "S", "round": "E"}


@pytest.mark.parametrize(
    ("changed", "code", "field"),
    [
        ({"tiles": "123m56m789p234p567s8s"}, "wrong_tile_count", "concealed"),
        ({"tiles": "123m56m789p234p567s88s1f"}, "bad_tile", "concealed"),
        ({"tiles": "4444m56m89p234p567s88s"}, "too_many_copies", ""),
        ({"winning": "1f"}, "bad_tile", "winning_tile"),
        ({"flowers": "11f"}, "too_many_copies", ""),
        ({"flowers": "1z"}, "bad_tile", "flowers"),
        ({"seat": "south"}, "bad_value", "seat_wind"),
        ({"round": None}, "bad_value", "round_wind"),
        ({"melds": ["pung 123m"]}, "bad_meld", "melds[0]"),
        ({"melds": ["quad 1111m"]}, "bad_meld", "melds[0]"),
        ({"dealer": True}, "impossible_circumstance", "dealer"),
        ({"winners": 4}, "bad_value", "winners"),
        ({"circumstances": ["last_tile"]}, "impossible_circumstance", "circumstances"),
    ],
)
def test_a_refusal_names_the_field(changed: dict[str, Any], code: str, field: str) -> None:
    with pytest.raises(ScoringError) as refused:
        LEAGUE.score(Hand(**{**PLAIN, **changed}))
    assert (refused.value.code, refused.value.field) == (code, field)
    assert pickle.loads(pickle.dumps(refused.value)).field == field  # noqa: S301


def test_a_set_of_thirteen_refuses_seventeen_tiles() -> None:
    with pytest.raises(ScoringError, match="wrong_tile_count"):
        rule_set("hkma-masters").score(Hand(**PLAIN))


@pytest.mark.parametrize("id_", RULE_SETS)
def test_scores_are_values(id_: str) -> None:
    rules = rule_set(id_)
    for hand in won_hands(rules):
        score = rules.score(hand)
        assert score == rules.score(hand.but())
        assert hash(score) == hash(rules.score(hand))
        assert score.removed is score.removed or not score.removed
        kept = pickle.loads(pickle.dumps(score))  # noqa: S301
        assert (kept, kept.removed, kept.to_dict()) == (score, score.removed, score.to_dict())
        assert score != rules.score(hand.but(self_draw=True)) or not score.fans
        last = score.fans[-1]
        assert score[last.name] is score[last.name_en] is last
        assert last.name in score
        assert str(score).splitlines()[-1].split() == [str(score.total), score.unit]
        assert pickle.loads(pickle.dumps(hand)) == hand == hand.but()  # noqa: S301
    assert max(len(repr(one)) for one in (rules, hand, score)) < 200


def won_hands(rules: RuleSet) -> list[Hand]:
    melds = ["chow 123m", "pung 777z", "concealed kong 1111s", "chow 456m"]
    return [
        Hand("56m789p23488s" + "567s" * (rules.hand_size > 13), "4m", melds=melds[:1], seat="S", round="E"),
        Hand("55p" + "67s" + "789p" * (rules.hand_size > 13), "8s", melds=melds[:3], seat="W", round="S"),
    ]


def test_a_hand_does_not_change() -> None:
    hand = Hand(**PLAIN)
    with pytest.raises(AttributeError):
        hand.winners = 2
    assert hand.but(winning="7m").winning_tile == 6
    assert (hand.but(seat="E").dealer, hand.dealer) == (True, False)


def test_melds_are_read_from_text_and_from_documents() -> None:
    texts = ["pung 777z", "chow 234m", "kong 5555p", "added kong 2222s", "concealed kong 1111z"]
    melds = [Meld.parse(text) for text in texts]
    assert [str(meld) for meld in melds] == texts
    assert [meld.kind for meld in melds] == ["pung", "chow", "kong", "added_kong", "concealed_kong"]
    hand = Hand("1m", "1m", seat=0, round=0, melds=texts)
    assert hand.melds == tuple(melds)
    with pytest.raises(ScoringError, match="bad_meld"):
        Meld("chow", 8)
