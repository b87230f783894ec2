"""The hall's wifi: gone between preview and save, ten taps on one button, two phones at one table, a reload."""

from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, urlencode

import pytest
from django.urls import reverse
from playwright.sync_api import Route, expect

from tests.browser.phones import RefereePhone
from tests.looking import arrived
from tests.tournaments.factories import NAMES, make_user
from tournaments.models import Act, Game, Membership, Role

pytestmark = pytest.mark.django_db(transaction=True)

ZHANG, LI, CHAN, HO = NAMES


def referee_of(game: Game, hand_out: Callable[..., Any]) -> RefereePhone:
    phone: RefereePhone = hand_out(RefereePhone)
    phone.begin_as("referee")
    phone.open(reverse("tournaments:table", args=[game.pk]))
    # The sheets for the time without a network have come.
    expect(phone.page.locator("[data-offline-rules][data-prepared]")).to_be_attached()
    return phone


@pytest.fixture
def phone(game: Game, hand_out: Callable[..., Any]) -> RefereePhone:
    return referee_of(game, hand_out)


def played(game: Game) -> list[dict[str, Any]]:
    """What stands in the book."""
    acts = Act.objects.filter(game=game, kind="play").order_by("number")
    return [act.payload["event"] for act in acts]


def offline(phone: RefereePhone, away: bool = True) -> None:
    arrived(phone.page)
    phone.page.context.set_offline(away)


def badge(phone: RefereePhone, state: str) -> None:
    expect(phone.page.locator("[data-network]")).to_have_attribute("data-state", state)


def test_a_hand_saved_without_network_is_sent_when_it_comes_back(phone: RefereePhone, game: Game) -> None:
    phone.start_win(CHAN, HO)
    phone.type_fan("18")
    phone.preview()
    offline(phone)
    phone.tap(phone.button("記錄"))
    badge(phone, "queued")
    expect(phone.page.locator("[data-network]")).to_have_text("待傳送")
    expect(phone.page.get_by_text("網絡不通，稍後再送")).to_be_visible()
    expect(phone.title).to_have_text("第 1 檯")
    expect(phone.page.locator(".table-line")).to_contain_text("第 2 鋪")
    assert played(game) == []
    offline(phone, False)
    expect(phone.strip).to_contain_text(f"{CHAN} 食糊")
    badge(phone, "sent")
    assert [event["fan"] for event in played(game)] == [23]


SILENT_STORE = """(() => {
    const silent = () => ({});   // a request of which nobody ever hears
    IDBFactory.prototype.open = silent;
})()"""


@pytest.mark.parametrize("way", ["the form", "the outbox"])
def test_a_hand_is_not_lost_where_the_browsers_store_never_answers(
    game: Game, hand_out: Callable[..., RefereePhone], way: str
) -> None:
    """Nothing is kept beyond this page then, and the page does not say that anything was sent."""
    phone = hand_out(RefereePhone)
    phone.page.add_init_script(SILENT_STORE)
    phone.begin_as("referee")
    phone.open(reverse("tournaments:table", args=[game.pk]))
    expect(phone.page.locator("[data-offline-rules][data-prepared]")).to_be_attached()
    phone.start_win(CHAN, HO)
    phone.type_fan("18")
    phone.preview()
    offline(phone)
    phone.tap(phone.button("記錄"))
    expect(phone.page.locator("[data-save-state]")).to_contain_text("稍後再送；請不要關閉這一頁")
    assert phone.page.evaluate("window.paiju.outbox.all.length") == 1
    badge(phone, "queued")
    late = "**/save/" if way == "the outbox" else "**/deliver/"
    phone.page.route(late, lambda route: route.abort(), times=1)
    offline(phone, False)
    expect(phone.strip).to_contain_text(f"{CHAN} 食糊")
    badge(phone, "sent")
    assert [event["fan"] for event in played(game)] == [23]


def test_a_silent_store_keeps_hands_at_the_table_in_memory(game: Game, hand_out: Callable[..., RefereePhone]) -> None:
    phone = hand_out(RefereePhone)
    phone.page.add_init_script(SILENT_STORE)
    phone.begin_as("referee")
    phone.open(reverse("tournaments:table", args=[game.pk]))
    expect(phone.page.locator("[data-offline-rules][data-prepared]")).to_be_attached()
    offline(phone)
    phone.start_win(CHAN, HO)
    phone.type_fan("18")
    phone.tap(phone.button("預覽", phone.sheet))
    phone.tap(phone.button("記錄在這部電話", phone.sheet))
    waiting = phone.page.locator(".outbox-panel")
    expect(waiting).to_contain_text("這個視窗存不到資料")
    expect(waiting.locator(".outbox-line")).to_have_count(1)
    badge(phone, "queued")
    offline(phone, False)
    expect(waiting).to_be_hidden()
    assert [event["fan"] for event in played(game)] == [23]


