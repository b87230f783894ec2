"""A laid hand is counted once in a request, whichever way it comes: preview, save, correction, a program."""

import importlib
import json
from collections.abc import Iterator

import pytest

from scoring.game.hand_in_game import remembered_count
from tests.markup import shows
from tests.tables.test_recording_pages import TILES, hidden
from tests.tournaments.book_pages import Hall
from tests.tournaments.factories import play_and_confirm
from tournaments.models import Act

pytestmark = pytest.mark.django_db

EVENT = {
    "type": "win",
    "winner": 2,
    "from": 1,
    "hand": {"concealed": "123m56m789p234p567s88s", "winning_tile": "4m"},
}


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


def test_a_preview_counts_it_once(hall: Hall, counted: list[object]):
    shows(hall.post("win", **TILES), "計 20")
    assert len(counted) == 1


def test_saving_a_preview_counts_it_once(hall: Hall, counted: list[object]):
    sent = hidden(hall.post("win", **TILES))
    counted.clear()
    remembered_count.cache_clear()
    assert hall.post("save", **sent).status_code == 302
    assert Act.objects.filter(game=hall.game).count() == 1
    assert len(counted) == 1


def test_changing_a_preview_counts_nothing(hall: Hall, counted: list[object]):
    sent = hidden(hall.post("win", **TILES))
    counted.clear()
    remembered_count.cache_clear()
    assert "123m56m789p234p567s88s" in hall.post("win", **sent, edit="1").content.decode()
    assert counted == []


def test_the_form_that_comes_back_counts_it_once(hall: Hall, counted: list[object]):
    assert hall.post("win", **TILES | {"hand_winning-0": "9m"}).status_code == 400
    assert len(counted) == 1


def test_the_live_count_counts_it_once(hall: Hall, counted: list[object]):
    assert hall.post("count", **TILES).status_code == 200
    assert len(counted) == 1


def test_the_preview_of_a_correction_counts_it_once(hall: Hall, counted: list[object]):
    recorded(hall)
    assert hall.post("correct", 1, **TILES | {"draft": draft(), "result": "win"}).status_code == 200
    assert len(counted) == 1


def test_saving_a_correction_counts_it_once(hall: Hall, counted: list[object]):
    recorded(hall)
    given = {"draft": [{"event": EVENT, "claim": {"mode": "tiles"}}], "do": "save", "reason": "計錯番"}
    assert hall.post("correct", 1, **given).status_code == 302
    assert len(counted) == 1


@pytest.mark.parametrize("address", ["hands/", "preview/"])
def test_a_program_has_it_counted_once(hall: Hall, counted: list[object], address: str):
    more = {"client_key": "8a7b6c5d-0000-4000-8000-000000000001", "seen": 0} if address == "hands/" else {}
    sent(hall, address, {"event": EVENT} | more)
    assert len(counted) == 1


def test_a_correction_by_a_program_counts_it_once(hall: Hall, counted: list[object]):
    recorded(hall)
    key = "8a7b6c5d-0000-4000-8000-000000000002"
    body = {"entries": [{"event": EVENT}], "reason": "計錯番", "client_key": key, "seen": hall.fresh().book_version}
    sent(hall, "hands/1/correct/", body)
    assert len(counted) == 1


def recorded(hall: Hall) -> None:
    """One hand, typed: nothing of it has to be counted."""
    play_and_confirm(hall.fresh(), hall.actor, type="win", winner=2, source=1, fan=25)


def draft() -> list[object]:
    return [{"event": {"type": "win", "winner": 2, "from": 1, "fan": 25}, "claim": None}]


def sent(hall: Hall, address: str, body: object) -> None:
    whole = f"/api/games/{hall.game.pk}/{address}"
    response = hall.referee.post(whole, json.dumps(body), content_type="application/json")
    assert response.status_code == 200, response.content
