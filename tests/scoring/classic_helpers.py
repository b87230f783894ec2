"""Short words for games of hk-classic."""

from typing import Any

from scoring.rules.rule_set import RuleSet
from scoring.rulesets import get_rule_set
from tests.scoring.game_helpers import Event


def classic(settings: dict[str, Any] | None = None, **options: str) -> RuleSet:
    """The rules under settings and option values: classic({"base": "50"}, K_8="exact")."""
    return get_rule_set("hk-classic", {name.replace("_", "-"): value for name, value in options.items()}, settings)


CLASSIC = classic()
DEALER_ONLY = classic({"chain": "dealer"})


def surrender(seat: int, winner: int) -> Event:
    """投降."""
    return {"type": "surrender", "seat": seat, "winner": winner}


def drawn(*not_ready: int) -> Event:
    """和局, with those who are not ready."""
    return {"type": "draw", "not_ready": list(not_ready)}
