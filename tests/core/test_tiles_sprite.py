"""牌面: the committed sprite has every face, is small and needs nothing else."""

import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
from django.template import Context, Template

from tournaments.templatetags.tiles import NAMES, split

SPRITE = Path(__file__).parents[2] / "static" / "tiles.svg"
SVG = "{http://www.w3.org/2000/svg}"
FACES = [
    f"{rank}{suit}"
    for suit, count in (("m", 9), ("p", 9), ("s", 9), ("z", 7), ("f", 8))
    for rank in range(1, count + 1)
]


def drawn() -> dict[str, str]:
    root = ElementTree.fromstring(SPRITE.read_text(encoding="utf-8"))  # noqa: S314 — our own file
    return {one.get("id", ""): ElementTree.tostring(one, encoding="unicode") for one in root.iter(SVG + "symbol")}


def shown(source: str, **context: object) -> str:
    return Template("{% load tiles %}" + source).render(Context(context))


def test_the_sprite_draws_forty_two_different_faces_and_a_back() -> None:
    symbols = drawn()
    assert sorted(symbols) == sorted(f"t-{code}" for code in (*FACES, "back"))
    assert len({re.sub(r'id="[^"]*"', "", text) for text in symbols.values()}) == 43
    assert list(NAMES) == FACES


def test_the_sprite_stays_small_and_needs_no_font_picture_or_script() -> None:
    text = SPRITE.read_text(encoding="utf-8")
    assert len(text.encode()) < 120_000
    assert not re.search(r"<(text|image|style|script|foreignObject)\b|font|http(?!://www\.w3\.org/2000/svg)", text)
    for code, text in drawn().items():
        assert 'viewBox="0 0 60 80"' in text, code
    colours = set(re.findall(r'(?:fill|stroke)="(?!none)([^"]+)"', SPRITE.read_text(encoding="utf-8")))
    names = {re.fullmatch(r"var\(--tile-(\w+),#[0-9a-f]{6}\)", colour) for colour in colours}
    assert {found and found[1] for found in names} == {"ink", "red", "green", "blue", "face", "edge", "side", "back"}


def test_a_tile_is_shown_with_its_name() -> None:
    html = shown('{% tile "5m" size="l" %}')
    assert 'class="tile l"' in html
    assert 'role="img" aria-label="五萬"' in html
    assert "tiles.svg#t-5m" in html
    html = shown('{% tiles "12m55z" %}')
    assert html.count("aria-label") == 1
    assert 'aria-label="一萬 二萬 白 白"' in html
    assert html.count("<use") == 4
    melds = [{"kind": "concealed_kong", "tiles": "1111z"}]
    laid = {"concealed": "23p", "winning": "4p", "melds": melds, "flowers": "1f"}
    html = shown("{% hand_picture laid %}", laid=laid)
    assert html.count("#t-back") == 2
    assert html.count("#t-1z") == 2
    assert 'aria-label="花牌 春；暗槓 東 東 東 東；二筒 三筒；食糊牌 四筒"' in html


@pytest.mark.parametrize(
    ("notation", "codes"), [("123m55z", ["1m", "2m", "3m", "5z", "5z"]), ("8z9f", []), ("", []), ("1m<b>", ["1m"])]
)
def test_the_notation_is_split_and_what_is_no_tile_dropped(notation: str, codes: list[str]) -> None:
    assert split(notation) == codes
