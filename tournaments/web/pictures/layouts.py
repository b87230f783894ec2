"""版式 What a picture looks like: a list with its leader, a player with the course of points, a hand with its tiles.

For the program alone. A picture is a mapping of what stands in it, in words (`documents`); what is not given is not
drawn.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from PIL import Image, ImageDraw

from tournaments.web.pictures import tiles
from tournaments.web.pictures.sheet import EDGE, HIGH, INK, JADE, LINE, MUTED, PAPER, RAISED, WHITE, WIDE, Sheet, tone

Picture = Mapping[str, Any]
_BAND = 88
_RIGHT = WIDE - EDGE
_FOOT = HIGH - 30


def _frame(sheet: Sheet, picture: Picture) -> None:
    """The band with whose picture it is, and the line at the foot."""
    sheet.draw.rectangle((0, 0, WIDE, _BAND), JADE)
    _mark(sheet, EDGE, 20)
    head, room = picture.get("head", ""), _RIGHT - EDGE - 56 - 40
    beside = max(420, room - sheet.width(head, 34, bold=True))
    kind = sheet.text((_RIGHT, 57), picture.get("kind", ""), 30, WHITE, right=True, room=beside)
    sheet.text((EDGE + 56, 58), head, 34, WHITE, bold=True, room=room - kind)
    sheet.text((EDGE, _FOOT), picture.get("foot", ""), 24, MUTED)


def _mark(sheet: Sheet, x: int, y: int) -> None:
    """The tile that is the site's sign."""
    sheet.draw.rounded_rectangle((x, y, x + 34, y + 48), 6, WHITE)
    sheet.draw.rectangle((x + 7, y + 15, x + 27, y + 28), None, JADE, 3)
    sheet.draw.line((x + 17, y + 7, x + 17, y + 41), JADE, 3)


# --- a list -----------------------------------------------------------------------------------------------------------


