"""A referee records hands with a finger on 360 × 740: three ways that keep what was entered, and what a form asks."""

import pytest
from django.urls import reverse
from playwright.sync_api import Locator, Page, expect

from tests.browser.phones import RefereePhone, played
from tests.looking import arrived, barriers, faults, set_cookie, until
from tests.tournaments.factories import NAMES, make_event, make_game, make_user, play, play_and_confirm
from tests.tournaments.recorder import Recorder, won
from tournaments.models import Act, Game
from tournaments.tables.game_log.read import Actor

ZHANG, LI, CHAN, HO = NAMES


@pytest.fixture
def game(transactional_db: None) -> Game:
    """A game in its second hand: the dealer has stayed once and is owed by one."""
    referee = make_user()
    game = make_game(referee=referee)
    play_and_confirm(game, Actor(referee.pk), type="win", winner=0, source=1, fan=36)
    return game


def places(phone: RefereePhone) -> list[float]:
    """Where the chips are."""
    tops = "(all) => all.map((one) => one.getBoundingClientRect().top)"
    return list(phone.page.locator(".pick").evaluate_all(tops))


def live_sum(phone: RefereePhone) -> Locator:
    return phone.shown.locator(".live-sum")


def test_what_was_entered_is_kept_in_each_of_the_three_ways(phone: RefereePhone, game: Game) -> None:
    total = live_sum(phone)
    phone.start_win(CHAN, LI)
    phone.type_fan("32")
    expect(total).to_have_text("32 + 底 5 = 37")
    expect(phone.page.locator(".action-bar .primary")).to_have_text("預覽32 + 底 5 = 37")
    expect(phone.shown.locator(".amount")).to_contain_text("不連底")
    phone.tap(phone.mode("揀番"))
    before = places(phone)
    phone.tap(phone.page.locator(".pick label", has_text="門叮"))
    expect(phone.shown.locator(".chosen button")).to_have_text(["門叮 ✕"])
    expect(phone.page.locator(".action-bar .primary")).to_have_text("預覽10 + 底 5 = 15")
    assert places(phone) == before  # a chip that is ticked moves none
    expect(phone.source(LI)).to_be_in_viewport(ratio=1)
    expect(phone.page.locator('.pick[data-fan="門清"]')).to_have_class("pick removed")
    expect(total).to_contain_text("10 + 底 5 = 15")
    phone.tap(phone.mode("擺牌"))
    phone.lay("123m 56m 789p 234p 567s 88s 4m")
    expect(total).to_contain_text("20 + 底 5 = 25")
    expect(total).to_contain_text("報 32，計 20")
    expect(phone.page.locator("#count-0")).to_contain_text("大平")
    phone.tap(phone.mode("番數"))
    expect(phone.page.locator("#typed-0")).to_have_value("32")
    phone.tap(phone.mode("揀番"))
    expect(phone.page.get_by_label("門叮", exact=True)).to_be_checked()
    phone.tap(phone.mode("擺牌"))
    expect(phone.page.locator(".tile-laid button")).to_have_count(17)
    phone.preview()
    expect(phone.page.locator(".payments")).to_contain_text("25 番")
    for asked, paid in (("報 32", "37 番"), ("計 20", "25 番")):
        phone.tap(phone.button(asked))
        expect(phone.page.locator(".payments")).to_contain_text(paid)
    phone.save()
    assert played(game)[-1]["hand"]["winning_tile"] == "4m"


def test_the_tiles_stay_under_the_finger_when_the_sum_comes_and_goes(phone: RefereePhone) -> None:
    """What moves between the beginning and the end of a touch does not hear it."""
    total = live_sum(phone)
    phone.start_win(CHAN, LI)
    expect(total.locator(".sum-line")).to_have_count(1)
    heights = [total.bounding_box()]
    phone.tap(phone.mode("擺牌"))
    expect(total.locator(".sum-line")).to_have_count(0)
    heights.append(total.bounding_box())
    phone.lay("123m 56m 789p 234p 567s 88s 4m")
    expect(total).to_contain_text("20 + 底 5 = 25")
    heights.append(total.bounding_box())
    assert len({box and box["height"] for box in heights}) == 1


