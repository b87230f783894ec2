"""記分卡 and 每鋪紀錄 as ledgers: short on a phone until a tap unfolds a hand, nothing cut off; a table on a desk."""

from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Locator, Page, expect

from tests.looking import set_cookie
from tests.tournaments.factories import play, play_and_confirm
from tournaments.models import Game
from tournaments.tables.game_log.read import Actor

# The amounts that lie outside of the card or reach over their neighbour.
CUT_OFF = """() => {
  const card = document.querySelector(".scorecard").getBoundingClientRect();
  const amounts = [...document.querySelectorAll(".card-ledger td[data-label].number > span")];
  return amounts.filter((amount) => amount.checkVisibility()).filter((amount) => {
    const [cell, box] = [amount.parentElement.getBoundingClientRect(), amount.getBoundingClientRect()];
    return amount.scrollWidth > cell.width + 1 || box.left < cell.left - 1 || box.right > card.right;
  }).map((amount) => amount.textContent);
}"""


@pytest.fixture
def won(game: Game, actor: Actor) -> Game:
    """The game after four hands with large amounts."""
    for winner, how in enumerate(({"source": 1}, {"source": 0}, {"self_draw": True}, {"source": 2})):
        play_and_confirm(game, actor, type="win", winner=winner, fan=180, **how)
    return game


def open_page(page: Page, game: Game, width: int, name: str = "card", language: str = "zh-hant") -> None:
    set_cookie(page, "paiju_language", language)
    page.set_viewport_size({"width": width, "height": 740})
    page.goto(reverse(f"tournaments:{name}", args=[game.pk]))


@pytest.mark.parametrize("language", ["zh-hant", "en"])
@pytest.mark.parametrize("width", [320, 360])
def test_a_phone_shows_four_amounts_a_hand_and_unfolds_it_by_a_tap_or_a_key_and_a_tablet_shows_all(
    page: Page, won: Game, language: str, width: int
) -> None:
    open_page(page, won, width, language=language)

    def corners(row: Locator) -> tuple[list[int], list[int]]:
        boxes = [cell.bounding_box() for cell in row.locator("td[data-label].number").all()]
        assert len(boxes) == 4
        return [round(box["x"]) for box in boxes if box], [round(box["y"]) for box in boxes if box]

    rows = page.locator(".card-ledger :is(tbody, tfoot) tr").all()
    for row in rows:
        lefts, tops = corners(row)
        assert lefts == sorted(set(lefts))
        assert len(set(tops)) == 1
    assert all(part.is_visible() for part in page.locator(".told-part.carried").all())  # beside an amount too
    rows[0].click()
    rows[1].get_by_role("button").press("Enter")
    expect(page.locator("[aria-expanded=true]")).to_have_count(2)
    for row in rows[:2]:
        lefts, tops = corners(row)
        assert len(set(lefts)) == 1
        assert tops == sorted(set(tops))
    assert page.evaluate(CUT_OFF) == []
    assert page.evaluate("document.documentElement.scrollWidth") == width
    page.set_viewport_size({"width": 768, "height": 900})
    assert page.locator(".scroller").evaluate("box => box.scrollWidth <= box.clientWidth")
    assert page.evaluate(CUT_OFF) == []


def test_a_folded_hand_that_was_drawn_names_what_it_paid_off(page: Page, game: Game, actor: Actor) -> None:
    """A draw has no winner, so the card has to explain its amounts."""
    play_and_confirm(game, actor, type="win", winner=0, source=1, fan=20)
    play(game, actor, type="time_up", during_hand=True)
    play_and_confirm(game, actor, type="draw")
    open_page(page, game, 360)
    drawn = page.locator(".card-ledger tbody tr").last
    expect(drawn.locator("[aria-expanded]")).to_have_attribute("aria-expanded", "false")
    told = [part for part in drawn.locator(".told-part").all() if part.locator(".told-name").is_visible()]
    assert [part.inner_text().split() for part in told] == [["收回", "+21"], ["付清", "−21"]]


def test_a_phone_shows_totals_and_signatures_in_the_first_screen(page: Page, won: Game) -> None:
    open_page(page, won, 360)
    for part in (".signatures", ".card-ledger tfoot"):
        box = page.locator(part).bounding_box()
        assert box
        assert box["y"] + box["height"] <= 740 - 72  # the bar at the foot


def test_fifteen_hands_take_two_screens_of_a_phone(page: Page, game: Game, actor: Actor) -> None:
    for hand in range(15):
        play_and_confirm(game, actor, type="win", winner=hand // 2 % 4, self_draw=True, fan=20 + hand)
    open_page(page, game, 360, "hands")
    expect(page.locator(".hand-card")).to_have_count(15)
    assert page.evaluate("document.documentElement.scrollHeight") <= 1500
    assert page.evaluate("document.documentElement.scrollWidth") == 360


@pytest.mark.parametrize(("width", "media"), [(1280, "screen"), (360, "print"), (1280, "print")])
def test_a_desk_and_paper_show_a_table_with_heads(page: Page, won: Game, width: int, media: Any) -> None:
    open_page(page, won, width)
    page.emulate_media(media=media)
    expect(page.get_by_role("columnheader", name="張國強")).to_be_visible()
    assert page.locator(".card-ledger tbody tr").first.evaluate("row => getComputedStyle(row).display") == "table-row"
