"""The hall's wifi: gone between preview and save, ten taps on one button, two phones at one table, a reload."""

from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs

import pytest
from django.urls import reverse
from playwright.sync_api import Route, expect

from tests.browser.phones import HallPhone, fans_of, played
from tests.looking import arrived
from tests.tournaments.factories import NAMES, make_user
from tournaments.models import Act, Game, Membership, Role

ZHANG, LI, CHAN, HO = NAMES


@pytest.fixture
def phone(game: Game, hand_out: Callable[..., Any]) -> HallPhone:
    phone: HallPhone = hand_out(HallPhone)
    phone.begin_at(game)
    return phone


def to_preview(phone: HallPhone, fan: str = "18") -> None:
    """陳大文 by a discard of 何家珍."""
    phone.start_win(CHAN, HO)
    phone.type_fan(fan)
    phone.preview()


def confirmed_seats(game: Game) -> list[int]:
    return [act.payload["seats"][0]["seat"] for act in Act.objects.filter(game=game, kind="confirm")]


def test_a_hand_saved_without_network_is_sent_when_it_comes_back(phone: HallPhone, game: Game) -> None:
    to_preview(phone)
    expect(phone.page.locator("[data-network]")).to_have_text("已連線")
    phone.wifi(False)
    phone.tap(phone.button("記錄"))
    phone.badge("queued")
    expect(phone.page.locator("[data-network]")).to_have_text("待傳送")
    expect(phone.page.get_by_text("網絡不通，稍後再送")).to_be_visible()
    expect(phone.title).to_have_text("第 1 檯")
    expect(phone.line).to_contain_text("第 2 鋪")
    assert played(game) == []
    phone.wifi(True)
    expect(phone.strip).to_contain_text(f"{CHAN} 食糊")
    phone.badge("sent")
    assert fans_of(game) == [23]


@pytest.fixture
def forgetful(game: Game, hand_out: Callable[..., Any]) -> HallPhone:
    """A phone whose browser has a store that never answers, and whose pages wait for it for a moment only."""
    phone: HallPhone = hand_out(HallPhone)
    phone.page.add_init_script("""(() => {
        IDBFactory.prototype.open = () => ({});
        const later = window.setTimeout;
        window.setTimeout = (act, wait, ...more) => later(act, wait === 2000 ? 100 : wait, ...more);
    })()""")
    phone.begin_at(game)
    return phone


@pytest.mark.parametrize("late", ["**/save/", "**/deliver/"])
def test_a_hand_is_not_lost_where_the_store_never_answers(forgetful: HallPhone, game: Game, late: str) -> None:
    """Nothing is kept beyond this page then, and the page does not say that anything was sent: the form sends it, or
    the outbox."""
    phone = forgetful
    to_preview(phone)
    phone.wifi(False)
    phone.tap(phone.button("記錄"))
    expect(phone.page.locator("[data-save-state]")).to_contain_text("稍後再送；請不要關閉這一頁")
    assert phone.page.evaluate("window.paiju.outbox.all.length") == 1
    phone.badge("queued")
    phone.page.route(late, lambda route: route.abort(), times=1)
    phone.wifi(True)
    expect(phone.strip).to_contain_text(f"{CHAN} 食糊")
    phone.badge("sent")
    assert fans_of(game) == [23]


def test_a_silent_store_keeps_hands_at_the_table_in_memory(forgetful: HallPhone, game: Game) -> None:
    phone = forgetful
    phone.wifi(False)
    phone.keep_win(CHAN, HO, "18")
    expect(phone.panel).to_contain_text("這個視窗存不到資料")
    expect(phone.lines).to_have_count(1)
    phone.badge("queued")
    phone.wifi(True)
    phone.settled(game, 23)


