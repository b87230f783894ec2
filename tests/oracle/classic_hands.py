"""Seeded score documents of hk-classic: the hands of `random_hands` and its own, with its own stories round them."""

import random
from typing import Any

from tests.oracle.classic_count import READY, classic_score
from tests.oracle.classic_fans import OPTIONS
from tests.oracle.random_hands import (
    HONOURS,
    basic_hand,
    change_tile,
    drop,
    fits,
    kong_orphans,
    one_suit,
    own_tiles,
    put,
    resize,
    seven_pairs,
    sixteen_unrelated,
    small_hand,
    special_hand,
    visible,
    with_winning_tile,
)  # fmt: skip
from tests.oracle.tiles import FLOWERS, KINDS, SUITS, written

Doc = dict[str, Any]


def ladder(rng: random.Random) -> list[str]:
    """連對 of some length with other pairs; now and then 通天雜龍 or 通天清龍."""
    suit = rng.choice(SUITS)
    suits = rng.choice([[suit], [suit], list(SUITS)])
    low, triplet = rng.choice([(1, 8), (2, 1), (2, 9)])
    whole = rng.random() < 0.4
    ranks = list(range(low, low + 7)) if whole else run_ranks(rng)
    pairs = [f"{rank}{rng.choice(suits) if whole else suit}" for rank in ranks]
    while len(pairs) < 7:
        pairs.append(rng.choice([*one_suit(rng), *KINDS]))
    third = f"{triplet}{rng.choice(suits)}" if whole else rng.choice(KINDS)
    return [*(tile for kind in pairs for tile in (kind, kind)), third, third, third]


def run_ranks(rng: random.Random) -> list[int]:
    length = rng.randint(3, 7)
    low = rng.randint(1, 10 - length)
    return list(range(low, low + length))


def unrelated(rng: random.Random) -> list[str]:
    """十六不搭, whose pair mostly is one of honours."""
    *tiles, _last = sixteen_unrelated(rng)
    return [*tiles, rng.choice(HONOURS if rng.random() < 0.9 else tiles)]


def fitting(rng: random.Random, build: Any) -> list[str]:
    while True:
        tiles = build(rng)
        if fits(tiles):
            return list(tiles)


def own_special(rng: random.Random) -> Doc:
    return with_winning_tile(rng, fitting(rng, rng.choice([ladder, ladder, unrelated, seven_pairs])), [])


def many_kongs(rng: random.Random) -> Doc:
    """Three to five kongs, open and concealed."""
    kinds = rng.sample(rng.choice([KINDS, HONOURS, one_suit(rng), KINDS]), 6)
    number = rng.randint(3, 5)
    melds = [
        {"kind": rng.choice(["kong", "added_kong", "concealed_kong", "concealed_kong"]), "tiles": written([kind] * 4)}
        for kind in kinds[:number]
    ]
    concealed = [*(tile for kind in kinds[number:5] for tile in [kind] * 3), kinds[5], kinds[5]]
    return with_winning_tile(rng, concealed, melds)


def begging(rng: random.Random) -> Doc:
    """Five melds on the table, one tile in the hand; kongs now and then."""
    while True:
        doc = basic_hand(rng)
        if len(doc.get("melds", [])) == 5:
            return doc


def around(rng: random.Random, doc: Doc) -> Doc:
    doc = {**doc, "rule_set": "hk-classic", "self_draw": rng.random() < 0.5}
    doc["seat_wind"], doc["round_wind"] = rng.choice("ESWN"), rng.choice("ESWN")
    doc["flowers"] = written(rng.sample(FLOWERS, rng.choice([0, 0, 1, 2, 3, 4, 5, 6, 7, 8])))
    if rng.random() < 0.2:
        doc["flowers"] = rng.choice(["1234f", "5678f", "12345f", "25678f", "234678f"])
    if rng.random() < 0.25:
        doc["options"] = {name: rng.choice(OPTIONS[name]) for name in ("K-3", "K-32", "K-42", "K-43", "K-45")}
    if rng.random() < 0.3:
        doc["visible"] = written(visible(rng, doc))
    elif rng.random() < 0.3:
        doc["discards"] = rng.choice([4, 5, 7, 8, 10, 11, 40, 60])
    return story(rng, drawn(rng, doc) if doc["self_draw"] else taken(rng, doc))


