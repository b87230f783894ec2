"""判決登記冊 with a finger and on paper: filtered without scripts, printed without what is not for paper."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.phones import Device
from tests.looking import faults
from tests.penalties.hall import Tournament, make_tournament
from tests.tournaments.factories import make_user


@pytest.fixture
def evening(transactional_db: None) -> Tournament:
    """Three rulings: a yellow and a second one on player 3, a fine on player 7; the first is reversed by the fourth."""
    evening = make_tournament()
    game, other = evening.round(1, [[1, 2, 3, 4], [5, 6, 7, 8]])
    first = evening.rule(game, 2, "talking", note="向鄰檯說話")
    evening.rule(game, 2, "wrong_claim", consequences=["red"])
    evening.rule(other, 2, "claim_cancelled")
    evening.reverse(first)
    return evening


def test_the_register_filters_without_scripts(hand_out: Callable[..., Any], evening: Tournament) -> None:
    phone: Device = hand_out(java_script_enabled=False)
    phone.begin_as("referee", f"/e/{evening.event.slug}/rulings/")
    rows = phone.page.locator(".articles tbody tr")
    expect(rows).to_have_count(4)
    phone.tap(phone.page.locator(".register-filter > summary"))
    phone.page.get_by_label("紅黃牌", exact=True).select_option("red")
    phone.tap(phone.button("篩選"))
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("誤鳴")
    phone.tap(phone.link("第 2 則"))
    expect(phone.page.get_by_role("heading", level=1)).to_have_text("判決第 2 則")


def test_the_register_fits_a_small_phone_and_is_printed_as_a_table_and_nothing_else(
    page: Page, signed_in: Callable[..., None], evening: Tournament
) -> None:
    signed_in(make_user("head"))
    page.set_viewport_size({"width": 320, "height": 740})
    for where in ("rulings/1/", "rulings/2/", "rulings/4/", "cards/", "rulings/?player=3"):
        page.goto(f"/e/{evening.event.slug}/{where}")
        assert faults(page) == [], where
    page.emulate_media(media="print")
    expect(page.locator(".register-filter")).to_be_hidden()
    expect(page.get_by_role("link", name="CSV")).to_be_hidden()
    expect(page.locator(".articles thead")).to_be_visible()
    expect(page.get_by_text("篩選：犯規者 3")).to_be_visible()
    expect(page.locator(".print-foot")).to_contain_text(evening.event.name)
