"""食糊形: every way to read seventeen tiles, by brute force (rules: "Counting a hand" 1, special shapes)."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations

from tests.oracle.tiles import KINDS, ORPHANS, SUITS, chow_from, rank

KONGS = ("kong", "added_kong", "concealed_kong")


@dataclass(frozen=True)
class Group:
    """One physical group. `form`: chow, triplet, kong or pair; `open` by claim or by the winning discard."""

    form: str
    tiles: tuple[str, ...]
    open: bool = False
    claimed: bool = False
    won: bool = False  # the winning tile sits in it

    @property
    def first(self) -> str:
        return self.tiles[0]

    @property
    def is_meld(self) -> bool:
        return self.form != "pair"

    @property
    def is_triplet(self) -> bool:
        return self.form in ("triplet", "kong")


@dataclass(frozen=True)
class Reading:
    """One way to read the hand. `groups` is empty for 十六不搭, holds only the extra meld for 十三么."""

    shape: str
    groups: tuple[Group, ...]


def declared(melds: list[tuple[str, list[str]]]) -> list[Group]:
    forms = {"chow": "chow", "pung": "triplet", "kong": "kong", "added_kong": "kong", "concealed_kong": "kong"}
    shown = [kind != "concealed_kong" for kind, _ in melds]
    return [
        Group(forms[kind], tuple(tiles), open=is_open, claimed=is_open)
        for (kind, tiles), is_open in zip(melds, shown, strict=True)
    ]


def without(tiles: list[str], taken: list[str]) -> list[str] | None:
    """Take `taken` out of `tiles`; None if they are not all there."""
    left = list(tiles)
    for tile in taken:
        if tile not in left:
            return None
        left.remove(tile)
    return left


def melds_of(tiles: list[str]) -> Iterator[list[tuple[str, ...]]]:
    """Yield every way to part sorted `tiles` into chows and triplets."""
    if not tiles:
        yield []
        return
    for meld in ([tiles[0]] * 3, chow_from(tiles[0])):
        left = without(tiles, meld) if meld else None
        if left is not None:
            for rest in melds_of(left):
                yield [tuple(meld), *rest]


def partings(tiles: list[str]) -> Iterator[tuple[list[tuple[str, ...]], tuple[str, str]]]:
    """Yield every way to part `tiles` into melds and one pair."""
    tiles = sorted(tiles, key=KINDS.index)
    for kind in dict.fromkeys(tiles):
        left = without(tiles, [kind, kind])
        if left is not None:
            for melds in melds_of(left):
                yield melds, (kind, kind)


def placed(groups: list[Group], tile: str, discard: bool) -> Iterator[tuple[Group, ...]]:
    """Yield the groups once for each different group that the winning tile can sit in."""
    seen = set()
    for index, group in enumerate(groups):
        if tile in group.tiles and group not in seen:
            seen.add(group)
            won = replace(group, won=True, open=discard)
            yield (*groups[:index], won, *groups[index + 1 :])


def basic_readings(concealed: list[str], tile: str, melds: list[Group], discard: bool) -> list[Reading]:
    found = []
    for parts, pair in partings([*concealed, tile]):
        own = [Group("triplet" if part[0] == part[1] else "chow", part) for part in parts]
        ways = placed([*own, Group("pair", pair)], tile, discard)
        found += [Reading("basic", (*melds, *groups)) for groups in ways]
    return found


def seven_pairs_readings(concealed: list[str], tile: str, melds: list[Group], discard: bool) -> list[Reading]:
    """嚦咕嚦咕: seven pairs and one triplet, no melds; four equal tiles are two pairs."""
    counts = Counter([*concealed, tile])
    triplets = [kind for kind in counts if counts[kind] == 3]
    if melds or len(triplets) != 1 or any(count == 1 for count in counts.values()):
        return []
    groups = [Group("triplet", (triplets[0],) * 3)]
    for kind, count in counts.items():
        groups += [Group("pair", (kind, kind))] * (count // 2) if count != 3 else []
    return [Reading("seven_pairs", each) for each in placed(groups, tile, discard)]


def thirteen_orphans_readings(concealed: list[str], tile: str, melds: list[Group], discard: bool) -> list[Reading]:
    """十三么: all thirteen, one of them twice, one complete meld: in the hand, or a concealed kong (L-21)."""
    if any(group.claimed or group.form != "kong" for group in melds) or len(melds) > 1:
        return []
    left = without([*concealed, tile], ORPHANS)
    if left is None:
        return []
    found = []
    for double in sorted(set(left) & set(ORPHANS)):
        found += extra_meld_readings(without(left, [double]) or [], [*ORPHANS, double], tile, melds, discard)
    return found


def extra_meld_readings(
    left: list[str], others: list[str], tile: str, melds: list[Group], discard: bool
) -> Iterator[Reading]:
    """Yield 十三么 with the winning tile among the fourteen, and with it in the extra meld."""
    if melds:
        if not left:
            yield Reading("thirteen_orphans", tuple(melds))
        return
    for parts in melds_of(sorted(left, key=KINDS.index)):
        if len(parts) != 1:
            continue
        meld = Group("triplet" if parts[0][0] == parts[0][1] else "chow", parts[0])
        if tile in others:
            yield Reading("thirteen_orphans", (meld,))
        for groups in placed([meld], tile, discard):
            yield Reading("thirteen_orphans", groups)


def sixteen_unrelated_readings(concealed: list[str], tile: str, melds: list[Group]) -> list[Reading]:
    """十六不搭: seven honours, three tiles of each suit at least three ranks apart, one of the sixteen twice."""
    tiles = [*concealed, tile]
    kinds = set(tiles)
    if melds or len(tiles) != 17 or len(kinds) != 16 or sum(kind[1] == "z" for kind in kinds) != 7:
        return []
    for suit in SUITS:
        ranks = [rank(kind) for kind in kinds if kind[1] == suit]
        if len(ranks) != 3 or any(abs(a - b) < 3 for a, b in combinations(ranks, 2)):
            return []
    return [Reading("sixteen_unrelated", ())]


def all_readings(concealed: list[str], tile: str, melds: list[Group], discard: bool) -> list[Reading]:
    return [
        *basic_readings(concealed, tile, melds, discard),
        *seven_pairs_readings(concealed, tile, melds, discard),
        *thirteen_orphans_readings(concealed, tile, melds, discard),
        *sixteen_unrelated_readings(concealed, tile, melds),
    ]


def waits(concealed: list[str], melds: list[Group]) -> list[str]:
    """Return the kinds that complete the hand, by structure: all 34 are tried, four own copies are no wait (L-26)."""
    own = Counter([*concealed, *(tile for group in melds for tile in group.tiles)])
    return [kind for kind in KINDS if own[kind] < 4 and all_readings(concealed, kind, melds, False)]
