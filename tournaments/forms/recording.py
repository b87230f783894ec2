"""記錄一鋪: the meaning of a posted form. Independent of any page.

The correction of any hand uses the same form: `state` is then the one in which that hand was closed.
"""

from collections.abc import Mapping
from typing import Any

from scoring import GameState, RuleSet
from tournaments.book.timeline import Played
from tournaments.core.exceptions import Invalid
from tournaments.recording.counted import CountedWin, counted_win
from tournaments.recording.draw_form import draw_asks
from tournaments.recording.entry import SEATS, Posted, WinEntry

DRAW = "draw"


class Unclear(Invalid):
    def __init__(self, errors: Mapping[str, str]) -> None:
        field, sentence = next(iter(errors.items()))
        super().__init__(sentence, field=field)
        self.errors = dict(errors)


def clean_win(entry: WinEntry, rules: RuleSet, state: GameState, may_be_liable: tuple[int, ...] = ()) -> CountedWin:
    """The entry with its count, the only one that this request makes. Raises Unclear."""
    counted = counted_win(entry, rules, state, may_be_liable)
    if counted.problems:
        raise Unclear(counted.problems)
    return counted


def clean_draw(posted: Posted, rules: RuleSet, state: GameState) -> Played:
    """流局 with its answers; without any, no seat and the same dealer."""
    event: dict[str, Any] = {"type": DRAW}
    asked = draw_asks(rules, state)
    not_ready = sorted({int(seat) for seat in posted.getlist("not_ready") if seat in SEATS})
    if "not_ready" in asked and not_ready:
        event["not_ready"] = not_ready
    dealer = posted.get("dealer")
    if "dealer" in asked and dealer in SEATS and int(dealer) != state.dealer:
        event["dealer"] = int(dealer)
    return Played(event)
