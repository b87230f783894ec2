"""Short words for hands and games of the Masters."""

import random
from typing import Any

from scoring.count.document import score_document
from scoring.hand.tiles import write_tiles
from scoring.rules.example import laid
from scoring.rulesets import get_rule_set
from scoring.rulesets.hkma_masters.examples import OPEN, PLAIN

Document = dict[str, Any]
Rows = dict[str, tuple[int, int]]

MASTERS = get_rule_set("hkma-masters")
FINAL = get_rule_set("hkma-masters", settings={"dealer_stays": True})

__all__ = ["FINAL", "MASTERS", "OPEN", "PLAIN", "answer", "hand", "liable", "random_hand", "robbed", "rows"]


def hand(concealed: str = PLAIN, winning: str = "4m", **more: Any) -> Document:
    """A score document, on the plain hand (four chows, concealed) unless told otherwise; keywords as in `laid`."""
    return {"rule_set": "hkma-masters", **laid(concealed, winning, **more)}


def answer(concealed: str = PLAIN, winning: str = "4m", **more: Any) -> Document:
    """The count of such a hand."""
    return score_document(hand(concealed, winning, **more))


def rows(concealed: str = PLAIN, winning: str = "4m", **more: Any) -> Rows:
    """{name: (count, value)} of such a hand's count."""
    return {row["name"]: (row["count"], row["value"]) for row in answer(concealed, winning, **more)["fans"]}


def liable(winner: int, payer: object, fan: int = 3, cause: str = "twelve_tiles", **more: Any) -> Document:
    """自摸 for which one seat pays."""
    return {
        "type": "win", "winner": winner, "self_draw": True, "fan": fan, "liable": payer, "cause": cause, **more,
    }  # fmt: skip


def robbed(winner: int, source: int, fan: int = 3) -> Document:
    """搶槓."""
    return {"type": "win", "winner": winner, "from": source, "fan": fan, "robbed_kong": True}


COMPACT = [range(9), (0, 8), range(3, 8), (0, 1, 2, 7, 8, 17, 18), range(27), (27, 28, 29, 30)]
HONORS = [[], [27, 28, 31, 32, 33], [*range(27, 34)]]
TRIPLETS = ["pung", "kong", "added_kong", "concealed_kong"]
GATES = [0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8]
ORPHANS = [0, 8, 9, 17, 18, 26, *range(27, 34)]


def random_hand(seed: int) -> Document:
    """A hand of the Masters as it might be won, of few kinds of tiles so that many fans meet."""
    rng = random.Random(seed)
    while True:
        document = _tried(rng)
        if document is not None:
            return document


def _tried(rng: random.Random) -> Document | None:
    allowed = [*rng.choice(COMPACT), *rng.choice(HONORS)]
    open_share = rng.choice([0.1, 0.5, 0.9])
    groups = [_group(rng, rng.choice(allowed), rng.random() < open_share) for _ in range(4)]
    melds = [(kind, tiles) for kind, tiles in groups if kind]
    held = [tile for kind, tiles in groups if not kind for tile in tiles] + [rng.choice(allowed)] * 2
    if rng.random() < 0.1:
        special = rng.choice([GATES, ORPHANS])
        melds, held = [], [*special, rng.choice(special)]
    tiles = held + [tile for _, meld in melds for tile in meld]
    if any(tiles.count(tile) > 4 for tile in tiles):
        return None
    winning = held.pop(rng.randrange(len(held)))
    drawn = rng.random() < 0.5
    winds = {"seat": rng.choice("ESWN"), "round": rng.choice("ESWN")}
    document = hand(write_tiles(held), write_tiles([winning]), drawn=drawn, **winds)
    if melds:
        document["melds"] = [{"kind": kind, "tiles": write_tiles(meld)} for kind, meld in melds]
    kongs = sum("kong" in kind for kind, _ in melds)
    return document | _story(rng, drawn, kongs, tiles.count(winning) == 1)


def _group(rng: random.Random, tile: int, down: bool) -> tuple[str, list[int]]:
    """(kind of the meld, "" if it is in the hand; tiles)."""
    if tile < 27 and tile % 9 < 7 and rng.random() < 0.5:
        return "chow" if down else "", [tile, tile + 1, tile + 2]
    kind = rng.choice(TRIPLETS) if down else ""
    return kind, [tile] * (4 if "kong" in kind else 3)


def _story(rng: random.Random, drawn: bool, kongs: int, lone: bool) -> Document:
    """How it was won, if it can have been."""
    if drawn and kongs and rng.random() < 0.5:
        return {"replacements": ["kong"] * rng.randint(1, kongs)}
    if drawn and rng.random() < 0.2:
        return {"circumstances": ["last_tile"]}
    if not drawn and lone and rng.random() < 0.3:
        return {"circumstances": ["robbed_kong"]}
    return {}