def test_the_source_ticks_the_own_draw_and_fans_that_no_hand_holds_together_are_named(phone: RefereePhone) -> None:
    phone.start_win(ZHANG, "自摸")
    phone.type_fan("7")
    expect(live_sum(phone)).to_have_text("7 + 底 5 + 拉一莊 3 = 15")
    phone.tap(phone.mode("揀番"))
    own = phone.page.get_by_label("自摸", exact=True).and_(phone.page.locator("[type=checkbox]"))
    expect(own).to_be_checked()
    expect(live_sum(phone)).to_contain_text("1 + 底 5 ")
    phone.tap(phone.source(LI))
    expect(own).not_to_be_checked()
    phone.tick("混一色")
    row = phone.page.locator('.pick[data-fan="清一色"]')
    expect(row).to_have_class("pick removed")
    expect(row).to_contain_text("不能和混一色同一副牌")
    phone.tick("清一色")
    expect(live_sum(phone)).to_contain_text("混一色、清一色 不可能在同一副牌")


def test_a_number_that_cannot_be_is_asked_about_and_its_list_opened(phone: RefereePhone) -> None:
    """A browser refuses to send it, and says nothing of a field that cannot be seen."""
    phone.start_win(CHAN, LI)
    phone.tap(phone.mode("揀番"))
    phone.tick("老少上")
    times = phone.page.locator('.pick[data-fan="老少上"] .times')
    times.fill("99")
    phone.tap(phone.mode("番數"))
    phone.type_fan("2323")
    expect(live_sum(phone)).to_contain_text("2323 番？這套規則的一副牌很少多過")
    phone.tap(phone.button("預覽"))
    expect(times).to_be_visible()
    expect(times).to_be_focused()
    times.fill("1")
    phone.tap(phone.mode("番數"))
    phone.tap(phone.button("預覽"))
    expect(phone.title).to_have_text(f"{CHAN} 食糊")
    phone.tap(phone.page.get_by_text("數目沒有錯：2323 番"))
    phone.preview()


def test_the_search_stays_in_sight_above_a_list_in_groups(phone: RefereePhone, game: Game, actor: Actor) -> None:
    for fans in (["平糊"], ["平糊", "一般高"]):
        claim = {"mode": "ticks", "ticks": [{"name": fan} for fan in fans]}
        table = Recorder(game=game, actor=actor)
        table.record(won(2, 1, 10), claim)
        table.confirm()
    phone.to_table(game)
    phone.start_win(CHAN, LI)
    phone.tap(phone.mode("揀番"))
    groups = phone.page.locator(".fan-list .pick-group")
    expect(groups.first).to_have_text("這次賽事最常用")
    assert groups.count() > 8
    first = phone.page.locator(".fan-list .pick")
    assert [first.nth(place).get_attribute("data-fan") for place in (0, 1)] == ["平糊", "一般高"]
    assert phone.page.locator('.pick[data-fan="平糊"]').count() == 1
    first.last.scroll_into_view_if_needed()
    search = phone.page.get_by_placeholder("搜尋番種")
    expect(search).to_be_in_viewport()
    box = search.bounding_box()
    assert box
    on_top = "([x, y]) => document.elementFromPoint(x, y).type"
    assert phone.page.evaluate(on_top, [box["x"] + 60, box["y"] + 24]) == "search"
    search.fill("三元")
    expect(phone.page.locator(".pick-group:visible")).to_have_count(1)
    expect(phone.page.locator(".pick:visible")).to_have_count(2)


UNDER_THE_BAR = """() => {
  const bar = document.querySelector(".win-form .action-bar").getBoundingClientRect().top;
  return [...document.querySelectorAll(".win-form .numpad > button")]
    .filter((key) => key.checkVisibility() && key.getBoundingClientRect().bottom > bar).map((key) => key.dataset.key);
}"""


@pytest.mark.parametrize("language", ["zh-hant", "en"])
def test_every_key_of_the_pad_lies_above_the_bar(phone: RefereePhone, game: Game, language: str) -> None:
    """Where two win, and beside the note of a draft."""
    come_up = "(sheet) => Promise.all(sheet.getAnimations().map((one) => one.finished)).then(() => null)"
    set_cookie(phone.page, "paiju_language", language)
    phone.to_table(game)
    phone.tap(phone.seat(CHAN))
    phone.tap(phone.source(LI))
    phone.tap(phone.page.locator(".add-winner summary"))
    phone.tap(phone.page.locator(".add-winner button", has_text=HO))
    expect(phone.page.locator(".winner-tabs")).to_be_visible()
    arrived(phone.page)
    assert phone.page.evaluate(UNDER_THE_BAR) == []
    phone.to_table(game)
    phone.tap(phone.seat(HO))
    expect(phone.page.locator("#typed-0")).to_have_value("")
    assert phone.sheet.evaluate("(sheet) => sheet.scrollHeight - sheet.clientHeight") == 0
    phone.type_fan("14")
    until(phone.page, "Object.keys(localStorage).some((key) => key.startsWith('draft:'))")
    for height in (740, 640):
        phone.page.set_viewport_size({"width": 360, "height": height})
        phone.to_table(game)
        phone.tap(phone.seat(HO))
        expect(phone.page.locator("[data-draft-note]")).to_be_visible()
        phone.sheet.evaluate(come_up)
        assert phone.page.evaluate(UNDER_THE_BAR) == []