def test_sent_is_said_only_once_the_entry_is_kept(phone: HallPhone) -> None:
    """As long as the browser writes it down, it is on its way."""
    to_preview(phone)
    phone.page.evaluate("IDBObjectStore.prototype.get = () => ({})")
    phone.page.evaluate("""() => {
        window.said = [];
        document.addEventListener("paiju:network", ({ detail }) =>
            window.said.push([detail, window.paiju.outbox.all.length]));
    }""")
    phone.wifi(False)
    phone.tap(phone.button("記錄"))
    expect(phone.page.locator("html")).to_have_attribute("data-waiting", "1")
    said = phone.page.evaluate("window.said")
    assert said[0] == ["sending", 0]
    assert ["sent", 0] not in said


@pytest.mark.parametrize("status", [429, 503])
def test_a_save_that_the_server_puts_off_is_sent_again(phone: HallPhone, game: Game, status: int) -> None:
    """Under its own key, and not before the server has said."""
    to_preview(phone)
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
    phone.badge("queued")
    expect(phone.page.locator("[data-save-state]")).to_have_text("伺服器正忙，稍後再送；請不要關閉這一頁。")
    phone.page.clock.fast_forward(30_000)
    phone.badge("queued")
    assert (len(keys), len(played(game))) == (1, 0)
    phone.page.clock.fast_forward(11_000)
    expect(phone.strip).to_contain_text(f"{CHAN} 食糊")
    assert keys[0] == keys[1]
    assert fans_of(game) == [23]
    phone.complaints[:] = [one for one in phone.complaints if not one.startswith("503 ")]


def test_a_reward_without_network_is_sent_when_it_comes_back(phone: HallPhone, game: Game) -> None:
    phone.tap(phone.rewards)
    expect(phone.sheet).to_be_visible()
    phone.wifi(False)
    phone.tap(phone.sheet.locator(".reward-row", has_text="暗槓").get_by_role("button", name=LI))
    expect(phone.page.get_by_text("網絡不通，稍後再送")).to_be_visible()
    expect(phone.lines).to_contain_text(f"{LI} 暗槓")
    phone.wifi(True)
    expect(phone.page.locator(".open-entries")).to_contain_text(f"{LI} 暗槓")
    assert played(game) == [{"type": "reward", "kind": "concealed_kong", "seat": 1}]


def test_a_confirmation_without_network_waits_and_the_next_one_too(phone: HallPhone, game: Game) -> None:
    phone.win(CHAN, HO, "18")
    phone.wifi(False)
    phone.tap(phone.confirming(LI))
    phone.badge("queued")
    expect(phone.panel.locator(".confirm-seat.done")).to_contain_text(LI)
    phone.tap(phone.button(HO, phone.panel))
    expect(phone.panel.locator(".confirm-seat.done")).to_have_count(2)
    phone.wifi(True)
    expect(phone.panel).to_be_hidden()
    phone.confirm([ZHANG, CHAN])
    assert len(confirmed_seats(game)) == 4


def test_a_confirmation_without_a_session_waits_for_the_sign_in(phone: HallPhone, game: Game) -> None:
    phone.win(CHAN, HO, "18")
    arrived(phone.page)
    phone.page.context.clear_cookies(name="sessionid")
    phone.tap(phone.confirming(LI))
    expect(phone.panel).to_contain_text("登入後送出 1 項")
    expect(phone.panel).to_contain_text(f"{LI} 確認")
    phone.badge("queued")
    phone.tap(phone.link("登入", phone.panel))
    phone.fill_in()
    expect(phone.strip.locator(".confirm-seat.done")).to_contain_text(LI)
    expect(phone.panel).to_be_hidden()
    assert confirmed_seats(game) == [1]


def test_a_confirmation_that_a_busy_server_puts_off_waits(phone: HallPhone, game: Game) -> None:
    phone.win(CHAN, HO, "18")
    phone.page.clock.install()
    busy = {"status": 503, "headers": {"Retry-After": "90"}, "body": "<p>later</p>", "content_type": "text/html"}
    phone.page.route("**/confirm/", lambda route: route.fulfill(**busy))
    phone.tap(phone.confirming(LI))
    expect(phone.panel).to_contain_text("伺服器正忙")
    expect(phone.panel).to_contain_text("1 項存在這部電話")
    phone.badge("queued")
    assert confirmed_seats(game) == []
    phone.page.clock.fast_forward(91_000)
    expect(phone.panel).to_be_hidden()
    assert confirmed_seats(game) == [1]
    phone.complaints.remove(f"503 {phone.address}{reverse('tournaments:confirm', args=[game.pk])}")


