"""牌 as pixels: the faces of static/tiles.svg, the same that pages show. For the program alone.

Reads what that file consists of (static/tiles.svg): rounded rectangles, paths of lines, curves and arcs, groups
that are moved or turned. Drawn four times as large, then made smaller, which makes the edges smooth.
"""

import math
import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from xml.etree import ElementTree

from PIL import Image, ImageDraw

SPRITE = Path(__file__).resolve().parent.parent.parent.parent / "static" / "tiles.svg"
WIDE, HIGH = 60, 80
_FINER = 4
_CURVE = 10
"""Straight pieces of a curve or arc."""

Point = tuple[float, float]
Matrix = tuple[float, float, float, float, float, float]
_SVG = "{http://www.w3.org/2000/svg}"
_COLOUR = re.compile(r"#[0-9a-f]{3,8}")
_PART = re.compile(r"([A-Za-z])|(-?(?:\d+\.?\d*|\.\d+))")
_TAKES = {"m": 2, "l": 2, "h": 1, "v": 1, "c": 6, "a": 7, "z": 0}


@lru_cache(maxsize=1)
def _symbols() -> dict[str, ElementTree.Element]:
    root = ElementTree.parse(SPRITE).getroot()  # noqa: S314 - a file of this project
    return {symbol.get("id", "").removeprefix("t-"): symbol for symbol in root}


def known(code: str) -> bool:
    """Whether there is a face of that name: 1m … 9s, 1z … 7z, 1f … 8f, back."""
    return code in _symbols()


@lru_cache(maxsize=256)
def tile(code: str, width: int) -> Image.Image:
    """One tile so many pixels wide, on transparent."""
    scale = width * _FINER / WIDE
    image = Image.new("RGBA", (width * _FINER, round(HIGH * scale)), (0, 0, 0, 0))
    _draw(ImageDraw.Draw(image), _symbols()[code], (scale, 0, 0, scale, 0, 0))
    return image.resize((width, height_of(width)), Image.Resampling.LANCZOS)


def height_of(width: int) -> int:
    """How high a tile of that width is."""
    return round(width * HIGH / WIDE)


def _draw(draw: ImageDraw.ImageDraw, element: ElementTree.Element, at: Matrix) -> None:
    for child in element:
        match child.tag.removeprefix(_SVG):
            case "g":
                _draw(draw, child, _moved(at, child.get("transform", "")))
            case "rect":
                _rectangle(draw, child, at)
            case "path":
                _path(draw, child, at)


def _colour(element: ElementTree.Element, name: str) -> str | None:
    found = _COLOUR.search(element.get(name, ""))
    return found[0] if found else None


def _rectangle(draw: ImageDraw.ImageDraw, element: ElementTree.Element, at: Matrix) -> None:
    x, y, width, height, radius = (float(element.get(name, 0)) for name in ("x", "y", "width", "height", "rx"))
    (left, top), (right, bottom) = _place(at, (x, y)), _place(at, (x + width, y + height))
    draw.rounded_rectangle(
        (left, top, right, bottom),
        radius * at[0],
        _colour(element, "fill"),
        _colour(element, "stroke"),
        round(float(element.get("stroke-width", 0)) * at[0]),
    )


def _path(draw: ImageDraw.ImageDraw, element: ElementTree.Element, at: Matrix) -> None:
    fill, stroke = _colour(element, "fill"), _colour(element, "stroke")
    size = math.hypot(at[0], at[1])
    for points, closed in _outlines(element.get("d", "")):
        placed = [_place(at, point) for point in points]
        if fill and len(placed) > 2:
            draw.polygon(placed, fill)
        if stroke:
            _line(
                draw, [*placed, placed[0]] if closed else placed, stroke, float(element.get("stroke-width", 1)) * size
            )


def _line(draw: ImageDraw.ImageDraw, points: Sequence[Point], colour: str, width: float) -> None:
    """With round ends and joints."""
    draw.line(points, colour, round(width), joint="curve")
    for x, y in (points[0], points[-1]):
        draw.circle((x, y), width / 2, colour)


def _place(at: Matrix, point: Point) -> Point:
    a, b, c, d, e, f = at
    x, y = point
    return a * x + c * y + e, b * x + d * y + f


