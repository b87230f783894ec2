"""Recording with the wifi off: hand after hand waits on the phone and goes into the book in order."""

import re
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pyotp
import pytest
from django.contrib.staticfiles import finders
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Dialog, Route, expect

from accounts import second_factor
from accounts.models import User
from tests.browser.phones import HallPhone, fans_of, played
from tests.looking import faults, set_cookie, until
from tests.tournaments.factories import NAMES, confirm_all, entry_of, make_user, play, play_and_confirm
from tournaments.models import Act, Event, Game, Membership, Role
from tournaments.tables.game_log.read import Actor
from tournaments.tables.services import confirmations

ZHANG, LI, CHAN, HO = NAMES
LAID = "234567m 345p 789s 55z 22m 2m"
OTHERWISE = {"type": "win", "winner": 2, "source": 3, "fan": 33}
"""What another phone recorded meanwhile."""


@pytest.fixture
def phone(game: Game, hand_out: Callable[..., Any]) -> HallPhone:
    """With https its browser has a service worker, which a mark allows."""
    made: HallPhone = hand_out(HallPhone)
    made.begin_at(game)
    return made


def accept(dialog: Dialog) -> None:
    dialog.accept()


def lay_second_winner(phone: HallPhone) -> None:
    """陳大文 by a typed number, 李小龍 by tiles, from one discard."""
    phone.start_win(CHAN, HO)
    phone.type_fan("18")
    phone.second_winner(LI)
    phone.tap(phone.mode("擺牌"))
    phone.lay(LAID)


def keep_one_hand(phone: HallPhone) -> None:
    """Without network."""
    phone.wifi(False)
    phone.keep_win(CHAN, HO, "18")


def keep_two_hands(phone: HallPhone) -> None:
    """Without network; the first is confirmed."""
    keep_one_hand(phone)
    phone.all_confirm()
    phone.keep_win(LI, "自摸", "9")


def keep_ruling(phone: HallPhone, offence: str) -> None:
    phone.tap(phone.offences)
    phone.tap(phone.sheet.locator(".seat-buttons label", has_text=LI))
    phone.sheet.get_by_placeholder("犯規項目，中文或英文").fill(offence)
    phone.tap(phone.sheet.locator("button.offence:visible").first)
    phone.tap(phone.button("記錄在這部電話", phone.sheet))


def keep_reward(phone: HallPhone) -> None:
    phone.tap(phone.rewards)
    phone.tap(phone.sheet.locator(".reward-row", has_text="暗槓").get_by_role("button", name=LI))
    expect(phone.lines.last).to_contain_text(f"{LI} 暗槓")


def confirm_and_send(phone: HallPhone, game: Game, actor: Actor) -> None:
    """The four confirm elsewhere, so that what waits can go."""
    confirm_all(game, actor)
    phone.page.evaluate("window.paiju.outbox.send()")


def test_hands_without_network_go_into_the_book_in_order(phone: HallPhone, game: Game) -> None:
    phone.wifi(False)
    phone.start_win(CHAN, HO)
    sources = phone.sheet.locator(".sources label")
    expect(sources.filter(has_text=HO)).to_be_visible()
    expect(sources.filter(has_text=CHAN)).to_be_hidden()
    phone.type_fan("18")
    phone.keep()
    expect(phone.lines).to_have_count(1)
    expect(phone.line).to_contain_text("第 2 鋪")
    expect(phone.centre).to_have_text(["東圈", "東二局"])
    assert faults(phone.page) == []
    other = phone.panel.locator(".confirm-seat", has_text=HO)
    before = other.bounding_box()
    for done, name in enumerate((LI, CHAN, ZHANG), 1):
        phone.tap(phone.panel.locator("button.confirm-seat", has_text=name))
        expect(phone.panel.locator(".confirm-seat.done")).to_have_count(done)
        assert other.bounding_box() == before
    phone.tap(other)
    phone.keep_win(LI, "自摸", "9")
    phone.all_confirm()
    expect(phone.centre).to_have_text(["東圈", "東二局", "拉一莊"])
    assert played(game) == []
    phone.wifi(True)
    phone.settled(game, 23, 14)
    assert not Game.objects.get(pk=game.pk).unconfirmed


