"""Draw the mahjong tiles: static/tiles.svg, one sprite with 42 faces and a back.

    python -m scripts.draw_tiles            writes the sprite
    python -m scripts.draw_tiles --stdout   prints it (the test compares it with the committed one)

Own drawings: flat, two weights of line, four colours. The colours are custom properties of the page
(--tile-face, --tile-edge, --tile-ink, --tile-red, --tile-green, --tile-blue) with the light page's values behind
them, so the file also stands alone. A face is 60 × 80; ids are t-1m … t-9m, t-1p …, t-1s …, t-1z … t-7z
(東南西北白發中), t-1f … t-8f (春夏秋冬梅蘭菊竹) and t-back. The same input gives the same bytes.
"""

import math
import sys
from collections.abc import Iterable, Sequence
from itertools import pairwise
from pathlib import Path

from scripts.tile_glyphs import DIGITS, GLYPHS, Point, Stroke

SPRITE = Path(__file__).resolve().parent.parent / "static" / "tiles.svg"
INK, RED, GREEN, BLUE = (
    "var(--tile-ink,#1d1c1a)",
    "var(--tile-red,#b8231a)",
    "var(--tile-green,#0e6e45)",
    "var(--tile-blue,#17508f)",
)
FACE, EDGE, SIDE = "var(--tile-face,#fffdf7)", "var(--tile-edge,#b9b3a3)", "var(--tile-side,#0f6b4f)"
WIDTH, HEIGHT = 60, 80

# How hard the brush presses along a stroke: (place 0–1, part of the full weight).
PRESSURE: dict[str, tuple[Point, ...]] = {
    "h": ((0, 0.86), (0.12, 0.75), (0.85, 0.75), (0.94, 0.98), (1, 0.86)),
    "v": ((0, 1.05), (0.12, 0.95), (0.9, 0.95), (1, 1.0)),
    "p": ((0, 1.10), (0.3, 1.0), (0.7, 0.72), (1, 0.22)),
    "n": ((0, 0.42), (0.35, 0.78), (0.8, 1.30), (0.9, 1.1), (1, 0.25)),
    "d": ((0, 0.35), (0.55, 1.05), (0.85, 1.25), (1, 0.9)),
    "t": ((0, 1.15), (0.5, 0.8), (1, 0.2)),
    "g": ((0, 1.05), (0.7, 0.95), (0.88, 1.0), (1, 0.25)),
}


# lines and outlines -----------------------------------------------------------------------------------------


def short(value: float) -> str:
    """A coordinate with at most one decimal, written as short as SVG allows."""
    text = format(round(value, 1), ".1f").removesuffix(".0")
    if text in ("0", "-0"):
        return "0"
    return text.replace("0.", ".", 1) if text.lstrip("-").startswith("0.") else text


def closed(points: Iterable[Point]) -> str:
    """The path data of a polygon: where it begins, then the steps, which are shorter than places."""
    places = [(round(x * 10), round(y * 10)) for x, y in points]
    steps = [step(x1 - x0, y1 - y0) for (x0, y0), (x1, y1) in pairwise(places) if (x0, y0) != (x1, y1)]
    return f"M{step(*places[0])}l{joined(steps)}z"


def step(x: int, y: int) -> str:
    """A pair of tenths; a minus separates as well as a space does."""
    return joined((short(x / 10), short(y / 10)))


def joined(words: Iterable[str]) -> str:
    """Numbers after each other with a space only where SVG needs one."""
    text = ""
    for word in words:
        text += word if not text or word.startswith("-") else " " + word
    return text


def along(points: Sequence[Point], steps: int = 5) -> list[Point]:
    """A smooth line through the points (Catmull–Rom); two points give a straight one."""
    if len(points) == 2:
        (x0, y0), (x1, y1) = points
        return [(x0 + (x1 - x0) * i / 8, y0 + (y1 - y0) * i / 8) for i in range(9)]
    padded = [points[0], *points, points[-1]]
    line = [spot(padded[k : k + 4], i / steps) for k in range(len(points) - 1) for i in range(steps)]
    return [*line, points[-1]]


