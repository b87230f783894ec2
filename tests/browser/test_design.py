"""The frame and the small scripts of every page: readable in both schemes, honest about the network, nothing lost."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser import design_pages
from tests.browser.phones import EXPECTED
from tests.looking import ask_again, barriers, set_cookie

pytestmark = pytest.mark.urls("tests.browser.design_pages")


@pytest.fixture
def look(page: Page, complaints: list[str]) -> Iterator[Page]:
    """A page that may complain on its console of nothing but what a test makes fail."""
    page.look_at = lambda name: page.goto(f"/look/{name}/")  # type: ignore[attr-defined]
    design_pages.saved.clear()
    yield page
    complaints[:] = [said for said in complaints if not said.startswith((*EXPECTED, "4"))]


@pytest.mark.parametrize("name", ["all", "keyboard", "saving"])
def test_a_page_has_no_barrier_and_no_sideways_scrolling_at_320(look: Page, name: str) -> None:
    look.set_viewport_size({"width": 320, "height": 640})
    look.look_at(name)
    assert look.evaluate("document.documentElement.scrollWidth") <= 320
    for scheme in ("light", "dark"):
        look.emulate_media(color_scheme=scheme)
        assert barriers(look) == []


def test_a_table_seats_the_four_against_the_clock_and_turns(look: Page) -> None:
    look.look_at("all")

    def sides() -> dict[str, str]:
        boxes = [look.locator(f".seat-{k}").bounding_box() for k in range(4)]
        middle = look.locator(".table-centre").bounding_box()
        assert middle
        assert all(boxes)
        places = {}
        for k, box in enumerate(boxes):
            dx, dy = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
            dx, dy = dx - middle["x"] - middle["width"] / 2, dy - middle["y"] - middle["height"] / 2
            places[f"seat {k}"] = (
                ("below" if dy > 0 else "above") if abs(dy) > abs(dx) else "right" if dx > 0 else "left"
            )
        return places

    assert sides() == {"seat 0": "below", "seat 1": "right", "seat 2": "above", "seat 3": "left"}
    look.get_by_role("button", name="轉檯").click()
    assert sides() == {"seat 0": "left", "seat 1": "below", "seat 2": "right", "seat 3": "above"}
    look.reload()
    assert sides()["seat 1"] == "below"


def test_a_keyboard_skips_to_the_content_and_closes_the_menu_whose_colours_are_kept(look: Page) -> None:
    look.look_at("all")
    look.keyboard.press("Tab")
    expect(look.get_by_role("link", name="跳到內容")).to_be_focused()
    look.get_by_label("選單").click()
    expect(look.get_by_role("button", name="深色")).to_be_visible()
    look.keyboard.press("Escape")
    expect(look.get_by_role("button", name="深色")).to_be_hidden()
    paper = "getComputedStyle(document.documentElement).backgroundColor"
    assert look.evaluate(paper) == "rgb(250, 249, 245)"
    look.get_by_label("選單").click()
    look.get_by_role("button", name="深色").click()
    assert look.evaluate(paper) == "rgb(21, 22, 19)"
    look.reload()
    assert look.evaluate(paper) == "rgb(21, 22, 19)"
    assert {cookie["name"]: cookie["value"] for cookie in look.context.cookies()}["theme"] == "dark"


@pytest.mark.parametrize(
    ("language", "missing", "mail"),
    [
        ("zh-hant", "請填這一欄。", "請填完整的電郵地址。"),
        ("en", "Please fill in this field.", "Please enter a complete email address."),
    ],
)
def test_a_form_says_what_is_missing_in_the_language_of_the_page(
    look: Page, language: str, missing: str, mail: str
) -> None:
    """Also to a browser that speaks another one; and what is mended counts as right again."""
    set_cookie(look, "paiju_language", language)
    look.look_at("all")
    look.evaluate("document.body.insertAdjacentHTML('beforeend', '<form id=f><input type=email required></form>')")
    field = look.locator("#f input")
    said = "(field) => { field.form.reportValidity(); return field.validationMessage; }"
    assert field.evaluate(said) == missing
    field.fill("nobody")
    assert field.evaluate(said) == mail
    field.fill("nobody@example.org")
    assert field.evaluate(said) == ""


def test_a_form_is_sent_again_at_once_when_the_network_came_back_during_a_try(look: Page) -> None:
    look.clock.install()
    look.look_at("saving")
    # From here on no pause ends by itself.
    look.clock.pause_at(datetime.now(UTC) + timedelta(hours=1))
    underway: list[Route] = []

    def hold_the_first(route: Route) -> None:
        if underway:
            route.continue_()
        underway.append(route)

    look.route("**/look/save/", hold_the_first)
    look.locator("#fan").fill("32")
    with look.expect_request("**/look/save/"):
        look.get_by_role("button", name="記錄").click()
    ask_again(look)
    underway[0].abort()
    look.wait_for_url("**/look/all/")
    assert (len(underway), len(design_pages.saved)) == (2, 1)


def test_a_form_shows_what_the_server_refused_and_lets_go(look: Page) -> None:
    look.look_at("saving")
    look.locator("#fan").fill("0")
    look.get_by_role("button", name="記錄").click()
    expect(look.get_by_text("番數要大過 0")).to_be_visible()
    expect(look.locator("[data-network]")).to_have_attribute("data-state", "sent")


def test_a_finger_draws_a_signature(look: Page) -> None:
    look.look_at("saving")
    box = look.locator("canvas").bounding_box()
    assert box
    for y in (40, 90):
        look.mouse.move(box["x"] + 20, box["y"] + y)
        look.mouse.down()
        look.mouse.move(box["x"] + 160, box["y"] + y + 20, steps=8)
        look.mouse.up()
    path = look.locator("[name=signature]")
    assert path.input_value().count("M") == 2
    expect(look.locator("[data-signature-state]")).to_have_text("已簽")
    look.get_by_role("button", name="退一筆").click()
    assert path.input_value().count("M") == 1
    look.locator("[data-signature-clear]").click()
    assert path.input_value() == ""
    expect(look.locator("[data-signature-state]")).to_have_text("未簽")


def test_a_page_refreshes_itself_and_moves_nothing_while_nothing_is_new(look: Page) -> None:
    design_pages.answers["news"] = ('"1"', "一")
    look.look_at("polling")
    look.evaluate("document.getElementById('news').dataset.same = 'yes'")
    for _ in range(2):  # once the second is asked for, the first answer has been dealt with
        with look.expect_response(lambda answer: answer.status == 304):
            pass
    assert design_pages.answers["asked"][0] == '"1"'
    expect(look.locator("#news")).to_have_attribute("data-same", "yes")
    design_pages.answers["news"] = ('"2"', "二")
    expect(look.locator("#news")).to_have_text("二")


def test_a_link_opens_as_a_sheet_that_closes_in_three_ways_and_posts_to_the_link(look: Page) -> None:
    look.look_at("opener")
    link = look.get_by_role("link", name="張國強 食糊")
    sheet = look.get_by_role("dialog", name="張國強 食糊")
    # Without a network the browser's own error page would take everything away.
    look.route("**/look/sheet/", lambda route: route.abort())
    link.click()
    expect(link).not_to_have_attribute("aria-busy", "true")
    expect(look.locator("dialog[data-sheet]")).to_be_hidden()
    assert look.url.endswith("/look/opener/")
    look.unroute("**/look/sheet/")
    for close in (
        lambda: look.evaluate("history.back()"),
        lambda: look.keyboard.press("Escape"),
        lambda: sheet.get_by_role("button", name="關閉").click(),
    ):
        link.click()
        expect(sheet).to_be_visible()
        close()
        expect(sheet).to_be_hidden()
        assert look.url.endswith("/look/opener/")
        expect(link).to_be_focused()
    link.click()
    assert barriers(look) == []
    for digit in "32":
        sheet.get_by_role("button", name=digit, exact=True).click()
    sheet.get_by_role("button", name="預覽").click()
    look.wait_for_url("**/look/sheet/")
    expect(look.locator("#posted")).to_have_text("32")


def test_words_that_cannot_be_read_are_found_each_time(page: Page) -> None:
    """Beside words of a style that was good before, and after a single letter, of which axe cannot say."""
    page.set_content(
        '<html lang="zh" style="background: white"><title>一</title><main><h1>好字</h1><p style="color: #ccc">一</p>'
        '<p style="color: #ccc">淡字</p></main>'
    )
    for _time in range(2):
        assert [rule for rule, _elements in barriers(page)] == ["color-contrast"]
        page.locator("h1").evaluate("(title) => { title.textContent = '又好'; }")
    page.locator("p >> nth=1").evaluate("(words) => { words.style.color = '#333'; }")
    assert barriers(page) == []
