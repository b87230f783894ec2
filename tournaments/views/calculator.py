"""計番機, for everyone without an account. The address holds the whole question."""

from threading import BoundedSemaphore

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from django_htmx.middleware import HtmxDetails

from scoring import RuleSet, ScoringError
from scoring.rulesets import RULE_SETS, get_rule_set
from tournaments.learning.all_rules import under_all_rules
from tournaments.learning.near import one_tile_away
from tournaments.recording.calculator import Asked, read_asked
from tournaments.recording.calculator_page import answer_to, calculator_form, fitting
from tournaments.web.share import Share, share
from tournaments.words.wording import local, said, unit_of

_counting_more = BoundedSemaphore()  # one at a time leaves processor time for recorded hands


@require_safe
def calculator(request: HttpRequest) -> HttpResponse:
    """The page, or only the answer where the script asks while tiles are chosen.

    A form sent without a script redirects to its shorter address, if there is one. Unreadable input stays in its field,
    and so does an address that does not name the winning tile yet.
    """
    published, asked = _asked(request)
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
    answer = answer_to(asked, rules)
    context = {
        "form": calculator_form(asked, rules),
        "answer": answer,
        "address": address,
        "more": f"{reverse('tournaments:calculator_more')}?{query}" if answer.total is not None or answer.whole else "",
        "oob": bool(part),
        "share": _share(request, query, rules, drawn=not answer.problem),
    }
    response = render(request, f"tournaments/calculator.html{part}", context)
    if htmx:
        response["HX-Replace-Url"] = address
    return response


def _share(request: HttpRequest, query: str, rules: RuleSet, *, drawn: bool) -> Share:
    picture = f"{reverse('tournaments:live_count_picture', args=[get_language()])}?{query}" if drawn else ""
    where, title = f"{reverse('tournaments:calculator')}?{query}", said(_("計番"), rules)
    return share(request, where, title, local(rules.name_zh, rules.name_en), picture, bar=False)


@require_safe
def calculator_more(request: HttpRequest) -> HttpResponse:
    """差一隻 and the same hand under all rule sets: hundreds of counts, loaded after the calculator."""
    published, asked = _asked(request)
    rules = get_rule_set(published.id, asked.options)
    htmx: HtmxDetails = request.htmx  # type: ignore[attr-defined]
    page = reverse("tournaments:calculator")
    if not _counting_more.acquire(timeout=1):
        return HttpResponse(status=503, headers={"Retry-After": "2"})
    try:
        near, under = one_tile_away(asked, rules), under_all_rules(asked)
    finally:
        _counting_more.release()
    context = {
        "rules": rules,
        "unit": unit_of(rules),
        "near": near,
        "under": under,
        "page": page,
        "address": f"{page}?{asked.address()}",
    }
    return render(request, f"tournaments/calculator_more.html{'#more' if htmx else ''}", context)


def _asked(request: HttpRequest) -> tuple[RuleSet, Asked]:
    """The published rules and the question of the address. Raises Http404 for unknown rules."""
    try:
        published = get_rule_set(request.GET.get("rules") or request.GET.get("rule_set") or RULE_SETS[0])
    except ScoringError:
        raise Http404 from None
    options = {reading.id: reading.values for reading in published.readings if reading.values}
    return published, read_asked(request.GET, options, published.id)
