from decimal import Decimal

import pytest
from django.template import Context, Template
from django.utils import translation

from tests.markup import url
from tournaments.templatetags import paiju
from tournaments.templatetags.paiju import points, signed


def shown(source: str, **context: object) -> str:
    return Template("{% load paiju %}" + source).render(Context(context))


@pytest.mark.parametrize(
    ("value", "text"),
    [(128, "+128"), (-45, "−45"), (0, "0"), ("2.50", "+2.5"), (Decimal("-100"), "−100"), ("-0", "0"), ("—", "—")],
)
def test_points_have_a_sign_and_a_true_minus(value: object, text: str) -> None:
    assert signed(value) == text


@pytest.mark.parametrize(("value", "tone"), [(1, "gain"), (-1, "loss"), (0, "zero"), ("", "zero")])
def test_gains_and_losses_have_tones(value: object, tone: str) -> None:
    assert f'class="points {tone}"' in points(value)


def test_marks_escape_and_have_icons_and_names() -> None:
    assert "<b>" not in points("<b>")
    assert "#warn" in shown('{% icon "warning" %}')
    html = shown("{% back name 'tournaments:table' 7 %}", name="<返回>")
    assert f'<a class="back-link" href="{url("table", 7)}" aria-label="&lt;返回&gt;"><svg' in html


@pytest.mark.parametrize(
    ("place", "english"), [(1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (12, "12th"), (21, "21st")]
)
def test_a_place_is_a_number_in_chinese_and_an_ordinal_in_english(place: int, english: str):
    with translation.override("en"):
        assert paiju.ordinal(place) == english
    with translation.override("zh-hant"):
        assert paiju.ordinal(place) == str(place)