def spot(four: Sequence[Point], t: float) -> Point:
    """The place at t between the second and third of four points."""
    weights = (
        (-t + 2 * t * t - t**3) / 2,
        (2 - 5 * t * t + 3 * t**3) / 2,
        (t + 4 * t * t - 3 * t**3) / 2,
        (t**3 - t * t) / 2,
    )
    return (
        sum(w * p[0] for w, p in zip(weights, four, strict=True)),
        sum(w * p[1] for w, p in zip(weights, four, strict=True)),
    )


def pressure(kind: str, place: float) -> float:
    """How hard the brush presses at a place (0–1) of a stroke."""
    table = PRESSURE[kind]
    for (a, low), (b, high) in pairwise(table):
        if place <= b:
            return low + (high - low) * (place - a) / (b - a)
    return table[-1][1]


def brush(kind: str, points: Sequence[Point], weight: float) -> str:
    """The outline of one stroke, both sides and rounded ends, always turning the same way."""
    line = along(points)
    left, right, last = [], [], len(line) - 1
    for i, (x, y) in enumerate(line):
        (xa, ya), (xb, yb) = line[max(i - 1, 0)], line[min(i + 1, last)]
        length = math.hypot(xb - xa, yb - ya) or 1
        half = weight * pressure(kind, i / last) / 2
        dx, dy = (yb - ya) / length * half, (xa - xb) / length * half
        left.append((x + dx, y + dy))
        right.append((x - dx, y - dy))
    if kind in "vh" and len(points) == 2:
        keep = (0, 1, 4, 7, 8)
        left, right = [left[i] for i in keep], [right[i] for i in keep]
    return closed(rounded(left, right))


def rounded(left: list[Point], right: list[Point]) -> list[Point]:
    """Both sides joined by blunt round ends."""
    return [*left, cap(left[-1], right[-1], left[-2]), *right[::-1], cap(right[0], left[0], right[1])]


def cap(a: Point, b: Point, before: Point) -> Point:
    """The one point that rounds the end between a and b, away from where the stroke came from."""
    middle = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
    half = math.hypot(a[0] - b[0], a[1] - b[1]) / 2
    along_x, along_y = a[0] - before[0], a[1] - before[1]
    length = math.hypot(along_x, along_y) or 1
    return middle[0] + along_x / length * half * 0.55, middle[1] + along_y / length * half * 0.55


def written(strokes: Sequence[Stroke], left: float, top: float, width: float, height: float, weight: float) -> str:
    """A character in a field of the tile, its strokes `weight` units wide."""
    return "".join(
        brush(kind, [(left + x * width / 100, top + y * height / 100) for x, y in points], weight)
        for kind, points in strokes
    )


# pieces of SVG ----------------------------------------------------------------------------------------------


def fill(colour: str, *data: str) -> str:
    """A filled path."""
    return f'<path fill="{colour}" d="{"".join(data)}"/>'


def line(colour: str, weight: float, *data: str) -> str:
    """A drawn line with round ends."""
    return (
        f'<path fill="none" stroke="{colour}" stroke-width="{short(weight)}" stroke-linecap="round" '
        f'stroke-linejoin="round" d="{"".join(data)}"/>'
    )


def disc(x: float, y: float, r: float) -> str:
    """The path data of a circle."""
    r = round(r, 1)  # or the chord would not be the diameter
    half = f"a{short(r)} {short(r)} 0 1 0 "
    return f"M{short(x - r)} {short(y)}{half}{short(2 * r)} 0{half}{short(-2 * r)} 0z"


def bar(x: float, y: float, width: float, height: float, r: float) -> str:
    """The path data of a rectangle around (x, y) with round corners."""
    a, b = width - 2 * r, height - 2 * r
    arc = f"a{short(r)} {short(r)} 0 0 1 "
    return (
        f"M{short(x - a / 2)} {short(y - height / 2)}h{short(a)}{arc}{short(r)} {short(r)}v{short(b)}"
        f"{arc}{short(-r)} {short(r)}h{short(-a)}{arc}{short(-r)} {short(-r)}v{short(-b)}{arc}{short(r)} {short(-r)}z"
    )


def symbol(name: str, *parts: str, face: str = FACE) -> str:
    """One tile: its body, then what is drawn on the face."""
    body = (
        f'<rect x="1" y="5" width="58" height="74" rx="8" fill="{SIDE}"/>'
        f'<rect x=".6" y=".6" width="58.8" height="75.4" rx="8" fill="{face}" stroke="{EDGE}" stroke-width="1.2"/>'
    )
    return f'<symbol id="t-{name}" viewBox="0 0 {WIDTH} {HEIGHT}">{body}{"".join(parts)}</symbol>'


