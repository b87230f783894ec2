"""規則: a rule set for everyone, and the rules of one event with its own options, settings and values.

A page draws a hundred hands, so it is made once per language and stored as bytes: it does not depend on the reader.
"""

from collections.abc import Callable
from datetime import date, timedelta
from threading import BoundedSemaphore

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from django_htmx.middleware import HtmxDetails

import scoring
from scoring import RuleSet, ScoringError
from scoring.rulebook import RULE_SETS
from tournaments.core.access import event_access
from tournaments.core.public import same_for_all, share
from tournaments.core.services import RULE_FIELDS
from tournaments.models.digests import canonical
from tournaments.phrases.days import day_text
from tournaments.phrases.wording import local, said, unit_of
from tournaments.rulebook.calculator import Asked, read_asked
from tournaments.rulebook.calculator_page import answer_to, calculator_form, fitting
from tournaments.rulebook.learning import Question, exam, hand_of_the_day, one_tile_away, quiz, under_all_rules
from tournaments.rulebook.page import rules_card, rules_page
from tournaments.tables.game_log.read import rules_of

_counting_more = BoundedSemaphore()  # one at a time leaves processor time for recording hands
MOST_SETS = 200
DAYS_BACK = 30


@require_safe
def rule_sets(request: HttpRequest) -> HttpResponse:
    cards = [rules_card(scoring.rule_set(id_)) for id_ in RULE_SETS]
    return render(request, "tournaments/rulebook/rules_list.html", {"cards": cards})


@require_safe
def rules(request: HttpRequest, rule_set: str) -> HttpResponse:
    found = _rules(rule_set)
    return same_for_all(request, "rules", (rule_set,), lambda: _written({"page": rules_page(found)}))


@require_safe
def event_rules(request: HttpRequest, slug: str) -> HttpResponse:
    event = event_access(request, slug).event
    chosen = canonical([event.name, [getattr(event, name) for name in RULE_FIELDS], event.rules_snapshot])
    return same_for_all(
        request,
        "event-rules",
        (event.pk, event.page_version, chosen),
        lambda: _written({"page": rules_page(rules_of(event)), "event": event}),
    )


def _written(context: dict[str, object]) -> str:
    return render_to_string("tournaments/rulebook/rules.html", context)


def _rules(rule_set: str) -> RuleSet:
    try:
        return scoring.rule_set(rule_set)
    except ScoringError:
        raise Http404 from None


@require_safe
def calculator(request: HttpRequest) -> HttpResponse:
    """Show the calculator, or only its answer if the script asks while tiles are chosen.

    A form sent without scripts redirects to its shorter address, if there is one. Unreadable input stays in its field,
    and so does an address without a winning tile.
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
    rules = scoring.rule_set(published.id, asked.options)
    part = "#answer" if htmx.target == "answer" else ""
    answer, name = answer_to(asked, rules), local(rules.name_zh, rules.name_en)
    picture = f"{reverse('tournaments:live_count_picture', args=[get_language()])}?{query}"
    context = {
        "form": calculator_form(asked, rules),
        "answer": answer,
        "address": address,
        "more": f"{reverse('tournaments:calculator_more')}?{query}" if answer.total is not None or answer.whole else "",
        "oob": bool(part),
        "share": share(request, address, said(_("計番"), rules), name, "" if answer.problem else picture, bar=False),
    }
    response = render(request, f"tournaments/rulebook/calculator.html{part}", context)
    if htmx:
        response["HX-Replace-Url"] = address
    return response


@require_safe
def calculator_more(request: HttpRequest) -> HttpResponse:
    """Show 差一隻 and the same hand under all rule sets: hundreds of counts, loaded after the calculator."""
    published, asked = _asked(request)
    rules, page = scoring.rule_set(published.id, asked.options), reverse("tournaments:calculator")
    if not _counting_more.acquire(timeout=1):
        return HttpResponse(status=503, headers={"Retry-After": "2"})
    try:
        near, under = one_tile_away(asked, rules), under_all_rules(asked)
    finally:
        _counting_more.release()
    part = "#more" if request.htmx else ""  # type: ignore[attr-defined]
    context = {
        "rules": rules,
        "unit": unit_of(rules),
        "near": near,
        "under": under,
        "page": page,
        "address": f"{page}?{asked.address()}",
    }
    return render(request, f"tournaments/rulebook/calculator_more.html{part}", context)


def _asked(request: HttpRequest) -> tuple[RuleSet, Asked]:
    """Return the published rules and the question of the address. Raises Http404 for unknown rules."""
    published = _rules(request.GET.get("rules") or request.GET.get("rule_set") or RULE_SETS[0])
    options = {reading.id: reading.values for reading in published.readings if reading.values}
    return published, read_asked(request.GET, options, published.id)


Questions = Callable[[RuleSet, int], tuple[Question, ...]]


@require_safe
def learn(request: HttpRequest) -> HttpResponse:
    found = [scoring.rule_set(id_) for id_ in RULE_SETS]
    rows = [{"id": one.id, "name": local(one.name_zh, one.name_en), "rules": one} for one in found]
    return render(request, "tournaments/rulebook/learn.html", {"rows": rows})


@require_safe
def quiz_page(request: HttpRequest, rule_set: str, number: int) -> HttpResponse:
    return _numbered(request, rule_set, number, "learn_quiz", _("測驗"), quiz)


@require_safe
def exam_page(request: HttpRequest, rule_set: str, number: int) -> HttpResponse:
    return _numbered(request, rule_set, number, "learn_exam", _("裁判試"), exam)


def _numbered(
    request: HttpRequest, rule_set: str, number: int, name: str, title: str, questions: Questions
) -> HttpResponse:
    rules, which = _rules(rule_set), _("第 %(n)s 組") % {"n": number}
    if not 1 <= number <= MOST_SETS:
        raise Http404

    def address(to: int) -> str:
        return reverse(f"tournaments:{name}", args=[rules.id, to])

    def page() -> str:
        steps = [(_("上一組"), address(number - 1))] if number > 1 else []
        steps += [(_("下一組"), address(number + 1))] if number < MOST_SETS else []
        return _learn_page(rules, title, which, questions(rules, number), steps)

    return same_for_all(request, name, (rule_set, number), page)


@require_safe
def day_page(request: HttpRequest, rule_set: str, day: str = "") -> HttpResponse:
    """今日一手: show the hand of a day, never of a future day."""
    rules, today, one = _rules(rule_set), timezone.localdate(), timedelta(days=1)
    try:
        asked = date.fromisoformat(day) if day else today
    except ValueError:
        raise Http404 from None
    if not today - DAYS_BACK * one <= asked <= today:
        raise Http404

    def address(to: date) -> str:
        return reverse("tournaments:learn_day_of", args=[rules.id, to.isoformat()])

    def page() -> str:
        steps = [(_("前一日"), address(asked - one))] if today - asked < DAYS_BACK * one else []
        steps += [(_("後一日"), address(asked + one))] if asked < today else []
        return _learn_page(rules, _("今日一手"), day_text(asked), hand_of_the_day(rules, asked), steps)

    return same_for_all(request, "learn_day", (rule_set, asked, today), page)


def _learn_page(
    rules: RuleSet, title: str, which: str, questions: tuple[Question, ...], steps: list[tuple[str, str]]
) -> str:
    context = {
        "rules": rules,
        "name": local(rules.name_zh, rules.name_en),
        "title": said(title, rules),
        "which": which,
        "questions": questions,
        "steps": steps,
        "count": reverse("tournaments:calculator"),
    }
    return render_to_string("tournaments/rulebook/learn_questions.html", context)
