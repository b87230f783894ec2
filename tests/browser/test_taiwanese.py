"""What a win of the Taiwanese sets asks, on 360 × 740: 代位賠付, 開門位, 連莊示記; and 內插 between hands."""

import os
from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.looking import barriers, tap
from tests.tournaments.factories import make_event, make_game, make_user
from tournaments.models import Act

pytestmark = pytest.mark.django_db(transaction=True)


def shot(page: Page, name: str) -> None:
    if os.environ.get("SHOTS"):
        for wide, high in ((360, 740), (1280, 800)):
            page.set_viewport_size({"width": wide, "height": high})
            page.screenshot(path=f"{os.environ['SHOTS']}/{name}-{wide}.png", full_page=True)
        page.set_viewport_size({"width": 360, "height": 740})


def sound(page: Page) -> None:
    """Nothing that axe objects to, nothing wider than the phone."""
    assert barriers(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("rule_set", ["tw-club", "tw-sixteen"])
def test_a_win_asks_whether_somebody_pays_for_others_and_whose_wall_was_opened(
    page: Page, live_server, signed_in: Callable[..., None], rule_set: str
) -> None:
    referee = make_user()
    game = make_game(make_event(rule_set=rule_set), referee)
    signed_in(referee)
    table = f"{live_server.url}/g/{game.pk}/"
    page.goto(f"{table}ruling/?seat=1&offence=lost_priority_pung")
    chosen = page.get_by_role("radio", name="其後摸序八張內的他人自摸", exact=True)
    expect(chosen).to_be_checked()
    sound(page)
    shot(page, f"{rule_set}-ruling")
    tap(page.get_by_role("button", name="記錄判決"))
    expect(page.locator(".seat-card .wind").first).to_be_visible()
    assert page.locator(".seat-card .wind").all_inner_texts() == ["莊", "下家", "對家", "上家"]
    shot(page, f"{rule_set}-table")
    page.goto(f"{table}win/?winner=0")
    tap(page.locator('label:has(input[name="source"][value="self"])'))
    opening = page.get_by_role("group", name="開門位")
    expect(opening).to_be_hidden()
    tap(page.locator('label:has(input[name="mode-0"][value="ticks"])').first)
    expect(opening).to_be_visible()
    fan = "風牌" if rule_set == "tw-club" else "風字坎"
    page.locator(f'input[name="tick-0"][value="{fan}"]').check(force=True)
    sound(page)
    tap(page.get_by_role("button", name="預覽"))
    expect(page.get_by_text("請答代位賠付是否適用於這一鋪").first).to_be_visible()
    expect(page.get_by_text("請先揀開門位").first).to_be_visible()
    shot(page, f"{rule_set}-asked")
    tap(page.get_by_text("適用，由這一家代付"))
    tap(opening.get_by_text("陳大文"))
    tap(page.get_by_role("button", name="預覽"))
    expect(page.locator(".payments")).to_contain_text("李小龍 包付 張國強")
    shot(page, f"{rule_set}-preview")
    tap(page.get_by_role("button", name="記錄", exact=True))
    expect(page.locator(".seat-card").first).to_be_visible()
    last = Act.objects.filter(game=game, kind="play").latest("number").payload
    assert (last["event"]["liable"], last["claim"]["opening"]) == (1, 2)


def test_a_seat_raises_between_hands(page: Page, live_server, signed_in: Callable[..., None]) -> None:
    referee = make_user()
    game = make_game(make_event(rule_set="tw-sixteen"), referee)
    signed_in(referee)
    page.goto(live_server.url + reverse("tournaments:other", args=[game.pk]))
    sound(page)
    shot(page, "other")
    tap(page.get_by_role("link", name="陳大文 內插 1 底"))
    expect(page.get_by_text("陳大文 與 張國強 之間：底 6")).to_be_visible()
    tap(page.get_by_role("button", name="記錄"))
    expect(page.locator(".seat-card").first).to_be_visible()
    expect(page.locator(".open-entries")).to_contain_text("陳大文 內插 1 底")
    shot(page, "raised")
    assert Act.objects.get(game=game).payload["event"] == {"type": "raise", "seat": 2, "units": 1}
