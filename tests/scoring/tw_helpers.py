"""The games of the two Taiwanese rule sets: short words for their events, rules with the settings of an event."""

from dataclasses import replace
from typing import Any

from scoring.rulesets import tw_club_game, tw_sixteen_game
from scoring.rulesets.rule_set import RuleSet
from tests.scoring.game_helpers import LEAGUE, Event


def _rules(id: str, data: Any) -> RuleSet:
    """The game and the offences of a rule set; no hand is counted in these tests."""
    return replace(
        LEAGUE,
        id=id,
        unit="台",
        fans={},
        game=data.GAME,
        offences=data.OFFENCES,
        settings=data.SETTINGS,
        readings=data.GAME_READINGS,
        options={},
        switches={},
    ).with_settings({})


CLUB = _rules("tw-club", tw_club_game)
SIXTEEN = _rules("tw-sixteen", tw_sixteen_game)


def substitute(win: Event, *liable: int) -> Event:
    """代位賠付: the same win, paid by these."""
    return {**win, "liable": liable[0] if len(liable) == 1 else list(liable), "cause": "substitute"}
