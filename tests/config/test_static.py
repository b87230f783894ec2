"""What a page asks the server for beside itself: one style and two scripts, kept by the browser for good."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.files.storage import storages
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from rjsmin import jsmin
from whitenoise.middleware import WhiteNoiseMiddleware

from config import bundles
from tests.markup import markup
from tests.tournaments.factories import make_event, make_game, make_user

STATIC = settings.BASE_DIR / "static"
OF_SOME_PAGES = (
    {"calculator", "learn", "rules", "card-pdf", "screen", "story", "event-home"},
    {"learn", "story", "standings", "course-lines", "event-home", "screen", "reveal", "passkey"},
)

ASKED_FOR = [("/static/paiju.css", ""), ("", "/static/paiju.js"), ("", "/static/table.js")]


def asked_for(page: str) -> list[str]:
    """Addresses of styles and scripts in a page."""
    return re.findall(r'<link rel="stylesheet" href="([^"]+)"|<script src="([^"]+)"', page)


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/", "/sign-in/", "/e/"])
def test_a_page_asks_for_one_style_and_two_scripts(client: Client, address: str) -> None:
    assert asked_for(markup(client.get(address))) == ASKED_FOR


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["table", "win", "hands", "card"])
def test_so_do_the_pages_of_a_table(client: Client, name: str) -> None:
    referee = make_user()
    client.force_login(referee)
    page = client.get(reverse(f"tournaments:{name}", args=[make_game(referee=referee).pk]))
    assert asked_for(markup(page)) == ASKED_FOR


@pytest.mark.django_db
def test_a_page_with_a_style_of_its_own_asks_for_that_too(client: Client) -> None:
    files = [style or script for style, script in asked_for(markup(client.get("/rules/")))]
    assert files == ["/static/paiju.css", "/static/css/rules.css", "/static/paiju.js", "/static/table.js"]


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["event", "standings", "screen", "seats"])
def test_what_records_hands_is_not_sent_with_the_public_pages_of_an_event(client: Client, name: str) -> None:
    page = markup(client.get(reverse(f"tournaments:{name}", args=[make_event().slug])))
    assert "/static/paiju.js" in page
    assert "/static/table.js" not in page


def test_every_source_is_in_a_bundle_or_belongs_to_some_pages() -> None:
    styles, scripts = OF_SOME_PAGES
    assert {path.stem for path in (STATIC / "css").glob("*.css")} == {*bundles.STYLES, *styles}
    known = {"theme", *bundles.SCRIPTS, *bundles.TABLE_SCRIPTS, *scripts}
    assert {path.stem for path in (STATIC / "js").glob("*.js")} == known


@pytest.mark.parametrize(
    ("bundle", "names"), [("paiju.js", bundles.SCRIPTS), ("table.js", bundles.TABLE_SCRIPTS)], ids=["paiju", "table"]
)
def test_a_script_keeps_each_source_whole_and_to_itself(bundle: str, names: tuple[str, ...]) -> None:
    joined = Path(str(finders.find(bundle))).read_text()
    for name in names:
        source = (STATIC / "js" / f"{name}.js").read_text().strip()
        assert jsmin(f"(function () {{\n{source}\n}})();") in joined, name
        assert re.match(r'(/\*.*?\*/\s*)?"use strict";', source, re.DOTALL), f"{name} is strict"


def test_the_colours_come_before_everything_else() -> None:
    joined = Path(str(finders.find("paiju.js"))).read_text()
    assert joined.index("theme:") < joined.index("htmx") < joined.index("window.paiju")


def test_a_changed_source_is_seen_at_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    finder = bundles.BundleFinder()
    monkeypatch.setattr(finder.storage, "location", str(tmp_path), raising=False)
    monkeypatch.setattr(finder.storage, "path", lambda name: str(tmp_path / name))
    words = ["a { color: red }"]
    monkeypatch.setitem(bundles.BUNDLES, "paiju.css", lambda: words[-1])
    assert Path(finder.find("paiju.css")).read_text() == words[-1]
    words.append("a { color: blue }")
    assert Path(finder.find("paiju.css")).read_text() == words[-1]
    assert [path.name for path in tmp_path.iterdir()] == ["paiju.css"]


def test_what_is_collected_has_its_hash_in_its_name_and_is_kept_for_good(settings, tmp_path: Path) -> None:
    settings.STATIC_ROOT = tmp_path
    settings.STORAGES = settings.STORAGES | {"staticfiles": {"BACKEND": "config.bundles.StaticStorage"}}
    others = [
        word for app in ("drf_spectacular_sidecar", "rest_framework", "django_htmx") for word in ("--ignore", app)
    ]
    call_command("collectstatic", interactive=False, verbosity=0, ignore_patterns=list(others))
    served = WhiteNoiseMiddleware(lambda request: None, settings)
    for name in bundles.BUNDLES:
        url = storages["staticfiles"].url(name)
        assert re.fullmatch(r"/static/(paiju|table)\.[0-9a-f]{12}\.(css|js)", url)
        headers = served.files[url].get_response("GET", {"HTTP_ACCEPT_ENCODING": "br"}).headers
        assert ("Cache-Control", "max-age=315360000, public, immutable") in headers
        assert ("Content-Encoding", "br") in headers