def test_a_tap_that_was_lost_is_not_said_to_be_sent_when_the_network_is_back(phone: HallPhone, game: Game) -> None:
    """A PIN is not kept: it has to be entered once more."""
    game.event.confirmation = "pin"
    game.event.save()
    phone.win(CHAN, HO, "18")
    phone.page.route("**/confirm/", lambda route: route.abort())
    phone.tap(phone.strip.locator("label", has_text=LI))
    phone.page.locator("#confirm-pin").fill("1234")
    phone.tap(phone.button("確認", phone.strip).last)
    phone.badge("failed")
    phone.wifi(False)
    phone.wifi(True)
    phone.badge("failed")
    assert confirmed_seats(game) == []


def test_a_sum_that_could_not_be_fetched_is_not_the_one_of_before(phone: HallPhone) -> None:
    phone.start_win(CHAN, HO)
    phone.type_fan("1")
    total = phone.shown.locator(".live-sum")
    expect(total).to_contain_text("1 + 底 5")
    phone.wifi(False)
    phone.type_fan("8")
    expect(total).to_have_text("")
    expect(phone.shown.locator("[id^=typed-]")).to_have_value("18")
    phone.wifi(True)
    phone.type_fan("0")
    expect(total).to_contain_text("180 + 底 5")


def test_a_hand_whose_answer_was_lost_on_the_way_is_one_hand(phone: HallPhone, game: Game) -> None:
    lost: list[str] = []

    def lose_the_first_answer(route: Route) -> None:
        if lost:
            route.continue_()
            return
        lost.append(route.request.url)
        route.fetch(max_redirects=0)
        route.abort()

    phone.tap(phone.link("流局"))
    phone.page.route("**/save/", lose_the_first_answer)
    phone.save()
    assert (len(lost), played(game)) == (1, [{"type": "draw"}])


def test_two_phones_with_different_versions_lose_neither(
    phone: HallPhone, game: Game, hand_out: Callable[..., Any]
) -> None:
    other: HallPhone = hand_out(HallPhone)
    other.begin_at(game)
    to_preview(phone)
    to_preview(other, "28")
    phone.save()
    other.tap(other.button("記錄"))
    expect(other.page.get_by_text("另一部裝置或分頁先記錄了").first).to_be_visible()
    expect(other.page.locator("section.card").first).to_contain_text(f"{CHAN} 食糊 23 番，{HO} 出銃")
    expect(other.page.locator("section.card").last).to_contain_text(f"{CHAN} 食糊 33 番，{HO} 出銃")
    assert fans_of(game) == [23]
    other.tap(other.button("作為下一鋪再輸入"))
    expect(other.page.locator("#typed-0")).to_have_value("28")
    phone.confirm(NAMES)
    other.preview()
    other.save()
    assert fans_of(game) == [23, 33]


def test_a_reload_loses_nothing_of_an_entry(phone: HallPhone) -> None:
    phone.start_win(CHAN, HO)
    phone.type_fan("18")
    phone.tap(phone.mode("揀番"))
    phone.tick("門清")
    phone.tap(phone.mode("擺牌"))
    phone.lay("123m 55z")
    phone.page.reload()
    phone.tap(phone.seat(CHAN))
    expect(phone.shown.locator(".tile-laid button")).to_have_count(5)
    expect(phone.shown.locator(".tile-panel").first).to_be_visible()
    expect(phone.page.get_by_label(HO)).to_be_checked()
    phone.tap(phone.mode("揀番"))
    expect(phone.page.get_by_label("門清", exact=True)).to_be_checked()
    phone.tap(phone.mode("番數"))
    expect(phone.page.locator("#typed-0")).to_have_value("18")
    phone.tap(phone.button("清除", phone.sheet.locator("[data-draft-note]")))
    for _twice in range(2):
        expect(phone.sheet.locator("[data-draft-note]")).to_be_hidden()
        expect(phone.sheet.locator("#typed-0")).to_have_value("")
        expect(phone.page.locator(".sources input:checked")).to_have_count(0)
        expect(phone.shown.locator(".tile-laid button")).to_have_count(0)
        phone.page.reload()
        phone.tap(phone.seat(CHAN))


