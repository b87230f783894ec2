"""Between players, referees and the head referee: 叫裁判 and who waits how long, 異議 from objection to reversal."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from tests.browser.phones import Desk, RefereePhone
from tests.looking import faults
from tests.penalties.hall import make_tournament, state_of
from tests.tournaments.factories import add_member, make_event, make_game, make_players, make_user
from tournaments.models import Event, Game, Role


def hall() -> Game:
    referee = make_user(display_name="陳師傅")
    event = make_event()
    make_players(event, 8)
    make_game(event, referee, 1)
    game = make_game(event, referee, 2)
    add_member(event, make_user("head", display_name="梁裁判長"), Role.HEAD_REFEREE)
    return game


def test_a_player_calls_takes_it_back_calls_again_and_reads_who_comes(
    transactional_db: None, hand_out: Callable[..., Any]
) -> None:
    game = hall()
    player = game.seats.get(seat=1).player
    phone, referee, head = hand_out(), hand_out(RefereePhone), hand_out(Desk)
    referee.begin_as("referee")
    head.begin_as("head", f"/e/{game.event.slug}/room/")
    expect(head.page.locator(".room-rows .row-mark")).to_have_text(["1", "2"])

    phone.enter(player)
    phone.tap(phone.button("叫裁判"))
    phone.tap(phone.button("不用了"))
    phone.tap(phone.button("叫裁判"))
    expect(phone.page.get_by_text("已叫裁判，等候中")).to_be_visible()
    assert [call.ended_at is None for call in game.calls.order_by("pk")] == [False, True]
    assert faults(phone.page) == []

    head.ask_again()
    expect(head.page.locator(".room-rows .row-mark")).to_have_text(["2", "1"])
    expect(head.page.locator(".row-call")).to_contain_text(f"{player.name}")
    assert faults(head.page) == []

    referee.open("/tables/")
    assert faults(referee.page) == []
    referee.tap(referee.button("我去"))
    expect(referee.page.locator(".row-call")).to_contain_text("陳師傅")
    expect(referee.button("處理完")).to_be_visible()

    phone.ask_again()
    expect(phone.page.get_by_text("裁判 陳師傅 正在來")).to_be_visible()
    head.ask_again()
    expect(head.page.locator(".row-call")).to_contain_text("陳師傅")

    referee.open(f"/g/{game.pk}/")
    assert faults(referee.page) == []
    referee.tap(referee.button("處理完"))
    expect(referee.button("叫裁判")).to_be_visible()
    phone.ask_again()
    expect(phone.button("叫裁判")).to_be_visible()
    head.ask_again()
    expect(head.page.locator(".row-call")).to_have_count(0)


def test_a_case_from_the_objection_to_the_reversal(transactional_db: None, hand_out: Callable[..., Any]) -> None:
    tournament = make_tournament()
    (game, _other) = tournament.round(1, [[1, 2, 3, 4], [5, 6, 7, 8]])
    ruling = tournament.rule(game, 1, "talking", note="向鄰檯說話")
    slug = Event.objects.get().slug
    phone, referee, head = hand_out(), hand_out(RefereePhone), hand_out(Desk)

    phone.enter(tournament.event.players.get(number=2))
    phone.open(f"/e/{slug}/rulings/{ruling.number}/object/")
    assert faults(phone.page) == []
    phone.page.get_by_label("或自己寫").fill("說話的是鄰檯")
    phone.tap(phone.button("提出異議"))
    expect(phone.page.locator(".own-case")).to_contain_text("處理中")
    assert faults(phone.page) == []

    referee.begin_as("referee", f"/e/{slug}/")
    referee.tap(referee.link("異議個案"))
    referee.tap(referee.page.locator("a.case-row", has_text="說話的是鄰檯"))
    referee.page.get_by_label("留言（只有裁判和大會看到）").fill("鄰檯承認了")
    referee.tap(referee.button("留言"))
    expect(referee.page.locator(".thread")).to_contain_text("鄰檯承認了")

    head.begin_as("head", f"/e/{slug}/room/")
    head.tap(head.link("異議個案 1 宗"))
    head.tap(head.page.locator("a.case-row"))
    expect(head.page.locator(".thread")).to_contain_text("鄰檯承認了")
    head.tap(head.page.locator("label.choice", has_text="更改"))
    head.page.get_by_label("理由（選手看到）").fill("鄰檯承認是他說的")
    head.tap(head.button("記錄裁決"))
    head.tap(head.link("推翻這個判決"))
    expect(head.main).to_contain_text("有效紅黃牌：黃牌 →")
    assert faults(head.page) == []
    head.tap(head.main.get_by_text("看錯了人"))
    head.press("推翻判決")
    expect(head.main).to_contain_text("已推翻")
    assert state_of(game).cards_in_force[1] == ()

    phone.open(f"/me/{slug}/")
    expect(phone.page.locator(".own-case")).to_contain_text("更改：鄰檯承認是他說的")
    expect(phone.page.get_by_text("鄰檯承認了")).to_have_count(0)