def test_sent_is_said_only_once_the_entry_is_kept(phone: RefereePhone, game: Game) -> None:
    """As long as the browser writes it down, it is on its way."""
    phone.start_win(CHAN, HO)
    phone.type_fan("18")
    phone.preview()
    phone.page.evaluate("IDBObjectStore.prototype.get = () => ({})")
    phone.page.evaluate("""() => {
        window.said = [];
        document.addEventListener("paiju:network", ({ detail }) =>
            window.said.push([detail, window.paiju.outbox.all.length]));
    }""")
    offline(phone)
    phone.tap(phone.button("記錄"))
    expect(phone.page.locator("html")).to_have_attribute("data-waiting", "1")
    said = phone.page.evaluate("window.said")
    assert said[0] == ["sending", 0]
    assert ["sent", 0] not in said


@pytest.mark.parametrize("status", [429, 503])
def test_a_save_that_the_server_puts_off_is_sent_again(phone: RefereePhone, game: Game, status: int) -> None:
    """Under its own key, and not before the server has said."""
    phone.win(CHAN, HO, "18")
    phone.confirm(NAMES)
    phone.start_win(LI, ZHANG)
    phone.type_fan("9")
    phone.preview()
    phone.page.clock.install()
    keys: list[str] = []

    def put_off(route: Route) -> None:
        keys.append(parse_qs(route.request.post_data or "")["client_key"][0])
        if len(keys) == 1:
            route.fulfill(status=status, headers={"Retry-After": "40"}, body="<p>later</p>", content_type="text/html")
        else:
            route.continue_()

    phone.page.route("**/save/", put_off)
    phone.tap(phone.button("記錄"))
    badge(phone, "queued")
    expect(phone.page.locator("[data-save-state]")).to_have_text("伺服器正忙，稍後再送；請不要關閉這一頁。")
    phone.page.clock.fast_forward(30_000)
    badge(phone, "queued")
    assert (len(keys), len(played(game))) == (1, 1)
    phone.page.clock.fast_forward(11_000)
    expect(phone.strip).to_contain_text(f"{LI} 食糊")
    assert keys[0] == keys[1]
    assert [event["fan"] for event in played(game)] == [23, 14]
    phone.complaints[:] = [one for one in phone.complaints if not one.startswith("503 ")]


def test_a_reward_without_network_is_sent_when_it_comes_back(phone: RefereePhone, game: Game) -> None:
    phone.tap(phone.rewards)
    expect(phone.sheet).to_be_visible()
    offline(phone)
    phone.tap(phone.sheet.locator(".reward-row", has_text="暗槓").get_by_role("button", name=LI))
    expect(phone.page.get_by_text("網絡不通，稍後再送")).to_be_visible()
    expect(phone.page.locator(".outbox-line")).to_contain_text(f"{LI} 暗槓")
    offline(phone, False)
    expect(phone.page.locator(".open-entries")).to_contain_text(f"{LI} 暗槓")
    assert played(game) == [{"type": "reward", "kind": "concealed_kong", "seat": 1}]


def test_a_sheet_without_network_opens_as_it_was(phone: RefereePhone) -> None:
    offline(phone)
    phone.tap(phone.rewards)
    expect(phone.sheet.locator(".reward-row").first).to_be_visible()
    expect(phone.sheet).to_contain_text("沒有網絡")


def test_a_confirmation_without_network_waits_and_the_next_one_too(phone: RefereePhone, game: Game) -> None:
    phone.win(CHAN, HO, "18")
    offline(phone)
    phone.tap(phone.confirming(LI))
    badge(phone, "queued")
    waiting = phone.page.locator(".outbox-panel")
    expect(waiting.locator(".confirm-seat.done")).to_contain_text(LI)
    phone.tap(waiting.get_by_role("button", name=HO))
    expect(waiting.locator(".confirm-seat.done")).to_have_count(2)
    offline(phone, False)
    expect(waiting).to_be_hidden()
    phone.confirm([ZHANG, CHAN])
    assert Act.objects.filter(game=game, kind="confirm").count() == 4


