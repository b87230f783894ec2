"""核對分數 in a browser: on a phone and on a desk, without scripts, on paper."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.phones import Device
from tests.looking import faults
from tests.tournaments.factories import make_event, make_game, make_players, make_user, play, play_and_confirm
from tournaments.models import Event, GameSeat
from tournaments.tables.game_log.read import Actor


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


def test_sums_unfold_to_the_hands_of_a_table(page: Page, event: Event, complaints: list[str]) -> None:
    page.goto(f"/e/{event.slug}/sum/")
    expect(page.get_by_text("全場分數相符")).to_be_visible()
    page.get_by_role("link", name="四家").click()
    page.locator("#table-1 > summary").click()
    expect(page.locator("#table-1").get_by_text("何家珍 扣 5 分（罰分）")).to_be_visible()
    assert faults(page) == []


def test_an_uneven_table_is_open_and_red(page: Page, event: Event) -> None:
    GameSeat.objects.filter(game__table__number=3, seat=0).update(score=2)
    page.goto(f"/e/{event.slug}/sum/")
    page.get_by_role("link", name="相差 +2 分").click()
    expect(page.locator("#table-3 table")).to_be_visible()
    expect(page.locator("#table-3")).to_contain_text("數目不符 +2")
    assert faults(page) == []


def test_hands_unfold_without_a_script_and_lie_open_on_paper(hand_out: Callable[..., Any], event: Event) -> None:
    phone: Device = hand_out(java_script_enabled=False)
    phone.open(f"/e/{event.slug}/sum/1/")
    row = phone.page.locator("#table-1").get_by_text("何家珍 扣 5 分（罰分）")
    expect(row).not_to_be_visible()
    phone.tap(phone.page.locator("#table-1 > summary"))
    expect(row).to_be_visible()
    phone.page.emulate_media(media="print")
    expect(phone.page.locator("#table-2").get_by_text("選手8 扣 5 分（罰分）")).to_be_visible()
