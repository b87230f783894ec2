"""Signing in, the language and one's own account on a phone."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from accounts import services
from accounts.models import User
from accounts.services import first_code
from tests.looking import faults

PASSWORD = "wind-3-dragon"


@pytest.fixture
def keeper(transactional_db: None) -> User:
    return services.create_user(username="keeper", display_name="何家珍", password=PASSWORD, is_staff=True)[0]


def test_it_signs_in_and_changes_the_language(
    page: Page, live_server: Any, keeper: User, complaints: list[str]
) -> None:
    page.goto(f"{live_server.url}/account/")
    assert faults(page) == []
    page.get_by_label("登入名稱").fill("Keeper")
    page.get_by_label("密碼", exact=True).fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="登入").click()
    expect(page).to_have_url(re.compile(r"/account/$"))
    assert faults(page) == []
    page.get_by_role("main").get_by_role("button", name="English").click()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page).to_have_url(re.compile(r"/account/$"))
    assert complaints == []


def test_the_first_account_is_made_with_the_code_of_the_terminal(
    page: Page, live_server: Any, transactional_db: None, complaints: list[str]
) -> None:
    page.goto(f"{live_server.url}/sign-in/")
    page.get_by_role("link", name="開第一個帳戶").click()
    expect(page.get_by_label("開機代碼", exact=True)).to_be_visible()
    assert faults(page) == []
    for label, value in (
        ("開機代碼", first_code()),
        ("主辦單位", "聽雨軒"),
        ("登入名稱", "boss"),
        ("顯示名稱", "何家珍"),
        ("密碼", PASSWORD),
    ):
        page.get_by_label(label, exact=True).fill(value)
    page.get_by_role("button", name="開帳戶").click()
    expect(page.get_by_text("帳戶開好了")).to_be_visible()
    page.get_by_role("link", name="新賽事").click()
    expect(page.get_by_role("heading", name="新賽事")).to_be_visible()
    assert complaints == []


def test_a_keeper_gives_a_right(
    page: Page, live_server: Any, keeper: User, signed_in: Any, complaints: list[str]
) -> None:
    club = services.create_organisation(name="聽雨軒", now=keeper.date_joined)
    services.create_user(username="lee", display_name="李小龍", organisation=club)
    signed_in(keeper)
    page.goto(f"{live_server.url}/people/")
    page.get_by_text("權限", exact=True).click()
    page.get_by_label("聽雨軒", exact=True).select_option("可開賽事和帳戶")
    assert faults(page) == []
    page.get_by_role("button", name="儲存 李小龍 的權限").click()
    expect(page.get_by_text("聽雨軒：可開賽事和帳戶")).to_be_visible()
    assert complaints == []


def test_it_shows_a_new_token_once(
    page: Page, live_server: Any, keeper: User, signed_in: Any, complaints: list[str]
) -> None:
    signed_in(keeper)
    page.goto(f"{live_server.url}/account/")
    page.get_by_label("用途").fill("備份程式")
    page.get_by_role("button", name="新增權杖").click()
    expect(page.get_by_role("status").get_by_text(re.compile("Token paiju_"))).to_be_visible()
    assert faults(page) == []
    page.goto(f"{live_server.url}/account/")
    expect(page.get_by_text(re.compile("Token paiju_"))).to_have_count(0)
    page.get_by_role("button", name="撤銷權杖「備份程式」").click()
    expect(page.get_by_text("權杖已經撤銷。")).to_be_visible()
    assert complaints == []


def test_a_keeper_adds_somebody(
    page: Page, live_server: Any, keeper: User, signed_in: Any, complaints: list[str]
) -> None:
    signed_in(keeper)
    page.set_viewport_size({"width": 320, "height": 640})
    page.goto(f"{live_server.url}/people/")
    page.get_by_label("登入名稱").fill("lee")
    page.get_by_label("顯示名稱").fill("李小龍")
    page.get_by_role("button", name="新增帳戶").click()
    expect(page.get_by_text("密碼只在這一頁出現一次")).to_be_visible()
    assert faults(page) == []
    assert complaints == []


def test_pages_not_found_keep_the_look(page: Page, live_server: Any, transactional_db: None) -> None:
    page.goto(f"{live_server.url}/no-such-page/")
    expect(page.get_by_role("heading", name="找不到這一頁")).to_be_visible()
    assert faults(page) == []


def test_the_api_documentation_obeys_the_security_policy(
    page: Page, live_server: Any, transactional_db: None, complaints: list[str]
) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(f"{live_server.url}/api/")
    expect(page.locator(".swagger-ui .info .title")).to_be_visible()
    assert [each for each in complaints if "Content Security Policy" in each or each.startswith(("4", "5"))] == []
