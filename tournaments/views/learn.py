"""學 Learning without an account: the quiz, the hand of the day, the exam for referees.

Pages are the same for everyone, made once per language and kept; each holds its questions and answers, so that it works
offline.
"""

from collections.abc import Callable
from datetime import date, timedelta

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from scoring import RuleSet, ScoringError
from scoring.rulesets import RULE_SETS, get_rule_set
from tournaments.learning.questions import Question, exam, hand_of_the_day, quiz
from tournaments.views.public import same_for_all
from tournaments.words.days import day_text
from tournaments.words.wording import local, said

Questions = Callable[[RuleSet, int], tuple[Question, ...]]
MOST_SETS = 200
DAYS_BACK = 30


@require_safe
def learn(request: HttpRequest) -> HttpResponse:
    found = [get_rule_set(id_) for id_ in RULE_SETS]
    rows = [{"id": one.id, "name": local(one.name_zh, one.name_en), "rules": one} for one in found]
    return render(request, "tournaments/learn.html", {"rows": rows})


@require_safe
def quiz_page(request: HttpRequest, rule_set: str, number: int) -> HttpResponse:
    return _numbered(request, rule_set, number, "learn_quiz", _("測驗"), quiz)


@require_safe
def exam_page(request: HttpRequest, rule_set: str, number: int) -> HttpResponse:
    return _numbered(request, rule_set, number, "learn_exam", _("裁判試"), exam)


def _numbered(
    request: HttpRequest, rule_set: str, number: int, name: str, title: str, questions: Questions
) -> HttpResponse:
    rules = _rules(rule_set)
    if not 1 <= number <= MOST_SETS:
        raise Http404
    which = _("第 %(n)s 組") % {"n": number}
    return same_for_all(
        request,
        name,
        (rule_set, number),
        lambda: _written(rules, title, which, questions(rules, number), _steps(name, rules, number)),
    )


@require_safe
def day_page(request: HttpRequest, rule_set: str, day: str = "") -> HttpResponse:
    """今日一手: the hand of a day, never of a future day."""
    rules = _rules(rule_set)
    today = timezone.localdate()
    try:
        asked = date.fromisoformat(day) if day else today
    except ValueError:
        raise Http404 from None
    if not today - timedelta(days=DAYS_BACK) <= asked <= today:
        raise Http404
    return same_for_all(
        request,
        "learn_day",
        (rule_set, asked, today),
        lambda: _written(
            rules, _("今日一手"), day_text(asked), hand_of_the_day(rules, asked), _days(rules, asked, today)
        ),
    )


def _rules(rule_set: str) -> RuleSet:
    try:
        return get_rule_set(rule_set)
    except ScoringError:
        raise Http404 from None


def _steps(name: str, rules: RuleSet, number: int) -> list[tuple[str, str]]:
    def step(to: int) -> str:
        return reverse(f"tournaments:{name}", args=[rules.id, to])

    before = [(_("上一組"), step(number - 1))] if number > 1 else []
    return before + ([(_("下一組"), step(number + 1))] if number < MOST_SETS else [])


def _days(rules: RuleSet, asked: date, today: date) -> list[tuple[str, str]]:
    def step(to: date) -> str:
        return reverse("tournaments:learn_day_of", args=[rules.id, to.isoformat()])

    one = timedelta(days=1)
    before = [(_("前一日"), step(asked - one))] if today - asked < timedelta(days=DAYS_BACK) else []
    return before + ([(_("後一日"), step(asked + one))] if asked < today else [])


def _written(
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
    return render_to_string("tournaments/learn_questions.html", context)
