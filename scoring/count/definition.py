"""計番 The definition of a count, step by step as in the rules.

The reading with the highest count is used (高點法). In a reading every fan of the table is evaluated; combinations
inside a greater one are dropped (單式), then fans that another implies (不複合), and some are discounted beside others
(減計). 底, limit hands, cap and minimum come last.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from scoring.errors import ScoringError, refused
from scoring.fans.fan import Fan, Scope
from scoring.hand.circumstances import FLOWER_WINS, ROBBED, Winning, impossible
from scoring.hand.hand import Hand
from scoring.hand.melds import CHOW, KNITTED, PAIR, PUNG, Group
from scoring.hand.score import FanRow, Removed, Score
from scoring.hand.tiles import FLOWERS, Tile
from scoring.reading.build_views import profile_of, shape_of, suits_of
from scoring.reading.layout import Layout
from scoring.reading.suit import Across, Suit
from scoring.reading.views import Combo, Finish, Flowers, Total
from scoring.reading.winning_shapes import Reading, decompositions, readings, waits_of
from scoring.rules.questions import added_by_the_game
from scoring.rules.rule_data import RuleData, There
from scoring.rules.ways_of_winning import flowers_of, refuse_unknown, wait_of, win_of

Row = tuple[int, int]


class Occasion(NamedTuple):
    """糊牌 Facts that all readings of a hand share: its tiles, how it was won, its flowers, and what it waited for.
    `by_structure`: the waits by which a fan of a single wait goes, own fifth copies too where the rule set says so."""

    hand: Hand
    win: Winning
    flowers: Flowers
    waits: Sequence[Tile]
    by_structure: Sequence[Tile]


class CountedReading(NamedTuple):
    """解讀 A reading with the fans that count in it, and those that were removed."""

    reading: Reading
    rows: dict[Fan, Row]
    removed: tuple[Removed, ...]

    @property
    def points(self) -> int:
        """Return the total without 底."""
        return sum(worth for _number, worth in self.rows.values())


# --- the hand: its highest reading ------------------------------------------------------------------------------------


def count(hand: Hand, rules: RuleData, *, won: Hand | None = None, flowers: Flowers | None = None) -> Score | None:
    """計番 The highest count of a hand, None where its tiles win in no shape of the rule set.

    `won`, `flowers`: where a 花糊 replaces its last flower, the hand as it was won and the flowers declared; `hand`
    then has the tile drawn, even if another player pays. Raises ScoringError impossible_circumstance.
    """
    found = [reading for shape in rules.shapes for reading in readings(hand, shape)]
    if not found:
        return None
    occasion = occasion_of(hand, rules, won or hand, flowers or flowers_of(hand))
    return score(highest(count_readings(found, occasion, rules), rules), occasion, rules)


def count_each(hand: Hand, rules: RuleData) -> list[Score]:
    found = [reading for shape in rules.shapes for reading in readings(hand, shape)]
    occasion = occasion_of(hand, rules, hand, flowers_of(hand))
    return [score([one], occasion, rules) for one in count_readings(found, occasion, rules)]


def occasion_of(hand: Hand, rules: RuleData, won: Hand, flowers: Flowers) -> Occasion:
    """Raises ScoringError impossible_circumstance."""
    formal = waits = waits_of(hand.concealed, hand.melds, rules.shapes, most=4 if rules.fifth_copies_wait else 3)
    if rules.fifth_copies_wait:
        held = (*hand.concealed, *[tile for meld in hand.melds for tile in meld.tiles])
        waits = tuple(tile for tile in formal if held.count(tile) < 4)
    return Occasion(hand, win_of(won, rules), flowers, waits, formal)


def count_readings(found: Sequence[Reading], occasion: Occasion, rules: RuleData) -> list[CountedReading]:
    taken = covered(found, occasion, rules)
    return [count_reading(reading, occasion, rules, taken) for reading in found]


def highest(counted: Sequence[CountedReading], rules: RuleData) -> list[CountedReading]:
    """高點法 The highest reading; 兩食: the highest of each of the two shapes that add up."""
    if rules.ties_by_table:
        places = {fan: place for place, fan in enumerate(rules.fans)}
        counted = sorted(counted, key=lambda one: sorted(places[fan] for fan in one.rows))
    best: dict[str, CountedReading] = {}
    for one in counted:
        name = one.reading.shape.name
        if name not in best or one.points > best[name].points:
            best[name] = one
    together = [best[shape.name] for shape in rules.shapes_that_add_up if shape.name in best]
    if len(together) > 1:
        return together
    return [max(best.values(), key=lambda one: one.points)]


# --- a reading: what its fans are worth -------------------------------------------------------------------------------


def count_reading(
    reading: Reading, occasion: Occasion, rules: RuleData, covered: Sequence[frozenset[int]]
) -> CountedReading:
    """Count one reading of a hand. `covered`: by suit the ranks that 連對 takes in the other half of 兩食."""
    suits = suits_of(reading, occasion.hand, covered)
    found = [ask(scopes, view, rules) for scopes, view in views_of(reading, suits, occasion, rules)]
    return CountedReading(reading, *rows_of(found, rules))


def views_of(
    reading: Reading, suits: Sequence[Suit], occasion: Occasion, rules: RuleData
) -> Iterator[tuple[tuple[Scope, ...], object]]:
    """看法 The views of a reading, each with the scopes of the fans that look at it."""
    for suit in suits[:3]:
        yield (Scope.SUIT_CHOWS, Scope.RETURNS), suit
        yield (Scope.SUIT_SETS, Scope.ANY_SETS), suit
    yield (Scope.RETURNS,), suits[3]
    yield (Scope.HONOR_SETS, Scope.ANY_SETS), suits[3]
    yield (Scope.CHOWS,), Across(suits[:3])
    yield (Scope.PUNGS,), Across(suits[:3])
    profile = profile_of(reading, occasion.hand)
    wait = wait_of(reading, occasion.by_structure, occasion.hand, rules)
    yield (Scope.PROFILE,), profile
    yield (Scope.WAIT,), wait
    yield (Scope.FINISH,), Finish(profile, wait)
    yield (Scope.SHAPE,), shape_of(reading, suits)
    yield (Scope.WIN,), occasion.win
    yield (Scope.FLOWERS,), occasion.flowers
    if rules.looks_at_layouts:
        yield (Scope.JOINED, Scope.LAYOUT), Layout(reading)


def ask(scopes: tuple[Scope, ...], view: object, rules: RuleData) -> There:
    """番種 Return the finds of each fan of these scopes in a view, without fans that find nothing."""
    found: There = {}
    for fan, one in rules.fans_of(scopes):
        if answer := one.count(view):
            combos = answer if isinstance(answer, list) else [Combo((), int(answer), 0)]
            found[fan] = found.get(fan, []) + combos
    return found


def rows_of(found: Sequence[There], rules: RuleData) -> tuple[dict[Fan, Row], tuple[Removed, ...]]:
    """番 Return the finds that count, and those that were removed: 單式 (or another policy), then 不複合, then 減計."""
    excluded = rules.exclusion(found, rules.absorbs, lambda fan, combo: row_of(fan, [combo], rules)[1])
    present = {fan for there in found for fan in there}
    implied = _implied(present, rules)
    rows: dict[Fan, Row] = {}
    for there in found:
        for fan, combos in there.items():
            if fan not in implied:
                rows[fan] = _added(rows.get(fan), row_of(fan, combos, rules))
    for fan, less in rules.discounts.items():
        if fan in rows and not rows.keys().isdisjoint(less.beside):
            rows[fan] = _added(rows[fan], (-less.times, -min(less.by, rules.fans[fan].open)))
            if not rows[fan][0]:
                del rows[fan]
    bars = present - implied if rules.only_counted_supersede else present
    barred = [_barred(fan, there, bars, rules) for there in found for fan in there if fan in implied]
    return rows, tuple(dict.fromkeys([*excluded, *barred]))


def _implied(present: set[Fan], rules: RuleData) -> set[Fan]:
    """不複合 The fans that do not count beside others; where the rule set says so, only beside others that count."""
    if not rules.only_counted_supersede:
        return {lower for fan in present for lower in rules.supersedes.get(fan, ())}
    above: dict[Fan, set[Fan]] = {fan: set() for fan in present}
    for fan in present:
        for lower in present.intersection(rules.supersedes.get(fan, ())):
            above[lower].add(fan)
    counted: set[Fan] = set()
    implied: set[Fan] = set()
    while waiting := present - counted - implied:
        counted |= {fan for fan in waiting if above[fan] <= implied}
        implied |= {fan for fan in waiting if above[fan] & counted}
    return implied


def row_of(fan: Fan, combos: Sequence[Combo], rules: RuleData) -> Row:
    """番數 Count and worth of a fan with these instances; concealed ones may be worth more."""
    value = rules.fans[fan]
    number_open, number_concealed = sum(combo.open for combo in combos), sum(combo.concealed for combo in combos)
    worth = number_open * value.open + number_concealed * (value.open if value.concealed is None else value.concealed)
    return 1 if value.stepped else number_open + number_concealed, worth


# --- the count: what counts of the readings, 底, limit hand, cap and minimum ------------------------------------------


def score(counted: Sequence[CountedReading], occasion: Occasion, rules: RuleData) -> Score:
    """計番結果 Add up readings: with the fans of hands worth next to nothing, 底, limit hand, cap and minimum."""
    rows: dict[Fan, Row] = {}
    for one in counted:
        for fan, added in one.rows.items():
            rows[fan] = _added(rows.get(fan), added)
    taken = {lower: fan for fan in rows for lower in rules.supersedes_in_both.get(fan, ()) if lower in rows}
    removed = [Removed(lower.name, fan.name, "implied", rows.pop(lower)[0]) for lower, fan in taken.items()]
    seen = [fan for fan in rules.fans if fan in rows and not (rules.since_4 and added_by_the_game(fan))]
    if len(seen) <= 2:
        total = Total(sum(rows[fan][1] for fan in seen), occasion.hand.self_draw, tuple(seen))
        for fan, combos in ask((Scope.TOTAL,), total, rules).items():
            rows[fan] = _added(rows.get(fan), row_of(fan, combos, rules))
    limit = next((fan for fan, value in rules.fans.items() if value.limit and fan in rows), None)
    base = (FanRow("底", "Base", 1, rules.base),) if rules.base else ()
    fans = lines_of({limit: rows[limit]}, rules) if limit else (*base, *lines_of(rows, rules))
    worth = sum(line.value for line in fans)
    of_flowers = sum(worth for fan, (_number, worth) in rows.items() if fan.scope is Scope.FLOWERS)
    total_worth = worth if rules.cap is None else min(worth, rules.cap)
    return Score(
        total_worth,
        fans,
        "+".join(one.reading.shape.name for one in counted),
        rules.id,
        rules.unit,
        waits=tuple(occasion.waits),
        limit=limit is not None,
        meets_minimum=total_worth - (0 if rules.flowers_reach_minimum else of_flowers) >= rules.minimum,
        points=rules.points_of(total_worth),
        reading=shown(counted[0].reading.groups),
        removed=tuple(dict.fromkeys([*(gone for one in counted for gone in one.removed), *removed])),
    )


def lines_of(rows: dict[Fan, Row], rules: RuleData) -> tuple[FanRow, ...]:
    return tuple(FanRow(fan.name, fan.name_en, *rows[fan]) for fan in rules.fans if fan in rows)


def shown(groups: Sequence[Group]) -> tuple[Group, ...]:
    """牌組 Sort groups for display: melds as laid, 組合龍, chows, triplets, pairs; lone tiles are left out."""
    laid = [
        group for kind in (KNITTED, CHOW, PUNG, PAIR) for group in groups if group.kind == kind and not group.melded
    ]
    return (*[group for group in groups if group.melded], *laid)


def covered(found: Sequence[Reading], occasion: Occasion, rules: RuleData) -> Sequence[frozenset[int]]:
    """兩食 Ranks by suit that pair runs (連對) which count use in the half that is pairs; empty unless the rule set
    excludes them. Before version 4 runs that do not count used their pairs too."""
    nothing = [frozenset[int]()] * 4
    pairs = next((reading for reading in found if reading.shape.pairs), None) if rules.pair_runs_cover else None
    if pairs is None:
        return nothing
    if rules.since_4 and not any(fan.needs.pairs for fan in count_reading(pairs, occasion, rules, nothing).rows):
        return nothing
    return [suit.ranks_in_runs() if suit.number < 3 else frozenset() for suit in suits_of(pairs, occasion.hand)]


def _added(one: Row | None, other: Row) -> Row:
    return (one[0] + other[0], one[1] + other[1]) if one else other


def _barred(fan: Fan, there: There, present: Iterable[Fan], rules: RuleData) -> Removed:
    """不複合 Why a fan does not count: of several fans that bar it the one worth most, first among its own view."""
    bars = [other for other in present if fan in rules.supersedes.get(other, ())]
    near = [other for other in bars if other in there]
    by = max(rules.fans, key=lambda other: (other in (near or bars), rules.fans[other].open))
    return Removed(fan.name, by.name, "implied", row_of(fan, there[fan], rules)[0])


# --- 花糊: wins that flowers make, declared with the flower itself or after it was replaced -------------------------

ALL_FLOWERS = frozenset(range(8))


def is_flower_win(hand: Hand) -> bool:
    """花糊 Whether the hand is declared as one, or ends with a flower."""
    return hand.winning_tile >= FLOWERS or not FLOWER_WINS.isdisjoint(hand.circumstances)


def count_flower_win(hand: Hand, rules: RuleData) -> Score:
    """花糊 Count exactly that fan, whatever the tiles are; under rules that replace the last flower first also the
    tiles, if they are complete. Raises ScoringError impossible_circumstance."""
    if "flower_win" not in rules.circumstances:
        raise impossible("沒有宣告花糊，食糊牌不可是花牌", "no flower wins without a declared flower win")
    refuse_unknown(hand, rules)
    if hand.winners > 1 or hand.circumstances & ROBBED:
        raise impossible("花糊只有一家，也不是搶槓", "a flower win has one winner and robs no kong")
    if (len(hand.flowers), hand.self_draw) not in rules.flower_wins:
        raise impossible("花牌的數目不成花糊（花胡）", "this number of flowers does not make a flower win")
    if rules.replaces_before_flower_win:
        return _replaced(hand, rules)
    if hand.winning_tile < FLOWERS:
        raise impossible("花糊的食糊牌須是花牌", "a flower win is won with a flower")
    if hand.replacements and not hand.self_draw:
        raise impossible("別家摸的花不是自己補的牌", "another's flower is no replacement of one's own")
    win_of(hand, rules)  # circumstances count nothing here, but must not contradict themselves
    held = hand.flowers | {hand.winning_tile - FLOWERS}
    return flowers_alone(Flowers(held, hand.seat_wind, declared=True, robbed=not hand.self_draw), rules)


def _replaced(hand: Hand, rules: RuleData) -> Score:
    """花胡 The winning tile replaced the last flower: the winner drew it, even if another player pays."""
    if hand.winning_tile >= FLOWERS:
        raise impossible("花胡須先補牌", "a flower win replaces its flower first")
    dealt = "dealt_flowers" in hand.circumstances
    flowers = Flowers(ALL_FLOWERS, hand.seat_wind, declared=True, robbed=not hand.self_draw, dealt=dealt)
    win_of(hand, rules)
    return count(hand.but(self_draw=True), rules, won=hand, flowers=flowers) or flowers_alone(flowers, rules)


def flowers_alone(flowers: Flowers, rules: RuleData) -> Score:
    """花糊 of tiles that do not count."""
    rows, _removed = rows_of([ask((Scope.FLOWERS,), flowers, rules)], rules)
    fans = lines_of(rows, rules)
    return Score(sum(line.value for line in fans), fans, "flowers", rules.id, rules.unit)


# --- no count: why tiles do not win -----------------------------------------------------------------------------------

SUIT_NAMES = (("萬子", "characters"), ("筒子", "dots"), ("索子", "bamboos"), ("番子", "honours"))


def unfinished_suits(concealed: Sequence[Tile]) -> list[int]:
    copies = [[concealed.count(9 * suit + rank) for rank in range(9 if suit < 3 else 7)] for suit in range(4)]
    return [suit for suit in range(4) if not decompositions(tuple(copies[suit]))]


def reason_why_not(unfinished: Sequence[int]) -> tuple[str, str]:
    if not unfinished:
        return "眼多於一對", "there is more than one pair"
    zh = "、".join(SUIT_NAMES[suit][0] for suit in unfinished)
    en = ", ".join(SUIT_NAMES[suit][1] for suit in unfinished)
    return f"{zh}未成組", f"the {en} do not form groups"


def not_a_winning_hand(hand: Hand) -> ScoringError:
    zh, en = reason_why_not(unfinished_suits((*hand.concealed, hand.winning_tile)))
    return refused("not_a_winning_hand", "concealed", f"牌未湊成食糊形，{zh}", f"not a winning hand, {en}")