UNCOVERED = """() => [...document.querySelectorAll(".chain-moves > section")].filter((section) => {
    const heading = section.querySelector("h3").getBoundingClientRect();
    return [...section.querySelectorAll(".move")].some((move) => {
        const box = move.getBoundingClientRect();
        return box.left < heading.left - 1 || box.right > heading.right + 1 || box.top < heading.bottom - 1;
    });
}).length"""


def test_each_heading_of_the_pulls_covers_what_is_under_it(phone: RefereePhone, game: Game, actor: Actor) -> None:
    for _hand in range(2):
        play_and_confirm(game, actor, type="win", winner=0, self_draw=True, fan=20)
    phone.to_table(game)
    phone.start_win(ZHANG, "自摸")
    phone.type_fan("40")
    phone.preview()
    expect(phone.page.locator(".chain-moves .move")).to_have_count(3)
    for width in (320, 360, 1280):
        phone.page.set_viewport_size({"width": width, "height": 740})
        assert phone.page.evaluate(UNCOVERED) == 0


def test_the_winner_whose_number_is_missing_is_opened_and_named_in_the_bar(phone: RefereePhone) -> None:
    phone.start_win(CHAN, LI)
    phone.type_fan("8")
    phone.second_winner(HO)
    other = phone.page.locator(".winner-tabs label", has_text=HO).locator("input")
    expect(other).to_be_checked()
    phone.tap(phone.page.locator(".winner-tabs label", has_text=CHAN))
    phone.tap(phone.button("預覽"))
    expect(other).to_be_checked()  # it goes on to the one without a number by itself
    phone.tap(phone.button("預覽"))
    bar = phone.page.locator(".action-bar .bar-error")
    expect(bar).to_contain_text(HO)
    expect(bar).to_contain_text("番")
    expect(bar).to_be_in_viewport(ratio=1)
    expect(phone.page.locator(".winner-tabs label", has_text=HO).locator("input")).to_be_checked()
    expect(phone.page.locator(".win-slot:visible .field-error, .win-slot:visible .sum-problem").first).to_be_visible()
    assert faults(phone.page) == []
    phone.type_fan("3")
    expect(bar).to_have_count(0)
    phone.preview()


def test_a_wheel_over_a_number_moves_the_page_and_not_the_number(phone: RefereePhone) -> None:
    phone.page.set_viewport_size({"width": 1280, "height": 500})
    phone.open(f"{phone.page.url}win/?winner=2")
    phone.tap(phone.mode("揀番"))
    phone.tick("老少上")
    times = phone.page.locator('.pick[data-fan="老少上"] .times')
    times.fill("3")
    times.hover()
    before = phone.page.evaluate("scrollY")
    for _turn in range(3):
        phone.page.mouse.wheel(0, 100)
    until(phone.page, f"scrollY !== {before}")
    expect(times).to_have_value("3")


def test_a_second_win_is_offered_to_nobody_who_discarded(phone: RefereePhone) -> None:
    phone.tap(phone.seat(CHAN))
    phone.tap(phone.page.get_by_text("另一家食糊"))
    others = phone.page.locator(".add-winner button:visible")
    expect(others).to_have_text([ZHANG, LI, HO])
    phone.tap(phone.source(LI))
    expect(others).to_have_text([ZHANG, HO])
    phone.tap(phone.source(HO))
    expect(others).to_have_text([ZHANG, LI])
    phone.tap(phone.source("自摸"))
    expect(phone.page.locator(".add-winner")).to_be_hidden()


def test_a_moment_is_told_by_minutes_and_hours_and_never_a_clock(phone: RefereePhone) -> None:
    until(phone.page, "sessionStorage.getItem('ahead') !== null")  # until then the server's words stay
    said = phone.page.evaluate(
        """() => [0, 9 * 60 + 41, 3600 + 125].map((seconds) => {
          const time = document.querySelector("time[data-since]").cloneNode();
          time.dateTime = new Date(window.paiju.now() - seconds * 1000).toISOString();
          document.body.append(time);
          window.paiju.arrived(document.body);
          return time.textContent;
        })"""
    )
    assert said == ["剛剛", "9 分鐘前", "1 小時 2 分鐘前"]


