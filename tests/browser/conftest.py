"""What tests in the browser share: the address of the site, devices that may not complain, and a table."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import BrowserContext

from tests.browser.phones import Device, RefereePhone
from tests.looking import set_cookie
from tests.tournaments.factories import make_game, make_user
from tournaments.models import Game
from tournaments.tables.game_log.read import Actor


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any], live_server: Any) -> dict[str, Any]:
    """Every page has a server, and opens "/e/…" there."""
    return {**browser_context_args, "base_url": live_server.url}


@pytest.fixture
def hand_out(new_context: Callable[..., BrowserContext], live_server: Any) -> Iterator[Callable[..., Any]]:
    """Return a function that opens a device for one more person: `hand_out(RefereePhone)`."""
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


@pytest.fixture
def actor(game: Game) -> Actor:
    """The referee as an act names them."""
    return Actor(make_user().pk)


@pytest.fixture
def phone(hand_out: Callable[..., Any], game: Game) -> RefereePhone:
    """The referee's phone at the table."""
    phone: RefereePhone = hand_out(RefereePhone)
    phone.begin_at(game)
    return phone


@pytest.fixture
def complaints(page: Any) -> Iterator[list[str]]:
    """What the browser complains about on `page`: refused by the security policy, failed, thrown. Nothing may be left
    in the end."""
    heard: list[str] = []
    page.on("console", lambda message: heard.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: heard.append(str(error)))
    page.on("response", lambda answer: heard.append(f"{answer.status} {answer.url}") if answer.status >= 400 else None)
    yield heard
    assert heard == []


@pytest.fixture
def signed_in(page: Any, client: Any) -> Callable[[Any], None]:
    """Return a function that signs a user in on `page` without going through the sign-in page."""

    def sign_in(user: Any) -> None:
        client.force_login(user)
        set_cookie(page, "sessionid", client.cookies["sessionid"].value)

    return sign_in
