"""A player with a personal link: the PIN, the own card live, a confirmation, an objection, a signature."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.browser.phones import Device, RefereePhone
from tests.tournaments.factories import NAMES, make_user, play, play_and_confirm
from tournaments.core.services import link_token, pin_of
from tournaments.models import Act, Game, Player
from tournaments.tables.game_log.read import Actor

pytestmark = pytest.mark.django_db(transaction=True)

ZHANG, LI, CHAN, HO = NAMES
# poll.js asks again at once when the network comes back, so that nothing here waits for a clock.
ASK_AGAIN = "window.dispatchEvent(new Event('online'))"


class PlayerPhone(Device):
    """選手's own phone."""

    def open_link(self, player: Player) -> None:
        self.open(reverse("tournaments:player_link", args=[link_token(player)]))

    def give_pin(self, pin: str) -> None:
        self.page.get_by_label("個人密碼").fill(pin)
        self.tap(self.button("進入"))

    def ask_again(self) -> None:
        self.page.evaluate(ASK_AGAIN)

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
    phone.open_link(player)
    phone.give_pin(pin_of(player))
    expect(phone.title).to_have_text(CHAN)
    return phone


@pytest.fixture
def referee(hand_out: Callable[..., Any], game: Game) -> RefereePhone:
    phone: RefereePhone = hand_out(RefereePhone)
    phone.begin_as("referee")
    phone.open(reverse("tournaments:table", args=[game.pk]))
    return phone


def wrong(pin: str) -> str:
    return f"{(int(pin) + 1) % 10_000:04d}"


def last_act(game: Game) -> Act:
    return Act.objects.filter(game=game).latest("number")


def test_it_asks_for_the_pin_once(hand_out: Callable[..., Any], player: Player) -> None:
    phone: PlayerPhone = hand_out(PlayerPhone)
    phone.open_link(player)
    phone.give_pin(wrong(pin_of(player)))
    expect(phone.page.get_by_role("alert")).to_contain_text("密碼不對")
    phone.give_pin(pin_of(player))
    expect(phone.title).to_have_text(CHAN)
    expect(phone.page.locator(".seat-card.chosen")).to_contain_text(CHAN)
    phone.open_link(player)
    expect(phone.page).to_have_url(re.compile("/me/"))


def test_a_player_sees_the_hand_and_confirms_it(own: PlayerPhone, referee: RefereePhone, game: Game) -> None:
    expect(own.page.get_by_text("沒有等待你確認的一鋪")).to_be_visible()
    referee.win(CHAN, HO, "20")
    own.ask_again()
    expect(own.waiting).to_contain_text(f"{HO} 付 {CHAN} 25 番")
    assert own.above(".own-now", ".own-place"), "what waits for one's word comes before the place"
    own.tap(own.button("確認以上各鋪"))
    expect(own.page.get_by_text("你已確認，等候其他各家")).to_be_visible()
    assert (last_act(game).kind, last_act(game).player_id) == ("confirm", game.seats.get(seat=2).player_id)
    referee.page.evaluate(ASK_AGAIN)
    expect(referee.strip.locator(".confirm-seat.done")).to_contain_text(CHAN)
    referee.confirm([ZHANG, LI, HO])
    own.ask_again()
    expect(own.page.get_by_text("沒有等待你確認的一鋪")).to_be_visible()
    assert own.above(".own-place", ".own-now")
    expect(own.page.locator(".seat-card.chosen")).to_contain_text("待收 +25")


def test_the_own_place_stays_in_sight_in_the_standings(own: PlayerPhone, game: Game) -> None:
    """The rows are the same for everybody; the phone knows whose it is, until its player leaves it."""
    play(game, Actor(make_user().pk), type="reward", kind="concealed_kong", seat=3)
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


def object_to_it(own: PlayerPhone, referee: RefereePhone) -> None:
    """The player says that the number is wrong; the referee's phone shows it."""
    own.ask_again()
    own.tap(own.link("提出異議", own.waiting))
    own.page.get_by_label("或自己寫").fill("我食的是三十番")
    own.tap(own.button("提出異議"))
    expect(own.title).to_have_text(CHAN)
    expect(own.waiting).to_contain_text("異議：我食的是三十番")
    referee.page.evaluate(ASK_AGAIN)
    expect(referee.strip).to_contain_text(f"{CHAN} 對第 1 鋪有異議：我食的是三十番")


def test_an_objection_is_upheld_with_a_reason(own: PlayerPhone, referee: RefereePhone, game: Game) -> None:
    referee.win(CHAN, HO, "20")
    object_to_it(own, referee)
    referee.tap(referee.link("流局"))
    expect(referee.title).to_have_text("現在不能記錄")
    referee.open(reverse("tournaments:table", args=[game.pk]))
    referee.tap(referee.link("維持原判"))
    referee.tap(referee.button("已向四家核對牌面，番數正確"))
    expect(referee.strip).to_contain_text("請各家確認")
    referee.confirm([ZHANG, LI, HO])
    own.ask_again()
    own.tap(own.link("每鋪詳情"))
    own.tap(own.page.locator("#hand-1 summary"))
    expect(own.page.locator("#hand-1")).to_contain_text("裁判維持原判：已向四家核對牌面，番數正確")


def test_an_objection_leads_to_a_correction(own: PlayerPhone, referee: RefereePhone, game: Game) -> None:
    referee.win(CHAN, HO, "20")
    object_to_it(own, referee)
    referee.tap(referee.link("更正", referee.strip))
    referee.page.locator("#typed-0").fill("30")
    referee.tap(referee.button("看影響").last)
    referee.page.get_by_label("或自己寫").fill("番數輸入錯誤")
    referee.tap(referee.button("記錄更正"))
    expect(referee.page.get_by_text("第 1 鋪已更正")).to_be_visible()
    own.ask_again()
    expect(own.waiting).to_contain_text(f"{HO} 付 {CHAN} 35 番")
    own.tap(own.button("確認以上各鋪"))
    expect(own.page.locator(".seat-card.chosen")).to_contain_text("待收 +35")


def test_a_player_signs_on_the_own_phone(own: PlayerPhone, game: Game) -> None:
    actor = Actor(user_id=make_user().pk)
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
