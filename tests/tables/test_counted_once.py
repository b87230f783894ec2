"""A laid hand is counted once in a request, whichever way it comes: preview, save, correction, a program."""

import importlib
import uuid
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from scoring.game.hand_in_game import remembered_count
from tests.markup import shows
from tests.tables.test_recording_pages import TILES, hidden
from tests.tournaments.book_pages import Hall
from tests.tournaments.recorder import won
from tournaments.models import Act

LAID = {"concealed": "123m56m789p234p567s88s", "winning_tile": "4m"}
EVENT = {"type": "win", "winner": 2, "from": 1, "hand": LAID}
TYPED = won(2, 1, 25)


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[object]]:
    """Every hand that the definition or the engine counts from now on. What was remembered before is forgotten."""
    hands: list[object] = []
    room = importlib.import_module("scoring.count")
    owner, name = (room.fast, "count") if room.ENGINE else (room, "by_definition")
    plain = getattr(owner, name)

    def noting(hand: object, *given: object) -> object:
        hands.append(hand)
        return plain(hand, *given)

    monkeypatch.setattr(owner, name, noting)
    remembered_count.cache_clear()
    yield hands
    remembered_count.cache_clear()


def program(hall: Hall, address: str, **body: Any) -> Any:
    whole = {"client_key": str(uuid.uuid4()), "seen": hall.fresh().book_version} | body
    where = f"/api/games/{hall.game.pk}/{address}"
    return hall.referee.post(where, whole, content_type="application/json")


def correction(hall: Hall, event: Any, **more: Any) -> Any:
    return hall.post("correct", 1, draft=[{"event": event, "claim": {"mode": "tiles"}}], reason="計錯番", **more)


@pytest.mark.parametrize(
    ("way", "status"),
    [
        (lambda hall: hall.post("win", **TILES), 200),
        (lambda hall: hall.post("win", **TILES | {"hand_winning-0": "9m"}), 400),
        (lambda hall: hall.post("count", **TILES), 200),
        (lambda hall: correction(hall, TYPED, result="win", **TILES), 200),
        (lambda hall: correction(hall, EVENT, do="save"), 302),
        (lambda hall: program(hall, "hands/", event=EVENT), 200),
        (lambda hall: program(hall, "preview/", event=EVENT), 200),
        (lambda hall: program(hall, "hands/1/correct/", entries=[{"event": EVENT}], reason="計錯番"), 200),
    ],
    ids=[
        "a preview", "a form that comes back", "the live count", "the preview of a correction", "a correction",
        "a program", "the preview of a program", "a correction by a program",
    ],
)  # fmt: skip
def test_a_request_counts_a_laid_hand_once(hall: Hall, counted: list[object], way: Callable[[Hall], Any], status: int):
    hall.settle(TYPED)  # nothing of it has to be counted
    assert way(hall).status_code == status
    assert len(counted) == 1


def test_saving_a_preview_counts_it_once_and_changing_it_not_at_all(hall: Hall, counted: list[object]):
    sent = hidden(hall.post("win", **TILES))
    counted.clear()
    remembered_count.cache_clear()
    shows(hall.post("win", **sent, edit="1"), "123m56m789p234p567s88s")
    assert counted == []
    assert hall.post("save", **sent).status_code == 302
    assert Act.objects.count() == 1
    assert len(counted) == 1
