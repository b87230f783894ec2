"""A ruling reversed since the page was shown: who enters what it does not touch has nothing to decide again."""

import uuid
from typing import Any

import pytest
from django.utils import timezone

from penalties.services import rulings
from tests.penalties.hall import FIRST, SECOND, Tournament, state_of
from tests.tournaments.book_checks import reread
from tournaments.audit.checks import audit
from tournaments.core.exceptions import Conflict
from tournaments.models import Act, Game
from tournaments.tables.game_log.timeline import Played
from tournaments.tables.services.recording import record

pytestmark = pytest.mark.django_db

WIN = {"type": "win", "winner": 0, "from": 1, "fan": 20}


def enter(evening: Tournament, game: Game, seen: int, event: dict[str, Any], hand: int | None = None) -> Any:
    said: dict[str, Any] = {
        "game_id": game.pk,
        "actor": evening.referee,
        "client_key": uuid.uuid4(),
        "seen": seen,
        "now": timezone.now(),
    }
    if event["type"] == "ruling":
        return rulings.rule(event=event, hand=hand, **said)
    return record(played=Played(event), **said)


def ruling_on(seat: int, offence: str = "claim_cancelled", **more: Any) -> dict[str, Any]:
    return {"type": "ruling", "seat": seat, "offence": offence, **more}


def version(game: Game) -> int:
    return reread(game).book_version


def test_a_ruling_on_another_player_is_taken(evening: Tournament, game: Game):
    ruling = evening.rule(game, 1, "claim_cancelled")
    seen = version(game)
    evening.reverse(ruling)
    enter(evening, game, seen, ruling_on(3))
    assert state_of(game).scores == (5, 5, 5, -15)
    assert list(audit(evening.event.slug)) == []


def test_a_hand_is_taken_whose_payments_are_the_same(evening: Tournament, game: Game):
    ruling = evening.rule(game, 2, "claim_cancelled")
    seen = version(game)
    evening.reverse(ruling)
    assert enter(evening, game, seen, WIN)["closed"]
    assert list(audit(evening.event.slug)) == []


def test_a_ruling_found_late_is_taken(evening: Tournament, game: Game):
    evening.play(game, type="draw")
    ruling = evening.rule(game, 1, "claim_cancelled")
    seen = version(game)
    evening.reverse(ruling)
    assert enter(evening, game, seen, ruling_on(3), hand=1)["hand"] == 1
    assert list(audit(evening.event.slug)) == []


def test_a_hand_is_taken_after_a_ruling_of_an_earlier_game_was_reversed(evening: Tournament):
    """The act `carry` that changes nothing of what is entered is nobody's entry."""
    first, _other = evening.round(1, FIRST)
    ruling = evening.rule(first, 2, "claim_cancelled")
    game = evening.round(2, SECOND)[0]
    evening.rule(game, 2, "claim_cancelled")
    seen = version(game)
    evening.reverse(ruling)
    assert Act.objects.filter(game=game, kind="carry").exists()
    assert enter(evening, game, seen, WIN)["closed"]
    assert list(audit(evening.event.slug)) == []


def test_a_ruling_that_would_cost_something_else_now_is_a_conflict(evening: Tournament, game: Game):
    """The page showed the second fine, which costs more: it is the first now."""
    ruling = evening.rule(game, 2, "claim_cancelled")
    seen = version(game)
    evening.reverse(ruling)
    with pytest.raises(Conflict):
        enter(evening, game, seen, ruling_on(2))


def test_a_ruling_that_cost_more_before_a_carry_is_a_conflict(evening: Tournament):
    first, _other = evening.round(1, FIRST)
    ruling = evening.rule(first, 2, "claim_cancelled")
    game = evening.round(2, SECOND)[0]
    evening.rule(game, 2, "talking")
    seen = version(game)
    evening.reverse(ruling)
    with pytest.raises(Conflict):
        enter(evening, game, seen, ruling_on(2))


def test_a_hand_is_a_conflict_where_the_reversal_took_the_hand_back(evening: Tournament, game: Game):
    """The false win had closed a hand that is played on now."""
    ruling = evening.rule(game, 2, "false_win")
    seen = version(game)
    assert len(state_of(game).hands) == 1
    evening.reverse(ruling)
    with pytest.raises(Conflict):
        enter(evening, game, seen, WIN)


def test_what_another_device_entered_is_always_told(evening: Tournament, game: Game):
    ruling = evening.rule(game, 1, "claim_cancelled")
    seen = version(game)
    evening.reverse(ruling)
    evening.rule(game, 0, "talking")
    with pytest.raises(Conflict):
        enter(evening, game, seen, ruling_on(3))
