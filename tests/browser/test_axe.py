"""Every page of the app, in both languages, light and dark, on phone and desk: no barrier. And no sideways scrolling
there, on a small phone, a tablet and a large window.

Axe reads the Chinese page on a light phone and a dark desk, and the English page only where that has other elements
than the Chinese one. Whether it fits is measured in both.
"""

import errno
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from unittest.mock import Mock
from urllib.parse import urlencode

import pytest
from django.core.management import call_command
from django.db import connection
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils import timezone
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Page
from pytest_django.live_server_helper import LiveServer

from accounts import services
from accounts.models import User
from tests.browser.hall import Hall, make_hall
from tests.browser.phones import SAY_VIOLATIONS
from tests.looking import barriers
from tournaments.core.services import link_token
from tournaments.models.triggers import disabled
from tournaments.tables.forms import preview_mark
from tournaments.tables.game_log.read import rules_mark

PHONE, DESK = (360, 740), (1280, 800)
# A small phone, a tablet held upright, a desk, a large window: looked at for what does not fit.
OTHERS = (320, 640), (768, 1024), DESK, (1920, 1080)
CHINESE, ENGLISH = "zh-hant", "en"
# How wide the page is with text of 150 %, which is chosen in the menu.
LARGEST_TEXT = """() => {
  const root = document.documentElement;
  root.dataset.text = "larger";
  const wide = root.scrollWidth;
  delete root.dataset.text;
  return wide;
}"""
# What axe reads of a page besides its words and colours: the elements, their attributes, and which of them have words.
SKELETON = """() => [...document.body.querySelectorAll("*")].map((element) => [
  element.tagName,
  Boolean(element.textContent.trim()),
  ...[...element.attributes].map(({ name, value }) => name + Boolean(value.trim())),
].join()).join(" ")"""
# The first link of the header leads back, or home where there is nothing before.
WAY_BACK = ".app-header a.back-link, .app-header a.brand"


@dataclass(frozen=True)
class Place:
    """One page as one person sees it. `args` are those of the address, from the hall; `query` too where it is made."""

    name: str
    who: str = "organiser"
    args: Callable[[Hall], tuple[object, ...]] = lambda hall: ()
    query: str | Callable[[Hall], str] = ""
    status: int = 200
    note: str = ""

    def __str__(self) -> str:
        return "-".join(part for part in (self.name.split(":")[-1], self.who, self.note) if part).replace(" ", "_")

    def path(self, hall: Hall) -> str:
        query = self.query if isinstance(self.query, str) else self.query(hall)
        return reverse(self.name, args=self.args(hall)) + query


WIN = {"kind": "win", "winner-0": "1", "source": "2", "mode-0": "typed", "typed-0": "15"}


def slug(which: str = "") -> Callable[[Hall], tuple[object, ...]]:
    return lambda hall: (which or hall.event.slug,)


def slug_and(*more: object, which: str = "") -> Callable[[Hall], tuple[object, ...]]:
    return lambda hall: (which or hall.event.slug, *more)


def of(state: str, *more: object) -> Callable[[Hall], tuple[object, ...]]:
    """Arguments of a page of the game in this state."""
    return lambda hall: (hall.games[state].pk, *more)


def last(state: str) -> Callable[[Hall], tuple[object, ...]]:
    """The game in this state and its newest hand."""
    return lambda hall: (hall.games[state].pk, hall.games[state].hands.order_by("-number")[0].number)


def case_about(state: str) -> Callable[[Hall], tuple[object, ...]]:
    """Arguments of the page of the case in this state."""
    return lambda hall: (hall.event.slug, hall.cases[state])


def ruled(said: str) -> Callable[[Hall], tuple[object, ...]]:
    """Arguments of a page of the ruling to which the player with a phone has said this."""
    return lambda hall: (hall.event.slug, hall.rulings[said])


