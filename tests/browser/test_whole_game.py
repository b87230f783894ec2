"""A referee records a whole 半莊 on a phone: East 1 to South 4, four signatures, and every number agrees."""

import json
import re
from typing import Any

from django.urls import reverse
from playwright.sync_api import expect

from scoring.documents.replay import replay_document
from tests.browser.phones import Device, RefereePhone
from tests.looking import arrived
from tests.tournaments.factories import NAMES
from tournaments.models import Game, HandRecord

ZHANG, LI, CHAN, HO = NAMES
LAID = "123m 56m 789p 234p 567s 88s"


def hand_name(phone: RefereePhone, name: str) -> None:
    expect(phone.page.locator(".table-centre .hand-name")).to_have_text(name)


def opening(phone: RefereePhone) -> None:
    """東一局 drawn; 東一局拉一莊: a kong, then an own draw takes the deal away."""
    phone.taps = 0
    phone.tap(phone.link("流局"))
    expect(phone.title).to_have_text("預覽")
    assert phone.taps == 1
    phone.save()
    phone.confirm(NAMES)
    phone.taps = 0
    phone.reward("暗槓", LI)
    assert phone.taps == 2
    phone.win(LI, "自摸", "12")
    expect(phone.strip).to_contain_text("東一局 · 拉一莊")
    phone.confirm(NAMES)


def by_discard(phone: RefereePhone) -> None:
    """東二局: three taps and the digits to the preview."""
    phone.taps = 0
    phone.start_win(CHAN, HO)
    phone.type_fan("18")
    expect(phone.page.locator(".win-slot .live-sum")).to_contain_text("18 + 底 5 = 23")
    phone.preview()
    assert phone.taps == 3
    expect(phone.page.locator(".payments")).to_contain_text(f"{HO} 付 {CHAN} 23 番")
    phone.save()
    assert phone.taps == 4  # and the number: five for a typed hand
    phone.confirm(NAMES)


def double_win(phone: RefereePhone) -> None:
    """東三局: 雙響 on one discard."""
    phone.start_win(ZHANG, LI)
    phone.type_fan("21")
    phone.second_winner(HO)
    expect(phone.page.locator("#typed-0")).to_have_value("21")
    expect(phone.page.locator(".winner-tabs label", has_text=HO).locator("input")).to_be_checked()
    phone.type_fan("8")
    expect(phone.page.locator(".win-slot:visible .live-sum")).to_have_text("8 + 底 5 + 雙響 5 = 18")
    phone.preview()
    expect(phone.page.locator(".payments")).to_contain_text("雙響 5")
    phone.save()
    phone.confirm(NAMES)


def ticked(phone: RefereePhone) -> None:
    """東四局: the fans found by name and ticked."""
    phone.start_win(ZHANG, "自摸")
    phone.tap(phone.mode("揀番"))
    for fan in ("自摸", "無花", "對碰"):
        phone.page.get_by_placeholder("搜尋番種").fill(fan)
        phone.tap(phone.shown.locator(f'.pick[data-fan="{fan}"] label'))
    expect(phone.page.locator(".win-slot .live-sum")).to_contain_text("底 5 =")
    phone.preview()
    expect(phone.page.locator(".preview-fans")).to_contain_text("無花")
    phone.save()
    phone.confirm(NAMES)


def laid(phone: RefereePhone) -> None:
    """南一局: the hand as it lies, counted by the app."""
    phone.start_win(CHAN, ZHANG)
    phone.tap(phone.mode("擺牌"))
    phone.lay(LAID)
    phone.lay("4m")
    expect(phone.page.locator("#count-0")).to_contain_text("大平")
    phone.preview()
    expect(phone.page.locator(".payments")).to_contain_text(f"{ZHANG} 付 {CHAN}")
    phone.save()
    phone.confirm(NAMES)


def ruled(phone: RefereePhone) -> None:
    """南二局: a set of flowers, a yellow card, and the dealer wins."""
    phone.reward("一台花", HO)
    phone.rule(CHAN, "不發聲鳴牌")
    expect(phone.sheet.locator(".foreseen")).to_contain_text("黃牌")
    phone.tap(phone.button("記錄判決", phone.sheet))
    expect(phone.page.locator(".seat-card", has_text=CHAN).locator(".card-chip.yellow")).to_be_visible()
    phone.win(LI, CHAN, "9")
    phone.confirm(NAMES)
    expect(phone.page.locator(".hand-now")).to_contain_text("南二局")


