"""擺牌 How far tiles that are being laid out have come: how many are missing, what they wait for, why they cannot win.

For a page that follows a person laying a hand tile by tile. Knows shapes, no value and no circumstance.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from scoring.errors import ScoringError
from scoring.melds import Meld
from scoring.packing import PACKED_TILE, SUIT_MASK, WIDTH
from scoring.rulesets.rule_set import RuleSet
from scoring.special_shapes import is_seven_pairs, orphan_parts, unrelated_ranks
from scoring.tiles import Tile, names
from scoring.waits import Keys, basic_waits, special_waits, suit_waits

Stage = Literal["missing", "not_ready", "ready", "complete", "cannot_win", "too_many"]

SUIT_NAMES = (("萬子", "characters"), ("筒子", "dots"), ("索子", "bamboos"), ("番子", "honours"))


@dataclass(frozen=True, slots=True)
class Progress:
    """進度 Where a hand stands.

    `stage`: missing (`count` tiles are), not_ready or ready (one tile is missing, `waits` complete it), complete,
    cannot_win (all tiles are there; `unfinished` suits 0–3 do not come out, none if only the pair is wrong),
    too_many (by `count`). `zh`, `en`: one sentence.
    """

    stage: Stage
    zh: str
    en: str
    count: int = 0
    waits: tuple[Tile, ...] = ()
    unfinished: tuple[int, ...] = ()


def progress(concealed: Sequence[Tile], melds: Sequence[Meld], rules: RuleSet) -> Progress:
    """進度 Where these tiles stand; `concealed` with the winning tile if it is laid, no flowers."""
    missing = rules.hand_size + 1 - len(concealed) - 3 * len(melds)
    if missing < 0:
        return Progress("too_many", f"多了 {-missing} 隻", f"{-missing} too many", count=-missing)
    if missing > 1:
        return Progress("missing", f"差 {missing} 隻", f"{missing} more needed", count=missing)
    packed = sum(PACKED_TILE[tile] for tile in concealed) + sum(meld.packed for meld in melds)
    keys = [packed >> suit * WIDTH & SUIT_MASK for suit in range(4)]
    return _one_missing(packed, keys, rules) if missing else _all_there(packed, keys, rules)


def _one_missing(packed: int, keys: Keys, rules: RuleSet) -> Progress:
    bits = basic_waits(keys) | special_waits(packed, keys, rules.shapes, rules.unrelated_pair)
    waits = tuple(tile for tile in range(34) if bits >> tile & 1)
    if not waits:
        return Progress("not_ready", "差 1 隻，未聽牌", "1 more needed, not ready", count=1)
    zh, en = names(waits), names(waits, "en")
    return Progress("ready", f"差 1 隻，聽{zh}", f"1 more needed, waiting for {en}", count=1, waits=waits)


def _all_there(packed: int, keys: Keys, rules: RuleSet) -> Progress:
    if _is_special(packed, keys, rules):
        return Progress("complete", "湊成食糊形", "a winning hand")
    unfinished, pairs = _unfinished(keys)
    if not unfinished and pairs == 1:
        return Progress("complete", "湊成食糊形", "a winning hand")
    zh, en = _reason(unfinished)
    return Progress("cannot_win", f"食唔到：{zh}", f"Cannot win: {en}", unfinished=tuple(unfinished))


def _is_special(packed: int, keys: Keys, rules: RuleSet) -> bool:
    shapes = rules.shapes
    return (
        ("seven_pairs" in shapes and is_seven_pairs(packed))
        or ("sixteen_unrelated" in shapes and unrelated_ranks(keys, rules.unrelated_pair) is not None)
        or ("thirteen_orphans" in shapes and next(orphan_parts(keys, 0, 0), None) is not None)
    )


def _unfinished(keys: Keys) -> tuple[list[int], int]:
    """Suits that are neither melds nor melds and a pair, and how many suits hold a pair."""
    suits = [suit_waits(key, suit == 3) for suit, key in enumerate(keys)]
    return [suit for suit in range(4) if not suits[suit].complete], sum(suit.rest == 2 for suit in suits)


def _reason(unfinished: Sequence[int]) -> tuple[str, str]:
    if not unfinished:
        return "眼多於一對", "there is more than one pair"
    zh = "、".join(SUIT_NAMES[suit][0] for suit in unfinished)
    en = ", ".join(SUIT_NAMES[suit][1] for suit in unfinished)
    return f"{zh}未成組", f"the {en} do not come out"


def not_a_winning_hand(keys: Keys) -> ScoringError:
    """The error for a full hand that does not come out, with the reason."""
    zh, en = _reason(_unfinished(keys)[0])
    return ScoringError(
        "not_a_winning_hand",
        f"concealed：牌未湊成食糊形，{zh}",
        f"concealed: the tiles are no winning hand, {en}",
    )
