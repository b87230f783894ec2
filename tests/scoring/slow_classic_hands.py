"""Hands of hk-classic laid out slowly: every arrangement, every shape, what they wait for.

Shares no code with `scoring`.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

Doc = dict[str, Any]
Rows = dict[str, tuple[int, int]]

SUITS = "mps"
HONORS = [f"{rank}z" for rank in range(1, 8)]
WINDS, DRAGONS = HONORS[:4], HONORS[4:]
KINDS = [f"{rank}{suit}" for suit in SUITS for rank in range(1, 10)] + HONORS
ORPHANS = [f"{rank}{suit}" for suit in SUITS for rank in (1, 9)] + HONORS
SEATS = dict(zip("ESWN", WINDS, strict=True))


class Group(NamedTuple):
    kind: str  # chow, pung, kong, pair
    tiles: tuple[str, ...]
    closed: bool

    @property
    def rank(self) -> int:
        return int(self.tiles[0][0])

    @property
    def suit(self) -> str:
        return self.tiles[0][1]

    @property
    def set(self) -> bool:
        return self.kind in ("pung", "kong")


class Reading(NamedTuple):
    groups: tuple[Group, ...]
    place: str  # pair, middle, edge, side, triplet
    lone: tuple[str, ...] = ()
    covered: frozenset[str] = frozenset()


# --- tiles


def tiles_of(text: str) -> list[str]:
    tiles, digits = [], ""
    for sign in text:
        if sign.isdigit():
            digits += sign
        else:
            tiles += [digit + sign for digit in digits]
            digits = ""
    return tiles


def held(doc: Doc) -> list[str]:
    return [*tiles_of(doc["concealed"]), doc["winning_tile"]]


def melds_of(doc: Doc) -> tuple[Group, ...]:
    melds = []
    for meld in doc.get("melds", ()):
        kind = "kong" if "kong" in meld["kind"] else meld["kind"]
        melds.append(Group(kind, tuple(sorted(tiles_of(meld["tiles"]))), meld["kind"] == "concealed_kong"))
    return tuple(melds)


def run_from(tile: str) -> tuple[str, ...]:
    rank = int(tile[0])
    return tuple(f"{rank + step}{tile[1]}" for step in range(3)) if tile[1] != "z" and rank < 8 else ()


# --- arrangements


def arranged(tiles: list[str], pair: bool = True) -> Iterator[tuple[Group, ...]]:
    """Every way to lay tiles out as melds and, if asked for, one pair."""
    if not tiles:
        if not pair:
            yield ()
        return
    first = min(tiles, key=KINDS.index)
    tries = [("pair", (first,) * 2)] * pair + [("pung", (first,) * 3), ("chow", run_from(first))]
    for kind, wanted in tries:
        rest = list(tiles)
        if wanted and all(rest.count(tile) >= wanted.count(tile) for tile in wanted):
            for tile in wanted:
                rest.remove(tile)
            for others in arranged(rest, pair and kind != "pair"):
                yield (Group(kind, wanted, True), *others)


def place_in(group: Group, tile: str) -> str:
    if group.kind != "chow":
        return "pair" if group.kind == "pair" else "triplet"
    if tile == group.tiles[1]:
        return "middle"
    return "edge" if (group.rank, int(tile[0])) in ((1, 3), (7, 7)) else "side"


def basic_readings(doc: Doc) -> Iterator[Reading]:
    tile, seen = doc["winning_tile"], set()
    for laid in arranged(held(doc)):
        for number, group in enumerate(laid):
            if tile in group.tiles:
                closed = doc["self_draw"] or group.kind == "pair"
                groups = (*laid[:number], group._replace(closed=closed), *laid[number + 1 :], *melds_of(doc))
                reading = Reading(tuple(sorted(groups)), place_in(group, tile))
                if reading not in seen:
                    seen.add(reading)
                    yield reading


def pairs_reading(doc: Doc) -> Reading | None:
    counts = Counter(held(doc))
    odd = [tile for tile, copies in counts.items() if copies % 2]
    if doc.get("melds") or len(odd) != 1 or counts[odd[0]] != 3:
        return None
    closed = doc["self_draw"] or odd[0] != doc["winning_tile"]
    pairs = [Group("pair", (tile,) * 2, True) for tile, n in counts.items() if n != 3 for _ in range(n // 2)]
    return Reading((*pairs, Group("pung", (odd[0],) * 3, closed)), "")


def orphan_readings(doc: Doc) -> Iterator[Reading]:
    melds = melds_of(doc)
    if any(not meld.closed for meld in melds) or len(melds) > 1:
        return
    rest = list(held(doc))
    for tile in ORPHANS:
        if tile not in rest:
            return
        rest.remove(tile)
    for double in {tile for tile in rest if tile in ORPHANS}:
        left = list(rest)
        left.remove(double)
        for laid in arranged(left, pair=False):
            yield Reading((*laid, *melds), "", (*ORPHANS, double))


def unrelated_reading(doc: Doc) -> Reading | None:
    tiles = held(doc)
    suits = [sorted(int(tile[0]) for tile in tiles if tile[1] == suit) for suit in SUITS]
    apart = all(len(s) == 3 and s[1] - s[0] > 2 and s[2] - s[1] > 2 for s in suits)
    fits = not doc.get("melds") and apart and set(HONORS) <= set(tiles) and len(tiles) == 17
    return Reading((), "", tuple(tiles)) if fits else None


def wins(doc: Doc) -> bool:
    special = pairs_reading(doc) or unrelated_reading(doc) or next(orphan_readings(doc), None)
    return bool(special) or next(arranged(held(doc)), None) is not None


def waits(doc: Doc) -> list[str]:
    own = own_copies({**doc, "winning_tile": ""})
    return [tile for tile in KINDS if own[tile] < 4 and wins({**doc, "winning_tile": tile})]


def own_copies(doc: Doc) -> Counter[str]:
    return Counter([*held(doc), *(tile for meld in melds_of(doc) for tile in meld.tiles)])


def tiles_in(reading: Reading) -> list[str]:
    return [*(tile for group in reading.groups for tile in group.tiles), *reading.lone]
