"""The games of the two Taiwanese rule sets: short words for their events."""

from scoring.rulesets import get_rule_set
from tests.scoring.game_helpers import Event

CLUB = get_rule_set("tw-club")
SIXTEEN = get_rule_set("tw-sixteen")


def substitute(win: Event, *liable: int) -> Event:
    """代位賠付: the same win, paid by these."""
    return {**win, "liable": liable[0] if len(liable) == 1 else list(liable), "cause": "substitute"}
