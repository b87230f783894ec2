"""逐鋪重溫 on a phone: keys, a finger, the slider and the list lead from hand to hand; the address says which,
and the newest hand of a game in play comes by itself."""

import re

from playwright.sync_api import Page, expect

from tests.looking import faults, set_cookie
from tests.tournaments.factories import play, play_and_confirm
from tournaments.core.game_codes import address_code
from tournaments.models import Game
from tournaments.tables.game_log.read import Actor

SWIPE = """(dx) => {
  const board = document.querySelector(".board"), at = { x: 200, y: 300 };
  const touch = (x) => new Touch({ identifier: 1, target: board, clientX: x, clientY: at.y });
  const told = { bubbles: true, cancelable: true };
  board.dispatchEvent(new TouchEvent("touchstart", { ...told, touches: [touch(at.x)], changedTouches: [touch(at.x)] }));
  board.dispatchEvent(new TouchEvent("touchend", { ...told, touches: [], changedTouches: [touch(at.x + dx)] }));
}"""


OVERLAPS = """() => {
  const seats = [...document.querySelectorAll("[data-story-shown] .board-seat")];
  const boxes = seats.map((seat) => seat.getBoundingClientRect());
  const over = (one, other) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > 0.5
    && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 0.5;
  return boxes.flatMap((one, n) => boxes.slice(n + 1).filter((other) => over(one, other))).length;
}"""


def test_no_seat_lies_over_another_however_much_happened(page: Page, game: Game, actor: Actor) -> None:
    play_and_confirm(game, actor, type="win", winner=0, source=1, fan=120)
    for _hand in range(2):
        play_and_confirm(game, actor, type="win", winner=0, self_draw=True, fan=80)
    for seat in (1, 2, 3):
        play(game, actor, type="reward", kind="concealed_kong", seat=seat)
    play_and_confirm(game, actor, type="win", winner=2, self_draw=True, fan=60)
    for text in ("", "larger"):
        set_cookie(page, "text", text)
        page.goto(f"/g/{address_code(game.pk)}/story/4/")
        expect(page.locator("[data-story-shown] .told-part")).to_have_count(16)
        for width, height in ((320, 640), (360, 740), (1280, 800)):
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(OVERLAPS) == 0


def test_a_game_is_gone_through_hand_by_hand(page: Page, game: Game, actor: Actor, complaints: list[str]) -> None:
    for winner, source, fan in ((1, 2, 20), (1, 2, 8), (2, 1, 12)):
        play_and_confirm(game, actor, type="win", winner=winner, source=source, fan=fan)
    base = f"/g/{address_code(game.pk)}/story/"
    page.goto(base)
    title = page.locator("[data-story-shown] .story-title")
    expect(title).to_contain_text("第 3 鋪")

    def at(step: int, words: str) -> None:
        expect(title).to_contain_text(words)
        expect(page).to_have_url(f"{base}{step}/")
        expect(page.locator(".story-list [aria-current]")).to_have_attribute("data-story-to", str(step))

    page.keyboard.press("ArrowLeft")
    at(2, "第 2 鋪")
    assert page.locator("[data-story-shown] .grown text").count() == 1
    page.keyboard.press("Home")
    at(0, "開局")
    page.evaluate(SWIPE, -80)
    at(1, "第 1 鋪")
    page.evaluate(SWIPE, 80)
    at(0, "開局")
    page.locator(".story-bar").get_by_role("link", name="下一鋪").click()
    at(1, "第 1 鋪")
    page.locator(".story-bar input").fill("2")
    at(2, "第 2 鋪")
    page.locator('.story-list [data-story-to="3"]').click()
    at(3, "第 3 鋪")
    expect(page.get_by_role("status").filter(has_text="第 3 鋪")).to_have_count(1)
    assert faults(page) == []

    page.get_by_role("link", name="直播").click()
    expect(page).to_have_url(base)
    play_and_confirm(game, actor, type="win", winner=0, source=3, fan=30)
    expect(title).to_contain_text("第 4 鋪")
    page.goto(f"{base}2/")
    expect(title).to_have_text(re.compile("第 2 鋪"))
