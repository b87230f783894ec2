"""由誰起莊 at the table: one tap on 360 × 740, and the seats stay where they are."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.looking import barriers, tap
from tests.tournaments.factories import make_game, make_user
from tournaments.models import Act

pytestmark = pytest.mark.django_db(transaction=True)


def test_one_tap_names_the_first_dealer(page: Page, live_server, signed_in: Callable[..., None]) -> None:
    referee = make_user()
    game = make_game(referee=referee)
    signed_in(referee)
    page.goto(f"{live_server.url}/g/{game.pk}/")
    asked = page.get_by_role("form", name="由誰起莊")
    assert barriers(page) == []
    heights = [button.bounding_box()["height"] for button in asked.get_by_role("button").all()]
    assert len(heights) == 4
    assert min(heights) >= 44
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    tap(asked.get_by_role("button", name="南 李小龍"))
    expect(page.locator(".open-entries")).to_contain_text("由 李小龍 起莊")
    expect(asked).to_have_count(0)
    expect(page.locator(".seat-card.dealer")).to_contain_text("李小龍")
    expect(page.locator(".seat-card.seat-1 .wind")).to_have_text("東")
    assert Act.objects.get(game=game).payload["event"] == {"type": "first_dealer", "seat": 1}
