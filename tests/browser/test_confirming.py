"""確認 with a thumb on 360 × 740: what closes keeps its place, and as long as a hand waits a player's card at the table
is that player's confirmation and never a win."""

import re
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Locator, Route, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from accounts.models import User
from tests.browser.phones import RefereePhone
from tests.looking import arrived, set_cookie
from tests.tournaments.factories import NAMES, confirm_all, entry_of, play, play_and_confirm
from tournaments.models import Act, Game
from tournaments.tables.game_log.read import Actor, read_book
from tournaments.tables.services import calls, confirmations, recording

ZHANG, LI, CHAN, HO = NAMES
WIN = {"type": "win", "winner": 1, "from": 2, "fan": 20}


@pytest.fixture
def phone(hand_out: Callable[..., RefereePhone], game: Game, actor: Actor) -> RefereePhone:
    """The referee's phone at a table where the first hand waits for the four."""
    play(game, actor, **WIN)
    return at_table(hand_out, game)


def at_table(hand_out: Callable[..., RefereePhone], game: Game, **options: Any) -> RefereePhone:
    phone = hand_out(RefereePhone, **options)
    phone.begin_at(game)
    arrived(phone.page)
    return phone


def card(phone: RefereePhone, name: str) -> Locator:
    return phone.page.locator(".seat-card", has_text=name)


def top(place: Locator) -> float:
    box = place.bounding_box() or place.bounding_box()  # just then the page may have renewed it
    assert box
    return box["y"]


def bottom(place: Locator) -> float:
    box = place.bounding_box()
    assert box
    return box["y"] + box["height"]


def test_the_place_of_the_strip_is_kept_when_the_last_has_confirmed(phone: RefereePhone) -> None:
    diagram = phone.page.locator(".table-diagram")
    expect(phone.page.locator("[data-network]")).to_have_text("已連線")
    for name in (ZHANG, LI, CHAN):
        phone.tap(phone.confirming(name))
        expect(phone.page.locator("[data-network]")).to_have_text("已送出")
        expect(phone.strip.locator(".confirm-seat.done", has_text=name)).to_be_attached()
    before = top(diagram)
    place = phone.confirming(HO)
    box = place.bounding_box() or place.bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    phone.page.mouse.click(x, y)
    expect(phone.strip).to_contain_text("全部已確認")
    assert top(diagram) == pytest.approx(before, abs=1)
    phone.page.mouse.click(x, y)
    phone.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    expect(phone.sheet).to_have_count(0)
    expect(phone.page.locator("a.seat-card")).to_have_count(4)
    phone.tap(phone.seat(HO))
    expect(phone.sheet.locator("#win-form")).to_be_visible()