def _moved(at: Matrix, text: str) -> Matrix:
    for name, numbers in re.findall(r"(\w+)\(([^)]*)\)", text):
        values = [float(number) for number in numbers.split()]
        if name == "translate":
            step = (1.0, 0.0, 0.0, 1.0, values[0], values[1])
        else:
            turn = math.radians(values[0])
            step = (math.cos(turn), math.sin(turn), -math.sin(turn), math.cos(turn), 0.0, 0.0)
        at = _joined(at, step)
    return at


def _joined(one: Matrix, two: Matrix) -> Matrix:
    a, b, c, d, _e, _f = one
    e, f = _place(one, (two[4], two[5]))
    return (
        a * two[0] + c * two[1],
        b * two[0] + d * two[1],
        a * two[2] + c * two[3],
        b * two[2] + d * two[3],
        e,
        f,
    )


# --- paths ------------------------------------------------------------------------------------------------------------


def _outlines(data: str) -> Iterator[tuple[list[Point], bool]]:
    """Each part of a path as points, and whether it is closed."""
    points: list[Point] = []
    here, start = (0.0, 0.0), (0.0, 0.0)
    for command, values in _commands(data):
        if command in "Mm":
            if points:
                yield points, False
            here = start = _to(here, command, values)
            points = [here]
        elif command in "Zz":
            yield points, True
            points, here = [], start
        else:
            points = points or [here]
            points += _drawn(here, command, values)
            here = points[-1]
    if points:
        yield points, False


def _commands(data: str) -> Iterator[tuple[str, list[float]]]:
    """Each command with its numbers; one that goes on without its letter has it again."""
    letter, numbers = "", list[float]()
    for found, number in _PART.findall(data):
        if found:
            letter = found
            if letter in "Zz":
                yield letter, []
            continue
        numbers.append(float(number))
        if len(numbers) == _TAKES[letter.lower()]:
            yield letter, numbers
            letter = {"M": "L", "m": "l"}.get(letter, letter)
            numbers = []


def _to(here: Point, command: str, values: Sequence[float]) -> Point:
    """Where a step ends: small letters count from here."""
    dx, dy = here if command.islower() else (0.0, 0.0)
    match command.lower():
        case "h":
            return values[-1] + dx, here[1]
        case "v":
            return here[0], values[-1] + dy
    return values[-2] + dx, values[-1] + dy


def _drawn(here: Point, command: str, values: Sequence[float]) -> list[Point]:
    there = _to(here, command, values)
    match command.lower():
        case "c":
            one, two = _to(here, command, values[0:2]), _to(here, command, values[2:4])
            return [_curve(here, one, two, there, n / _CURVE) for n in range(1, _CURVE + 1)]
        case "a":
            return list(_arc(here, values[0], values[3] != 0, values[4] != 0, there))
    return [there]


def _curve(p0: Point, p1: Point, p2: Point, p3: Point, t: float) -> Point:
    a, b, c, d = (1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t * t, t**3
    return a * p0[0] + b * p1[0] + c * p2[0] + d * p3[0], a * p0[1] + b * p1[1] + c * p2[1] + d * p3[1]


def _arc(here: Point, radius: float, large: bool, sweep: bool, there: Point) -> Iterator[Point]:
    """Of a circle: the sprite has no other ellipses."""
    (x0, y0), (x1, y1) = here, there
    half = math.dist(here, there) / 2
    if half == 0:
        return
    radius = max(radius, half)
    away = math.sqrt(radius * radius - half * half) * (-1 if large == sweep else 1)
    middle_x, middle_y = (x0 + x1) / 2, (y0 + y1) / 2
    centre_x = middle_x - away * (y1 - y0) / (2 * half)
    centre_y = middle_y + away * (x1 - x0) / (2 * half)
    begin = math.atan2(y0 - centre_y, x0 - centre_x)
    turn = math.atan2(y1 - centre_y, x1 - centre_x) - begin
    if sweep and turn < 0:
        turn += 2 * math.pi
    if not sweep and turn > 0:
        turn -= 2 * math.pi
    for n in range(1, _CURVE + 1):
        angle = begin + turn * n / _CURVE
        yield centre_x + radius * math.cos(angle), centre_y + radius * math.sin(angle)