def several(name: str, *places: tuple[str, Callable[[Hall], tuple[object, ...]], str]) -> list[Place]:
    """The same page for several people or states: (who, args, note)."""
    return [Place(f"tournaments:{name}", who, args, note=note) for who, args, note in places]


def t(name: str, args: Callable[[Hall], tuple[object, ...]], who: str = "organiser", query: str = "") -> Place:
    return Place(f"tournaments:{name}", who, args, query, note=query.strip("?").split("=")[0])


def entered(fields: dict[str, str]) -> Callable[[Hall], str]:
    """The question of the address that shows the preview of these fields again, where no confirmation is due."""

    def query(hall: Hall) -> str:
        game = hall.games["ruled"]
        mark = preview_mark(rules_mark(game.event), timezone.now(), game.pk)
        return "?" + urlencode(fields | {"counted": mark, "seen": game.book_version})

    return query


def nothing(hall: Hall) -> tuple[object, ...]:
    return ()


ACCOUNTS = [
    Place("accounts:sign_in", "anybody"),
    Place("accounts:account", "keeper"),
    Place("accounts:second_factor", "keeper"),
    Place("accounts:add_authenticator", "keeper"),
    Place("accounts:second_step", "half signed in"),
    Place("accounts:prove", "to prove"),
    Place("accounts:people", "keeper"),
    Place("accounts:devices_of", "keeper", lambda hall: (User.objects.exclude(is_staff=True).earliest("pk").pk,)),
    Place("accounts:log", "keeper"),
    Place("accounts:slip", "anybody", lambda hall: (hall.slip,)),
    Place("accounts:slip", "anybody", lambda hall: ("gone",), status=404, note="gone"),
]
EVENTS = [
    *several("home", ("anybody", nothing, ""), ("organiser", nothing, ""), ("player", nothing, "")),
    t("events", nothing),
    t("new_event", nothing),
    t("new_event", nothing, query="?template=evening"),
    *several("event", ("organiser", slug(), ""), ("organiser", slug("empty"), "empty"), ("referee", slug(), "")),
    *several("event", ("player", slug(), ""), ("anybody", slug(), "")),
    t("event_settings", slug()),
    Place("tournaments:event_settings", "player", slug(), status=403, note="forbidden"),
    Place("tournaments:event_settings", "organiser", slug("nowhere"), status=404, note="unknown"),
    t("screen_settings", slug()),
    t("event_acts", slug()),
    t("webhooks", slug()),
    t("webhook", lambda hall: (hall.event.slug, hall.event.webhooks.get().pk)),
    *several("players", ("organiser", slug(), ""), ("organiser", slug("empty"), "empty")),
    t("import_players", slug()),
    t("register", slug(), "anybody"),
    t("registration", lambda hall: (hall.entry,), "anybody"),
    Place("tournaments:registration", "anybody", lambda hall: ("gone",), status=404, note="gone"),
    *several("registrations", ("organiser", slug(), ""), ("organiser", slug("empty"), "empty")),
    *several("check_in", ("organiser", slug(), ""), ("organiser", slug("empty"), "empty")),
    t("staff", slug()),
    *several("staff_slips", ("organiser", slug(), ""), ("organiser", slug("empty"), "empty")),
    t("player", slug_and(1)),
    t("erase_player", slug_and(1)),
    *several("tables", ("organiser", slug(), ""), ("organiser", slug("empty"), "empty")),
    *several("rounds", ("organiser", slug(), ""), ("organiser", slug("empty"), "empty"), ("anybody", slug(), "")),
    *several(
        "round",
        ("organiser", slug_and(1), "closed"),
        ("organiser", slug_and(2), "open"),
        ("organiser", slug_and(1, which="draft"), "draft"),
        ("anybody", slug_and(2), ""),
    ),
    t("round_print", slug_and(2)),
    t("round_clock", slug_and(1)),
    t("swap_seats", slug_and(2)),
    t("seat_otherwise", slug_and(1, which="draft")),
    *several("seats", ("anybody", slug(), ""), ("anybody", slug("drawn"), "drawn")),
    *several("draws", ("organiser", slug("drawn"), "drawn"), ("organiser", slug("empty"), "empty")),
    *several("draws", ("anybody", slug("drawn"), "")),
    t("draw_line", slug_and(1, 1, which="drawn"), "anybody"),
    *several("stages", ("organiser", slug("drawn"), "masters"), ("organiser", slug("empty"), "empty")),
    *several("stage", ("organiser", slug_and(1, which="drawn"), "masters"), ("anybody", slug_and(1), "")),
    t("stage_standings", slug_and(1), "anybody"),
    t("final_order", slug(), "anybody"),
    *several("room", ("organiser", slug(), ""), ("organiser", slug("empty"), "empty")),
    *several("standings", ("anybody", slug(), ""), ("anybody", slug("empty"), "empty")),
    *several("sum", ("anybody", slug(), ""), ("anybody", slug("empty"), "empty")),
    *several("round_sum", ("anybody", slug_and(1), "closed"), ("anybody", slug_and(2), "open")),
    t("screen", slug(), "anybody"),
    t("player_history", slug_and(1), "anybody"),
    # A hundred drawn hands take a reader's check six times as long as forty of them.
    t("event_rules", slug("empty"), "anybody"),
    t("rule_sets", nothing, "anybody"),
    t("calculator", nothing, "anybody"),
    t("calculator_more", nothing, "anybody"),
    t("learn", nothing, "anybody"),
    Place("tournaments:learn_day", "anybody", lambda hall: ("tw-club",)),
    Place("tournaments:learn_day_of", "anybody", lambda hall: ("tw-sixteen", timezone.localdate().isoformat())),
    Place("tournaments:learn_quiz", "anybody", lambda hall: ("hkma-masters", 1)),
    Place("tournaments:learn_exam", "anybody", lambda hall: ("hkma-league", 1)),
    Place("tournaments:rules", "anybody", lambda hall: ("tw-club",)),
]
TABLES = [
    *several("my_tables", ("referee", nothing, ""), ("keeper", nothing, "empty")),
    *several("table", *(("organiser", of(state), state) for state in ("waiting", "ruled", "disputed", "corrected"))),
    *several("table", *(("organiser", of(state), state) for state in ("complete", "signed", "pin"))),
    *several("table", ("anybody", of("waiting"), ""), ("player", of("waiting"), "")),
    t("win", of("ruled"), "referee"),
    t("win", of("ruled"), "referee", "?winner=1"),
    t("draw", of("ruled"), "referee"),
    Place("tournaments:draw", "referee", of("waiting"), status=409, note="stopped"),
    Place("tournaments:preview", "referee", of("ruled"), entered({"kind": "draw"}), note="draw"),
    Place(
        "tournaments:preview",
        "referee",
        of("ruled"),
        entered(WIN),
        note="win",
    ),
    t("outbox", nothing, "referee"),
    t("whatif", of("ruled"), "referee"),
    t("whatif", of("ruled"), "referee", "?winner=1&source=0&called=9"),
]
BOOK = [
    t("reward", of("ruled"), "referee"),
    t("reward", of("ruled"), "referee", "?pick=seven_rob_one.1"),
    *several(
        "confirm", ("referee", of("waiting"), ""), ("referee", of("ruled"), "settled"), ("organiser", of("pin"), "pin")
    ),
    *several("object", ("referee", last("waiting"), ""), ("player", last("waiting"), "")),
    t("uphold", last("disputed")),
    *several("hands", *(("organiser", of(state), state) for state in ("waiting", "ruled", "disputed", "corrected"))),
    *several("hands", ("player", of("waiting"), ""), ("anybody", of("signed"), "")),
    *several("story", ("organiser", of("waiting"), "")),
    *several("story_step", ("anybody", of("signed", 2), "")),
    *several("hand", ("organiser", of("corrected", 1), "corrected"), ("anybody", of("signed", 1), "")),
    t("correct", of("corrected", 1)),
    *several("undo", ("organiser", of("ruled"), ""), ("organiser", of("corrected"), "hand")),
    Place("penalties:ruling", "referee", of("ruled")),
    Place("penalties:ruling", "referee", of("ruled"), "?seat=1&offence=silent_claim", note="offence"),
    Place("penalties:ruling", "referee", of("ruled"), "?seat=1&offence=false_win", note="false_win"),
    Place("tournaments:other", "referee", of("ruled")),
]
CARDS = [
    *several("card", ("organiser", of("waiting"), "open"), ("organiser", of("complete"), "complete")),
    *several(
        "card", ("organiser", of("signed"), "signed"), ("player", of("waiting"), ""), ("anybody", of("signed"), "")
    ),
    *several("sign", ("organiser", of("complete"), ""), ("organiser", of("waiting"), "early")),
    *several("sign_seat", ("organiser", of("complete", 1), "drawn"), ("organiser", of("pin complete", 1), "pin")),
    t("sign_ruled", of("complete", 1)),
    t("reopen", of("signed")),
    t("find_card", nothing, "anybody"),
    t("check", lambda hall: (hall.card.code,), "anybody"),
    Place("tournaments:check", "anybody", lambda hall: (hall.reopened.code,), note="reopened"),
    Place("tournaments:check", "anybody", lambda hall: ("ZZZZZZZZ",), status=404, note="unknown"),
    t("player_link", lambda hall: (link_token(hall.player),), "anybody"),
    Place("tournaments:player_link", "anybody", lambda hall: ("gone",), status=404, note="gone"),
    *several("me", ("player", slug(), ""), ("idle player", slug("draft"), "")),
    t("links", slug()),
    t("poster", slug()),
]
REGISTER = [
    Place("penalties:register", "organiser", slug()),
    Place("penalties:register", "organiser", slug(), "?state=in_force", note="filtered"),
    Place("penalties:register", "organiser", slug("empty"), note="empty"),
    Place("penalties:article", "organiser", slug_and(1)),
    Place("penalties:reverse", "organiser", slug_and(1)),
    Place("penalties:cases", "organiser", slug()),
    Place("penalties:cases", "organiser", slug("empty"), note="empty"),
    Place("penalties:case", "organiser", case_about("open"), note="open"),
    Place("penalties:case", "referee", case_about("hand"), note="hand"),
    Place("penalties:case", "organiser", case_about("decided"), note="decided"),
    Place("penalties:object_to_ruling", "referee", ruled("free")),
    Place("penalties:object_to_ruling", "player", ruled("free")),
    Place("penalties:object_to_ruling", "player", ruled("decided"), note="decided"),
    Place("penalties:in_force", "organiser", slug()),
    Place("penalties:in_force", "organiser", slug("empty"), note="empty"),
    Place("penalties:mine", "player", slug()),
    Place("penalties:mine", "idle player", slug("draft"), note="empty"),
    Place("penalties:hall", "organiser", slug()),
    Place("penalties:hall", "organiser", slug(), "?player=1&offence=other", note="chosen"),
    Place("tournaments:blacklist", "organiser", slug()),
    t("substitute", of("ruled")),
    Place("tournaments:reveal", "organiser", slug_and(3)),
]
PLACES = [*ACCOUNTS, *EVENTS, *TABLES, *BOOK, *CARDS, *REGISTER]
# What `services.administered` answers, where the page of the first account asks it.
TROUBLES: list[tuple[Place, dict[str, object]]] = [
    (Place("accounts:first_account", "anybody"), {"return_value": False}),
    (Place("accounts:first_account", "anybody", status=500), {"side_effect": RuntimeError("a fault")}),
    (Place("accounts:first_account", "anybody", status=503), {"side_effect": OSError(errno.ENOSPC, "no space left")}),
]