def test_the_first_dealer_and_who_pays_a_reward_are_named_without_network(phone: HallPhone, game: Game) -> None:
    asked = phone.page.get_by_role("form", name="由誰起莊")
    phone.wifi(False)
    phone.tap(asked.get_by_role("button", name=f"南 {LI}"))
    expect(phone.lines).to_contain_text(f"由 南 {LI} 起莊")
    expect(asked).to_be_hidden()
    expect(phone.page.locator(".seat-card.dealer")).to_contain_text(LI)
    phone.tap(phone.rewards)
    phone.tap(phone.link(LI, phone.sheet.locator(".reward-row", has_text="七搶一")))
    phone.tap(phone.button(HO, phone.sheet.locator(".offline-summary")))
    expect(phone.lines.last).to_contain_text(f"{LI} 七搶一，{HO} 付")
    phone.keep_win(LI, "自摸", "9")
    phone.all_confirm()
    expect(phone.centre).to_have_text(["東圈", "東一局", "拉一莊"])
    phone.wifi(True)
    expect(phone.panel).to_be_hidden()
    first, reward, win = played(game)
    assert (first["type"], win["type"]) == ("first_dealer", "win")
    assert (reward["kind"], reward["seat"], reward["from"]) == ("seven_rob_one", 1, 3)
    assert phone.page.locator(".seat-card.dealer").inner_text().startswith("東")


def test_two_winners_and_rulings_that_are_composed_or_end_the_hand(phone: HallPhone, game: Game) -> None:
    """And what was kept last can be taken back, as long as it waits."""
    phone.wifi(False)
    lay_second_winner(phone)
    assert faults(phone.page) == []
    phone.keep()
    expect(phone.lines).to_contain_text(f"{CHAN} 食糊 18 番、{LI} 食糊 擺了牌，番數在連線後計，{HO} 出銃")
    phone.tap(phone.link("如果…"))
    expect(phone.page.locator(".unheard")).to_contain_text("這一項要連線")
    phone.all_confirm()
    phone.tap(phone.offences)
    expect(phone.link("其他", phone.sheet)).to_contain_text("要有網絡")
    phone.tap(phone.sheet.locator(".seat-buttons label", has_text=ZHANG))
    phone.tap(phone.sheet.locator("button.offence", has_text="叮牌違例").first)
    phone.tap(phone.sheet.locator("label", has_text="黃牌"))
    phone.sheet.get_by_label("即扣分（歸大會）").fill("20")
    assert faults(phone.page) == []
    phone.tap(phone.button("記錄在這部電話", phone.sheet))
    expect(phone.sheet).to_have_count(0)
    phone.answer_by(accept)
    keep_ruling(phone, "詐糊")
    expect(phone.line).to_contain_text("第 3 鋪")
    phone.tap(phone.button("取回", phone.lines.last))
    expect(phone.line).to_contain_text("第 2 鋪")
    keep_ruling(phone, "詐糊")
    expect(phone.line).to_contain_text("第 3 鋪")
    phone.wifi(True)
    expect(phone.panel).to_be_hidden()
    win, composed, false_win = played(game)
    assert [one["seat"] for one in win["winners"]] == [1, 2]
    assert (composed["seat"], composed["consequences"]) == (0, ["yellow", {"deduct": "20"}])
    assert (false_win["offence"], false_win["seat"]) == ("false_win", 1)