def test_a_draft_that_comes_back_says_so_and_the_first_digit_replaces_it(phone: HallPhone) -> None:
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
    phone.preview()
    phone.tap(phone.button("更改"))
    expect(phone.page.locator("#typed-0")).to_have_value("80")
    expect(phone.page.get_by_label(HO)).to_be_checked()
    phone.type_fan("28")
    expect(phone.page.locator("#typed-0")).to_have_value("28")


def test_ten_taps_a_reload_and_back_at_the_preview_save_one_hand(phone: HallPhone, game: Game) -> None:
    to_preview(phone)
    phone.page.reload()
    phone.button("記錄").evaluate("button => { for (let taps = 0; taps < 10; taps += 1) button.click(); }")
    expect(phone.strip).to_contain_text(f"{CHAN} 食糊")
    assert len(played(game)) == 1
    arrived(phone.page)
    phone.page.go_back()
    expect(phone.title).to_have_text("預覽")
    expect(phone.page.locator(".newer")).to_contain_text(f"{CHAN} 食糊 23 番")
    phone.save()
    expect(phone.page.locator("#messages")).to_contain_text("這一鋪已經記錄，沒有再記一次。")
    assert len(played(game)) == 1


def test_back_to_the_preview_of_a_draw_does_not_record_the_next_hand(phone: HallPhone, game: Game) -> None:
    phone.tap(phone.link("流局"))
    phone.save()
    phone.confirm(NAMES)
    phone.page.go_back()
    expect(phone.title).to_have_text("預覽")
    phone.tap(phone.button("記錄"))
    expect(phone.title).to_have_text("第 1 檯")
    expect(phone.line).to_contain_text("第 2 鋪")
    assert played(game) == [{"type": "draw"}]


def unheard(phone: HallPhone) -> None:
    """The page has stayed and says why."""
    expect(phone.page.locator(".unheard")).to_contain_text("網絡不通")
    phone.badge("failed")


def test_a_correction_keeps_what_was_changed(phone: HallPhone, game: Game) -> None:
    """Without a network, and by the browser's button back from its effects."""
    phone.win(CHAN, HO, "18")
    phone.open(reverse("tournaments:correct", args=[game.pk, 1]))
    field, changed = phone.page.locator("#typed-0"), phone.page.locator(".changed-hand")
    field.fill("28")
    phone.hears(False)
    phone.tap(phone.button("看影響").last)
    unheard(phone)
    expect(field).to_have_value("28")
    phone.hears(True)
    phone.tap(phone.button("看影響").last)
    expect(changed).to_have_count(1)
    phone.tap(phone.button("再改"))
    expect(field).to_have_value("28")
    phone.page.go_back()
    expect(changed).to_have_count(1)
    phone.page.go_back()
    expect(field).to_have_value("28")


@pytest.mark.parametrize("cut", [HallPhone.wifi, HallPhone.hears])
def test_a_preview_without_network_keeps_the_form_and_says_so(
    phone: HallPhone, game: Game, cut: Callable[[HallPhone, bool], None]
) -> None:
    phone.start_win(CHAN, HO)
    phone.type_fan("18")
    cut(phone, False)
    phone.tap(phone.button("預覽"))
    expect(phone.sheet.locator(".offline-summary")).to_contain_text(f"{CHAN} 食糊 18 番，{HO} 出銃")
    expect(phone.sheet.locator(".offline-summary")).to_contain_text("沒有網絡")
    phone.tap(phone.button("更改", phone.sheet))
    expect(phone.sheet.locator("#typed-0")).to_have_value("18")
    cut(phone, True)
    phone.preview()
    phone.save()
    assert fans_of(game) == [23]


