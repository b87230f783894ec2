"""不得同檯 on the list of players: named and taken back with a finger and no script, on a phone and on a desk."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.looking import faults
from tests.tournaments.book_pages import signed_in as browser_of
from tests.tournaments.factories import add_member, make_event, make_players, make_user
from tournaments.models import Event, Role
from tournaments.players.services.apart import keep_apart

pytestmark = pytest.mark.django_db(transaction=True)
SMALL = """() => [...document.querySelectorAll('#apart :is(button, select, input:not([type=hidden]))')]
    .map((e) => [e.outerHTML, e.getBoundingClientRect()])
    .filter(([, box]) => box.width < 44 || box.height < 44)"""


@pytest.fixture
def event() -> Event:
    event = make_event(rule_set="tw-club")
    make_players(event, 8)
    add_member(event, make_user("boss"), Role.ORGANISER)
    return event


@pytest.fixture
def plain(browser: Browser, live_server, event: Event) -> Iterator[Page]:
    """The organiser's phone without scripts."""
    session = browser_of(make_user("boss")).cookies["sessionid"].value
    context = browser.new_context(java_script_enabled=False, viewport={"width": 360, "height": 740}, locale="zh-HK")
    context.add_cookies([{"name": "sessionid", "value": session, "url": live_server.url}])
    yield context.new_page()
    context.close()


def test_a_pair_is_named_and_taken_back_without_scripts(plain: Page, live_server, event: Event) -> None:
    plain.goto(f"{live_server.url}/e/{event.slug}/players/")
    section = plain.locator("#apart")
    expect(section).to_contain_text("這套規則規定夫妻不得同檯（搬風）。")
    section.get_by_label("一名選手", exact=True).select_option("3")
    section.get_by_role("button", name="加一對").click()
    expect(section).to_contain_text("請揀選手。")
    section.get_by_label("另一名選手").select_option("1")
    section.get_by_label("原因").fill("夫妻")
    section.get_by_role("button", name="加一對").click()
    expect(section.locator("li")).to_contain_text("1 張國強 · 3 陳大文")
    section.get_by_role("button", name="讓張國強和陳大文可以同檯").click()
    expect(section.locator("li")).to_have_count(0)


@pytest.mark.parametrize("width", [320, 360, 1280])
def test_it_fits_a_finger_on_phone_and_desk(
    page: Page, live_server, signed_in: Callable[..., None], event: Event, width: int
) -> None:
    keep_apart(event=event, first=1, second=3, reason="夫妻")
    signed_in(make_user("boss"))
    page.set_viewport_size({"width": width, "height": 740})
    page.goto(f"{live_server.url}/e/{event.slug}/players/")
    assert faults(page) == []
    assert page.evaluate(SMALL) == []
