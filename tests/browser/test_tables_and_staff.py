"""牌檯和裁判 by its forms: a table, an account for a referee and their table, up to the new referee's own page."""

from collections.abc import Callable
from typing import Any

from django.urls import reverse
from playwright.sync_api import expect

from tests.browser.phones import Desk, Device
from tests.tournaments.factories import add_member, make_event, make_user
from tournaments.models import Role


def test_an_organiser_adds_a_table_and_makes_the_account_of_its_referee(
    hand_out: Callable[..., Any], transactional_db: None
) -> None:
    event = make_event()
    add_member(event, make_user("organiser"), Role.ORGANISER)
    desk: Desk = hand_out(Desk)
    desk.begin_as("organiser", reverse("tournaments:tables", args=[event.slug]))
    desk.fill("加多少張檯", "1")
    desk.press("加檯")
    expect(desk.main.get_by_text("未有裁判看檯")).to_be_visible()
    desk.tap(desk.main.get_by_text("開一個新帳戶"))
    made = desk.main.locator("details[open]")
    made.get_by_label("登入名稱").fill("ling")
    made.get_by_label("顯示名稱").fill("阿玲")
    made.get_by_label("職責").select_option("referee")
    desk.press("開帳戶")
    username, password = desk.main.locator(".password-once code").all_inner_texts()
    desk.page.get_by_role("textbox", name="阿玲").fill("1")
    desk.press("儲存所有裁判的檯")
    expect(desk.main.get_by_text("未有裁判看檯")).to_have_count(0)
    expect(desk.main.locator(".password-once")).to_have_count(0)

    phone: Device = hand_out()
    phone.sign_in(username, password)
    expect(phone.page.get_by_role("main")).to_contain_text(event.name)
    phone.open(reverse("tournaments:my_tables"))
    expect(phone.title).to_have_text("我的牌檯")
