"""Tiles as drawings in a page: `{% tile "5m" %}`, `{% tiles "123m55z" %}`, `{% hand … %}`.

The drawings are in static/tiles.svg. Every drawing has a name for screen readers; a run of tiles is one picture with
one name, so that they do not read out seventeen names. Hands are not validated.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from django import template
from django.templatetags.static import static
from django.utils.functional import Promise
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

register = template.Library()

NAMES: dict[str, Promise] = {
    "1m": _("一萬"), "2m": _("二萬"), "3m": _("三萬"), "4m": _("四萬"), "5m": _("五萬"),
    "6m": _("六萬"), "7m": _("七萬"), "8m": _("八萬"), "9m": _("九萬"),
    "1p": _("一筒"), "2p": _("二筒"), "3p": _("三筒"), "4p": _("四筒"), "5p": _("五筒"),
    "6p": _("六筒"), "7p": _("七筒"), "8p": _("八筒"), "9p": _("九筒"),
    "1s": _("一索"), "2s": _("二索"), "3s": _("三索"), "4s": _("四索"), "5s": _("五索"),
    "6s": _("六索"), "7s": _("七索"), "8s": _("八索"), "9s": _("九索"),
    "1z": _("東"), "2z": _("南"), "3z": _("西"), "4z": _("北"), "5z": _("白"), "6z": _("發"), "7z": _("中"),
    "1f": _("春"), "2f": _("夏"), "3f": _("秋"), "4f": _("冬"),
    "5f": _("梅"), "6f": _("蘭"), "7f": _("菊"), "8f": _("竹"),
}  # fmt: skip

MELD_NAMES: dict[str, Promise] = {
    "chow": _("上"), "pung": _("碰"), "kong": _("明槓"), "added_kong": _("加槓"), "concealed_kong": _("暗槓"),
}  # fmt: skip
# Tiles are drawn on 60 × 80; in a run they are 2 apart.
_WIDE, _HIGH, _STEP = 60, 80, 62


def split(notation: str) -> list[str]:
    """Split "123m55z" to ["1m", "2m", "3m", "5z", "5z"]; other characters are dropped."""
    runs = re.findall(r"([1-9]+)([mpszf])", notation)
    return [rank + suit for ranks, suit in runs for rank in ranks if rank + suit in NAMES]


@register.simple_tag(name="tile_picture")
def drawing(code: str, size: str = "") -> SafeString:
    """Draw one tile without a name, inside an element that has one."""
    classes = f"tile {size}".strip()
    return format_html(
        '<svg class="{}" aria-hidden="true"><use href="{}#t-{}"></use></svg>', classes, static("tiles.svg"), code
    )


def run_drawing(codes: Sequence[str]) -> SafeString:
    """Draw several tiles as one picture without a name: half the elements of single tiles."""
    sprite, width = static("tiles.svg"), _STEP * len(codes) - 2
    return format_html(
        '<svg class="run" viewBox="0 0 {} {}" width="{}" height="32" aria-hidden="true">{}</svg>',
        width, _HIGH, width * 32 // _HIGH,
        format_html_join(
            "", '<use href="{}#t-{}" x="{}" width="{}" height="{}"></use>',
            ((sprite, code, place * _STEP, _WIDE, _HIGH) for place, code in enumerate(codes)),
        ),
    )  # fmt: skip


@register.simple_tag
def tile(code: str, size: str = "") -> SafeString:
    """Draw one tile with its name. `size`: xs 18, s 24, none 30, l 42, xl 60 px wide. Code "back" is its back."""
    name = NAMES.get(code, _("牌背"))
    known = code if code in NAMES else "back"
    return format_html(
        '<svg class="{}" role="img" aria-label="{}"><use href="{}#t-{}"></use></svg>',
        f"tile {size}".strip(), name, static("tiles.svg"), known,
    )  # fmt: skip


@register.simple_tag
def tiles(notation: str, size: str = "") -> SafeString:
    """Draw a run of tiles, "123m55z", as one picture named tile by tile."""
    codes = split(notation)
    return format_html(
        '<span class="tiles" role="img" aria-label="{}">{}</span>',
        " ".join(str(NAMES[code]) for code in codes),
        format_html_join("", "{}", ((drawing(code, size),) for code in codes)),
    )


def _shown(meld: Mapping[str, str]) -> list[str]:
    """Return the tiles of a meld; of a concealed kong the outer two show their backs."""
    codes = split(meld["tiles"])
    return ["back", *codes[1:-1], "back"] if meld["kind"] == "concealed_kong" else codes


@register.simple_tag
def hand_picture(laid: Mapping[str, Any], called: str = "") -> SafeString:
    """Draw 糊牌 as one picture with one name, its groups apart: for pages with a hundred hands. `laid`: fields of
    `hand`, and `name` (or `called`), the rule set's word for the winning tile."""
    parts: list[tuple[str, str, list[str], list[str]]] = []
    if laid["flowers"]:
        parts.append(("tiles", str(_("花牌")), split(laid["flowers"]), split(laid["flowers"])))
    parts += [("meld", str(MELD_NAMES[m["kind"]]), split(m["tiles"]), _shown(m)) for m in laid["melds"]]
    parts += [("tiles", "", split(run), split(run)) for run in re.findall(r"[1-9]+[mpszf]", laid["concealed"])]
    parts.append(("winning", called or str(laid.get("name") or _("食糊牌")), [laid["winning"]], [laid["winning"]]))
    names = [" ".join([name, *(str(NAMES[code]) for code in codes)]).strip() for _kind, name, codes, _drawn in parts]
    pictures = ((kind, run_drawing(drawn)) for kind, _name, _codes, drawn in parts)
    return format_html(
        '<span class="laid apart" role="img" aria-label="{}">{}</span>',
        str(_("；")).join(names),
        format_html_join("", '<span class="{}">{}</span>', pictures),
    )


@register.simple_tag
def lit_hand(groups: Sequence[tuple[str, bool]]) -> SafeString:
    """亮牌: draw a whole hand with some groups lit and the others dim; its name is the lit tiles."""
    named = [str(NAMES[code]) for notation, lit in groups if lit for code in split(notation)]
    pictures = (("lit" if lit else "dim", run_drawing(split(notation))) for notation, lit in groups)
    return format_html(
        '<span class="lit-hand" role="img" aria-label="{}">{}</span>',
        " ".join(named),
        format_html_join("", '<span class="{}">{}</span>', pictures),
    )


# The rows of the tile keyboard; 中發白 in the order players say them, unlike their numbers.
_ROWS = (
    ("tiles", (("suit", _("萬"), "123456789m"), ("suit", _("筒"), "123456789p"), ("suit", _("索"), "123456789s"),
               ("honors", _("番子"), "1234765z"))),
    ("flowers", (("flowers", _("花"), "12345678f"),)),
)  # fmt: skip
_PAGES: list[dict[str, object]] = [
    {
        "name": page,
        "rows": [
            {"kind": kind, "name": name, "keys": [{"code": code, "name": NAMES[code]} for code in split(codes)]}
            for kind, name, codes in rows
        ],
    }
    for page, rows in _ROWS
]


@register.simple_tag
def tile_rows() -> list[dict[str, object]]:
    """擺牌的鍵: return the two pages of the tile keyboard (tiles, flowers), their rows and keys."""
    return _PAGES
