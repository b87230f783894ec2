from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from scoring import GameState


@dataclass(frozen=True)
class ScoreChange:
    name: str
    before: Decimal
    after: Decimal

    @property
    def change(self) -> Decimal:
        return self.after - self.before


def score_changes(before: GameState, after: GameState, names: Sequence[str]) -> list[ScoreChange]:
    """The four seats before and after; empty if no points move."""
    changes = [ScoreChange(name, before.scores[seat], after.scores[seat]) for seat, name in enumerate(names)]
    return changes if any(change.change for change in changes) else []
