"""A stranger in the hall with a phone and the event's address: five questions, two taps each at most."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.browser.phones import Device
from tournaments.core.access import anonymous_access
from tournaments.hall.event_home import OwnHand, event_home
from tournaments.management.demo import make_demo
from tournaments.models import Event, Scorecard, Stage
from tournaments.standings.tally import standings
from tournaments.templatetags.paiju import signed

LINE = 8


class Stranger(Device):
    """Has no account and no link, and knows the address of the event."""

    def find(self, name: str) -> None:
        """Type a name, and touch it in the list."""
        field = self.page.get_by_label("找自己")
        field.fill(name)
        self.tap(self.page.locator("[data-found-names] button", has_text=name))
        expect(self.own).to_contain_text(name)

    @property
    def own(self) -> Any:
        return self.page.locator("[data-own-card]")

    @contextmanager
    def asking(self, home: str) -> Iterator[None]:
        """A question: from the event's address, in two taps at most."""
        self.open(home)
        self.taps = 0
        yield
        assert self.taps <= 2


def paid_by_somebody(event: Event) -> tuple[str, OwnHand]:
    """A hand of the round that cost somebody points, and their name."""
    home = event_home(anonymous_access(event), timezone.now())
    cards = [card for number in home.players if (card := home.card(number)) is not None]
    return next((card["player"].name, hand) for card in cards for hand in card["hands"] if hand.change < 0)


def test_a_wrong_code_is_refused_once_while_the_refusal_is_in_the_window(page: Page, transactional_db: None) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(reverse("tournaments:check", args=["AAAAAAAA"]))
    expect(page.get_by_text("找不到查核碼 AAAAAAAA")).to_have_count(1)
    page.set_viewport_size({"width": 360, "height": 140})
    page.reload()
    expect(page.get_by_text("找不到查核碼 AAAAAAAA")).to_have_count(2)


def test_five_questions_are_answered_in_two_taps_each(hand_out: Callable[..., Any]) -> None:
    event = make_demo(timezone.now()).event
    Stage.objects.filter(event=event).update(places=LINE)
    home = reverse("tournaments:event", args=[event.slug])
    phone: Stranger = hand_out(Stranger)
    page = phone.page
    rows = [row for row in standings(event).rows if row.place]
    first, outside = rows[0], next(row for row in rows[LINE:] if row.at)

    with phone.asking(home):  # who leads, and why?
        expect(page.locator(".home-ranks tbody tr").first).to_contain_text(first.name)
        expect(page.locator(".home-why")).to_contain_text(f"{first.name} 為甚麼領先")
        expect(page.locator(".home-why")).to_contain_text(f"食糊 {first.wins} 次")
        phone.tap(page.locator(".home-ranks tbody a").first)
        expect(page).to_have_url(re.compile(rf"/history/{first.number}/$"))

    with phone.asking(home):  # where do I play?
        phone.find(outside.name)
        assert outside.at is not None
        expect(phone.own.locator(".own-where")).to_contain_text(f"第 {outside.at[0]} 檯")
        phone.tap(phone.button("這是我"))
        expect(phone.own.locator("[data-own-badge]")).to_be_visible()

    with phone.asking(home):  # what do I need to be in? The phone knows who I am by now.
        phone.tap(phone.own.locator(".own-needs"))
        expect(page.get_by_role("status").filter(has_text="晉級線")).to_be_visible()

    name, hand = paid_by_somebody(event)
    with phone.asking(home):  # why did I pay that?
        phone.tap(phone.button("不是我"))
        phone.taps = 0
        phone.find(name)
        phone.tap(phone.own.locator(f'.own-hands a[href$="/{hand.number}/"]', has_text=signed(hand.change)))
        expect(page).to_have_url(re.compile(rf"/{hand.number}/$"))
        expect(page.locator("main")).to_contain_text(name)

    card = Scorecard.objects.filter(game__event=event, reopened_at=None).first()
    assert card is not None
    with phone.asking(home):  # is this card genuine?
        page.get_by_label("記分卡是真的嗎").fill(card.code)
        phone.tap(phone.button("查核"))
        expect(page).to_have_url(re.compile(r"/c/"))
        expect(page.locator(".alert.success")).to_contain_text("現時有效")
