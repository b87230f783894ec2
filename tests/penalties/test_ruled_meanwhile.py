"""A ruling reversed since the page was shown: who enters what it does not touch has nothing to decide again."""

from typing import Any

import pytest

from penalties.services import rulings
from tests.penalties.hall import SECOND, Tournament
from tests.tournaments.book_checks import reread
from tests.tournaments.factories import entry_of
from tournaments.audit.checks import audit
from tournaments.core.exceptions import Conflict
from tournaments.models import Act, Game

WIN = {"type": "win", "winner": 0, "from": 1, "fan": 20}


def fine(seat: int) -> dict[str, Any]:
    return {"type": "ruling", "seat": seat, "offence": "claim_cancelled"}


def enter(evening: Tournament, game: Game, seen: int, event: dict[str, Any], hand: int | None = None) -> Any:
    if event["type"] == "ruling":
        return rulings.rule(event=event, hand=hand, seen=seen, **entry_of(game, evening.referee))
    return evening.at(game).record(event, seen=seen)


@pytest.mark.parametrize(
    ("seat", "offence", "later", "event", "hand", "taken"),
    [
        (1, "claim_cancelled", "", fine(3), None, True),
        (2, "claim_cancelled", "", WIN, None, True),
        (1, "claim_cancelled", "", fine(3), 1, True),
        (2, "claim_cancelled", "claim_cancelled", WIN, None, True),
        (2, "claim_cancelled", "", fine(2), None, False),
        (2, "claim_cancelled", "talking", fine(2), None, False),
        (2, "false_win", "", WIN, None, False),
    ],
    ids=[
        "a ruling on another player",
        "a hand whose payments are the same",
        "a ruling found late",
        "a hand after a ruling of an earlier game",
        "a second fine that is the first now",
        "one after a fine of an earlier game",
        "a hand where the reversal took the hand back",
    ],
)
def test_an_entry_is_taken_where_it_does_the_same(evening, game, seat, offence, later, event, hand, taken):
    """`later`: the ruling was in an earlier game, and this one is of the game that is being played."""
    if hand:
        evening.play(game, type="draw")
    ruling = evening.rule(game, seat, offence)
    if later:
        game = evening.round(2, SECOND)[0]
        evening.rule(game, 2, later)
    seen = reread(game).book_version
    evening.reverse(ruling)
    assert Act.objects.filter(game=game, kind="carry").exists() == bool(later)
    if not taken:
        with pytest.raises(Conflict):
            enter(evening, game, seen, event, hand)
        return
    answer = enter(evening, game, seen, event, hand)
    assert (answer["hand"], answer["closed"]) == (1, event is WIN)
    assert list(audit(evening.event.slug)) == []


def test_what_another_device_entered_is_always_told(evening, game):
    ruling = evening.rule(game, 1, "claim_cancelled")
    seen = reread(game).book_version
    evening.reverse(ruling)
    evening.rule(game, 0, "talking")
    with pytest.raises(Conflict):
        enter(evening, game, seen, fine(3))
