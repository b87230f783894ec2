"""A part of a page that is drawn once: again for other values, another language, and never beyond its tags."""

import pytest
from django.template import engines
from django.utils import translation

from tournaments.templatetags import remembered

PART = """{% load remembered %}{% remembered "test" rows %}{% for row in rows %}{{ look }}{{ row }}{% endfor %}
{% endremembered %}{{ look }}"""


@pytest.fixture(autouse=True)
def nothing_drawn(monkeypatch):
    monkeypatch.setattr(remembered, "_drawn", type(remembered._drawn)())


def drawn(rows, look):
    return engines["django"].from_string(PART).render({"rows": rows, "look": look}).replace("\n", "|")


def test_it_is_drawn_again_for_other_values_and_languages():
    assert drawn(("a", "b"), "1") == "1a1b|1"
    assert drawn(("a", "b"), "2") == "1a1b|2"
    assert drawn(("a",), "2") == "2a|2"
    with translation.override("en"):
        assert drawn(("a",), "3") == "3a|3"


def test_what_it_draws_is_escaped_once():
    assert drawn(("<b>",), "&") == drawn(("<b>",), "&") == "&amp;&lt;b&gt;|&amp;"


def test_it_forgets_what_was_not_wanted_longest(monkeypatch):
    monkeypatch.setattr(remembered, "MOST", 2)
    for rows in (("a",), ("b",), ("a",), ("c",)):
        drawn(rows, "1")
    assert drawn(("a",), "2") == "1a|2"
    assert drawn(("b",), "2") == "2b|2"
