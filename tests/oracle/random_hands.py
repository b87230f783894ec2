"""Seeded score documents of hkma-league: hands that satisfy many fans, and spoilt ones for every error code."""

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

from tests.oracle.checking import FIRST, read_document
from tests.oracle.facts import OPTION_VALUES
from tests.oracle.tiles import DRAGONS, FLOWERS, KINDS, ORPHANS, SUITS, WINDS, chow_from, written
from tests.oracle.wrong import Wrong

Doc = dict[str, Any]
Melds = list[list[str]]

HONOURS = [*WINDS.values(), *DRAGONS]


def chow(low: int, suit: str) -> list[str]:
    return [f"{low + step}{suit}" for step in range(3)]


def triplet(rng: random.Random, kinds: list[str]) -> list[str]:
    return [rng.choice(kinds)] * 3


# --- themes: five melds and a pair, biased to one family of fans


def any_meld(rng: random.Random, kinds: list[str], chows: float = 0.6) -> list[str]:
    kind = rng.choice(kinds)
    run = chow_from(kind)
    return run if run and all(tile in kinds for tile in run) and rng.random() < chows else [kind] * 3


def themed(kinds: Callable[[random.Random], list[str]], chows: float = 0.6) -> Callable[[random.Random], Melds]:
    def build(rng: random.Random) -> Melds:
        allowed = kinds(rng)
        return [*(any_meld(rng, allowed, chows) for _ in range(5)), [rng.choice(allowed)] * 2]

    return build


def of_suits(suits: str, honours: bool = False) -> list[str]:
    return [kind for kind in KINDS if kind[1] in suits or (honours and kind[1] == "z")]


def one_suit(rng: random.Random) -> list[str]:
    return of_suits(rng.choice(SUITS), honours=rng.random() < 0.4)


def two_suits(rng: random.Random) -> list[str]:
    return of_suits("".join(rng.sample(SUITS, 2)), honours=rng.random() < 0.2)


def narrow(rng: random.Random) -> list[str]:
    """A few neighbouring ranks in some suits: returns, steps, equal triplets."""
    low, width = rng.randint(1, 6), rng.randint(3, 5)
    suits = rng.sample(SUITS, rng.randint(1, 3))
    kinds = [f"{rank}{suit}" for suit in suits for rank in range(low, min(9, low + width) + 1)]
    return kinds + (rng.sample(HONOURS, 2) if rng.random() < 0.3 else [])


def end_kinds(rng: random.Random) -> list[str]:
    return [kind for kind in ORPHANS if kind[1] != "z" or rng.random() < 0.6]


def outside(rng: random.Random) -> Melds:
    """Every group touches an end or is honours."""
    runs = [chow(low, suit) for suit in SUITS for low in (1, 7)]
    honours = rng.random() < 0.5
    ends = [kind for kind in ORPHANS if honours or kind[1] != "z"]
    melds = [rng.choice(runs) if rng.random() < 0.7 else triplet(rng, ends) for _ in range(5)]
    return [*melds, [rng.choice(ends)] * 2]


def courtyard(rng: random.Random) -> Melds:
    """One rank in every suited group."""
    rank = rng.randint(1, 9)
    lows = [low for low in range(1, 8) if low <= rank <= low + 2]
    melds = []
    for _ in range(5):
        if rng.random() < 0.2:
            melds.append(triplet(rng, HONOURS))
        elif rng.random() < 0.8:
            melds.append(chow(rng.choice(lows), rng.choice(SUITS)))
        else:
            melds.append([f"{rank}{rng.choice(SUITS)}"] * 3)
    return [*melds, [rng.choice([f"{rank}{suit}" for suit in SUITS] + HONOURS[:1])] * 2]


def repeated_chows(rng: random.Random) -> Melds:
    """Equal chows: 般高, 同順, 單式 on twins."""
    base = [chow(rng.randint(1, 7), rng.choice(SUITS)) for _ in range(rng.randint(1, 3))]
    melds = [list(rng.choice(base)) for _ in range(5)]
    return [*melds, [rng.choice(KINDS)] * 2]


def straights(rng: random.Random) -> Melds:
    """清龍, 雜龍, 步高, 連環套, 三相逢 with two more melds near by."""
    step, low = rng.choice([(3, 1), (1, rng.randint(1, 5)), (2, rng.randint(1, 3)), (0, rng.randint(1, 7))])
    suits = rng.choice([[rng.choice(SUITS)] * 3, rng.sample(SUITS, 3)])
    melds = [chow(low + step * index, suit) for index, suit in enumerate(suits)]
    for _ in range(2):
        near = min(7, max(1, low + rng.randint(-1, 2) * max(1, step)))
        melds.append(rng.choice([rng.choice(melds), chow(near, rng.choice(SUITS)), any_meld(rng, KINDS)]))
    return [*(list(meld) for meld in melds), [rng.choice(KINDS)] * 2]


