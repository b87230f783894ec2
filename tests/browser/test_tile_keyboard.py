"""擺牌: the tile keyboard as people use it, on a phone of 360 × 740."""

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

pytestmark = pytest.mark.urls("tests.browser.design_pages")


@pytest.fixture
def keyboard(page: Page) -> Page:
    page.goto("/look/keyboard/")
    return page


def key(page: Page, code: str) -> Locator:
    return page.locator(f'.tile-key[data-tile="{code}"]')


def lay(page: Page, *codes: str) -> None:
    """Tap keys: codes one by one, or a run such as "123m"."""
    for code in (rank + run[-1] for run in codes for rank in run[:-1]):
        key(page, code).click()


def refused(page: Page, code: str) -> str:
    """Tap a key that says it is not to be had; Playwright alone would wait for it. What the keyboard says then."""
    key(page, code).click(force=True)
    return state(page)


def mode(page: Page, name: str) -> None:
    page.locator(f'[data-mode="{name}"]').click()


def fields(page: Page) -> dict[str, str]:
    names = ("concealed", "winning", "melds", "flowers")
    return {name: page.locator(f"[name=hand_{name}]").input_value() for name in names}


def state(page: Page) -> str:
    return page.locator("[data-tile-state]").inner_text()


def test_the_keyboard_lays_a_hand_with_one_tap_a_tile_and_sets_the_last_one_apart(keyboard: Page) -> None:
    lay(keyboard, "12356m", "789234p", "56788s")
    assert state(keyboard) == "差 1 隻"
    lay(keyboard, "4m")
    assert fields(keyboard) == {"concealed": "12356m234789p56788s", "winning": "4m", "melds": "[]", "flowers": ""}
    assert state(keyboard) == "已擺好，食糊牌：四萬"
    expect(keyboard.locator(".laid-winning")).to_have_count(1)
    assert refused(keyboard, "9p") == "已經夠 17 隻，先拿走一隻"
    assert keyboard.locator(".tile-laid button").count() == 17
    mode(keyboard, "winning")
    keyboard.get_by_role("button", name="拿走 三筒").click()
    assert (fields(keyboard)["concealed"], fields(keyboard)["winning"]) == ("123456m24789p56788s", "3p")
    keyboard.set_viewport_size({"width": 320, "height": 640})
    assert keyboard.evaluate("document.documentElement.scrollWidth") <= 320


def test_the_keyboard_lays_melds_by_their_kind_and_lowest_tile_and_takes_them_back(keyboard: Page) -> None:
    for kind, code in (("chow", "3s"), ("pung", "7z"), ("kong", "9p"), ("concealed_kong", "1z")):
        mode(keyboard, kind)
        lay(keyboard, code)
    lay(keyboard, "5m")
    assert json.loads(fields(keyboard)["melds"]) == [
        {"kind": "chow", "tiles": "345s"},
        {"kind": "pung", "tiles": "777z"},
        {"kind": "kong", "tiles": "9999p"},
        {"kind": "concealed_kong", "tiles": "1111z"},
    ]
    assert fields(keyboard)["concealed"] == "5m"
    assert state(keyboard) == "差 4 隻"
    keyboard.get_by_role("button", name="拿走 碰 中 中 中").click()
    assert [meld["kind"] for meld in json.loads(fields(keyboard)["melds"])] == ["chow", "kong", "concealed_kong"]


def test_the_keyboard_refuses_what_no_hand_can_have(keyboard: Page) -> None:
    mode(keyboard, "chow")
    for code in ("8m", "1z"):
        assert "上牌由最小的一隻開始" in refused(keyboard, code)
    expect(keyboard.locator(".tile-laid button")).to_have_count(0)
    mode(keyboard, "hand")
    lay(keyboard, "4s", "4s", "4s", "4s")
    expect(key(keyboard, "4s")).to_have_attribute("aria-disabled", "true")
    expect(key(keyboard, "4s")).to_have_attribute("aria-label", "四索，剩 0 隻")
    assert refused(keyboard, "4s") == "四索 不夠牌，每種只有四隻"
    mode(keyboard, "chow")
    expect(key(keyboard, "3s")).to_have_attribute("aria-disabled", "true")
    expect(key(keyboard, "5s")).to_have_attribute("aria-disabled", "false")
    refused(keyboard, "3s")
    assert (fields(keyboard)["concealed"], fields(keyboard)["melds"]) == ("4444s", "[]")


