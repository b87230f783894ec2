"""食法 The way a hand was won as fans see it, and which ways are impossible under a rule set or with these tiles."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from scoring.errors import bad_value, refused
from scoring.hand.circumstances import FLOWER_WINS, NO_FLOWERS, ROBBED, TILES_OF_A_GAME, Winning, check, impossible
from scoring.hand.hand import Hand, misplaced
from scoring.hand.melds import CONCEALED_KONG, KNITTED, Meld
from scoring.hand.tiles import FLOWERS, HONORS, ONE_DOT, SUIT_OF, Tile
from scoring.reading.views import NO_PLACE, PAIR, Flowers, Wait
from scoring.reading.winning_shapes import Reading, completes
from scoring.rules.questions import asked_of
from scoring.rules.rule_data import RuleData


def flowers_of(hand: Hand) -> Flowers:
    return Flowers(hand.flowers, hand.seat_wind)


def win_of(hand: Hand, rules: RuleData) -> Winning:
    """食法 Raises ScoringError impossible_circumstance where the circumstances contradict themselves or the melds."""
    if hand.winners not in rules.game.multi_fans:
        raise impossible("攔胡，一隻牌只有一家食糊", "one tile has one winner")
    concealed_kongs = sum(meld.kind == CONCEALED_KONG for meld in hand.melds)
    open_kongs = sum(meld.is_kong for meld in hand.melds) - concealed_kongs
    claimed = len(hand.melds) - open_kongs - concealed_kongs
    breaking = {"concealed_kong": open_kongs, "no_kong": open_kongs + concealed_kongs, "every_kong": 0}
    last = {"last_tile", "last_discard"} if rules.last_discard_counts else {"last_tile"}
    by_flowers = hand.circumstances & FLOWER_WINS
    flower_replaced = by_flowers and (rules.dealt_flowers_replaced or "dealt_flowers" not in by_flowers)
    win = Winning(
        self_draw=hand.self_draw,
        dealer=hand.dealer,
        circumstances=hand.circumstances,
        replacements=hand.replacements or (("flower",) if flower_replaced else ()),
        winners=hand.winners,
        discards=hand.discards,
        flowers=len(hand.flowers),
        claimed=claimed,
        open_kongs=open_kongs,
        concealed_kongs=concealed_kongs,
        places=rules.hand_size // 3,
        is_concealed=not claimed and not breaking[rules.door_kept_by],
        last=not last.isdisjoint(hand.circumstances),
        robbed_in_a_row=hand.robbed_in_a_row,
        one_dot=hand.winning_tile == ONE_DOT and bool(hand.circumstances),
        tiles=TILES_OF_A_GAME if rules.flowers else NO_FLOWERS,
    )
    check(win, rules.usual_demands, rules.demands, lenient=rules.lenient)
    return win


def refuse_number(tiles: Sequence[Tile], melds: Sequence[Meld], rules: RuleData) -> None:
    number = len(tiles) + 3 * len(melds)
    if number != rules.hand_size:
        raise refused(
            "wrong_tile_count",
            "concealed",
            f"連面子應有 {rules.hand_size} 隻牌，現有 {number} 隻",
            f"with the melds there must be {rules.hand_size} tiles, there are {number}",
        )


def refuse_misfit(hand: Hand, rules: RuleData) -> None:
    """Raise ScoringError wrong_tile_count, bad_tile, bad_value or impossible_circumstance for a hand that the rule set
    cannot have, whatever its tiles and the way it was won."""
    refuse_number(hand.concealed, hand.melds, rules)
    if hand.winning_tile >= FLOWERS and ("flower_win" not in hand.circumstances or rules.replaces_before_flower_win):
        raise misplaced("winning_tile", hand.winning_tile)
    if not rules.flowers:
        for field, found in (("flowers", hand.flowers), ("visible", any((hand.visible or ())[FLOWERS:]))):
            if found:
                raise refused("bad_tile", field, f"{rules.name_zh}不用花牌", f"{rules.id} has no flowers")
    if hand.winners > max(rules.game.multi_fans):  # 攔胡: one only
        raise bad_value("winners", hand.winners)
    if hand.dealer is not (hand.seat_wind == 0) and not asked_of(rules).opening:
        raise refused(
            "impossible_circumstance",
            "dealer",
            "與門風不符，東位才是莊家",
            "contradicts the seat wind, the dealer is East",
        )
    if hand.robbed_in_a_row > 1 and not rules.lenient and not asked_of(rules).in_a_row:
        raise refused(
            "impossible_circumstance",
            "robbed_in_a_row",
            f"{rules.name_zh}不計連續第幾個槓",
            f"{rules.id} does not count kongs in a row",
        )


def hand_from_document(doc: Mapping[str, Any], rules: RuleData) -> Hand:
    """糊牌 Return the hand that a dict describes (`Hand.to_document`); a "rule_set" and "options" in it are ignored.
    Raises ScoringError, also if these rules allow no such hand."""
    hand = Hand.from_document(doc)
    refuse_misfit(hand, rules)
    return hand


def refuse_unknown(hand: Hand, rules: RuleData) -> None:
    """Raise ScoringError impossible_circumstance for a circumstance that the rule set does not know."""
    for word in sorted(hand.circumstances - rules.circumstances):
        raise impossible(f"{rules.name_zh}沒有「{word}」", f"{rules.id} does not know {word!r}")


def refuse_impossible(hand: Hand, rules: RuleData) -> None:
    """As `refuse_unknown`, and for a robbed kong that these tiles rule out."""
    refuse_unknown(hand, rules)
    if hand.circumstances & ROBBED and _own(hand)[hand.winning_tile] > 1:
        raise impossible("被搶的槓有齊四隻，手上不可再有", "the robbed kong holds all other copies of the tile")
    if "robbed_concealed_kong" in hand.circumstances:
        robbers = [shape for shape in rules.shapes if shape.name == "thirteen_orphans"]
        tiles = (*hand.concealed, hand.winning_tile)
        if not (rules.orphans_rob_concealed_kong and any(completes(tiles, hand.melds, shape) for shape in robbers)):
            raise impossible("只有十三么可以搶暗槓", "only thirteen orphans may rob a concealed kong")


_GATES = (3, 1, 1, 1, 1, 1, 1, 1, 3)


def wait_of(reading: Reading, waits: Sequence[Tile], hand: Hand, rules: RuleData) -> Wait:
    gates = _gates(hand) if reading.shape.basic else None
    others = [tile for tile in waits if tile != hand.winning_tile]
    last = _is_last_copy(hand, rules)
    return Wait(
        place=_place(reading, hand, rules),
        single=not others,
        last_copy=last,
        no_other_alive=last and all(_seen(hand, tile) + _own(hand)[tile] >= 4 for tile in others),
        nine_gates=gates is not None,
        nine_sided=gates == _GATES,
        self_draw=hand.self_draw,
        two_kinds=last and len(others) == 1,
    )


def _place(reading: Reading, hand: Hand, rules: RuleData) -> str:
    """Return the place of the winning tile, as far as the rule set looks at waits beside lone tiles (組合龍)."""
    lone = [tile for group in reading.groups if group.kind == KNITTED for tile in group.each_tile]
    if not lone or rules.wait_beside_lone == "any":
        return reading.place
    wrong = hand.winning_tile in lone or (rules.wait_beside_lone == "other_kinds_pair" and reading.place != PAIR)
    return NO_PLACE if wrong else reading.place


def _is_last_copy(hand: Hand, rules: RuleData) -> bool:
    """四絕 The winning tile is the fourth of its kind, and the other three were visible."""
    if (hand.self_draw and not rules.last_copy_on_own_draw) or hand.circumstances & ROBBED:
        return False
    tile = hand.winning_tile
    shown = sum(meld.tiles.count(tile) for meld in hand.melds if meld.claimed)  # a concealed kong shows none
    own = _own(hand)[tile] - 1 if rules.own_copies_seen else shown
    seen_elsewhere = _seen(hand, tile)
    return seen_elsewhere + own == 3 and bool(seen_elsewhere or not rules.last_copy_seen_elsewhere)


def _seen(hand: Hand, tile: Tile) -> int:
    return hand.visible[tile] if hand.visible else 0


def _own(hand: Hand) -> Counter[Tile]:
    return Counter((*hand.concealed, hand.winning_tile, *[tile for meld in hand.melds for tile in meld.tiles]))


def _gates(hand: Hand) -> tuple[int, ...] | None:
    """Return the copies of each rank before the winning tile, if the hand is 1112345678999 and one more of a suit."""
    suit = SUIT_OF[hand.winning_tile]
    tiles = (*hand.concealed, hand.winning_tile)
    if hand.melds or hand.winning_tile >= HONORS or any(SUIT_OF[tile] != suit for tile in tiles):
        return None
    held = tuple(tiles.count(9 * suit + rank) for rank in range(9))
    if any(number < wanted for number, wanted in zip(held, _GATES, strict=True)) or sum(held) != sum(_GATES) + 1:
        return None
    return tuple(hand.concealed.count(9 * suit + rank) for rank in range(9))
