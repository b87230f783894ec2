"""What the parts of a reading make together: which tiles it is made of (`Makeup`), how its groups are built (`Shape`).

Every half of a part is summed up in small integers: `flags` are joined by or, `alls` (ranks that are in every group) by
and, `sums` added up. What comes out for a hand is the key of its makeup and of its shape, so each is looked at once.
Knows no value.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from scoring.packing import bits
from scoring.parts import EVERY_RANK, SIMPLES, TERMINALS, Part

BASIC, SEVEN_PAIRS, THIRTEEN_ORPHANS, SIXTEEN_UNRELATED = range(4)
KIND_NAMES = ("basic", "seven_pairs", "thirteen_orphans", "sixteen_unrelated")
"""The kinds of hand as the interface writes them."""

_FLAGS = (
    "chows",
    "pungs",
    "terminals",
    "simples",
    "fives",
    "inner_groups",
    "winds",
    "dragons",
    "no_flowers",
    "both_flower_families",
    "same_ranks",
    "all_ranks",
    "opened",
    "eight_pairs",
    "rank_run",
    "common_rank",
    "one_meld_each",
)
_SUITS_BITS = 2
_FLAG_AT = {name: _SUITS_BITS + place for place, name in enumerate(_FLAGS)}
_KIND_AT = _SUITS_BITS + len(_FLAGS)

_SUMS = ("eyes", "chows", "pungs", "closed_pungs", "kongs", "doubled_chows", "closed_returns", "returns")
_EYES_AT, _CHOWS_AT, _PUNGS_AT, _CLOSED_PUNGS_AT, _KONGS_AT, _DOUBLED_AT, _CLOSED_RETURNS_AT, _RETURNS_AT = range(
    0, 3 * len(_SUMS), 3
)
ONE_CLOSED_PUNG = 1 << _CLOSED_PUNGS_AT
"""What a concealed triplet adds to the sums."""
ONE_PAIR = 1 << _EYES_AT
"""What the pair of a basic hand adds to the sums."""

SUMS_WIDTH = 3 * len(_SUMS)
MAKEUP_WIDTH = _KIND_AT + 2
MAKEUP_MASK = (1 << MAKEUP_WIDTH) - 1
SUITS_MASK = (1 << _SUITS_BITS) - 1
"""The number of suits is the lowest field of a makeup's key."""

HAS_CHOWS, HAS_SETS, ONE_MELD = 1 << 9, 1 << 10, 1 << 11
"""Above the ranks of `alls`: there are chows, other groups, exactly one meld; of several suits what holds for all."""

ONE_MELD_EACH = 1 << _FLAG_AT["one_meld_each"]
COMMON_RANK = 1 << _FLAG_AT["common_rank"]
BOTH_HONORS = 1 << _FLAG_AT["winds"] | 1 << _FLAG_AT["dragons"]


_FLAG_BITS = {name: 1 << at for name, at in _FLAG_AT.items()}


class Makeup:
    """成分 Which tiles and sorts of groups the hand is made of, read off a makeup's key.

    `kind`: BASIC, SEVEN_PAIRS … · `suits`: how many of the three · `chows`, `pungs`: whether there are any ·
    `inner_groups`: some suited group holds neither 1 nor 9 · `common_rank`: some rank is in every suited group ·
    `one_meld_each`: one meld of each suit, of winds and of dragons · `same_ranks`, `all_ranks`: the suits of 十六不搭
    carry the same three ranks, ranks 1–9 once each · `opened`: one of those tiles is another's · `eight_pairs`: 嚦咕
    that waited as eight pairs · `rank_run`: its pairs and its triplet are eight ranks in a row (通天).
    """

    __slots__ = ("basic", "honors", "kind", "suits", *_FLAGS)

    basic: bool
    """基本形."""
    honors: bool
    """Whether there are winds or dragons."""
    kind: int
    suits: int
    chows: bool
    pungs: bool
    terminals: bool
    simples: bool
    fives: bool
    inner_groups: bool
    winds: bool
    dragons: bool
    no_flowers: bool
    both_flower_families: bool
    same_ranks: bool
    all_ranks: bool
    opened: bool
    eight_pairs: bool
    rank_run: bool
    common_rank: bool
    one_meld_each: bool

    def __init__(self, key: int) -> None:
        self.kind = key >> _KIND_AT
        self.basic = self.kind == BASIC
        self.honors = key & BOTH_HONORS > 0
        self.suits = key & SUITS_MASK
        for name, bit in _FLAG_BITS.items():
            setattr(self, name, key & bit > 0)


