"""What the hall looks at: standings that move by themselves, rows that unfold, the big screen, the room."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Locator, Page, expect

from tests.looking import ask_again, faults
from tests.tournaments.factories import make_event, make_game, make_players, make_user, play, play_and_confirm
from tournaments.models import Game
from tournaments.tables.game_log.read import Actor

TEXT_BELOW = """(least) => [...document.querySelectorAll('.big-screen *')]
    .filter((e) => e.checkVisibility() && [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim()))
    .filter((e) => !e.closest('.visually-hidden') && parseFloat(getComputedStyle(e).fontSize) < least)
    .map((e) => e.outerHTML.slice(0, 80))"""

# Of letters their size, of a row its height.
SIZE = """(name) => { const e = document.querySelector('.screen-table ' + name);
    return e.tagName === 'TR' ? Math.round(e.getBoundingClientRect().height) + 'px' : getComputedStyle(e).fontSize; }"""


def test_standings_move_and_stay_as_one_left_them(page: Page, game: Game, actor: Actor, complaints: list[str]) -> None:
    """Without a reload: a row that was unfolded stays so when the table is replaced, and a search outlives it."""
    play_and_confirm(game, actor, type="win", winner=0, source=1, fan=20)
    page.goto(f"/e/{game.event.slug}/standings/")
    page.evaluate("window.stayed = true")
    first, pending = page.locator("tbody tr").first, page.locator("#p1 td[data-label='待收']")
    expect(first).to_contain_text("張國強")
    expect(pending).to_have_count(0)
    page.locator("#p1 .place").click()
    expect(pending).to_be_visible()
    expect(pending).to_have_text("+21")
    play(game, actor, type="reward", kind="concealed_kong", seat=3)
    ask_again(page)
    expect(first).to_contain_text("何家珍")
    expect(first).to_contain_text("+15")
    expect(pending).to_be_visible()
    page.get_by_label("搜尋選手").fill("陳")
    rows = page.locator("tbody tr:visible")
    expect(rows).to_have_count(1)
    play(game, actor, type="reward", kind="concealed_kong", seat=3)
    ask_again(page)
    expect(rows).to_contain_text("−10")
    expect(rows).to_have_count(1)
    page.get_by_label("搜尋選手").fill("沒有這個人")
    expect(page.get_by_text("沒有這個名字或號碼。")).to_be_visible()
    assert page.evaluate("window.stayed")


@pytest.mark.parametrize("scale", [1, 2], ids=["1920 × 1080", "3840 × 2160"])
def test_the_big_screen_is_read_from_ten_metres_at_its_size(
    page: Page, game: Game, complaints: list[str], scale: int
) -> None:
    page.set_viewport_size({"width": 1920 * scale, "height": 1080 * scale})
    page.goto(f"/e/{game.event.slug}/screen/")
    expect(page.locator("[data-turn]:visible h2")).to_have_text("排名")
    assert page.evaluate(TEXT_BELOW, 28 * scale) == []
    sizes = {"tbody tr": 80, ".who": 44, "td.total": 52}
    assert {name: page.evaluate(SIZE, name) for name in sizes} == {n: f"{size * scale}px" for n, size in sizes.items()}
    assert faults(page) == []
    assert page.evaluate("document.documentElement.scrollHeight") <= 1080 * scale


def test_a_tap_on_a_heading_orders_the_standings(page: Page, game: Game, actor: Actor, complaints: list[str]) -> None:
    """Down, up, and as the server does again; a renewal of the rows keeps the order."""
    play(game, actor, type="reward", kind="concealed_kong", seat=2)
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(f"/e/{game.event.slug}/standings/")
    first, heading = page.locator("tbody tr[id] th").first, page.locator("thead th[data-field=total]")
    heading.get_by_role("button").click()
    expect(heading).to_have_attribute("aria-sort", "descending")
    expect(first).to_contain_text("陳大文")
    heading.get_by_role("button").click()
    expect(heading).to_have_attribute("aria-sort", "ascending")
    expect(first).not_to_contain_text("陳大文")
    for seat in (0, 1, 0, 1):
        play(game, actor, type="reward", kind="concealed_kong", seat=seat)
    ask_again(page)
    expect(first).to_contain_text("何家珍")
    heading.get_by_role("button").click()
    expect(first).not_to_contain_text("何家珍")
    expect(page.locator("[aria-sort]")).to_have_count(0)


def test_the_big_screen_turns_by_itself_and_by_keys(
    page: Page, game: Game, actor: Actor, complaints: list[str]
) -> None:
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.add_init_script("navigator.wakeLock.request = async (what) => { window.awake = what; }")
    turns = page.locator("[data-turn]:visible")
    shown = turns.locator("h2")
    # A busy machine would miss a turn: what time passes here the test lets pass.
    page.clock.install()
    page.clock.pause_at(datetime.now(UTC) + timedelta(hours=1))
    page.goto(f"/e/{game.event.slug}/screen/")
    expect(shown).to_have_text("排名")
    assert page.evaluate("window.awake") == "screen"
    page.clock.run_for(15_500)
    expect(shown).to_have_text("牌檯")
    page.keyboard.press("Space")
    expect(page.get_by_text("已停住，按空白鍵繼續")).to_be_visible()
    page.clock.run_for(60_000)
    expect(shown).to_have_text("牌檯")
    play_and_confirm(game, actor, type="win", winner=0, source=1, fan=20)
    page.clock.resume()  # the page asks again by itself; a paused clock would let it ask once at most
    expect(turns).to_contain_text("張國強 ← 李小龍 21")
    page.keyboard.press("ArrowLeft")
    expect(shown).to_have_text("排名")
    assert complaints == []
    _loses_the_network(page, turns, game, actor)
    complaints.clear()


def _loses_the_network(page: Page, turns: Locator, game: Game, actor: Actor) -> None:
    """It keeps what came last and says so; with the network the notice goes, and what happened meanwhile comes."""
    stale = page.locator("[data-stale]")
    expect(stale).to_be_hidden()
    page.context.set_offline(True)
    ask_again(page)
    ask_again(page)
    expect(stale).to_be_visible()
    assert faults(page) == []
    assert page.evaluate("document.documentElement.scrollHeight") <= 1080
    expect(turns.locator("h2")).to_have_text("排名")
    play(game, actor, type="win", winner=0, self_draw=True, fan=30)
    page.context.set_offline(False)
    expect(stale).to_be_hidden()
    page.keyboard.press("ArrowRight")
    expect(turns).to_contain_text("張國強 ← 陳大文")


def test_the_room_brings_the_table_to_the_top_that_needs_somebody(
    page: Page, transactional_db: None, signed_in: Any, complaints: list[str]
) -> None:
    referee = make_user()
    event = make_event()
    make_players(event, 8)
    first, second = make_game(event, referee, 1), make_game(event, referee, 2)
    play_and_confirm(first, Actor(referee.pk), type="draw")
    signed_in(referee)
    page.goto(f"/e/{event.slug}/room/")
    rows = page.locator(".room-rows .row-mark")
    expect(rows).to_have_text(["1", "2"])
    assert faults(page) == []
    play(second, Actor(referee.pk), type="draw")
    ask_again(page)
    expect(rows).to_have_text(["2", "1"])
    expect(page.get_by_text("待確認").first).to_be_visible()
    page.get_by_label("檯號或選手姓名").fill("張國強")
    expect(page.locator(".room-rows .row-mark:visible")).to_have_text(["1"])
    play_and_confirm(first, Actor(referee.pk), type="draw")
    ask_again(page)
    expect(page.locator(".room-rows li:visible")).to_contain_text("拉二莊")
    expect(page.locator(".room-rows .row-mark:visible")).to_have_text(["1"])


def test_wide_windows_draw_the_points_of_every_hand(
    page: Page, game: Game, actor: Actor, complaints: list[str]
) -> None:
    play(game, actor, type="reward", kind="concealed_kong", seat=0)
    play_and_confirm(game, actor, type="draw")
    page.goto(f"/e/{game.event.slug}/standings/")
    expect(page.locator(".by-hand").first).to_be_hidden()
    assert page.locator("[data-courses]").count() == 0  # a phone asks for none
    page.set_viewport_size({"width": 1280, "height": 800})
    line = page.locator("#p1 .by-hand polyline")
    expect(line).to_have_attribute("points", "0.0,26.9 96.0,1.0")
    play_and_confirm(game, actor, type="draw")
    ask_again(page)
    expect(line).to_have_attribute("points", "0.0,26.9 48.0,1.0 96.0,1.0")
    expect(page.locator("tbody .by-hand polyline")).to_have_count(4)


def test_a_wide_window_has_the_hands_beside_the_table(
    page: Page, game: Game, actor: Actor, complaints: list[str]
) -> None:
    play_and_confirm(game, actor, type="draw")
    page.goto(reverse("tournaments:table", args=[game.pk]))
    hands = page.locator(".hands-beside li")
    assert hands.count() == 0  # a phone asks for none
    page.set_viewport_size({"width": 1280, "height": 800})
    expect(hands).to_have_count(1)
    play_and_confirm(game, actor, type="win", winner=0, source=1, fan=20)
    ask_again(page)
    expect(hands).to_have_count(2)
    expect(hands.first).to_contain_text("張國強 食糊")
    assert faults(page) == []
