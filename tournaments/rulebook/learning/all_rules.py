"""各規則: the same hand under every rule set, as `score` answers it; where one refuses the hand, why."""

from dataclasses import dataclass, replace

from django.utils.text import capfirst

from scoring import HandScore, RuleSet, ScoringError, count, winning_hand_from_document
from scoring.rulesets import RULE_SETS, get_rule_set
from tournaments.phrases.wording import local, said, unit_of
from tournaments.rulebook.calculator import Asked
from tournaments.rulebook.calculator_page import fitting
from tournaments.tables.recording.count import plain_reason
from tournaments.tables.recording.count_view import CountRow, FanNames


@dataclass(frozen=True)
class UnderRules:
    """`total`: None where the hand is refused, and `problem` why · `fitted`: its count without the circumstances
    that these rules do not know · `chosen`: these are the rules on the page.
    """

    name: str
    unit: str
    total: int | None
    rows: tuple[CountRow, ...]
    enough: bool
    problem: str
    fitted: int | None
    chosen: bool
    address: str


def under_all_rules(asked: Asked) -> tuple[UnderRules, ...]:
    """Each published rule set; the one on the page with its chosen options, the others by default. None for an empty
    hand.
    """
    if not asked.laid.touched:
        return ()
    return tuple(_under(get_rule_set(id_, asked.options if id_ == asked.rule_set else {}), asked) for id_ in RULE_SETS)


def _under(rules: RuleSet, asked: Asked) -> UnderRules:
    chosen = rules.id == asked.rule_set
    here = asked if chosen else replace(asked, rule_set=rules.id, options={})
    fitting_here = fitting(here, rules)
    score, problem = _counted(here, rules)
    fitted = _counted(fitting_here, rules)[0] if score is None and fitting_here != here else None
    return UnderRules(
        local(rules.name_zh, rules.name_en),
        unit_of(rules),
        score.total if score else None,
        FanNames(rules).counted(score.fans) if score else (),
        score is None or score.meets_minimum,
        problem,
        fitted.total if fitted else None,
        chosen,
        fitting_here.address(),
    )


def _counted(asked: Asked, rules: RuleSet) -> tuple[HandScore | None, str]:
    try:
        return count(winning_hand_from_document(asked.as_document(), rules), rules), ""
    except ScoringError as error:
        return None, capfirst(said(plain_reason(error), rules))
