"""What the walks over all addresses share: a full hall, and what takes seconds without telling anything of it."""

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
    """The same function, which makes what is the same in every event once for all tests."""
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
    """Of papers and pictures, without the seconds that they take. tests/scorecards and tests/hall make real ones."""
    monkeypatch.setattr(pdf, "pdf_of", lambda *pages: "".join(pages).encode())
    monkeypatch.setattr(drawing, "png_of", lambda picture: json.dumps(picture, ensure_ascii=False).encode())
    monkeypatch.setattr(rulebook, "quiz", QUIZ)
    monkeypatch.setattr(rulebook, "hand_of_the_day", DAY)
    monkeypatch.setattr(SchemaGenerator, "get_schema", SCHEMA)


@pytest.fixture
def hall(db: None) -> FullHall:
    return make_full_hall()
