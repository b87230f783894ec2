"""Hands of 國標 for the tests: short words for them, and random ones of every shape."""

from functools import partial
from random import Random
from typing import Any

import scoring
from scoring.hand.tiles import write_tiles
from tests.scoring.count_helpers import hand

Document = dict[str, Any]

mcr = partial(hand, rules="mcr")
MCR = scoring.rule_set("mcr")


def mcr_hand(seed: int) -> Document:
    """A random won hand: mostly basic and mostly of few suits, so that fans are frequent."""
    random = Random(seed)
    tiles, melds = _tiles(random)
    winning = tiles.pop(random.randrange(len(tiles)))
    drawn = random.random() < 0.4
    document = hand(
        write_tiles(tiles),
        write_tiles((winning,)),
        rules="mcr",
        drawn=drawn,
        seat=random.choice("ESWN"),
        round=random.choice("ESWN"),
        flowers="".join(f"{one}f" for one in sorted(random.sample(range(1, 9), random.choice((0, 0, 1, 3))))),
    )
    document["melds"] = [{"kind": kind, "tiles": write_tiles(made)} for kind, made in melds]
    held = [*tiles, winning, *[tile for _kind, made in melds for tile in made]]
    if random.random() < 0.2:
        document["visible"] = write_tiles([winning] * random.randrange(5 - held.count(winning)))
    if random.random() < 0.15:
        document["circumstances"] = ["last_tile" if drawn else "last_discard"]
    elif not drawn and held.count(winning) == 1 and random.random() < 0.3:
        document["circumstances"] = ["robbed_kong"]
    if drawn and any(len(made) == 4 for _kind, made in melds) and random.random() < 0.3:
        document["replacements"] = ["kong"]
    return document


def _tiles(random: Random) -> tuple[list[int], list[tuple[str, list[int]]]]:
    shape = random.choices(("basic", "pairs", "knitted", "unrelated", "orphans"), (80, 8, 6, 4, 2))[0]
    lows = random.sample(range(3), 3)
    spread = [9 * suit + rank for suit, low in enumerate(lows) for rank in range(low, 9, 3)]
    if shape == "orphans":
        yao = [9 * suit + rank for suit in range(3) for rank in (0, 8)] + list(range(27, 34))
        return [*yao, random.choice(yao)], []
    if shape == "unrelated":
        return random.sample([*spread, *range(27, 34)], 14), []
    while True:
        suits = random.sample((0, 9, 18), random.choice((1, 1, 2, 3)))
        if shape == "pairs":
            kinds = [random.choice([random.choice(suits) + random.randrange(9), 27 + seven % 7]) for seven in range(7)]
            tiles, melds = [kind for kind in kinds for _copy in "12"], []
        else:
            tiles, melds = list(spread) if shape == "knitted" else [], []
            for _set in range(1 if shape == "knitted" else 4):
                made = _set_of(random, suits)
                if random.random() < 0.35:
                    melds.append(made)
                else:
                    tiles += made[1][:3]
            tiles += [random.choice((random.choice(suits) + random.randrange(9), 27 + random.randrange(7)))] * 2
        held = [*tiles, *[tile for _kind, made in melds for tile in made]]
        if max(map(held.count, held)) <= 4:
            return tiles, melds


def _set_of(random: Random, suits: list[int]) -> tuple[str, list[int]]:
    if random.random() < 0.6:
        first = random.choice(suits) + random.randrange(7)
        return "chow", [first, first + 1, first + 2]
    tile = random.choice((random.choice(suits) + random.randrange(9), 27 + random.randrange(7)))
    kind = random.choice(("pung", "pung", "kong", "added_kong", "concealed_kong"))
    return kind, [tile] * (3 if kind == "pung" else 4)
