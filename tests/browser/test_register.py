"""判決登記冊 with a finger and on paper: filtered without scripts, printed without what is not for paper."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.looking import faults
from tests.penalties.hall import Tournament, make_tournament
from tests.tournaments.book_pages import signed_in as browser_of
from tests.tournaments.factories import make_user

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def evening() -> Tournament:
    """Three rulings: a yellow and a second one on player 3, a fine on player 7; the first is reversed by the fourth."""
    evening = make_tournament()
    game, other = evening.round(1, [[1, 2, 3, 4], [5, 6, 7, 8]])
    first = evening.rule(game, 2, "talking", note="向鄰檯說話")
    evening.rule(game, 2, "wrong_claim", consequences=["red"])
    evening.rule(other, 2, "claim_cancelled")
    evening.reverse(first)
    return evening


@pytest.fixture
def plain(browser: Browser, live_server, evening: Tournament) -> Iterator[Page]:
    """A referee's phone without scripts."""
    session = browser_of(make_user("referee")).cookies["sessionid"].value
    context = browser.new_context(java_script_enabled=False, viewport={"width": 360, "height": 740}, locale="zh-HK")
    context.add_cookies([{"name": "sessionid", "value": session, "url": live_server.url}])
    yield context.new_page()
    context.close()


def test_it_filters_without_scripts(plain: Page, live_server, evening: Tournament) -> None:
    plain.goto(f"{live_server.url}/e/{evening.event.slug}/rulings/")
    expect(plain.locator(".articles tbody tr")).to_have_count(4)
    plain.locator(".register-filter > summary").click()
    plain.get_by_label("紅黃牌", exact=True).select_option("red")
    plain.get_by_role("button", name="篩選").click()
    expect(plain.locator(".articles tbody tr")).to_have_count(1)
    expect(plain.locator(".articles tbody tr")).to_contain_text("誤鳴")
    plain.get_by_role("link", name="第 2 則").click()
    expect(plain.get_by_role("heading", level=1)).to_have_text("判決第 2 則")


@pytest.mark.parametrize("width", [320, 360, 1280])
def test_it_fits_on_phone_and_desk(
    page: Page, live_server, signed_in: Callable[..., None], evening: Tournament, width: int
) -> None:
    signed_in(make_user("head"))
    page.set_viewport_size({"width": width, "height": 740})
    for where in ("rulings/", "rulings/?player=3&card=yellow", "rulings/1/", "rulings/2/", "rulings/4/", "cards/"):
        page.goto(f"{live_server.url}/e/{evening.event.slug}/{where}")
        assert faults(page) == [], where


def test_it_is_printed_as_a_table_and_nothing_else(
    page: Page, live_server, signed_in: Callable[..., None], evening: Tournament
) -> None:
    signed_in(make_user("referee"))
    page.goto(f"{live_server.url}/e/{evening.event.slug}/rulings/?player=3")
    page.emulate_media(media="print")
    expect(page.locator(".register-filter")).to_be_hidden()
    expect(page.get_by_role("link", name="CSV")).to_be_hidden()
    expect(page.locator(".articles thead")).to_be_visible()
    expect(page.get_by_text("篩選：犯規者 3")).to_be_visible()
    expect(page.locator(".print-foot")).to_contain_text(evening.event.name)