def test_a_confirmation_after_a_sign_in_elsewhere_is_recorded(phone: RefereePhone, game: Game) -> None:
    phone.win(CHAN, HO, "18")
    sign_in_elsewhere(phone)
    phone.confirm(NAMES)
    assert Act.objects.filter(game=game, kind="confirm").count() == 4


def test_a_confirmation_without_a_session_waits_for_the_sign_in(phone: RefereePhone, game: Game) -> None:
    phone.win(CHAN, HO, "18")
    arrived(phone.page)
    phone.page.context.clear_cookies(name="sessionid")
    phone.tap(phone.confirming(LI))
    waiting = phone.page.locator(".outbox-panel")
    expect(waiting).to_contain_text("登入後送出 1 項")
    expect(waiting).to_contain_text(f"{LI} 確認")
    badge(phone, "queued")
    phone.tap(waiting.get_by_role("link", name="登入"))
    sign_in_here(phone)
    expect(phone.strip.locator(".confirm-seat.done")).to_contain_text(LI)
    expect(waiting).to_be_hidden()
    assert [act.payload["seats"][0]["seat"] for act in Act.objects.filter(game=game, kind="confirm")] == [1]


def test_a_confirmation_that_a_busy_server_puts_off_waits(phone: RefereePhone, game: Game) -> None:
    phone.win(CHAN, HO, "18")
    phone.page.clock.install()
    busy = {"status": 503, "headers": {"Retry-After": "90"}, "body": "<p>later</p>", "content_type": "text/html"}
    phone.page.route("**/confirm/", lambda route: route.fulfill(**busy))
    phone.tap(phone.confirming(LI))
    waiting = phone.page.locator(".outbox-panel")
    expect(waiting).to_contain_text("伺服器正忙")
    expect(waiting).to_contain_text("1 項存在這部電話")
    badge(phone, "queued")
    assert not Act.objects.filter(game=game, kind="confirm")
    phone.page.clock.fast_forward(91_000)
    expect(waiting).to_be_hidden()
    assert [act.payload["seats"][0]["seat"] for act in Act.objects.filter(game=game, kind="confirm")] == [1]
    phone.complaints.remove(f"503 {phone.address}{reverse('tournaments:confirm', args=[game.pk])}")


def test_a_tap_that_was_lost_is_not_said_to_be_sent_when_the_network_is_back(phone: RefereePhone, game: Game) -> None:
    """A PIN is not kept: it has to be entered once more."""
    game.event.confirmation = "pin"
    game.event.save()
    phone.win(CHAN, HO, "18")
    phone.page.route("**/confirm/", lambda route: route.abort())
    phone.tap(phone.strip.locator("label", has_text=LI))
    phone.page.locator("#confirm-pin").fill("1234")
    phone.tap(phone.button("確認", phone.strip).last)
    badge(phone, "failed")
    offline(phone)
    offline(phone, False)
    badge(phone, "failed")
    assert not Act.objects.filter(game=game, kind="confirm")


def test_a_sum_that_could_not_be_fetched_is_not_the_one_of_before(phone: RefereePhone) -> None:
    phone.start_win(CHAN, HO)
    phone.type_fan("1")
    total = phone.shown.locator(".live-sum")
    expect(total).to_contain_text("1 + 底 5")
    offline(phone)
    phone.type_fan("8")
    expect(total).to_have_text("")
    expect(phone.shown.locator("[id^=typed-]")).to_have_value("18")
    offline(phone, False)
    phone.type_fan("0")
    expect(total).to_contain_text("180 + 底 5")


def test_ten_taps_save_one_hand(phone: RefereePhone, game: Game) -> None:
    phone.start_win(CHAN, HO)
    phone.type_fan("18")
    phone.preview()
    arrived(phone.page)
    phone.button("記錄").evaluate("button => { for (let taps = 0; taps < 10; taps += 1) button.click(); }")
    expect(phone.strip).to_contain_text(f"{CHAN} 食糊")
    assert len(played(game)) == 1