def test_whatif_shows_what_a_next_result_would_do(phone: RefereePhone) -> None:
    phone.tap(phone.link("如果…"))
    sources = phone.sheet.locator("label", has=phone.page.locator("[name=source]"))
    expect(sources.get_by_text(LI)).to_be_visible()
    phone.sheet.locator("label", has_text=LI).first.click()
    expect(sources.get_by_text(LI)).to_be_hidden()
    phone.sheet.locator("label", has_text="自摸").click()
    phone.sheet.get_by_label("番數").fill("20")
    expect(phone.sheet.locator("#whatif-result")).to_contain_text(f"{ZHANG} 付 {LI} 28 番")
    expect(phone.sheet.locator("#whatif-result")).to_contain_text("付 18")


def test_the_sheet_has_no_barrier_and_fits_the_narrowest_phone(phone: RefereePhone) -> None:
    """Its other ways; the typed one is among the pages of test_axe."""
    phone.page.set_viewport_size({"width": 320, "height": 640})
    phone.start_win(CHAN, LI)
    for way in ("揀番", "擺牌"):
        phone.tap(phone.mode(way))
        assert phone.sheet.evaluate("sheet => sheet.scrollWidth") <= 320
        for scheme in ("light", "dark"):
            phone.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            assert barriers(phone.page) == []


def test_enter_in_the_amount_is_the_preview_and_no_second_winner(phone: RefereePhone) -> None:
    phone.start_win(CHAN, "自摸")
    phone.page.locator("#typed-0").fill("12")
    phone.page.locator("#typed-0").press("Enter")
    expect(phone.title).to_have_text("預覽")
    expect(phone.page.locator(".preview-result")).to_contain_text(f"{CHAN} 自摸 17 番")
    # Three pay, a 拉 is collected: every number stands above the bar, the new totals in the seats.
    expect(phone.page.locator(".board .at-0 .before-after")).to_have_text("0 → +37")
    bar = phone.page.locator(".save-bar").bounding_box()
    numbers = phone.page.locator(".board, .payment, .move")
    lowest = numbers.evaluate_all("(all) => Math.max(...all.map((one) => one.getBoundingClientRect().bottom))")
    assert bar is not None
    assert lowest <= bar["y"] + 1


def test_enter_in_how_often_a_discard_was_followed_records_nothing(page: Page, signed_in) -> None:
    """It gave the first player of the page a concealed kong."""
    referee = make_user()
    game = make_game(make_event("classic", rule_set="hk-classic"), referee)
    signed_in(referee)
    page.goto(f"/g/{game.pk}/reward/")
    arrived(page)
    page.locator("[name=times]").fill("2")
    page.locator("[name=times]").press("Enter")
    page.get_by_role("group", name="追").get_by_role("button", name=LI).click()
    expect(page.locator(".open-entries")).to_contain_text(f"{LI} 被追牌（連追 2 次）")
    assert Act.objects.filter(game=game).count() == 1


def test_english_words_stay_within_their_boxes_on_the_narrowest_phones(
    phone: RefereePhone, game: Game, actor: Actor
) -> None:
    play(game, actor, type="win", winner=0, source=1, fan=36)
    set_cookie(phone.page, "paiju_language", "en")
    phone.open(reverse("tournaments:hands", args=[game.pk]))
    phone.page.locator(".confirm-seat").first.click()
    done = phone.page.locator(".confirm-seat.done .state").first
    expect(done).to_be_visible()
    gaps = done.evaluate(
        """(state) => {
          const words = document.createRange();
          words.selectNodeContents(state);
          const [text, box] = [words.getBoundingClientRect(), state.closest(".confirm-seat").getBoundingClientRect()];
          return [text.left - box.left, box.right - text.right];
        }"""
    )
    assert min(gaps) >= 4
    phone.page.set_viewport_size({"width": 320, "height": 640})
    phone.open(reverse("tournaments:card", args=[game.pk]))
    title = phone.page.locator(".app-title")
    expect(title).to_have_text("Scorecard")
    assert title.evaluate("(e) => e.getBoundingClientRect().height / parseFloat(getComputedStyle(e).lineHeight)") < 1.5