def test_the_keyboard_takes_tiles_steps_back_and_keeps_flowers_behind_their_tab_one_of_each(keyboard: Page) -> None:
    lay(keyboard, "1p", "2p")
    keyboard.get_by_role("button", name="拿走 一筒").click()
    assert fields(keyboard)["concealed"] == "2p"
    expect(key(keyboard, "1p")).to_have_attribute("aria-label", "一筒，剩 4 隻")
    mode(keyboard, "pung")
    lay(keyboard, "7z")
    undo = keyboard.get_by_role("button", name="退一步")
    undo.click()
    assert (fields(keyboard)["concealed"], fields(keyboard)["melds"]) == ("2p", "[]")
    undo.click()
    assert fields(keyboard)["concealed"] == ""
    expect(key(keyboard, "1f")).to_be_hidden()
    keyboard.get_by_role("button", name="花", exact=True).click()
    lay(keyboard, "1f", "6f")
    assert refused(keyboard, "1f") == "春 已經放了"
    assert fields(keyboard)["flowers"] == "16f"


def test_the_keyboard_reads_a_whole_typed_hand_and_keeps_it_when_a_later_one_is_wrong(keyboard: Page) -> None:
    keyboard.get_by_text("打字輸入").click()
    typed = keyboard.get_by_label("整手牌")
    typed.fill("123m56m (777z) [1111p] 15f 88s +4m")
    typed.press("Enter")
    assert fields(keyboard)["winning"] == "4m"
    assert [meld["kind"] for meld in json.loads(fields(keyboard)["melds"])] == ["pung", "concealed_kong"]
    assert fields(keyboard)["flowers"] == "15f"
    for text in ("12x", "(124m)", "11111z", "9z", "0m"):
        typed.fill(text)
        typed.press("Enter")
        expect(typed).to_have_attribute("aria-invalid", "true")
        assert fields(keyboard)["concealed"] == "12356m88s"


def test_the_keyboard_asks_the_server_for_the_count_and_loses_nothing_by_a_reload(keyboard: Page) -> None:
    lay(keyboard, "1m", "2m")
    expect(keyboard.locator("#hand-count")).to_have_text("12m||[]||")
    keyboard.get_by_label("叮").check()
    expect(keyboard.locator("#hand-count")).to_have_text("12m||[]||declared_ready")
    mode(keyboard, "pung")
    lay(keyboard, "9s")
    keyboard.reload()
    assert fields(keyboard)["concealed"] == "12m"
    expect(keyboard.locator(".tile-laid button")).to_have_count(3)


def test_the_keyboard_can_be_used_by_keys_and_by_thumbs(keyboard: Page) -> None:
    boxes = [one.bounding_box() for one in keyboard.locator("[data-tile-panel=tiles] .tile-key").all()]
    assert len(boxes) == 34
    assert min(box["width"] for box in boxes if box) >= 44
    assert min(box["height"] for box in boxes if box) >= 44
    assert max(box["y"] + box["height"] for box in boxes if box) <= 740
    key(keyboard, "1m").focus()
    for name in ("ArrowRight", "Enter", "ArrowDown", "Enter"):
        keyboard.keyboard.press(name)
    assert fields(keyboard)["concealed"] == "27m"


def test_the_keyboard_is_a_form_in_notation_without_scripts(new_context: Callable) -> None:
    page = new_context(java_script_enabled=False).new_page()
    page.goto("/look/keyboard/")
    expect(page.locator(".tile-keyboard-body")).to_be_hidden()
    page.get_by_label("手牌（不連食糊牌）").fill("123m")
    page.get_by_role("button", name="預覽").click()
    expect(page.locator("body")).to_have_text("123m||||")
