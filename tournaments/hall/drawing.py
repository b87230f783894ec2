"""Share pictures for messengers: an SVG template of 1200 × 630, text fitted into it, converted to PNG by resvg."""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import Any

import resvg_py
from django.conf import settings
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

from tournaments.core.cached import drawn

Picture = Mapping[str, Any]
Tile = tuple[str, int, int, int, int]
"""Code, place and size."""
EDGE, RIGHT, ROOM, FOOT = 60, 1140, 1080, 600
FONTS = (
    "Noto Sans CJK HK, Noto Sans CJK TC, Noto Sans HK, Noto Sans TC, Source Han Sans HK, PingFang HK, PingFang TC, "
    "Microsoft JhengHei, Heiti TC, WenQuanYi Zen Hei, Droid Sans Fallback, DejaVu Sans, Liberation Sans, Arial"
)
"""resvg draws no text if it finds none of these; characters missing in the first come from any other font."""
SMALLEST = 0.72
"""Text shrinks to this part of its size before it is cut."""
MISSING = "〓"
WAIT_SECONDS = 0.5
_COMMON = re.compile(r"[ -\u024f\u2010-\u203a\u2190-\u2193\u2212\u3000-\u30ff\u4e00-\u9fff\uff00-\uff65]")
# A Chinese character with the punctuation after it, or a word of other letters with its spaces.
_PIECES = re.compile(r"[\u2e80-\uffff][，。：；！？、）」』]*|[^\u2e80-\uffff\s]+\s*|\s+")
_EMS = {one: ems for ems, letters in ((0.24, " "), (0.31, "fijlI!',.:;|"), (0.38, "()-[]{}rt/"), (0.68, "ABCDGKNPRU"),
        (0.76, "HOQ&"), (0.9, "mwMW%@")) for one in letters}  # fmt: skip
_drawing = Lock()


class PictureUnavailable(Exception):
    """This machine has no font for Chinese."""


def png_of(picture: Picture) -> bytes:
    if not has_glyph("牌"):  # data
        raise PictureUnavailable("no font for Chinese on this machine: install one, such as fonts-noto-cjk")
    svg = svg_of(picture)
    return drawn(svg, lambda: draw(svg), _drawing, WAIT_SECONDS)


def draw(svg: str) -> bytes:
    return bytes(resvg_py.svg_to_bytes(svg_string=svg))


def svg_of(picture: Picture) -> str:
    context = {"fonts": FONTS, **picture, **_LAYOUTS[picture["layout"]](picture)}
    room = ROOM - 96
    context["kind_room"] = max(420, room - taken(picture.get("head", ""), 34, room, bold=True))
    context["head_room"] = room - taken(picture.get("kind", ""), 30, context["kind_room"])
    context["symbols"] = symbols({tile[0] for tile in context.get("tiles", ())})
    return render_to_string(f"tournaments/hall/pictures/{picture['layout']}.svg", context)


@lru_cache(maxsize=4096)
def has_glyph(character: str) -> bool:
    """Whether any font of this machine has the character: others are drawn as boxes."""
    return _alone(character) not in (_alone("\U0010fffd"), _alone(" "))


@lru_cache(maxsize=16)
def _alone(character: str) -> bytes:
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><text y="30" font-family="{FONTS}"'
    return draw(f'{svg} font-size="30">{character.replace("&", "")}</text></svg>')


def clean(text: str) -> str:
    """Remove invisible characters and ornaments that no font has; other missing characters become 〓."""
    return unicodedata.normalize("NFC", "".join(map(_shown, " ".join(text.split()))))


def _shown(character: str) -> str:
    kind = unicodedata.category(character)
    if kind in ("Cc", "Cf", "Co", "Cs"):
        return ""
    if _COMMON.match(character) or (kind != "Cn" and has_glyph(character)):
        return character
    return "" if kind in ("So", "Sk", "Mn", "Me") else MISSING


def width(text: str, size: float, *, bold: bool = False) -> float:
    """Estimate the width of a text; no font is measured."""
    ems = sum(1 if one >= "\u2e80" or one == "…" else _EMS.get(one, 0.57) for one in text)
    return ems * size * (1.05 if bold else 1)


def fit(text: str, size: int, room: float, *, bold: bool = False) -> tuple[int, str]:
    """Return a size and text that fit the space: first smaller, then cut with an ellipsis."""
    text, least = clean(text), round(size * SMALLEST)
    while size > least and width(text, size, bold=bold) > room:
        size -= 1
    if width(text, size, bold=bold) <= room:
        return size, text
    end = "…" if text[:1] >= "\u2e80" else "..."
    while text and width(text + end, size, bold=bold) > room:
        text = text[:-1]
    return size, text.rstrip() + end