def test_a_hand_in_the_middle_is_changed_where_it_stands(phone: HallPhone, game: Game, actor: Actor) -> None:
    """更改 brings its content back; the hands behind it stay, and the four confirm the changed one again."""
    phone.wifi(False)
    lay_second_winner(phone)
    phone.keep()
    phone.all_confirm()
    keep_reward(phone)
    phone.keep_win(LI, "自摸", "9")
    phone.tap(phone.panel.locator("[data-offline-earlier] summary"))
    phone.tap(phone.panel.get_by_role("button", name=f"更改 {CHAN}"))
    expect(phone.sheet.locator("#typed-0")).to_have_value("18")
    expect(phone.source(HO).locator("input")).to_be_checked()
    phone.tap(phone.sheet.locator(".winner-tabs label", has_text=LI))
    expect(phone.shown.locator(".tile-laid button")).to_have_count(17)
    phone.tap(phone.sheet.locator(".winner-tabs label", has_text=CHAN))
    phone.type_fan("28")
    phone.keep()
    expect(phone.lines.first).to_contain_text(f"{CHAN} 食糊 28 番")
    expect(phone.line).to_contain_text("第 3 鋪")
    # No hand depends on a reward.
    phone.answer_by(accept)
    phone.tap(phone.panel.get_by_role("button", name=f"取回 {LI} 暗槓"))
    expect(phone.panel.get_by_text(f"{LI} 暗槓")).to_have_count(0)
    phone.wifi(True)
    expect(phone.panel).to_contain_text("四家確認上一鋪之後送出 1 項")
    confirm_and_send(phone, game, actor)
    expect(phone.panel).to_be_hidden()
    first, second = played(game)
    assert {winner["seat"]: winner.get("fan") for winner in first["winners"]} == {1: None, 2: 33}
    assert second["fan"] == 14


def test_what_was_sent_while_it_was_changed_is_not_recorded_again(phone: HallPhone, game: Game) -> None:
    keep_one_hand(phone)
    phone.tap(phone.panel.get_by_role("button", name=f"更改 {CHAN}"))
    phone.type_fan("28")
    phone.wifi(True)
    expect(phone.count).to_be_hidden()
    phone.tap(phone.button("預覽", phone.sheet))
    # The note that something was recorded meanwhile lies over the button.
    phone.button("記錄在這部電話", phone.sheet).evaluate("button => button.click()")
    expect(phone.page.locator(".unheard")).to_contain_text("這一項已經送出")
    assert fans_of(game) == [23]


@pytest.mark.browser_context_args(service_workers="allow")
def test_five_hands_three_ways_a_reload_and_a_closed_phone(phone: HallPhone, game: Game) -> None:
    page = phone.page
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    phone.to_table(game)
    keep_one_hand(phone)
    phone.all_confirm()
    keep_reward(phone)
    phone.start_win(LI, ZHANG)
    phone.tap(phone.mode("揀番"))
    phone.tick("清一色")
    phone.keep()
    phone.all_confirm()
    phone.reload()
    expect(phone.line).to_contain_text("第 3 鋪")
    expect(page.locator("[data-stale]")).to_be_visible()
    phone.start_win(HO, "自摸")
    phone.tap(phone.mode("擺牌"))
    phone.lay(LAID)
    phone.keep()
    phone.all_confirm()
    phone.tap(phone.link("流局"))
    phone.tap(phone.button("記錄在這部電話", phone.sheet))
    phone.all_confirm()
    phone.keep_win(ZHANG, CHAN, "30")
    expect(phone.line).to_contain_text("第 6 鋪")
    assert played(game) == []
    context = page.context
    page.close()
    context.set_offline(False)
    again = context.new_page()
    again.goto(phone.address)
    expect(again.locator("[data-outbox-count]")).to_be_hidden()
    assert [event.get("kind", event.get("winner", event["type"])) for event in played(game)] == [
        2, "concealed_kong", 1, 3, "draw", 0,
    ]  # fmt: skip
    assert [hand.number for hand in game.hands.filter(state="waiting")] == [5]


@pytest.mark.browser_context_args(service_workers="allow")
def test_a_cache_that_never_answers_holds_no_page_back(phone: HallPhone, game: Game) -> None:
    """The worker asks the network instead."""
    page = phone.page
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    worker = page.context.service_workers[0]
    worker.evaluate("""() => {
        for (const name of ["match", "open"]) CacheStorage.prototype[name] = () => new Promise(() => {});
    }""")
    phone.open(reverse("tournaments:learn"))
    lesson = page.locator("main a[href*='/learn/']").first
    lesson.click()
    expect(page.locator("main fieldset").first).to_be_visible()
    phone.to_table(game)
    expect(phone.line).to_contain_text("第 1 鋪")


