"""Two readings of the rule texts, one fast and one slow, agree on seeded hands, games and rulings of all rule sets.

`tests/oracle` was written from the texts alone, without sight of `scoring`. FULL=1 multiplies the tries.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from decimal import Decimal
from functools import cache
from typing import Any, NamedTuple

import pytest

import scoring
from scoring.documents.replay import replay_document
from scoring.documents.score import score_document
from scoring.errors import ScoringError
from tests.lacking import REPEATS
from tests.oracle.books import BOOKS, slow_replay
from tests.oracle.classic_count import classic_score
from tests.oracle.classic_hands import classic_hand
from tests.oracle.count import oracle_score as league_score
from tests.oracle.masters_count import masters_score
from tests.oracle.masters_hands import masters_hand
from tests.oracle.random_games import hk_game
from tests.oracle.random_games import random_game as league_game
from tests.oracle.random_hands import random_hand as league_hand
from tests.oracle.ruling_games import every_offence, every_word, ruling_game
from tests.oracle.taiwan.count import oracle_score as taiwan_score
from tests.oracle.taiwan.random_games import random_game as taiwan_game
from tests.oracle.taiwan.random_hands import random_hand as taiwan_hand
from tests.scoring.count_helpers import CODES

Doc = dict[str, Any]


class Oracle(NamedTuple):
    """`hands`, `games`: how many of each are tried; one seed after the other."""

    hand: Callable[[int], Doc]
    count: Callable[[Doc], Doc]
    hands: int
    game: Callable[[int], Doc]
    games: int


ORACLES = {
    "hkma-league": Oracle(league_hand, league_score, 1000, league_game, 125),
    "hkma-masters": Oracle(masters_hand, masters_score, 200, lambda seed: hk_game(seed, "hkma-masters"), 40),
    "hk-classic": Oracle(classic_hand, classic_score, 200, lambda seed: hk_game(seed, "hk-classic"), 40),
    "taiwan": Oracle(taiwan_hand, taiwan_score, 1000, taiwan_game, 48),  # tw-club and tw-sixteen in turn
}
CHUNKS, STRIDE, RULED = 4, 12 // min(REPEATS, 4), 60 * REPEATS
BY_PAYMENT = {"hkma-league": {"莊家連拉"}, "tw-club": {"莊家", "連莊", "拉莊"}, "tw-sixteen": {"作莊", "連N拉N"}}
"""Fans that belong to the payment and are never on a hand."""

each_chunk = pytest.mark.parametrize(
    ("oracle", "chunk"), [(name, chunk) for name in ORACLES for chunk in range(CHUNKS)]
)


@cache
def slow_hand(name: str, seed: int) -> Doc:
    return ORACLES[name].count(ORACLES[name].hand(seed))


def difference(doc: Doc, fast: Callable[[Doc], Doc], slow: Doc, agree: Callable[[Doc, Doc], bool]) -> str:
    """Return "" where both agree, else both answers. What the text leaves open may be refused."""
    codes = slow.get("error", {}).get("codes", [])
    try:
        answer: Any = fast(doc)
    except ScoringError as error:
        answer = error.code
    open_to_doubt = bool(slow.get("doubtful") or slow.get("doubts")) and answer == "impossible_circumstance"
    if "doubtful" in codes or open_to_doubt:
        return ""
    if isinstance(answer, str) or codes:
        return "" if answer in codes else f"{doc}\nscoring: {answer}\noracle: {slow}"
    return "" if agree(answer, slow) else f"{doc}\nscoring: {answer}\noracle: {slow}"


def none_differs(differences: Iterable[str]) -> None:
    assert next(filter(None, differences), "") == ""


def rows(fans: list[Doc]) -> list[tuple[str, int, int]]:
    """Return rows in a comparable order; a 底 of 0 may be listed or not."""
    return sorted((row["name"], row["count"], row["value"]) for row in fans if row["value"])


def same_count(fast: Doc, slow: Doc) -> bool:
    if slow.get("points") or slow["rule_set"] == "hkma-masters":
        ways = [(limit, sorted(found), shape) for limit, found, shape in slow["ways"]]
    else:
        shapes = slow.get("shapes") or [slow["shape"]]
        ways = [(slow["limit"], rows(way), shape) for way in slow["ways"] for shape in shapes]
    waits = slow["waits"] is None or fast["shape"] == "flowers" or sorted(fast["waits"]) == sorted(slow["waits"])
    same = all(fast[key] == slow[key] for key in ("total", "unit", "meets_minimum"))
    mine = fast["limit"], rows(fast["fans"]), fast["shape"]
    return same and waits and mine in ways and fast.get("points") == slow.get("points")


def book(answer: Doc) -> Doc:
    """Return the answer with transfers of the same from, to and reason as one sum."""
    hands = []
    for hand in answer["hands"]:
        sums: Counter[tuple[Any, Any, str]] = Counter()
        for row in hand["transfers"]:
            sums[row["from"], row["to"], row["reason"]] += Decimal(row["points"])  # type: ignore[assignment]
        hands.append({**hand, "transfers": {key: points for key, points in sums.items() if points}})
    return {**answer, "hands": hands}


def compare(doc: Doc) -> str:
    return difference(doc, replay_document, slow_replay(doc), lambda fast, slow: book(fast) == book(slow))


@each_chunk
def test_every_hand_counts_as_the_slow_reading_does(oracle: str, chunk: int) -> None:
    seeds = range(chunk, ORACLES[oracle].hands * REPEATS, CHUNKS)
    hand = ORACLES[oracle].hand
    none_differs(difference(hand(seed), score_document, slow_hand(oracle, seed), same_count) for seed in seeds)


@each_chunk
def test_every_book_is_as_the_slow_reading_keeps_it(oracle: str, chunk: int) -> None:
    seeds = range(chunk, ORACLES[oracle].games * REPEATS, CHUNKS)
    none_differs(compare(ORACLES[oracle].game(seed)) for seed in seeds)


@pytest.mark.parametrize("rule_set", BOOKS)
def test_every_offence_wherever_it_is_ruled(rule_set: str) -> None:
    none_differs(map(compare, list(every_offence(rule_set))[::STRIDE]))


@pytest.mark.parametrize("rule_set", BOOKS)
def test_every_word_wherever_it_is_spelled(rule_set: str) -> None:
    none_differs(map(compare, list(every_word(rule_set))[::STRIDE]))


@pytest.mark.parametrize("rule_set", BOOKS)
def test_seeded_games_full_of_rulings(rule_set: str) -> None:
    none_differs(compare(ruling_game(rule_set, seed)) for seed in range(RULED))


@pytest.mark.parametrize("rule_set", BY_PAYMENT)
def test_every_fan_of_the_set_is_among_these_hands(rule_set: str) -> None:
    name = rule_set if rule_set in ORACLES else "taiwan"
    answers = [slow_hand(name, seed) for seed in range(ORACLES[name].hands)]
    met = {row["name"] for each in answers if each.get("rule_set") == rule_set for way in each["ways"] for row in way}
    assert {fan.name for fan in scoring.rule_set(rule_set).fans} - met == BY_PAYMENT[rule_set]


@pytest.mark.parametrize("name", ["hkma-league", "taiwan"])
def test_every_error_code_of_the_count_is_among_these_hands(name: str) -> None:
    answers = [slow_hand(name, seed) for seed in range(ORACLES[name].hands)]
    assert {code for answer in answers for code in answer.get("error", {}).get("codes", [])} == CODES


def test_every_end_of_a_hand_is_among_these_games() -> None:
    games = [slow_replay(taiwan_game(seed)) for seed in range(ORACLES["taiwan"].games)]
    ends = {hand["result"] for game in games for hand in game.get("hands", [])}
    assert ends == {"win", "draw", "replayed", "false_win", "stopped", "open"}