def taken(text: str, size: int, room: float, *, bold: bool = False) -> float:
    size, text = fit(text, size, room, bold=bold)
    return width(text, size, bold=bold)


def wrap(text: str, size: int, most: int, top: int, step: int, *, bold: bool = False) -> list[tuple[int, str]]:
    """Break a text too long for the smallest size; return lines with their baselines, the last with all the rest."""
    text, lines, line = clean(text), list[str](), ""
    if width(text, size, bold=bold) * SMALLEST <= ROOM:
        return [(top, text)]
    for word in _PIECES.findall(text):
        if line and width((line + word).rstrip(), size, bold=bold) > ROOM and len(lines) < most - 1:
            lines.append(line.rstrip())
            line = ""
        line += word if line else word.lstrip()
    return [(top + number * step, one) for number, one in enumerate([*lines, line.rstrip()])]


@lru_cache(maxsize=1)
def _sprite() -> dict[str, str]:
    """Read the faces of static/tiles.svg in the light pages' colours: resvg knows no CSS variables."""
    text = (Path(settings.BASE_DIR) / "static" / "tiles.svg").read_text(encoding="utf-8")
    text = re.sub(r"var\([^,]+,([^)]*)\)", r"\1", text)
    return {code: symbol for symbol, code in re.findall(r'(<symbol id="t-(\w+)".*?</symbol>)', text, re.DOTALL)}


def symbols(codes: set[str]) -> SafeString:
    return mark_safe("".join(_sprite()[code] for code in sorted(codes)))  # noqa: S308  a file of this project


def _placed(codes: Sequence[str], x: int, y: int, wide: int, gap: int = 2) -> list[Tile]:
    return [(code, x + number * (wide + gap), y, wide, _high(wide)) for number, code in enumerate(codes)]


def _high(wide: int) -> int:
    return round(wide * 80 / 60)


_ORNAMENT = _placed([f"{number}z" for number in (1, 2, 3, 4, 7, 6, 5)], EDGE, 384, 132, 26)


def _hand_tiles(groups: Sequence[Sequence[str]], y: int) -> tuple[list[Tile], int]:
    """Place the tiles of a hand, its groups apart, in one row or two; return them and their lower end."""
    rows, gap, placed = [groups], 18, list[Tile]()
    if sum(map(len, groups)) > 18:
        before = [sum(map(len, groups[:number])) for number in range(len(groups))]
        half = next((n for n, count in enumerate(before) if 2 * count >= sum(map(len, groups))), len(groups))
        rows = [row for row in (groups[:half], groups[half:]) if row]
    counts = [(sum(map(len, row)), len(row)) for row in rows]
    wide = min(88, *(int((ROOM - gap * (groups_ - 1) - 2 * count) / count) for count, groups_ in counts))
    for row in rows:
        x = EDGE
        for group in row:
            placed += _placed(group, x, y, wide)
            x += len(group) * (wide + 2) - 2 + gap
        y += _high(wide) + 10
    return placed, y


def tone(points: str) -> str:
    return {"+": "jade", "\N{MINUS SIGN}": "vermilion"}.get(points[:1], "")


