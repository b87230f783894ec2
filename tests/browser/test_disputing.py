"""異議: a player objects to a ruling on his phone, referees talk about it, the head referee decides, he reads it."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import expect

from tests.browser.phones import RefereePhone
from tests.browser.test_calling import enter
from tests.looking import faults
from tests.penalties.hall import make_tournament
from tournaments.models import Event


def test_a_case_from_the_objection_to_the_reversal(transactional_db: None, hand_out: Callable[..., Any]) -> None:
    tournament = make_tournament()
    (game, _other) = tournament.round(1, [[1, 2, 3, 4], [5, 6, 7, 8]])
    ruling = tournament.rule(game, 1, "talking", note="向鄰檯說話")
    slug = Event.objects.get().slug
    phone, referee, head = hand_out(), hand_out(RefereePhone), hand_out()

    enter(phone, tournament.event.players.get(number=2))
    phone.open(f"/e/{slug}/rulings/{ruling.number}/object/")
    assert faults(phone.page) == []
    phone.page.get_by_label("或自己寫").fill("說話的是鄰檯")
    phone.tap(phone.button("提出異議"))
    expect(phone.page.locator(".own-case")).to_contain_text("處理中")
    assert faults(phone.page) == []

    referee.begin_as("referee")
    referee.open(f"/e/{slug}/")
    referee.tap(referee.link("異議個案"))
    referee.tap(referee.page.locator("a.case-row", has_text="說話的是鄰檯"))
    referee.page.get_by_label("留言（只有裁判和大會看到）").fill("鄰檯承認了")
    referee.tap(referee.button("留言"))
    expect(referee.page.locator(".thread")).to_contain_text("鄰檯承認了")

    head.begin_as("head")
    head.open(f"/e/{slug}/room/")
    head.tap(head.link("異議個案 1 宗"))
    head.tap(head.page.locator("a.case-row"))
    expect(head.page.locator(".thread")).to_contain_text("鄰檯承認了")
    head.tap(head.page.locator("label.choice", has_text="更改"))
    head.page.get_by_label("理由（選手看到）").fill("鄰檯承認是他說的")
    head.tap(head.button("記錄裁決"))
    head.tap(head.link("推翻這個判決"))
    expect(head.page).to_have_url(f"{head.address}/e/{slug}/rulings/{ruling.number}/reverse/")

    phone.open(f"/me/{slug}/")
    expect(phone.page.locator(".own-case")).to_contain_text("更改：鄰檯承認是他說的")
    expect(phone.page.get_by_text("鄰檯承認了")).to_have_count(0)
