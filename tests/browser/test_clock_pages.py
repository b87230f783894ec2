"""暫停 and 大會鐘 on a phone and on the screens: nothing for axe to object to, the minutes count down."""

import re
from collections.abc import Callable
from datetime import timedelta
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.looking import faults
from tests.tournaments.factories import add_member, make_event, make_game, make_players, make_user, play_and_confirm
from tournaments.hall import services as clocks
from tournaments.models import Game, Role, Round
from tournaments.tables.game_log.read import Actor


@pytest.fixture
def game(transactional_db: None) -> Game:
    event = make_event(rule_set="hkma-masters")
    make_players(event, 8)
    game = make_game(event, referee=make_user())
    make_game(event, number=2)
    add_member(event, make_user(), Role.HEAD_REFEREE)
    Round.objects.update(opened_at=timezone.now() - timedelta(minutes=80))
    play_and_confirm(game, Actor(make_user().pk), type="draw")
    return game


@pytest.fixture
def phone(page: Page, signed_in: Callable[..., None], game: Game) -> Page:
    signed_in(make_user())
    return page


def test_a_table_pauses_and_goes_on(phone: Page, game: Game, complaints: list[str]) -> None:
    phone.goto(f"/g/{game.pk}/ruling/other/")
    phone.get_by_role("link", name="暫停這一檯").click()
    phone.locator("label", has_text="選手不適").click()
    assert faults(phone) == []
    phone.get_by_role("button", name="記錄").click()
    expect(phone.get_by_text("起暫停：選手不適")).to_be_visible()
    assert faults(phone) == []
    phone.get_by_role("button", name="繼續").click()
    expect(phone.get_by_text("起暫停：選手不適")).to_have_count(0)


def test_the_clock_is_started_and_counts_on_every_page(phone: Page, game: Game, complaints: list[str]) -> None:
    address = f"/e/{game.event.slug}"
    phone.goto(f"{address}/rounds/{game.round.number}/clock/")
    phone.get_by_role("button", name="開鐘").click()
    expect(phone.get_by_text("剩 110 分鐘")).to_be_visible()
    assert faults(phone) == []
    for path in ("room", "standings", "screen"):
        phone.goto(f"{address}/{path}/")
        expect(phone.locator("time[data-until]").first).to_have_text("剩 110 分鐘")
        if path == "screen":
            phone.set_viewport_size({"width": 1280, "height": 800})
        assert faults(phone) == []


def test_after_the_bell_the_table_asks(phone: Page, game: Game, complaints: list[str]) -> None:
    clocks.start(round_id=game.round_id, now=timezone.now() - timedelta(minutes=70), minutes=60)
    phone.goto(f"/g/{game.pk}/")
    expect(phone.get_by_text("鐘響時在兩鋪之間", exact=True)).to_be_visible()
    assert faults(phone) == []
    phone.get_by_role("link", name="流局").click()
    expect(phone.get_by_label("鐘響時未打完")).to_be_checked()
    assert faults(phone) == []
    phone.get_by_role("button", name="記錄").click()
    expect(phone.get_by_text("最後一鋪")).to_be_visible()


@pytest.mark.browser_context_args(timezone_id="America/New_York")
@pytest.mark.parametrize("wrong", [timedelta(minutes=-12), timedelta(hours=1)])
def test_a_device_of_another_zone_whose_clock_is_wrong_counts_from_the_servers_and_shows_the_halls_time(
    phone: Page, game: Game, wrong: timedelta
) -> None:
    clocks.start(round_id=game.round_id, now=timezone.now(), minutes=60)
    phone.clock.install(time=timezone.now() + wrong)
    address = f"/e/{game.event.slug}"
    for path in ("room", "standings", "screen"):
        with phone.expect_response(lambda answer: "favicon" in answer.url or "/live/" in answer.url):
            phone.goto(f"{address}/{path}/")
        phone.wait_for_timeout(100)
        phone.clock.fast_forward(6_000)
        expect(phone.locator("time[data-until]").first).to_have_text(re.compile("剩 (59|60) 分鐘"))
    hall = [
        timezone.localtime(timezone.now() + timedelta(minutes=late), ZoneInfo("Asia/Hong_Kong")) for late in (-1, 0, 1)
    ]
    expect(phone.locator("[data-clock]")).to_have_text(re.compile("|".join(f"{at:%H:%M}" for at in hall)))
    phone.goto(f"/g/{game.pk}/")
    expect(phone.locator("[data-offline-rules][data-prepared]")).to_be_attached()
    phone.clock.fast_forward(6_000)
    expect(phone.locator("time[data-since]").first).to_have_text("剛剛")
    assert abs(phone.evaluate("window.paiju.now()") / 1000 - timezone.now().timestamp()) < 40