def drawn(rng: random.Random, doc: Doc) -> Doc:
    kongs = sum("kong" in meld["kind"] for meld in doc.get("melds", []))
    tail = ["kong"] * rng.randint(0, kongs) + ["flower"] * rng.choice([0, 0, len(doc["flowers"]) - 1])
    if tail and rng.random() < 0.5:
        rng.shuffle(tail)
        doc["replacements"] = tail[: rng.randint(1, 8)]
    elif rng.random() < 0.03:
        doc["replacements"] = rng.choice([["kong"], ["flower"], ["kong", "flower"]])
    if rng.random() < (0.9 if doc["winning_tile"] == "1p" else 0.2):
        doc["circumstances"] = rng.choice([["among_last_four"], ["last_tile"], ["among_last_four", "last_tile"]])
    return doc


def taken(rng: random.Random, doc: Doc) -> Doc:
    if rng.random() < 0.2:
        doc["winners"] = rng.randint(2, 3)
    if rng.random() < 0.25 and own_tiles(doc).count(doc["winning_tile"]) == 1:
        doc["circumstances"] = ["robbed_kong"]
        if rng.random() < 0.7:
            doc["robbed_in_a_row"] = rng.randint(1, 5)
    return doc


def story(rng: random.Random, doc: Doc) -> Doc:
    said = list(doc.get("circumstances", []))
    if rng.random() < 0.25:
        said.append(rng.choice(sorted(READY)))
    if rng.random() < 0.12:
        said = [each for each in said if each in READY]
        said.append(rng.choice(["heavenly_win", "human_win"] if doc["self_draw"] else ["earthly_win"]))
        doc["seat_wind"] = "E" if "heavenly_win" in said else rng.choice("SWN")
        for key in ("winners", "visible", "robbed_in_a_row"):
            doc.pop(key, None)
    if "earthly_ready" in said:
        doc["seat_wind"] = "E"
    if said:
        doc["circumstances"] = said
    return doc


def flower_win(rng: random.Random) -> Doc:
    last, *others = rng.sample(FLOWERS, 8)
    doc = basic_hand(rng)
    return {
        **doc, "rule_set": "hk-classic", "winning_tile": last, "self_draw": rng.random() < 0.5,
        "seat_wind": rng.choice("ESWN"), "round_wind": rng.choice("ES"), "circumstances": ["flower_win"],
        "flowers": written(others[: rng.choice([7, 7, 7, 1, 1, 6, 2])]),
    }  # fmt: skip


MAKERS = ((basic_hand, 60), (begging, 6), (special_hand, 12), (own_special, 12), (kong_orphans, 3), (small_hand, 5),
          (many_kongs, 6))  # fmt: skip


def valid_hand(rng: random.Random) -> Doc:
    if rng.random() < 0.02:
        return flower_win(rng)
    makers, weights = zip(*MAKERS, strict=True)
    doc = rng.choices(makers, weights)[0](rng)
    if rng.random() < 0.03 and "flowers" in doc:  # small_hand as it is, for 大雞
        return {**doc, "rule_set": "hk-classic"}
    told = around(rng, doc)
    if "error" in classic_score(told) and rng.random() < 0.8:
        for key in ("circumstances", "replacements", "robbed_in_a_row"):
            told.pop(key, None)
    return told


SPOILERS = [
    drop, change_tile, resize, put("rule_set", "hk-clasic", None), put("colour", "red"),
    put("circumstances", ["one_shot"], ["robbed_concealed_kong"], ["last_discard"], ["earthly_one_shot"], ["sunny"],
        ["dealt_flowers"], ["flower_win"], ["heavenly_win", "human_win"], ["declared_ready", "heavenly_ready"],
        ["last_tile"], ["robbed_kong"], ["among_last_four"], ["human_win"], ["earthly_win"], ["heavenly_win"]),
    put("options", {"K-3": "x"}, {"L-1": "all"}, {"K-1": "a"}, {"K-3": "added", "M-1": "x"}),
    put("replacements", ["rain"], ["kong"], ["flower"]), put("robbed_in_a_row", 0, 2, 6, "2", True),
    put("winners", 0, 4, 2, "x"), put("discards", -1, "4"), put("dealer", 1), put("seat_wind", "X"),
    put("flowers", "11f", "9f", "1m"), put("visible", "9z", "11111m"), put("winning_tile", "1f", "11m", "0m"),
]  # fmt: skip


def classic_hand(seed: int) -> Doc:
    """Return the document of this seed: one in eight is spoilt."""
    rng = random.Random(seed)
    doc = valid_hand(rng)
    return rng.choice(SPOILERS)(rng, doc) if rng.random() < 0.125 else doc
