"""計番 One rule set's count of basic hands on packed integers, with its memory. Left to the definition: hands that
could be of another shape, flower wins, tiles that do not win, and the reasons why fans do not count."""

from collections.abc import Callable, Sequence

from scoring.fast import evaluator as wait
from scoring.fast.cache import Cache
from scoring.fast.decompose import PAIR, PAIRED, TRIPLET, exposed_copies, own_copies, suit_waits
from scoring.fast.evaluator import REPEATED, UNSETTLED, Evaluator, Four, Occasion, ReadingTotal
from scoring.fast.fan_table import FAN_AT, SUMS_AT, Row
from scoring.fast.keys import ONE_PAIR, RANK_RUN, pairs_key
from scoring.fast.packed_views import EVERY_RANK, PackedSuit
from scoring.fast.packing import (
    GATES,
    LATE_HONORS,
    MELDED,
    ONE_OF,
    ONE_OF_EACH,
    ONES,
    PLAIN,
    Keys,
    bits,
    narrow,
    packed,
)
from scoring.fast.scored_suits import GATES_TOO, Piece
from scoring.fast.warm_up import usual_hands
from scoring.hand.circumstances import ROBBED
from scoring.hand.hand import Hand
from scoring.hand.melds import CHOW, PUNG, Group
from scoring.hand.melds import PAIR as EYES
from scoring.hand.score import FanRow, Removed, Score
from scoring.hand.tiles import RANK_OF, SUIT_OF, WRITTEN, Tile
from scoring.reading.winning_shapes import SEVEN_PAIRS
from scoring.rules.rule_data import RuleData
from scoring.rules.ways_of_winning import refuse_impossible

MAX_ENTRIES = 10_000
_RUNS = {0o032222222, 0o022222223, 0o322222220}
"""通天: copies of each rank, over all suits."""
_HONORS = 3


class Pairs:
    def __init__(self, evaluator: Evaluator) -> None:
        self._evaluator = evaluator
        self._pieces: dict[tuple[int, ...], Piece] = {}

    def count(self, hand: Hand, keys: Keys, occasion: Occasion, code: int) -> ReadingTotal:
        """嚦咕 Add up the hand as pairs and a triplet. `code`: of the wait."""
        tile = hand.winning_tile
        first, second, third, honors = [
            self._piece(suit, key, RANK_OF[tile] if suit == SUIT_OF[tile] else None, hand)
            for suit, key in enumerate(keys[:4])
        ]
        if not keys[_HONORS] and keys[0] + keys[1] + keys[2] in _RUNS:
            code |= RANK_RUN
        return self._evaluator.add_up((first, second, third, honors), occasion, code)

    def _piece(self, suit: int, key: int, won: int | None, hand: Hand) -> Piece:
        index: tuple[int, ...] = (key,)
        if won is not None:
            index = key, won, hand.self_draw
        if suit == _HONORS:
            index = *index, hand.seat_wind, hand.round_wind, suit
        return self._pieces.get(index) or self._remember(index, suit, key, won, hand)

    def _remember(self, index: tuple[int, ...], suit: int, key: int, won: int | None, hand: Hand) -> Piece:
        if len(self._pieces) > MAX_ENTRIES:
            self._pieces.clear()
        opened = None if hand.self_draw else won
        pungs, fours = narrow(key & key >> 1 & ONES), narrow(key >> 2 & ONES)
        pairs = tuple(sorted([*bits(narrow(key >> 1 & ~key & ONES)), *bits(fours), *bits(fours)]))
        concealed = pungs if opened is None else pungs & ~(1 << opened)
        part = PackedSuit(
            suit != _HONORS, 0, 0, pungs, concealed, seat=hand.seat_wind, round=hand.round_wind, pairs=pairs
        )
        halves = self._evaluator.pieces.halves
        half = halves.asked_sets(part)
        half.flags |= pairs_key(eight_pairs=won is not None and bool(pungs >> won & 1))
        returns = self._evaluator.pieces.returned.of_kinds([(2, rank != opened) for rank in bits(fours)])
        piece = self._pieces[index] = Piece(halves.of_chows(0, 0), half, returns)
        return piece