# Addresses that are no pages: forms that only take a POST, fragments, files, the API.
NO_PAGES = {
    "accounts": {"sign_out", "language", "password", "create_token", "revoke_token", "add_person", "reset_password"}
    | {"log_csv"}
    | {"set_active", "set_rights", "add_organisation"}
    | {"end_device", "end_other_devices", "end_devices_of", "end_device_of", "revoke_token_of", "revoke_tokens_of"}
    | {"add_passkey", "remove_passkey"}
    | {"remove_authenticator", "renew_codes", "reset_second_factor", "demand_second_factor"}
    # Closed while somebody looks after the accounts, as in this hall: see TROUBLES.
    | {"first_account"},
    "tournaments": {"add_player", "withdraw_player", "add_tables", "remove_table", "add_member", "create_member"}
    | {"remove_member", "referee_tables", "make_round", "draw_round", "seat_round", "round_day", "round_length"}
    | {"open_round", "end_games"}
    | {"publish_round", "unpublish_round", "take_back_round", "close_round", "reopen_round", "discard_round"}
    | {"void_round", "unvoid_round", "seat_by_rank", "standings_rows", "stage_rows", "standings_csv", "screen_rows"}
    | {
        "courses",
        "live_courses",
        "hands_beside",
        "live_hands",
        "live_standings_rows",
        "live_stage_rows",
        "live_screen_rows",
    }
    | {"home_rows", "home_names", "home_own", "live_home_rows", "live_home_names", "live_home_own"}
    | {"publish_standings"}
    | {"live_event_picture", "live_standings_picture", "live_player_picture", "live_card_picture"}
    | {"live_hand_picture", "live_count_picture"}
    | {"live_history", "live_place", "place", "live_seats", "live_seats_of", "live_table", "live_story"}
    | {"use_format", "add_stage", "change_stage", "remove_stage", "assign_sessions", "draw_lots", "close_stage"}
    | {"reopen_stage", "decline_place", "fill_up_stage"}
    | {"lock_list", "release_list", "draw_rounds", "look_at_draw", "stop_draw", "list_document", "draw_document"}
    | {"call", "call_withdraw", "call_take", "call_end", "player_data", "my_data", "acts_csv"}
    | {"lift_blacklisted", "keep_apart", "let_together"}
    | {"undo_import", "undo_staff", "renew_slip", "hand_over", "mark_check_in", "fill_no_show"}
    | {"decide_registration", "registrations_to_players", "end_webhook", "test_webhook"}
    | {"deliver", "outbox_state", "worker"}
    | {"save", "count", "recorded", "correct_count", "export", "card_pdf", "leave", "renew_link"},
    "penalties": {"deliver", "register_csv", "article_photo", "case_note", "case_decide", "confirm_suspension"},
}


