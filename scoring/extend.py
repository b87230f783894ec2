"""自訂規則 The tools to write a rule set: fans and what they look at, shapes, values, policies, game rules."""

from scoring.fans.fan import Fan, Scope, fan
from scoring.hand.circumstances import Winning
from scoring.reading.layout import Layout
from scoring.reading.suit import Across, Suit
from scoring.reading.views import Combo, Finish, Flowers, Shape, TileProfile, Total, Wait
from scoring.reading.winning_shapes import (
    BASIC,
    FOURTEEN_UNRELATED,
    KNITTED_STRAIGHT,
    PAIRS_ONLY,
    SEVEN_PAIRS,
    SIXTEEN_UNRELATED,
    THIRTEEN_ORPHANS,
    WinningShape,
)
from scoring.rules.game_rules import (
    BellRules,
    CardRules,
    ChainRules,
    DealerFans,
    DealerRules,
    GameRules,
    PointsTable,
    Reward,
    WrongDealerRules,
    base_and_fifths,
    base_and_tai,
    eight_and_fan,
    fan_is_points,
    lengths,
)
from scoring.rules.liability import Cause, LiabilityRules
from scoring.rules.rule_data import Discount, Option, Switch, Value, account_once, by_name, inside_greater
from scoring.rules.settings import Choice, Setting
from scoring.rules.terms import Terms
from scoring.rulesets import register
from scoring.rulesets.counting import RuleSet

__all__ = [
    "BASIC",
    "FOURTEEN_UNRELATED",
    "KNITTED_STRAIGHT",
    "PAIRS_ONLY",
    "SEVEN_PAIRS",
    "SIXTEEN_UNRELATED",
    "THIRTEEN_ORPHANS",
    "Across",
    "BellRules",
    "CardRules",
    "Cause",
    "ChainRules",
    "Choice",
    "Combo",
    "DealerFans",
    "DealerRules",
    "Discount",
    "Fan",
    "Finish",
    "Flowers",
    "GameRules",
    "Layout",
    "LiabilityRules",
    "Option",
    "PointsTable",
    "Reward",
    "RuleSet",
    "Scope",
    "Setting",
    "Shape",
    "Suit",
    "Switch",
    "Terms",
    "TileProfile",
    "Total",
    "Value",
    "Wait",
    "Winning",
    "WinningShape",
    "WrongDealerRules",
    "account_once",
    "base_and_fifths",
    "base_and_tai",
    "by_name",
    "eight_and_fan",
    "fan",
    "fan_is_points",
    "inside_greater",
    "lengths",
    "register",
]
