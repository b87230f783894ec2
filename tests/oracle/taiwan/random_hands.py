"""Seeded score documents of tw-club and tw-sixteen, rich in rare fans; one in ten is spoilt."""

import random
from collections.abc import Callable
from typing import Any

from tests.oracle.papers import EVERYWHERE
from tests.oracle.random_hands import (
    HONOURS,
    THEMES,
    basic_hand,
    change_tile,
    drop,
    fits,
    flattened,
    laid_down,
    own_tiles,
    pick,
    put,
    resize,
    seven_pairs,
    two_ways,
    with_winning_tile,
)
from tests.oracle.taiwan.hand import FIRST, read_document
from tests.oracle.tiles import DRAGONS, FLOWERS, KINDS, SUITS, WINDS, written
from tests.oracle.wrong import Wrong

Doc = dict[str, Any]


def random_from(rng: random.Random, melds: list[list[str]], pair: str) -> Doc | None:
    """Claim, kong or keep each meld; None where a kind is used up."""
    if not fits([*flattened(melds), pair, pair]):
        return None
    claiming, konging = rng.choice([0, 0, 0, 0.3, 1]), rng.choice([0, 0, 0.4, 1])
    kongs = "kong added_kong concealed_kong" if claiming else "concealed_kong"
    return laid_down(rng, melds, [pair, pair], claiming, konging, kongs)


def chow(rng: random.Random, suits: str) -> list[str]:
    low, suit = rng.randint(1, 7), rng.choice(suits)
    return [f"{low + step}{suit}" for step in range(3)]


def honour_hand(rng: random.Random) -> Doc | None:
    """Many winds and dragons: 字一色, 四喜, 三元, 湊一色."""
    kinds = rng.sample(HONOURS, 7)
    if rng.random() < 0.4:
        kinds.sort(key=lambda kind: rng.choice([kind in DRAGONS, kind not in DRAGONS]))
    if rng.random() < 0.35:
        family = rng.choice([DRAGONS, list(WINDS.values())])
        kinds = [*rng.sample(family, len(family)), *(kind for kind in kinds if kind not in family)]
    number = rng.choice([2, 3, 3, 4, 4, 5, 5])
    suits = rng.choice([*SUITS, SUITS])
    rest = [rng.choice([chow(rng, suits), [f"{rng.randint(1, 9)}{rng.choice(suits)}"] * 3]) for _ in range(5 - number)]
    pair = rng.choice([kinds[number], kinds[number], f"{rng.randint(1, 9)}{rng.choice(suits)}"])
    return random_from(rng, [*([kind] * 3 for kind in kinds[:number]), *rest], pair)


def chow_hand(rng: random.Random) -> Doc | None:
    suits = rng.choice([SUITS, SUITS, *SUITS])
    melds = [chow(rng, suits) for _ in range(5)]
    return random_from(rng, melds, rng.choice([f"{rng.randint(1, 9)}{rng.choice(suits)}"] * 3 + [rng.choice(HONOURS)]))


def pung_hand(rng: random.Random) -> Doc | None:
    """Neighbouring pungs, which may be chows too; hidden ones finished by discard or own draw."""
    suit, low = rng.choice(SUITS), rng.randint(1, 5)
    near = [f"{low + step}{suit}" for step in range(5)]
    kinds = rng.sample(rng.choice([KINDS, KINDS, near, [*near, *HONOURS]]), 5)
    melds = [[kind] * 3 if rng.random() < 0.85 else chow(rng, suit) for kind in kinds]
    return random_from(rng, melds, rng.choice(near if rng.random() < 0.5 else KINDS))


def lone_pair(rng: random.Random) -> Doc | None:
    """全求 and 半求, now and then with a concealed kong."""
    melds = pick(rng, rng.choice(THEMES), flattened)
    shown = []
    for meld in melds[:5]:
        if meld[0] == meld[1]:
            form = rng.choice(["pung", "pung", "kong", "added_kong", "concealed_kong"])
            whole = form != "pung" and flattened(melds).count(meld[0]) == 3
            shown.append({"kind": form if whole else "pung", "tiles": written([meld[0]] * (4 if whole else 3))})
        else:
            shown.append({"kind": "chow", "tiles": written(meld)})
    return {"concealed": melds[5][0], "winning_tile": melds[5][0], "melds": shown}


def pairs_hand(rng: random.Random) -> Doc:
    return with_winning_tile(rng, pick(rng, rng.choice([seven_pairs, seven_pairs, two_ways]), list), [])


def used_up(rng: random.Random) -> Doc | None:
    """Waits of which the own hand holds all four: 獨聽 and what is none."""
    suit, low = rng.choice(SUITS), rng.randint(1, 6)
    four = f"{low + rng.choice([0, 3])}{suit}"
    melds = [[four] * 3, [f"{low + step}{suit}" for step in range(3)]]
    melds += [rng.choice([chow(rng, SUITS), [rng.choice(KINDS)] * 3]) for _ in range(3)]
    return random_from(rng, melds, rng.choice(KINDS))


MAKERS: list[tuple[Callable[[random.Random], Doc | None], int]] = [
    (basic_hand, 36), (honour_hand, 14), (chow_hand, 16), (pung_hand, 14), (lone_pair, 6), (pairs_hand, 10),
    (used_up, 6),
]  # fmt: skip


def built(rng: random.Random) -> Doc:
    while True:
        doc = rng.choices([make for make, _ in MAKERS], [weight for _, weight in MAKERS])[0](rng)
        if doc is not None and fits(own_tiles(doc)):
            return doc


