"""犯規 with a thumb on 360 × 740: two taps from the list to what it will do, in either order, with and without scripts;
a banned seat that cannot win, and what it is when he does."""

from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Locator, expect

from tests.browser.phones import RefereePhone
from tests.tournaments.book_checks import check_book, reread
from tests.tournaments.factories import NAMES, play
from tournaments.models import Game
from tournaments.tables.game_log.read import Actor, read_book

pytestmark = pytest.mark.django_db(transaction=True)

ZHANG, LI, CHAN, HO = NAMES


@pytest.fixture(params=[True, False], ids=["with scripts", "without scripts"])
def phone(request: pytest.FixtureRequest, hand_out: Callable[..., RefereePhone], game: Game) -> RefereePhone:
    """The referee's phone at the table."""
    phone = hand_out(RefereePhone, java_script_enabled=request.param)
    phone.begin_as("referee")
    phone.open(reverse("tournaments:table", args=[game.pk]))
    return phone


def offence(phone: RefereePhone, slug: str) -> Locator:
    return phone.page.locator(f'button.offence[value="{slug}"]').first


def test_a_yellow_is_previewed_by_seat_and_offence(phone: RefereePhone, game: Game) -> None:
    phone.tap(phone.offences)
    assert phone.taps_of([phone.page.locator(".seat-buttons label", has_text=CHAN), offence(phone, "talking")]) == 2
    expect(phone.page.locator(".foreseen")).to_have_text("黃牌；黃牌有效至這個半莊結束。")
    phone.tap(phone.button("記錄判決"))
    expect(phone.page.locator(".seat-card", has_text=CHAN).locator(".card-chip")).to_have_text("黃")
    check_book(game)


def test_a_yellow_is_previewed_by_offence_and_seat(phone: RefereePhone, game: Game) -> None:
    phone.tap(phone.offences)
    assert phone.taps_of([offence(phone, "talking"), phone.page.locator(".pick-seats a", has_text=CHAN)]) == 2
    expect(phone.page.locator(".foreseen")).to_have_text("黃牌；黃牌有效至這個半莊結束。")
    phone.tap(phone.button("記錄判決"))
    expect(phone.page.locator(".seat-card", has_text=CHAN).locator(".card-chip")).to_have_text("黃")
    assert read_book(reread(game)).folded.state.cards_in_force[2] == ("yellow",)


def test_a_banned_player_cannot_be_picked_and_breaking_it_is_a_false_win(phone: RefereePhone, game: Game) -> None:
    play(game, Actor(user_id=game.table.referees.get().user_id), type="ruling", seat=2, offence="short_hand")
    phone.open(reverse("tournaments:table", args=[game.pk]))
    card = phone.page.locator(".seat-card", has_text=CHAN)
    expect(card).to_contain_text("禁糊 · 小相公")
    expect(phone.seat(CHAN)).to_have_count(0)
    phone.tap(card.get_by_role("link", name="判 違反禁止食糊"))
    expect(phone.page.locator(".foreseen")).to_have_text("即扣 160 分 → 這一局重打。")
    phone.tap(phone.button("記錄判決"))
    expect(phone.page.locator(".seat-card", has_text=CHAN)).to_contain_text("−160")
    expect(card).not_to_contain_text("禁糊")
    check_book(game)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_sheet_is_read_from_its_beginning_under_a_head_that_covers(
    hand_out: Callable[..., RefereePhone], game: Game, scheme: str
) -> None:
    phone = hand_out(RefereePhone, color_scheme=scheme)
    phone.begin_as("referee")
    phone.open(reverse("tournaments:table", args=[game.pk]))
    phone.tap(phone.offences)
    phone.tap(phone.page.locator(".seat-buttons label", has_text=CHAN))
    last = phone.page.locator("button.offence").last
    last.scroll_into_view_if_needed()
    assert phone.sheet.evaluate("sheet => sheet.scrollTop") > 500
    phone.tap(last)
    expect(phone.page.locator("#ruling-form")).to_be_visible()
    assert phone.sheet.evaluate("sheet => sheet.scrollTop") == 0
    assert phone.page.evaluate("document.activeElement.id") == "sheet-title"
    for head in phone.sheet.locator(".sheet-head").all():
        assert head.evaluate("head => getComputedStyle(head).backgroundColor").startswith("rgb(")


def test_a_wrong_kong_that_was_not_paid_gives_nothing_back(phone: RefereePhone, game: Game) -> None:
    phone.tap(phone.offences)
    phone.tap(offence(phone, "wrong_concealed_kong"))
    phone.tap(phone.page.locator(".pick-seats a", has_text=CHAN))
    question = phone.page.get_by_label("這個暗槓未收過獎勵，不用退還")
    expect(question).to_be_checked()
    expect(phone.page.locator(".foreseen")).to_have_text("即付其餘三家各 5 分。")
    phone.tap(phone.page.locator("label.choice", has=question))
    if phone.button("看看後果").is_visible():  # without scripts a change is not looked at by itself
        phone.tap(phone.button("看看後果"))
    expect(phone.page.locator(".foreseen")).to_have_text("即付其餘三家各 10 分。")
    phone.tap(phone.page.locator("label.choice", has=question))
    phone.tap(phone.button("記錄判決"))
    expect(phone.page.locator(".seat-card", has_text=CHAN)).to_contain_text("−15")
    check_book(game)
