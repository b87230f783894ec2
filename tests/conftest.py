"""What all tests share: the browser, and which tests a machine cannot run."""

import gc
import os
import random
import shutil
from collections.abc import Generator
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.conf import settings as django_settings
from django.db import connection
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.test import Client, SimpleTestCase, TransactionTestCase
from django.test import client as test_client
from django.utils import timezone
from hypothesis import HealthCheck, settings
from playwright.sync_api import expect

from tests.databases import empty, migrated_once
from tests.lacking import CI, FULL, lacking

pytest_plugins = ["tests.cover"]
# Time says nothing on a busy machine; in CI the examples are the same every time.
settings.register_profile(
    "here", max_examples=100 if FULL else 20, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("ci", settings.get_profile("here"), derandomize=True, print_blob=True)

IN_THE_BROWSER = str(Path(__file__).parent / "browser")
"""Where `make test` looks for tests that need a browser."""
WITH_DATABASE = {
    "accounts", "audit", "core", "hall", "organising", "penalties", "players", "rounds", "scorecards", "standings",
    "tables", "webhooks",
}  # fmt: skip
"""The folders whose tests have the database without a mark."""
LONGEST = {"test_masters", "test_evening", "test_whole_game"}
CHROMIUM_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")

settings.load_profile("ci" if CI else "here")
# Nine thousand tests are found before the first one runs, and none of them is rubbish: nothing is looked through for it
# meanwhile, and they are left aside after that.
gc.disable()
# As long as Playwright waits for a tap. Its five seconds for a word say more of a busy machine than of the page.
expect.set_options(timeout=30_000)


def chromium() -> str | None:
    """Return the path of this machine's Chromium, if it has one. None is ever downloaded."""
    return next(filter(None, map(shutil.which, CHROMIUM_NAMES)), None)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--shuffle", metavar="SEED", help="run the tests in another order")


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> Generator[None]:
    """Mark browser tests before `-m` chooses, and put them last: once one has run, its process holds an event loop
    that Django warns about. What reads no database runs with the default one alone."""
    for item in items:
        if {"page", "browser"} & _fixtures(item):
            item.add_marker("browser")
            if not str(item.path).startswith(IN_THE_BROWSER):
                raise pytest.UsageError(f"{item.nodeid}: tests in the browser live in {IN_THE_BROWSER}")
        if item.path.parent.name in WITH_DATABASE and item.get_closest_marker("django_db") is None:
            item.add_marker("django_db")
        if not _reads_database(item):
            item.add_marker("sqlite")
    yield
    if config.getoption("shuffle"):
        random.Random(config.getoption("shuffle")).shuffle(items)
    items.sort(key=_place)


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.enable()


def _place(item: pytest.Item) -> int:
    """The longest first, and the many short looks at a page last: no process is left with a long one at the end."""
    longest = item.path.stem in LONGEST
    if item.get_closest_marker("browser") is None:
        return 0 if longest else 1
    if item.path.stem == "test_axe":
        return 4
    return 2 if longest else 3


def _fixtures(item: pytest.Item) -> set[str]:
    return set(getattr(item, "fixturenames", ()))


def _reads_database(item: pytest.Item) -> bool:
    marked = any(item.get_closest_marker(name) for name in ("django_db", "postgres"))
    of_django = isinstance(item, pytest.Function) and item.cls is not None and issubclass(item.cls, SimpleTestCase)
    return marked or of_django or bool({"db", "transactional_db", "live_server"} & _fixtures(item))


def pytest_runtest_setup(item: pytest.Item) -> None:
    if item.get_closest_marker("browser") and chromium() is None:
        lacking("no Chromium on the PATH (apt-get install chromium fonts-noto-cjk)")
    if item.get_closest_marker("browser"):
        # Django's synchronous code runs beside Playwright's event loop. Here and not in a fixture: the fixtures of
        # the session (browser, database) come before any other. Not taken back: browser tests are the last ones.
        os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    if item.get_closest_marker("sqlite") and connection.vendor != "sqlite":
        pytest.skip("for SQLite only")
    if item.get_closest_marker("postgres") and connection.vendor != "postgresql":
        pytest.skip("needs PostgreSQL: scripts/with-pg.sh .venv/bin/python -m pytest -m postgres")


@pytest.fixture(scope="session", autouse=True)
def tables_are_only_emptied() -> Generator[None]:
    """After a test whose writes were committed."""
    flush = TransactionTestCase._fixture_teardown
    TransactionTestCase._fixture_teardown = lambda case: empty()  # type: ignore[method-assign]
    yield
    TransactionTestCase._fixture_teardown = flush  # type: ignore[method-assign]


@pytest.fixture(scope="session", autouse=True)
def contexts_of_whole_pages() -> Generator[None]:
    """`answer.context` without those of included templates: to copy them took a twentieth of all requests."""
    plain = test_client.store_rendered_templates

    def store(stored: Any, signal: Any, sender: Any, template: Any, context: Any, **more: Any) -> None:
        if context.template is template:
            plain(stored, signal, sender, template, context, **more)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(test_client, "store_rendered_templates", store)
        yield


@pytest.fixture(autouse=True)
def cache_is_empty() -> None:
    """What one test has tried or read leaves nothing for the next."""
    from tests.one_cache import forget  # once Django is set up

    forget()


@pytest.fixture(scope="session", autouse=True)
def nothing_is_left_behind() -> Generator[None]:
    """The data folder of this process goes with it."""
    yield
    shutil.rmtree(django_settings.DATA_DIR, ignore_errors=True)


@pytest.fixture(scope="session")
def migrating(django_db_modify_db_settings: None) -> Generator[tuple[ExitStack, bool]]:
    """SQLite: until the database is set up, and whether it began as a copy of one that is migrated."""
    with ExitStack() as until_done:
        if connection.vendor != "sqlite":
            yield until_done, False
            return
        file = connection.settings_dict["TEST"]["NAME"]
        known = until_done.enter_context(migrated_once(Path(file)))
        yield until_done, known
    for suffix in ("", "-wal", "-shm"):
        Path(f"{file}{suffix}").unlink(missing_ok=True)


@pytest.fixture(scope="session")
def django_db_keepdb(django_db_keepdb: bool, migrating: tuple[ExitStack, bool]) -> bool:
    return django_db_keepdb or migrating[1]


@pytest.fixture(scope="session")
def django_db_setup(migrating: tuple[ExitStack, bool], django_db_setup: None) -> None:
    migrating[0].close()


@pytest.fixture(scope="session")
def static_files_are_kept() -> Generator[None]:
    """By the browser, as in production, and joined once: to revalidate three bundles took half of a page's time."""
    from django.contrib.staticfiles.finders import get_finder  # once Django is set up
    from django.contrib.staticfiles.handlers import StaticFilesHandler

    def serve(handler: StaticFilesHandler, request: HttpRequest) -> HttpResponseBase:
        answer = plain(handler, request)
        answer.headers["Cache-Control"] = "max-age=86400"
        return answer

    plain, bundles = StaticFilesHandler.serve, get_finder("config.bundles.BundleFinder")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(StaticFilesHandler, "serve", serve)
        patch.setattr(bundles, "_joined", cache(bundles._joined))
        yield


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any], static_files_are_kept: None) -> dict[str, Any]:
    """Playwright's launch arguments with the machine's own Chromium."""
    return {**browser_type_launch_args, "executable_path": chromium(), "args": ["--disable-gpu"]}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    """A phone of 360 × 740 in Hong Kong; a test that wants a desk calls `page.set_viewport_size`."""
    return {
        **browser_context_args,
        "viewport": {"width": 360, "height": 740},
        "has_touch": True,
        "locale": "zh-HK",
        "timezone_id": "Asia/Hong_Kong",
        "reduced_motion": "reduce",
        # As on the hall's plain http; a test of the worker allows it.
        "service_workers": "block",
    }