def test_the_same_hand_that_arrives_ten_times_is_one_hand(phone: RefereePhone, game: Game) -> None:
    """As when answers are lost on the way and the phone sends again: each gets the first one's answer."""
    phone.tap(phone.link("流局"))
    expect(phone.title).to_have_text("預覽")
    form = phone.page.locator("form[data-save]")
    fields = form.evaluate("form => [...new FormData(form)].map(([name, value]) => [name, String(value)])")
    for _ in range(10):
        answer = phone.page.request.post(
            phone.address + reverse("tournaments:save", args=[game.pk]),
            data=urlencode([tuple(field) for field in fields]),
            headers={"Content-Type": "application/x-www-form-urlencoded", "Referer": phone.page.url},
            max_redirects=0,
        )
        assert answer.status == 302
    assert played(game) == [{"type": "draw"}]


def test_two_phones_with_different_versions_lose_neither(
    phone: RefereePhone, game: Game, hand_out: Callable[..., Any]
) -> None:
    other = referee_of(game, hand_out)
    for one, fan in ((phone, "18"), (other, "28")):
        one.start_win(CHAN, HO)
        one.type_fan(fan)
        one.preview()
    phone.save()
    other.tap(other.button("記錄"))
    expect(other.page.get_by_text("另一部裝置先記錄了").first).to_be_visible()
    expect(other.page.locator("section.card").first).to_contain_text(f"{CHAN} 食糊 23 番，{HO} 出銃")
    expect(other.page.locator("section.card").last).to_contain_text(f"{CHAN} 食糊 33 番，{HO} 出銃")
    assert [event["fan"] for event in played(game)] == [23]
    other.tap(other.button("作為下一鋪再輸入"))
    expect(other.page.locator("#typed-0")).to_have_value("28")
    phone.confirm(NAMES)
    other.preview()
    other.save()
    assert [event["fan"] for event in played(game)] == [23, 33]


def test_a_reload_loses_nothing_of_an_entry(phone: RefereePhone, game: Game) -> None:
    phone.start_win(CHAN, HO)
    phone.type_fan("18")
    phone.tap(phone.mode("揀番"))
    phone.tap(phone.shown.locator('.pick[data-fan="門清"] label'))
    phone.tap(phone.mode("擺牌"))
    phone.lay("123m 55z")
    phone.page.reload()
    phone.tap(phone.seat(CHAN))
    expect(phone.shown.locator(".tile-laid button")).to_have_count(5)
    expect(phone.page.get_by_label(HO)).to_be_checked()
    phone.tap(phone.mode("揀番"))
    expect(phone.page.get_by_label("門清", exact=True)).to_be_checked()
    phone.tap(phone.mode("番數"))
    expect(phone.page.locator("#typed-0")).to_have_value("18")


def test_reload_and_back_at_the_preview_save_one_hand(phone: RefereePhone, game: Game) -> None:
    phone.start_win(CHAN, HO)
    phone.type_fan("18")
    phone.preview()
    phone.page.reload()
    phone.save()
    phone.page.go_back()
    expect(phone.title).to_have_text("預覽")
    phone.save()
    assert len(played(game)) == 1


def test_back_to_the_preview_of_a_draw_does_not_record_the_next_hand(phone: RefereePhone, game: Game) -> None:
    phone.tap(phone.link("流局"))
    phone.save()
    phone.confirm(NAMES)
    phone.page.go_back()
    expect(phone.title).to_have_text("預覽")
    phone.tap(phone.button("記錄"))
    expect(phone.title).to_have_text("第 1 檯")
    expect(phone.page.locator(".table-line")).to_contain_text("第 2 鋪")
    assert played(game) == [{"type": "draw"}]


def test_back_from_the_effects_of_a_correction_keeps_what_was_changed(phone: RefereePhone, game: Game) -> None:
    phone.win(CHAN, HO, "18")
    phone.open(reverse("tournaments:correct", args=[game.pk, 1]))
    phone.page.locator("#typed-0").fill("28")
    phone.tap(phone.button("看影響").last)
    expect(phone.page.locator(".changed-hand")).to_have_count(1)
    phone.tap(phone.button("再改"))
    expect(phone.page.locator("#typed-0")).to_have_value("28")
    phone.page.go_back()
    expect(phone.page.locator(".changed-hand")).to_have_count(1)
    phone.page.go_back()
    expect(phone.page.locator("#typed-0")).to_have_value("28")


def dead(phone: RefereePhone, away: bool = True) -> None:
    """The wifi that answers nobody while the phone believes that it has one."""
    arrived(phone.page)
    if away:
        phone.page.context.route("**/*", lambda route: route.abort())
    else:
        phone.page.context.unroute("**/*")


def unheard(phone: RefereePhone) -> None:
    """The page has stayed and says why."""
    expect(phone.page.locator(".unheard")).to_contain_text("網絡不通")
    badge(phone, "failed")


