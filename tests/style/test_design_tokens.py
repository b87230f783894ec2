"""顏色: the tokens of the style sheet can be read in both schemes (WCAG AA), computed from the sheet itself."""

import re
from itertools import product
from pathlib import Path

import pytest

CSS = Path(__file__).resolve().parents[2] / "static" / "css"
SHEET = (CSS / "paiju.css").read_text(encoding="utf-8")
PAIRS = dict(re.findall(r"--([\w-]+): light-dark\((#\w{6}, #\w{6})\)", SHEET))
PLAIN = dict(re.findall(r"--([\w-]+): (#\w{6});", SHEET))
SCHEMES = ("light", "dark")

TEXTS = ("ink", "muted", "jade", "vermilion", "gold", "sky")
GROUNDS = ("paper", "raised", "sunken")
TINTED = [(tone, f"{tone}-wash") for tone in ("jade", "vermilion", "sky")] + [
    ("on-jade", "jade"),
    ("on-vermilion", "vermilion"),
]
TILES = [(f"tile-{colour}", "tile-face") for colour in ("ink", "red", "green", "blue")]


def colour(name: str, scheme: str) -> str:
    return PAIRS[name].split(", ")[SCHEMES.index(scheme)] if name in PAIRS else PLAIN[name]


def luminance(value: str) -> float:
    parts = (int(value[k : k + 2], 16) / 255 for k in (1, 3, 5))
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str, scheme: str) -> float:
    dark, light = sorted(luminance(colour(name, scheme)) for name in (one, other))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize(
    ("text", "ground"), [*product(TEXTS, GROUNDS), *TINTED, *TILES, ("ink", "gold-wash"), ("muted", "jade-wash")]
)
def test_the_style_sheet_writes_nothing_below_four_and_a_half_to_one(text: str, ground: str, scheme: str) -> None:
    assert contrast(text, ground, scheme) >= 4.5


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize("name", ["edge", "sky", "jade", "vermilion"])
def test_the_style_sheet_outlines_what_can_be_operated_with_three_to_one(name: str, ground: str, scheme: str) -> None:
    assert contrast(name, ground, scheme) >= 3


def test_the_style_sheet_says_the_order_of_the_layers_once_and_writes_only_in_them() -> None:
    layers = "reset, tokens, base, layout, components, utilities, print"
    assert f"@layer {layers};" in SHEET
    for path in CSS.glob("*.css"):
        used = set(re.findall(r"^@layer ([\w-]+) \{", path.read_text(encoding="utf-8"), re.MULTILINE))
        assert used <= set(layers.split(", ")), path.name
    sheets = "".join(path.read_text(encoding="utf-8") for path in CSS.glob("*.css"))
    assert set(re.findall(r"var\(--([\w-]+)\)", sheets)) <= set(re.findall(r"--([\w-]+):", sheets))
    assert {name: pair.split(", ")[0] for name, pair in PAIRS.items()} == {name: PLAIN[name] for name in PAIRS}
