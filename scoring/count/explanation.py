"""為甚麼 Why a hand counts what it counts: the tiles that make each fan, and the fans that are present but not
counted. Asks only the definition: totals and rows are those of `scoring.count.count`."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from scoring.count import count as counted_by
from scoring.count import definition
from scoring.count.definition import is_flower_win
from scoring.fans.fan import Fan, Scope
from scoring.hand.hand import Hand
from scoring.hand.melds import CHOW, PAIR, PUNG, TRIPLETS, Group
from scoring.hand.score import Removed, Score
from scoring.reading.build_views import shape_of, suits_of
from scoring.reading.suit import Across, Suit
from scoring.reading.views import Combo, Shape, Wait
from scoring.reading.winning_shapes import Reading, readings
from scoring.rules.rule_data import RuleData
from scoring.rules.ways_of_winning import flowers_of

Sort = Literal["groups", "hand", "manner", "flowers", "base"]


@dataclass(frozen=True, slots=True)
class GroupSet:
    """組合 The groups of tiles that make a fan once, as positions in `Explanation.layouts[layout]`."""

    layout: int
    groups: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class FanReason:
    """一個番的理由 Why one fan of a score counts.

    name, name_en, count, value: the row of the score
    sort: what makes the fan: its "groups", the whole "hand", the "manner" of winning, the "flowers"; or "base" for 底
    parts, groups: for each time that the fan counts, the positions of its groups, and the groups themselves
    flowers: the flowers that make the fan, as 0 to 7 for 春夏秋冬梅蘭菊竹
    less, beside: 減計 how much less than usual the fan counts, and the name of the fan that causes it
    definition: what the fan is, in Chinese and in English
    """

    name: str
    name_en: str
    count: int
    value: int
    sort: Sort
    parts: tuple[GroupSet, ...] = ()
    flowers: tuple[int, ...] = ()
    less: int = 0
    beside: str = ""
    groups: tuple[tuple[Group, ...], ...] = ()
    definition: tuple[str, str] = ("", "")

    @property
    def fan(self) -> str:
        return self.name

    def sentence(self, language: str = "zh-hant") -> str:
        """Return the fan with its value, tiles and definition in one sentence: "Dragon triplet 1 (555z): Each triplet
        …"."""
        english = language.lower().startswith("en")
        tiles = ", ".join(" ".join(group.tiles for group in groups) for groups in self.groups)
        counted = f"{self.name_en if english else self.name} {self.value}{f' ({tiles})' if tiles else ''}"
        return ": ".join(filter(None, (counted, self.definition[1]))) if english else f"{counted}：{self.definition[0]}"


