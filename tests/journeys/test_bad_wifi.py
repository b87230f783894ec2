"""The hall's wifi: gone between preview and save, ten taps on one button, two phones at one table, a reload."""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.journeys.phones import RefereePhone
from tests.looking import arrived
from tests.tournaments.factories import NAMES
from tournaments.models import Act, Game

pytestmark = pytest.mark.django_db(transaction=True)

ZHANG, LI, CHAN, HO = NAMES


def referee_of(game: Game, hand_out: Callable[..., Any]) -> RefereePhone:
    phone: RefereePhone = hand_out(RefereePhone)
    phone.sign_in("referee")
    phone.open(reverse("tournaments:table", args=[game.pk]))
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
    assert played(game) == []
    offline(phone, False)
    expect(phone.strip).to_contain_text(f"{CHAN} 食糊")
    badge(phone, "sent")
    assert [event["fan"] for event in played(game)] == [23]


def test_a_reward_without_network_is_sent_when_it_comes_back(phone: RefereePhone, game: Game) -> None:
    phone.tap(phone.rewards)
    expect(phone.sheet).to_be_visible()
    offline(phone)
    phone.tap(phone.sheet.locator(".reward-row", has_text="暗槓").get_by_role("button", name=LI))
    expect(phone.sheet.get_by_text("網絡不通，稍後再送")).to_be_visible()
    offline(phone, False)
    expect(phone.page.locator(".open-entries")).to_contain_text(f"{LI} 暗槓")
    assert played(game) == [{"type": "reward", "kind": "concealed_kong", "seat": 1}]


def test_a_sheet_without_network_leaves_the_table_and_can_be_tapped_again(phone: RefereePhone) -> None:
    link = phone.rewards
    offline(phone)
    phone.tap(link)
    expect(link).not_to_have_attribute("aria-busy", "true")
    badge(phone, "failed")
    expect(phone.title).to_have_text("第 1 檯")
    offline(phone, False)
    phone.tap(link)
    expect(phone.sheet.locator(".reward-row").first).to_be_visible()


def test_a_confirmation_without_network_says_so_and_can_be_tapped_again(phone: RefereePhone, game: Game) -> None:
    phone.win(CHAN, HO, "18")
    offline(phone)
    phone.tap(phone.button(LI, phone.strip))
    badge(phone, "failed")
    expect(phone.page.locator("[data-network]")).to_have_text("未送出")
    offline(phone, False)
    phone.confirm([LI, ZHANG, CHAN, HO])
    assert Act.objects.filter(game=game, kind="confirm").count() == 4


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
