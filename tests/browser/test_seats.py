"""報到和座位: by taps alone, with a notice that goes and moves nothing."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.looking import faults, set_cookie
from tests.tournaments.factories import add_member, make_user
from tournaments.models import Game, Role


@pytest.mark.parametrize("width", [360, 1280])
def test_two_change_places_by_three_taps_and_a_fourth_takes_it_back(
    page: Page, signed_in: Callable[[Any], None], game: Game, width: int, complaints: list[str]
) -> None:
    signed_in(add_member(game.event, make_user("boss"), Role.ORGANISER).user)
    page.set_viewport_size({"width": width, "height": 740})
    page.clock.install()
    page.goto(reverse("tournaments:check_in", args=[game.event.slug]))
    assert faults(page) == []
    one, two, other, _last = (seat.player for seat in game.seats.select_related("player").order_by("seat"))
    # Names have a frame, a mark and a ring; rows are alike, of who has come and of who has not.
    came = page.get_by_role("button", name=f"到了：{two.name}")
    came.click()
    expect(came).to_have_count(0)
    page.reload()
    page.keyboard.press("Tab")
    name = page.get_by_role("link", name=one.name)
    name.focus()
    assert "›" in name.evaluate("one => getComputedStyle(one, '::after').content")
    assert name.evaluate("one => [getComputedStyle(one).outlineStyle, one.offsetHeight >= 44]") == ["solid", True]
    assert len({round(row.bounding_box()["height"]) for row in page.locator(".four > .chair").all()}) == 1  # type: ignore[index]

    def sits() -> list[int]:
        return list(game.seats.order_by("seat").values_list("player__number", flat=True))

    was = sits()
    page.get_by_role("link", name=one.name).click()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert faults(page) == []
    page.get_by_role("link", name="與另一人對調").click()
    page.get_by_role("button", name=f"{other.number} {other.name}").click()
    note = page.locator("#messages .alert")
    expect(note).to_contain_text(one.name)
    if width == 360:  # over the words of the head, not over its ways out
        places = (page.locator("a.back-link"), note, page.locator(".app-header details > summary").last)
        edges = [edge for one in places if (box := one.bounding_box()) for edge in (box["x"], box["x"] + box["width"])]
        assert edges == sorted(edges)
    assert sits() == [was[2], was[1], was[0], was[3]]
    note.get_by_role("button", name="復原").click()
    expect(page.get_by_role("link", name=one.name)).to_be_visible()
    assert sits() == was
    places = "[...document.querySelectorAll('main a, main button')].map((one) => one.getBoundingClientRect().top)"
    first = page.evaluate(places.replace("main button", "main .chair button"))
    page.clock.run_for(7_000)
    expect(note).to_have_class(re.compile("visually-hidden"))
    expect(note.get_by_role("button")).to_have_count(0)
    assert page.evaluate(places.replace("main button", "main .chair button")) == first


@pytest.mark.parametrize(("language", "written"), [("zh-hant", "2026年11月27日（五）"), ("en", "Fri 27 Nov 2026")])
def test_a_chosen_day_is_written_below_its_field(
    page: Page, signed_in: Callable[[Any], None], game: Game, language: str, written: str
) -> None:
    signed_in(add_member(game.event, make_user("boss"), Role.ORGANISER).user)
    set_cookie(page, "paiju_language", language)
    page.goto(reverse("tournaments:rounds", args=[game.event.slug]))
    field = page.locator("input[type=date]")
    field.fill("2026-11-27")
    expect(field.locator("+ .help")).to_have_text(written)