def _list(picture: Picture) -> dict[str, Any]:
    rows: Sequence[Sequence[str]] = picture.get("rows", ())
    title = wrap(picture["title"], 54, 2, 166 if rows else 230, 66, bold=True)
    lines = wrap(picture.get("line", ""), 30, 1 if rows else 3, title[-1][0] + 50, 38)
    y = lines[-1][0] + 24
    high = min(92, (FOOT - 36 - y) // max(1, len(rows)))
    first = picture.get("leads", True)
    made = [_row(y + n * high, high, row, first=first and not n) for n, row in enumerate(rows)]
    return {"title": title, "lines": lines, "rows": made, "tiles": [] if rows else _ORNAMENT}


def _row(y: int, high: int, row: Sequence[str], *, first: bool) -> dict[str, Any]:
    place, name, small, points = row
    size = min(44, round(high * 0.56))
    room = RIGHT - taken(points, size, 300, bold=True) - 186
    left = room - taken(name, size, room, bold=True)
    return {
        "y": y + 3, "high": high - 6, "base": round(y + high / 2 + size * 0.36), "size": size, "first": first,
        "place": place, "name": name, "room": room, "points": points, "tone": tone(points),
        "small": small if left > 110 else "", "small_size": round(size * 0.62), "small_room": left - 24,
    }  # fmt: skip


def _player(picture: Picture) -> dict[str, Any]:
    facts = [(222 + 50 * n, *fact, tone(fact[1])) for n, fact in enumerate(picture.get("facts", ())[:2])]
    course = picture.get("course", ())
    return {
        "line_room": ROOM - taken(picture["title"], 60, 712, bold=True) - 28,
        "points_x": round(EDGE + max(taken(picture["place"], 84, 540, bold=True) + 56, 330)),
        "tone": tone(picture["points"]),
        "facts": facts,
        "course": _course(course) if len(course) > 2 else None,
        "tiles": [] if len(course) > 2 else _ORNAMENT,
    }


def _course(totals: Sequence[float]) -> dict[str, Any]:
    low, high = min(totals), max(totals)
    span = (high - low) or 1
    dots = [(round(70 + 1060 * n / (len(totals) - 1), 1), round(320 + 224 * (high - one) / span, 1))
            for n, one in enumerate(totals)]  # fmt: skip
    return {
        "line": " ".join(f"{x},{y}" for x, y in dots),
        "level": round(320 + 224 * high / span, 1),
        "dots": [] if len(dots) > 80 else dots,
        "last": dots[-1],
    }


def _hand(picture: Picture) -> dict[str, Any]:
    title = wrap(picture["title"], 46, 2, 154, 58, bold=True)
    y = title[-1][0] + 58
    made: dict[str, Any] = {"title": title, "line_y": y - 8}
    y += 40 if picture.get("line") else 0
    groups = picture.get("tiles", ())
    tiles, end = _hand_tiles(groups, y - 24) if groups else ([], y - 24)
    y = end + 24
    number, unit = picture.get("total") or ("", "")
    room = ROOM - (taken(number, 128, 420, bold=True) + taken(unit, 40, 200) + 80 if number else 0)
    rows, notes = picture.get("rows", ()), picture.get("notes", ())
    step = min(84, (FOOT - 40 - y) // max(1, len(rows) + len(notes)))
    places = [round(y + 10 + (n + 0.5) * step) for n in range(len(rows) + len(notes))]
    made["number"], made["unit"] = number, unit
    made["rows"] = [(at, *row, tone(row[1])) for at, row in zip(places, rows, strict=False)]
    made["notes"] = list(zip(places[len(rows) :], notes, strict=True))
    made |= {"name_room": room * 0.48, "change_x": round(EDGE + room * 0.72), "change_room": room * 0.22}
    made |= {"total_x": round(EDGE + room), "total_room": room * 0.26}
    made["waits"], waiting = _waits(picture.get("waits", ()), y + 16)
    fans = () if rows or notes or made["waits"] else picture.get("fans", ())
    made["fans"], made["left"] = _fans(fans, y + 34, room, picture.get("more", ""))
    return {**made, "tiles": tiles + waiting}


def _waits(waits: Sequence[Sequence[str]], y: int) -> tuple[list[tuple[int, int, str]], list[Tile]]:
    words, tiles, column = [], list[Tile](), ROOM // 3
    for n, (code, worth) in enumerate(waits[:9]):
        x, top = EDGE + n % 3 * column, y + n // 3 * (_high(72) + 12)
        tiles += _placed([code], x, top, 72)
        words.append((x + 90, top + 63, worth))
    return words, tiles


def _fans(fans: Sequence[Sequence[str]], y: int, room: float, more: str) -> tuple[list[tuple[Any, ...]], Any]:
    lines = max(1, int((FOOT - 44 - y) // 46) + 1)
    shown = list(fans) if len(fans) <= 2 * lines else list(fans)[: 2 * lines - 1]
    column = (room - 48) / 2 if len(shown) > lines else room
    at = [(round(EDGE + n // lines * (column + 48)), y + n % lines * 46) for n in range(len(shown) + 1)]
    wide = min(column, 520)
    made = [
        (x, base, round(x + wide), name, value, wide - 20 - taken(value, 32, 120, bold=True))
        for (x, base), (name, value) in zip(at, shown, strict=False)
    ]
    rest = len(fans) - len(shown)
    return made, (*at[-1], more.replace("{n}", str(rest)), column) if rest else None


_LAYOUTS = {"list": _list, "player": _player, "hand": _hand}
