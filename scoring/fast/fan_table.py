"""定價 From what fans find to rows with a worth: values, 單式 (lower inside higher) and 不複合 within one block. A
block is what the fans of one scope found in one thing; a count adds blocks up."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from scoring.fans.fan import Fan, Found, Needs, Scope
from scoring.fast.keys import SUMS_WIDTH
from scoring.hand.score import FanRow
from scoring.reading.views import Combo
from scoring.rules.questions import added_by_the_game
from scoring.rules.rule_data import RuleData

_BLOCKS_OF = {Scope.SUIT_CHOWS: 3, Scope.SUIT_SETS: 3, Scope.ANY_SETS: 4, Scope.RETURNS: 4}
"""How many blocks of a scope a reading has, where there are several."""

Row = int
"""One line of a count as a number: from `FAN_AT` its fan's place in the table, so that rows sort in table order,
below that its index in `FanTable.lines`. A count handles many more rows than there are different ones."""
FAN_AT = 20


class ScoredView:
    """The fans of one scope found in one part: rows that count, their fans as bits, those they remove elsewhere.
    `adds`: see `FanTable.block_of`."""

    __slots__ = ("adds", "mask", "points", "rows", "supersedes")

    def __init__(self, rows: tuple[Row, ...], supersedes: int, mask: int, adds: int) -> None:
        self.rows = rows
        self.mask = mask
        self.points = adds & POINTS_MASK
        self.supersedes = supersedes
        self.adds = adds


POINTS_MASK = (1 << 20) - 1
SUMS_AT = 20
"""All that is added up for a reading is one integer: points, the sums of its shape (`scoring.fast.keys`), the number
of suits, a counter for each fan that several blocks may hold, and on top how many blocks do not simply add up."""
SUITS_AT = SUMS_AT + SUMS_WIDTH
ONE_SUIT = 1 << SUITS_AT
COUNTERS_AT = SUITS_AT + 2
SUMS_MASK = (1 << SUITS_AT) - (1 << SUMS_AT)

NOTHING = ScoredView((), 0, 0, 0)


def joined(blocks: Iterable[ScoredView]) -> ScoredView:
    rows: tuple[Row, ...] = ()
    supersedes = mask = adds = 0
    for block in blocks:
        rows += block.rows
        supersedes |= block.supersedes
        mask |= block.mask
        adds += block.adds
    return ScoredView(rows, supersedes, mask, adds) if adds or mask or supersedes else NOTHING


Count = Callable[[Any], Found]
There = tuple[int, int, bool, bool, int]


class Group:
    """Fans that look at the same thing, with their places in the table. `mask`: their places as bits · `alone`:
    those that no other block of a reading can hold."""

    def __init__(self, fans: Iterable[tuple[int, Fan]], prices: "FanTable", alone: int) -> None:
        self.fans = tuple(fans)
        self.mask = sum([1 << place for place, _ in self.fans])
        self.alone = alone
        self._prices = prices
        self._counts = [(place, fan.count) for place, fan in self.fans]
        self._possible: dict[There, list[tuple[int, Count]]] = {}

    def ask(self, view: object, there: There | None = None, only: int = -1) -> ScoredView:
        """The block of those fans that are present. `there`: what can be found, so that other fans are not asked ·
        `only`: the fans (bits) that the block is for."""
        counts = self._counts
        if there is not None:
            counts = self._possible.get(there) or self._meeting(there)
        found = [(place, answer) for place, count in counts if (answer := count(view))]
        return self._prices.block(found, self.alone, only) if found else NOTHING

    def _meeting(self, there: There) -> list[tuple[int, Count]]:
        found = Needs(*there)
        counts = self._possible[there] = [(place, fan.count) for place, fan in self.fans if fan.needs.met_by(found)]
        return counts


class FanTable:
    """A rule set's table by number: fans are bits in its order."""

    def __init__(self, rules: RuleData) -> None:
        self.fans: tuple[Fan, ...] = tuple(rules.fans)
        self._values = tuple(rules.fans.values())
        index = {fan: place for place, fan in enumerate(self.fans)}
        self._supersedes = tuple(sum(1 << index[low] for low in rules.supersedes.get(fan, ())) for fan in self.fans)
        self.lines: dict[Row, FanRow] = {}
        self._adds: dict[Row, int] = {}
        self._rows: dict[tuple[int, int, int], Row] = {}
        self._priced: dict[tuple[int, int, int], Row] = {}
        self._inside = tuple(sum(1 << index[low] for low in rules.absorbs.get(fan, ())) for fan in self.fans)
        self._absorbs = tuple(tuple(index[low] for low in rules.absorbs.get(fan, ())) for fan in self.fans)

        self._lines = [(place, one) for place, fan in enumerate(self.fans) for one in (fan, *fan.also)]
        self._counters = [0] * len(self.fans)
        self.top = COUNTERS_AT
        """Where the sum of a reading counts blocks that do not simply add up."""
        self.repeated = 0
        """The sum's bits that are set where a fan is in several blocks, and those from `top`."""
        for place, fan in enumerate(self.fans):
            blocks = sum([_BLOCKS_OF.get(scope, 1) for scope in {one.scope for one in (fan, *fan.also)}])
            if blocks > 1:
                self._counters[place] = 1 << self.top
                self.repeated |= (1 << blocks.bit_length()) - 2 << self.top
                self.top += blocks.bit_length()
        self.repeated |= 31 << self.top

        self.limits = sum(1 << place for place, value in enumerate(self._values) if value.limit)
        """例牌 Fans that are the whole count of a hand, as bits."""

        added = filter(added_by_the_game, self.fans) if rules.since_4 else ()
        self.from_the_game = sum(1 << index[fan] for fan in added)
        """Fans that 大雞 and its like do not look at, as bits."""

        self._less = tuple(
            (
                1 << index[fan],
                sum(1 << index[other] for other in less.beside),
                self.row(index[fan], 0, -min(less.by, rules.fans[fan].open)),
            )
            for fan, less in rules.discounts.items()
        )
        self.discounts = sum(bit for bit, _, _ in self._less)
        """Fans that are worth less beside certain others, as bits."""

        self._two_valued = sum(1 << place for place, value in enumerate(self._values) if value.concealed is not None)

    def scope(self, *scopes: Scope) -> Group:
        fans = [(place, one) for place, one in self._lines if one.scope in scopes]
        alone = sum([1 << place for place, _ in fans if not self._counters[place]]) if len(scopes) == 1 else 0
        return Group(fans, self, alone)

    def scope_beside(self, scope: Scope, other: Scope) -> Group:
        """The fans of one scope with those of another that can contain or remove them, or contain one of those."""
        lower = sum([1 << place for place, one in self._lines if one.scope is scope])
        above: dict[int, Fan] = {}
        while more := [
            (place, one)
            for place, one in self._lines
            if one.scope is other and place not in above and (self._inside[place] | self._supersedes[place]) & lower
        ]:
            above.update(more)
            lower = sum([1 << place for place, _ in more])
        beside = [(place, one) for place, one in self._lines if one.scope is scope or place in above]
        return Group(beside, self, 0)

    def block(self, found: Sequence[tuple[int, Found]], alone: int, only: int) -> ScoredView:
        """Price what was found: lower combinations inside higher ones go, then whole fans beside others (不複合).
        `found`: at least one fan · `alone`, `only`: see `Group`."""
        if len(found) == 1:
            place, there = found[0]
            return self.block_of((self._row(place, there),), self._supersedes[place], alone)
        present = containers = 0
        for place, _ in found:
            present |= 1 << place
            containers |= self._inside[place]
        if containers & present:
            combos = {place: there if isinstance(there, list) else [Combo(0, int(there), 0)] for place, there in found}
            self._drop_inside(combos, present)
            found = list(combos.items())
        supersedes = kept = 0
        for place, _ in found:
            supersedes |= self._supersedes[place]
            if only >> place & 1:
                kept |= self._supersedes[place]
        rows = [self._row(place, there) for place, there in found if (only & ~supersedes) >> place & 1]
        return self.block_of(tuple(rows), kept, alone)

    def block_of(self, rows: tuple[Row, ...], supersedes: int, alone: int) -> ScoredView:
        """A block with what it adds to a reading: its points, a one in the counters of its fans, and a one on top if
        it may remove something elsewhere or hold a fan that may be worth less."""
        mask = adds = 0
        for row in rows:
            mask |= 1 << (row >> FAN_AT)
            adds += self._adds[row]
        if supersedes & ~alone or mask & self.discounts:
            adds += 1 << self.top
        return ScoredView(rows, supersedes, mask, adds)

    def two_valued(self, block: ScoredView) -> bool:
        return block.mask & self._two_valued > 0

    def above(self, block: ScoredView, group: Group) -> bool:
        """Whether a fan in the block can contain or remove a fan of the group."""
        lower = block.supersedes
        for row in block.rows:
            lower |= self._inside[row >> FAN_AT]
        return bool(lower & group.mask)

    def less(self, mask: int) -> tuple[Row, ...]:
        """Negative rows for what is taken off these fans (bits) where they are beside each other."""
        return tuple([row for bit, beside, row in self._less if mask & bit and mask & beside])

    def _drop_inside(self, combos: dict[int, list[Combo]], present: int) -> None:
        for higher in [place for place in combos if self._inside[place] & present]:
            for lower in self._absorbs[higher]:
                if higher in combos and lower in combos:
                    contents = [combo.groups for combo in combos[higher]]
                    combos[lower] = [combo for combo in combos[lower] if not _lies_inside(combo.groups, contents)]
                    if not combos[lower]:
                        del combos[lower]

    def _row(self, place: int, there: Found) -> Row:
        if not isinstance(there, list):
            number_open, number_concealed = int(there), 0
        elif len(there) == 1:
            _, number_open, number_concealed = there[0]
        else:
            number_open, number_concealed = sum([combo[1] for combo in there]), sum([combo[2] for combo in there])
        row = self._priced.get((place, number_open, number_concealed))
        return row or self._price(place, number_open, number_concealed)

    def _price(self, place: int, number_open: int, number_concealed: int) -> Row:
        value = self._values[place]
        concealed = value.open if value.concealed is None else value.concealed
        worth = number_open * value.open + number_concealed * concealed
        row = self.row(place, 1 if value.stepped else number_open + number_concealed, worth)
        self._priced[place, number_open, number_concealed] = row
        return row

    def row(self, index: int, count: int, worth: int) -> Row:
        """Return a row, the same object for equal lines."""
        row = self._rows.get((index, count, worth))
        if row is None:
            row = self._rows[index, count, worth] = index << FAN_AT | len(self._rows) + 1
            self.lines[row] = FanRow(self.fans[index].name, self.fans[index].name_en, count, worth)
            self._adds[row] = self._counters[index] + worth
        return row

    def merged(self, rows: Iterable[Row]) -> list[Row]:
        found: list[Row] = []
        last = -1
        for row in sorted(rows):
            if row >> FAN_AT == last:
                found[-1] = self._added(found[-1], row)
            else:
                found.append(row)
                last = row >> FAN_AT
        return found

    def _added(self, one: Row, other: Row) -> Row:
        left, right = self.lines[one], self.lines[other]
        return self.row(one >> FAN_AT, left.count + right.count, left.value + right.value)


def _lies_inside(groups: Any, others: Sequence[Any]) -> bool:
    """Whether these groups (bits) are among those of another combination; flowers are sets."""
    if isinstance(groups, frozenset):
        return any(groups <= other for other in others)
    return bool(groups) and 0 in [groups & ~other for other in others if other]
