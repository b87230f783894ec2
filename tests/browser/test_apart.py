"""不得同檯 on the list of players: named and taken back with a finger and no script, on a phone and on a desk."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.phones import Device
from tests.looking import faults
from tests.tournaments.factories import add_member, make_event, make_players, make_user
from tournaments.models import Role
from tournaments.players.services.apart import keep_apart

SMALL = """() => [...document.querySelectorAll('#apart :is(button, select, input:not([type=hidden]))')]
    .map((e) => [e.outerHTML, e.getBoundingClientRect()])
    .filter(([, box]) => box.width < 44 || box.height < 44)"""


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without scripts"])
def test_a_pair_is_named_and_taken_back(hand_out: Callable[..., Any], scripts: bool) -> None:
    event = make_event(rule_set="tw-club")
    make_players(event, 8)
    add_member(event, make_user("boss"), Role.ORGANISER)
    keep_apart(event=event, first=2, second=4, reason="夫妻")
    desk: Device = hand_out(java_script_enabled=scripts)
    desk.begin_as("boss", f"/e/{event.slug}/players/")
    for width in (320, 360, 1280) if scripts else ():
        desk.page.set_viewport_size({"width": width, "height": 740})
        assert faults(desk.page) == []
        assert desk.page.evaluate(SMALL) == []
    section = desk.page.locator("#apart")
    expect(section).to_contain_text("這套規則規定夫妻不得同檯（搬風）。")
    if not scripts:
        section.get_by_label("一名選手", exact=True).select_option("3")
        desk.tap(desk.button("加一對", section))
        expect(section).to_contain_text("請揀選手。")
    section.get_by_label("一名選手", exact=True).select_option("3")
    section.get_by_label("另一名選手").select_option("1")
    section.get_by_label("原因").fill("夫妻")
    desk.tap(desk.button("加一對", section))
    expect(section.locator("li").filter(has_text="1 張國強 · 3 陳大文")).to_have_count(1)
    desk.tap(desk.button("讓張國強和陳大文可以同檯", section))
    expect(section.locator("li")).to_have_count(1)