# faces ------------------------------------------------------------------------------------------------------

NUMERALS = "一二三四五六七八九"
LEFT, MIDDLE, RIGHT = 16.0, 30.0, 44.0
CENTRE = 38.0


def characters(rank: int) -> str:
    """萬: the numeral in ink over a red 萬."""
    numeral = written(GLYPHS[NUMERALS[rank - 1]], 11, 7, 38, 27, 5.2)
    return fill(INK, numeral) + fill(RED, written(GLYPHS["萬"], 12, 39, 36, 32, 3.1))


def dot(x: float, y: float, r: float, colour: str) -> str:
    """One 筒: a disc with a thin ring left open."""
    return fill(colour, disc(x, y, r)) + line(FACE, r * 0.2, disc(x, y, r * 0.6))


def wheel() -> str:
    """一筒: one large dot, petals around a red heart."""
    petals = [
        disc(30 + 12.4 * math.sin(k * math.pi / 4), CENTRE - 12.4 * math.cos(k * math.pi / 4), 3.1) for k in range(8)
    ]
    return (
        line(GREEN, 4, disc(30, CENTRE, 21.5))
        + fill(BLUE, *petals)
        + fill(RED, disc(30, CENTRE, 6.4))
        + line(FACE, 1.3, disc(30, CENTRE, 3.6))
    )


def dots(rank: int) -> str:
    """筒: the rows as they lie on the tile; colours help, the places alone tell the number."""
    if rank == 1:
        return wheel()
    top, low = CENTRE - 21.5, CENTRE + 21.5
    places: dict[int, list[tuple[float, float, float, str]]] = {
        2: [(30, CENTRE - 16.5, 12, GREEN), (30, CENTRE + 16.5, 12, BLUE)],
        3: [(15, 15.5, 9.6, BLUE), (30, CENTRE, 9.6, RED), (45, 60.5, 9.6, GREEN)],
        4: [(x, y, 10.4, c) for x, y, c in cross(17, top + 3.5, low - 3.5)],
        5: [*((x, y, 9, c) for x, y, c in cross(15, top + 1, low - 1)), (30, CENTRE, 9, RED)],
        6: [(x, y, 8.8, c) for y, c in ((top + 1, GREEN), (CENTRE + 2.5, RED), (low, RED)) for x in (18, 42)],
        7: [
            (13.5, 11.5, 7, GREEN),
            (30, 18.5, 7, GREEN),
            (46.5, 25.5, 7, GREEN),
            *((x, y, 8, RED) for y in (44.5, 63.5) for x in (19, 41)),
        ],
        8: [(x, CENTRE - 26 + 17.4 * k, 7.8, BLUE) for k in range(4) for x in (19.5, 40.5)],
        9: [(x, y, 7.5, c) for y, c in ((top, BLUE), (CENTRE, RED), (low, GREEN)) for x in (12.5, 30, 47.5)],
    }
    return "".join(dot(*place) for place in places[rank])


def cross(left: float, top: float, low: float) -> list[tuple[float, float, str]]:
    """Four corners, blue and green across."""
    right = WIDTH - left
    return [(left, top, BLUE), (right, top, GREEN), (left, low, GREEN), (right, low, BLUE)]


def stick(x: float, y: float, length: float, colour: str, turn: float, width: float) -> str:
    """One 索: two lengths of bamboo with nodes, drawn around 0 and put in place."""
    lobe = length / 2 - 1
    stem = bar(0, -length / 4, width, lobe, 1.8) + bar(0, length / 4, width, lobe, 1.8)
    ends = [bar(0, y, width + 2, 2.8, 1.4) for y in (1.2 - length / 2, length / 2 - 1.2)]
    nodes = bar(0, 0, width + 2.6, 3.2, 1.6) + "".join(ends)
    shine = f"M0 {short(-length / 2 + 5)}v{short(lobe - 7)}M0 5v{short(lobe - 7)}"
    place = f"translate({short(x)} {short(y)})" + (f" rotate({short(turn)})" if turn else "")
    return f'<g transform="{place}">{fill(colour, stem, nodes)}{line(FACE, width * 0.2, shine)}</g>'


