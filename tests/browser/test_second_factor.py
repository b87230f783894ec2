"""兩步驗證 on a phone: set up, asked for at sign-in, asked for again."""

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


def test_an_authenticator_is_set_up_and_asked_for(
    page: Page, live_server: Any, keeper: User, signed_in: Any, complaints: list[str]
) -> None:
    signed_in(keeper)
    page.goto(f"{live_server.url}/account/second-factor/")
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
    page.goto(f"{live_server.url}/sign-in/?next=/account/second-factor/")
    page.get_by_label("登入名稱").fill("keeper")
    page.get_by_label("密碼", exact=True).fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="登入").click()
    expect(page.get_by_role("heading", name="登入：第二步")).to_be_visible()
    assert faults(page) == []
    page.get_by_text("用備用碼").click()
    page.get_by_label("備用碼", exact=True).fill(code)
    page.get_by_role("button", name="繼續").click()
    expect(page).to_have_url(re.compile("/account/second-factor/$"))
    expect(page.get_by_text("還有 9 個未用")).to_be_visible()
    assert faults(page) == []
    assert complaints == []


def test_a_passkey_is_added_and_signs_in(
    page: Page, live_server: Any, keeper: User, signed_in: Any, complaints: list[str]
) -> None:
    """With an authenticator of the browser's own, which says yes by itself."""
    devtools = page.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    made = {"protocol": "ctap2", "transport": "internal", "hasUserVerification": True, "isUserVerified": True}
    devtools.send("WebAuthn.addVirtualAuthenticator", {"options": {**made, "automaticPresenceSimulation": True}})
    signed_in(keeper)
    page.goto(f"{live_server.url}/account/second-factor/")
    page.get_by_label("名稱").fill("我的電話")
    page.get_by_label("現在的密碼").fill(PASSWORD)
    assert faults(page) == []
    page.get_by_role("button", name="加通行密鑰").click()
    expect(page.get_by_text("通行密鑰加好了")).to_be_visible()
    page.context.clear_cookies()
    page.goto(f"{live_server.url}/sign-in/?next=/account/second-factor/")
    page.get_by_label("登入名稱").fill("keeper")
    page.get_by_label("密碼", exact=True).fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="登入").click()
    expect(page.get_by_role("button", name="用通行密鑰")).to_be_visible()
    assert faults(page) == []
    page.get_by_role("button", name="用通行密鑰").click()
    expect(page).to_have_url(re.compile("/account/second-factor/$"))
    expect(page.get_by_text("我的電話", exact=True)).to_be_visible()
    assert faults(page) == []
    page.get_by_role("button", name="移除通行密鑰").click()
    expect(page.get_by_text("通行密鑰已經移除。")).to_be_visible()
    assert not has_second_factor(keeper)
    assert complaints == []
