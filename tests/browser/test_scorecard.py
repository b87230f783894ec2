"""記分卡 on a phone: a block for each hand with the four amounts side by side, nothing cut off; a table on a desk."""

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.tournaments.factories import make_game, make_user, play_and_confirm
from tournaments.models import Game
from tournaments.tables.game_log.read import Actor

pytestmark = pytest.mark.django_db(transaction=True)

# The amounts that lie outside of the card or reach over their neighbour.
CUT_OFF = """() => {
  const card = document.querySelector(".scorecard").getBoundingClientRect();
  return [...document.querySelectorAll(".card-ledger td[data-label].number > span")].filter((amount) => {
    const [cell, box] = [amount.parentElement.getBoundingClientRect(), amount.getBoundingClientRect()];
    return amount.scrollWidth > cell.width + 1 || box.left < cell.left - 1 || box.right > card.right;
  }).map((amount) => amount.textContent);
}"""


@pytest.fixture
def game() -> Game:
    referee = make_user()
    game = make_game(referee=referee)
    actor = Actor(user_id=referee.pk)
    for win in (
        {"winner": 0, "from": 1},
        {"winner": 1, "from": 0},
        {"winner": 2, "self_draw": True},
        {"winner": 3, "from": 2},
    ):
        play_and_confirm(game, actor, type="win", fan=180, **win)
    return game


@pytest.mark.parametrize("language", ["zh-hant", "en"])
@pytest.mark.parametrize("width", [320, 360])
def test_a_phone_shows_a_block_a_hand_with_a_line_for_each_of_the_four(
    page: Page, live_server, game: Game, language: str, width: int
) -> None:
    page.context.add_cookies([{"name": "paiju_language", "value": language, "url": live_server.url}])
    page.set_viewport_size({"width": width, "height": 740})
    page.goto(live_server.url + reverse("tournaments:card", args=[game.pk]))
    for row in page.locator(".card-ledger :is(tbody, tfoot) tr").all():
        boxes = [cell.bounding_box() for cell in row.locator("td[data-label].number").all()]
        assert len(boxes) == 4
        assert len({round(box["x"]) for box in boxes if box}) == 1
        assert [box["y"] for box in boxes if box] == sorted(box["y"] for box in boxes if box)
    assert page.evaluate(CUT_OFF) == []
    assert page.evaluate("document.documentElement.scrollWidth") == width


@pytest.mark.parametrize("language", ["zh-hant", "en"])
def test_a_tablet_shows_all_four_without_pushing(page: Page, live_server, game: Game, language: str) -> None:
    page.context.add_cookies([{"name": "paiju_language", "value": language, "url": live_server.url}])
    page.set_viewport_size({"width": 768, "height": 900})
    page.goto(live_server.url + reverse("tournaments:card", args=[game.pk]))
    assert page.locator(".scroller").evaluate("box => box.scrollWidth <= box.clientWidth")
    assert page.evaluate(CUT_OFF) == []


def test_a_desk_shows_a_table_with_heads(page: Page, live_server, game: Game) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(live_server.url + reverse("tournaments:card", args=[game.pk]))
    expect(page.get_by_role("columnheader", name="張國強")).to_be_visible()
    assert page.locator(".card-ledger tbody tr").first.evaluate("row => getComputedStyle(row).display") == "table-row"


@pytest.mark.parametrize("width", [360, 1280])
def test_it_prints_as_a_table_from_any_device(page: Page, live_server, game: Game, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 740})
    page.goto(live_server.url + reverse("tournaments:card", args=[game.pk]))
    page.emulate_media(media="print")
    assert page.locator(".card-ledger tbody tr").first.evaluate("row => getComputedStyle(row).display") == "table-row"
