"""黃牌 to 詐糊 over two tables, and the head referee takes the first yellow back: as the referees' devices show it."""

from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from penalties.models import Ruling
from tests.browser.phones import Device, RefereePhone
from tests.looking import faults
from tests.penalties.hall import make_tournament, state_of
from tournaments.audit.checks import audit
from tournaments.models import Game

pytestmark = pytest.mark.django_db(transaction=True)

FIRST = [[4 * table + seat for seat in range(1, 5)] for table in range(6)]
# Everybody's third player moves on by three tables: number 11 goes from table 3 to table 6.
SECOND = [[*four[:2], FIRST[(table - 3) % 6][2], four[3]] for table, four in enumerate(FIRST)]
NAME = "選手11"


class Desk(Device):
    """The head referee's screen."""

    size = (1280, 800)


def rule(phone: RefereePhone, offence: str, *said: str) -> None:
    """A ruling on number 11: what the phone says beforehand, then recorded."""
    phone.rule(NAME, offence)
    for words in said:
        expect(phone.sheet.locator(".foreseen")).to_contain_text(words)
    phone.tap(phone.button("記錄判決", phone.sheet))
    expect(phone.sheet).not_to_be_attached()


def test_two_yellows_a_red_carried_on_a_second_red_and_the_first_taken_back(hand_out: Callable[..., Any]):
    evening = make_tournament(24)
    third = evening.round(1, FIRST)[2]
    phone = hand_out(RefereePhone)
    phone.begin_as("referee")

    evening.play(third, type="draw")
    phone.open(reverse("tournaments:table", args=[third.pk]))
    rule(phone, "發言", "黃牌")
    for _hand in range(3):
        evening.play(third, type="draw")
    phone.open(reverse("tournaments:table", args=[third.pk]))
    rule(phone, "摸錯牌", "紅牌", "扣 5", "今日")
    expect(phone.seat(NAME)).to_contain_text("−5")

    sixth = evening.round(2, SECOND)[5]
    phone.open(reverse("tournaments:table", args=[sixth.pk]))
    expect(phone.seat(NAME).locator(".card-chip.red")).to_be_visible()
    rule(phone, "誤鳴", "黃牌")
    rule(phone, "翻開牌牆的牌", "詐糊", "160", "重打")
    evening.play(sixth, type="win", winner=0, source=1, fan=20)
    assert [hand.result for hand in state_of(sixth).hands] == ["replayed", "win"]
    assert (state_of(third).scores[2], state_of(sixth).scores[2]) == (-5, -160)

    desk = hand_out(Desk)
    desk.begin_as("head")
    desk.open(reverse("penalties:register", args=[evening.event.slug]))
    first = Ruling.objects.get(offence="talking")
    article = reverse("penalties:article", args=[evening.event.slug, first.number])
    desk.tap(desk.page.locator(f'a[href="{article}"]').first)
    desk.tap(desk.link("推翻"))
    page = desk.page.get_by_role("main")
    expect(page).to_contain_text(f"{NAME} 有效紅黃牌：黃牌、紅牌 → 黃牌")
    expect(page).to_contain_text("第 2 個半莊 · 第 6 檯")
    expect(page).to_contain_text("不再另成一鋪：之後的記錄屬同一局")
    assert faults(desk.page) == []
    assert (state_of(third).scores[2], state_of(sixth).scores[2]) == (-5, -160)
    desk.tap(desk.button("看錯了人"))
    expect(desk.page.get_by_role("main")).to_contain_text("已推翻")

    assert state_of(third).scores[2] == 0
    assert [hand.result for hand in state_of(sixth).hands] == ["win"]
    assert state_of(sixth).scores[2] == -5  # its own two yellows
    never = never_ruled()
    assert [state_of(game).scores for game in never] == [state_of(third).scores, state_of(sixth).scores]
    assert list(audit()) == []


def never_ruled() -> list[Game]:
    """The same evening in which the first yellow was never given."""
    other = make_tournament(24, slug="never")
    third = other.round(1, FIRST)[2]
    for _hand in range(4):
        other.play(third, type="draw")
    other.rule(third, 2, "wrong_draw")
    sixth = other.round(2, SECOND)[5]
    other.rule(sixth, 2, "wrong_claim")
    other.rule(sixth, 2, "wall_tile_shown")
    other.play(sixth, type="win", winner=0, source=1, fan=20)
    return [third, sixth]
