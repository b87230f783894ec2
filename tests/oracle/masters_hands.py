"""Seeded score documents of hkma-masters: four melds and a pair, 十三么, 九子連環, and spoilt ones."""

import random
from typing import Any

from tests.oracle.masters_count import masters_score
from tests.oracle.random_hands import (
    THEMES,
    change_tile,
    drop,
    fits,
    flattened,
    laid_down,
    one_suit,
    own_tiles,
    pick,
    put,
    resize,
    visible,
    with_winning_tile,
)  # fmt: skip
from tests.oracle.tiles import DRAGONS, KINDS, ORPHANS, SUITS, WINDS, written

Doc = dict[str, Any]


def melded(rng: random.Random) -> Doc:
    """Four of five melds of a theme, some of them on the table."""
    *melds, pair = pick(rng, rng.choice(THEMES), flattened)
    melds.pop(rng.randrange(5))
    claiming, konging = rng.choice([0, 0, 0.3, 0.6, 1]), rng.choice([0, 0, 0.3, 1])
    return laid_down(rng, melds, pair, claiming, konging, "kong added_kong concealed_kong concealed_kong")


def dear(rng: random.Random) -> Doc:
    """Pungs of one family: limit hands, dragons, one suit with honours."""
    honours = [*WINDS.values(), *DRAGONS]
    kinds = rng.choice([
        list(WINDS.values()), [*WINDS.values(), *one_suit(rng)], [*DRAGONS, *one_suit(rng)[:9]], honours,
        [*DRAGONS, *rng.sample(KINDS, 2)], [k for k in ORPHANS if k[1] != "z"], ORPHANS, one_suit(rng)[:9],
        [*DRAGONS, *ORPHANS[:4]],
    ])  # fmt: skip
    kinds = rng.sample(list(dict.fromkeys(kinds)), min(5, len(set(kinds))))
    while len(kinds) < 5:
        kinds.append(rng.choice([kind for kind in KINDS if kind not in kinds]))
    rng.shuffle(kinds)
    hidden = rng.random() < 0.4
    shown, concealed = [], [kinds[4]] * 2
    for kind in kinds[:4]:
        form = "" if hidden else rng.choice(["", "", "pung", "kong", "concealed_kong", "added_kong"])
        if form:
            shown.append({"kind": form, "tiles": written([kind] * (3 if form == "pung" else 4))})
        else:
            concealed += [kind] * 3
    return with_winning_tile(rng, concealed, shown)


def four_kongs(rng: random.Random) -> Doc:
    kinds = rng.sample(KINDS, 5)
    forms = ["kong", "added_kong", "concealed_kong"]
    melds = [{"kind": rng.choice(forms), "tiles": written([kind] * 4)} for kind in kinds[:4]]
    return with_winning_tile(rng, [kinds[4]] * 2, melds)


def nine_gates(rng: random.Random) -> Doc:
    suit = rng.choice(SUITS)
    tiles = [f"{rank}{suit}" for rank in "1112345678999"]
    return with_winning_tile(rng, [*tiles, f"{rng.randint(1, 9)}{suit}"], [])


def one_suit_closed(rng: random.Random) -> Doc:
    kinds = [kind for kind in KINDS if kind[1] == rng.choice(SUITS)] or KINDS[:9]

    def build(r: random.Random) -> list[str]:
        melds = [
            [f"{low + step}{kinds[0][1]}" for step in range(3)] if r.random() < 0.7 else [f"{low}{kinds[0][1]}"] * 3
            for low in (r.randint(1, 7) for _ in range(4))
        ]
        return [tile for meld in melds for tile in meld] + [f"{r.randint(1, 9)}{kinds[0][1]}"] * 2

    while True:
        tiles = build(rng)
        if fits(tiles):
            return with_winning_tile(rng, tiles, [])


def orphans(rng: random.Random) -> Doc:
    return with_winning_tile(rng, [*ORPHANS, rng.choice(ORPHANS)], [])


def around(rng: random.Random, doc: Doc) -> Doc:
    drawn = rng.random() < 0.5
    doc = {**doc, "rule_set": "hkma-masters", "self_draw": drawn}
    doc["seat_wind"], doc["round_wind"] = rng.choice("ESWN"), rng.choice("ESWN")
    kongs = sum("kong" in meld["kind"] for meld in doc.get("melds", []))
    if drawn and kongs and rng.random() < 0.5:
        doc["replacements"] = ["kong"] * rng.randint(1, kongs)
    if not drawn and rng.random() < 0.2:
        doc["winners"] = rng.randint(1, 3)
    if rng.random() < 0.2:
        doc["visible"] = written(visible(rng, doc))
    if rng.random() < 0.1:
        doc["discards"] = rng.choice([0, 5, 30, 60])
    if rng.random() < 0.35:
        doc["circumstances"] = [rng.choice(["last_tile", "last_tile", "heavenly_win"] if drawn else rare(doc))]
    if "heavenly_win" in doc.get("circumstances", []) and rng.random() < 0.8:
        doc["seat_wind"] = "E"
    return doc


def rare(doc: Doc) -> list[str]:
    lone = own_tiles(doc).count(doc["winning_tile"]) == 1
    return ["robbed_kong", "robbed_kong", "robbed_concealed_kong", "earthly_win"] if lone else ["earthly_win"]


MAKERS = (
    (melded, 55), (dear, 25), (four_kongs, 4), (nine_gates, 5), (one_suit_closed, 6), (orphans, 6),
)  # fmt: skip

SPOILERS = [
    drop, change_tile, resize, put("rule_set", "hkma-master", None), put("colour", "red"),
    put("circumstances", ["one_shot"], ["among_last_four"], ["last_discard"], ["human_win"], ["sunny"], ["flower_win"],
        ["declared_ready"], ["last_tile"], ["robbed_kong"], ["robbed_concealed_kong"], ["heavenly_win", "last_tile"],
        ["earthly_win"], ["heavenly_win"], ["heavenly_ready"]),
    put("options", {"M-1": "x"}, {"L-1": "all"}), put("replacements", ["rain"], ["kong"], ["flower"], ["kong", "kong"]),
    put("winners", 0, 4, 2, "x"), put("discards", -1, "4"), put("dealer", 1), put("seat_wind", "X"),
    put("flowers", "1f", "9f", "1m"), put("visible", "9z", "11111m", "1f"), put("winning_tile", "1f", "11m", "0m"),
]  # fmt: skip


def masters_hand(seed: int) -> Doc:
    """Return the document of this seed: one in eight is spoilt."""
    rng = random.Random(seed)
    makers, weights = zip(*MAKERS, strict=True)
    while True:
        bare = rng.choices(makers, weights)[0](rng)
        if fits(own_tiles(bare)):
            break
    doc = around(rng, bare)
    if "error" in masters_score(doc) and rng.random() < 0.8:
        doc = {key: value for key, value in doc.items() if key not in ("circumstances", "replacements")}
    return rng.choice(SPOILERS)(rng, doc) if rng.random() < 0.125 else doc
