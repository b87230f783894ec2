"""A newcomer has an evening of 32 players ready in few clicks: names, referees, seats, slips, the first round."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from tests.browser.phones import Desk
from tests.tournaments.factories import belong, make_user
from tournaments.models import Event, GameSeat, Round, TableReferee

NAMES = "\n".join(surname + given for surname in "陳李張黃何周吳鄭" for given in ("大文", "小龍", "家珍", "國強"))
REFEREES = "陳師傅 裁判 1-2\n李師傅 裁判 3-4\n黃師傅 裁判 5-6\n何師傅 裁判 7-8"
MOST_CLICKS = 25


def test_a_newcomer_makes_an_evening_ready_in_few_clicks(hand_out: Callable[..., Any], transactional_db: None) -> None:
    belong(make_user("organiser", display_name="大會"), creates=True)
    desk: Desk = hand_out(Desk)
    desk.sign_in("organiser")
    desk.page.add_init_script("window.print = () => { window.printed = true; }")

    desk.follow("新賽事")
    desk.follow("聯賽夜")
    desk.page.get_by_label("名稱").fill("三十二人聯賽夜")
    desk.press("開賽事")

    desk.next_step()
    desk.fill("名單", NAMES)
    desk.press("預覽")
    desk.press("加入 32 名選手")

    desk.next_step()
    desk.fill("名單", REFEREES)
    desk.press("預覽")
    desk.press("加入 4 行")
    _printed(desk)
    assert TableReferee.objects.count() == 8
    desk.back()
    desk.back()

    _more(desk, "全賽抽籤")
    desk.page.get_by_label("抽多少個半莊").fill("3")
    desk.press("鎖定名單")
    desk.page.get_by_label("公開號碼").fill("骰 3 5 6")
    desk.press("抽全部座位")
    expect(desk.page.get_by_role("main").get_by_role("link", name="半莊和座位")).to_be_visible(timeout=60_000)
    assert GameSeat.objects.count() == 3 * 32
    desk.back()

    desk.next_step()
    expect(desk.page.get_by_text("座位已公布")).to_be_visible()
    desk.press("開始半莊")
    expect(desk.title).to_have_text("全場")
    desk.back()

    _more(desk, "選手連結")
    _printed(desk)
    expect(desk.page.locator(".slip")).to_have_count(32)

    states = list(Round.objects.order_by("number").values_list("state", flat=True))
    assert states == ["open", "draft", "draft"]
    assert Event.objects.get().players.count() == 32
    assert desk.taps <= MOST_CLICKS, desk.taps


def _more(desk: Desk, name: str) -> None:
    """A place of the event's page that is not among those for now."""
    desk.tap(desk.page.locator("summary", has_text="更多"))
    desk.tap(desk.page.locator(".hub a.card", has=desk.page.get_by_role("heading", name=name, exact=True)))


def _printed(desk: Desk) -> None:
    desk.tap(desk.page.locator("[data-print]").first)
    assert desk.page.evaluate("window.printed === true")