def equal_triplets(rng: random.Random) -> Melds:
    """同刻, 連刻 in one or three suits, the pair among them."""
    low = rng.randint(1, 7)
    pool = [f"{rank}{suit}" for rank in range(low, low + rng.randint(1, 3)) for suit in SUITS]
    if rng.random() < 0.4:
        suit = rng.choice(SUITS)
        pool = [f"{rank}{suit}" for rank in range(max(1, low - 1), min(9, low + 4) + 1)]
    rng.shuffle(pool)
    wanted = rng.randint(2, 5)
    melds = [[kind] * 3 for kind in pool[:wanted]]
    melds += [any_meld(rng, KINDS) for _ in range(5 - len(melds))]
    pair = pool[wanted] if wanted < len(pool) and rng.random() < 0.7 else rng.choice(KINDS)
    return [*melds, [pair] * 2]


def winds_and_dragons(rng: random.Random) -> Melds:
    family = rng.choice([list(WINDS.values()), DRAGONS, HONOURS])
    kinds = rng.sample(family, min(len(family), rng.randint(2, 5)))
    melds = [[kind] * 3 for kind in kinds]
    rest = rng.choice([KINDS, ORPHANS, one_suit(rng)])
    melds = [*melds, *(any_meld(rng, rest) for _ in range(5 - len(melds)))]
    left = [kind for kind in family if kind not in kinds]
    return [*melds, [rng.choice(left) if left and rng.random() < 0.6 else rng.choice(KINDS)] * 2]


def five_gates(rng: random.Random) -> Melds:
    melds = [any_meld(rng, of_suits(suit)) for suit in SUITS]
    winds, dragons = list(WINDS.values()), DRAGONS
    if rng.random() < 0.6:
        return [*melds, triplet(rng, winds), triplet(rng, dragons), [rng.choice(KINDS)] * 2]
    first, second = rng.sample([winds, dragons], 2)
    return [*melds, triplet(rng, first), any_meld(rng, KINDS), [rng.choice(second)] * 2]


def returned(rng: random.Random) -> Melds:
    """Four copies in two, three or four groups, for up to three kinds."""
    suit, low = rng.choice(SUITS), rng.randint(1, 5)
    around = [chow(start, suit) for start in range(max(1, low - 2), min(7, low + 2) + 1)]
    melds = [rng.choice([*around, [f"{low + rng.randint(0, 2)}{suit}"] * 3]) for _ in range(rng.randint(3, 5))]
    melds += [any_meld(rng, KINDS) for _ in range(5 - len(melds))]
    return [*melds, [f"{rng.randint(low, low + 2)}{suit}" if rng.random() < 0.7 else rng.choice(KINDS)] * 2]


def plain(rng: random.Random) -> Melds:
    """Chows that hardly meet and one triplet: small hands, 大雞 and 大鴨."""
    rng_suits = rng.sample(SUITS, 3)
    melds = [chow(low, rng_suits[index % 3]) for index, low in enumerate(rng.sample(range(1, 8), 4))]
    return [*melds, triplet(rng, of_suits(SUITS)), [rng.choice(HONOURS)] * 2]


THEMES: list[Callable[[random.Random], Melds]] = [
    themed(lambda rng: KINDS),
    themed(lambda rng: KINDS, 0.95),
    themed(one_suit),
    themed(two_suits),
    themed(narrow, 0.7),
    themed(narrow, 0.95),
    themed(lambda rng: KINDS, 0.0),
    themed(end_kinds, 0.0),
    themed(lambda rng: [kind for kind in KINDS if kind[1] != "z" and kind[0] in "19"], 0.0),
    themed(lambda rng: HONOURS, 0.0),
    themed(lambda rng: [kind for kind in KINDS if kind[1] != "z" and kind[0] not in "19"]),
    outside, courtyard, repeated_chows, straights, equal_triplets, winds_and_dragons, five_gates, returned, plain,
    repeated_chows, straights,
]  # fmt: skip


# --- special shapes: whole hands of seventeen concealed tiles


def seven_pairs(rng: random.Random) -> list[str]:
    kinds = rng.choice([KINDS, one_suit(rng), two_suits(rng), ORPHANS, HONOURS, narrow(rng)])
    pairs = [rng.choice(kinds) for _ in range(7)]
    return [*(tile for tile in pairs for _ in range(2)), *[rng.choice(kinds)] * 3]


