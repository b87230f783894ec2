"""題庫 Seeded random wins with their counts, for other programs to be tested against: one JSON object a line.

They show every shape and most fans rather than what comes up in play. The lines are in the public domain (CC0).
"""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

from scoring.documents.score import score_document
from scoring.errors import ScoringError
from scoring.hand.melds import ADDED_KONG, CHOW, CONCEALED_KONG, KONG, PUNG, meld
from scoring.hand.tiles import HONORS, KINDS, Tile, write_tiles
from scoring.reading.winning_shapes import WinningShape
from scoring.rules.rule_data import RuleData

Document = dict[str, Any]
_FEW = 0.15
"""How often something special is tried."""


def lines_of(rules: RuleData, number: int, seed: str) -> Iterator[str]:
    """So many wins under a rule set, the same for the same seed: {"request": a score document, "answer": its count}."""
    chance = Random(f"{rules.id} {seed}")
    for _ in range(number):
        request = random_win(rules, chance)
        yield json.dumps({"request": request, "answer": score_document(request)}, ensure_ascii=False)


def random_win(rules: RuleData, chance: Random) -> Document:
    """A score document of a hand that wins, in any shape of the rule set."""
    while True:
        shape = chance.choice((rules.shapes[0], *rules.shapes))
        try:
            document = _drawn(rules, shape, chance)
            score_document(document)
        except ScoringError:  # five copies of a tile, or circumstances that contradict each other
            continue
        return document


def _drawn(rules: RuleData, shape: WinningShape, chance: Random) -> Document:
    palette = _palette(chance)
    tiles = [tile for part in shape.parts for tile in sorted(chance.choice(part))]
    for _ in range(shape.spare):
        tiles.remove(chance.choice(tiles))
    if shape.doubled:
        tiles.append(chance.choice([tile for tile in tiles if tile in shape.doubled]))
    for _ in range(shape.pairs or shape.eyes):
        tiles += [chance.choice(palette)] * 2
    melds: list[Document] = []
    while len(tiles) + 3 * len(melds) < rules.hand_size + 1:
        first = chance.choice(palette)
        chow = first < HONORS and first % 9 < 7 and not shape.pairs and chance.random() < 0.6
        kinds = [CHOW] if chow else [PUNG, PUNG, KONG, ADDED_KONG, CONCEALED_KONG]
        laid = meld(chance.choice(kinds), first)
        if (shape.claims and chance.random() < 0.3) or (laid.kind == CONCEALED_KONG and shape.kong):
            melds.append({"kind": laid.kind, "tiles": write_tiles(laid.tiles)})
        else:
            tiles += laid.tiles[:3]
    winning = tiles.pop(chance.randrange(len(tiles)))
    seat, round_ = chance.choice("ESWN"), chance.choice("ESWN")
    document: Document = {
        "rule_set": rules.id,
        "concealed": write_tiles(tiles),
        "winning_tile": write_tiles((winning,)),
        "self_draw": chance.random() < 0.5,
        "seat_wind": seat,
        "round_wind": round_,
    }
    if melds:
        document["melds"] = melds
    if rules.flowers and (flowers := [flower for flower in range(8) if chance.random() < 0.2]):
        document["flowers"] = write_tiles(KINDS + flower for flower in flowers)
    if chance.random() < _FEW and rules.circumstances:
        document["circumstances"] = [chance.choice(sorted(rules.circumstances))]
    if chance.random() < _FEW and document["self_draw"]:
        document["replacements"] = ["kong" if melds else "flower"]
    return document


def _palette(chance: Random) -> list[Tile]:
    """The kinds that a hand is made of: all, one suit with honours, ends with honours, or a few neighbouring ranks."""
    honours = list(range(HONORS, KINDS))
    suit, low = chance.randrange(3), chance.randrange(6)
    return chance.choice(
        [
            list(range(KINDS)),
            [*range(9 * suit, 9 * suit + 9), *honours],
            [*(tile for tile in range(HONORS) if tile % 9 in (0, 1, 6, 8)), *honours],
            [tile for tile in range(HONORS) if low <= tile % 9 < low + 4],
        ]
    )