def correct_the_third(phone: RefereePhone, game: Game) -> None:
    """Hand 3 was typed wrong: every later hand before → after, a reason, and those concerned confirm again."""
    phone.tap(phone.link("每鋪紀錄"))
    card = phone.page.locator("#hand-3")
    phone.tap(card.locator("summary"))
    phone.tap(phone.link("更正", card))
    field = phone.page.locator("#typed-0")
    expect(field).to_have_value("18")
    field.fill("28")
    expect(phone.page.locator(".live-sum:visible")).to_contain_text("28 + 底 5 = 33")
    phone.tap(phone.button("看影響").last)
    changed = phone.page.locator(".changed-hand")
    expect(changed.first).to_contain_text("第 3 鋪")
    expect(changed.first.locator("s").first).to_contain_text("23")
    expect(phone.page.locator("main")).to_contain_text("要再確認：")
    phone.page.get_by_label("或自己寫").fill("番數輸入錯誤")
    phone.tap(phone.button("記錄更正"))
    expect(phone.page.get_by_text("第 3 鋪已更正")).to_be_visible()
    expect(phone.page.locator("#hand-3")).to_contain_text("有 1 個舊版本")
    arrived(phone.page)
    waiting = phone.strip.locator("button.confirm-seat .name").all_text_contents()
    assert set(waiting) >= {CHAN, HO}
    phone.confirm(waiting)
    phone.to_table(game)


def false_win(phone: RefereePhone) -> None:
    """南二局 拉一莊: 詐糊; the hand is replayed, and what was paid stands."""
    phone.rule(HO, "詐糊")
    expect(phone.sheet.locator(".foreseen")).to_contain_text("160")
    phone.tap(phone.button("記錄判決", phone.sheet))
    expect(phone.strip).to_contain_text("重打")
    phone.confirm(NAMES)
    expect(phone.page.locator(".hand-now")).to_have_text("南二局 · 拉一莊 · 第 9 鋪")
    phone.win(ZHANG, LI, "16")
    phone.confirm(NAMES)


def undone(phone: RefereePhone) -> None:
    """南三局: recorded too early, taken back in three taps, and recorded as it was."""
    phone.tap(phone.link("流局"))
    phone.save()
    phone.taps = 0
    phone.tap(phone.link("撤銷"))
    phone.tap(phone.sheet.get_by_text("這一鋪還未完"))
    phone.tap(phone.button("撤銷最後一項", phone.sheet))
    assert phone.taps == 3
    expect(phone.page.get_by_text("已撤銷")).to_be_visible()
    expect(phone.page.locator("#confirm-strip.confirm-settled")).to_be_attached()
    hand_name(phone, "南三局")
    phone.win(HO, CHAN, "11")
    phone.confirm(NAMES)


def last_hand(phone: RefereePhone, game: Game) -> None:
    """南四局: the last win; the card is complete."""
    hand_name(phone, "南四局")
    phone.win(ZHANG, HO, "24")
    phone.confirm(NAMES)
    phone.to_table(game)
    expect(phone.page.locator(".hand-now")).to_have_text("半莊完")


def sign_all(phone: RefereePhone) -> str:
    """Each draws his name; the fourth locks the card. Returns its code."""
    phone.sign_for(NAMES)
    expect(phone.page.get_by_text("已簽妥")).to_be_visible()
    return phone.page.locator(".card-code b").inner_text()


def check_card(anybody: Device, code: str, scores: list[str]) -> None:
    """The public page of the code: in force, and the points that were signed."""
    anybody.look_up(code.lower())
    for name, score in zip(NAMES, scores, strict=True):
        expect(anybody.page.get_by_role("row", name=name)).to_contain_text(signed(score))


def signed(points: str) -> str:
    """Points as the pages write them: with a plus or a true minus."""
    return f"−{points[1:]}" if points.startswith("-") else points if points == "0" else f"+{points}"


def exported(phone: RefereePhone, game: Game) -> dict[str, Any]:
    answer = phone.page.request.get(phone.address + reverse("tournaments:export", args=[game.pk]))
    return dict(json.loads(answer.text()))


def test_a_referee_records_a_whole_game_and_everything_agrees(hand_out, game: Game) -> None:
    phone = hand_out(RefereePhone)
    phone.sign_in("referee")
    expect(phone.page).to_have_url(re.compile("/tables/$"))
    phone.tap(phone.page.get_by_role("link", name=re.compile("東一局")))
    for part in (opening, by_discard, double_win, ticked, laid, ruled):
        part(phone)
    correct_the_third(phone, game)
    for part in (false_win, undone):
        part(phone)
    last_hand(phone, game)
    code = sign_all(phone)

    document = exported(phone, game)
    final = replay_document(document)["final"]
    assert {row.number for row in HandRecord.objects.filter(game=game)} == set(range(1, 12))
    assert [str(seat.score.normalize()) for seat in game.seats.order_by("seat")] == final["scores"]
    anybody = hand_out()
    check_card(anybody, code, final["scores"])
    anybody.open(f"/e/{game.event.slug}/standings/")
    for name, score in zip(NAMES, final["scores"], strict=True):
        expect(anybody.page.locator("#standings tr", has_text=name)).to_contain_text(signed(score))
