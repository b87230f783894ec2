"""特殊形 Hands that are not just melds and a pair: 嚦咕嚦咕, 十三么, 十六不搭. What they are and what they wait for.

Everything works on the four keys of a hand (`scoring.packing`): 萬, 筒, 索, 番子. Knows no value.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from scoring.packing import CONCEALED, ODD, ONES, TILES_MASK, TWOS, bits, counts, meld_pungs, narrow
from scoring.parts import TERMINALS, Part

Keys = Sequence[int]
UnrelatedPair = Literal["any", "honor"]
ALL_HONORS = 0b1111111
_SEVEN_ONES = 0o1111111
SIXTH_HONOR = 1 << 15
"""Below it neither 發 nor 中 is among the honours, so two of them are missing."""
GATES = 0o311111113
"""The key of 1112345678999, concealed."""
NINE_GATES_KEYS = frozenset(GATES + (1 << 3 * rank) for rank in range(9))
"""九子連環 The keys of these tiles and one more of them."""


def could_be_special(keys: tuple[int, int, int, int, int]) -> bool:
    """Whether a complete hand is a special shape or, without one tile, may wait for one; few hands are.

    `keys`: as of a won hand, the counters of its melds last.
    """
    first, second, third, honors, melded = keys
    if honors >= SIXTH_HONOR and could_be_orphans_or_unrelated(honors, 1):
        return True
    if melded:
        return False
    odd = (first & ONES).bit_count()
    return odd < 4 and odd + (second & ONES).bit_count() + (third & ONES).bit_count() + (honors & ONES).bit_count() < 4


def could_be_orphans_or_unrelated(honors_key: int, missing: int = 0) -> bool:
    """Whether all seven honours are held, but for `missing` of them; both shapes need them."""
    tiles = honors_key & 0o7777777
    return ((tiles | tiles >> 1 | tiles >> 2) & _SEVEN_ONES).bit_count() >= 7 - missing


def is_seven_pairs(packed: int) -> bool:
    """嚦咕嚦咕: seven pairs and a triplet; exactly one kind is there an odd number of times, three times."""
    odd = packed & ODD
    return odd.bit_count() == 1 and bool(odd << 1 & packed & TWOS) and not packed & ~CONCEALED


def seven_pairs_waits(packed: int) -> int:
    """What sixteen tiles without melds wait for to become 嚦咕 (bits as in `packed` tiles: lowest bit of a kind)."""
    odd = packed & ODD
    if packed & ~CONCEALED or odd.bit_count() > 2:
        return 0
    triplets = odd & (packed & TWOS) >> 1
    if not odd:
        return (packed & TWOS) >> 1
    if triplets.bit_count() == 2:
        return triplets
    return odd & ~triplets if triplets else 0


def seven_pairs_part(key: int, suited: bool, discard: int | None, seat: int = 0, round: int = 0) -> Part:
    """One suit of a 嚦咕: its pairs (four equal tiles are two) and its triplet if it is here."""
    odd, twos, fours = key & ONES, key >> 1 & ONES, key >> 2 & ONES
    triplet, four = narrow(odd & twos), narrow(fours)
    twice = bits(narrow(twos & ~odd | fours))
    pairs = tuple([rank for rank in twice for _ in range(1 + (four >> rank & 1))])
    closed = triplet & ~(1 << discard) if discard is not None else triplet
    return Part(
        suited,
        pungs=triplet,
        closed_pungs=closed,
        pairs=pairs,
        fours=four,
        discard=discard,
        seat=seat,
        round=round,
    )


def seven_pairs_flags(four: Sequence[Part], eight_pairs: bool) -> dict[str, bool]:
    """八飛 and 通天, as flags of the makeup. `four`: the parts of a 嚦咕."""
    pairs = sorted(rank for part in four[:3] for rank in part.pairs)
    triplet = four[0].pungs | four[1].pungs | four[2].pungs
    low = pairs == [0, 1, 2, 3, 4, 5, 6] and triplet == 1 << 7
    high = pairs == [1, 2, 3, 4, 5, 6, 7] and triplet in (1, 1 << 8)
    return {"eight_pairs": eight_pairs, "rank_run": low or high}


def unrelated_ranks(keys: Keys, pair: UnrelatedPair = "any") -> tuple[int, int, int] | None:
    """十六不搭 The ranks (bits) of each suit if the hand is one, else None. `pair`: which tile may be there twice."""
    held = [counts(key) for key in keys]
    doubles = [sum(copies - 1 for copies in suit if copies) for suit in held]
    if sum(doubles) != 1 or any(key & ~TILES_MASK for key in keys):
        return None
    if pair == "honor" and not doubles[3]:
        return None
    suits = [_ranks(suit) for suit in held]
    if suits[3] != ALL_HONORS or not all(_three_apart(ranks) for ranks in suits[:3]):
        return None
    return suits[0], suits[1], suits[2]


def _three_apart(ranks: int) -> bool:
    """Three ranks, no two of them less than three apart."""
    return ranks.bit_count() == 3 and not _close(ranks)


def unrelated_flags(suits: tuple[int, int, int], opened: bool) -> dict[str, bool]:
    """不搭三相逢 and 不搭雜龍, as flags of the makeup. `opened`: one of the suited tiles is another's."""
    first, second, third = suits
    return {"same_ranks": first == second == third, "all_ranks": first | second | third == 511, "opened": opened}