def pairs_waits(keys: Keys, winning: Tile) -> int:
    """聽牌 The kinds (bits) for which the tiles without the winning one waited to become 嚦咕. That is any of eight
    pairs; either of two triplets beside pairs; or the lone tile beside a triplet and pairs."""
    rest = [*keys[:4]]
    rest[SUIT_OF[winning]] -= ONE_OF[winning]
    odd = _kinds([key & ONES for key in rest])
    triplets = _kinds([key & key >> 1 & ONES for key in rest])
    if not odd:
        return _kinds([key >> 1 & ONES for key in rest])
    if odd.bit_count() > 2 or not triplets:
        return 0
    return odd & ~triplets or triplets


def is_pairs(keys: Keys) -> bool:
    """嚦咕: exactly one kind is present an odd number of times, three times."""
    odd, triplets = [key & ONES for key in keys[:4]], [key & key >> 1 & ONES for key in keys[:4]]
    return sum([key.bit_count() for key in odd]) == 1 and odd == triplets


def _kinds(ones: list[int]) -> int:
    return narrow(ones[0]) | narrow(ones[1]) << 9 | narrow(ones[2]) << 18 | narrow(ones[3]) << 27


Explain = Callable[[Hand, RuleData], Score]


class FastScore(Score):
    """計番結果 A count whose waits, groups and reasons are computed on demand. `kinds`: a bit for each kind that the
    hand waited for · `hand`, `pieces`, `engine`: what the rest is computed from. The engine sets the fields
    directly: calling `__init__` would cost more than all else."""

    __slots__ = ("by_definition", "engine", "hand", "kinds", "pieces")

    by_definition: Score
    engine: "Engine"
    hand: Hand
    kinds: int
    pieces: Four

    @property
    def waits(self) -> tuple[Tile, ...]:  # type: ignore[override]
        return _WAITS[self.kinds]

    @property
    def reading(self) -> tuple[Group, ...]:  # type: ignore[override]
        if self.shape == SEVEN_PAIRS.name:
            return self._defined().reading
        return _groups(self.hand, self.pieces)

    @property
    def removed(self) -> tuple[Removed, ...]:  # type: ignore[override]
        return self._defined().removed

    @property
    def rule_set(self) -> str:  # type: ignore[override]
        return self.engine.rules.id

    @property
    def unit(self) -> str:  # type: ignore[override]
        return self.engine.rules.unit

    @property
    def points(self) -> tuple[int, int] | None:  # type: ignore[override]
        return self.engine.rules.points_of(self.total)

    def _defined(self) -> Score:
        try:
            return self.by_definition
        except AttributeError:  # not yet: it is counted once
            self.by_definition = self.engine.explain(self.hand, self.engine.rules)
            return self.by_definition


def _tiles(kinds: int) -> tuple[Tile, ...]:
    return tuple([WRITTEN[tile] for tile in bits(kinds)])


_WAITS = Cache(_tiles)
_new = object.__new__
_NEVER = 1 << 30


