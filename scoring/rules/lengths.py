"""長度: for how many 圈 a game is played, where organisers may choose: a reading whose values set `deals`. A game of
another length only has another last deal: names, dealer, 連莊, 拉 and the end follow from it."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from scoring.errors import ScoringError
from scoring.rules.game_rules import BellRules
from scoring.seats import SEATS

if TYPE_CHECKING:
    from scoring.rules.rule_set import RuleSet

_WIND_ROUNDS = MappingProxyType({"one": 1, "two": 2, "four": 4})


def lengths(published: str, *others: str, bell: BellRules | None = None) -> Mapping[str, Mapping[str, Any]]:
    """The switch of a reading of the length: its values, the published one first. bell: as published, where the text
    gives a game its minutes: a shorter one has its share of them."""
    whole = _WIND_ROUNDS[published]
    return MappingProxyType({word: _played_for(_WIND_ROUNDS[word], whole, bell) for word in (published, *others)})


def _played_for(rounds: int, whole: int, bell: BellRules | None) -> dict[str, Any]:
    deals = {"deals": rounds * len(SEATS)}
    if bell is None:
        return deals
    share = replace(
        bell,
        minutes=bell.minutes and bell.minutes * rounds // whole,
        final_minutes=bell.final_minutes and bell.final_minutes * rounds // whole,
    )
    return deals | {"bell": share}


def lengths_of(rules: "RuleSet") -> dict[int, dict[str, str]]:
    """可打的圈數: how many 圈 a game may have under these rules → the option for it; empty without a choice."""
    found = {
        fields["deals"] // len(SEATS): {option: value}
        for option, values in rules.game.switches.items()
        for value, fields in values.items()
        if "deals" in fields
    }
    return dict(sorted(found.items()))


def played_for(rules: "RuleSet", wind_rounds: int) -> dict[str, str]:
    """The option under which a game has so many 圈. Raises ScoringError bad_option where no game has that length."""
    found = lengths_of(rules)
    if wind_rounds not in found:
        offered = [str(one) for one in found] or ["—"]
        raise ScoringError(
            "bad_option",
            f"{rules.name_zh}沒有打 {wind_rounds} 圈的一場，可以打的圈數是：{'、'.join(offered)}。",
            f"{rules.name_en} has no game of {wind_rounds} winds; it may have: {', '.join(offered)}.",
        )
    return found[wind_rounds]
