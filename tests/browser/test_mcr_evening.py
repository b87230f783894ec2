"""國標 by clicks: sixteen hands, seats that change after each 圈, 8 + n, and 名次分 in the standings.

The services play all draws but one.
"""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from scoring.documents.replay import replay_document
from scoring.points import format_points
from tests.browser.phones import RefereePhone
from tests.browser.test_whole_game import exported, sign_all, signed
from tests.tournaments.factories import NAMES, make_event, make_game, make_user, play_and_confirm
from tournaments.models import Game
from tournaments.tables.game_log.read import Actor

ZHANG, LI, CHAN, HO = NAMES
# Who deals, hand by hand: the seats change after each 圈, so that everybody begins a 圈 once in each wind.
DEALERS = [ZHANG, LI, CHAN, HO, LI, ZHANG, HO, CHAN, CHAN, HO, LI, ZHANG, HO, CHAN, ZHANG, LI]
WINS = {1: (LI, CHAN, "10"), 5: (LI, "自摸", "12"), 9: (HO, ZHANG, "8"), 13: (ZHANG, LI, "24")}
FINAL = {LI: 34 + 60 - 8 - 32, ZHANG: -8 - 20 - 16 + 48, HO: -8 - 20 + 32 - 8, CHAN: -18 - 20 - 8 - 8}
POINTS = {LI: "4", ZHANG: "2", HO: "1", CHAN: "0"}


@pytest.fixture
def game(transactional_db: None) -> Game:
    return make_game(make_event(rule_set="mcr", confirmation="referee"), make_user())


def settle(phone: RefereePhone) -> None:
    """From the preview into the log, and confirmed by the referee for the four."""
    phone.tap(phone.button("記錄"))
    phone.tap(phone.button("裁判代四家確認"))
    expect(phone.page.locator("#confirm-strip.confirm-settled")).to_be_attached()


def test_an_evening_of_guobiao_from_the_first_hand_to_the_standings(
    hand_out: Callable[..., Any], phone: RefereePhone, game: Game, actor: Actor
) -> None:
    dealer = phone.page.locator(".seat-card.dealer")
    for number, name in enumerate(DEALERS, 1):
        expect(phone.page.locator(".hand-now")).to_contain_text(f"第 {number} 鋪")
        expect(dealer).to_contain_text(name)
        expect(dealer.locator(".wind")).to_have_text("東")
        if number in WINS:
            winner, source, fan = WINS[number]
            phone.start_win(winner, source)
            if number == 1:
                phone.type_fan("7")
                phone.tap(phone.button("預覽"))
                expect(phone.page.get_by_text("只有 7 番，8 番 才起").first).to_be_visible()
            phone.type_fan(fan)
            phone.preview()
            if number == 1:
                payments = phone.page.locator(".payments")
                expect(payments).to_contain_text(f"{CHAN} 付 {LI} 18 分")
                expect(payments).to_contain_text(f"{HO} 付 {LI} 8 分")
            settle(phone)
        elif number == 2:
            phone.tap(phone.page.locator("[data-offline-draw]"))
            expect(phone.title).to_have_text("預覽")
            settle(phone)
        else:
            play_and_confirm(game, actor, type="draw")
            phone.to_table(game)
    sign_all(phone)
    final = replay_document(exported(phone, game))["final"]
    scores = [format_points(seat.score) for seat in game.seats.order_by("seat")]
    assert scores == final["scores"] == [str(FINAL[name]) for name in NAMES]
    anybody = hand_out()
    anybody.page.set_viewport_size({"width": 1280, "height": 800})
    anybody.open(f"/e/{game.event.slug}/standings/")
    expect(anybody.page.locator("thead")).to_contain_text("名次分")
    rows = anybody.page.locator("#standings tbody tr[id]")
    for row, name in enumerate([LI, ZHANG, HO, CHAN]):
        expect(rows.nth(row)).to_contain_text(name)
        expect(rows.nth(row)).to_contain_text(signed(str(FINAL[name])))
        cells = rows.nth(row).locator("td").all_inner_texts()
        assert POINTS[name] in [cell.strip() for cell in cells]
