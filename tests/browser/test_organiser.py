"""An organiser makes an evening at a desk, from nothing to sixteen players in play, and watches it without a reload."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Locator, expect

from tests.browser.phones import Device, RefereePhone
from tests.tournaments.factories import belong, make_user
from tournaments.models import Event, Game

pytestmark = pytest.mark.django_db(transaction=True)

CLUBS = ("東區雀友會", "旺角竹戰社", "沙田麻雀會", "荃灣雀藝社")
LIST = "\n".join(f"{n}, 選手{n:02}, {CLUBS[n % 4]}" for n in range(1, 17))
# poll.js asks again at once when the network comes back, so that nothing here waits for a clock.
ASK_AGAIN = "window.dispatchEvent(new Event('online'))"


class Desk(Device):
    """The organiser's desk, with a watch on whether the page was loaded again."""

    size = (1280, 800)

    def press(self, name: str) -> None:
        self.page.get_by_role("main").get_by_role("button", name=name).click()

    def follow(self, name: str | re.Pattern[str]) -> None:
        self.page.get_by_role("main").get_by_role("link", name=name).first.click()

    def stay(self) -> None:
        self.page.evaluate("window.stayed = true")

    def sees(self, place: Locator, text: str | re.Pattern[str]) -> None:
        """The text comes into this page, which is not loaded again."""
        self.page.evaluate(ASK_AGAIN)
        expect(place).to_contain_text(text)
        assert self.page.evaluate("window.stayed")


def create_event(desk: Desk) -> None:
    desk.open("/")
    desk.follow("新賽事")
    desk.follow("聯賽夜")
    desk.page.get_by_label("名稱").fill("十六人聯賽夜")
    desk.press("開賽事")
    expect(desk.title).to_have_text("十六人聯賽夜")


def add_players(desk: Desk) -> None:
    """The page says what comes next, and its button leads there."""
    desk.page.locator(".next-step a.button").click()
    desk.page.get_by_label("名單", exact=True).fill(LIST.replace("選手07", ""))
    desk.press("預覽")
    expect(desk.page.get_by_role("alert")).to_contain_text("有 1 行要改")
    desk.page.get_by_label("名單", exact=True).fill(LIST)
    desk.press("預覽")
    expect(desk.page.get_by_text("16 名選手，沒有錯誤")).to_be_visible()
    desk.press("加入 16 名選手")
    expect(desk.title).to_have_text("選手")


def add_tables(desk: Desk) -> tuple[str, str]:
    """Four tables and an account for the referee; returns how he signs in."""
    desk.open(reverse("tournaments:tables", args=[Event.objects.get().slug]))
    desk.page.get_by_label("加多少張檯").fill("4")
    desk.press("加檯")
    expect(desk.page.locator(".row-mark")).to_have_text(["1", "2", "3", "4"])
    desk.page.get_by_text("開一個新帳戶").click()
    form = desk.page.locator("form", has=desk.page.get_by_role("button", name="開帳戶"))
    form.get_by_label("登入名稱").fill("kwan")
    form.get_by_label("顯示名稱").fill("關師傅")
    desk.press("開帳戶")
    once = desk.page.locator(".password-once code")
    expect(once).to_have_count(2)
    username, password = once.all_inner_texts()
    desk.page.locator("#referees").get_by_label("關師傅").fill("1-4")
    desk.press("儲存所有裁判的檯")
    expect(desk.page.locator(".row", has_text="關師傅")).to_have_count(4)
    return username, password


def back_to_event(desk: Desk) -> None:
    desk.open(reverse("tournaments:event", args=[Event.objects.get().slug]))


def open_round(desk: Desk) -> None:
    back_to_event(desk)
    desk.page.locator(".next-step a.button").click()
    desk.press("編座位")
    desk.press("抽籤")
    expect(desk.page.locator(".seat-table")).to_have_count(4)
    expect(desk.page.locator(".seat-table li .who")).to_have_count(16)
    back_to_event(desk)
    desk.page.locator(".next-step").get_by_role("button", name="公布座位").click()
    expect(desk.page.get_by_text("座位已公布")).to_be_visible()
    back_to_event(desk)
    desk.page.locator(".next-step").get_by_role("button", name="開始半莊").click()
    expect(desk.title).to_have_text("全場")


def record_a_hand(phone: RefereePhone, winner: str, payer: str) -> None:
    phone.open("/tables/")
    phone.tap(phone.page.locator("a.row", has=phone.page.get_by_text("1", exact=True)))
    expect(phone.title).to_have_text("第 1 檯")
    phone.win(winner, payer, "30")


def test_an_organiser_makes_an_evening_and_watches_it(hand_out: Callable[..., Any], transactional_db: None) -> None:
    belong(make_user("organiser", display_name="大會"), creates=True)
    desk: Desk = hand_out(Desk)
    desk.sign_in("organiser")
    create_event(desk)
    add_players(desk)
    username, password = add_tables(desk)
    open_round(desk)

    row = desk.page.locator("li[data-key] a.row", has=desk.page.locator(".row-mark", has_text="1"))
    expect(desk.page.locator("li[data-key]")).to_have_count(4)
    desk.stay()
    game = Game.objects.get(table__number=1)
    winner, payer = game.seats.get(seat=1).player.name, game.seats.get(seat=2).player.name

    phone: RefereePhone = hand_out(RefereePhone)
    phone.sign_in(username, password)
    record_a_hand(phone, winner, payer)
    desk.sees(row, "待確認")
    expect(desk.page.locator("li[data-key] .row-mark").first).to_have_text("1")
    phone.confirm([seat.player.name for seat in game.seats.order_by("seat")])
    desk.sees(row, "進行中")
    expect(row).to_contain_text("東二局")

    standings: Desk = hand_out(Desk)
    standings.open(reverse("tournaments:standings", args=[game.event.slug]))
    winner_row = standings.page.locator("tbody tr", has_text=winner)
    expect(winner_row).to_contain_text("+35")
    standings.stay()
    phone.reward("暗槓", payer)
    standings.sees(standings.page.locator("tbody tr").first, payer)
    expect(standings.page.locator("tbody tr").first).to_contain_text("+15")
