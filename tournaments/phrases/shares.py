"""一鋪的數: what a winner is paid: the hand's own count, what the game adds, and the sum: 「18 + 莊家 1 = 19」."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from scoring import RuleSet, Terms

USUAL = Terms()
MULTIPLE = {2: lazy("雙響"), 3: lazy("三響")}


@dataclass(frozen=True)
class Amount:
    """番數 of one winner. `dealer_pays`: what the dealer alone pays if it differs, else 0."""

    text: str
    dealer_pays: int = 0


def amounts(line: Mapping[str, Any], rules: RuleSet) -> dict[int, Amount]:
    """What each winner of a hand is paid, 底 included; additional payments of single payers (另付) are separate."""
    by_winner: dict[int, list[Mapping[str, Any]]] = {}
    for payment in line.get("payments", ()):
        by_winner.setdefault(payment["winner"], []).append(payment)
    return {winner: _amount(payments, len(by_winner), rules) for winner, payments in by_winner.items()}


def _amount(payments: list[Mapping[str, Any]], winners: int, rules: RuleSet) -> Amount:
    fan, multi = payments[0]["fan"], payments[0]["multi"]
    shares = {payment["dealer"] for payment in payments}
    parts = [str(fan)] + ([multiple_part(winners, multi)] if multi else [])
    alike = len(shares) == 1
    dealer = shares.pop() if alike else 0
    parts += [dealer_part(dealer, rules)] if dealer else []
    text = " + ".join(parts) + (f" = {fan + multi + dealer}" if len(parts) > 1 else "")
    return Amount(text, 0 if alike else fan + multi + max(shares))


def streak_word(streak: int, rules: RuleSet) -> str:
    """連莊: "拉二莊", "連二拉二"; "" without a streak."""
    return rules.terms.streak(streak, english=(get_language() or "").startswith("en")) if streak else ""


def dealer_part(fan: int, rules: RuleSet) -> str:
    """莊家連拉 in a sum: "莊家 1" without a streak, "拉二莊 5" or "連二拉二 5" as it counts (連莊示記)."""
    dealer = rules.game.dealer_fans
    streak = (fan - dealer.flat) // dealer.per_streak if dealer and dealer.per_streak else 0
    return _("%(streak)s %(fan)s") % {"streak": streak_name(streak, rules), "fan": fan}


def multiple_part(winners: int, fan: int) -> str:
    """雙響 or 三響 in a sum."""
    return _("%(multiple)s %(fan)s") % {"multiple": MULTIPLE.get(winners, ""), "fan": fan}


def streak_name(streak: int, rules: RuleSet) -> str:
    """莊家連拉 by name: 莊家 without a streak, 拉二莊 with two."""
    if not streak:
        return _("莊家")
    word = streak_word(streak, rules)
    return word if rules.terms.streak_zh == USUAL.streak_zh else _("莊家%(streak)s") % {"streak": word}
