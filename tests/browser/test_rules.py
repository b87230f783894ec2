"""Rules in the browser: a fan is found, a new event takes choices, the calculator and the quiz answer."""

import re
from collections.abc import Callable
from typing import Any

from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.tournaments.factories import belong, make_user

FOUND = {"160": ["清么"], "清龍": ["清龍"], "pure straight": ["清龍"], "4711": []}


def test_a_fan_is_found_by_chinese_english_and_value(page: Page, complaints: list[str]) -> None:
    page.set_viewport_size({"width": 320, "height": 640})
    page.goto("/rules/hkma-league/")
    for typed, found in FOUND.items():
        page.locator("#find-fan").fill(typed)
        expect(page.locator(".fan:not([hidden])")).to_have_count(len(found))
        assert page.locator(".fan:not([hidden]) .fan-name b").all_text_contents() == found
        expect(page.locator("[data-none]")).to_be_visible(visible=not found)
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    page.mouse.wheel(0, 4000)
    page.locator("#find-fan").fill("相公")
    expect(page.locator("#find-fan")).to_be_in_viewport()
    expect(page.locator('[data-hits="offence-list"]')).not_to_be_empty()
    expect(page.locator("#offence-list li:not([hidden]) b").first).to_contain_text("相公")


def test_the_long_form_of_an_event_leads_to_an_error_and_shows_the_choices_of_the_rule_set_that_is_taken(
    page: Page, signed_in: Callable[..., Any], complaints: list[str]
) -> None:
    """The wrong value is many screens below the head of the form."""
    signed_in(belong(make_user(), creates=True))
    page.goto("/e/new/?template=evening")
    page.locator("[name=name]").fill("秋季聯賽")
    page.locator("summary", has_text="更多").click()
    page.locator("summary", has_text="自訂番數").click()
    page.locator('[name="value-十三么"]').fill("9999")
    page.get_by_role("button", name="開賽事").click()
    expect(page.locator("main .alert.error")).to_contain_text("未儲存")
    expect(page.locator('[name="value-十三么"]')).to_be_focused()
    expect(page.locator('[name="value-十三么"]')).to_be_in_viewport()
    page.locator("[name=rule_set]").select_option("tw-sixteen")
    expect(page.locator("[name=choices_of]")).to_have_value("tw-sixteen")
    expect(page.locator("[name=setting-raised]")).to_have_count(1)
    expect(page.locator("[name=name]")).to_have_value("秋季聯賽")
    complaints[:] = [said for said in complaints if "422" not in said]


HAND = "123m56m789p234p567s88s"


def test_the_winning_tile_is_in_the_address_that_is_copied_and_shared(page: Page) -> None:
    # As in a hall without https: no clipboard but that of the old command.
    page.add_init_script("""
        navigator.share = (given) => { window.shared = given.url; return Promise.resolve(); };
        Object.defineProperty(navigator, "clipboard", { value: undefined });
        addEventListener("copy", () => { window.copied = document.activeElement.value; });
    """)
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{reverse('tournaments:calculator')}?rules=hkma-league&hand={HAND}")
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
    path = page.url[page.url.index("/", 8) :]
    assert page.evaluate("window.shared").endswith(path)
    page.get_by_role("button", name="複製連結").click()
    expect(said).to_have_text("已複製連結")
    assert page.evaluate("window.copied") == page.evaluate("window.shared")
    page.evaluate("document.execCommand = () => false")
    page.get_by_role("button", name="複製連結").click()
    expect(said).to_contain_text("複製不到")
    expect(page.get_by_label("這一頁的網址")).to_have_value(re.compile(re.escape(path)))
    expect(page.get_by_label("這一頁的網址")).to_be_focused()


def test_a_question_is_marked_when_its_answer_is_opened(page: Page, complaints: list[str]) -> None:
    page.set_viewport_size({"width": 320, "height": 640})
    page.goto(f"{reverse('tournaments:learn_quiz', args=['hkma-league', 1])}")
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