def test_other_tabs_know_what_the_first_one_keeps(phone: HallPhone, game: Game) -> None:
    """One that heard nothing, as on a phone that lets hidden tabs sleep, looks when it is shown."""
    second, deaf = (phone.page.context.new_page() for _tab in range(2))
    deaf.add_init_script("window.BroadcastChannel = undefined")
    for tab in (second, deaf):
        tab.goto(phone.page.url)
        expect(tab.locator("[data-offline-rules][data-prepared]")).to_be_attached()
    count = second.locator("[data-outbox-count]")
    keep_one_hand(phone)
    expect(count).to_have_text("待送 1")
    expect(second.locator(".outbox-panel .outbox-line")).to_contain_text(f"{CHAN} 食糊 18 番")
    expect(deaf.locator("[data-outbox-count]")).to_be_hidden()
    deaf.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(deaf.locator("[data-outbox-count]")).to_have_text("待送 1")
    phone.answer_by(accept)
    phone.tap(phone.button("取回", phone.lines.last))
    expect(count).to_be_hidden()
    # A server that is busy is not asked by both before it has said.
    phone.page.evaluate("window.paiju.outbox.later('90')")
    until(second, "window.paiju.outbox.rest")
    second.close()
    deaf.close()


def test_a_hand_recorded_meanwhile_is_decided(phone: HallPhone, game: Game, actor: Actor) -> None:
    keep_two_hands(phone)
    play_and_confirm(game, actor, **OTHERWISE)
    phone.wifi(True)
    expect(phone.panel).to_contain_text("要你決定")
    phone.tap(phone.link("去決定"))
    sides = phone.page.locator(".outbox-sides")
    expect(sides).to_contain_text(f"{CHAN} 食糊 18 番，{HO} 出銃")
    expect(sides).to_contain_text(f"{CHAN} 食糊 33 番，{HO} 出銃")
    assert fans_of(game) == [33]
    assert faults(phone.page) == []
    phone.answer_by(accept)
    phone.tap(phone.button("照簿上的，不要我這一項"))
    expect(phone.page.get_by_text("沒有待送的")).to_be_visible()
    assert fans_of(game) == [33, 14]


@pytest.fixture
def overtaken(phone: HallPhone, game: Game, actor: Actor) -> HallPhone:
    """Three hands wait on this phone, while another one has recorded the first of them otherwise: what to do?"""
    phone.wifi(False)
    for winner, source, fan in ((CHAN, HO, "18"), (LI, "自摸", "9"), (HO, ZHANG, "12")):
        phone.keep_win(winner, source, fan)
        phone.all_confirm()
    play_and_confirm(game, actor, **OTHERWISE)
    phone.wifi(True)
    phone.tap(phone.link("去決定"))
    expect(phone.page.locator(".outbox-sides")).to_contain_text(f"{CHAN} 食糊 33 番，{HO} 出銃")
    return phone


@pytest.mark.parametrize("network", [True, False])
def test_one_decision_moves_the_whole_queue_on(overtaken: HallPhone, game: Game, network: bool) -> None:
    """照樣記錄: mine is hand 2 then, and what was kept behind it is hand 3 and 4 without being asked about."""
    overtaken.wifi(network)
    overtaken.tap(overtaken.button("照樣記錄，作為第 2 鋪"))
    if not network:
        for winner, number in ((CHAN, 2), (LI, 3), (HO, 4)):
            said = re.compile(f"{winner} (食糊|自摸)[^·]*· 作為第 {number} 鋪")
            expect(overtaken.page.locator("[data-outbox-lines]")).to_contain_text(said)
        overtaken.wifi(True)
    expect(overtaken.page.get_by_text("沒有待送的")).to_be_visible()
    overtaken.settled(game, 33, 23, 14, 17)
    assert not Game.objects.get(pk=game.pk).unconfirmed


