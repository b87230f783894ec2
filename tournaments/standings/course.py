"""走勢: the points of a player after every hand as a line with dots. The list of hands beside it says the same in
words.
"""

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from tournaments.models.fields import to_units
from tournaments.standings.columns import signed as signed_units
from tournaments.standings.selectors.courses import CoursePoint

WIDTH, HEIGHT, EDGE = 640, 180, 10

Place = tuple[float, float]


def course_svg(points: Sequence[CoursePoint]) -> SafeString | str:
    """From zero to the last hand; "" for fewer than two hands."""
    if len(points) < 2:
        return ""
    totals = [Decimal(0), *(point.total for point in points)]
    low, high = min(totals), max(totals)
    places = list(_places(totals, low, high))
    words = _("%(hands)s 鋪的累計：最高 %(high)s，最低 %(low)s，現在 %(now)s")
    said = {"hands": len(points), "high": _signed(high), "low": _signed(low), "now": _signed(totals[-1])}
    return format_html(
        '<svg class="course" viewBox="0 0 {} {}" role="img" aria-label="{}">{}{}<polyline points="{}"/>{}</svg>',
        WIDTH,
        HEIGHT,
        words % said,
        _level(places[0][1]),
        format_html_join("", '<line class="game" x1="{0}" x2="{0}" y1="0" y2="{1}"/>', _games(points, places)),
        " ".join(f"{x:.1f},{y:.1f}" for x, y in places),
        format_html_join("", '<circle cx="{}" cy="{}" r="4"><title>{}</title></circle>', _dots(points, places[1:])),
    )


def _signed(points: Decimal) -> str:
    return signed_units(to_units(points))


def _places(totals: Sequence[Decimal], low: Decimal, high: Decimal) -> Iterator[Place]:
    step = (WIDTH - 2 * EDGE) / (len(totals) - 1)
    span = float(high - low) or 1.0
    for n, total in enumerate(totals):
        yield EDGE + n * step, EDGE + float(high - total) / span * (HEIGHT - 2 * EDGE)


def _level(y: float) -> SafeString:
    return format_html('<line class="level" x1="0" x2="{0}" y1="{1}" y2="{1}"/>', WIDTH, f"{y:.1f}")


def _games(points: Sequence[CoursePoint], places: Sequence[Place]) -> Iterator[tuple[str, int]]:
    for n in range(1, len(points)):
        if points[n].round != points[n - 1].round:
            yield f"{places[n][0]:.1f}", HEIGHT


def _dots(points: Sequence[CoursePoint], places: Sequence[Place]) -> Iterator[tuple[str, str, str]]:
    for point, (x, y) in zip(points, places, strict=True):
        yield f"{x:.1f}", f"{y:.1f}", f"{point.title}: {_signed(point.change)} → {_signed(point.total)}"


LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_"
STEPS = 40


def packed(courses: Mapping[int, Sequence[int]]) -> str:
    """走勢 in the rows of the standings: a line per player, "21 0VXb", after one with the height of zero points.

    At most `STEPS` points of one letter each, their height between the lowest and the highest points of the event, so
    that 2,000 players load quickly; static/js/course-lines.js draws them. Players without a hand have no line.
    """
    lines = {number: [0, *course] for number, course in courses.items() if course}
    low = min((min(line) for line in lines.values()), default=0)
    high = max((max(line) for line in lines.values()), default=0)
    span = (high - low) or 1

    def letter(units: int) -> str:
        return LETTERS[(units - low) * (len(LETTERS) - 1) // span]

    said = [f"0 {letter(0)}"]
    said += [f"{number} {''.join(map(letter, _thinned(line)))}" for number, line in sorted(lines.items())]
    return "\n".join(said)


def _thinned(line: Sequence[int]) -> Sequence[int]:
    if len(line) <= STEPS:
        return line
    return [line[n * (len(line) - 1) // (STEPS - 1)] for n in range(STEPS)]
