"""計番 score_hand: the best reading of a won hand under a rule set, with every row, what was removed, and the waits.

高點法: of all readings (arrangements × places of the winning tile × shapes) the dearest counts. Knows no document.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from operator import itemgetter

from scoring.circumstances import FLOWER_WINS, ROBBED, impossible
from scoring.explanation import explained
from scoring.hand_score import BoundedScore, FanRow, HandScore
from scoring.packing import ONE_OF, PACKED_TILE, RANK_OF, SUIT_OF, TILES_MASK, whole
from scoring.parts import EVERY_RANK, Part
from scoring.pieces import GATES_TOO, PAIRED, won_code
from scoring.preparation import usual_hands
from scoring.prices import FAN_AT, SUMS_AT, Block, Row
from scoring.progress import not_a_winning_hand
from scoring.rulesets.rule_set import RuleSet
from scoring.shape import BASIC, KIND_NAMES, ONE_PAIR, SEVEN_PAIRS, SIXTEEN_UNRELATED, THIRTEEN_ORPHANS, makeup_key
from scoring.special_shapes import (
    ALL_HONORS,
    GATES,
    SIXTH_HONOR,
    could_be_orphans_or_unrelated,
    could_be_special,
    is_seven_pairs,
    orphan_parts,
    seven_pairs_flags,
    unrelated_flags,
    unrelated_ranks,
)
from scoring.tally import (
    DRAWN,
    LAST_COPY,
    NINE_GATES,
    NINE_SIDED,
    NO_OTHER_ALIVE,
    REPEATED,
    SINGLE,
    TWO_KINDS,
    UNSETTLED,
    Four,
    Sum,
    Tally,
)
from scoring.tiles import FLOWERS, HONORS, Tile
from scoring.waits import Keys, basic_waits, exposed_copies, own_copies, special_waits, suit_waits
from scoring.winning_hand import WinningHand

Special = tuple[int, dict[str, bool], Four]
"""A special shape of a hand: its kind, fields of the makeup's key, its pieces."""

Counted = tuple[int, int, int, int, int]
"""A hand as `WinningHand.keys` has it: keys of 萬, 筒, 索 and 番子, counters of melds."""


def score_hand(hand: WinningHand, rules: RuleSet) -> HandScore:
    """計番 Count a won hand.

    Raises ScoringError not_a_winning_hand if it is incomplete, impossible_circumstance if how it was won contradicts
    itself, the tiles or the rule set.
    """
    evaluator: Evaluator = rules.memory.get("evaluator") or evaluator_of(rules)
    return evaluator.score(hand)


def evaluator_of(rules: RuleSet) -> Evaluator:
    """The count of this rule set with its memory; one for each rule set in a process."""
    evaluator: Evaluator | None = rules.memory.get("evaluator")
    if evaluator is None:
        evaluator = rules.memory["evaluator"] = Evaluator(rules)
        evaluator.tally.prepare()
        for hand in usual_hands(rules.hand_size):
            evaluator.score(hand)
    return evaluator


