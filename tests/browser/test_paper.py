"""What is printed from the browser, on one page and large enough to read on a wall; a card on every window."""

import io
from typing import Any

import pypdf
import pytest
from playwright.sync_api import Page

from tests.looking import set_cookie
from tests.tournaments.factories import TODAY, make_event, make_players, make_user
from tests.tournaments.long_games import long_game, sign_all
from tournaments.core.game_codes import address_code
from tournaments.organising.services import events
from tournaments.rounds.services import rounds, seating


def printed(page: Page, address: str) -> pypdf.PdfReader:
    page.goto(address)
    return pypdf.PdfReader(io.BytesIO(page.pdf(prefer_css_page_size=True)))


@pytest.mark.parametrize("language", ["zh-hant", "en"])
def test_a_card_of_twenty_hands_is_one_page(page: Page, transactional_db: None, language: str) -> None:
    set_cookie(page, "paiju_language", language)
    game = long_game(20)
    sign_all(game)
    paper = printed(page, f"/g/{address_code(game.pk)}/card/")
    assert len(paper.pages) == 1


@pytest.mark.parametrize("tables", [4, 10, 16])
def test_the_seats_fill_their_pages(page: Page, transactional_db: None, tables: int) -> None:
    event = make_event()
    make_players(event, 4 * tables)
    events.add_tables(event=event, count=tables)
    round_ = rounds.make_round(event=event, day=TODAY)
    seating.draw_round(round_id=round_.pk, seed="1")
    rounds.open_round(round_id=round_.pk, now=round_.event.created_at)
    make_user()
    paper = printed(page, f"/e/{event.slug}/rounds/1/print/")
    assert len(paper.pages) == (3 if tables > 10 else 2)
    for sheet in paper.pages[:2]:
        lowest = min(_heights(sheet))
        assert lowest < float(sheet.mediabox.height) / 4, "a quarter of the page would be empty"
    page.emulate_media(media="print")
    names = page.locator(".seats-by-table td, .seat-list b")
    sizes = names.evaluate_all("(all) => all.map((e) => parseFloat(getComputedStyle(e).fontSize))")
    assert min(sizes) >= 32  # pixels: 24 pt


def _heights(sheet: pypdf.PageObject) -> list[float]:
    """Where text stands, in points from below; the foot of the page left out."""
    found: list[float] = []

    def note(text: str, matrix: Any, text_matrix: Any, font: Any, size: float) -> None:
        if text.strip():
            x, y = text_matrix[4], text_matrix[5]
            found.append(matrix[1] * x + matrix[3] * y + matrix[5])

    sheet.extract_text(visitor_text=note)
    return sorted(found)[1:]
