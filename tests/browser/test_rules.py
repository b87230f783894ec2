"""Rules in the browser: finding a fan, and the choices of another rule set in a new event."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.tournaments.factories import belong, make_user

pytestmark = pytest.mark.django_db(transaction=True)


FOUND = {"160": ["清么"], "清龍": ["清龍"], "pure straight": ["清龍"], "4711": []}


def test_a_fan_is_found_by_chinese_english_and_value(page: Page, live_server: Any, complaints: list[str]) -> None:
    page.set_viewport_size({"width": 320, "height": 640})
    page.goto(f"{live_server.url}/rules/hkma-league/")
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
    assert complaints == []


def test_a_new_event_shows_the_choices_of_the_rule_set_that_is_taken(
    page: Page, live_server: Any, signed_in: Callable[..., Any], complaints: list[str]
) -> None:
    signed_in(belong(make_user(), creates=True))
    page.goto(f"{live_server.url}/e/new/?template=evening")
    page.locator("[name=name]").fill("秋季聯賽")
    page.locator("[name=rule_set]").select_option("tw-sixteen")
    expect(page.locator("[name=choices_of]")).to_have_value("tw-sixteen")
    expect(page.locator("[name=setting-raised]")).to_have_count(1)
    expect(page.locator("[name=name]")).to_have_value("秋季聯賽")
    assert complaints == []


def test_a_long_form_with_an_error_leads_to_it(
    page: Page, live_server: Any, signed_in: Callable[..., Any], complaints: list[str]
) -> None:
    """The wrong value stands many screens below the head of the form."""
    signed_in(belong(make_user(), creates=True))
    page.goto(f"{live_server.url}/e/new/?template=evening")
    page.locator("[name=name]").fill("秋季聯賽")
    page.locator("summary", has_text="自訂番數").click()
    page.locator('[name="value-十三么"]').fill("9999")
    page.get_by_role("button", name="開賽事").click()
    expect(page.locator("main .alert.error")).to_contain_text("未儲存")
    expect(page.locator('[name="value-十三么"]')).to_be_focused()
    expect(page.locator('[name="value-十三么"]')).to_be_in_viewport()
    expect(page.locator("[name=name]")).to_have_value("秋季聯賽")
    assert [said for said in complaints if "422" not in said] == []
