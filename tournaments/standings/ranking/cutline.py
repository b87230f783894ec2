"""晉級線: who is safe, who is out, and the distance of each to the line.

A player with a game left may win or lose any number of points. So none is out while they play, and none is safe before
the players left can no longer push them out. Both stay open while the places themselves may change with a later
session.
"""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from tournaments.standings.ranking.cut import Contender, Plan

SAFE, INSIDE, LEVEL, OUTSIDE, OUT = "safe", "inside", "level", "outside", "out"


@dataclass(frozen=True, slots=True)
class Standpoint:
    """One player at the line: a word of above, and `gap`: units ahead of the first outside, or (negative) behind the
    last inside; None where the other side is empty."""

    word: str
    gap: int | None


def fields_of(contenders: Sequence[Contender], plan: Plan) -> list[tuple[list[Contender], int]]:
    """The groups that compete for places: all players, those of a session, those of a table. Empty where places of
    tables are mixed with others: there is no single line."""
    if not plan.places:
        return []
    if plan.per_table:
        tables: dict[int, list[Contender]] = {}
        for one in contenders:
            tables.setdefault(one.table, []).append(one)
        if not _by_table_alone(tables, plan):
            return []
        return [(four, plan.per_table) for _table, four in sorted(tables.items())]
    if plan.quotas:
        return [([one for one in contenders if one.session == n], k) for n, k in sorted(plan.quotas.items())]
    return [(list(contenders), plan.places)]


def _by_table_alone(tables: Mapping[int, Sequence[Contender]], plan: Plan) -> bool:
    if not plan.quotas:
        return plan.per_table * len(tables) == plan.places
    count = Counter(four[0].session for four in tables.values())
    return all(plan.per_table * count[session] == places for session, places in plan.quotas.items())


def standpoints(
    contenders: Sequence[Contender], plan: Plan, inside: Collection[int], playing: Collection[int]
) -> dict[int, Standpoint]:
    """By number. `inside`: who would advance now · `playing`: who still has a game to finish."""
    found: dict[int, Standpoint] = {}
    for rivals, places in fields_of(contenders, plan):
        eligible = [one for one in rivals if one.eligible]
        done = _Done(eligible, playing)
        over = [one for one in eligible if one.number not in inside]
        under = [one for one in eligible if one.number in inside]
        last_in = min((one.keys for one in under), default=None)
        first_out = max((one.keys for one in over), default=None)
        for one in eligible:
            if one.number in inside:
                gap = one.keys[0] - first_out[0] if first_out else None
                safe = plan.settled and done.could_pass(one) < places
                word = SAFE if safe else LEVEL if one.keys == first_out else INSIDE
            else:
                gap = one.keys[0] - last_in[0] if last_in else None
                settled = plan.settled and one.number not in playing
                out = settled and done.are_past(one) >= places
                word = OUT if out else LEVEL if one.keys == last_in else OUTSIDE
            found[one.number] = Standpoint(word, gap)
    return found


class _Done:
    def __init__(self, eligible: Sequence[Contender], playing: Collection[int]) -> None:
        self.keys = sorted(one.keys for one in eligible if one.number not in playing)
        self.playing = playing
        self.play_on = len(eligible) - len(self.keys)

    def could_pass(self, one: Contender) -> int:
        others = self.play_on + len(self.keys) - 1
        if one.number in self.playing:
            return others
        return others - bisect_left(self.keys, one.keys)

    def are_past(self, one: Contender) -> int:
        return len(self.keys) - bisect_right(self.keys, one.keys)
