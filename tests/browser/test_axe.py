"""Every page of the app, in both languages, light and dark, on phone and desk: no barrier. And no sideways scrolling
there, on a small phone, a tablet and a large window.

Axe reads the Chinese page on a light phone and a dark desk, and the English page only where that has other elements
than the Chinese one. Whether it fits is measured in both.
"""

import csv
import errno
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import Mock
from urllib.parse import urlencode

import pytest
from django.core.management import call_command
from django.db import connection
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Browser, Page, ViewportSize
from pytest_django.live_server_helper import LiveServer

from accounts import services
from accounts.models import User
from tests.browser.hall import Site, make_site
from tests.browser.phones import SAY_VIOLATIONS
from tests.looking import barriers
from tests.security.addresses import ADDRESSES
from tournaments.core.services import link_token
from tournaments.models.triggers import disabled
from tournaments.tables.forms import preview_mark
from tournaments.tables.game_log.read import rules_mark

PHONE, DESK = (360, 740), (1280, 800)
# And a small phone, a tablet held upright, a large window: looked at for what does not fit.
SIZES = (320, 640), PHONE, (768, 1024), DESK, (1920, 1080)
CHINESE, ENGLISH = "zh-hant", "en"
# How wide the page is, and on a phone with text of 150 %, which is chosen in the menu.
WIDTH = """(larger) => {
  const root = document.documentElement;
  const wide = root.scrollWidth;
  if (!larger) return wide;
  root.dataset.text = "larger";
  const widest = Math.max(wide, root.scrollWidth);
  delete root.dataset.text;
  return widest;
}"""
# What axe reads of a page besides its words and colours: the elements, their attributes, and which of them have words.
SKELETON = """() => [...document.body.querySelectorAll("*")].map((element) => [
  element.tagName,
  Boolean(element.textContent.trim()),
  ...[...element.attributes].map(({ name, value }) => name + Boolean(value.trim())),
].join()).join(" ")"""
# Which of the elements are seen: another size or scheme may show others.
SEEN = """() => [...document.querySelectorAll("*")]
  .map((element) => Number(element.checkVisibility({ visibilityProperty: true }))).join("")"""
# The first link of the header leads back, or home where there is nothing before.
WAY_BACK = ".app-header a.back-link, .app-header a.brand"


@dataclass(frozen=True)
class Place:
    """One page as one person sees it. `of`: what its address names, in the words of pages.csv."""

    name: str
    who: str
    of: str = ""
    query: str = ""
    status: int = 200

    def __str__(self) -> str:
        return "-".join(filter(None, (self.name, self.who, self.of, self.query.strip("?")))).replace(" ", "_")

    def path(self, hall: Site) -> str:
        query = self.query
        if query in PREVIEWS:  # of these fields, where no confirmation is due
            game = hall.games["ruled"]
            mark = preview_mark(rules_mark(game.event), timezone.now(), game.pk)
            query = "?" + urlencode(PREVIEWS[query] | {"counted": mark, "seen": game.book_version})
        return reverse(self.name, args=[named(word, hall) for word in self.of.split()]) + query


PREVIEWS = {
    "preview:draw": {"kind": "draw"},
    "preview:win": {"kind": "win", "winner-0": "1", "source": "2", "mode-0": "typed", "typed-0": "15"},
}


def named(word: str, hall: Site) -> object:
    """What a word of an address stands for in this hall; any other is itself."""
    kind, _dot, state = word.partition(".")
    found: dict[str, Callable[[], object]] = {
        "event": lambda: hall.event.slug,
        "game": lambda: hall.games[state].pk,
        "last": lambda: hall.games[state].hands.order_by("-number")[0].number,
        "case": lambda: hall.cases[state],
        "ruling": lambda: hall.rulings[state],
        "card": lambda: hall.card.code,
        "reopened": lambda: hall.reopened.code,
        "slip": lambda: hall.slip,
        "entry": lambda: hall.entry,
        "link": lambda: link_token(hall.player),
        "webhook": lambda: hall.event.webhooks.get().pk,
        "somebody": lambda: User.objects.exclude(is_staff=True).earliest("pk").pk,
        "today": lambda: timezone.localdate().isoformat(),
    }
    return found[kind]() if kind in found else word


with Path(__file__).with_name("pages.csv").open(encoding="utf-8") as table:
    PLACES = [
        Place(row["page"] if ":" in row["page"] else f"tournaments:{row['page']}", who, row["of"], row["query"],
              int(row["status"] or 200))
        for row in csv.DictReader(table)
        for who in row["people"].split("|")
    ]  # fmt: skip