def orphan_parts(keys: Keys, seat: int, round: int) -> Iterator[tuple[Part, Part, Part, Part]]:
    """十三么 Each way to read the hand as thirteen orphans, a second one of them, and a concealed meld.

    Hands of fourteen tiles have no room for a meld.
    """
    rest = _without_orphans(keys)
    if rest is None:
        return
    if sum(sum(suit) for suit in rest) == 1:  # the meld is a kong, or there is none
        if any(_doubles(rest)):
            kongs = [meld_pungs(key)[2] for key in keys]
            yield _orphans((0, 0, 0, 0), (0, 0, 0, 0), kongs, seat, round)
        return
    seen: set[tuple[tuple[int, ...], tuple[int, ...]]] = set()
    for suit, rank in _doubles(rest):
        meld = _meld_of(rest, suit, rank)
        if meld is not None and meld not in seen:
            seen.add(meld)
            yield _orphans(meld[0], meld[1], [0, 0, 0, 0], seat, round)


def _without_orphans(keys: Keys) -> list[list[int]] | None:
    """The tiles beyond one of each orphan, or None if an orphan is missing or a meld was claimed."""
    if any(key >> 27 & ~(511 << 39) for key in keys):
        return None
    rest = [list(counts(key)) for key in keys]
    for suit, ranks in enumerate([(0, 8)] * 3 + [tuple(range(7))]):
        for rank in ranks:
            rest[suit][rank] -= 1
            if rest[suit][rank] < 0:
                return None
    return rest


def _doubles(rest: list[list[int]]) -> Iterator[tuple[int, int]]:
    for suit, held in enumerate(rest):
        for rank, copies in enumerate(held):
            if copies and (suit == 3 or 1 << rank & TERMINALS):
                yield suit, rank


Melded = tuple[tuple[int, ...], tuple[int, ...]]


def _meld_of(rest: list[list[int]], double_suit: int, double: int) -> Melded | None:
    """(first rank of the chow + 1 per suit, pung bits per suit) of the three tiles beside the double, if a meld."""
    left = [held[:] for held in rest]
    left[double_suit][double] -= 1
    suits = [suit for suit, held in enumerate(left) if any(held)]
    if len(suits) != 1 or sum(left[suits[0]]) != 3:
        return None
    suit = suits[0]
    ranks = [rank for rank, copies in enumerate(left[suit]) if copies]
    chow = suit < 3 and len(ranks) == 3 and ranks[2] - ranks[0] == 2
    if not chow and len(ranks) != 1:
        return None
    chows = tuple(ranks[0] + 1 if chow and s == suit else 0 for s in range(4))
    pungs = tuple(0 if chow or s != suit else 1 << ranks[0] for s in range(4))
    return chows, pungs


