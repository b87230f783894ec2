"""Short words for games of hk-classic; its hands of tiles are counted by the table of the league here."""

from typing import Any

from scoring.rulesets.hk_classic_game import GAME, GAME_READINGS, OFFENCES, SETTINGS
from scoring.rulesets.rule_set import RuleSet
from tests.scoring.game_helpers import LEAGUE, Event

_RULES = RuleSet(
    id="hk-classic",
    version="1",
    name_zh="港式台灣牌番數表",
    name_en="Hong Kong Taiwanese-style fan table",
    unit="番",
    hand_size=16,
    fans=LEAGUE.fans,
    shapes=LEAGUE.shapes,
    circumstances=LEAGUE.circumstances,
    game=GAME,
    offences=OFFENCES,
    readings=GAME_READINGS,
    settings=SETTINGS,
)


def classic(settings: dict[str, Any] | None = None, **options: str) -> RuleSet:
    """The rules under settings and option values: classic({"base": "50"}, K_8="exact")."""
    chosen = {name.replace("_", "-"): value for name, value in options.items()}
    return _RULES.with_options(chosen).with_settings(settings or {})


CLASSIC = classic()
DEALER_ONLY = classic({"chain": "dealer"})


def surrender(seat: int, winner: int) -> Event:
    """投降."""
    return {"type": "surrender", "seat": seat, "winner": winner}


def drawn(*not_ready: int) -> Event:
    """和局, with those who are not ready."""
    return {"type": "draw", "not_ready": list(not_ready)}
