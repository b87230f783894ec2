"""擺牌: the tile keyboard as people use it, on a phone of 360 × 740."""

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

pytestmark = [pytest.mark.urls("tests.browser.design_pages"), pytest.mark.django_db]


@pytest.fixture
def keyboard(page: Page, live_server) -> Page:
    page.goto(f"{live_server.url}/look/keyboard/")
    return page


def lay(page: Page, *codes: str) -> None:
    """Tap keys: codes one by one, or a run such as "123m"."""
    for code in (rank + run[-1] for run in codes for rank in run[:-1]):
        page.locator(f'.tile-key[data-tile="{code}"]').click()


def tap_refused(page: Page, code: str) -> None:
    """Tap a key that says it is not to be had; Playwright alone would wait for it."""
    page.locator(f'.tile-key[data-tile="{code}"]').click(force=True)


def mode(page: Page, name: str) -> None:
    page.locator(f'[data-mode="{name}"]').click()


def fields(page: Page) -> dict[str, str]:
    names = ("concealed", "winning", "melds", "flowers")
    return {name: page.locator(f"[name=hand_{name}]").input_value() for name in names}


def state(page: Page) -> str:
    return page.locator("[data-tile-state]").inner_text()


def test_it_lays_a_hand_with_one_tap_a_tile_and_sets_the_last_one_apart(keyboard: Page) -> None:
    lay(keyboard, "12356m", "789234p", "56788s")
    assert state(keyboard) == "差 1 隻"
    lay(keyboard, "4m")
    assert fields(keyboard) == {"concealed": "12356m234789p56788s", "winning": "4m", "melds": "[]", "flowers": ""}
    assert state(keyboard) == "已擺好，食糊牌：四萬"
    expect(keyboard.locator(".laid-winning")).to_have_count(1)


def test_it_lays_melds_by_their_kind_and_lowest_tile_and_goes_back_to_the_hand(keyboard: Page) -> None:
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


def test_it_refuses_a_fifth_copy_and_says_so(keyboard: Page) -> None:
    lay(keyboard, "5m", "5m", "5m", "5m")
    key = keyboard.locator('.tile-key[data-tile="5m"]')
    expect(key).to_have_attribute("aria-disabled", "true")
    expect(key).to_have_attribute("aria-label", "五萬，剩 0 隻")
    tap_refused(keyboard, "5m")
    assert fields(keyboard)["concealed"] == "5555m"
    assert state(keyboard) == "五萬 不夠牌，每種只有四隻"


def test_it_refuses_a_meld_that_needs_a_tile_that_is_gone(keyboard: Page) -> None:
    lay(keyboard, "4s", "4s", "4s", "4s")
    mode(keyboard, "chow")
    expect(keyboard.locator('.tile-key[data-tile="3s"]')).to_have_attribute("aria-disabled", "true")
    expect(keyboard.locator('.tile-key[data-tile="5s"]')).to_have_attribute("aria-disabled", "false")
    tap_refused(keyboard, "3s")
    assert fields(keyboard)["melds"] == "[]"


@pytest.mark.parametrize("code", ["8m", "1z"])
def test_it_knows_no_chow_that_begins_with(keyboard: Page, code: str) -> None:
    mode(keyboard, "chow")
    tap_refused(keyboard, code)
    expect(keyboard.locator(".tile-laid button")).to_have_count(0)
    assert "上牌由最小的一隻開始" in state(keyboard)


def test_it_refuses_an_eighteenth_tile(keyboard: Page) -> None:
    lay(keyboard, "123456789m", "12345678p")
    tap_refused(keyboard, "9p")
    assert keyboard.locator(".tile-laid button").count() == 17
    assert state(keyboard) == "已經夠 17 隻，先拿走一隻"


def test_it_takes_a_tapped_tile_back_and_gives_its_copy_free(keyboard: Page) -> None:
    lay(keyboard, "1p", "2p")
    keyboard.get_by_role("button", name="拿走 一筒").click()
    assert fields(keyboard)["concealed"] == "2p"
    expect(keyboard.locator('.tile-key[data-tile="1p"]')).to_have_attribute("aria-label", "一筒，剩 4 隻")


def test_it_takes_a_meld_back_as_a_whole(keyboard: Page) -> None:
    mode(keyboard, "pung")
    lay(keyboard, "7z")
    keyboard.get_by_role("button", name="拿走 碰 中 中 中").click()
    assert fields(keyboard)["melds"] == "[]"


