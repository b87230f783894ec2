"""What the journeys share: devices that may not complain, and a table with its referee."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import BrowserContext

from tests.browser.phones import Device
from tests.tournaments.factories import make_game, make_user
from tournaments.models import Game


@pytest.fixture
def hand_out(new_context: Callable[..., BrowserContext], live_server: Any) -> Iterator[Callable[..., Any]]:
    """Return a function that gives somebody a device of his own: `hand_out(RefereePhone)`."""
    given: list[Device] = []

    def give(kind: type[Device] = Device, **options: Any) -> Device:
        made = kind(new_context(**options).new_page(), live_server.url)
        given.append(made)
        return made

    yield give
    assert [complaint for one in given for complaint in one.complaints] == []


@pytest.fixture
def game(transactional_db: None) -> Game:
    """A table of four in an open round; its referee is "referee"."""
    return make_game(referee=make_user())
