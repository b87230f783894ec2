"""With JavaScript off one can read the table, record a typed win over the preview, and confirm it."""

from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.browser.phones import RefereePhone, fans_of, played
from tests.tournaments.factories import NAMES
from tournaments.models import Game

ZHANG, LI, CHAN, HO = NAMES


@pytest.fixture
def phone(game: Game, hand_out: Callable[..., Any]) -> RefereePhone:
    phone: RefereePhone = hand_out(RefereePhone, java_script_enabled=False)
    phone.begin_at(game)
    return phone


def confirm_all(phone: RefereePhone) -> None:
    for left in (3, 2, 1):
        phone.tap(phone.page.locator(".seat-card.waits").first)
        expect(phone.strip.locator("button.confirm-seat")).to_have_count(left)
    phone.tap(phone.page.locator(".seat-card.waits").first)
    expect(phone.page.locator(".confirm-strip")).to_have_count(0)


def test_a_referee_without_scripts_reads_what_is_missing_records_a_typed_win_and_confirms_it(
    phone: RefereePhone, game: Game
) -> None:
    expect(phone.page.locator(".seat-card")).to_have_count(4)
    expect(phone.page.locator(".table-centre")).to_contain_text("東一局")
    phone.tap(phone.seat(CHAN))
    expect(phone.title).to_have_text(f"{CHAN} 食糊")
    phone.tap(phone.source(HO))
    robbed = phone.page.locator(".manners").get_by_label("搶槓")
    robbed.check()
    phone.tap(phone.button("預覽"))
    expect(phone.page.get_by_role("alert").first).to_be_visible()
    expect(phone.page.get_by_label(HO)).to_be_checked()
    expect(robbed).to_be_checked()
    robbed.uncheck()
    phone.page.get_by_label("番數（不連底）").fill("32")
    phone.preview()
    expect(phone.page.locator(".payments")).to_contain_text(f"{HO} 付 {CHAN} 37 番")
    phone.save()
    confirm_all(phone)
    expect(phone.seat(CHAN)).to_contain_text("待收 +37")
    assert fans_of(game) == [37]
    assert game.acts.filter(kind="confirm").count() == 4


def test_a_referee_without_scripts_records_rewards_draws_and_rulings_and_reads_them(
    phone: RefereePhone, game: Game
) -> None:
    phone.tap(phone.rewards)
    phone.tap(phone.page.locator(".reward-row", has_text="暗槓").get_by_role("button", name=LI))
    expect(phone.page.locator(".open-entries")).to_contain_text(f"{LI} 暗槓")
    phone.tap(phone.link("流局"))
    phone.save()
    confirm_all(phone)
    expect(phone.seat(LI)).to_contain_text("+15")
    phone.tap(phone.offences)
    phone.tap(phone.page.locator("label", has_text=CHAN))
    phone.page.get_by_label("找犯規項目").fill("發言")
    phone.page.get_by_role("button", name="找", exact=True).click()
    phone.tap(phone.page.locator(".offence"))
    phone.tap(phone.button("記錄判決"))
    expect(phone.page.locator("#messages")).to_contain_text(f"{CHAN} 發言")
    assert played(game)[-1] == {"type": "ruling", "seat": 2, "offence": "talking"}
    for name, words in (("hands", "流局"), ("card", "現時分數")):
        phone.open(reverse(f"tournaments:{name}", args=[game.pk]))
        expect(phone.page.locator("main")).to_contain_text(words)
    phone.open(reverse("tournaments:standings", args=[game.event.slug]))
    for name in NAMES:
        expect(phone.page.locator("tbody")).to_contain_text(name)
