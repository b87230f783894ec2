"""規則: a rule set for everyone, and the rules of one event with its own options, settings and values.

A page draws a hundred hands, so it is made once per language and kept as bytes: nothing in it depends on the reader.
"""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.views.decorators.http import require_safe

from scoring import ScoringError
from scoring.rulesets import RULE_SETS, get_rule_set
from tournaments.access import event_access
from tournaments.book.read import rules_of
from tournaments.digests import canonical
from tournaments.models import Event
from tournaments.rulebook.page import rules_card, rules_page
from tournaments.services.events import RULE_FIELDS
from tournaments.views.public import same_for_all


@require_safe
def rule_sets(request: HttpRequest) -> HttpResponse:
    cards = [rules_card(get_rule_set(id_)) for id_ in RULE_SETS]
    return render(request, "tournaments/rules_list.html", {"cards": cards})


@require_safe
def rules(request: HttpRequest, rule_set: str) -> HttpResponse:
    try:
        found = get_rule_set(rule_set)
    except ScoringError:
        raise Http404 from None
    return same_for_all(request, "rules", (rule_set,), lambda: _written({"page": rules_page(found)}))


@require_safe
def event_rules(request: HttpRequest, slug: str) -> HttpResponse:
    event = event_access(request, slug).event
    which = (event.pk, event.page_version, _shown(event))
    return same_for_all(
        request, "event-rules", which, lambda: _written({"page": rules_page(rules_of(event)), "event": event})
    )


def _written(context: dict[str, object]) -> str:
    return render_to_string("tournaments/rules.html", context)


def _shown(event: Event) -> str:
    chosen = [getattr(event, name) for name in RULE_FIELDS]
    return canonical([event.name, chosen, event.rules_snapshot])
