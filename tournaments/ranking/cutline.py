"""晉級線: who is safe, who is out, and how far everybody is from the line.

A player who still has a game to play may win or lose any number of points, so nobody is out while they play, and
nobody is safe before those who play on could no longer push them out.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from tournaments.ranking.cut import Contender, Plan

SAFE, INSIDE, LEVEL, OUTSIDE, OUT = "safe", "inside", "level", "outside", "out"


@dataclass(frozen=True, slots=True)
class Standpoint:
    """Where one player stands: a word of above, and `gap`: units ahead of the first who is outside, or (negative)
    behind the last who is inside; None where nobody is on the other side."""

    word: str
    gap: int | None


def fields_of(contenders: Sequence[Contender], plan: Plan) -> list[tuple[list[Contender], int]]:
    """Who fights with whom for how many places: everybody, those of a session, those of a table.

    Nothing where places of tables are mixed with others: there no single line runs.
    """
    if not plan.places:
        return []
    tables = {one.table for one in contenders}
    if plan.per_table:
        if plan.per_table * len(tables) != plan.places:
            return []
        return [([one for one in contenders if one.table == table], plan.per_table) for table in sorted(tables)]
    if plan.quotas:
        return [([one for one in contenders if one.session == n], k) for n, k in sorted(plan.quotas.items())]
    return [(list(contenders), plan.places)]


def standpoints(
    contenders: Sequence[Contender], plan: Plan, inside: Collection[int], playing: Collection[int]
) -> dict[int, Standpoint]:
    """Number → where they stand. `inside`: who would go on now · `playing`: who still has a game to finish."""
    found: dict[int, Standpoint] = {}
    for rivals, places in fields_of(contenders, plan):
        eligible = [one for one in rivals if one.eligible]
        over = [one for one in eligible if one.number not in inside]
        under = [one for one in eligible if one.number in inside]
        last_in = min((one.keys for one in under), default=None)
        first_out = max((one.keys for one in over), default=None)
        for one in eligible:
            if one.number in inside:
                gap = one.keys[0] - first_out[0] if first_out else None
                safe = _could_pass(one, eligible, playing) < places
                word = SAFE if safe else LEVEL if one.keys == first_out else INSIDE
            else:
                gap = one.keys[0] - last_in[0] if last_in else None
                out = one.number not in playing and _are_past(one, eligible, playing) >= places
                word = OUT if out else LEVEL if one.keys == last_in else OUTSIDE
            found[one.number] = Standpoint(word, gap)
    return found


def _could_pass(one: Contender, eligible: Sequence[Contender], playing: Collection[int]) -> int:
    """How many may still come level with this player or pass them."""
    others = [other for other in eligible if other is not one]
    if one.number in playing:
        return len(others)
    return sum(other.number in playing or other.keys >= one.keys for other in others)


def _are_past(one: Contender, eligible: Sequence[Contender], playing: Collection[int]) -> int:
    """How many are finished and ahead of this player for good."""
    return sum(other.number not in playing and other.keys > one.keys for other in eligible)