class Shape:
    """結構 How many groups of which sort, read off the sum of the parts.

    `pungs` count kongs too · `eyes`: 1 in a basic hand, 0 in special shapes · `returns`, `closed_returns`: kinds
    returned (四歸) · `doubled_chows`: different chows that are there exactly twice.
    """

    __slots__ = _SUMS

    eyes: int
    chows: int
    pungs: int
    closed_pungs: int
    kongs: int
    returns: int
    closed_returns: int
    doubled_chows: int

    def __init__(self, sums: int) -> None:
        self.eyes = sums >> _EYES_AT & 7
        self.chows = sums >> _CHOWS_AT & 7
        self.pungs = sums >> _PUNGS_AT & 7
        self.closed_pungs = sums >> _CLOSED_PUNGS_AT & 7
        self.kongs = sums >> _KONGS_AT & 7
        self.doubled_chows = sums >> _DOUBLED_AT & 7
        self.closed_returns = sums >> _CLOSED_RETURNS_AT & 7
        self.returns = sums >> _RETURNS_AT & 7


def shape_sums(**fields: int) -> int:
    """The sum that stands for a shape of these fields."""
    return sum(number << 3 * _SUMS.index(name) for name, number in fields.items())


def makeup_key(kind: int = BASIC, suits: int = 0, **flags: bool) -> int:
    """The share of a makeup's key that comes from the hand and not from its parts."""
    return kind << _KIND_AT | suits | sum(bool(value) << _FLAG_AT[name] for name, value in flags.items())


_SOME_PUNGS = _FLAG_BITS["pungs"]


def _flag(name: str, value: object) -> int:
    return _FLAG_BITS[name] if value else 0


class Summary(NamedTuple):
    """Half of a part in three integers (see the module) and its number of melds."""

    flags: int
    alls: int
    sums: int
    melds: int


def chow_summary(part: Part) -> Summary:
    """What the chows of a part add."""
    flags, common = _of_chows(part.starts)
    sums = part.number << _CHOWS_AT | part.doubled_chows() << _DOUBLED_AT
    return Summary(flags, common, sums, part.number)


@cache
def _of_chows(starts: int) -> tuple[int, int]:
    """The flags of chows that start at these ranks, and the ranks that are in all of them."""
    common = EVERY_RANK
    for first in bits(starts):
        common &= 7 << first
    return _flag("chows", starts) | _suit_flags(starts | starts << 1 | starts << 2, starts & 0b0111110), common


def set_summary(part: Part) -> Summary:
    """What the triplets, kongs, pairs and lone tiles of a part add.

    The honours have their one meld each if that is one of winds and one of dragons.
    """
    pungs, eyes = part.pungs, part.eyes
    lone = pungs | part.singles
    if eyes is not None:
        lone |= 1 << eyes
    for rank in part.pairs:
        lone |= 1 << rank
    number = pungs.bit_count()
    sums = number << _PUNGS_AT | part.closed_pungs.bit_count() << _CLOSED_PUNGS_AT | (eyes is not None) << _EYES_AT
    if part.kongs:
        sums |= part.kongs.bit_count() << _KONGS_AT
    flags, common = _of_tiles(lone, part.suited)
    if number:
        flags |= _SOME_PUNGS
    return Summary(flags, common, sums, number if part.suited else _one_each(part))


@cache
def _of_tiles(held: int, suited: bool) -> tuple[int, int]:
    """The flags of groups of equal tiles of these ranks, and the rank that is in all of them."""
    if not suited:
        return _honor_flags(held), EVERY_RANK
    return _suit_flags(held, held & SIMPLES), EVERY_RANK if not held else held if not held & held - 1 else 0


def return_sums(part: Part) -> int:
    """What the kinds returned (四歸) in a part add to the sums."""
    returned = part.returns()
    closed = sum([found.closed for found in returned])
    return len(returned) << _RETURNS_AT | closed << _CLOSED_RETURNS_AT


def _suit_flags(held: int, inner: int) -> int:
    """`held`: ranks · `inner`: whether a group holds neither 1 nor 9."""
    return (
        _flag("terminals", held & TERMINALS)
        | _flag("simples", held & SIMPLES)
        | _flag("fives", held & 0b10000)
        | _flag("inner_groups", inner)
    )


def _honor_flags(held: int) -> int:
    return _flag("winds", held & 0b0001111) | _flag("dragons", held & 0b1110000)


def _one_each(honors: Part) -> bool:
    winds, dragons = honors.pungs & 0b0001111, honors.pungs & 0b1110000
    return winds.bit_count() == dragons.bit_count() == 1