def two_ways(rng: random.Random) -> list[str]:
    """嚦咕兩食: two pairs of equal chows, a pair and a triplet, often overlapping."""
    suit, low = rng.choice(SUITS), rng.randint(1, 6)
    kinds = [f"{rank}{rng.choice([suit, suit, *SUITS])}" for rank in range(low, min(9, low + 4) + 1)]
    first = chow(rng.randint(1, 7), suit)
    second = rng.choice([chow(rng.randint(1, 7), rng.choice(SUITS)), chow(min(7, int(first[0][0]) + 1), suit)])
    return [*first, *first, *second, *second, *[rng.choice(kinds + KINDS)] * 2, *[rng.choice(kinds + KINDS)] * 3]


def thirteen_orphans(rng: random.Random) -> list[str]:
    extra = rng.choice([any_meld(rng, KINDS), chow(rng.choice([1, 7]), rng.choice(SUITS)), triplet(rng, ORPHANS)])
    return [*ORPHANS, rng.choice(ORPHANS), *extra]


def sixteen_unrelated(rng: random.Random) -> list[str]:
    apart = [[a, b, c] for a in range(1, 4) for b in range(a + 3, 7) for c in range(b + 3, 10)]
    knots = [[1, 4, 7], [2, 5, 8], [3, 6, 9]]
    rng.shuffle(knots)
    same = [rng.choice(apart)] * 3
    ranks = rng.choice([[rng.choice(apart) for _ in SUITS], same, knots])
    tiles = [*HONOURS, *(f"{rank}{suit}" for suit, chosen in zip(SUITS, ranks, strict=True) for rank in chosen)]
    return [*tiles, rng.choice(tiles)]


SPECIALS = [seven_pairs, two_ways, two_ways, thirteen_orphans, sixteen_unrelated]


# --- documents


def fits(tiles: list[str]) -> bool:
    return max(Counter(tiles).values()) <= 4


def pick(rng: random.Random, build: Callable[[random.Random], Any], tiles: Callable[[Any], list[str]]) -> Any:
    """Build until no kind stands five times."""
    while True:
        built = build(rng)
        if fits(tiles(built)):
            return built


def flattened(melds: Melds) -> list[str]:
    return [tile for meld in melds for tile in meld]


def laid_down(rng: random.Random, melds: Melds, pair: list[str], claiming: float, konging: float, kongs: str) -> Doc:
    """A hand with each meld claimed, a kong of one of these kinds, or kept."""
    used, shown, concealed = Counter(flattened([*melds, pair])), [], list(pair)
    for meld in melds:
        kind = meld[0]
        if kind == meld[1] and used[kind] == 3 and rng.random() < konging:
            shown.append({"kind": rng.choice(kongs.split()), "tiles": written([kind] * 4)})
        elif rng.random() < claiming:
            shown.append({"kind": "pung" if kind == meld[1] else "chow", "tiles": written(meld)})
        else:
            concealed += meld
    rng.shuffle(shown)
    return with_winning_tile(rng, concealed, shown)


def basic_hand(rng: random.Random) -> Doc:
    *melds, pair = pick(rng, rng.choice(THEMES), flattened)
    claiming, konging = rng.choice([0, 0, 0.3, 0.6, 1]), rng.choice([0, 0, 0.3, 0.8])
    kongs = "concealed_kong" if rng.random() < 0.3 else "kong added_kong concealed_kong"
    return laid_down(rng, melds, pair, claiming, konging, kongs)


def special_hand(rng: random.Random) -> Doc:
    return with_winning_tile(rng, pick(rng, rng.choice(SPECIALS), list), [])


def kong_orphans(rng: random.Random) -> Doc:
    """十三么 whose extra meld is a concealed kong."""
    kind = rng.choice([k for k in KINDS if k not in ORPHANS])
    return with_winning_tile(
        rng, [*ORPHANS, rng.choice(ORPHANS)], [{"kind": "concealed_kong", "tiles": written([kind] * 4)}]
    )


def with_winning_tile(rng: random.Random, concealed: list[str], melds: list[Doc]) -> Doc:
    tile = rng.choice(concealed)
    concealed = list(concealed)
    concealed.remove(tile)
    doc: Doc = {"rule_set": "hkma-league", "concealed": written(concealed), "winning_tile": tile}
    return {**doc, "melds": melds} if melds or rng.random() < 0.1 else doc


