"""規則書 Rule sets as data: fans, readings, offences, examples and game rules; and the reasons for a count."""

from scoring.count.explanation import DroppedFan, Explanation, FanReason, GroupSet
from scoring.fans.fan import Fan, Scope
from scoring.rules.data_files import Document, Example
from scoring.rules.game_rules import (
    BellRules,
    GameRules,
    PointsTable,
    Reward,
    base_and_fifths,
    base_and_tai,
    eight_and_fan,
    fan_is_points,
    lengths_of,
    played_for,
)
from scoring.rules.liability import LiabilityRules
from scoring.rules.offences import CHAPTER_NAMES, GROUP_NAMES, Offence, find_offence
from scoring.rules.own_values import LEAST_VALUE, MOST_VALUE, can_have_own, overrides, own_values
from scoring.rules.questions import (
    added_by_the_game,
    asked_of,
    asks_whose_kong,
    has_no_shape,
    may_have_claimed_a_kong,
    names_of_circumstances,
    said_by_a_robbed_kong,
    said_by_the_source,
)
from scoring.rules.rule_data import RuleReading, Value
from scoring.rules.settings import Setting, SettingValue
from scoring.rules.terms import Terms
from scoring.rulesets import RULE_SETS, conflict, examples_of, exclusive

__all__ = [
    "CHAPTER_NAMES",
    "GROUP_NAMES",
    "LEAST_VALUE",
    "MOST_VALUE",
    "RULE_SETS",
    "BellRules",
    "Document",
    "DroppedFan",
    "Example",
    "Explanation",
    "Fan",
    "FanReason",
    "GameRules",
    "GroupSet",
    "LiabilityRules",
    "Offence",
    "PointsTable",
    "Reward",
    "RuleReading",
    "Scope",
    "Setting",
    "SettingValue",
    "Terms",
    "Value",
    "added_by_the_game",
    "asked_of",
    "asks_whose_kong",
    "base_and_fifths",
    "base_and_tai",
    "can_have_own",
    "conflict",
    "eight_and_fan",
    "examples_of",
    "exclusive",
    "fan_is_points",
    "find_offence",
    "has_no_shape",
    "lengths_of",
    "may_have_claimed_a_kong",
    "names_of_circumstances",
    "overrides",
    "own_values",
    "played_for",
    "said_by_a_robbed_kong",
    "said_by_the_source",
]
