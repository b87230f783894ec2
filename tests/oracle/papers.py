"""Reading a score document of any of the rule sets: what can be wrong with it (interface: score, error codes).

A `Set` says what one rule set knows. All codes that apply are collected: "where several apply, any of them".
"""

from collections import Counter
from dataclasses import dataclass
from typing import Any, TypeVar

from tests.oracle.facts import Facts
from tests.oracle.readings import KONGS, declared
from tests.oracle.tiles import FLOWERS, WINDS, chow_from, parse
from tests.oracle.wrong import Wrong

Doc = dict[str, Any]
REQUIRED = ("rule_set", "concealed", "winning_tile", "self_draw", "seat_wind", "round_wind")
OPTIONAL = (
    "options", "melds", "flowers", "circumstances", "replacements", "discards", "visible", "winners", "dealer",
    "robbed_in_a_row",
)  # fmt: skip
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
    winners: int = 3


def is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def check_values(doc: Doc, rules: Set) -> set[str]:
    """Words, winds, numbers and truth values."""
    codes = {"unknown_key" for key in doc if key not in REQUIRED + OPTIONAL}
    codes |= {"missing_key" for key in REQUIRED if key not in doc}
    if "rule_set" in doc and doc["rule_set"] != rules.id:
        codes.add("unknown_rule_set")
    if any(key in doc and not isinstance(doc[key], bool) for key in ("self_draw", "dealer")):
        codes.add("bad_value")
    if any(key in doc and doc[key] not in list(WINDS) for key in ("seat_wind", "round_wind")):
        codes.add("bad_value")
    for key, least, most in (("discards", 0, 144), ("winners", 1, rules.winners), ("robbed_in_a_row", 1, 5)):
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
    if not isinstance(options, dict) or any(options[key] not in rules.options.get(key, ()) for key in options):
        codes.add("bad_option")
    return codes


def is_meld(kind: str, tiles: list[str]) -> bool:
    if kind == "chow":
        return len(tiles) == 3 and sorted(tiles) == chow_from(min(tiles))
    size = {"pung": 3, **dict.fromkeys(KONGS, 4)}.get(kind, 0)
    return len(tiles) == size and len(set(tiles)) == 1 and tiles[0] not in FLOWERS


def read_melds(doc: dict[str, Any]) -> tuple[list[tuple[str, list[str]]], set[str]]:
    melds, codes = [], set()
    for entry in doc.get("melds", []):
        if not isinstance(entry, dict) or set(entry) - {"kind", "tiles"}:
            codes |= {"unknown_key", "bad_meld"}
            continue
        if {"kind", "tiles"} - set(entry):
            codes |= {"missing_key", "bad_meld"}
            continue
        try:
            tiles = parse(entry["tiles"])
        except Wrong as wrong:
            codes |= {*wrong.codes, "bad_meld"}
            continue
        if is_meld(entry["kind"], tiles):
            melds.append((entry["kind"], sorted(tiles)))
        else:
            codes |= {"bad_meld"} if entry["kind"] in ("chow", "pung", *KONGS) else {"bad_meld", "bad_value"}
    return melds, codes


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


F = TypeVar("F", bound=Facts)


def facts_of(doc: Doc, paper: Paper, kind: type[F], **more: Any) -> F:
    return kind(
        concealed=tuple(paper.concealed), tile=paper.winning[0], self_draw=doc["self_draw"],
        seat=WINDS[doc["seat_wind"]], round=WINDS[doc["round_wind"]],
        dealer=doc.get("dealer", doc["seat_wind"] == "E"), melds=tuple(declared(paper.melds)),
        flowers=tuple(paper.flowers), circumstances=frozenset(doc.get("circumstances", [])),
        replacements=tuple(doc.get("replacements", [])), discards=doc.get("discards"), visible=tuple(paper.visible),
        winners=doc.get("winners", 1), options=tuple(doc.get("options", {}).items()), **more,
    )  # fmt: skip