def test_what_is_opened_again_takes_its_own_place(overtaken: HallPhone, game: Game, actor: Actor) -> None:
    """打開再改: the form says which hand it becomes; once saved, nothing of the old one is left to be recorded too."""
    phone = overtaken
    phone.tap(phone.button("打開再改，作為第 2 鋪"))
    expect(phone.page.get_by_text("現在會記錄為第 2 鋪")).to_be_visible()
    expect(phone.page.locator("#typed-0")).to_have_value("18")
    phone.type_fan("19")
    phone.preview()
    expect(phone.page.get_by_text("現在會記錄為第 2 鋪")).to_be_visible()
    phone.tap(phone.button("更改"))
    expect(phone.page.locator("#typed-0")).to_have_value("19")
    phone.preview()
    form = phone.page.content()
    phone.tap(phone.button("記錄"))
    expect(phone.panel).to_contain_text("四家確認上一鋪之後送出")
    assert fans_of(game) == [33, 24]
    confirm_and_send(phone, game, actor)
    phone.settled(game, 33, 24, 14, 17)
    # The preview of before, from the browser's button: it was that entry, not another hand.
    phone.page.evaluate(
        "html => { document.querySelector('.page').replaceWith(new DOMParser()"
        ".parseFromString(html, 'text/html').querySelector('.page')); }",
        form,
    )
    phone.tap(phone.button("記錄"))
    expect(phone.page.get_by_text("這一項已經另外決定了")).to_be_visible()
    assert len(played(game)) == 4


def test_the_hand_in_the_book_is_corrected_instead(overtaken: HallPhone, game: Game, actor: Actor) -> None:
    """Mine replaces theirs together with its rulings and rewards, and the rest of the queue continues from there."""
    phone = overtaken
    phone.tap(phone.button("更正簿上的這一鋪"))
    phone.correct("18", "番數報錯")
    confirm_all(game, actor)
    phone.tap(phone.count)
    sides = phone.page.locator(".outbox-sides section").last
    expect(sides).to_contain_text(f"{CHAN} 食糊 23 番，{HO} 出銃")
    phone.answer_by(accept)
    phone.tap(phone.button("照簿上的，不要我這一項"))
    expect(phone.page.locator(".outbox-sides")).to_have_count(0)
    expect(phone.page.locator("[data-outbox-lines]")).to_contain_text("等上一鋪確認")
    assert fans_of(game) == [33, 14]


def test_another_account_sends_nothing_of_mine(phone: HallPhone, game: Game) -> None:
    Membership.objects.create(event=game.event, user=make_user("head"), role=Role.HEAD_REFEREE)
    keep_one_hand(phone)
    phone.page.context.clear_cookies(name="sessionid")
    phone.wifi(True)
    expect(phone.panel).to_contain_text("登入後送出 1 項")
    expect(phone.line).to_contain_text("第 2 鋪")
    phone.begin_as("head")
    expect(phone.count).to_have_text("登入再送 1")
    assert played(game) == []
    phone.begin_as("referee")
    expect(phone.count).to_be_hidden()
    assert fans_of(game) == [23]


def test_an_old_token_is_renewed_on_the_way(phone: HallPhone, game: Game) -> None:
    """Somebody signs in again between the question who is here and the entry."""
    sent: list[int] = []

    def with_an_old_one(route: Route) -> None:
        sent.append(1)
        route.continue_(headers={**route.request.headers, "x-csrftoken": "a" * 32} if len(sent) == 1 else None)

    keep_one_hand(phone)
    phone.page.route("**/deliver/", with_an_old_one)
    phone.wifi(True)
    phone.settled(game, 23)
    assert len(sent) == 2


def test_a_busy_server_says_when_and_is_not_asked_before(phone: HallPhone, game: Game) -> None:
    asked: list[str] = []

    def busy(route: Route) -> None:
        asked.append(route.request.url)
        route.fulfill(status=429, headers={"Retry-After": "90"}, body="<p>later</p>", content_type="text/html")

    phone.page.clock.install()
    keep_one_hand(phone)
    phone.page.route("**/outbox/state/", busy)
    phone.wifi(True)
    expect(phone.panel).to_contain_text("伺服器正忙")
    assert len(asked) == 1
    phone.page.evaluate("for (let n = 0; n < 9; n += 1) dispatchEvent(new Event('online'))")
    phone.page.clock.fast_forward(60_000)
    expect(phone.panel).to_contain_text("伺服器正忙")
    assert (len(asked), played(game)) == (1, [])
    phone.page.unroute("**/outbox/state/")
    phone.page.clock.fast_forward(31_000)
    phone.settled(game, 23)