def own_tiles(doc: Doc) -> list[str]:
    texts = [doc["concealed"], doc["winning_tile"], *(meld["tiles"] for meld in doc.get("melds", []))]
    return [rank + run[-1] for text in texts for run in runs(text) for rank in run[:-1]]


def runs(text: str) -> list[str]:
    out, run = [], ""
    for letter in text:
        run += letter
        if letter.isalpha():
            out.append(run)
            run = ""
    return out


def around(rng: random.Random, doc: Doc) -> Doc:
    """Add winds, flowers, manner of winning, river and options, each sometimes."""
    doc["self_draw"] = rng.random() < 0.45
    doc["seat_wind"], doc["round_wind"] = rng.choice("ESWN"), rng.choice("EESSWN")
    if rng.random() < 0.75:
        doc["flowers"] = written(rng.sample(FLOWERS, rng.choice([0, 1, 1, 2, 2, 3, 4, 5, 6, 7, 8])))
        if rng.random() < 0.1:
            doc["flowers"] = rng.choice(["1234f", "5678f", "12345f", "25678f"])
    if rng.random() < 0.2:
        doc["discards"] = rng.choice([0, 3, 4, 5, 7, 8, 10, 11, 40, 60])
    if rng.random() < 0.4:
        doc["options"] = {o: rng.choice(OPTION_VALUES[o]) for o in rng.sample(list(OPTION_VALUES), rng.randint(1, 3))}
    if rng.random() < 0.35:
        doc["visible"] = written(visible(rng, doc))
    if not doc["self_draw"] and rng.random() < 0.15:
        doc["winners"] = rng.randint(1, 3)
    return circumstances(rng, doc)


def visible(rng: random.Random, doc: Doc) -> list[str]:
    """Often the other copies of the winning tile, and of other tiles round it."""
    own = Counter(own_tiles(doc))
    seen = []
    for kind in rng.sample(KINDS, rng.randint(0, 8)):
        seen += [kind] * rng.randint(0, 4 - own[kind])
    if rng.random() < 0.7:
        tile = doc["winning_tile"]
        seen = [kind for kind in seen if kind != tile] + [tile] * (4 - own[tile])
    return seen


def circumstances(rng: random.Random, doc: Doc) -> Doc:
    said: list[str] = []
    draws = doc["self_draw"]
    if rng.random() < 0.3:
        said.append(rng.choice(["declared_ready", "declared_ready", "heavenly_ready", "earthly_ready", "human_ready"]))
        said += ["one_shot"] if rng.random() < 0.5 else []
    if rng.random() < 0.2:
        own = ["last_tile", "heavenly_win", "human_win"]
        others = ["robbed_kong", "robbed_kong", "last_discard", "earthly_win", "human_win", "robbed_concealed_kong"]
        said.append(rng.choice(own if draws else others))
    if draws and rng.random() < 0.25:
        doc["replacements"] = [rng.choice(["flower", "kong"]) for _ in range(rng.choice([1, 1, 2, 3]))]
    if "heavenly_win" in said and rng.random() < 0.8:
        doc["seat_wind"] = "E"
    if said or rng.random() < 0.05:
        if FIRST & set(said):  # whether the river includes the winning discard is a matter of taste
            doc.pop("discards", None)
        rng.shuffle(said)
        doc["circumstances"] = said
    return doc


def small_hand(rng: random.Random) -> Doc:
    """Four melds claimed, the fifth a two-sided chow, one flower: few fans, so 大雞 and 大鴨 happen."""
    melds = pick(rng, plain, flattened)
    open_chow = melds.pop(rng.randrange(4))
    tile = open_chow[0] if open_chow[0][0] != "7" else open_chow[2]
    shown = [{"kind": "pung" if meld[0] == meld[1] else "chow", "tiles": written(meld)} for meld in melds[:4]]
    left = [*open_chow, *melds[4]]
    left.remove(tile)
    return {
        "rule_set": "hkma-league", "concealed": written(left), "winning_tile": tile, "melds": shown,
        "self_draw": rng.random() < 0.5, "seat_wind": rng.choice("SWN"), "round_wind": rng.choice("ES"),
        "flowers": rng.choice(["1f", "5f", ""]),
    }  # fmt: skip


def flower_hand(rng: random.Random) -> Doc:
    last = rng.choice(FLOWERS)
    tiles = pick(rng, lambda r: r.sample(KINDS * 4, 16), list)
    return {
        "rule_set": "hkma-league", "concealed": written(tiles), "winning_tile": last, "self_draw": rng.random() < 0.5,
        "seat_wind": rng.choice("ESWN"), "round_wind": rng.choice("ES"),
        "flowers": written([flower for flower in FLOWERS if flower != last]), "circumstances": ["flower_win"],
    }  # fmt: skip


