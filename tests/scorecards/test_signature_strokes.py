"""簽名 as a finger draws it: lines, and dots as signature-pad.js writes them ("M5 5h.1")."""

import uuid

import pytest
from django.utils import timezone

from tests.tables.test_whole_game import whole_game
from tournaments.core.exceptions import Invalid
from tournaments.scorecards import services as cards
from tournaments.tables.game_log.read import read_book

pytestmark = pytest.mark.django_db


def signed_with(strokes):
    game, actor = whole_game()
    digest = cards.current_digest(game, read_book(game).folded)
    words = {"seat": 0, "method": "drawn", "digest": digest, "client_key": uuid.uuid4(), "now": timezone.now()}
    return cards.sign(game_id=game.pk, actor=actor, strokes=strokes, **words)


def test_it_takes_a_name_with_a_dot():
    assert signed_with("M12 40L14 43L20 38M30 50h.1")["signed"] == 1


@pytest.mark.parametrize("strokes", ["", "M5 5h.1", 'M1 1L2 2"><script>', "M1 1L2 2" + "L3 3" * 9000])
def test_it_takes_nothing_that_is_no_drawn_name(strokes):
    with pytest.raises(Invalid):
        signed_with(strokes)