def test_a_second_factor_is_shown_first_and_then_all_is_sent(phone: HallPhone, game: Game, settings: Any) -> None:
    """And a wifi that answers everything with a page of its own has taken nothing."""
    referee = User.objects.get(username="referee")
    keep_one_hand(phone)
    phone.page.route(
        "**/deliver/", lambda route: route.fulfill(body="<p>welcome to the hotel</p>", content_type="text/html")
    )
    with phone.page.expect_response("**/deliver/"):
        phone.wifi(True)
    expect(phone.panel).to_contain_text("網絡不通")
    phone.page.unroute("**/deliver/")
    totp, then = pyotp.TOTP(second_factor.new_secret()), timezone.now() - timedelta(hours=1)
    second_factor.enrol_authenticator(user=referee, secret=totp.secret, typed=totp.at(then), now=then)
    Membership.objects.create(event=game.event, user=referee, role=Role.HEAD_REFEREE)
    settings.SECOND_FACTOR_DEMANDED = True
    phone.page.evaluate("window.paiju.outbox.send()")
    expect(phone.panel).to_contain_text("確認是你本人，就送出 1 項")
    expect(phone.count).to_have_text("驗證再送 1")
    phone.tap(phone.link("出示兩步驗證", phone.panel))
    phone.page.get_by_label("驗證程式顯示的六個數字").fill(totp.now())
    phone.tap(phone.button("繼續"))
    expect(phone.strip).to_contain_text(f"{CHAN} 食糊 23 番")
    phone.settled(game, 23)


def test_what_waits_is_read_in_on_another_phone(phone: HallPhone, game: Game, hand_out: Callable[..., Any]) -> None:
    phone.wifi(False)
    keep_ruling(phone, "叮牌違例")
    keep_two_hands(phone)
    text = phone.page.evaluate("JSON.stringify({ format: 'paiju-outbox-1', entries: window.paiju.outbox.all })")
    other: HallPhone = hand_out(HallPhone)
    other.begin_at(game)
    other.open("/outbox/")
    other.tap(other.page.locator("summary", has_text="交給另一部電話送"))
    other.page.get_by_label("待送的文字").fill(text)
    other.tap(other.button("讀入這部電話"))
    expect(other.page.get_by_text("讀入了 7 項")).to_be_visible()
    expect(other.page.get_by_text("沒有待送的")).to_be_visible()
    assert [event.get("fan", event["type"]) for event in played(game)] == ["ruling", 23, 14]
    phone.wifi(True)
    expect(phone.panel).to_be_hidden()
    assert len(played(game)) == 3


def test_codes_hand_the_queue_to_another_phone(phone: HallPhone, game: Game, hand_out: Callable[..., Any]) -> None:
    """What a camera reads from each code is an address: it is opened here, in any order, one of them twice."""
    keep_two_hands(phone)
    phone.all_confirm()
    phone.page.route("**/outbox/state/", lambda route: route.abort())
    phone.wifi(True)
    phone.open("/outbox/")
    phone.page.evaluate("""() => {
        const draw = leanQr.generate;
        window.said = [];
        leanQr.generate = (text) => { window.said.push(text); return draw(text); };
    }""")
    phone.tap(phone.page.locator("summary", has_text="交給另一部電話送"))
    phone.tap(phone.button("顯示二維碼"))
    steps = phone.page.locator("[data-outbox-code-of]")
    expect(steps).to_contain_text("第 1 個")
    of = int(re.findall(r"共 (\d+) 個", steps.inner_text())[0])
    for number in range(2, of + 1):
        phone.tap(phone.button("下一個"))
        expect(steps).to_contain_text(f"第 {number} 個")
    assert faults(phone.page) == []
    codes = phone.page.evaluate("window.said")
    assert of > 1
    assert max(map(len, codes)) < 900
    other: HallPhone = hand_out(HallPhone)
    other.begin_as("referee")
    for code in reversed([*codes[1:], codes[-1]]):
        other.open(code.removeprefix(other.address))
    expect(other.page.get_by_text("還要掃第 1 個")).to_be_visible()
    other.open(codes[0].removeprefix(other.address))
    expect(other.page.locator("[data-outbox-received]")).to_contain_text(f"{LI} 自摸 9 番")
    assert faults(other.page) == []
    assert played(game) == []
    other.tap(other.button("讀入，由我送出"))
    expect(other.page.get_by_text("讀入了 10 項")).to_be_visible()
    expect(other.page.get_by_text("沒有待送的")).to_be_visible()
    assert fans_of(game) == [23, 14]
    assert not Game.objects.get(pk=game.pk).unconfirmed