def valid_hand(rng: random.Random) -> Doc:
    """Return a document of a complete hand; its circumstances may still contradict each other."""
    build = rng.choices([basic_hand, special_hand, kong_orphans, small_hand, flower_hand], [79, 15, 2, 3, 1])[0]
    doc = build(rng)
    if build in (flower_hand, small_hand):
        return doc
    doc = around(rng, doc)
    return doc if rng.random() < 0.1 or is_possible(doc) else without_story(doc)


def is_possible(doc: Doc) -> bool:
    try:
        read_document(doc)
    except Wrong:
        return False
    return True


def without_story(doc: Doc) -> Doc:
    return {key: value for key, value in doc.items() if key not in ("circumstances", "replacements", "discards")}


# --- spoilt documents


def put(key: str, *values: Any) -> Callable[[random.Random, Doc], Doc]:
    return lambda rng, doc: {**doc, key: rng.choice(values)}


def drop(rng: random.Random, doc: Doc) -> Doc:
    gone = rng.choice(["rule_set", "concealed", "winning_tile", "self_draw", "seat_wind", "round_wind"])
    return {key: value for key, value in doc.items() if key != gone}


def change_tile(rng: random.Random, doc: Doc) -> Doc:
    tiles = [rank + run[-1] for run in runs(doc["concealed"]) for rank in run[:-1]]
    if tiles:
        tiles[rng.randrange(len(tiles))] = rng.choice(KINDS)
    return {**doc, "concealed": written(tiles)}


def resize(rng: random.Random, doc: Doc) -> Doc:
    return {**doc, "concealed": doc["concealed"] + rng.choice(["1z", "55m", "123p"])}


def add_meld(meld: Doc) -> Callable[[random.Random, Doc], Doc]:
    return lambda rng, doc: {**doc, "melds": [*doc.get("melds", []), meld]}


SPOILERS: list[Callable[[random.Random, Doc], Doc]] = [
    drop, change_tile, change_tile, change_tile, resize,
    put("rule_set", "hkma-leage", "", None, 7),
    put("colour", "red"), put("player", 1),
    put("self_draw", "yes", 1, None), put("seat_wind", "X", "east", "", None, 3), put("round_wind", "東", "ES", 0),
    put("winning_tile", "4x", "", "44m", "0m", "8z", "9f", None, "1f"),
    put("concealed", "123", "12a", "m1", "12z8z", 5), put("flowers", "9f", "11f", "1m", "1f1f", 3),
    put("visible", "0p", "11111z", "22222m", "8z"),
    put("melds", [{"kind": "chow", "tiles": "124m"}], [{"kind": "pung", "tiles": "112p"}]),
    add_meld({"kind": "kong", "tiles": "111z"}), add_meld({"kind": "chow", "tiles": "123z"}),
    add_meld({"kind": "quad", "tiles": "1111z"}), add_meld({"kind": "pung", "tiles": "11f"}),
    add_meld({"kind": "pung"}), add_meld({"kind": "pung", "tiles": "111z", "from": 2}),
    put("options", {"L-99": "x"}, {"L-1": "maybe"}, {"L-3": "total"}, {"M-1": "a"}, {"L-4": 5}, {"L-5": "x"}),
    put("discards", -1, "9", 2.5, None, True), put("winners", 0, 4, "2", 1.5),
    put("replacements", ["rain"], ["flower", ""]), put("dealer", "no", 2),
    put("circumstances", ["sunny"], ["among_last_four"], ["earthly_one_shot"], ["dealt_flowers"], ["one_shot"],
        ["declared_ready", "human_ready"], ["heavenly_win", "earthly_win"], ["flower_win"], ["last_tile"],
        ["robbed_kong"], ["robbed_concealed_kong"], ["earthly_win"], ["heavenly_win"], ["human_win", "last_tile"],
        ["robbed_kong", "last_discard"]),
    put("winners", 2, 3), put("replacements", ["kong"], ["flower"], ["kong", "flower"]),
]  # fmt: skip


def spoilt_hand(rng: random.Random) -> Doc:
    doc = valid_hand(rng)
    for _ in range(rng.choice([1, 1, 1, 2])):
        doc = rng.choice(SPOILERS)(rng, doc) if "concealed" in doc and isinstance(doc["concealed"], str) else doc
    return doc


def random_hand(seed: int) -> Doc:
    """Return the document of this seed: one in eight is spoilt."""
    rng = random.Random(seed)
    return spoilt_hand(rng) if rng.random() < 0.125 else valid_hand(rng)
