"""叫裁判: from a player's phone to the referee's, and who waits how long in the room."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from tests.browser.phones import Device, RefereePhone
from tests.looking import faults
from tests.tournaments.factories import add_member, make_event, make_game, make_players, make_user
from tournaments.core.services import link_token, pin_of
from tournaments.models import Game, Player, Role

ASK_AGAIN = "window.dispatchEvent(new Event('online'))"


class Desk(Device):
    size = (1280, 800)


def enter(phone: Device, player: Player) -> None:
    """The personal link, and its PIN."""
    phone.open(f"/p/{link_token(player)}/")
    phone.page.get_by_label("個人密碼").fill(pin_of(player))
    phone.tap(phone.button("進入"))
    expect(phone.title).to_have_text(player.name)


def hall() -> Game:
    referee = make_user(display_name="陳師傅")
    event = make_event()
    make_players(event, 8)
    make_game(event, referee, 1)
    game = make_game(event, referee, 2)
    add_member(event, make_user("head", display_name="梁裁判長"), Role.HEAD_REFEREE)
    return game


def test_a_player_calls_and_reads_who_comes(transactional_db: None, hand_out: Callable[..., Any]) -> None:
    game = hall()
    player = game.seats.get(seat=1).player
    phone, referee, head = hand_out(), hand_out(RefereePhone), hand_out(Desk)
    referee.begin_as("referee")
    head.begin_as("head")
    head.open(f"/e/{game.event.slug}/room/")
    expect(head.page.locator(".room-rows .row-mark")).to_have_text(["1", "2"])

    enter(phone, player)
    phone.tap(phone.button("叫裁判"))
    expect(phone.page.get_by_text("已叫裁判，等候中。")).to_be_visible()
    assert faults(phone.page) == []

    head.page.evaluate(ASK_AGAIN)
    expect(head.page.locator(".room-rows .row-mark")).to_have_text(["2", "1"])
    expect(head.page.locator(".row-call")).to_contain_text(f"{player.name}")
    assert faults(head.page) == []

    referee.open("/tables/")
    assert faults(referee.page) == []
    referee.tap(referee.button("我去"))
    expect(referee.page.locator(".row-call")).to_contain_text("陳師傅")
    expect(referee.button("處理完")).to_be_visible()

    phone.page.evaluate(ASK_AGAIN)
    expect(phone.page.get_by_text("裁判 陳師傅 正在來。")).to_be_visible()
    head.page.evaluate(ASK_AGAIN)
    expect(head.page.locator(".row-call")).to_contain_text("陳師傅")

    referee.open(f"/g/{game.pk}/")
    assert faults(referee.page) == []
    referee.tap(referee.button("處理完"))
    expect(referee.button("叫裁判")).to_be_visible()
    phone.page.evaluate(ASK_AGAIN)
    expect(phone.button("叫裁判")).to_be_visible()
    head.page.evaluate(ASK_AGAIN)
    expect(head.page.locator(".row-call")).to_have_count(0)


def test_who_called_by_mistake_takes_it_back(transactional_db: None, hand_out: Callable[..., Any]) -> None:
    game = hall()
    phone = hand_out()
    enter(phone, game.seats.get(seat=0).player)
    phone.open(f"/g/{game.pk}/")
    phone.tap(phone.button("叫裁判"))
    phone.tap(phone.button("不用了"))
    expect(phone.button("叫裁判")).to_be_visible()
    assert game.calls.get().ended_at is not None
