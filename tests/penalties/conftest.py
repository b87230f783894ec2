import pytest

from tests.penalties.hall import Tournament, make_tournament


@pytest.fixture
def evening() -> Tournament:
    return make_tournament()