@pytest.mark.parametrize("cut", [offline, dead])
def test_a_preview_without_network_keeps_the_form_and_says_so(
    phone: RefereePhone, game: Game, cut: Callable[..., None]
) -> None:
    phone.start_win(CHAN, HO)
    phone.type_fan("18")
    cut(phone)
    phone.tap(phone.button("預覽"))
    expect(phone.sheet.locator(".offline-summary")).to_contain_text(f"{CHAN} 食糊 18 番，{HO} 出銃")
    expect(phone.sheet.locator(".offline-summary")).to_contain_text("沒有網絡")
    phone.tap(phone.button("更改", phone.sheet))
    expect(phone.sheet.locator("#typed-0")).to_have_value("18")
    cut(phone, False)
    phone.preview()
    phone.save()
    assert [event["fan"] for event in played(game)] == [23]


def test_a_link_without_network_leaves_the_table_and_a_seat_opens_its_form(phone: RefereePhone) -> None:
    dead(phone)
    phone.tap(phone.seat(CHAN))
    expect(phone.sheet.get_by_label(CHAN).first).to_be_checked()
    phone.tap(phone.sheet.locator("[data-close-sheet]"))
    for place in (phone.link("如果…"), phone.link("每鋪紀錄")):
        phone.tap(place)
        unheard(phone)
        expect(phone.page.locator(".unheard")).not_to_contain_text("這一下沒有送出")
        expect(place).not_to_have_attribute("aria-busy", "true")
        expect(phone.title).to_have_text("第 1 檯")
    dead(phone, False)
    phone.tap(phone.seat(CHAN))
    expect(phone.sheet.locator("#win-form")).to_be_visible()
    expect(phone.page.locator(".unheard")).to_have_count(0)


def test_a_correction_without_network_keeps_what_was_changed(phone: RefereePhone, game: Game) -> None:
    phone.win(CHAN, HO, "18")
    phone.open(reverse("tournaments:correct", args=[game.pk, 1]))
    phone.page.locator("#typed-0").fill("28")
    dead(phone)
    phone.tap(phone.button("看影響").last)
    unheard(phone)
    expect(phone.page.locator("#typed-0")).to_have_value("28")
    dead(phone, False)
    phone.tap(phone.button("看影響").last)
    expect(phone.page.locator(".changed-hand")).to_have_count(1)


def test_a_draft_that_comes_back_says_so_and_the_first_digit_replaces_it(phone: RefereePhone) -> None:
    phone.start_win(CHAN, HO)
    phone.type_fan("14")
    phone.tap(phone.sheet.locator("[data-close-sheet]"))
    phone.tap(phone.seat(CHAN))
    expect(phone.sheet.locator("[data-draft-note]")).to_contain_text("上次未完成")
    expect(phone.sheet.locator("#typed-0")).to_have_value("14")
    phone.type_fan("8")
    expect(phone.sheet.locator("#typed-0")).to_have_value("8")
    phone.type_fan("0")
    expect(phone.sheet.locator("#typed-0")).to_have_value("80")


def test_a_draft_that_comes_back_can_be_cleared(phone: RefereePhone) -> None:
    phone.start_win(CHAN, HO)
    phone.type_fan("14")
    phone.tap(phone.mode("擺牌"))
    phone.lay("123m")
    phone.page.reload()
    phone.tap(phone.seat(CHAN))
    expect(phone.shown.locator(".tile-laid button")).to_have_count(3)
    expect(phone.shown.locator(".tile-panel").first).to_be_visible()
    phone.tap(phone.button("清除", phone.sheet.locator("[data-draft-note]")))
    expect(phone.sheet.locator("[data-draft-note]")).to_be_hidden()
    expect(phone.sheet.locator("#typed-0")).to_have_value("")
    expect(phone.page.locator(".sources input:checked")).to_have_count(0)
    phone.page.reload()
    phone.tap(phone.seat(CHAN))
    expect(phone.sheet.locator("[data-draft-note]")).to_be_hidden()
    expect(phone.shown.locator(".tile-laid button")).to_have_count(0)


def test_the_first_digit_after_a_change_replaces_what_was_typed_before(phone: RefereePhone) -> None:
    phone.start_win(CHAN, HO)
    phone.type_fan("18")
    phone.preview()
    phone.tap(phone.button("更改"))
    expect(phone.page.locator("#typed-0")).to_have_value("18")
    phone.type_fan("28")
    expect(phone.page.locator("#typed-0")).to_have_value("28")


