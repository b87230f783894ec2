"""獎勵、犯規、更正 with a finger on 360 × 740: the sheet's preview follows, axe has nothing to say."""

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import expect

from penalties.models import RulingPhoto
from tests.browser.phones import RefereePhone, played
from tests.looking import barriers, faults
from tests.tournaments.book_checks import check_book, reread
from tests.tournaments.factories import NAMES, confirm_all, make_game, make_user, play, play_and_confirm
from tournaments.models import Act, Game
from tournaments.tables.game_log.read import Actor, read_book

ZHANG, LI, CHAN, HO = NAMES
SHORT_HAND = "即扣 160 分 → 這一局重打。"


@pytest.fixture
def game(transactional_db: None) -> Game:
    """A game with two hands played; the second waits for its confirmations."""
    referee = make_user()
    game, actor = make_game(referee=referee), Actor(referee.pk)
    play_and_confirm(game, actor, type="win", winner=0, source=1, fan=36)
    play(game, actor, type="win", winner=2, source=0, fan=20)
    return game


def choose(phone: RefereePhone, offence: str) -> None:
    """An offence of 陳大文, by its code."""
    phone.tap(phone.offences)
    phone.tap(phone.sheet.locator(".seat-buttons label", has_text=CHAN))
    phone.tap(phone.sheet.locator(f'.offence[value="{offence}"]').first)


def test_a_reward_that_one_pays_asks_who_inside_the_sheet(phone: RefereePhone, game: Game) -> None:
    phone.tap(phone.rewards)
    phone.tap(phone.link(HO, phone.sheet.locator("fieldset", has_text="七搶一")))
    expect(phone.sheet.locator("h3")).to_have_text(f"{HO} 七搶一：誰付？")
    phone.tap(phone.button(ZHANG, phone.sheet))
    expect(phone.page.locator("#messages")).to_contain_text("七搶一")
    assert played(game)[-1] == {"type": "reward", "kind": "seven_rob_one", "seat": 3, "from": 0}


def test_the_preview_follows_while_consequences_are_composed(phone: RefereePhone, game: Game) -> None:
    choose(phone, "misnamed_tile")
    expect(phone.button("記錄判決", phone.sheet)).to_have_count(0)
    phone.sheet.get_by_label("紅牌").check()
    expect(phone.sheet.locator(".foreseen")).to_contain_text("即扣 5 分")
    phone.sheet.get_by_label("即扣分").fill("20")
    phone.tap(phone.sheet.locator("summary", has_text="事實、相片"))
    phone.sheet.get_by_label("事實").fill("讀錯牌名三次")
    expect(phone.sheet.locator(".foreseen")).to_contain_text("即扣 25 分")
    phone.tap(phone.button("記錄判決", phone.sheet))
    expect(phone.page.locator("#messages")).to_contain_text("讀錯牌名")
    act = Act.objects.filter(game=game, kind="play").latest("number")
    assert act.payload["event"]["consequences"] == ["red", {"deduct": "20"}]
    assert act.payload["claim"] == {"note": "讀錯牌名三次"}


def test_the_sheet_turns_to_the_hand_before(phone: RefereePhone, game: Game) -> None:
    choose(phone, "hollow_win")
    expect(phone.sheet.locator(".foreseen")).to_contain_text("這一局禁止食糊")
    phone.sheet.get_by_label("哪一鋪").select_option("2")
    expect(phone.sheet.locator(".alert")).to_contain_text("已記錄的一局不能再禁止食糊或重打")
    phone.sheet.get_by_label("付其餘三家各多少底").fill("1")
    phone.sheet.get_by_label("付其餘三家各多少底").blur()
    expect(phone.sheet.locator(".foreseen")).to_contain_text("即付其餘三家各 5 分")
    phone.tap(phone.button("記錄判決", phone.sheet))
    expect(phone.page.locator("#messages")).to_contain_text("空糊")
    assert played(game)[-1]["hand"] == "previous"


