import pytest

from penalties.models import Ruling
from tests.made_once import made_once
from tests.penalties.hall import FIRST, Tournament, make_tournament
from tournaments.models import Game


@pytest.fixture
def evening() -> Tournament:
    return make_tournament()


@pytest.fixture
def game(evening: Tournament) -> Game:
    return made_once(("game",), lambda: evening.round(1, FIRST)[0])


@pytest.fixture
def ruling(evening: Tournament, game: Game) -> Ruling:
    """A yellow card of 李小龍, player 2."""
    return made_once(("ruling",), lambda: evening.rule(game, 1, "talking", note="向鄰檯說話"))
