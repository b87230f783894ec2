"""Random hands that are worth a question. The same seed is the same hand on every machine."""

from collections.abc import Iterator

from scoring import (
    Document,
    HandScore,
    RuleSet,
    ScoringError,
    asked_of,
    count,
    read_tiles,
    winning_hand_from_document,
    write_tiles,
)
from tournaments.core.chance import Chance

_TRIES = 14
_WINDS = "ESWN"
_SUITS = "mps"


def hand_to_ask(seed: str, rules: RuleSet) -> tuple[Document, HandScore]:
    """Of a dozen hands the most instructive: fans that count, and fans that are there and do not."""
    found = sorted(_counted(seed, rules), key=lambda one: -_shows(one[2], rules))
    _number, document, score = found[0]
    return document, score


def _counted(seed: str, rules: RuleSet) -> Iterator[tuple[int, Document, HandScore]]:
    number = tried = 0
    while number < _TRIES:
        tried += 1
        document = by_chance(Chance(f"{rules.id} {seed} {tried}"), rules)
        try:
            score = count(winning_hand_from_document(document, rules), rules)
        except ScoringError:
            continue
        number += 1
        yield number, document, score


def _shows(score: HandScore, rules: RuleSet) -> int:
    """More fans are more to see, but seven are enough to think about."""
    fans = len(score.fans) - bool(rules.base)
    return (min(fans, 5) - max(0, fans - 7) + min(len(score.removed), 3)) * score.meets_minimum


def by_chance(chance: Chance, rules: RuleSet) -> Document:
    """A won hand of melds and a pair, in few suits or many, some of it claimed."""
    suits = list(_SUITS)
    chance.shuffle(suits)
    suits = suits[: (1, 2, 2, 3, 3, 3, 3)[chance.below(7)]]
    honours = chance.below(3) == 0 or len(suits) == 1
    pungs = chance.below(5)  # of five melds so many are triplets, more or less
    groups = [_meld(chance, suits, honours, chance.below(5) < pungs) for _n in range((rules.hand_size - 1) // 3)]
    pair = _tile(chance, suits, honours) * 2
    claimed = chance.below(2) * chance.below(len(groups))
    held = "".join([*groups[claimed:], pair])
    tiles = [held[place : place + 2] for place in range(0, len(held), 2)]
    winning = tiles.pop(chance.below(len(tiles)))
    document: Document = {
        "concealed": write_tiles(tuple(sorted(read_tiles("".join(tiles), "concealed")))),
        "winning_tile": winning,
        "self_draw": chance.below(3) == 0,
        "seat_wind": _WINDS[chance.below(4)],
        "round_wind": _WINDS[chance.below(2)],
        "melds": [_claimed(group) for group in groups[:claimed]],
    }
    if asked_of(rules).flowers and chance.below(2):
        first = 1 + chance.below(8)
        document["flowers"] = f"{first}f"
    return document


def _meld(chance: Chance, suits: list[str], honours: bool, pung: bool) -> str:
    if pung:
        return _tile(chance, suits, honours) * 3
    suit, first = suits[chance.below(len(suits))], 1 + chance.below(7)
    return "".join(f"{first + step}{suit}" for step in range(3))


def _tile(chance: Chance, suits: list[str], honours: bool) -> str:
    if honours and chance.below(3) == 0:
        return f"{1 + chance.below(7)}z"
    return f"{1 + chance.below(9)}{suits[chance.below(len(suits))]}"


def _claimed(group: str) -> dict[str, str]:
    tiles = write_tiles(tuple(sorted(read_tiles(group, "melds"))))
    return {"kind": "pung" if group[:2] == group[2:4] else "chow", "tiles": tiles}
