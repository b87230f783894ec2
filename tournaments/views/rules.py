"""規則的頁: a rule set for everybody, and the rules of one event with its own options."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scoring.errors import ScoringError
from scoring.rulesets import RULE_SETS, get_rule_set
from tournaments.access import event_access
from tournaments.selectors.rules import rules_page
from tournaments.services.writing import rules_of


@require_safe
def rule_sets(request: HttpRequest) -> HttpResponse:
    """所有規則."""
    pages = [rules_page(get_rule_set(id_)) for id_ in RULE_SETS]
    return render(request, "tournaments/rules_list.html", {"pages": pages})


@require_safe
def rules(request: HttpRequest, rule_set: str) -> HttpResponse:
    """One rule set as published, with the default of every option."""
    try:
        found = get_rule_set(rule_set)
    except ScoringError:
        raise Http404 from None
    return render(request, "tournaments/rules.html", {"page": rules_page(found)})


@require_safe
def event_rules(request: HttpRequest, slug: str) -> HttpResponse:
    """The rules of an event: what it chose stands out."""
    access = event_access(request, slug)
    context = {"page": rules_page(rules_of(access.event)), "event": access.event, "access": access}
    return render(request, "tournaments/rules.html", context)