def sign_in_elsewhere(phone: RefereePhone) -> None:
    """Another window signs in again: the token of this page is an old one."""
    other = phone.page.context.new_page()
    phone.page.context.clear_cookies(name="sessionid")
    other.goto(phone.address + "/sign-in/")
    other.get_by_label("登入名稱").fill("referee")
    other.get_by_label("密碼", exact=True).fill("pass")
    other.get_by_role("main").get_by_role("button", name="登入").click()
    expect(other).not_to_have_url(phone.address + "/sign-in/")
    other.close()


def sign_in_here(phone: RefereePhone) -> None:
    """登入 on the page to which one was led."""
    phone.page.get_by_label("登入名稱").fill("referee")
    phone.page.get_by_label("密碼", exact=True).fill("pass")
    phone.page.get_by_role("main").get_by_role("button", name="登入").click()


def test_a_session_lost_at_the_preview_brings_it_back_after_signing_in(phone: RefereePhone, game: Game) -> None:
    phone.start_win(CHAN, HO)
    phone.type_fan("18")
    phone.preview()
    phone.page.context.clear_cookies(name="sessionid")
    phone.tap(phone.button("記錄"))
    expect(phone.page.get_by_text("已經登出")).to_be_visible()
    expect(phone.page.get_by_text("你登入的帳戶")).to_have_count(0)
    phone.tap(phone.link("登入再繼續"))
    sign_in_here(phone)
    expect(phone.title).to_have_text("預覽")
    expect(phone.page.locator(".preview-result")).to_contain_text(f"{CHAN} 食糊 23 番")
    phone.save()
    assert [event["fan"] for event in played(game)] == [23]


def test_signed_in_elsewhere_at_the_preview_records_it(phone: RefereePhone, game: Game) -> None:
    phone.start_win(CHAN, HO)
    phone.type_fan("18")
    phone.preview()
    sign_in_elsewhere(phone)
    phone.save()
    assert [event["fan"] for event in played(game)] == [23]


def test_a_reward_is_recorded_after_a_sign_in_elsewhere(phone: RefereePhone, game: Game) -> None:
    phone.tap(phone.rewards)
    button = phone.sheet.locator(".reward-row", has_text="暗槓").get_by_role("button", name=LI)
    expect(button).to_be_visible()
    sign_in_elsewhere(phone)
    phone.tap(button)
    expect(phone.page.locator(".open-entries")).to_contain_text(f"{LI} 暗槓")
    assert played(game) == [{"type": "reward", "kind": "concealed_kong", "seat": 1}]


def test_what_one_entered_is_not_recorded_as_somebody_else(phone: RefereePhone, game: Game) -> None:
    """Who signs in as somebody else in another window takes nothing over that stands in this one."""
    Membership.objects.create(event=game.event, user=make_user("head"), role=Role.HEAD_REFEREE)
    phone.tap(phone.rewards)
    button = phone.sheet.locator(".reward-row", has_text="暗槓").get_by_role("button", name=LI)
    expect(button).to_be_visible()
    other = phone.page.context.new_page()
    phone.page.context.clear_cookies()
    other.goto(phone.address + "/sign-in/")
    other.get_by_label("登入名稱").fill("head")
    other.get_by_label("密碼", exact=True).fill("pass")
    other.get_by_role("main").get_by_role("button", name="登入").click()
    expect(other).not_to_have_url(phone.address + "/sign-in/")
    phone.tap(button)
    expect(phone.page.get_by_text("或者在另一個視窗登入過")).to_be_visible()
    assert played(game) == []


def test_the_effects_of_a_ruling_follow_a_sign_in_elsewhere(phone: RefereePhone, game: Game) -> None:
    """And where they cannot be told, the page says so."""
    phone.rule(LI, "鳴牌取消")
    sign_in_elsewhere(phone)
    note = phone.sheet.locator("#id_note")
    note.fill("東一局")
    with phone.page.expect_response(lambda answer: answer.request.method == "POST" and answer.ok):
        note.blur()
    expect(phone.page.locator(".unheard")).to_have_count(0)
    phone.page.context.clear_cookies(name="sessionid")
    note.fill("東二局")
    note.blur()
    expect(phone.page.locator(".unheard")).to_contain_text("你已經登出")
    expect(phone.page.locator(".unheard").get_by_role("link", name="登入")).to_be_visible()
    assert played(game) == []
