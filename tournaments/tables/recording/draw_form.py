"""流局的小表格: what the rules ask about a draw; all empty if nothing is asked."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from scoring import GameState, RuleSet
from tournaments.phrases.names import Seat
from tournaments.phrases.wording import plain
from tournaments.tables.recording.win_form import Choice

DRAW_ASKS = ("not_ready", "dealer")


def draw_asks(rules: RuleSet, state: GameState) -> tuple[str, ...]:
    """Questions before the preview of 流局: `not_ready` (和局不聽), `dealer` (dice thrown again in 東一局)."""
    keys = [key for key in DRAW_ASKS if key in rules.game.draw_keys]
    return tuple(key for key in keys if key != "dealer" or state.turn.deal == 0)


@dataclass(frozen=True)
class DrawForm:
    """`not_ready`: 和局不聽, seats to tick · `fine`: what it costs, in a sentence · `dealers`: for whom the dice were
    thrown."""

    not_ready: tuple[Choice, ...] = ()
    fine: str = ""
    dealers: tuple[Choice, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.not_ready or self.dealers)


def draw_form(
    asked: Iterable[str], seats: Sequence[Seat], rules: RuleSet, event: Mapping[str, Any] | None = None
) -> DrawForm:
    """`event`: a recorded draw, if any."""
    recorded = event or {}
    not_ready = recorded.get("not_ready", ())
    dealer = recorded.get("dealer")
    asked = set(asked)
    return DrawForm(
        not_ready=tuple(Choice(str(s.seat), s.name, s.seat in not_ready, s.wind) for s in seats)
        if "not_ready" in asked
        else (),
        fine=_fine(rules) if "not_ready" in asked else "",
        dealers=tuple(
            Choice(str(s.seat), s.name, s.dealer if dealer is None else s.seat == dealer, s.wind) for s in seats
        )
        if "dealer" in asked
        else (),
    )


def _fine(rules: RuleSet) -> str:
    points = (rules.game.base or 0) * (rules.game.not_ready or 0)
    return _("不聽的每家付聽牌的每家 %(points)s 分。") % {"points": plain(points)}