class Engine:
    def __init__(self, rules: RuleData, explain: Explain) -> None:
        self.rules = rules
        self.explain = explain
        self.evaluator = Evaluator(rules)
        self._pieces = self.evaluator.pieces
        self._suits, self._honors = self._pieces.suits, self._pieces.honors
        self._base = (FanRow("底", "Base", 1, rules.base),) if rules.base else ()
        self._late_honors = LATE_HONORS if len(rules.shapes) > 1 else 0
        self._pairs = Pairs(self.evaluator) if SEVEN_PAIRS in rules.shapes else None
        self._line = self.evaluator.prices.lines.__getitem__
        self._few = 3 if self.evaluator.total_fans else -1
        self._limits = min([value.open for value in rules.fans.values() if value.limit], default=_NEVER)
        self._cap = _NEVER if rules.cap is None else rules.cap
        self._minimum = rules.minimum

    def warm_up(self) -> None:
        self.evaluator.prepare()
        for hand in usual_hands(self.rules.hand_size):
            self.count(hand)

    def count(self, hand: Hand) -> Score | None:
        """計番 The highest reading of a hand, None where only the definition can count it. Raises ScoringError
        impossible_circumstance."""
        tiles, first, second, third, honors, melded = packed(hand)
        if tiles & self._late_honors and ((honors | honors >> 1 | honors >> 2) & _SEVEN_ONES).bit_count() >= 6:
            return None  # with six honours the hand may be 十三么 or 十六不搭, or wait for it
        if hand.circumstances:
            refuse_impossible(hand, self.rules)
        suits = self._suits
        a, b, c, z = suits[first], suits[second], suits[third], self._honors[honors]
        # By the number of tiles there are one or four pairs.
        if not (a and b and c and z) or z.adds & a.adds & _PAIR:
            return None
        four, keys = (a, b, c, z), (first, second, third, honors, melded)
        suit = SUIT_OF[hand.winning_tile]
        waits, gates = four[suit].waits << 9 * suit, 0
        if waits > EVERY_RANK << 9 * suit:
            waits, gates = _waited(keys, four, suit)
        occasion = self.evaluator.occasion(hand, melded)
        if self._pairs is not None and not melded and (tiles & ONE_OF_EACH).bit_count() < 4:
            return self._perhaps_pairs(hand, keys, four, occasion, waits, gates)
        code = 0 if waits & waits - 1 else wait.SINGLE
        if gates or hand.visible or keys[suit] >= MELDED or self.rules.own_copies_seen:
            code = self._wait_code(hand, keys, waits, gates)
        elif hand.self_draw:
            code |= wait.DRAWN
        if a.also or b.also or c.also or z.also:
            return self._result(hand, self.evaluator.best(four, occasion, code), waits)
        return self._result(hand, self.evaluator.add_up(four, occasion, code), waits)

    def _perhaps_pairs(
        self, hand: Hand, keys: Keys, four: Four, occasion: Occasion, waits: int, gates: int
    ) -> FastScore | None:
        """As `count`, for a hand that may have waited for 嚦咕 too; 兩食 if it is both, or the higher."""
        first, second, third, honors, melded = keys
        keys = first & PLAIN, second & PLAIN, third & PLAIN, honors & PLAIN, melded
        waits |= pairs_waits(keys, hand.winning_tile)
        code = self._wait_code(hand, keys, waits, gates)
        added = self.evaluator.best(four, occasion, code)
        if self._pairs is None or not is_pairs(keys):
            return self._result(hand, added, waits)
        other = self._pairs.count(hand, keys, occasion, code & ~(wait.NINE_GATES | wait.NINE_SIDED))
        if not self.rules.shapes_that_add_up:
            higher = other[0] > added[0]
            return self._result(hand, other if higher else added, waits, "seven_pairs" if higher else "basic")
        runs = any(piece.others.part.ranks_in_runs() for piece in other[3][:3])
        if (runs and self.rules.pair_runs_cover) or self.rules.supersedes_in_both:
            return None
        one, two = self.evaluator.resolve(added), self.evaluator.resolve(other)
        rows = self.evaluator.prices.merged([*one.rows, *two.rows])
        return self._score(hand, rows, one.points + two.points, waits, added[3], "basic+seven_pairs")

    def _wait_code(self, hand: Hand, keys: Keys, waits: int, gates: int) -> int:
        """獨獨, 九子連環, 四絕 and 真絕 as bits of the wait's code. `gates`: the winning tile's suit could be
        九子連環."""
        code = 0 if waits & waits - 1 else wait.SINGLE
        if gates:
            code |= _gates_code(keys, hand.winning_tile)
        if hand.self_draw:
            return code | wait.DRAWN
        tile = hand.winning_tile
        if not (hand.visible or keys[SUIT_OF[tile]] >= MELDED or self.rules.own_copies_seen):
            return code
        visible = hand.visible or _NONE_VISIBLE
        own = own_copies(keys, tile) - 1 if self.rules.own_copies_seen else exposed_copies(keys, tile)
        if visible[tile] + own != 3 or hand.circumstances & ROBBED:
            return code
        if self.rules.last_copy_seen_elsewhere and not visible[tile]:
            return code
        others = [other for other in bits(waits) if other != tile]
        code |= wait.LAST_COPY | (wait.TWO_KINDS if len(others) == 1 else 0)
        if all(visible[other] + own_copies(keys, other) >= 4 for other in others):
            return code | wait.NO_OTHER_ALIVE
        return code

    def _result(self, hand: Hand, added: ReadingTotal, waits: int, shape: str = "basic") -> FastScore:
        value, left_to_do, occasion, pieces, blocks, closer = added
        if left_to_do == UNSETTLED:
            resolved = closer or self.evaluator.resolve(added)
            rows, value = self.evaluator.prices.merged(resolved.rows), resolved.points
        else:
            a, b, c, honors = pieces
            shaped, finished = blocks[0], blocks[1]
            rows = [*occasion.rows, *a.rows, *b.rows, *c.rows, *honors.rows, *shaped.rows, *finished.rows]
            for block in blocks[2:]:
                rows += block.rows
            if left_to_do == REPEATED:
                rows = self.evaluator.prices.merged(rows)
            else:
                rows.sort()
        if len(rows) <= self._few:
            block = self.evaluator.total(hand.self_draw, rows)
            rows = self.evaluator.prices.merged([*rows, *block.rows])
            value += block.points
        return self._score(hand, rows, value, waits, pieces, shape)

    def _score(
        self, hand: Hand, rows: Sequence[Row], value: int, waits: int, pieces: Four, shape: str = "basic"
    ) -> FastScore:
        total = value + self.rules.base
        score = _new(FastScore)
        score.fans = (*self._base, *map(self._line, rows))
        score.shape = shape
        score.kinds = waits
        score.hand = hand
        score.pieces = pieces
        score.engine = self
        score.limit = False
        if value >= self._limits:
            # 例牌: a limit hand counts as itself alone, the first of the table where several are met.
            limits = [row for row in sorted(rows) if self.evaluator.prices.limits >> (row >> FAN_AT) & 1]
            if limits:
                score.limit = True
                score.fans = (self._line(limits[0]),)
                total = score.fans[0].value
        if total > self._cap:
            total = self._cap
        score.total = total
        score.meets_minimum = total >= self._minimum
        return score