def _orphans(
    chows: Sequence[int], pungs: Sequence[int], kongs: Sequence[int], seat: int, round: int
) -> tuple[Part, Part, Part, Part]:
    def part(suit: int) -> Part:
        laid = 1 << 3 * (chows[suit] - 1) if chows[suit] else 0
        triplet = pungs[suit] | kongs[suit]
        return Part(
            suited=suit < 3,
            chows_id=laid,
            closed_id=laid,
            pungs=triplet,
            closed_pungs=triplet,
            kongs=kongs[suit],
            closed_kongs=kongs[suit],
            singles=TERMINALS if suit < 3 else ALL_HONORS,
            seat=seat,
            round=round,
        )

    return part(0), part(1), part(2), part(3)


def unrelated_waits(keys: Keys, pair: UnrelatedPair = "any") -> int:
    """What the tiles wait for to become 十六不搭: bit 9 × suit + rank. `pair`: which tile may be there twice."""
    held = [counts(key) for key in keys]
    spares = [sum(copies - 1 for copies in suit if copies) for suit in held]
    spare = sum(spares)
    if pair == "honor" and spare != spares[3]:
        return 0
    suits = [_ranks(suit) for suit in held]
    if spare > 1 or any(key & ~TILES_MASK for key in keys) or any(_close(ranks) for ranks in suits[:3]):
        return 0
    missing = [(suit, number) for suit, number in enumerate((3, 3, 3, 7)) if suits[suit].bit_count() < number]
    if not missing:  # sixteen different ones wait for any of themselves
        if pair == "honor":
            return ALL_HONORS << 27 if not spare else 0
        return sum(ranks << 9 * suit for suit, ranks in enumerate(suits)) if not spare else 0
    suit, number = missing[0]
    if len(missing) > 1 or suits[suit].bit_count() < number - 1 or not spare:
        return 0
    if suit == 3:
        return (ALL_HONORS & ~suits[3]) << 27
    return sum(1 << rank for rank in range(9) if not _near(suits[suit], rank)) << 9 * suit


def orphan_waits(keys: Keys) -> int:
    """What the tiles wait for to become 十三么: bit 9 × suit + rank; own fourth copies are none (L-26)."""
    waits = 0
    for suit in range(4):
        for rank in _orphan_candidates(keys, suit):
            filled = list(keys)
            filled[suit] += 1 << 3 * rank
            if next(orphan_parts(filled, 0, 0), None) is not None:
                waits |= 1 << 9 * suit + rank
    return waits


def _orphan_candidates(keys: Keys, suit: int) -> list[int]:
    """Ranks that are worth trying: an orphan is missing elsewhere if more than one is."""
    orphans = [TERMINALS, TERMINALS, TERMINALS, ALL_HONORS]
    missing = [orphans[s] & ~_ranks(counts(key)) for s, key in enumerate(keys)]
    number = sum(ranks.bit_count() for ranks in missing)
    if number > 1:
        return []
    wanted = range(9 if suit < 3 else 7) if not number else bits(missing[suit])
    kongs = meld_pungs(keys[suit])[2]
    return [rank for rank in wanted if keys[suit] >> 3 * rank & 7 < 4 and not kongs >> rank & 1]


def _ranks(held: Sequence[int]) -> int:
    return sum(1 << rank for rank, copies in enumerate(held) if copies)


def _close(ranks: int) -> bool:
    """Two of these ranks are less than three apart."""
    return bool(ranks & (ranks << 1 | ranks << 2))


def _near(ranks: int, rank: int) -> bool:
    """One of these ranks is less than three away from `rank`."""
    return bool(ranks << 2 >> rank & 0b11111)