@pytest.fixture
def hall(db: None) -> Any:
    """A game with its referee, players' phones and strangers."""
    from tests.tournaments.book_pages import make_hall

    return make_hall()


@pytest.fixture
def table(db: None) -> Any:
    """A game and its referee, without pages."""
    from tests.tournaments.recorder import make_table

    return make_table()


@pytest.fixture
def referee(db: None) -> Any:
    from tests.tournaments.factories import make_user

    return make_user()


@pytest.fixture
def boss(db: None, client: Client) -> Any:
    """An organiser who is signed in."""
    from tests.tournaments.factories import belong, make_user

    user = belong(make_user("boss"), creates=True)
    client.force_login(user)
    return user


@pytest.fixture
def event(boss: Any) -> Any:
    """The organiser's, still empty."""
    from tests.tournaments.factories import add_member, make_event

    event = make_event()
    add_member(event, boss, "organiser")
    return event


@pytest.fixture
def actor(referee: Any) -> Any:
    """The referee as an act names them."""
    from tournaments.tables.game_log.read import Actor

    return Actor(referee.pk)


@pytest.fixture
def audited(db: None) -> Generator[None]:
    """Whatever the test has done, books and history agree with the tables."""
    from tournaments.audit.checks import audit

    yield
    assert [str(difference) for difference in audit()] == []


@pytest.fixture
def short_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draws look for better seats no longer than it takes to find some that may be."""
    from tournaments.rounds.seating import draw, event_draw

    for searching in (draw, event_draw):
        monkeypatch.setattr(searching, "STEPS", 20_000)


@pytest.fixture
def frozen_clock() -> Generator[None]:
    """The time of this moment until the test ends, for marks of pages that say how long ago something was. Named after
    what a test begins with, which happens before."""
    with time_machine.travel(timezone.now(), tick=False):
        yield
