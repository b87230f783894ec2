"""A referee without a mouse, in English: a hand from the sign-in to the last confirmation by Tab, arrows and Enter."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.phones import PASSWORD, Device
from tests.looking import arrived
from tests.tournaments.factories import NAMES
from tournaments.models import Game, HandRecord

ZHANG, LI, CHAN, HO = NAMES
MOST_TABS = 60
NAME = """() => {
    const at = document.activeElement, labels = [...(at.labels || [])].map((one) => one.innerText).join(" ")
    if (at.matches("body, main")) return ""
    return at.getAttribute("aria-label") || labels || at.innerText || ""
}"""


class Keyboard(Device):
    size = (1280, 800)

    def reach(self, *words: str) -> None:
        """Tab until the name of what has the focus has these words."""
        arrived(self.page)
        seen = []
        for tab in range(MOST_TABS):
            if tab:
                self.page.keyboard.press("Tab")
            seen.append(" ".join(self.page.evaluate(NAME).split()))
            if all(word in seen[-1] for word in words):
                self._outlined(seen[-1])
                return
        raise AssertionError(f"{words} is not reached: {seen}")

    def choose(self, first: str, name: str) -> None:
        """Tab to a group of choices, then by arrows to this one."""
        self.reach(first)
        for _choice in range(4):
            if name in self.page.evaluate(NAME):
                return
            self.page.keyboard.press("ArrowDown")
        raise AssertionError(f"{name} is not among the choices")

    def _outlined(self, name: str) -> None:
        visible = """() => {
            const at = document.activeElement, label = at.labels?.[0]
            return [at, label].some((one) => one && (getComputedStyle(one).outlineStyle !== "none"
                || getComputedStyle(one).boxShadow !== "none"))
        }"""
        assert self.page.evaluate(visible), self.page.evaluate("() => document.activeElement.outerHTML.slice(0, 900)")

    def press(self, *words: str) -> None:
        self.reach(*words)
        self.page.keyboard.press("Enter")

    def write(self, name: str, text: str) -> None:
        self.reach(name)
        self.page.keyboard.type(text)


@pytest.fixture
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    return {**browser_context_args, "locale": "en-GB", "has_touch": False}


def test_a_hand_is_recorded_by_keyboard_alone_in_english(hand_out: Callable[..., Any], game: Game) -> None:
    desk: Keyboard = hand_out(Keyboard)
    desk.open("/sign-in/")
    desk.write("User name", "referee")
    desk.write("Password", PASSWORD)
    desk.page.keyboard.press("Enter")
    expect(desk.page).not_to_have_url(re.compile("/sign-in/"))
    desk.open(f"/g/{game.pk}/")
    desk.reach("What if")  # past the seats: the question who deals lies under the buttons
    desk.press(CHAN)
    expect(desk.page.get_by_role("status").first).to_contain_text(f"{CHAN} deals first")
    desk.press(CHAN)
    expect(desk.page.locator("#win-form")).to_be_visible()
    desk.choose("Self-drawn", HO)
    desk.reach("Fan count")  # the way of counting; the number comes after it
    desk.page.keyboard.press("Tab")
    desk.page.keyboard.type("18")
    desk.press("Preview")
    expect(desk.title).to_have_text("Preview")
    expect(desk.page.locator(".payments")).to_contain_text("24 fan")
    desk.press("Record")
    expect(desk.page.locator(".confirm-strip")).to_be_visible()
    for name in NAMES:
        desk.press(name, "Tap to confirm")
        confirmed = desk.page.locator(".confirm-seat.done", has_text=name)
        expect(confirmed.or_(desk.page.locator("#confirm-strip.confirm-settled")).first).to_be_attached()
    expect(desk.page.locator("#confirm-strip.confirm-settled")).to_be_attached()
    assert HandRecord.objects.get(game=game, number=1).state == HandRecord.State.CONFIRMED