def test_the_referee_confirms_for_all_four(phone: HallPhone, game: Game) -> None:
    Event.objects.filter(pk=game.event_id).update(confirmation=Event.Confirmation.REFEREE)
    phone.to_table(game)
    keep_one_hand(phone)
    phone.tap(phone.button("裁判代四家確認", phone.panel))
    phone.keep_win(LI, "自摸", "9")
    phone.wifi(True)
    phone.settled(game, 23, 14)
    expect(phone.strip).to_contain_text("待裁判確認")


def test_an_event_with_pins_records_on_and_confirms_with_a_network_also_after_an_objection(
    phone: HallPhone, game: Game, actor: Actor
) -> None:
    Event.objects.filter(pk=game.event_id).update(confirmation=Event.Confirmation.PIN)
    phone.to_table(game)
    keep_one_hand(phone)
    phone.keep_win(LI, "自摸", "9")
    phone.wifi(True)
    expect(phone.panel).to_contain_text("四家確認上一鋪之後送出 1 項")
    expect(phone.strip).to_contain_text(f"{CHAN} 食糊 23 番")
    confirmations.object_to(**entry_of(game, actor), number=1, seat=3, reason="番數不對")
    with phone.page.expect_response("**/deliver/") as answer:
        phone.page.evaluate("window.paiju.outbox.send()")
    assert answer.value.json()["code"] == "disputed"
    confirmations.uphold(**entry_of(game, actor), number=1, reason="番數沒有錯")
    confirm_and_send(phone, game, actor)
    phone.settled(game, 23, 14)


def test_on_plain_http_the_table_comes_back_from_what_the_browser_keeps(phone: HallPhone, game: Game) -> None:
    keep_one_hand(phone)
    phone.open("/outbox/")
    # Browsers keep the scripts for good under their hashed names (tests/config), which the server of the tests has not.
    if not phone.page.evaluate("'paiju' in window"):
        for name in ("paiju.js", "table.js"):
            phone.page.evaluate(Path(str(finders.find(name))).read_text())
    phone.tap(phone.page.locator("[data-outbox-tables] a"))
    expect(phone.line).to_contain_text("第 2 鋪")
    phone.all_confirm()
    phone.keep_win(LI, "自摸", "9")
    phone.wifi(True)
    phone.settled(game, 23, 14)


def test_what_the_browser_keeps_speaks_the_language_of_the_device_and_outlives_its_cookies(phone: HallPhone) -> None:
    """A theme or a language that was chosen, or a session that has ended, takes no table away."""
    phone.open("/outbox/")
    phone.tap(phone.link("Switch to English"))
    expect(phone.page.locator("h1")).to_have_text("Waiting on this phone")
    phone.wifi(False)
    phone.open("/outbox/")
    expect(phone.page.locator("h1")).to_have_text("Waiting on this phone")
    for name, value in (("theme", "dark"), ("paiju_language", "zh-hant"), ("sessionid", "")):
        set_cookie(phone.page, name, value)
        phone.open("/outbox/")
        expect(phone.page.locator("[data-outbox-tables]")).to_be_attached()


@pytest.mark.browser_context_args(service_workers="allow")
def test_a_lesson_that_was_never_opened_says_that_it_needs_a_network(phone: HallPhone) -> None:
    note = phone.page.locator("[data-not-kept]")
    phone.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    phone.open("/learn/")
    expect(note).to_be_hidden()
    phone.wifi(False)
    phone.open("/learn/hkma-league/quiz/1/")
    expect(note).to_contain_text("要有網絡才打得開")
    expect(phone.page.locator("h1")).to_have_text("學打牌")


