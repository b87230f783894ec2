"""擺牌 How far tiles that are being laid out have come: how many are missing, what they wait for, why they cannot
win. For a page that follows a hand tile by tile. Knows shapes, but no values or circumstances."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from scoring.errors import ScoringError
from scoring.hand.melds import Meld
from scoring.hand.tiles import Tile, names
from scoring.hand.winning_hand import WinningHand
from scoring.reading.arrangements import arrangements
from scoring.reading.winning_shapes import completes, waits_of
from scoring.rules.rule_set import RuleSet

Stage = Literal["missing", "not_ready", "ready", "complete", "cannot_win", "too_many"]

SUIT_NAMES = (("萬子", "characters"), ("筒子", "dots"), ("索子", "bamboos"), ("番子", "honours"))


@dataclass(frozen=True, slots=True)
class Progress:
    """進度 of a hand. `stage`: missing (`count` tiles), not_ready or ready (one tile is missing, `waits` complete
    it), complete, cannot_win (all tiles are there; suits 0–3 in `unfinished` do not come out, none if only the pair
    is wrong), too_many (by `count`). `zh`, `en`: one sentence."""

    stage: Stage
    zh: str
    en: str
    count: int = 0
    waits: tuple[Tile, ...] = ()
    unfinished: tuple[int, ...] = ()


def progress(concealed: Sequence[Tile], melds: Sequence[Meld], rules: RuleSet) -> Progress:
    """進度 of these tiles; `concealed` includes the winning tile if it is laid, but no flowers."""
    missing = rules.hand_size + 1 - len(concealed) - 3 * len(melds)
    if missing < 0:
        return Progress("too_many", f"多了 {-missing} 隻", f"{-missing} too many", count=-missing)
    if missing > 1:
        return Progress("missing", f"差 {missing} 隻", f"{missing} more needed", count=missing)
    return _one_missing(concealed, melds, rules) if missing else _all_there(concealed, melds, rules)


def _one_missing(concealed: Sequence[Tile], melds: Sequence[Meld], rules: RuleSet) -> Progress:
    waits = waits_of(concealed, melds, rules.shapes)
    if not waits:
        return Progress("not_ready", "差 1 隻，未聽牌", "1 more needed, not ready", count=1)
    zh, en = names(waits), names(waits, "en")
    return Progress("ready", f"差 1 隻，聽{zh}", f"1 more needed, waiting for {en}", count=1, waits=waits)


def _all_there(concealed: Sequence[Tile], melds: Sequence[Meld], rules: RuleSet) -> Progress:
    if any(completes(concealed, melds, shape) for shape in rules.shapes):
        return Progress("complete", "湊成食糊形", "a winning hand")
    unfinished = _unfinished(concealed)
    zh, en = _reason(unfinished)
    return Progress("cannot_win", f"食唔到：{zh}", f"Cannot win: {en}", unfinished=tuple(unfinished))


def _unfinished(concealed: Sequence[Tile]) -> list[int]:
    copies = [[concealed.count(9 * suit + rank) for rank in range(9 if suit < 3 else 7)] for suit in range(4)]
    return [suit for suit in range(4) if not arrangements(tuple(copies[suit]))]


def _reason(unfinished: Sequence[int]) -> tuple[str, str]:
    if not unfinished:
        return "眼多於一對", "there is more than one pair"
    zh = "、".join(SUIT_NAMES[suit][0] for suit in unfinished)
    en = ", ".join(SUIT_NAMES[suit][1] for suit in unfinished)
    return f"{zh}未成組", f"the {en} do not come out"


def not_a_winning_hand(hand: WinningHand) -> ScoringError:
    zh, en = _reason(_unfinished((*hand.concealed, hand.winning_tile)))
    return ScoringError(
        "not_a_winning_hand",
        f"concealed：牌未湊成食糊形，{zh}",
        f"concealed: the tiles are no winning hand, {en}",
    )
