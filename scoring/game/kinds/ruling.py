"""判決: see `scoring.discipline.rulings`, which judges an offence in the light of earlier ones."""

from typing import TYPE_CHECKING

from scoring.discipline.rulings import judge, ruled
from scoring.event_fields import Event
from scoring.game.kinds.kind import Kind
from scoring.table.state import GameState

if TYPE_CHECKING:
    from scoring.rules.rule_set import RuleSet


def _read(event: Event, rules: "RuleSet") -> Event:
    return event


def _play(state: GameState, event: Event, rules: "RuleSet") -> GameState:
    return ruled(state, judge(state, event, rules), rules)


RULING = Kind("ruling", _read, _play)