def test_it_lets_another_tile_of_the_hand_be_the_winning_one(keyboard: Page) -> None:
    lay(keyboard, "123456789m", "123456p", "77s")
    assert fields(keyboard)["winning"] == "7s"
    mode(keyboard, "winning")
    keyboard.get_by_role("button", name="拿走 五萬").click()
    assert fields(keyboard) | {"melds": ""} == {
        "concealed": "12346789m123456p77s",
        "winning": "5m",
        "melds": "",
        "flowers": "",
    }


def test_it_takes_the_last_step_back(keyboard: Page) -> None:
    lay(keyboard, "1m")
    mode(keyboard, "pung")
    lay(keyboard, "7z")
    undo = keyboard.get_by_role("button", name="退一步")
    undo.click()
    assert fields(keyboard)["melds"] == "[]"
    undo.click()
    assert fields(keyboard)["concealed"] == ""


def test_it_keeps_flowers_behind_their_tab_one_of_each(keyboard: Page) -> None:
    expect(keyboard.locator('.tile-key[data-tile="1f"]')).to_be_hidden()
    keyboard.get_by_role("button", name="花", exact=True).click()
    lay(keyboard, "1f", "6f")
    tap_refused(keyboard, "1f")
    assert fields(keyboard)["flowers"] == "16f"
    assert state(keyboard) == "春 已經放了"


def test_it_reads_a_whole_typed_hand(keyboard: Page) -> None:
    keyboard.get_by_text("打字輸入").click()
    keyboard.get_by_label("整手牌").fill("123m56m (777z) [1111p] 15f 88s +4m")
    keyboard.get_by_label("整手牌").press("Enter")
    assert fields(keyboard)["concealed"] == "12356m88s"
    assert fields(keyboard)["winning"] == "4m"
    assert [meld["kind"] for meld in json.loads(fields(keyboard)["melds"])] == ["pung", "concealed_kong"]
    assert fields(keyboard)["flowers"] == "15f"


@pytest.mark.parametrize("text", ["12x", "(124m)", "11111z", "9z", "0m"])
def test_it_keeps_the_hand_when_what_is_typed_is_wrong(keyboard: Page, text: str) -> None:
    lay(keyboard, "1m")
    keyboard.get_by_text("打字輸入").click()
    keyboard.get_by_label("整手牌").fill(text)
    keyboard.get_by_label("整手牌").press("Enter")
    assert fields(keyboard)["concealed"] == "1m"
    expect(keyboard.get_by_label("整手牌")).to_have_attribute("aria-invalid", "true")


def test_it_asks_the_server_for_the_count_after_each_change(keyboard: Page) -> None:
    lay(keyboard, "1m", "2m")
    expect(keyboard.locator("#hand-count")).to_have_text("12m||[]||")
    keyboard.get_by_label("叮").check()
    expect(keyboard.locator("#hand-count")).to_have_text("12m||[]||declared_ready")


def test_it_loses_nothing_by_a_reload(keyboard: Page) -> None:
    lay(keyboard, "1m", "7z")
    mode(keyboard, "pung")
    lay(keyboard, "9s")
    keyboard.reload()
    assert fields(keyboard)["concealed"] == "1m7z"
    expect(keyboard.locator(".tile-laid button")).to_have_count(3)


def test_it_can_be_used_without_a_pointer(keyboard: Page) -> None:
    keyboard.locator('.tile-key[data-tile="1m"]').focus()
    for key in ("ArrowRight", "Enter", "ArrowDown", "Enter"):
        keyboard.keyboard.press(key)
    assert fields(keyboard)["concealed"] == "27m"


def test_it_shows_every_key_at_once_and_large_enough_for_a_thumb(keyboard: Page) -> None:
    boxes = [key.bounding_box() for key in keyboard.locator("[data-tile-panel=tiles] .tile-key").all()]
    assert len(boxes) == 34
    assert min(box["width"] for box in boxes if box) >= 44
    assert min(box["height"] for box in boxes if box) >= 44
    assert max(box["y"] + box["height"] for box in boxes if box) <= 740


def test_it_has_no_sideways_scrolling_at_320(keyboard: Page) -> None:
    keyboard.set_viewport_size({"width": 320, "height": 640})
    lay(keyboard, "12345678m", "12345678p")
    assert keyboard.evaluate("document.documentElement.scrollWidth") <= 320


def test_it_remains_a_form_in_notation_without_scripts(new_context: Callable, live_server) -> None:
    page = new_context(java_script_enabled=False).new_page()
    page.goto(f"{live_server.url}/look/keyboard/")
    expect(page.locator(".tile-keyboard-body")).to_be_hidden()
    page.get_by_label("手牌（不連食糊牌）").fill("123m")
    page.get_by_role("button", name="預覽").click()
    expect(page.locator("body")).to_have_text("123m||||")
