"""A game of each other rule set on a referee's phone, with what only that set knows; one of them to the signatures."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from scoring.documents.replay import replay_document
from scoring.points import format_points
from tests.browser.phones import RefereePhone
from tests.browser.test_whole_game import exported, sign_all
from tests.looking import faults, tap
from tests.tournaments.factories import NAMES, make_event, make_game, make_user
from tournaments.models import Act

ZHANG, LI, CHAN, HO = NAMES
PENALTIES = "犯規 · 其他"


def kept(phone: RefereePhone) -> None:
    """From the preview into the book, and confirmed by the four."""
    phone.save()
    phone.confirm(NAMES)


def bell(phone: RefereePhone, words: str, opened_by: str = PENALTIES) -> None:
    """大會鐘響."""
    phone.tap(phone.link(opened_by))
    phone.tap(phone.sheet.get_by_role("link", name="其他", exact=True))
    phone.tap(phone.link(words, phone.sheet))
    phone.tap(phone.button("記錄", phone.sheet))
    expect(phone.sheet).not_to_be_attached()


def masters(phone: RefereePhone) -> None:
    """大三元包 on an own draw, a robbed kong that costs three shares, and one hand more after the bell."""
    phone.start_win(ZHANG, "自摸")
    phone.tap(phone.page.get_by_text("包牌", exact=True))
    phone.tap(phone.page.locator(".payers label", has_text="大三元包"))
    phone.tap(phone.page.locator(".payers label", has_text=CHAN))
    phone.type_fan("8")
    phone.preview()
    expect(phone.page.locator(".payments")).to_contain_text(f"{CHAN} 包付 {ZHANG} 384 分")
    kept(phone)
    phone.start_win(LI, HO)
    phone.tap(phone.page.locator(".manners label", has_text="搶槓"))
    phone.type_fan("3")
    phone.preview()
    expect(phone.page.locator(".payments")).to_contain_text(f"{HO} 付 {LI} 48 分（3 番）")
    kept(phone)
    bell(phone, "兩局之間：再打一局")
    phone.start_win(CHAN, "自摸")
    phone.type_fan("2")
    phone.tap(phone.button("預覽"))
    expect(phone.page.get_by_text("只有 2 番，3 番 才起糊。").first).to_be_visible()
    phone.type_fan("0")
    phone.page.locator("#typed-0").fill("4")
    phone.preview()
    kept(phone)


def classic(phone: RefereePhone) -> None:
    """圍骰, three wins of the dealer from one player, who gives up, and a draw with one who is not ready."""
    phone.tap(phone.rewards)
    phone.tap(phone.button(LI, phone.sheet.locator(".reward-row", has_text="圍骰")))
    expect(phone.page.locator(".open-entries")).to_contain_text(f"{LI} 擲出圍骰")
    for _hand in range(3):
        phone.win(ZHANG, LI, "2")
        phone.confirm(NAMES)
    phone.tap(phone.link(f"{LI} 向 {ZHANG} 投降"))
    expect(phone.sheet.locator(".effects")).to_contain_text("付清")
    phone.tap(phone.button("記錄", phone.sheet))
    expect(phone.page.locator(".open-entries")).to_contain_text("投降")
    phone.tap(phone.link("流局"))
    phone.tap(phone.sheet.locator("label", has_text=CHAN))
    phone.preview()
    expect(phone.page.locator(".payments")).to_contain_text(f"{CHAN} 付 {HO} 10 分")
    kept(phone)
    bell(phone, "兩局之間：現在完場", "犯規")


def club(phone: RefereePhone) -> None:
    """A first draw and the dice for another dealer; two claim one tile and the nearer one wins."""
    phone.tap(phone.link("荒局"))
    phone.tap(phone.sheet.locator("label", has_text=CHAN))
    phone.preview()
    kept(phone)
    expect(phone.page.locator(".seat-card.dealer")).to_contain_text(CHAN)
    phone.start_win(HO, LI)
    phone.second_winner(CHAN)
    expect(phone.page.get_by_text("攔胡：")).to_contain_text(f"改為 {CHAN} 胡牌")
    phone.type_fan("4")
    phone.preview()
    expect(phone.page.locator(".payments")).to_contain_text(f"{LI} 付 {CHAN} 800 分（5 台）")
    kept(phone)
    bell(phone, "兩局之間：現在完場")


def sixteen(phone: RefereePhone) -> None:
    """內插 between hands, 詐胡 that ends one, and an own draw for which one player pays 七搶一 besides."""
    phone.tap(phone.link(PENALTIES))
    phone.tap(phone.sheet.get_by_role("link", name="其他", exact=True))
    assert faults(phone.page) == []
    phone.tap(phone.link(f"{CHAN} 內插 1 底", phone.sheet))
    expect(phone.sheet).to_contain_text(f"{CHAN} 與 {ZHANG} 之間：底 6")
    phone.tap(phone.button("記錄", phone.sheet))
    expect(phone.page.locator(".open-entries")).to_contain_text(f"{CHAN} 內插 1 底")
    phone.tap(phone.link(PENALTIES))
    phone.tap(phone.sheet.locator(".seat-buttons label", has_text=HO))
    phone.tap(phone.sheet.locator("button.offence", has_text="詐胡").first)
    phone.sheet.get_by_label("那副牌的台數").fill("5")
    phone.tap(phone.button("看看後果", phone.sheet))
    foreseen = phone.page.locator(".foreseen")
    expect(foreseen).to_contain_text("詐胡")
    of_five = foreseen.inner_text()
    phone.sheet.get_by_label("那副牌的台數").fill("8")  # worked out again while typing
    expect(foreseen).not_to_have_text(of_five)
    phone.sheet.get_by_label("那副牌的台數").fill("5")
    phone.tap(phone.button("記錄判決", phone.sheet))  # before the consequences of 5 are there again
    expect(phone.page.locator("#main .foreseen")).to_have_text(of_five)
    phone.tap(phone.button("記錄判決"))
    phone.confirm(NAMES)
    phone.start_win(ZHANG, "自摸")
    phone.tap(phone.page.get_by_text("一家另付（七搶一）"))
    phone.page.locator("#extra-1").fill("8")
    phone.type_fan("3")
    phone.preview()
    expect(phone.page.locator(".payments")).to_contain_text("另付 8")
    kept(phone)
    bell(phone, "兩局之間：現在完場")


GAMES = {"hkma-masters": masters, "hk-classic": classic, "tw-club": club, "tw-sixteen": sixteen}


@pytest.mark.parametrize("rule_set", GAMES)
def test_a_referee_records_a_game_of_every_rule_set(hand_out: Callable[..., Any], rule_set: str) -> None:
    game = make_game(make_event(rule_set=rule_set), make_user())
    phone = hand_out(RefereePhone)
    phone.begin_at(game)
    GAMES[rule_set](phone)
    expect(phone.link("去簽署")).to_be_visible()
    if rule_set == "hkma-masters":
        sign_all(phone)
    final = replay_document(exported(phone, game))["final"]
    assert [format_points(seat.score) for seat in game.seats.order_by("seat")] == final["scores"]


@pytest.mark.parametrize("rule_set", ["tw-club", "tw-sixteen"])
def test_a_win_asks_whether_somebody_pays_for_others_and_whose_wall_was_opened(
    page: Page, signed_in: Callable[..., None], rule_set: str
) -> None:
    referee = make_user()
    game = make_game(make_event(rule_set=rule_set), referee)
    signed_in(referee)
    table = f"/g/{game.pk}/"
    page.goto(f"{table}ruling/?seat=1&offence=lost_priority_pung")
    chosen = page.get_by_role("radio", name="其後摸序八張內的他人自摸", exact=True)
    expect(chosen).to_be_checked()
    assert faults(page) == []
    tap(page.get_by_role("button", name="記錄判決"))
    expect(page.locator(".seat-card .dealer-mark")).to_have_text("莊")
    assert page.locator(".seat-card .wind:visible").all_inner_texts() == ["下家", "對家", "上家"]
    page.goto(f"{table}win/?winner=0")
    tap(page.locator('label:has(input[name="source"][value="self"])'))
    opening = page.get_by_role("group", name="開門位")
    expect(opening).to_be_hidden()
    tap(page.locator('label:has(input[name="mode-0"][value="ticks"])').first)
    expect(opening).to_be_visible()
    fan = "風牌" if rule_set == "tw-club" else "風字坎"
    page.locator(f'input[name="tick-0"][value="{fan}"]').check(force=True)
    assert faults(page) == []
    tap(page.get_by_role("button", name="預覽"))
    expect(page.get_by_text("請答代位賠付是否適用於這一鋪").first).to_be_visible()
    expect(page.get_by_text("請先揀開門位").first).to_be_visible()
    tap(page.get_by_text("適用，由這一家代付"))
    tap(opening.get_by_text("陳大文"))
    tap(page.get_by_role("button", name="預覽"))
    expect(page.locator(".payments")).to_contain_text("李小龍 包付 張國強")
    tap(page.get_by_role("button", name="記錄", exact=True))
    expect(page.locator(".seat-card").first).to_be_visible()
    last = Act.objects.filter(game=game, kind="play").latest("number").payload
    assert (last["event"]["liable"], last["claim"]["opening"]) == (1, 2)