def test_an_earlier_hand_is_corrected_with_its_effects_seen_first(phone: RefereePhone, game: Game) -> None:
    page = phone.page
    phone.open(f"{page.url}hands/1/correct/")
    expect(page.locator(".live-sum").first).to_contain_text("31 + 底 5 + 莊家 1 = 37")
    page.locator("#typed-0").fill("")
    phone.tap(phone.button("看影響").last)
    bar = page.locator(".action-bar .bar-error")
    expect(bar).to_contain_text("番")
    expect(bar).to_be_in_viewport(ratio=1)
    page.locator("#typed-0").fill("41")
    page.locator("summary", has_text="加獎勵").click()
    page.get_by_label("獎勵", exact=True).select_option("暗槓")
    page.get_by_label("收獎勵（或付追牌）的一家").select_option(HO)
    phone.tap(phone.button("加入獎勵"))
    expect(page.locator(".draft-entry")).to_contain_text(f"{HO} 暗槓")
    expect(page.locator("#typed-0")).to_have_value("41")
    phone.tap(phone.button("看影響").last)
    expect(page.locator(".changed-hand")).to_have_count(2)
    assert barriers(page) == []
    phone.tap(phone.button("記錄更正"))
    expect(page.locator("p.error")).to_have_text("請寫下原因。")
    expect(page.get_by_role("radio", name="番數輸入錯誤")).to_be_focused()
    expect(page.get_by_label("或自己寫")).to_be_in_viewport()
    page.get_by_label("或自己寫").fill("番數輸入錯誤")
    phone.tap(phone.button("記錄更正"))
    expect(page.locator("#messages")).to_contain_text("第 1 鋪已更正")
    timeline = read_book(reread(game)).folded.timeline
    assert [dict(item.event) for item in timeline.items[:2]] == [
        {"type": "reward", "kind": "concealed_kong", "seat": 3},
        {"type": "win", "winner": 0, "from": 1, "fan": 46},
    ]
    check_book(game)


def test_a_wrong_dealer_that_was_forgotten_is_put_in(phone: RefereePhone, game: Game) -> None:
    page = phone.page
    phone.open(f"{page.url}hands/1/correct/")
    page.locator("summary", has_text="補記：起莊、做錯莊、大會鐘響").click()
    assert faults(page) == []
    page.get_by_role("button", name=CHAN, exact=True).click()
    expect(page.locator(".draft-entry")).to_contain_text(f"{CHAN} 做錯莊")
    expect(page.locator(".live-sum").first).to_contain_text("31 + 底 5 = 36")
    phone.tap(phone.button("看影響").last)
    expect(page.locator(".changed-hand").last).to_contain_text("東二局")
    assert faults(page) == []
    page.get_by_label("或自己寫").fill("漏記做錯莊")
    phone.tap(phone.button("記錄更正"))
    expect(page.locator("#messages")).to_contain_text("第 1 鋪已更正")
    assert read_book(reread(game)).folded.timeline.items[0].event == {"type": "wrong_dealer", "seat": 2}
    check_book(game)


def test_a_ban_is_shown_and_breaking_it_carries_a_photo(
    phone: RefereePhone, game: Game, actor: Actor, tmp_path: Path
) -> None:
    confirm_all(game, actor)
    play(game, actor, type="ruling", seat=2, offence="short_hand")
    phone.page.reload()
    barred = phone.page.locator(".seat-card.barred")
    expect(barred).to_contain_text("禁糊 · 小相公")
    assert faults(phone.page) == []
    phone.tap(phone.link("判 違反禁止食糊", barred))
    expect(phone.sheet.locator(".foreseen")).to_have_text(SHORT_HAND)
    Image.new("RGB", (4000, 3000), "green").save(tmp_path / "river.png")
    phone.sheet.get_by_label("相片").set_input_files(tmp_path / "river.png")
    phone.sheet.get_by_label("哪一鋪").select_option("1")
    expect(phone.sheet.locator(".alert")).to_contain_text("已記錄的一局不能再禁止食糊或重打")
    phone.sheet.get_by_label("哪一鋪").select_option("")
    expect(phone.sheet.locator(".foreseen")).to_have_text(SHORT_HAND)
    assert faults(phone.page) == []
    phone.tap(phone.button("記錄判決", phone.sheet))
    expect(phone.page.locator("#messages")).to_contain_text("違反禁止食糊")
    with Image.open(BytesIO(bytes(RulingPhoto.objects.get().image))) as kept:
        assert kept.size == (1600, 1200)


