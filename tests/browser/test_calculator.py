"""計番機 in a browser: the address follows the tiles at once; its copy and share buttons give that address."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.django_db(transaction=True)

HAND = "123m56m789p234p567s88s"


def test_the_winning_tile_is_in_the_address_that_is_copied_and_shared(page: Page, live_server) -> None:
    # As in a hall without https: no clipboard but that of the old command.
    page.add_init_script("""
        navigator.share = (given) => { window.shared = given.url; return Promise.resolve(); };
        Object.defineProperty(navigator, "clipboard", { value: undefined });
        addEventListener("copy", () => { window.copied = document.activeElement.value; });
    """)
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{live_server.url}{reverse('tournaments:calculator')}?rules=hkma-league&hand={HAND}")
    page.locator('.tile-key[data-tile="4m"]').click()
    expect(page).to_have_url(re.compile(r"hand=.*%2B4m"))
    expect(page.locator("#answer .calculator-total")).to_be_visible()
    expect(page.locator("#result-bar")).to_contain_text("不連底")
    expect(page.locator("#result-bar")).to_be_in_viewport()
    expect(page.locator('.tile-key[data-tile="4m"]')).to_be_hidden()
    page.get_by_role("button", name="改牌").click()
    expect(page.locator('.tile-key[data-tile="4m"]')).to_be_visible()
    expect(page.locator("#answer .near li").first).to_be_visible()
    page.locator("#streak").fill("2")
    page.locator("#streak").blur()
    expect(page).to_have_url(re.compile(r"streak=2"))
    expect(page.locator("#answer")).to_contain_text("拉二莊 5")
    page.get_by_role("button", name="分享", exact=True).click()
    said = page.locator("[data-share-said]")
    expect(said).to_have_text("已分享")
    # Under the address that others reach, which is another one than that of this computer.
    path = page.url.removeprefix(live_server.url)
    assert page.evaluate("window.shared").endswith(path)
    page.get_by_role("button", name="複製連結").click()
    expect(said).to_have_text("已複製連結")
    assert page.evaluate("window.copied") == page.evaluate("window.shared")
    page.evaluate("document.execCommand = () => false")
    page.get_by_role("button", name="複製連結").click()
    expect(said).to_contain_text("複製不到")
    expect(page.get_by_label("這一頁的網址")).to_have_value(re.compile(re.escape(path)))
    expect(page.get_by_label("這一頁的網址")).to_be_focused()


def test_a_question_is_marked_when_its_answer_is_opened(page: Page, live_server, complaints: list[str]) -> None:
    page.set_viewport_size({"width": 320, "height": 640})
    page.goto(f"{live_server.url}{reverse('tournaments:learn_quiz', args=['hkma-league', 1])}")
    first, second = page.locator("[data-question]").nth(0), page.locator("[data-question]").nth(1)
    for right in first.locator("[data-is-right]").all():
        right.check()
    first.get_by_text("揭曉").click()
    expect(first.locator(".verdict")).to_have_text("全對")
    expect(first.locator(".answer")).to_be_visible()
    second.get_by_text("揭曉").click()
    expect(second.locator(".verdict")).to_contain_text("漏了")
    expect(page.locator("[data-score-line]")).to_have_text("答對 1／2")
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    assert complaints == []
