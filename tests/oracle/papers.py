"""Reading a score document of any of the rule sets: what can be wrong with it (interface: score, error codes).

A `Set` says what one rule set knows. All codes that apply are collected: "where several apply, any of them".
"""

from collections import Counter
from dataclasses import dataclass
from typing import Any

from tests.oracle.checking import check_keys, is_number, read_melds
from tests.oracle.tiles import FLOWERS, WINDS, parse
from tests.oracle.wrong import Wrong

Doc = dict[str, Any]
EVERYWHERE = {
    "robbed_kong", "robbed_concealed_kong", "last_tile", "last_discard", "among_last_four", "declared_ready",
    "one_shot", "heavenly_ready", "earthly_ready", "human_ready", "earthly_one_shot", "heavenly_win", "earthly_win",
    "human_win", "flower_win", "dealt_flowers",
}  # fmt: skip


@dataclass(frozen=True)
class Set:
    id: str
    hand_size: int
    flowers: bool
    known: frozenset[str]
    options: dict[str, tuple[str, ...]]


def check_values(doc: Doc, rules: Set) -> set[str]:
    """Words, winds, numbers and truth values."""
    codes = check_keys(doc)
    if "rule_set" in doc and doc["rule_set"] != rules.id:
        codes.add("unknown_rule_set")
    if any(key in doc and not isinstance(doc[key], bool) for key in ("self_draw", "dealer")):
        codes.add("bad_value")
    if any(key in doc and doc[key] not in list(WINDS) for key in ("seat_wind", "round_wind")):
        codes.add("bad_value")
    for key, least, most in (("discards", 0, 144), ("winners", 1, 3), ("robbed_in_a_row", 1, 5)):
        if key in doc and not (is_number(doc[key]) and least <= doc[key] <= most):
            codes.add("bad_value")
    return codes | check_words(doc, rules)


def check_words(doc: Doc, rules: Set) -> set[str]:
    codes = set()
    if any(word not in ("flower", "kong") for word in doc.get("replacements", [])):
        codes.add("bad_value")
    if not rules.flowers and "flower" in doc.get("replacements", []):
        codes |= {"bad_value", "impossible_circumstance"}
    if any(word not in EVERYWHERE for word in doc.get("circumstances", [])):
        codes |= {"bad_value", "impossible_circumstance"}
    if any(word not in rules.known for word in doc.get("circumstances", [])):
        codes.add("impossible_circumstance")
    options = doc.get("options", {})
    if any(key not in rules.options or options[key] not in rules.options[key] for key in options):
        codes.add("bad_option")
    return codes


def tiles_of(doc: Doc, key: str, allowed: str, codes: set[str]) -> list[str]:
    """Return the tiles of a key; what is wrong with them is added to `codes`. `allowed`: kinds, flowers or both."""
    try:
        tiles = parse(doc.get(key, ""))
    except Wrong as wrong:
        codes |= wrong.codes
        return []
    if allowed != "both" and any((tile in FLOWERS) != (allowed == "flowers") for tile in tiles):
        codes.add("bad_tile")
        return []
    return tiles


@dataclass(frozen=True)
class Paper:
    """The tiles of a document, read."""

    concealed: list[str]
    winning: list[str]
    melds: list[tuple[str, list[str]]]
    flowers: list[str]
    visible: list[str]

    @property
    def own(self) -> list[str]:
        """All tiles of the hand, the winning one among them."""
        return [*self.concealed, *self.winning, *(tile for _, tiles in self.melds for tile in tiles)]


def read_paper(doc: Doc, rules: Set) -> Paper:
    """Return the tiles; raise Wrong with every code that applies."""
    codes = check_values(doc, rules)
    winning = tiles_of(doc, "winning_tile", "both", codes)
    flowers = tiles_of(doc, "flowers", "flowers", codes)
    melds, bad = read_melds(doc)
    paper = Paper(
        tiles_of(doc, "concealed", "kinds", codes), winning, melds, flowers, tiles_of(doc, "visible", "both", codes)
    )
    codes |= bad
    if "winning_tile" in doc and len(winning) != 1:
        codes.add("bad_tile")
    if set(winning) & set(FLOWERS) and "flower_win" not in doc.get("circumstances", []):
        codes |= {"bad_tile", "impossible_circumstance", "not_a_winning_hand"}
    if not rules.flowers and (flowers or set(winning) & set(FLOWERS) or set(paper.visible) & set(FLOWERS)):
        codes |= {"bad_tile", "impossible_circumstance", "bad_value"}
    codes |= check_count(paper, rules)
    if codes:
        raise Wrong(*codes)
    return paper


def check_count(paper: Paper, rules: Set) -> set[str]:
    codes = {"wrong_tile_count"} if len(paper.concealed) + 3 * len(paper.melds) != rules.hand_size else set()
    copies = Counter([*paper.own, *paper.visible])
    blossoms = Counter([*paper.flowers, *(tile for tile in paper.winning if tile in FLOWERS)])
    if any(number > 4 for number in copies.values()) or any(number > 1 for number in blossoms.values()):
        codes.add("too_many_copies")
    return codes
