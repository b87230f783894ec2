"""Recording with the wifi off: hand after hand waits on the phone and goes into the book in order."""

from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests.journeys.phones import RefereePhone
from tests.looking import arrived
from tests.tournaments.factories import NAMES
from tournaments.models import Act, Game

pytestmark = pytest.mark.django_db(transaction=True)

ZHANG, LI, CHAN, HO = NAMES


class HallPhone(RefereePhone):
    """裁判's phone whose wifi comes and goes."""

    def begin(self, game: Game) -> None:
        self.begin_as("referee")
        self.open(reverse("tournaments:table", args=[game.pk]))
        expect(self.page.locator("[data-offline-rules][data-prepared]")).to_be_attached()

    def wifi(self, on: bool) -> None:
        arrived(self.page)
        self.page.context.set_offline(not on)

    @property
    def panel(self) -> Any:
        """What waits, over the table."""
        return self.page.locator(".outbox-panel")

    @property
    def lines(self) -> Any:
        return self.panel.locator(".outbox-line")

    @property
    def line(self) -> Any:
        """局 and 鋪 of the hand that comes next."""
        return self.page.locator(".table-line > span").first

    def keep_win(self, winner: str, source: str, fan: str) -> None:
        """A typed win, kept on this phone."""
        self.start_win(winner, source)
        self.type_fan(fan)
        self.tap(self.button("預覽", self.sheet))
        self.tap(self.button("記錄在這部電話", self.sheet))

    def all_confirm(self) -> None:
        for name in NAMES:
            self.tap(self.panel.locator("button.confirm-seat", has_text=name))
        expect(self.panel.locator(".confirm-seat")).to_have_count(0)

    def settled(self) -> None:
        """Everything is in the book, and the page is the server's again."""
        expect(self.panel).to_be_hidden()


@pytest.fixture
def phone(game: Game, hand_out: Callable[..., Any]) -> HallPhone:
    made: HallPhone = hand_out(HallPhone)
    made.begin(game)
    return made


def played(game: Game) -> list[Any]:
    """What stands in the book."""
    acts = Act.objects.filter(game=game, kind="play").order_by("number")
    return [act.payload["event"] for act in acts]


def test_hands_without_network_go_into_the_book_in_order(phone: HallPhone, game: Game) -> None:
    phone.wifi(False)
    phone.keep_win(CHAN, HO, "18")
    expect(phone.lines).to_have_count(1)
    expect(phone.line).to_contain_text("第 2 鋪")
    phone.all_confirm()
    phone.keep_win(LI, "自摸", "9")
    phone.all_confirm()
    assert played(game) == []
    phone.wifi(True)
    phone.settled()
    assert [event["fan"] for event in played(game)] == [23, 14]
    assert not Game.objects.get(pk=game.pk).unconfirmed