def test_a_link_without_network_leaves_the_table_and_a_seat_opens_its_form(phone: HallPhone) -> None:
    phone.hears(False)
    phone.tap(phone.seat(CHAN))
    expect(phone.sheet.get_by_label(CHAN).first).to_be_checked()
    phone.tap(phone.sheet.locator("[data-close-sheet]"))
    for place in (phone.link("如果…"), phone.link("每鋪紀錄")):
        phone.tap(place)
        unheard(phone)
        expect(phone.page.locator(".unheard")).not_to_contain_text("這一下沒有送出")
        expect(place).not_to_have_attribute("aria-busy", "true")
        expect(phone.title).to_have_text("第 1 檯")
    phone.hears(True)
    phone.tap(phone.seat(CHAN))
    expect(phone.sheet.locator("#win-form")).to_be_visible()
    expect(phone.page.locator(".unheard")).to_have_count(0)


def sign_in_elsewhere(phone: HallPhone, who: str = "referee") -> None:
    """Another window signs in again: the token of this page is an old one."""
    other = phone.page.context.new_page()
    phone.page.context.clear_cookies(name="sessionid")
    phone.sign_in(who, page=other)
    other.close()


def test_a_session_lost_at_the_preview_brings_it_back_after_signing_in(phone: HallPhone, game: Game) -> None:
    to_preview(phone)
    phone.page.context.clear_cookies(name="sessionid")
    phone.tap(phone.button("記錄"))
    expect(phone.page.get_by_text("已經登出")).to_be_visible()
    expect(phone.page.get_by_text("你登入的帳戶")).to_have_count(0)
    phone.tap(phone.link("登入再繼續"))
    phone.fill_in()
    expect(phone.title).to_have_text("預覽")
    expect(phone.page.locator(".preview-result")).to_contain_text(f"{CHAN} 食糊 23 番")
    phone.save()
    assert fans_of(game) == [23]


def test_a_hand_its_confirmation_and_a_reward_follow_a_sign_in_elsewhere(phone: HallPhone, game: Game) -> None:
    to_preview(phone)
    sign_in_elsewhere(phone)
    phone.save()
    sign_in_elsewhere(phone)
    phone.confirm(NAMES)
    phone.tap(phone.rewards)
    button = phone.sheet.locator(".reward-row", has_text="暗槓").get_by_role("button", name=LI)
    expect(button).to_be_visible()
    sign_in_elsewhere(phone)
    phone.tap(button)
    expect(phone.page.locator(".open-entries")).to_contain_text(f"{LI} 暗槓")
    assert [event["type"] for event in played(game)] == ["win", "reward"]
    assert len(confirmed_seats(game)) == 4


def test_what_one_entered_is_not_recorded_as_somebody_else(phone: HallPhone, game: Game) -> None:
    """Who signs in as somebody else in another window takes nothing over from this one."""
    Membership.objects.create(event=game.event, user=make_user("head"), role=Role.HEAD_REFEREE)
    phone.tap(phone.rewards)
    button = phone.sheet.locator(".reward-row", has_text="暗槓").get_by_role("button", name=LI)
    expect(button).to_be_visible()
    sign_in_elsewhere(phone, "head")
    phone.tap(button)
    expect(phone.page.get_by_text("或者在另一個視窗登入過")).to_be_visible()
    assert played(game) == []


def test_the_effects_of_a_ruling_follow_a_sign_in_elsewhere(phone: HallPhone, game: Game) -> None:
    """And where they cannot be told, the page says so."""
    phone.rule(LI, "鳴牌取消")
    sign_in_elsewhere(phone)
    phone.tap(phone.sheet.locator("summary", has_text="事實、相片"))
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