def bamboos(rank: int) -> str:
    """索: 一索 is the bird; 八索 stands as M over W."""
    if rank == 1:
        return bird()
    top, low = CENTRE - 17, CENTRE + 17
    rows = (CENTRE - 23, CENTRE, CENTRE + 23)
    places: dict[int, list[tuple[float, float, float, str, float, float]]] = {
        2: [(30, top, 31, GREEN, 0, 8), (30, low, 31, BLUE, 0, 8)],
        3: [(30, top, 31, BLUE, 0, 8), (17, low, 31, GREEN, 0, 8), (43, low, 31, GREEN, 0, 8)],
        4: [(x, y, 31, c, 0, 8) for x, y, c in cross(17, top, low)],
        5: [
            *((x, y, 31, GREEN, 0, 7) for y in (top, low) for x in (12.5, 47.5)),
            (30, CENTRE, 34, RED, 0, 7),
        ],
        6: [(x, y, 31, c, 0, 7) for y, c in ((top, GREEN), (low, BLUE)) for x in (13.5, 30, 46.5)],
        7: [
            (30, rows[0], 21, RED, 0, 7),
            *((x, y, 21, c, 0, 7) for y in rows[1:] for x, c in ((13.5, BLUE), (30, GREEN), (46.5, GREEN))),
        ],
        8: [
            *((x, y, 31, GREEN, 0, 6) for y in (top, low) for x in (9, 51)),
            *((x, y, 25, BLUE, turn, 6) for y, a in ((top, -34), (low, 34)) for x, turn in ((22, a), (38, -a))),
        ],
        9: [(x, y, 21, c, 0, 7) for y in rows for x, c in ((13.5, GREEN), (30, RED), (46.5, BLUE))],
    }
    return "".join(stick(*place) for place in places[rank])


def bird() -> str:
    """一索: a bird with a long tail on a twig."""
    tail = "M33 44C40 47 47 55 51 70C44 67 38 62 34 56z", "M30 46C34 52 38 62 38 73C32 68 28 60 27 52z"
    plume = "M35 40C44 40 52 46 56 58C48 57 41 53 36 48z"
    body = "M17 17C24 17 28 23 33 29C39 35 40 43 35 49C29 55 20 52 16 45C12 38 13 30 12 25C11 20 13 17 17 17z"
    wing = "M20 31C28 28 35 34 37 46C29 48 21 43 20 31z"
    return (
        fill(BLUE, plume, tail[1])
        + fill(RED, tail[0])
        + fill(GREEN, body)
        + fill(FACE, wing)
        + fill(BLUE, "M22 33C28 31 33 36 35 44C29 45 23 41 22 33z")
        + fill(RED, "M12 21L3 24L12 26z", "M15 17C13 12 14 8 18 5C18 8 19 9 21 9C20 11 20 14 20 17z")
        + fill(FACE, disc(17, 22, 2.3))
        + fill(INK, disc(17, 22, 1.2))
        + line(INK, 2, "M20 51L19 63M26 52L25.5 63")
        + line(GREEN, 3.4, "M7 65L31 64")
    )


HONORS = (("東", INK), ("南", INK), ("西", INK), ("北", INK), ("白", BLUE), ("發", GREEN), ("中", RED))


def honor(rank: int) -> str:
    """番子: the character alone; 白 is a frame."""
    name, colour = HONORS[rank - 1]
    if name == "白":
        return (
            line(BLUE, 3.6, bar(30, CENTRE, 42, 58, 2))
            + line(BLUE, 1.4, bar(30, CENTRE, 32, 48, 1))
            + line(BLUE, 1.4, "M9 9L14 14M51 9L46 14M9 67L14 62M51 67L46 62")
        )
    weight = {"發": 4.1, "中": 6.4}.get(name, 4.9)
    return fill(colour, written(GLYPHS[name], 8, 13, 44, 50, weight))


FLOWERS = (
    ("春", BLUE, "1"),
    ("夏", BLUE, "2"),
    ("秋", BLUE, "3"),
    ("冬", BLUE, "4"),
    ("梅", RED, "1"),
    ("蘭", RED, "2"),
    ("菊", RED, "3"),
    ("竹", RED, "4"),
)


