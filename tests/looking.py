"""What tests that look at a page share: when it has arrived, and what is wrong with it."""

from pathlib import Path
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Error, Locator, Page

from tests.lacking import FULL

AXE = Axe().axe_script
BARRIERS = Path(__file__).with_name("looking.js").read_text(encoding="utf-8")

_passed: set[str] = set()
"""The styles whose contrast has been found good, as looking.js names them."""


def set_cookie(page: Page, name: str, value: str) -> None:
    page.context.add_cookies([{"name": name, "value": value, "domain": "localhost", "path": "/"}])


def arrived(page: Page) -> None:
    """Wait until the page is there with its scripts. Its words are seen before: a tap then is one without scripts."""
    page.wait_for_load_state()


def evaluate(page: Page, script: str) -> Any:
    """Evaluate a script in the page, or in the next one if the page is just going."""
    arrived(page)
    try:
        return page.evaluate(script)
    except Error as error:
        if "navigation" not in str(error):
            raise
        arrived(page)
        return page.evaluate(script)


def until(page: Page, script: str) -> None:
    """Wait for what no locator shows. Playwright's `wait_for_function` evaluates text in the page, which the security
    policy forbids unless it is true at once."""
    for _moment in range(600):
        if page.evaluate(script):
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"it has not come: {script}")


def ask_again(page: Page) -> None:
    """Whether something is new: poll.js asks at once when the network comes back, so that no test waits."""
    evaluate(page, "window.dispatchEvent(new Event('online'))")


def go(page: Page, address: str) -> None:
    """Go there. A form that is still on its way may take the page elsewhere first."""
    try:
        page.goto(address)
    except Error as error:
        if "ERR_ABORTED" not in str(error) and "interrupted" not in str(error):
            raise
        arrived(page)
        page.goto(address)


def tap(place: Locator) -> None:
    """Touch it once it is there, with the scripts of the page on which it is."""
    place.wait_for()
    arrived(place.page)
    for _moment in range(20):  # what has just moved hears no finger
        if not place.evaluate("(one) => window.paiju?.steady?.deaf && one.closest('[data-deaf]')"):
            break
        place.page.wait_for_timeout(50)
    place.click()


def barriers(page: Page, *, colours: bool = True, structure: bool = True) -> list[tuple[str, list[str]]]:
    """Return the violations that axe finds: (rule, elements). Without `structure` only those of looks."""
    try:
        return _barriers(page, colours, structure)
    except Error as error:
        if "navigation" not in str(error):
            raise
        return _barriers(page, colours, structure)  # a page was on its way: it is the one to look at


def _barriers(page: Page, colours: bool, structure: bool) -> list[tuple[str, list[str]]]:
    arrived(page)
    # Half a megabyte of script: once a document, which is looked at in several sizes and colours.
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    asked = {"structure": structure, "colours": colours, "everything": FULL, "passed": list(_passed)}
    found, passed = page.evaluate(BARRIERS, asked)
    _passed.update(passed)
    return [(rule, elements) for rule, elements in found]


def faults(page: Page) -> list[object]:
    """What axe objects to, and whether the page is wider than its window."""
    found: list[object] = [*barriers(page)]
    wide = evaluate(page, "document.documentElement.scrollWidth > document.documentElement.clientWidth")
    return [*found, "scrolls sideways"] if wide else found