@dataclass
class House:
    """The hall with a server in front of it and a browser for everybody."""

    hall: Hall
    address: str
    browser: Browser
    pages: dict[tuple[str, str], Page]

    def page(self, who: str, language: str) -> Page:
        """The page in somebody's browser: a new one each time takes a process each time."""
        if (who, language) not in self.pages:
            self.pages[who, language] = self._context(who, language).new_page()
        return self.pages[who, language]

    def _context(self, who: str, language: str) -> BrowserContext:
        context = self.browser.new_context(locale="zh-HK", timezone_id="Asia/Hong_Kong", reduced_motion="reduce")
        context.add_init_script(SAY_VIOLATIONS)
        cookies = {"paiju_language": language}
        if who in self.hall.cookies:
            cookies["sessionid"] = self.hall.cookies[who]
        context.add_cookies([{"name": name, "value": value, "url": self.address} for name, value in cookies.items()])
        return context


@pytest.fixture(scope="module")
def db(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """pytest-django's fixture of this name for a whole module: one hall for all pages, emptied at the end.

    With `live_server` or the mark the database would be emptied after every test and the hall made 180 times.
    """
    with django_db_blocker.unblock():
        assert "test" in str(connection.settings_dict["NAME"])
        yield
        with disabled():
            call_command("flush", verbosity=0, interactive=False)


@pytest.fixture(scope="module")
def house(db: None, browser: Browser) -> Iterator[House]:
    """The hall with its own server."""
    server = LiveServer("localhost")
    house = House(make_hall(), server.url, browser, {})
    yield house
    for page in house.pages.values():
        page.context.close()
    server.stop()


def resize(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})


