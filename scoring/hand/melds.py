"""面子 Melds on the table before the hand is won, and groups of a hand as it is read: by shape, not by value."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from scoring.errors import ScoringError, missing_key, refused, unknown_key
from scoring.hand.tiles import HONORS, KINDS, RANK_OF, SUIT_OF, Tile, read_tiles, write_tiles

CHOW = "chow"
PUNG = "pung"
KONG = "kong"
ADDED_KONG = "added_kong"
CONCEALED_KONG = "concealed_kong"
KINDS_OF_MELD = (CHOW, PUNG, KONG, ADDED_KONG, CONCEALED_KONG)


_ZH = {CHOW: "順子", PUNG: "刻子", KONG: "明槓", ADDED_KONG: "加槓", CONCEALED_KONG: "暗槓"}


@dataclass(frozen=True, slots=True, repr=False)
class Meld:
    """面子 A chow, pung or kong on the table. `kind` is chow, pung, kong, added_kong or concealed_kong; `tile` is the
    number (`read_tile`) of its lowest tile. `Meld.parse` makes one from text. Raises ScoringError bad_meld.

    >>> from scoring import read_tile
    >>> Meld("pung", read_tile("7z")) == Meld.parse("pung 777z")
    True
    >>> Meld.parse("concealed kong 1111z").kind
    'concealed_kong'
    """

    kind: str
    tile: Tile

    def __post_init__(self) -> None:
        if self.kind not in KINDS_OF_MELD or type(self.tile) is not int or not _can_start(self.kind, self.tile):
            raise _no_such_meld("melds", self.kind)

    @classmethod
    def parse(cls, text: str) -> "Meld":
        """Read a meld such as "pung 777z" or "concealed kong 1111z". Raises ScoringError bad_meld or bad_tile."""
        return _parsed(text, "melds")

    @property
    def is_kong(self) -> bool:
        return self.kind in (KONG, ADDED_KONG, CONCEALED_KONG)

    @property
    def claimed(self) -> bool:
        """明 Whether the meld contains another player's discard: True for every kind except concealed_kong."""
        return self.kind != CONCEALED_KONG

    @property
    def tiles(self) -> tuple[Tile, ...]:
        if self.kind == CHOW:
            return (self.tile, self.tile + 1, self.tile + 2)
        return (self.tile,) * (4 if self.is_kong else 3)

    def __str__(self) -> str:
        return f"{self.kind.replace('_', ' ')} {write_tiles(self.tiles)}"

    def __repr__(self) -> str:
        return f"Meld.parse({str(self)!r})"


def _can_start(kind: str, tile: Tile) -> bool:
    return (0 <= tile < HONORS and tile % 9 < 7) if kind == CHOW else 0 <= tile < KINDS


@cache
def meld(kind: str, tile: Tile) -> Meld:
    """面子 The meld of this kind and lowest tile, one object for all hands: there are 163 of them."""
    return Meld(kind, tile)


def read_melds(given: object) -> tuple[Meld, ...]:
    """Read melds: each as Meld, as text ("pung 777z") or as in documents. Raises ScoringError bad_meld, bad_tile,
    missing_key or unknown_key, naming the place."""
    if not isinstance(given, list | tuple):
        raise refused("bad_meld", "melds", "應為一列面子", "must be a list of melds")
    return tuple([_read(entry, f"melds[{number}]") for number, entry in enumerate(given)])


def _read(entry: object, field: str) -> Meld:
    if isinstance(entry, Meld):
        return entry
    if isinstance(entry, str):
        return _parsed(entry, field)
    if not isinstance(entry, Mapping):
        raise refused("bad_meld", field, "應為一個物件", "must be an object")
    for key in ("kind", "tiles"):
        if key not in entry:
            raise missing_key(f"{field}.{key}")
    for key in entry:
        if key not in ("kind", "tiles"):
            raise unknown_key(f"{field}.{key}")
    return meld_of(entry["kind"], read_tiles(entry["tiles"], f"{field}.tiles"), field)


def _parsed(text: str, field: str) -> Meld:
    kind, _, tiles = text.strip().rpartition(" ")
    return meld_of("_".join(kind.split()), read_tiles(tiles, field), field)


def meld_of(kind: object, tiles: Sequence[Tile], field: str = "melds") -> Meld:
    """The meld of these tiles. Raises ScoringError bad_meld, naming `field`."""
    if not isinstance(kind, str) or kind not in KINDS_OF_MELD:
        raise _no_such_meld(field, kind)
    ordered = sorted(tiles)
    made = meld(kind, ordered[0]) if ordered and _can_start(kind, ordered[0]) else None
    if made is None or made.tiles != tuple(ordered):
        written = write_tiles(tiles)
        raise refused("bad_meld", field, f"「{written}」不成{_ZH[kind]}", f"{written!r} is no {kind}")
    return made


def _no_such_meld(field: str, kind: object) -> ScoringError:
    return refused("bad_meld", field, f"沒有「{kind}」這種面子", f"there is no meld of kind {kind!r}")


PAIR, LONE, KNITTED = "pair", "lone", "knitted"
TRIPLETS = (PUNG, KONG, ADDED_KONG, CONCEALED_KONG)
KONGS = (KONG, ADDED_KONG, CONCEALED_KONG)

_STEPS = {CHOW: 1, KNITTED: 3}
_SIZE = {PUNG: 3, KONG: 4, ADDED_KONG: 4, CONCEALED_KONG: 4, PAIR: 2, LONE: 1}


class Group(NamedTuple):
    """牌組 A group of tiles in a won hand.

    kind: the kind of a meld, or "pair", "lone" (a single tile of 十三么 or 十六不搭) or "knitted" (147, 258 or 369 in
        組合龍)
    tile: the lowest tile
    open: whether the group was claimed, or completed with another player's tile
    winning: whether it contains the winning tile
    melded: whether it was on the table before the hand was won
    """

    kind: str
    tile: Tile
    open: bool = False
    winning: bool = False
    melded: bool = False

    @property
    def tiles(self) -> str:
        """The tiles of the group as text: "123m"."""
        return write_tiles(self.each_tile)

    @property
    def each_tile(self) -> tuple[Tile, ...]:
        if self.kind in _STEPS:
            return (self.tile, self.tile + _STEPS[self.kind], self.tile + 2 * _STEPS[self.kind])
        return (self.tile,) * _SIZE[self.kind]

    @property
    def suit(self) -> int:
        """0 萬, 1 筒, 2 索, 3 番子."""
        return SUIT_OF[self.tile]

    @property
    def rank(self) -> int:
        """The rank of its lowest tile: 0–8 in a suit, 0–6 among the honours."""
        return RANK_OF[self.tile]

    @property
    def ranks(self) -> tuple[int, ...]:
        if self.kind in _STEPS:
            return (self.rank, self.rank + _STEPS[self.kind], self.rank + 2 * _STEPS[self.kind])
        return (self.rank,)

    @property
    def is_meld(self) -> bool:
        return self.kind in (CHOW, *TRIPLETS)