@pytest.fixture(params=[True, False], ids=["with scripts", "without scripts"])
def any_phone(request: pytest.FixtureRequest, hand_out, game: Game, actor: Actor) -> RefereePhone:
    confirm_all(game, actor)
    phone: RefereePhone = hand_out(RefereePhone, java_script_enabled=request.param)
    phone.begin_at(game)
    return phone


def test_a_yellow_takes_two_taps_in_either_order_and_a_wrong_kong_that_was_not_paid_gives_nothing_back(
    any_phone: RefereePhone, game: Game
) -> None:
    phone = any_phone
    for seat, name in ((2, CHAN), (1, LI)):
        phone.tap(phone.offences)
        offence = phone.page.locator('button.offence[value="talking"]').first
        here, there = phone.page.locator(".seat-buttons label"), phone.page.locator(".pick-seats a")
        before = phone.taps
        for place in (here.filter(has_text=name), offence) if seat == 2 else (offence, there.filter(has_text=name)):
            phone.tap(place)
        assert phone.taps == before + 2
        expect(phone.page.locator(".foreseen")).to_have_text("黃牌；黃牌有效至這個半莊結束。")
        phone.tap(phone.button("記錄判決"))
        expect(phone.page.locator(".seat-card", has_text=name).locator(".card-chip")).to_have_text("黃")
        assert read_book(reread(game)).folded.state.cards_in_force[seat] == ("yellow",)
    phone.tap(phone.offences)
    phone.tap(phone.page.locator('button.offence[value="wrong_concealed_kong"]').first)
    phone.tap(phone.page.locator(".pick-seats a", has_text=HO))
    question = phone.page.get_by_label("這個暗槓未收過獎勵，不用退還")
    expect(question).to_be_checked()
    expect(phone.page.locator(".foreseen")).to_have_text("即付其餘三家各 5 分。")
    for points in (10, 5):
        phone.tap(phone.page.locator("label.choice", has=question))
        if phone.button("看看後果").is_visible():  # without scripts a change is not looked at by itself
            phone.tap(phone.button("看看後果"))
        expect(phone.page.locator(".foreseen")).to_have_text(f"即付其餘三家各 {points} 分。")
    phone.tap(phone.button("記錄判決"))
    expect(phone.page.locator(".seat-card", has_text=HO)).to_contain_text("−15")
    check_book(game)


def test_a_banned_player_cannot_be_picked_and_breaking_it_is_a_false_win(
    any_phone: RefereePhone, game: Game, actor: Actor
) -> None:
    phone = any_phone
    play(game, actor, type="ruling", seat=2, offence="short_hand")
    phone.to_table(game)
    card = phone.page.locator(".seat-card", has_text=CHAN)
    expect(phone.seat(CHAN)).to_have_count(0)
    phone.tap(card.get_by_role("link", name="判 違反禁止食糊"))
    expect(phone.page.locator(".foreseen")).to_have_text(SHORT_HAND)
    phone.tap(phone.button("記錄判決"))
    expect(card).to_contain_text("−160")
    expect(card).not_to_contain_text("禁糊")
    check_book(game)


def test_a_sheet_is_read_from_its_beginning_under_a_head_that_covers(phone: RefereePhone, game: Game) -> None:
    phone.tap(phone.offences)
    phone.tap(phone.page.locator(".seat-buttons label", has_text=CHAN))
    last = phone.page.locator("button.offence").last
    last.scroll_into_view_if_needed()
    assert phone.sheet.evaluate("sheet => sheet.scrollTop") > 500
    phone.tap(last)
    expect(phone.page.locator("#ruling-form")).to_be_visible()
    assert phone.sheet.evaluate("sheet => sheet.scrollTop") == 0
    assert phone.page.evaluate("document.activeElement.id") == "sheet-title"
    for scheme in ("light", "dark"):
        phone.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        for head in phone.sheet.locator(".sheet-head").all():
            assert head.evaluate("head => getComputedStyle(head).backgroundColor").startswith("rgb(")