def replacements(rng: random.Random, doc: Doc) -> list[str]:
    words = ["flower"] * min(2, len(doc.get("flowers", "")))
    words += ["kong"] * sum("kong" in meld["kind"] for meld in doc.get("melds", []))
    rng.shuffle(words)
    return words[: rng.randint(1, 3)]


def around(rng: random.Random, doc: Doc, rule_set: str) -> Doc:
    """Add winds, flowers and the way it was won."""
    doc = {**doc, "rule_set": rule_set, "self_draw": rng.random() < 0.5}
    doc["seat_wind"], doc["round_wind"] = rng.choice("ESWN"), rng.choice("ESWN")
    if rng.random() < 0.65:
        number = rng.choice([0, 1, 1, 2, 2, 3, 4, 5, 6, 7, 8])
        doc["flowers"] = written(rng.sample(FLOWERS, number))
        if rng.random() < 0.15:
            doc["flowers"] = rng.choice(["1234f", "5678f", "12345f", "25678f", "12345678f"])
    if rng.random() < 0.3:
        doc["dealer"] = rng.random() < 0.5
    if rng.random() < 0.1:
        doc["discards"] = rng.choice([0, 3, 8, 40, 60])
    if doc["self_draw"] and rng.random() < 0.3:
        doc["replacements"] = replacements(rng, doc)
    said: list[str] = []
    if rng.random() < 0.35:
        own = ["last_tile", "last_tile", "heavenly_win", "earthly_win"]
        others = ["robbed_kong", "robbed_kong", "last_discard", "human_win"]
        said.append(rng.choice(own if doc["self_draw"] else others))
    if rng.random() < 0.25:
        said.append(rng.choice(["heavenly_ready", "earthly_ready", "earthly_one_shot"]))
    if rng.random() < 0.12:
        said.append(rng.choice(["flower_win", "flower_win", "dealt_flowers"]))
        doc["flowers"] = "12345678f" if doc["self_draw"] else written(rng.sample(FLOWERS, 7))
    if said:
        doc["circumstances"] = said
        if said[0] in FIRST and rng.random() < 0.8:
            doc["dealer"] = said[0] == "heavenly_win"
    return doc


def possible(doc: Doc) -> bool:
    try:
        read_document(doc)
    except Wrong:
        return False
    return True


def valid_hand(rng: random.Random, rule_set: str) -> Doc:
    """Return a document that mostly can be; what contradicts the rest is taken away most of the time."""
    doc = around(rng, built(rng), rule_set)
    if set(doc.get("circumstances", [])) & {"flower_win", "dealt_flowers"} and rng.random() < 0.4:
        tiles = [tile for tile in KINDS * 4 if tile != doc["winning_tile"]]
        held = rng.sample(tiles, 16 - 3 * len(doc.get("melds", [])))
        doc["concealed"] = written(held)
        if not fits(own_tiles(doc)):
            return valid_hand(rng, rule_set)
    if possible(doc) or rng.random() < 0.05:
        return doc
    said = [word for word in doc.get("circumstances", []) if possible({**doc, "circumstances": [word]})][:1]
    doc = {**doc, "circumstances": said}
    return doc if possible(doc) else {k: v for k, v in doc.items() if k not in ("circumstances", "replacements")}


def say(rng: random.Random, doc: Doc) -> Doc:
    return {**doc, "circumstances": [*doc.get("circumstances", []), rng.choice([*sorted(EVERYWHERE), "sunny"])]}


def add_meld(rng: random.Random, doc: Doc) -> Doc:
    meld: Doc = rng.choice([
        {"kind": "pung", "tiles": "112p"}, {"kind": "chow", "tiles": "891m"}, {"kind": "kong", "tiles": "111z"},
        {"kind": "chow", "tiles": "123z"}, {"kind": "pung", "tiles": "555z"}, {"kind": "quad", "tiles": "1111z"},
        {"kind": "pung"}, {"tiles": "111m"}, {"kind": "pung", "tiles": "111m", "from": 2},
        {"kind": "pung", "tiles": ""},
    ])  # fmt: skip
    return {**doc, "melds": [*doc.get("melds", []), meld]}


SPOILERS: list[Callable[[random.Random, Doc], Doc]] = [
    drop, say, say, say, add_meld, change_tile, change_tile, resize,
    put("rule_set", "tw", "", None, 7, "TW-CLUB"), put("colour", "red"), put("players", 4),
    put("self_draw", "yes", 1, None), put("seat_wind", "X", "east", "", None, 3), put("round_wind", "東", "ES", 0),
    put("winning_tile", "4x", "", "44m", "0m", "8z", "9f", None, "1f"), put("dealer", "no", 1, None),
    put("flowers", "9f", "11f", "1m", "1f1f", 3), put("visible", "0p", "11111z", "22222m"),
    put("options", {"T-1": "5"}, {"C-1": "x"}, {"L-1": "all"}, {"seven_pairs": "false"}),
    put("winners", 0, 4, "2", 2), put("discards", -1, "3"), put("replacements", ["kong"], ["wall"], ["flower"]),
    put("self_draw", True, False), put("dealer", True, False), put("robbed_in_a_row", 0, 2, "1"),
]  # fmt: skip


def random_hand(seed: int) -> Doc:
    """Return the document of this seed: even seeds tw-sixteen, odd ones tw-club."""
    rng = random.Random(f"taiwan {seed}")
    doc = valid_hand(rng, ("tw-sixteen", "tw-club")[seed % 2])
    return rng.choice(SPOILERS)(rng, doc) if rng.random() < 0.1 else doc