def _list(sheet: Sheet, picture: Picture) -> None:
    """A title, a line below it, and rows of place, name, something small and points; the first stands out."""
    rows: Sequence[Sequence[str]] = picture.get("rows", ())
    y = 166 if rows else 230
    for line in sheet.lines(picture["title"], 54, _RIGHT - EDGE, 2, bold=True):
        sheet.text((EDGE, y), line, 54, bold=True)
        y += 66
    for line in sheet.lines(picture.get("line", ""), 30, _RIGHT - EDGE, 1 if rows else 3):
        sheet.text((EDGE, y - 16), line, 30, MUTED)
        y += 38
    if not rows:
        _ornament(sheet)
        return
    y -= 30
    height = min(92, (_FOOT - 36 - y) // len(rows))
    for number, row in enumerate(rows):
        _row(sheet, y + number * height, height, row, first=not number and picture.get("leads", True))


def _row(sheet: Sheet, y: float, height: int, row: Sequence[str], *, first: bool) -> None:
    place, name, small, points = row
    size = min(44, round(height * 0.56))
    base = y + height / 2 + size * 0.36
    if first:
        sheet.draw.rounded_rectangle((EDGE - 20, y + 3, _RIGHT + 20, y + height - 3), 14, RAISED, JADE, 2)
    sheet.text((EDGE + 64, base), place, size, JADE if first else MUTED, bold=True, right=True, room=84)
    wide = sheet.text((_RIGHT, base), points, size, tone(points), bold=True, right=True, room=300)
    left = EDGE + 96
    room = _RIGHT - wide - 30 - left
    taken = sheet.text((left, base), name, size, bold=True, room=room)
    if small and room - taken > 110:
        sheet.text((left + taken + 24, base), small, round(size * 0.62), MUTED, room=room - taken - 24)


def _ornament(sheet: Sheet) -> None:
    """The seven honours, where there is nothing to count yet."""
    width = 132
    sheet.tiles((EDGE, HIGH - 70 - tiles.height_of(width)), [f"{n}z" for n in (1, 2, 3, 4, 7, 6, 5)], width, 26)


# --- a player ---------------------------------------------------------------------------------------------------------


def _player(sheet: Sheet, picture: Picture) -> None:
    """Name, place and points, what else there is to say, and the course of points below."""
    room = _RIGHT - EDGE
    taken = sheet.text((EDGE, 166), picture["title"], 60, bold=True, room=room * 0.66)
    sheet.text((EDGE + taken + 28, 166), picture.get("line", ""), 30, MUTED, room=room - taken - 28)
    taken = sheet.text((EDGE, 272), picture["place"], 84, JADE, bold=True, room=room * 0.5)
    points = picture["points"]
    sheet.text((EDGE + max(taken + 56, 330), 272), points, 84, tone(points), bold=True, room=360)
    y = 222
    for label, value in list(picture.get("facts", ()))[:2]:
        wide = sheet.text((_RIGHT, y), value, 36, tone(value), bold=True, right=True, room=220)
        sheet.text((_RIGHT - wide - 16, y), label, 26, MUTED, right=True, room=200)
        y += 50
    course = picture.get("course", ())
    if len(course) > 2:
        _course(sheet, course, (EDGE, 310, _RIGHT, _FOOT - 46))
    else:
        _ornament(sheet)


def _course(sheet: Sheet, totals: Sequence[float], box: tuple[int, int, int, int]) -> None:
    """The points after every hand as a line, drawn larger and made smaller so that it is smooth."""
    finer = 3
    left, top, right, bottom = box
    image = Image.new("RGB", ((right - left) * finer, (bottom - top) * finer), PAPER)
    draw = ImageDraw.Draw(image)
    low, high = min(totals), max(totals)
    edge = 10 * finer
    wide, tall, span = image.width - 2 * edge, image.height - 2 * edge, (high - low) or 1

    def place(n: int, total: float) -> tuple[float, float]:
        return edge + wide * n / (len(totals) - 1), edge + tall * (high - total) / span

    level = place(0, 0.0)[1]
    draw.line((0, level, image.width, level), LINE, 2 * finer)
    points = [place(n, total) for n, total in enumerate(totals)]
    draw.polygon([(points[0][0], level), *points, (points[-1][0], level)], "#e3efe9")
    draw.line((0, level, image.width, level), LINE, 2 * finer)
    draw.line(points, JADE, 4 * finer, joint="curve")
    dots = [points[-1]] if len(points) > 80 else points
    for x, y in dots:
        draw.circle((x, y), 4 * finer, JADE)
    x, y = points[-1]
    draw.circle((x, y), 9 * finer, JADE, PAPER, 2 * finer)
    sheet.image.paste(image.reduce(finer), (left, top))


# --- a hand -----------------------------------------------------------------------------------------------------------


def _hand(sheet: Sheet, picture: Picture) -> None:
    """What happened, the tiles, the fans that count, and what they come to."""
    y = 154
    for line in sheet.lines(picture["title"], 46, _RIGHT - EDGE, 2, bold=True):
        sheet.text((EDGE, y), line, 46, bold=True)
        y += 58
    if picture.get("line"):
        sheet.text((EDGE, y - 8), picture["line"], 28, MUTED)
        y += 40
    groups = [list(group) for group in picture.get("tiles", ()) if group]
    y = _laid(sheet, groups, y - 24) + 24 if groups else y
    number, unit = picture.get("total", ("", ""))
    wide = sheet.text((_RIGHT, _FOOT - 44), unit, 40, MUTED, right=True, room=200) if unit else 0.0
    wide += sheet.text((_RIGHT - wide - 10, _FOOT - 44), number, 128, JADE, bold=True, right=True, room=420) + 10
    rows, notes = picture.get("rows", ()), picture.get("notes", ())
    if rows or notes:
        step = min(84, (_FOOT - 40 - y) // len([*rows, *notes]))
        for n, row in enumerate(rows):
            _change(sheet, y + 10 + (n + 0.5) * step, row, _RIGHT - EDGE - (wide + 60 if number else 0))
        for n, note in enumerate(notes, len(rows)):
            sheet.text((EDGE, y + 10 + (n + 0.5) * step), note, 36)
        return
    if picture.get("waits"):
        _waits(sheet, picture["waits"], y)
        return
    _fans(sheet, picture.get("fans", ()), y + 34, _RIGHT - EDGE - wide - 60, str(picture.get("more", "")))


def _laid(sheet: Sheet, groups: Sequence[Sequence[str]], y: int) -> int:
    """The tiles of a hand, its groups apart, in one row or two; where they end."""
    gap = 18
    rows = [list(groups)]
    count = sum(map(len, groups))
    if count > 18:
        rows = _halves(groups)
    width = min(88, *(_fitting(row, gap) for row in rows))
    for row in rows:
        x = EDGE
        for group in row:
            x = sheet.tiles((x, y), group, width) + gap
        y += tiles.height_of(width) + 10
    return y


def _halves(groups: Sequence[Sequence[str]]) -> list[list[Sequence[str]]]:
    half, first, taken = sum(map(len, groups)) / 2, list[Sequence[str]](), 0
    for group in groups:
        if taken >= half:
            break
        first.append(group)
        taken += len(group)
    return [row for row in (first, list(groups[len(first) :])) if row]


def _fitting(row: Sequence[Sequence[str]], gap: int) -> int:
    """How wide a tile may be for the row to fit."""
    count = sum(map(len, row))
    return int((_RIGHT - EDGE - gap * (len(row) - 1) - 2 * count) / count)


def _fans(sheet: Sheet, fans: Sequence[Sequence[str]], y: int, room: float, more: str) -> None:
    """名 and value, in two columns; as many as there is room for, and how many more there are."""
    step = 46
    lines = max(1, int((_FOOT - 44 - y) // step) + 1)
    shown = list(fans) if len(fans) <= 2 * lines else list(fans)[: 2 * lines - 1]
    column = (room - 48) / 2 if len(shown) > lines else room
    for n, (name, value) in enumerate(shown):
        x, base = EDGE + (n // lines) * (column + 48), y + (n % lines) * step
        wide = sheet.text((x + min(column, 520), base), value, 32, JADE, bold=True, right=True, room=120)
        sheet.text((x, base), name, 32, INK, room=min(column, 520) - wide - 20)
    if len(shown) < len(fans):
        n = len(shown)
        at = EDGE + (n // lines) * (column + 48), y + (n % lines) * step
        sheet.text(at, more.replace("{n}", str(len(fans) - n)), 28, MUTED, room=column)


def _waits(sheet: Sheet, waits: Sequence[Sequence[str]], y: int) -> None:
    """Tiles that complete the hand, each with what it is worth beside it, in three columns."""
    width, column = 72, (_RIGHT - EDGE) // 3
    high = tiles.height_of(width)
    for n, (code, worth) in enumerate(waits[:9]):
        x, top = EDGE + (n % 3) * column, y + 16 + (n // 3) * (high + 12)
        sheet.tiles((x, top), [code], width)
        sheet.text((x + width + 18, top + high * 0.66), worth, 40, JADE, bold=True, room=column - width - 40)


def _change(sheet: Sheet, y: float, row: Sequence[str], room: float) -> None:
    """One of the four: points with this hand, and after it."""
    name, change, total = row
    sheet.text((EDGE, y), name, 42, room=room * 0.48)
    sheet.text((EDGE + room * 0.72, y), change, 48, tone(change), bold=True, right=True, room=room * 0.22)
    sheet.text((EDGE + room, y), total, 34, MUTED, right=True, room=room * 0.26)


LAYOUTS: dict[str, Callable[[Sheet, Picture], None]] = {"list": _list, "player": _player, "hand": _hand}


def drawn(sheet: Sheet, picture: Picture) -> None:
    """Draw the picture on the sheet. Raises KeyError for a layout that there is none of."""
    _frame(sheet, picture)
    LAYOUTS[picture["layout"]](sheet, picture)