def test_the_panel_says_what_a_page_without_network_needs(phone: HallPhone, game: Game) -> None:
    """Where the table is found again, and that the browser has promised nothing; a pull at the top reloads nothing."""
    pulls = "getComputedStyle(document.documentElement).overscrollBehaviorY"
    assert phone.page.evaluate(pulls) == "auto"
    phone.page.evaluate("() => { navigator.storage.persist = async () => false; }")
    keep_one_hand(phone)
    expect(phone.panel).to_contain_text(f"不要重新載入；頁面不見了就打開 {phone.address}/outbox/")
    expect(phone.panel).to_contain_text("瀏覽器未答應長期保留")
    assert phone.page.evaluate(pulls) == "contain"
    assert faults(phone.page) == []
    phone.page.evaluate("() => { navigator.storage.persist = async () => true; }")
    phone.all_confirm()
    expect(phone.panel.get_by_text("瀏覽器未答應長期保留")).to_be_hidden()


def test_who_leaves_while_something_waits_is_asked_but_not_on_the_way_within(phone: HallPhone, game: Game) -> None:
    page, asked = phone.page, []
    phone.answer_by(lambda dialog: (asked.append(dialog.type), dialog.dismiss()))
    keep_one_hand(phone)
    page.route("**/deliver/", lambda route: route.abort())
    phone.wifi(True)
    phone.tap(phone.link("每鋪紀錄"))
    expect(phone.title).to_have_text("每鋪紀錄")
    page.go_back()
    expect(phone.title).to_have_text("第 1 檯")
    phone.tap(page.locator("[data-outbox-count]"))
    expect(phone.title).to_have_text("這部電話待送的")
    assert asked == []
    page.locator("h1").click()
    with page.expect_event("dialog"):
        page.close(run_before_unload=True)
    assert asked == ["beforeunload"]
    page.unroute("**/deliver/")
    page.evaluate("window.paiju.outbox.send()")
    expect(page.locator("[data-outbox-count]")).to_be_hidden()


def test_a_player_confirms_on_their_own_phone_without_network(game: Game, actor: Actor, hand_out: Any) -> None:
    play(game, actor, type="win", winner=1, source=2, fan=20)
    player: HallPhone = hand_out(HallPhone)
    player.enter(game.seats.get(seat=2).player)
    player.wifi(False)
    player.tap(player.button("確認以上這一鋪"))
    expect(player.page.get_by_text("你的確認存在這部電話")).to_be_visible()
    expect(player.count).to_have_text("待送 1")
    player.wifi(True)
    expect(player.count).to_be_hidden()
    assert [act.payload["seats"][0]["seat"] for act in Act.objects.filter(game=game, kind="confirm")] == [2]


def test_who_signs_out_or_closes_a_private_window_is_told_what_waits(phone: HallPhone, game: Game) -> None:
    """On one that keeps what waits, signing out asks; one that keeps nothing says so and asks before it closes."""
    page, asked = phone.page, []
    phone.answer_by(lambda dialog: (asked.append((dialog.type, dialog.message)), dialog.dismiss()))
    keep_one_hand(phone)
    phone.tap(page.locator("summary[aria-label=選單]"))
    phone.tap(phone.button("登出"))
    assert [kind for kind, _words in asked] == ["confirm"]
    assert "有 1 項未送出" in asked[0][1]
    page.keyboard.press("Escape")
    expect(phone.line).to_contain_text("第 2 鋪")
    page.evaluate("window.paiju.outbox.takeBack(window.paiju.outbox.all.map(({ id }) => id))")
    expect(phone.panel).to_be_hidden()
    page.evaluate("() => { IDBObjectStore.prototype.put = () => { throw new Error('a private window'); }; }")
    phone.keep_win(CHAN, HO, "9")
    expect(phone.panel).to_contain_text("這個視窗存不到資料")
    with page.expect_event("dialog"):
        page.evaluate("setTimeout(() => location.reload())")
    assert [kind for kind, _words in asked] == ["confirm", "beforeunload"]
    expect(phone.lines).to_have_count(1)
    phone.wifi(True)
    phone.settled(game, 14)
