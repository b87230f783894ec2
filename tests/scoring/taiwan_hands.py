"""Hands of the two Taiwanese rule sets: short words for a document, and random ones that can have been won."""

import random
from typing import Any

from scoring.count.document import score_document
from scoring.hand.tiles import write_tiles
from scoring.rules.example import laid

Document = dict[str, Any]
Rows = dict[str, tuple[int, int]]

CLUB, SIXTEEN = "tw-club", "tw-sixteen"


def club(concealed: str, winning: str, **more: Any) -> Document:
    """A score document of tw-club; keywords as in `laid`."""
    return {"rule_set": CLUB, **laid(concealed, winning, **more)}


def sixteen(concealed: str, winning: str, **more: Any) -> Document:
    """A score document of tw-sixteen; keywords as in `laid`."""
    return {"rule_set": SIXTEEN, **laid(concealed, winning, **more)}


def rows(document: Document) -> Rows:
    """{name: (count, value)} of a document's count."""
    return {row["name"]: (row["count"], row["value"]) for row in score_document(document)["fans"]}


FEW = [range(9), range(4), (0, 8, 9, 17, 18, 26), (1, 2, 3, 10, 11, 12, 19, 20, 21), range(27), ()]
HONORS = [[], [27, 28, 31, 32, 33], [*range(27, 34)], [27, 28, 29, 30]]
TRIPLETS = ["pung", "kong", "added_kong", "concealed_kong"]


def random_hand(seed: int, rule_set: str) -> Document:
    """A hand as it might be won, of few kinds of tiles so that many fans meet."""
    rng = random.Random(seed)
    while True:
        document = _tried(rng, rule_set)
        if document is not None:
            return document


def _tried(rng: random.Random, rule_set: str) -> Document | None:
    allowed = [*rng.choice(FEW), *rng.choice(HONORS)] or [*range(27, 34)]
    down, runs = rng.choice([0, 0.1, 0.5, 0.9, 1]), rng.choice([0.1, 0.5, 1])
    groups = [_group(rng, rng.choice(allowed), rng.random() < down, runs) for _ in range(5)]
    melds = [(kind, tiles) for kind, tiles in groups if kind]
    held = [tile for kind, tiles in groups if not kind for tile in tiles] + [rng.choice(allowed)] * 2
    if rule_set == SIXTEEN and rng.random() < 0.15:
        melds, held = [], rng.choices(allowed, k=7) * 2 + [rng.choice(allowed)] * 3
    tiles = held + [tile for _, meld in melds for tile in meld]
    if any(tiles.count(tile) > 4 for tile in tiles):
        return None
    winning = held.pop(rng.randrange(len(held)))
    flowers = sorted(rng.sample(range(1, 9), rng.choice([0, 0, 1, 2, 3, 5, 7, 8])))
    document = {
        "rule_set": rule_set,
        **laid(write_tiles(held), write_tiles([winning]), drawn=rng.random() < 0.5),
        "seat_wind": rng.choice("ESWN"),
        "round_wind": rng.choice("ESWN"),
        "dealer": rng.random() < 0.3,
        "flowers": "".join(map(str, flowers)) + "f" if flowers else "",
    }
    if melds:
        document["melds"] = [{"kind": kind, "tiles": write_tiles(meld)} for kind, meld in melds]
    return document | _story(rng, document, [kind for kind, _ in melds], len(flowers), tiles.count(winning) == 1)


def _group(rng: random.Random, tile: int, down: bool, runs: float) -> tuple[str, list[int]]:
    """(kind of the meld, "" if it is in the hand; tiles)."""
    if tile < 27 and tile % 9 < 7 and rng.random() < runs:
        return "chow" if down else "", [tile, tile + 1, tile + 2]
    kind = rng.choice(TRIPLETS) if down else ""
    return kind, [tile] * (4 if "kong" in kind else 3)


def _story(rng: random.Random, document: Document, kinds: list[str], flowers: int, lone: bool) -> Document:
    """How it was won, if it can have been."""
    drawn, dealer = document["self_draw"], document["dealer"]
    sixteen_ = document["rule_set"] == SIXTEEN
    closed = all(kind == "concealed_kong" for kind in kinds)
    told: list[list[str]] = [[], [], ["last_tile"] if drawn else ["last_discard"]]
    if lone and not drawn:
        told.append(["robbed_kong"])
    if closed:
        told += [["earthly_ready"]] + ([["earthly_one_shot"]] if sixteen_ else []) + [["heavenly_ready"]] * (not dealer)
        first = ("heavenly_win" if dealer else "earthly_win") if drawn else "" if dealer else "human_win"
        told += [[first]] * bool(first) + [["heavenly_ready", first]] * bool(first and not dealer)
    if flowers == (8 if drawn else 7):
        told += [["flower_win"]] * 2 + [["dealt_flowers"], ["flower_win", "dealt_flowers"]] * sixteen_
    circumstances = [word for word in rng.choice(told) if word != "last_discard" or not sixteen_]
    if "flower_win" in circumstances and lone and rng.random() < 0.5:
        circumstances = ["flower_win"]
        document["winning_tile"] = "1m" if document["winning_tile"] != "1m" else "9p"  # most hands are incomplete then
    words = ["kong"] * sum("kong" in kind for kind in kinds) + ["flower"] * flowers
    replaced = rng.sample(words, rng.randint(0, min(2, len(words)))) if drawn and rng.random() < 0.4 else []
    return {"circumstances": circumstances, "replacements": replaced}
