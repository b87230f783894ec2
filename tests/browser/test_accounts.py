"""Signing in, the language, accounts and 兩步驗證 on a phone."""

import re
from typing import Any

import pyotp
import pytest
from playwright.sync_api import Page, expect

from accounts import services
from accounts.models import User
from accounts.second_factor import has_second_factor
from tests.looking import faults

PASSWORD = "wind-3-dragon"


@pytest.fixture
def keeper(transactional_db: None) -> User:
    return services.create_user(username="keeper", display_name="何家珍", password=PASSWORD, is_staff=True)[0]


def sign_in(page: Page, name: str) -> None:
    page.get_by_label("登入名稱").fill(name)
    page.get_by_label("密碼", exact=True).fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="登入").click()


def test_a_phone_signs_in_and_changes_the_language(page: Page, keeper: User, complaints: list[str]) -> None:
    page.goto("/account/")
    assert faults(page) == []
    sign_in(page, "Keeper")
    expect(page).to_have_url(re.compile(r"/account/$"))
    assert faults(page) == []
    page.get_by_role("main").get_by_role("button", name="English").click()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page).to_have_url(re.compile(r"/account/$"))


def test_a_keeper_adds_somebody_and_gives_a_right(
    page: Page, keeper: User, signed_in: Any, complaints: list[str]
) -> None:
    services.create_organisation(name="聽雨軒", now=keeper.date_joined)
    signed_in(keeper)
    page.set_viewport_size({"width": 320, "height": 640})
    page.goto("/people/")
    page.get_by_label("登入名稱").fill("lee")
    page.get_by_label("顯示名稱").fill("李小龍")
    page.get_by_role("button", name="新增帳戶").click()
    expect(page.get_by_text("密碼只在這一頁出現一次")).to_be_visible()
    assert faults(page) == []
    page.goto("/people/")
    page.get_by_text("權限", exact=True).click()
    page.get_by_label("聽雨軒", exact=True).select_option("可開賽事和帳戶")
    assert faults(page) == []
    page.get_by_role("button", name="儲存 李小龍 的權限").click()
    expect(page.get_by_text("聽雨軒：可開賽事和帳戶")).to_be_visible()


def test_a_new_token_is_shown_once(page: Page, keeper: User, signed_in: Any, complaints: list[str]) -> None:
    signed_in(keeper)
    page.goto("/account/")
    page.get_by_label("用途").fill("備份程式")
    page.get_by_role("button", name="新增權杖").click()
    expect(page.get_by_role("status").get_by_text(re.compile("Token paiju_"))).to_be_visible()
    assert faults(page) == []
    page.goto("/account/")
    expect(page.get_by_text(re.compile("Token paiju_"))).to_have_count(0)
    page.get_by_role("button", name="撤銷權杖「備份程式」").click()
    expect(page.get_by_text("權杖已經撤銷。")).to_be_visible()


def test_the_api_documentation_obeys_the_security_policy(
    page: Page, transactional_db: None, complaints: list[str]
) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto("/api/")
    expect(page.locator(".swagger-ui .info .title")).to_be_visible()
    complaints[:] = [each for each in complaints if "Content Security Policy" in each or each.startswith(("4", "5"))]


def test_an_authenticator_is_set_up_and_asked_for(
    page: Page, keeper: User, signed_in: Any, complaints: list[str]
) -> None:
    signed_in(keeper)
    page.goto("/account/second-factor/")
    page.get_by_role("link", name="設定驗證程式").click()
    expect(page.locator("svg.qr-code")).to_be_visible()
    secret = page.locator(".qr code").inner_text().replace(" ", "")
    page.get_by_label("驗證程式顯示的六個數字").fill(pyotp.TOTP(secret).now())
    page.get_by_label("現在的密碼").fill(PASSWORD)
    page.get_by_role("button", name="完成設定").click()
    expect(page.get_by_text("驗證程式設定好了")).to_be_visible()
    assert faults(page) == []
    code = page.locator("ol code").first.inner_text()
    page.context.clear_cookies()
    page.goto("/sign-in/?next=/account/second-factor/")
    sign_in(page, "keeper")
    expect(page.get_by_role("heading", name="登入：第二步")).to_be_visible()
    assert faults(page) == []
    page.get_by_text("用備用碼").click()
    page.get_by_label("備用碼", exact=True).fill(code)
    page.get_by_role("button", name="繼續").click()
    expect(page).to_have_url(re.compile("/account/second-factor/$"))
    expect(page.get_by_text("還有 9 個未用")).to_be_visible()
    assert faults(page) == []


def test_a_passkey_is_added_and_signs_in(page: Page, keeper: User, signed_in: Any, complaints: list[str]) -> None:
    """With an authenticator of the browser's own, which says yes by itself."""
    devtools = page.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    made = {"protocol": "ctap2", "transport": "internal", "hasUserVerification": True, "isUserVerified": True}
    devtools.send("WebAuthn.addVirtualAuthenticator", {"options": {**made, "automaticPresenceSimulation": True}})
    signed_in(keeper)
    page.goto("/account/second-factor/")
    page.get_by_label("名稱").fill("我的電話")
    page.get_by_label("現在的密碼").fill(PASSWORD)
    assert faults(page) == []
    page.get_by_role("button", name="加通行密鑰").click()
    expect(page.get_by_text("通行密鑰加好了")).to_be_visible()
    page.context.clear_cookies()
    page.goto("/sign-in/?next=/account/second-factor/")
    sign_in(page, "keeper")
    expect(page.get_by_role("button", name="用通行密鑰")).to_be_visible()
    assert faults(page) == []
    page.get_by_role("button", name="用通行密鑰").click()
    expect(page).to_have_url(re.compile("/account/second-factor/$"))
    expect(page.get_by_text("我的電話", exact=True)).to_be_visible()
    assert faults(page) == []
    page.get_by_role("button", name="移除通行密鑰").click()
    expect(page.get_by_text("通行密鑰已經移除。")).to_be_visible()
    assert not has_second_factor(keeper)