@pytest.mark.parametrize("language", ["zh-hant", "en"])
def test_seats_buttons_and_the_bar_fit_a_phone_while_a_hand_waits_and_after(
    phone: RefereePhone, game: Game, actor: Actor, language: str
) -> None:
    page = phone.page
    head, seats = page.locator(".app-header"), page.locator("button.seat-card")
    buttons, bar = page.locator(".table-page .button-row"), page.locator("section.confirm-strip")
    set_cookie(page, "paiju_language", language)
    for size in ((320, 640), (360, 740)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.reload()
        expect(seats).to_have_count(4)
        assert bottom(head) <= 58, size
        assert (bottom(buttons) <= top(bar), bottom(bar) <= size[1]) == (True, True), size
    set_cookie(page, "text", "larger")
    page.reload()
    expect(seats).to_have_count(4)
    assert max(bottom(seat) for seat in seats.all()) <= top(bar), "in the largest text the bar covers no seat"
    set_cookie(page, "text", "")
    confirm_all(game, actor)
    for size in ((320, 640), (360, 740)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.reload()
        expect(seats).to_have_count(0)
        assert (bottom(head) <= 58, bottom(buttons) <= size[1]) == (True, True), size


PLACES = """() => Object.fromEntries([...document.querySelectorAll("main :is(a, button, summary, label)")]
  .filter((one) => one.checkVisibility() && !one.closest("#confirm-strip, [data-wide-poll]"))
  .map((one) => [one.getAttribute("href") || one.getAttribute("aria-label") || one.className + one.value,
    [one.getBoundingClientRect().left, one.getBoundingClientRect().top]]))"""


@pytest.mark.parametrize("language", ["zh-hant", "en"])
@pytest.mark.parametrize("size", [(320, 640), (360, 740), (1280, 800)], ids=["320", "360", "desk"])
def test_no_live_update_moves_a_control(
    hand_out: Callable[..., RefereePhone], game: Game, actor: Actor, language: str, size: tuple[int, int]
) -> None:
    """What others do while somebody holds this phone: each step, and the places of all that stay after it."""
    referee = User.objects.get(username="referee")
    player, now = Actor(player_id=game.seats.get(seat=2).player_id), timezone.now()

    def said(who: Actor, **words: Any) -> dict[str, Any]:
        return entry_of(game, who) | words

    steps: dict[str, Callable[[], object]] = {
        "recorded": lambda: play(game, actor, **WIN),
        "confirmed": lambda: confirmations.confirm(**said(actor, seats=[2], method="tap")),
        "disputed": lambda: confirmations.object_to(**said(actor, number=1, seat=3, reason="番數不對")),
        "upheld": lambda: confirmations.uphold(**said(actor, number=1, reason="番數沒有錯")),
        "settled": lambda: confirm_all(game, actor),
        "the dealer wins": lambda: play_and_confirm(game, actor, type="win", winner=1, source=3, fan=9),
        "and once more": lambda: play_and_confirm(game, actor, type="win", winner=1, source=2, fan=9),
        "rewarded": lambda: play(game, actor, type="reward", kind="concealed_kong", seat=1),
        "called": lambda: calls.call(game_id=game.pk, actor=player, now=now),
        "taken": lambda: calls.take(game_id=game.pk, user=referee, now=now),
        "ended": lambda: calls.end(game_id=game.pk, user=referee, now=now),
        "paused": lambda: recording.pause(**said(actor, reason="選手不適")),
    }
    phone = hand_out(RefereePhone)
    phone.page.set_viewport_size({"width": size[0], "height": size[1]})
    set_cookie(phone.page, "paiju_language", language)
    phone.begin_at(game)
    arrived(phone.page)
    moved = {}
    for step, take in steps.items():
        before = phone.page.evaluate(PLACES)
        take()
        with phone.page.expect_response(lambda answer: "live=1" in answer.url and answer.status == 200):
            phone.ask_again()
        arrived(phone.page)
        after = phone.page.evaluate(PLACES)
        moved[step] = {
            name: [before[name], after[name]]
            for name in before.keys() & after.keys()
            if max(abs(a - b) for a, b in zip(before[name], after[name], strict=True)) > 8
        }
    assert {step: found for step, found in moved.items() if found} == {}


def test_a_tap_does_nothing_just_after_the_cards_have_moved_under_it(
    phone: RefereePhone, game: Game, actor: Actor
) -> None:
    confirm_all(game, actor)
    phone.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(phone.strip).to_have_class("confirm-settled")
    # At once: the whole of it is one turn of the page, so that no machine is too slow for it.
    assert phone.page.evaluate(
        """() => {
          const card = document.querySelector("a.seat-card");
          const heard = { bubbles: true, cancelable: true };
          const tap = (detail) => card.dispatchEvent(new MouseEvent("click", { ...heard, detail }));
          const lower = () => { card.parentElement.style.marginTop = "40px"; };
          window.paiju.steady.change(lower);
          return [tap(1), tap(0)];
        }"""
    ) == [False, False]
    expect(phone.sheet.locator("#win-form")).to_be_visible()


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without scripts"])
def test_a_players_card_confirms_as_long_as_a_hand_waits(
    hand_out: Callable[..., RefereePhone], game: Game, actor: Actor, scripts: bool
) -> None:
    play(game, actor, **WIN)
    phone = at_table(hand_out, game, java_script_enabled=scripts)
    for name in (CHAN, LI, ZHANG):
        phone.tap(card(phone, name))
        expect(phone.strip.locator(".confirm-seat.done", has_text=name)).to_be_attached()
    before = top(phone.page.locator(".table-diagram"))
    said = phone.page.get_by_text(f"{CHAN} 已確認，還差 {HO}。")
    for _tap in range(3):  # an answer that meets a poll is discarded, and its notice with it: people tap again
        phone.tap(card(phone, CHAN))
        with suppress(PlaywrightTimeout):
            said.wait_for(timeout=10_000)
            break
    expect(said).to_be_visible()
    if scripts:
        assert top(phone.page.locator(".table-diagram")) == pytest.approx(before, abs=1)
        assert phone.page.locator("#messages").bounding_box()["y"] < 20  # type: ignore[index]
    card(phone, HO).click()
    expect(phone.page.locator("a.seat-card")).to_have_count(4)
    assert read_book(game).folded.unconfirmed == []
    assert Act.objects.filter(kind="confirm").count() == 4


def test_a_card_asks_for_the_pin_where_the_event_wants_one(
    hand_out: Callable[..., RefereePhone], game: Game, actor: Actor
) -> None:
    game.event.confirmation = "pin"
    game.event.save()
    play(game, actor, **WIN)
    phone = at_table(hand_out, game)
    phone.tap(card(phone, CHAN))
    expect(phone.strip).to_contain_text(f"請 {CHAN} 輸入個人密碼。")
    expect(phone.strip.get_by_role("radio", name=CHAN)).to_be_checked()
    expect(phone.strip.locator("#confirm-pin")).to_be_focused()
    assert not Act.objects.filter(kind="confirm").exists()


def test_a_card_says_why_it_cannot_be_confirmed_after_an_objection(
    phone: RefereePhone, game: Game, actor: Actor
) -> None:
    confirmations.object_to(**entry_of(game, actor), number=1, seat=2, reason="番數不對")
    phone.page.reload()
    phone.tap(card(phone, CHAN))
    expect(phone.page.locator("#messages")).to_contain_text(f"{CHAN} 有異議，等裁判更正或維持原判。")
    assert not Act.objects.filter(kind="confirm").exists()


def test_a_form_open_on_a_second_device_is_told_of_the_hand(
    hand_out: Callable[..., RefereePhone], game: Game, actor: Actor
) -> None:
    phone = at_table(hand_out, game)
    phone.start_win(CHAN, LI)
    digit = phone.shown.get_by_role("button", name="5", exact=True)
    before = top(digit)
    play(game, actor, **WIN)
    phone.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(phone.sheet.locator(".newer")).to_contain_text(f"{LI} 食糊 20 番")
    assert top(digit) == before
    phone.tap(phone.button("知道了", phone.sheet))
    expect(phone.sheet.locator(".newer .alert")).to_have_count(0)


def test_a_notice_leaves_the_table_after_six_seconds_and_moves_nothing(phone: RefereePhone, game: Game) -> None:
    """It lies over the head of the page; readers of a screen still find it until something changes."""
    phone.page.clock.install()
    phone.to_table(game)
    for name in (CHAN, LI, ZHANG):
        phone.tap(card(phone, name))
        expect(phone.strip.locator(".confirm-seat.done", has_text=name)).to_be_attached()
    with phone.page.expect_response(lambda answer: answer.request.method == "GET" and answer.status in (200, 304)):
        phone.page.evaluate("document.dispatchEvent(new CustomEvent('paiju:poll'))")
    phone.tap(card(phone, CHAN))
    note = phone.page.locator("#messages .alert")
    expect(note).to_contain_text("已確認，還差")
    before = top(phone.page.locator(".table-diagram"))
    phone.page.clock.run_for(5_000)
    expect(note).to_be_in_viewport(ratio=1)
    phone.page.clock.run_for(2_000)
    expect(note).to_have_class(re.compile("visually-hidden"))
    assert top(phone.page.locator(".table-diagram")) == pytest.approx(before, abs=1)
    phone.tap(card(phone, HO))
    expect(note).to_have_count(0)


def hold_confirmation(phone: RefereePhone) -> Route:
    """李小龍's, on its way until the test lets it go."""
    held: list[Route] = []
    phone.page.route("**/confirm/", lambda route: held.append(route))
    with phone.page.expect_request("**/confirm/"):
        phone.tap(phone.confirming(LI))
    return held[0]


def test_an_answer_to_a_page_on_its_way_out_says_nothing(phone: RefereePhone) -> None:
    """The page has become another meanwhile."""
    held = hold_confirmation(phone)
    phone.page.evaluate("document.getElementById('main').replaceChildren()")
    with phone.page.expect_response("**/confirm/"):
        held.continue_()
    phone.page.evaluate("() => new Promise((done) => setTimeout(done, 200))")
    phone.page.unroute("**/confirm/")
    assert phone.complaints == []


def test_an_answer_finds_the_strip_of_a_table_that_has_renewed_itself(phone: RefereePhone) -> None:
    held = hold_confirmation(phone)
    phone.page.evaluate("""() => {
        const live = document.querySelector("[data-poll]");
        live.innerHTML = live.innerHTML;
        window.paiju.arrived(live);
    }""")
    held.continue_()
    expect(phone.strip.locator(".confirm-seat.done")).to_contain_text(LI)
    phone.page.unroute("**/confirm/")