def _gates_code(keys: Keys, tile: Tile) -> int:
    key = keys[SUIT_OF[tile]] & PLAIN
    if sum([each & PLAIN for each in keys]) != key:
        return 0
    return wait.NINE_GATES | (wait.NINE_SIDED if key - ONE_OF[tile] == GATES else 0)


def _waited(keys: Keys, four: Four, suit: int) -> tuple[int, int]:
    """聽牌 The kinds that a hand waited for (bits), and whether its suit could be 九子連環. `suit`: of the winning
    tile; another suit that holds the pair waits too if this one had a pair without that tile."""
    waited = four[suit].waits
    waits = (waited & EVERY_RANK) << 9 * suit
    if waited & PAIRED:
        a, b, c, _ = four
        other = 0 if a.adds & _PAIR else 1 if b.adds & _PAIR else 2 if c.adds & _PAIR else 3
        waits |= (suit_waits(keys[other], other == 3) & EVERY_RANK) << 9 * other
    return waits, waited & GATES_TOO


_NONE_VISIBLE = (0,) * 34
_PAIR = ONE_PAIR << SUMS_AT
_SEVEN_ONES = 0o1111111


def _groups(hand: Hand, pieces: Four) -> tuple[Group, ...]:
    """Melds as laid, then concealed chows, triplets and the pair."""
    found: dict[str, list[Group]] = {CHOW: [], PUNG: [], EYES: []}

    def add(kind: str, tile: Tile, winning: bool) -> None:
        found[kind].append(Group(kind, tile, winning and not hand.self_draw, winning))

    for suit, piece in enumerate(pieces):
        first_tile, others = 9 * suit, piece.others.part
        won = RANK_OF[hand.winning_tile] if suit == SUIT_OF[hand.winning_tile] else None
        for first, copies in enumerate(piece.chows.part.chows):
            tile = first_tile + first
            laid = copies - sum([meld.kind == CHOW and meld.tile == tile for meld in hand.melds]) if copies else 0
            for copy in range(laid):
                add(CHOW, tile, won is not None and piece.chow == first and not copy)
        for rank in bits(others.pungs):
            if not any(meld.tile == first_tile + rank and meld.kind != CHOW for meld in hand.melds):
                add(PUNG, first_tile + rank, won == rank and piece.place == TRIPLET)
        if others.eyes is not None:
            add(EYES, first_tile + others.eyes, won == others.eyes and piece.place == PAIR)
    melds = [Group(meld.kind, meld.tile, meld.claimed, melded=True) for meld in hand.melds]
    return (*melds, *found[CHOW], *found[PUNG], *found[EYES])
