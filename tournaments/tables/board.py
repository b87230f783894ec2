"""檯面圖: arrows between the four players, over seats in HTML (`.board` in `static/css/table.css`).

One seat is at the bottom, one at each side, one at the top. Arrows between neighbours go round the corner outside,
those across through the middle, so that six of them stay apart.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

WIDTH = 320
BELOW, RIGHT, ABOVE, LEFT = range(4)
Place = tuple[float, float]
_APART = 15


@dataclass(frozen=True)
class Arrow:
    """An arrow from the payer or debtor to the other player. `kind`: "kept", "grown", "new" (open 拉), "broken",
    "halved" (a 拉 that has ended), "paid" (points at once) · `label`, `more`: text beside it · `weight`: from 0 to 1,
    relative to the largest of the game."""

    source: int
    target: int
    label: str
    kind: str = "paid"
    more: str = ""
    weight: float = 0.1
    words: str = ""


class Shape(NamedTuple):
    """Height of a board, of the seats above and below, and of those at its sides; the same as in the CSS."""

    height: int
    ends: int
    sides: int


STORY = Shape(340, 84, 96)
FLAT = Shape(266, 70, 78)


def board_arrows(arrows: Iterable[Arrow], chairs: Sequence[int], shape: Shape = STORY) -> SafeString:
    """Draw the arrows. Screen readers skip the picture, as the page also has the text. `chairs`: of seats 0–3, 0 is at
    the bottom."""
    taken: set[frozenset[int]] = set()
    drawn = []
    for arrow in arrows:
        pair = frozenset((arrow.source, arrow.target))
        start, bend, end, text = _line(chairs[arrow.source], chairs[arrow.target], shape, second=pair in taken)
        taken.add(pair)
        width = 2 + 5 * math.sqrt(arrow.weight)
        dx, dy = end[0] - bend[0], end[1] - bend[1]
        length = math.hypot(dx, dy)
        ux, uy = dx / length, dy / length
        head = 5 + width
        neck = (end[0] - ux * head, end[1] - uy * head)
        side = (uy * head * 0.7, ux * head * 0.7)
        wings = (neck[0] - side[0], neck[1] + side[1], neck[0] + side[0], neck[1] - side[1])
        numbers = [f"{round(n, 1):g}" for n in (width, *start, *bend, *neck, *end, *wings, *text)]
        anchor = "centred" if start[1] == end[1] else "after" if text[0] >= WIDTH / 2 else "before"
        # The growth of an amount is drawn below it, but beside it over a horizontal arrow, which it would cover.
        where = mark_safe('dx="5"') if anchor == "centred" else format_html('x="{}" dy="13"', numbers[-2])
        more = format_html('<tspan class="more" {}>{}</tspan>', where, arrow.more) if arrow.more else ""
        drawn.append((arrow.kind, *numbers[:-2], anchor, *numbers[-2:], arrow.label, more))
    return format_html(
        '<svg class="board-arrows" viewBox="0 0 {} {}" aria-hidden="true">{}</svg>',
        WIDTH,
        shape.height,
        format_html_join(
            "",
            '<g class="{}"><path class="line" pathLength="1" stroke-width="{}" d="M{} {}Q{} {} {} {}"/>'
            '<path class="head" d="M{} {}L{} {}L{} {}z"/><text class="{}" x="{}" y="{}">{}{}</text></g>',
            drawn,
        ),
    )


def _line(source: int, target: int, shape: Shape, *, second: bool) -> tuple[Place, Place, Place, Place]:
    """Return start, bend, end and the place of the amount; `second`: the second arrow between two players."""
    aside = _APART if second else 0
    if (source - target) % 4 == 2:
        return _across(source, target, shape, aside)
    at_side, at_end = (source, target) if source in (RIGHT, LEFT) else (target, source)
    right, up = (1 if at_side == RIGHT else -1), (1 if at_end == BELOW else -1)
    middle, reach = shape.height / 2, (shape.height - shape.ends) / 2
    y = middle + up * reach
    first = (160 + right * 68, y - up * aside)
    corner = (160 + right * (102 - aside), y - up * (2 + aside))
    last = (corner[0], middle + up * (shape.sides / 2 + 4))
    text = (160 + right * 104, y - up * (6 + 2.4 * aside) + 4)
    return (last, corner, first, text) if source == at_side else (first, corner, last, text)


def _across(source: int, target: int, shape: Shape, aside: float) -> tuple[Place, Place, Place, Place]:
    """Return the same between opposite seats. The amount of a vertical arrow keeps clear of the seats at the sides."""
    middle = shape.height / 2
    if source in (BELOW, ABOVE):
        down, x = (1 if source == ABOVE else -1), 160.0 + aside
        reach = middle - shape.ends - 4
        begin, end = (x, middle - down * reach), (x, middle + down * reach)
        return begin, (x, middle), end, (x + 7, begin[1] + down * 0.18 * 2 * reach + 4)
    along, y = (1 if source == LEFT else -1), middle + aside
    return (160 - along * 60, y), (160, y), (160 + along * 60, y), (160 - along * 28, y + (17 if aside else -7))
