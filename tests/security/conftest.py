"""Fixtures of the tests that visit all addresses: a full hall, and stubs for slow parts that they do not check."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.utils.translation import get_language
from drf_spectacular.generators import SchemaGenerator

from tests.security.hall import FullHall, make_full_hall
from tournaments.hall import drawing
from tournaments.rulebook import views as rulebook
from tournaments.scorecards import pdf


def once(make: Callable[..., Any]) -> Callable[..., Any]:
    """Cache the results of a function for all tests, by id, language and further arguments."""
    made: dict[tuple[object, ...], Any] = {}

    def remembered(of: Any, *which: object, **more: object) -> Any:
        asked = (getattr(of, "id", ""), get_language(), *which)
        if asked not in made:
            made[asked] = make(of, *which, **more)
        return made[asked]

    return remembered


QUIZ, DAY, SCHEMA = map(once, (rulebook.quiz, rulebook.hand_of_the_day, SchemaGenerator.get_schema))


@pytest.fixture(autouse=True)
def words_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace PDFs, pictures and the quiz by fast stubs. tests/scorecards and tests/hall make real ones."""
    monkeypatch.setattr(pdf, "pdf_of", lambda *pages: "".join(pages).encode())
    monkeypatch.setattr(drawing, "png_of", lambda picture: json.dumps(picture, ensure_ascii=False).encode())
    monkeypatch.setattr(rulebook, "quiz", QUIZ)
    monkeypatch.setattr(rulebook, "hand_of_the_day", DAY)
    monkeypatch.setattr(SchemaGenerator, "get_schema", SCHEMA)


@pytest.fixture
def hall(db: None) -> FullHall:
    return make_full_hall()
