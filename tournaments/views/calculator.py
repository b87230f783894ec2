"""計番機: a hand in, its count out, for everybody and without an account. The address holds the whole question."""

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from django_htmx.middleware import HtmxDetails

from scoring import RuleSet, ScoringError
from scoring.rulesets import RULE_SETS, get_rule_set
from tournaments.recording.calculator import Asked, read_asked
from tournaments.recording.calculator_page import answer_to, calculator_form, fitting
from tournaments.web.share import Share, share
from tournaments.words.wording import local, said


@require_safe
def calculator(request: HttpRequest) -> HttpResponse:
    """計番: the page, or the answer alone where the form asks for it while somebody lays tiles.

    A form sent without a script is answered with the address that says the same shorter, if there is one: what cannot
    be read stays in the field where it was typed. So is an address that does not say yet which tile won.
    """
    try:
        published = get_rule_set(request.GET.get("rules") or request.GET.get("rule_set") or RULE_SETS[0])
    except ScoringError:
        raise Http404 from None
    options = {reading.id: reading.values for reading in published.readings if reading.values}
    asked = read_asked(request.GET, options, published.id)
    if request.GET.get("rule_set", published.id) != published.id:
        asked = fitting(asked, published)
    given = asked
    asked = asked.with_winning_tile(published.hand_size)
    query = asked.address()
    address = f"{reverse('tournaments:calculator')}?{query}"
    htmx: HtmxDetails = request.htmx  # type: ignore[attr-defined]
    if "hand_concealed" in request.GET and not htmx and asked.lays_as(read_asked(QueryDict(query), {}, published.id)):
        return redirect(address)
    if asked.laid.winning != given.laid.winning and not htmx:
        return redirect(address)
    rules = get_rule_set(published.id, asked.options)
    part = "#answer" if htmx.target == "answer" else ""
    context = {
        "form": calculator_form(asked, rules),
        "answer": answer_to(asked, rules),
        "address": address,
        "link": request.build_absolute_uri(address),
        "oob": bool(part),
        "share": None if part else _share(request, query, asked, rules),
    }
    response = render(request, f"tournaments/calculator.html{part}", context)
    if htmx:
        response["HX-Replace-Url"] = address
    return response


def _share(request: HttpRequest, query: str, asked: Asked, rules: RuleSet) -> Share:
    """The hand in the address as a messenger shows it; an empty page has no hand to show."""
    picture = f"{reverse('tournaments:live_count_picture', args=[get_language()])}?{query}"
    where, title = f"{reverse('tournaments:calculator')}?{query}", said(_("計番"), rules)
    return share(request, where, title, local(rules.name_zh, rules.name_en), picture, bar=False)
