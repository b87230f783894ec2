"""檯面圖: arrows between the four as they sit, for a board on which the seats themselves are HTML.

The board is 320 × 340: one seat below, one at each side, one above (`static/css/story.css` puts them there). Arrows
between neighbours go round the corner outside, those across through the middle, so that six of them stay apart.
"""

import math
from collections.abc import Sequence

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from tournaments.selectors.story import Arrow

WIDTH, HEIGHT = 320, 340
BELOW, RIGHT, ABOVE, LEFT = range(4)
Place = tuple[float, float]

# From the one place to the other: where the line begins, its corner, where it ends, where its amount is.
_ROUND: dict[tuple[int, int], tuple[Place, Place, Place, Place]] = {
    (BELOW, RIGHT): ((228, 298), (262, 296), (262, 222), (264, 292)),
    (RIGHT, ABOVE): ((262, 118), (262, 44), (228, 42), (264, 56)),
    (ABOVE, LEFT): ((92, 42), (58, 44), (58, 118), (56, 56)),
    (LEFT, BELOW): ((58, 222), (58, 296), (92, 298), (56, 292)),
}
_ACROSS: dict[tuple[int, int], tuple[Place, Place]] = {
    (BELOW, ABOVE): ((160, 252), (160, 88)),
    (RIGHT, LEFT): ((220, 170), (100, 170)),
}
_APART = 15
"""Between two arrows of the same two players."""


def board_arrows(arrows: Sequence[Arrow], below: int = 0) -> SafeString:
    """The picture of them; what it says stands beside it in words, so readers skip it."""
    taken: set[frozenset[int]] = set()
    drawn = []
    for arrow in arrows:
        pair = frozenset((arrow.source, arrow.target))
        drawn.append((_arrow(arrow, below, second=pair in taken),))
        taken.add(pair)
    return format_html(
        '<svg class="board-arrows" viewBox="0 0 {} {}" aria-hidden="true">{}</svg>',
        WIDTH,
        HEIGHT,
        format_html_join("", "{}", drawn),
    )


def _arrow(arrow: Arrow, below: int, *, second: bool) -> SafeString:
    start, bend, end, text = _line((arrow.source - below) % 4, (arrow.target - below) % 4, second=second)
    width = 2 + 5 * math.sqrt(arrow.weight)
    dx, dy = end[0] - bend[0], end[1] - bend[1]
    length = math.hypot(dx, dy)
    ux, uy = dx / length, dy / length
    head = 5 + width
    neck = (end[0] - ux * head, end[1] - uy * head)
    side = (uy * head * 0.7, ux * head * 0.7)
    wings = (neck[0] - side[0], neck[1] + side[1], neck[0] + side[0], neck[1] - side[1])
    numbers = (*start, *bend, *neck, *end, *wings)
    more = (
        format_html('<tspan class="more" x="{}" dy="13">{}</tspan>', _short(text[0]), arrow.more) if arrow.more else ""
    )
    return format_html(
        '<g class="{}"><path class="line" pathLength="1" stroke-width="{}" d="M{} {}Q{} {} {} {}"/>'
        '<path class="head" d="M{} {}L{} {}L{} {}z"/><text class="{}" x="{}" y="{}">{}{}</text></g>',
        arrow.kind,
        _short(width),
        *map(_short, numbers),
        _anchor(text, start, end),
        *map(_short, text),
        arrow.label,
        more,
    )


def _anchor(text: Place, start: Place, end: Place) -> str:
    """On which side of its place an amount stands, so that it lies beside its line."""
    if start[1] == end[1]:
        return "centred"
    return "after" if text[0] >= WIDTH / 2 else "before"


def _line(source: int, target: int, *, second: bool) -> tuple[Place, Place, Place, Place]:
    """Begin, bend, end and the place of the amount; of the second between two players beside the first."""
    aside = _APART if second else 0
    for (one, other), (first, corner, last, text) in _ROUND.items():
        if {one, other} == {source, target}:
            inwards = (math.copysign(aside, 160 - corner[0]), math.copysign(aside, 170 - corner[1]))
            first, corner, last, text = (
                (place[0] + inwards[0] * right, place[1] + inwards[1] * down)
                for place, right, down in ((first, 0, 1), (corner, 1, 1), (last, 1, 0), (text, 0, 2.4))
            )
            return (first, corner, last, text) if source == one else (last, corner, first, text)
    for (one, other), (first, last) in _ACROSS.items():
        if {one, other} == {source, target}:
            begin, end = (first, last) if source == one else (last, first)
            upright = one == BELOW
            shift = (aside, 0.0) if upright else (0.0, aside)
            begin, end = ((x + shift[0], y + shift[1]) for x, y in (begin, end))
            middle = ((begin[0] + end[0]) / 2, (begin[1] + end[1]) / 2)
            along = 0.18 if upright else 0.27
            text = (begin[0] + (end[0] - begin[0]) * along, begin[1] + (end[1] - begin[1]) * along)
            text = (text[0] + (7 if upright else 0), text[1] + (4 if upright else 17 if second else -7))
            return begin, middle, end, text
    raise ValueError(f"no two players: {source}, {target}")


def _short(number: float) -> str:
    return format(round(number, 1), "g")