@pytest.mark.parametrize("place", PLACES, ids=str)
def test_every_page(house: House, place: Place) -> None:
    look(house, place)


def test_pages_of_trouble(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """403 and 404 are places like others; these are seen once in the life of a site, or never."""
    for place, answer in TROUBLES:
        monkeypatch.setattr(services, "administered", Mock(**answer))
        look(house, place)


@contextmanager
def listening(page: Page) -> Iterator[list[str]]:
    """What the page complains about meanwhile."""
    said: list[str] = []

    def console(message: ConsoleMessage) -> None:
        if message.type == "error":
            said.append(message.text)

    def thrown(error: Error) -> None:
        said.append(str(error))

    page.on("console", console)
    page.on("pageerror", thrown)
    try:
        yield said
    finally:
        page.remove_listener("console", console)
        page.remove_listener("pageerror", thrown)


def look(house: House, place: Place) -> None:
    chinese = house.page(place.who, CHINESE)
    with opened(chinese, house, place):
        skeleton = chinese.evaluate(SKELETON)
        # A page without any style has the browser's colours, whose dark ground axe takes for white.
        colours = place.status < 500
        assert barriers(chinese, colours=colours) == []
        fits(chinese)
        resize(chinese, DESK)
        chinese.emulate_media(color_scheme="dark")
        assert barriers(chinese, colours=colours) == [], "on a dark desk"
    english = house.page(place.who, ENGLISH)
    with opened(english, house, place):
        if english.evaluate(SKELETON) != skeleton:
            assert barriers(english, colours=False) == [], "in English"
        fits(english)
    if place.status < 500 and place.name not in ("tournaments:home", "tournaments:screen", "tournaments:reveal"):
        assert english.locator(WAY_BACK).count() == 1


@contextmanager
def opened(page: Page, house: House, place: Place) -> Iterator[None]:
    """The place on a light phone; its page complains about nothing meanwhile."""
    with listening(page) as said:
        resize(page, PHONE)
        page.emulate_media(color_scheme="light")
        answer = page.goto(house.address + place.path(house.hall))
        assert answer is not None
        assert answer.status == place.status
        yield
    assert [words for words in said if f"status of {place.status}" not in words] == []


def fits(page: Page) -> None:
    """No size of window makes it scroll sideways, nor does the largest text on a phone."""
    assert page.evaluate(LARGEST_TEXT) <= PHONE[0]
    for size in (PHONE, *OTHERS):
        resize(page, size)
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0], size


def test_no_page_is_left_out() -> None:
    """An address that comes to the app has to come to this list, or to those that are no pages."""
    looked_at = {place.name for place in PLACES}
    for app, others in NO_PAGES.items():
        (found,) = (each for each in flat(get_resolver().url_patterns) if each[0] == app)
        assert {f"{app}:{name}" for name in found[1] - others} <= looked_at
        assert others <= found[1]


def flat(patterns: list[URLPattern | URLResolver]) -> list[tuple[str, set[str]]]:
    """(namespace, names of its addresses)."""
    return [
        (each.namespace, names_under(each))
        for each in patterns
        if isinstance(each, URLResolver) and each.namespace in NO_PAGES
    ]


def names_under(resolver: URLResolver) -> set[str]:
    names: set[str] = set()
    for each in resolver.url_patterns:
        names |= names_under(each) if isinstance(each, URLResolver) else {str(each.name)}
    return names