class Evaluator:
    """One rule set's count."""

    def __init__(self, rules: RuleSet, tally: Tally | None = None) -> None:
        self.rules = rules
        self.tally = tally or Tally(rules)
        self._pieces = self.tally.pieces
        self._suits, self._honors = self._pieces.suits, self._pieces.honors
        self._base = (FanRow("底", "Base", 1, rules.base),) if rules.base else ()
        self._special_shapes = len(rules.shapes) > 1
        self._line = self.tally.prices.lines.__getitem__
        self._limits = min([value.open for value in rules.fans.values() if value.limit], default=0)

    def score(self, hand: WinningHand) -> HandScore:
        """The dearest reading of a hand."""
        if hand.winning_tile >= FLOWERS or (hand.circumstances and not FLOWER_WINS.isdisjoint(hand.circumstances)):
            return self.flower_win(hand)
        score = self._complete(hand, hand)
        if score is None:
            raise not_a_winning_hand(hand.keys[:4])
        return score

    def _complete(self, hand: WinningHand, won: WinningHand, declared: Block | None = None) -> HandScore | None:
        """The dearest reading of the tiles, None if they are no winning hand.

        `hand` as the tiles were taken, `won` as they were won: a 花糊 draws its last tile and may win from another;
        `declared`: what its flowers count then.
        """
        first, second, third, honors, melded = keys = hand.keys
        if hand.circumstances:
            self._check(hand, keys[:4])
        tile = hand.winning_tile
        code = _WON[hand.self_draw][tile]
        if tile >= HONORS:
            honors |= code
        elif tile >= 18:
            third |= code
        elif tile >= 9:
            second |= code
        else:
            first |= code
        index = honors << 4 | hand.seat_wind << 2 | hand.round_wind
        suits = self._suits
        a = suits.get(first) or self._pieces.suit(first)
        b = suits.get(second) or self._pieces.suit(second)
        c = suits.get(third) or self._pieces.suit(third)
        z = self._honors.get(index) or self._pieces.honor(index)
        # By the number of tiles there are one or four pairs.
        four = (a, b, c, z) if a and b and c and z and not z.adds & a.adds & _PAIR else None
        if self._special_shapes and (not melded or keys[3] >= SIXTH_HONOR) and could_be_special(keys):
            return self._perhaps_special(hand, won, keys, four, declared)
        if four is None:
            return None
        suit = SUIT_OF[tile]
        waits, gates = four[suit].waits << 9 * suit, 0
        if waits > EVERY_RANK << 9 * suit:
            waits, gates = _waited(keys, four, suit)
        occasion = self.tally.occasion(won, melded, declared)
        if gates or hand.visible or keys[suit] > TILES_MASK or self.rules.own_copies_seen:
            wait = self._wait_code(hand, keys, waits, gates)
        else:
            wait = (0 if waits & waits - 1 else SINGLE) | (DRAWN if hand.self_draw else 0)
        return self._result(hand, [self.tally.best(four, (occasion, occasion.flags, wait, BASIC))], waits)

    def _perhaps_special(
        self,
        hand: WinningHand,
        won: WinningHand,
        counted: Counted,
        basic: Four | None,
        declared: Block | None,
    ) -> HandScore | None:
        """As `_complete`, for the few hands that may be a special shape or may have waited for one."""
        *keys, melded = counted
        packed = whole(keys, melded)
        special = self._special(hand, packed, keys)
        if basic is None and not special:
            return None
        waits = self._waits(hand, packed, keys, basic)
        occasion = self.tally.occasion(won, melded, declared)
        gates = _waited(keys, basic, SUIT_OF[hand.winning_tile])[1] if basic else 0
        code = self._wait_code(hand, counted, waits, gates)
        sums = []
        if basic is not None:
            four = self._beside_pairs(basic, special) if special and self.rules.pair_runs_cover else basic
            sums.append(self.tally.best(four, (occasion, occasion.flags, code, BASIC)))
        for kind, flags, four in special:
            made = occasion.flags | makeup_key(kind, **flags)
            sums.append(self.tally.best(four, (occasion, made, code, kind)))
        return self._result(hand, self._counted(sums), waits)

    def flower_win(self, hand: WinningHand) -> HandScore:
        """花糊 Flowers that the rule set lets win, declared: exactly that fan, whatever the tiles are; under rules that
        replace the last flower first also what the tiles count, if they are complete."""
        if "flower_win" not in self.rules.circumstances:
            raise impossible("沒有宣告花糊，食糊牌不可是花牌", "no flower wins without a declared flower win")
        self._check_known(hand)
        if hand.winners > 1 or hand.circumstances & ROBBED:
            raise impossible("花糊只有一家，也不是搶槓", "a flower win has one winner and robs no kong")
        if (hand.flowers.bit_count(), hand.self_draw) not in self.rules.flower_wins:
            raise impossible("花牌的數目不成花糊（花胡）", "so many flowers are no flower win")
        if self.rules.replaces_before_flower_win:
            return self._flower_win_replaced(hand)
        if hand.winning_tile < FLOWERS:
            raise impossible("花糊的食糊牌須是花牌", "a flower win is won with a flower")
        if hand.replacements and not hand.self_draw:
            raise impossible("別家摸的花不是自己補的牌", "another's flower is no replacement of one's own")
        self.tally.win(hand, hand.keys[4])  # what is told besides counts nothing, yet it may not contradict itself
        held = hand.flowers | 1 << hand.winning_tile - FLOWERS
        return self._flowers_alone(self.tally.flowers(held, hand.seat_wind, True, not hand.self_draw))

    def _flower_win_replaced(self, hand: WinningHand) -> HandScore:
        """花胡 The winning tile is the one that replaced the last flower, drawn by the winner whoever pays."""
        if hand.winning_tile >= FLOWERS:
            raise impossible("花胡須先補牌", "a flower win replaces its flower first")
        dealt = "dealt_flowers" in hand.circumstances
        flowers = self.tally.flowers(0xFF, hand.seat_wind, True, not hand.self_draw, dealt)
        self.tally.win(hand, hand.keys[4])
        return self._complete(replace(hand, self_draw=True), hand, flowers) or self._flowers_alone(flowers)

    def _flowers_alone(self, block: Block) -> HandScore:
        """花糊 of tiles that do not count."""
        return HandScore(block.points, tuple(map(self._line, block.rows)), "flowers", 0)

    def _special(self, hand: WinningHand, packed: int, keys: Keys) -> list[Special]:
        """特殊形 Every special shape that the hand is."""
        shapes = self.rules.shapes
        found: list[Special] = []
        if "seven_pairs" in shapes and is_seven_pairs(packed):
            pairs = self._pairs(hand, keys)
            triplet = keys[SUIT_OF[hand.winning_tile]] >> 3 * RANK_OF[hand.winning_tile] & 7 == 3
            flags = seven_pairs_flags([piece.others.part for piece in pairs], triplet)
            found.append((SEVEN_PAIRS, flags, pairs))
        if not could_be_orphans_or_unrelated(keys[3]):
            return found
        if "sixteen_unrelated" in shapes:
            suits = unrelated_ranks(keys, self.rules.unrelated_pair)
            if suits is not None:
                parts = [Part(singles=ranks) for ranks in suits]
                opened = not hand.self_draw and hand.winning_tile < HONORS
                four = self._four([*parts, Part(suited=False, singles=ALL_HONORS)])
                found.append((SIXTEEN_UNRELATED, unrelated_flags(suits, opened), four))
        if "thirteen_orphans" in shapes:
            winds = hand.seat_wind, hand.round_wind
            found += [(THIRTEEN_ORPHANS, {}, self._four(orphans)) for orphans in orphan_parts(keys, *winds)]
        return found

    def _pairs(self, hand: WinningHand, keys: Keys) -> Four:
        """嚦咕 The pieces of its suits and honours."""
        first, second, third, honors = keys
        won = [0, 0, 0, 0]
        if not hand.self_draw:
            won[SUIT_OF[hand.winning_tile]] = RANK_OF[hand.winning_tile] + 1
        pairs = self._pieces.pairs
        winds = hand.seat_wind << 2 | hand.round_wind
        return pairs(first, won[0]), pairs(second, won[1]), pairs(third, won[2]), pairs(honors, won[3], winds)

    def _beside_pairs(self, basic: Four, special: Sequence[Special]) -> Four:
        """兩食 The basic pieces where what counts as 連對 in the other half is covered."""
        covering = self.tally.pieces.covering
        suits = list(basic)
        for kind, _, four in special:
            for suit in range(3) if kind == SEVEN_PAIRS else ():
                ranks = four[suit].others.part.ranks_in_runs()
                if ranks:
                    suits[suit] = covering(basic[suit], ranks)
        return suits[0], suits[1], suits[2], suits[3]

    def _four(self, parts: Sequence[Part]) -> Four:
        pieces = [self.tally.pieces.piece(part) for part in parts]
        return pieces[0], pieces[1], pieces[2], pieces[3]

    def _waits(self, hand: WinningHand, packed: int, keys: Keys, basic: Four | None) -> int:
        """聽 What would have completed the hand, the winning tile included (a bit for each kind)."""
        tile = hand.winning_tile
        rest = _without(keys, tile)
        waits = basic_waits(rest) if basic is None else _waited(keys, basic, SUIT_OF[tile])[0]
        return waits | special_waits(packed - PACKED_TILE[tile], rest, self.rules.shapes, self.rules.unrelated_pair)

    def _wait_code(self, hand: WinningHand, keys: Counted, waits: int, gates: int) -> int:
        """獨獨, 九子連環, 四絕 and 真絕 as bits of the wait's code. `gates`: the winning tile's suit could be it."""
        code = 0 if waits & waits - 1 else SINGLE
        if gates:
            code |= self._gates_code(keys, hand.winning_tile)
        if hand.self_draw:
            return code | DRAWN
        tile = hand.winning_tile
        if not (hand.visible or keys[SUIT_OF[tile]] > TILES_MASK or self.rules.own_copies_seen):
            return code
        visible = hand.visible or _NONE_VISIBLE
        own = own_copies(keys, tile) - 1 if self.rules.own_copies_seen else exposed_copies(keys, tile)
        if visible[tile] + own != 3 or hand.circumstances & ROBBED:
            return code
        if self.rules.last_copy_seen_elsewhere and not visible[tile]:
            return code
        others = [other for other in range(34) if waits >> other & 1 and other != tile]
        code |= LAST_COPY | (TWO_KINDS if len(others) == 1 else 0)
        if all(visible[other] + own_copies(keys, other) >= 4 for other in others):
            return code | NO_OTHER_ALIVE
        return code

    def _gates_code(self, keys: Counted, tile: Tile) -> int:
        """九子連環, if there is nothing else in the hand."""
        key = keys[SUIT_OF[tile]]
        if sum(keys) != key:
            return 0
        return NINE_GATES | (NINE_SIDED if key - ONE_OF[tile] == GATES else 0)

    def _result(self, hand: WinningHand, counted: Sequence[Sum], waits: int) -> HandScore:
        value, left_to_do, occasion, pieces, blocks, kind, _ = counted[0]
        shape = KIND_NAMES[kind]
        if left_to_do == UNSETTLED or len(counted) > 1:
            rows, value = self._joined(counted)
            shape = "+".join([KIND_NAMES[added[5]] for added in counted])
        else:
            a, b, c, honors = pieces
            rows = [*occasion.rows, *a.rows, *b.rows, *c.rows, *honors.rows]
            for block in blocks:
                rows += block.rows
            if left_to_do == REPEATED:
                rows = self.tally.prices.merged(rows)
            else:
                rows.sort()
        if len(rows) <= 2:
            block = self.tally.total(value, hand.self_draw, rows)
            rows = self.tally.prices.merged([*rows, *block.rows])
            value += block.points
        about = hand, counted, self.tally
        if self.rules.boundless:
            fans = (*self._base, *map(self._line, rows))
            return HandScore(value + self.rules.base, fans, shape, waits, explained, about)
        return self._bounded(value, rows, shape, waits, about)

    def _bounded(self, value: int, rows: Sequence[Row], shape: str, waits: int, about: tuple[object, ...]) -> HandScore:
        """例牌 A limit hand counts as itself alone, the first of the table where several are met; else 上限.

        The dearest reading was chosen by what it adds up to, limit hand and all, which no cap puts in another order.
        """
        total = value + self.rules.base
        fans = (*self._base, *map(self._line, rows))
        limit = False
        if self._limits and value >= self._limits:
            limits = [row for row in sorted(rows) if self.tally.prices.limits >> (row >> FAN_AT) & 1]
            if limits:
                limit, fans = True, (self._line(limits[0]),)
                total = fans[0].value
        if self.rules.cap is not None:
            total = min(total, self.rules.cap)
        return BoundedScore(total, fans, shape, waits, explained, about, limit, total >= self.rules.minimum)

    def _joined(self, counted: Sequence[Sum]) -> tuple[list[Row], int]:
        """Rows of all readings that count, one for each fan, and their sum."""
        readings = [self.tally.reading(added) for added in counted]
        rows = [row for reading in readings for row in reading.rows]
        return self.tally.prices.merged(rows), sum([reading.points for reading in readings])

    def _counted(self, sums: list[Sum]) -> list[Sum]:
        """兩食: a basic hand that is 嚦咕 too counts both; else the dearest reading."""
        if len(sums) == 1:
            return sums
        kinds = [added[5] for added in sums]
        if self.rules.both_shapes_add_up and BASIC in kinds and SEVEN_PAIRS in kinds:
            return [added for added in sums if added[5] in (BASIC, SEVEN_PAIRS)]
        return [max(sums, key=itemgetter(0))]

    def _check(self, hand: WinningHand, keys: Keys) -> None:
        """Circumstances that the rule set does not know or that contradict the tiles; see `circumstances.check` too."""
        self._check_known(hand)
        if hand.circumstances & ROBBED and own_copies(keys, hand.winning_tile) > 1:
            raise impossible("被搶的槓有齊四隻，手上不可再有", "the robbed kong holds all other copies of the tile")
        if "robbed_concealed_kong" in hand.circumstances:
            rob = self.rules.orphans_rob_concealed_kong and any(orphan_parts(keys, 0, 0))
            if not rob:
                raise impossible("只有十三么可以搶暗槓", "only thirteen orphans may rob a concealed kong")

    def _check_known(self, hand: WinningHand) -> None:
        for word in sorted(hand.circumstances - self.rules.circumstances):
            raise impossible(f"{self.rules.name_zh}沒有「{word}」", f"{self.rules.id} does not know {word!r}")


def _waited(keys: Keys, four: Four, suit: int) -> tuple[int, int]:
    """聽牌 What a basic hand waited for (a bit for each kind), and whether its suit could be 九子連環.

    `suit`: of the winning tile; another one that holds the pair waits too if this one had a pair without that tile.
    """
    waited = four[suit].waits
    waits = (waited & EVERY_RANK) << 9 * suit
    if waited & PAIRED:
        a, b, c, _ = four
        other = 0 if a.others.pair else 1 if b.others.pair else 2 if c.others.pair else 3
        waits |= suit_waits(keys[other], other == 3).melds << 9 * other
    return waits, waited & GATES_TOO


def _without(keys: Keys, tile: Tile) -> list[int]:
    left = list(keys)
    left[SUIT_OF[tile]] -= 1 << 3 * RANK_OF[tile]
    return left


_NONE_VISIBLE = (0,) * 34
_PAIR = ONE_PAIR << SUMS_AT
"""The bit of `Piece.adds` for the pair."""
_WON = [[won_code(rank, drawn) for rank in RANK_OF] for drawn in (False, True)]
