"""Keys built from the parts of a reading: its tiles (`TileProfile`) and the kinds of its groups (`Shape`).

Each half of a part is summarised in small integers: `flags` are combined by or, `alls` (ranks in every group) by and,
`sums` by addition. The results are the keys of the hand's profile and shape, so each of those is built once.
"""

from functools import cache
from typing import NamedTuple

from scoring.fast.packed_views import EVERY_RANK, SIMPLES, TERMINALS, PackedSuit
from scoring.fast.packing import bits
from scoring.reading.views import Shape, TileProfile
from scoring.reading.winning_shapes import BASIC, SEVEN_PAIRS

_FLAG_NAMES = """
chows pungs terminals simples fives inner_groups winds dragons no_flowers both_flower_families common_rank one_meld_each
eight_pairs rank_run
"""
_FLAGS = _FLAG_NAMES.split()
_SUITS_BITS = 2
_FLAG_AT = {name: _SUITS_BITS + place for place, name in enumerate(_FLAGS)}

_SUMS = ("eyes", "chows", "pungs", "concealed_pungs", "kongs", "doubled_chows", "concealed_returns", "returns")
_EYES_AT, _CHOWS_AT, _PUNGS_AT, _CONCEALED_PUNGS_AT, _KONGS_AT, _DOUBLED_AT, _CONCEALED_RETURNS_AT, _RETURNS_AT = range(
    0, 3 * len(_SUMS), 3
)
ONE_CONCEALED_PUNG = 1 << _CONCEALED_PUNGS_AT
ONE_PAIR = 1 << _EYES_AT

SUMS_WIDTH = 3 * len(_SUMS)
_IN_PAIRS = 1 << _SUITS_BITS + len(_FLAGS)
"""Above the flags: all tiles are in pairs and a triplet."""
PROFILE_WIDTH = _SUITS_BITS + len(_FLAGS) + 1
PROFILE_MASK = (1 << PROFILE_WIDTH) - 1
SUITS_MASK = (1 << _SUITS_BITS) - 1
"""The number of suits is the lowest field of a profile's key."""

HAS_CHOWS, HAS_SETS, ONE_MELD = 1 << 9, 1 << 10, 1 << 11
"""Above the ranks of `alls`: there are chows, other groups, exactly one meld; for several suits what holds for all."""

RANK_RUN = 1 << _FLAG_AT["rank_run"]
ONE_MELD_EACH = 1 << _FLAG_AT["one_meld_each"]
COMMON_RANK = 1 << _FLAG_AT["common_rank"]

_FLAG_BITS = {name: 1 << at for name, at in _FLAG_AT.items()}


def profile_of(key: int) -> TileProfile:
    flags = {name: key & bit > 0 for name, bit in _FLAG_BITS.items()}
    return TileProfile(shape=(SEVEN_PAIRS if key & _IN_PAIRS else BASIC).name, suits=key & SUITS_MASK, **flags)


def pairs_key(*, eight_pairs: bool = False) -> int:
    return _IN_PAIRS | (_FLAG_BITS["eight_pairs"] if eight_pairs else 0)


def shape_of(sums: int) -> Shape:
    return Shape(**{name: sums >> 3 * place & 7 for place, name in enumerate(_SUMS)})


def shape_sums(**fields: int) -> int:
    return sum(number << 3 * _SUMS.index(name) for name, number in fields.items())


def profile_key(**flags: bool) -> int:
    """The part of a profile's key that comes from the hand and not from its suits."""
    return sum(value << _FLAG_AT[name] for name, value in flags.items())


_SOME_PUNGS = _FLAG_BITS["pungs"]


def _flag(name: str, value: object) -> int:
    return _FLAG_BITS[name] if value else 0


class Summary(NamedTuple):
    """Half of a part in three integers (see the module) and its number of melds."""

    flags: int
    alls: int
    sums: int
    melds: int


def chow_summary(part: PackedSuit) -> Summary:
    flags, common = _of_chows(part.starts)
    sums = part.number << _CHOWS_AT | part.doubled_chows << _DOUBLED_AT
    return Summary(flags, common, sums, part.number)


@cache
def _of_chows(starts: int) -> tuple[int, int]:
    common = EVERY_RANK
    for first in bits(starts):
        common &= 7 << first
    return _flag("chows", starts) | _suit_flags(starts | starts << 1 | starts << 2, starts & 0b0111110), common


def set_summary(part: PackedSuit) -> Summary:
    pungs, eyes = part.pungs, part.eyes
    held = pungs if eyes is None else pungs | 1 << eyes
    for rank in part.pairs:
        held |= 1 << rank
    number = pungs.bit_count()
    sums = (
        number << _PUNGS_AT | part.concealed_pungs.bit_count() << _CONCEALED_PUNGS_AT | (eyes is not None) << _EYES_AT
    )
    if part.kongs:
        sums |= part.kongs.bit_count() << _KONGS_AT
    flags, common = _of_tiles(held, part.suited)
    if number:
        flags |= _SOME_PUNGS
    if part.suited:
        return Summary(flags, common, sums, number)
    winds, dragons = pungs & 0b0001111, pungs & 0b1110000
    return Summary(flags, common, sums, winds.bit_count() == dragons.bit_count() == 1)


@cache
def _of_tiles(held: int, suited: bool) -> tuple[int, int]:
    if not suited:
        return _flag("winds", held & 0b0001111) | _flag("dragons", held & 0b1110000), EVERY_RANK
    return _suit_flags(held, held & SIMPLES), EVERY_RANK if not held else held if not held & held - 1 else 0


def return_sums(part: PackedSuit) -> int:
    returned = part.returns()
    concealed = sum([found.concealed for found in returned])
    return len(returned) << _RETURNS_AT | concealed << _CONCEALED_RETURNS_AT


def _suit_flags(held: int, inner: int) -> int:
    """`held`: ranks · `inner`: some group holds neither 1 nor 9."""
    return (
        _flag("terminals", held & TERMINALS)
        | _flag("simples", held & SIMPLES)
        | _flag("fives", held & 0b10000)
        | _flag("inner_groups", inner)
    )