@dataclass(frozen=True, slots=True)
class DroppedFan(Removed):
    """不計 A fan that the hand has `count` times but that does not count, because of the fan named `by`.

    why: "implied" (不複合: every hand with `by` has this fan), "inside" (單式: all its groups are among those of `by`),
        "once" (套算一次: its groups are used by fans that are worth more together) or "limit" (a limit hand counts
        alone)
    parts: the groups that make the fan
    """

    parts: tuple[GroupSet, ...] = ()

    @property
    def fan(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Explanation:
    """計番的理由 A score with the reason for each fan. Iterating gives the reasons.

    layouts: the groups of the hand, lone tiles last; two layouts if the hand counts in two shapes at once (兩食), none
        if it was won with flowers alone
    rows: one reason for each row of the score
    left: fans that the hand has but that do not count
    capped: how much the rule set's upper limit takes off the total

    >>> from scoring import Hand, rule_set
    >>> for reason in rule_set("hkma-masters").explain(Hand("123m123p12s555z77z", "3s", seat="S", round="E")):
    ...     print(reason.sentence("en"))
    Concealed hand 1: No meld on the table, a concealed kong being one too; a win on a discard keeps it.
    Dragon triplet 1 (555z): Each triplet or kong of dragons.
    """

    score: Score
    layouts: tuple[tuple[Group, ...], ...]
    rows: tuple[FanReason, ...]
    left: tuple[DroppedFan, ...]
    capped: int

    def __iter__(self) -> Iterator[FanReason]:
        return iter(self.rows)


def explained(hand: Hand, rules: RuleData) -> Explanation:
    """為甚麼 The count of a hand with its reasons. Raises ScoringError as `scoring.count.count`."""
    score = counted_by(hand, rules)
    if is_flower_win(hand):
        by_name = {fan.name: fan for fan in rules.fans}
        found = {row.name: _Found(by_name[row.name].scope) for row in score.fans if row.name in by_name}
        return Explanation(score, (), _rows(score, found, rules, ()), tuple(_left(score, (), ())), 0)
    occasion = definition.occasion_of(hand, rules, hand, flowers_of(hand))
    shapes = [reading for shape in rules.shapes for reading in readings(hand, shape)]
    best = definition.highest(definition.count_readings(shapes, occasion, rules), rules)
    looks = [_Look(number, one.reading, occasion, shapes, rules) for number, one in enumerate(best)]
    found = {}
    for look in looks:
        for name, more in look.found.items():
            found[name] = more.joined(found.get(name))
    layouts = tuple(look.layout for look in looks)
    cut = sum(row.value for row in score.fans) - score.total
    return Explanation(score, layouts, _rows(score, found, rules, layouts), tuple(_left(score, best, looks)), cut)


class _Found(NamedTuple):
    scope: Scope
    parts: tuple[GroupSet, ...] = ()
    flowers: tuple[int, ...] = ()

    def joined(self, other: "_Found | None") -> "_Found":
        if other is None:
            return self
        return _Found(other.scope, (*other.parts, *self.parts), (*other.flowers, *self.flowers))


class _Look:
    def __init__(
        self,
        number: int,
        reading: Reading,
        occasion: definition.Occasion,
        shapes: Sequence[Reading],
        rules: RuleData,
    ) -> None:
        self.number = number
        self.reading = reading
        self.hand = occasion.hand
        shown = definition.shown(reading.groups)
        rest = list(reading.groups)
        for group in shown:
            rest.remove(group)
        self.layout = (*shown, *rest)  # lone tiles last
        suits = suits_of(reading, occasion.hand, definition.covered(shapes, occasion, rules))
        views = list(definition.views_of(reading, suits, occasion, rules))
        there = [definition.ask(scopes, view, rules) for scopes, view in views]
        before = [{fan: tuple(combos) for fan, combos in found.items()} for found in there]
        rows, _removed = definition.rows_of(there, rules)
        self.found: dict[str, _Found] = {}
        self.gone: dict[str, tuple[GroupSet, ...]] = {}
        for (scopes, view), found, all_found in zip(views, there, before, strict=True):
            for fan, combos in all_found.items():
                kept = found.get(fan, []) if fan in rows else []
                self._note(fan, scopes, view, kept, [combo for combo in combos if combo not in kept])

    def _note(
        self, fan: Fan, scopes: Sequence[Scope], view: object, kept: Sequence[Combo], gone: Sequence[Combo]
    ) -> None:
        one = next(one for one in (fan, *fan.also) if one.scope in scopes)
        of_flowers = one.scope is Scope.FLOWERS
        if kept:
            parts = tuple(dict.fromkeys(part for combo in kept if (part := self._part(one, view, combo))))
            flowers = tuple(sorted({flower for combo in kept for flower in combo.groups} if of_flowers else ()))
            self.found[fan.name] = _Found(one.scope, parts, flowers).joined(self.found.get(fan.name))
        if gone:
            parts = tuple(dict.fromkeys(part for combo in gone if (part := self._part(one, view, combo))))
            self.gone[fan.name] = (*self.gone.get(fan.name, ()), *parts)

    def _part(self, fan: Fan, view: object, combo: Combo) -> GroupSet | None:
        if fan.scope is Scope.FLOWERS:
            return None
        if combo.groups:
            wanted = [place for place, keys in enumerate(_keys(self.layout)) if not keys.isdisjoint(combo.groups)]
        elif isinstance(view, Wait) and not fan.count(view._replace(nine_gates=False, nine_sided=False)):
            return None  # 九子連環 is the whole hand
        elif fan.scope is Scope.WAIT:
            wanted = [place for place, group in enumerate(self.layout) if group.winning]
        elif isinstance(view, Suit | Across | Shape):
            wanted = [place for place, group in enumerate(self.layout) if self._needs(fan, view, group)]
            if isinstance(view, Shape) and all(self.layout[place].kind == PAIR for place in wanted):
                # Of any number of melds (坎坎糊): one less is as good, only the pair has to be there.
                wanted = [place for place, group in enumerate(self.layout) if group.is_meld] if wanted else []
        else:
            return None
        return GroupSet(self.number, tuple(wanted)) if wanted and len(wanted) < len(self.layout) else None

    def _needs(self, fan: Fan, view: Suit | Across | Shape, group: Group) -> bool:
        """Whether the fan counts less without this group, which is then one that makes it."""
        rest = list(self.reading.groups)
        rest.remove(group)
        suits = suits_of(self.reading._replace(groups=tuple(rest)), self.hand)
        without: object
        if isinstance(view, Suit):
            without = suits[view.number]
        elif isinstance(view, Across):
            without = Across(suits[:3])
        else:
            without = shape_of(self.reading._replace(groups=tuple(rest)), suits)
        return _number(fan.count(without)) < _number(fan.count(view))


def _keys(layout: Sequence[Group]) -> Iterator[frozenset[object]]:
    """Yield two keys for each group: one shared by equal groups, as in `Combo.groups`, and one numbered among them.
    A kong counts as a triplet."""
    seen: Counter[object] = Counter()
    for group in layout:
        key = group.suit, PUNG if group.kind in TRIPLETS else CHOW if group.kind == CHOW else group.kind, group.rank
        yield frozenset({key, (*key, seen[key])})
        seen[key] += 1


def _number(found: int | bool | list[Combo]) -> int:
    return sum(combo.number for combo in found) if isinstance(found, list) else int(found)


_SORTS: dict[Scope, Sort] = {Scope.WIN: "manner", Scope.FLOWERS: "flowers"}


def _rows(
    score: Score, found: dict[str, _Found], rules: RuleData, layouts: Sequence[tuple[Group, ...]]
) -> tuple[FanReason, ...]:
    by_name = {fan.name: fan for fan in rules.fans}
    counting = {by_name[row.name] for row in score.fans if row.name in by_name}
    rows = []
    for row in score.fans:
        fan = by_name.get(row.name)
        if fan is None:
            rows.append(FanReason(row.name, row.name_en, row.count, row.value, "base"))
            continue
        scope, parts, flowers = found.get(row.name) or _Found(fan.scope)
        less = rules.discounts.get(fan)
        beside = [other.name for other in (less.beside if less else ()) if other in counting]
        rows.append(
            FanReason(
                row.name,
                row.name_en,
                row.count,
                row.value,
                "groups" if parts else _SORTS.get(scope, "hand"),
                parts,
                flowers,
                min(less.by, rules.fans[fan].open) if less and beside else 0,
                beside[0] if beside else "",
                tuple(tuple(layouts[part.layout][place] for place in part.groups) for part in parts),
                (fan.zh, fan.en),
            )
        )
    return tuple(rows)


def _left(score: Score, best: Sequence[definition.CountedReading], looks: Sequence[_Look]) -> Iterator[DroppedFan]:
    gone: Removed
    for gone in score.removed:
        parts = tuple(part for look in looks for part in look.gone.get(gone.name, ()))
        yield DroppedFan(gone.name, gone.by, gone.why, gone.count, parts)
    if score.limit:
        limit = score.fans[0].name
        for one in best:
            for fan, (number, _worth) in one.rows.items():
                if fan.name != limit:
                    parts = tuple(
                        part for look in looks if fan.name in look.found for part in look.found[fan.name].parts
                    )
                    yield DroppedFan(fan.name, limit, "limit", number, parts)