def flower(rank: int) -> str:
    """花: the character, its number in the corner, its plant or season below."""
    name, colour, digit = FLOWERS[rank - 1]
    weight = 2.5 if name in "蘭梅" else 3.2
    return (
        fill(colour, written(GLYPHS[name], 7, 6, 34, 37, weight))
        + fill(INK, written(DIGITS[digit], 47, 7, 7, 12, 2.4))
        + picture(name)
    )


def petals(count: int, far: float, r: float, y: float = 59) -> str:
    """Round petals around the middle of the lower half."""
    turn = 2 * math.pi / count
    return "".join(disc(30 + far * math.sin(k * turn), y - far * math.cos(k * turn), r) for k in range(count))


def rays(count: int, near: float, far: float, y: float = 59) -> str:
    """Lines that run outward from the middle of the lower half."""
    turn = 2 * math.pi / count
    ends = [(math.sin(k * turn), -math.cos(k * turn)) for k in range(count)]
    return "".join(
        f"M{short(30 + near * x)} {short(y + near * v)}L{short(30 + far * x)} {short(y + far * v)}" for x, v in ends
    )


def picture(name: str) -> str:
    """The small drawing of a flower tile."""
    pictures = {
        "春": fill(
            GREEN,
            "M30 64C20 64 14 58 13 49C23 49 30 54 30 64z",
            "M30 60C30 52 36 47 46 47C46 56 39 60 30 60z",
        )
        + line(GREEN, 2.6, "M30 60V72"),
        "夏": fill(RED, disc(30, 59, 6.4)) + line(RED, 2.4, rays(8, 9.6, 13)),
        "秋": fill(RED, "M30 45L34 53L43 50L40 58L47 63L36 66L30 71L24 66L13 63L20 58L17 50L26 53z")
        + line(GREEN, 2.2, "M30 62V74"),
        "冬": line(BLUE, 2.4, rays(6, 0, 13.5), rays(6, 8, 8)),
        "梅": fill(RED, petals(5, 7.6, 5.6)) + fill(FACE, disc(30, 59, 3.4)) + fill(INK, disc(30, 59, 1.6)),
        "蘭": line(GREEN, 2.8, "M29 73C27 64 19 57 10 59M29 73C30 63 26 55 20 49M29 73C32 65 41 60 51 64")
        + fill(RED, disc(34, 54.5, 3.2), disc(41, 54.5, 3.2), disc(37.5, 49.5, 3.2)),
        "菊": line(RED, 2.6, rays(12, 6.4, 13)) + fill(GREEN, disc(30, 59, 4)),
        "竹": line(GREEN, 3.6, "M30 73V48")
        + fill(
            GREEN,
            "M32 53C38 46 45 46 52 49C46 55 39 56 32 53z",
            "M31 65C38 59 45 60 51 66C44 69 37 69 31 65z",
        )
        + fill(GREEN, "M29 60C22 53 15 53 8 57C15 62 22 63 29 60z")
        + line(FACE, 1.4, "M27 56.5H33M27 68H33"),
    }
    return pictures[name]


def back() -> str:
    """The back: jade with a thin frame."""
    return line(FACE, 1.4, bar(30, CENTRE, 44, 60, 4)) + line(
        FACE, 1.4, "M30 22L42 38L30 54L18 38z", "M30 30L36 38L30 46L24 38z"
    )


def sprite() -> str:
    """The whole file."""
    suits = (("m", characters, 9), ("p", dots, 9), ("s", bamboos, 9), ("z", honor, 7), ("f", flower, 8))
    tiles = [symbol(f"{rank}{letter}", draw(rank)) for letter, draw, count in suits for rank in range(1, count + 1)]
    tiles.append(symbol("back", back(), face="var(--tile-back,#0f6b4f)"))
    return '<svg xmlns="http://www.w3.org/2000/svg">\n' + "\n".join(tiles) + "\n</svg>\n"


if __name__ == "__main__":
    if "--stdout" in sys.argv[1:]:
        sys.stdout.write(sprite())
    else:
        SPRITE.write_text(sprite(), encoding="utf-8")
        sys.stdout.write(f"{SPRITE.name}: {len(sprite().encode())} bytes\n")