# What `services.has_administrator` answers, where the page of the first account asks it.
TROUBLES: list[tuple[Place, dict[str, object]]] = [
    (Place("accounts:first_account", "anybody"), {"return_value": False}),
    (Place("accounts:first_account", "anybody", status=500), {"side_effect": RuntimeError("a fault")}),
    (Place("accounts:first_account", "anybody", status=503), {"side_effect": OSError(errno.ENOSPC, "no space left")}),
]

# What can be read and is no page: fragments, files, data; and the first account, which is closed in this hall.
NO_PAGES = (
    "live_",
    "home_own",
    "home_names",
    "hands_beside",
    "courses",
    "place",
    "recorded",
    "export",
    "card_pdf",
    "cards_pdf",
    "round_cards_pdf",
    "event_zip",
)
NO_PAGES += ("my_data", "player_data", "outbox_state", "worker", "article_photo", "first_account")
NO_PAGES_END = ("_rows", "_csv", "_document")


@dataclass
class House:
    """The hall with a server in front of it and a browser for everybody."""

    hall: Site
    address: str
    browser: Browser
    pages: dict[tuple[str, str], Page]
    said: list[str]
    """What pages have complained about."""

    def page(self, who: str, language: str) -> Page:
        """The page in somebody's browser: a new one each time takes a process each time."""
        if (who, language) in self.pages:
            return self.pages[who, language]
        context = self.browser.new_context(locale="zh-HK", timezone_id="Asia/Hong_Kong", reduced_motion="reduce")
        context.add_init_script(SAY_VIOLATIONS)
        cookies = {"paiju_language": language}
        if who in self.hall.cookies:
            cookies["sessionid"] = self.hall.cookies[who]
        context.add_cookies([{"name": name, "value": value, "url": self.address} for name, value in cookies.items()])
        page = self.pages[who, language] = context.new_page()
        page.on("console", lambda message: self.said.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: self.said.append(str(error)))
        return page


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
    house = House(make_site(), server.url, browser, {}, [])
    yield house
    for page in house.pages.values():
        page.context.close()
    server.stop()


def resize(page: Page, size: tuple[int, int]) -> None:
    wanted: ViewportSize = {"width": size[0], "height": size[1]}
    if page.viewport_size != wanted:
        page.set_viewport_size(wanted)


@pytest.mark.parametrize("place", PLACES, ids=str)
def test_every_page(house: House, place: Place) -> None:
    look(house, place)


def test_pages_of_trouble(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """403 and 404 are places like others; these are seen once in the life of a site, or never."""
    for place, answer in TROUBLES:
        monkeypatch.setattr(services, "has_administrator", Mock(**answer))
        look(house, place)


def look(house: House, place: Place) -> None:
    house.said.clear()
    chinese = opened(house, place, CHINESE)
    skeleton, seen = chinese.evaluate(SKELETON), chinese.evaluate(SEEN)
    # A page without any style has the browser's colours, whose dark ground axe takes for white.
    colours = place.status < 500
    assert barriers(chinese, colours=colours) == []
    resize(chinese, DESK)
    chinese.emulate_media(color_scheme="dark")
    others = chinese.evaluate(SEEN) != seen
    assert barriers(chinese, colours=colours, structure=others) == [], "on a dark desk"
    fits(chinese)
    english = opened(house, place, ENGLISH)
    if english.evaluate(SKELETON) != skeleton:
        assert barriers(english, colours=False) == [], "in English"
    fits(english)
    assert [words for words in house.said if f"status of {place.status}" not in words] == []
    if place.status < 500 and place.name not in ("tournaments:home", "tournaments:screen", "tournaments:reveal"):
        assert english.locator(WAY_BACK).count() == 1


def opened(house: House, place: Place, language: str) -> Page:
    """The place on a light phone."""
    page = house.page(place.who, language)
    resize(page, PHONE)
    page.emulate_media(color_scheme="light")
    answer = page.goto(house.address + place.path(house.hall))
    assert answer is not None
    assert answer.status == place.status
    return page


def fits(page: Page) -> None:
    """With everything unfolded: no size of window makes it scroll sideways, nor does the largest text on a phone."""
    page.evaluate("document.querySelectorAll('details:not([data-menu])').forEach((one) => { one.open = true; })")
    for size in SIZES if page.viewport_size["width"] < DESK[0] else reversed(SIZES):
        resize(page, size)
        assert page.evaluate(WIDTH, size == PHONE) <= size[0], size


def test_no_page_is_left_out() -> None:
    """An address that comes to the app has to come to this list, or to what is no page."""
    pages = {
        name
        for name, address in ADDRESSES.items()
        if address.get and (short := name.partition(":")[2]) and not name.startswith(("api", "penalties_api"))
        if not short.startswith(NO_PAGES) and not short.endswith(NO_PAGES_END)
    }
    assert pages == {place.name for place in PLACES}
