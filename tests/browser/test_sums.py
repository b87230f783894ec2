"""核對分數 in a browser: on a phone and on a desk, without scripts, on paper."""

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.looking import faults
from tests.tournaments.factories import make_event, make_game, make_players, make_user, play, play_and_confirm
from tournaments.models import Event, GameSeat
from tournaments.tables.game_log.read import Actor

SIZES = ({"width": 360, "height": 740}, {"width": 1280, "height": 800})


@pytest.fixture
def event(transactional_db: None) -> Event:
    event = make_event(name="聽雨軒聯賽")
    make_players(event, 12)
    referee = make_user()
    by = Actor(referee.pk)
    games = [make_game(event, referee, number) for number in (1, 2, 3)]
    for game in games[:2]:
        play_and_confirm(game, by, type="win", winner=0, source=1, fan=12)
        play_and_confirm(game, by, type="win", winner=2, self_draw=True, fan=37)
        play_and_confirm(game, by, type="win", winner=2, source=3, fan=20)
        play(game, by, type="ruling", seat=3, offence="disturbing", consequences=["red", {"deduct": "20"}])
    return event


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES, ids=["phone", "desk"])
def test_sums_look_right(page: Page, live_server: Any, event: Event, size: Any, scheme: Any, complaints: Any) -> None:
    page.set_viewport_size(size)
    page.emulate_media(color_scheme=scheme)
    page.goto(f"{live_server.url}/e/{event.slug}/sum/")
    expect(page.get_by_text("全場核對分數")).to_be_visible()
    assert faults(page) == []
    page.get_by_role("link", name="四家").click()
    page.locator("#table-1 > summary").click()
    expect(page.locator("#table-1").get_by_text("何家珍 扣 5 分（罰分）")).to_be_visible()
    assert faults(page) == []
    assert complaints == []


def test_an_uneven_table_is_open_and_red(page: Page, live_server: Any, event: Event) -> None:
    GameSeat.objects.filter(game__table__number=3, seat=0).update(score=2)
    page.goto(f"{live_server.url}/e/{event.slug}/sum/")
    page.get_by_role("link", name="相差 +2 分").click()
    expect(page.locator("#table-3 table")).to_be_visible()
    expect(page.locator("#table-3")).to_contain_text("數目不符 +2")
    assert faults(page) == []


def test_hands_unfold_without_a_script_and_lie_open_on_paper(browser: Browser, live_server: Any, event: Event) -> None:
    page = browser.new_page(java_script_enabled=False)
    page.goto(f"{live_server.url}/e/{event.slug}/sum/1/")
    row = page.locator("#table-1").get_by_text("何家珍 扣 5 分（罰分）")
    expect(row).not_to_be_visible()
    page.locator("#table-1 > summary").click()
    expect(row).to_be_visible()
    page.emulate_media(media="print")
    expect(page.locator("#table-2").get_by_text("選手8 扣 5 分（罰分）")).to_be_visible()
    page.close()
