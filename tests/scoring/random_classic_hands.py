"""Seeded hands of hk-classic as they might be won: the tiles of the league's, told in the words of this table."""

import random
from collections import Counter
from typing import Any

from tests.oracle.random_hands import basic_hand, kong_orphans, own_tiles, small_hand, special_hand, visible, written
from tests.oracle.tiles import FLOWERS, SUITS

Doc = dict[str, Any]


def random_hand(seed: int) -> Doc:
    """A document that tells nothing impossible; 十六不搭 with its pair among the suits is no winning hand."""
    rng = random.Random(seed)
    build = rng.choices([basic_hand, special_hand, kong_orphans, small_hand, heavenly], [70, 20, 2, 5, 3])[0]
    doc = {**build(rng), "rule_set": "hk-classic", "self_draw": rng.random() < 0.45}
    doc |= {"seat_wind": rng.choice("ESWN"), "round_wind": rng.choice("EESSWN")}
    if build is not small_hand and rng.random() < 0.7:
        doc["flowers"] = written(rng.sample(FLOWERS, rng.choice([0, 1, 2, 2, 3, 4, 5, 6, 7, 8])))
        doc["flowers"] = rng.choice([doc["flowers"]] * 9 + ["25678f"])
    if rng.random() < 0.4:
        doc["visible"] = written(visible(rng, doc))
    return doc | _story(rng, doc)


def heavenly(rng: random.Random) -> Doc:
    """通天."""
    suit = [rng.choice(SUITS)] if rng.random() < 0.5 else SUITS
    low = rng.choice([1, 2])
    pairs = [f"{rank}{rng.choice(suit)}" for rank in range(low, low + 7) for _ in range(1)]
    triplet = f"{rng.choice([8] if low == 1 else [1, 9])}{rng.choice(suit)}"
    tiles = [tile for tile in pairs for _ in range(2)] + [triplet] * 3
    winning = tiles.pop(rng.randrange(17))
    return {"concealed": written(tiles), "winning_tile": winning}


def _story(rng: random.Random, doc: Doc) -> Doc:
    drawn, dealer = doc["self_draw"], doc["seat_wind"] == "E"
    kinds = [meld["kind"] for meld in doc.get("melds", ())]
    kongs, flowers = sum("kong" in kind for kind in kinds), len(doc.get("flowers", "").strip("f"))
    told: Doc = {}
    words = _words(rng, doc, drawn, dealer, kinds)
    first = any("win" in word for word in words)
    ready = any("ready" in word for word in words)
    if drawn and not first and rng.random() < 0.4:
        chain = ["flower"] * rng.randint(0, min(flowers, 6)) + ["kong"] * rng.randint(0, 0 if ready else kongs)
        rng.shuffle(chain)
        told["replacements"] = chain
    if not drawn and rng.random() < 0.1:
        told["winners"] = rng.randint(1, 3)
    ended = any(word in ("last_tile", "among_last_four") for word in words)
    if not first and rng.random() < 0.2:
        told["discards"] = rng.choice([40, 60] if ended else [5, 7, 8, 10, 11, 40])
    if "robbed_kong" in words and rng.random() < 0.7:
        told["robbed_in_a_row"] = rng.randint(1, 5)
    return told | ({"circumstances": words} if words else {})


def _words(rng: random.Random, doc: Doc, drawn: bool, dealer: bool, kinds: list[str]) -> list[str]:
    if rng.random() < 0.6:
        return []
    lone = Counter(own_tiles(doc))[doc["winning_tile"]] == 1
    words = ["declared_ready"]
    if not kinds:
        words.append("earthly_ready" if dealer else rng.choice(["heavenly_ready", "human_ready"]))
        if rng.random() < 0.4 and (drawn or not dealer):
            return ["heavenly_win" if dealer else "human_win" if drawn else "earthly_win"]
    said = [rng.choice(words)] if rng.random() < 0.5 else []
    if drawn:
        said += rng.choice([[], ["last_tile"], ["among_last_four"], ["last_tile", "among_last_four"]])
    elif lone and rng.random() < 0.6:
        said.append("robbed_kong")
    return said
