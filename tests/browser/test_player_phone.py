"""A player with a personal link: the PIN, the own card live, a confirmation, an objection, a signature."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.browser.phones import Device, RefereePhone
from tests.tournaments.factories import NAMES, play, play_and_confirm
from tournaments.core.services import pin_of
from tournaments.models import Game, Player
from tournaments.tables.game_log.read import Actor

ZHANG, LI, CHAN, HO = NAMES


class PlayerPhone(Device):
    """選手's own phone."""

    def above(self, upper: str, lower: str) -> bool:
        tops = [self.page.locator(one).evaluate("e => e.getBoundingClientRect().top") for one in (upper, lower)]
        return bool(tops[0] < tops[1])

    @property
    def waiting(self) -> Any:
        """The hands that wait for this player."""
        return self.page.locator("article.card:not(.own-case)")


@pytest.fixture
def player(game: Game) -> Player:
    return game.seats.get(seat=2).player


@pytest.fixture
def own(hand_out: Callable[..., Any], player: Player) -> PlayerPhone:
    """The player's phone after link and PIN."""
    phone: PlayerPhone = hand_out(PlayerPhone)
    phone.enter(player)
    return phone


def test_a_players_phone_asks_for_the_pin_once(hand_out: Callable[..., Any], player: Player) -> None:
    phone: PlayerPhone = hand_out(PlayerPhone)
    phone.open_link(player, f"{(int(pin_of(player)) + 1) % 10_000:04d}")
    expect(phone.page.get_by_role("alert")).to_contain_text("密碼不對")
    phone.enter(player)
    expect(phone.page.locator(".seat-card.chosen")).to_contain_text(CHAN)
    phone.open_link(player)
    expect(phone.page).to_have_url(re.compile("/me/"))


def test_a_player_sees_the_hand_and_confirms_it(own: PlayerPhone, phone: RefereePhone, game: Game) -> None:
    expect(own.page.get_by_text("沒有等待你確認的一鋪")).to_be_visible()
    phone.win(CHAN, HO, "20")
    own.ask_again()
    expect(own.waiting).to_contain_text(f"{HO} 付 {CHAN} 25 番")
    assert own.above(".own-now", ".own-place"), "what waits for one's word comes before the place"
    own.tap(own.button("確認以上這一鋪"))
    expect(own.page.get_by_text("你已確認，等候其他各家")).to_be_visible()
    act = game.acts.latest("number")
    assert (act.kind, act.player_id) == ("confirm", game.seats.get(seat=2).player_id)
    phone.ask_again()
    expect(phone.strip.locator(".confirm-seat.done")).to_contain_text(CHAN)
    phone.confirm([ZHANG, LI, HO])
    own.ask_again()
    expect(own.page.get_by_text("沒有等待你確認的一鋪")).to_be_visible()
    assert own.above(".own-place", ".own-now")
    expect(own.page.locator(".seat-card.chosen")).to_contain_text("待收 +25")


def test_the_own_place_stays_in_sight_in_the_standings(own: PlayerPhone, game: Game, actor: Actor) -> None:
    """The rows are the same for everybody; the phone knows whose it is, until its player leaves it."""
    play(game, actor, type="reward", kind="concealed_kong", seat=3)
    own.tap(own.link("排名"))
    bar = own.page.locator(".mine-bar")
    expect(bar).to_have_text("我的名次2已結−5與上一名−20")
    expect(bar).to_be_in_viewport()
    expect(own.page.locator("tr.mine")).to_contain_text(CHAN)
    expect(own.page.locator("tr.mine td[data-label='與榜首差']")).to_be_visible()
    own.open(reverse("tournaments:me", args=["evening"]))
    own.tap(own.button("離開這部電話"))
    expect(own.button("離開這部電話")).to_have_count(0)
    own.open(reverse("tournaments:standings", args=["evening"]))
    expect(own.page.locator("tr.mine")).to_have_count(0)
    expect(bar).to_be_hidden()


def test_an_objection_is_upheld_with_a_reason(own: PlayerPhone, phone: RefereePhone, game: Game) -> None:
    phone.win(CHAN, HO, "20")
    own.ask_again()
    own.object_to_it("我食的是三十番")
    expect(own.title).to_have_text(CHAN)
    expect(own.waiting).to_contain_text("異議：我食的是三十番")
    phone.ask_again()
    expect(phone.strip).to_contain_text(f"{CHAN} 對第 1 鋪有異議：我食的是三十番")
    phone.tap(phone.link("流局"))
    expect(phone.title).to_have_text("現在不能記錄")
    phone.to_table(game)
    phone.tap(phone.link("維持原判"))
    phone.tap(phone.page.locator("label", has_text="已向四家核對牌面，番數正確"))
    phone.tap(phone.button("維持原判"))
    expect(phone.strip).to_contain_text("請各家確認")
    phone.confirm([ZHANG, LI, HO])
    own.ask_again()
    own.tap(own.link("每鋪紀錄"))
    own.tap(own.page.locator("#hand-1 summary"))
    expect(own.page.locator("#hand-1")).to_contain_text("裁判維持原判：已向四家核對牌面，番數正確")


def test_a_player_signs_on_the_own_phone(own: PlayerPhone, game: Game, actor: Actor) -> None:
    for deal in range(8):
        play_and_confirm(game, actor, type="win", winner=(deal + 1) % 4, source=(deal + 2) % 4, fan=10)
    own.ask_again()
    own.tap(own.link("簽署記分卡"))
    expect(own.title).to_have_text(f"{CHAN} 簽署")
    own.draw_a_name()
    own.tap(own.button("簽署"))
    expect(own.page.get_by_text("已簽署，還差 3 家")).to_be_visible()
    expect(own.page.get_by_role("img", name=f"{CHAN} 的簽名")).to_be_visible()
    play_is_refused = own.page.request.post(own.address + reverse("tournaments:save", args=[game.pk]))
    assert play_is_refused.status == 403
