"""走勢: the points of players after every hand of an event."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from django.db.models import QuerySet
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from tournaments.models import Event, Game, GameSeat, HandRecord, Player, Round
from tournaments.models.fields import from_units, to_units
from tournaments.standings.columns import signed as signed_units
from tournaments.standings.tally import begun_at
from tournaments.tables.game_log.as_of import games_at
from tournaments.tables.game_log.read import rules_of

Scores = Sequence[tuple[int, ...]]
"""Scores of the four seats after each hand, in units of 10⁻¹⁰ point."""
WIDTH, HEIGHT, EDGE = 640, 180, 10
LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_"
STEPS = 40


@dataclass(frozen=True)
class CoursePoint:
    """Points of one hand, and the total after it, void rounds excluded."""

    round: int
    title: str
    change: Decimal
    total: Decimal


def courses(event: Event, until: datetime | None = None) -> dict[int, list[int]]:
    """Return player number → their total after every hand of the event, in units of 10⁻¹⁰ point.

    Void rounds and 局外付分 are left out. `until`: as of then.
    """
    rounds = begun_at(event, until) if until else event.rounds.filter(state__in=Round.BEGUN, voided_at=None)
    numbers = [round_.pk for round_ in rounds]
    games = Game.objects.filter(round__in=numbers)
    if until is None:
        played = _scores(HandRecord.objects.filter(game__in=games))
    else:
        then = games_at(games.select_related("event", "round", "table"), until)
        played = _scores(HandRecord.objects.filter(game__in=[game.pk for game, fold in then if fold is None]))
        for game, fold in then:
            if fold is not None:
                played[game.pk] = [tuple(map(to_units, hand.result.scores)) for hand in fold.hands]
    seats = GameSeat.objects.filter(game__round__in=numbers).order_by("game__round__number")
    found: dict[int, list[int]] = defaultdict(list)
    for number, key, seat in seats.values_list("player__number", "game", "seat"):
        course = found[number]
        before = course[-1] if course else 0
        course += [before + scores[seat] for scores in played.get(key, ())]
    return dict(found)


def own_course(games: Sequence[Game], player: Player) -> list[CoursePoint]:
    """Return a player's totals over their games (loaded with seats and rounds, latest first), void rounds excluded."""
    mine = [(game, seat) for game in reversed(games) for seat in game.seats.all() if seat.player_id == player.pk]
    counted = [(game, seat) for game, seat in mine if not game.round.void]
    played = _scores(HandRecord.objects.filter(game__in=[game for game, _seat in counted]))
    points, before_game = [], Decimal(0)
    for game, seat in counted:
        before, began = before_game, rules_of(game.event, game.round).game.start
        for number, scores in enumerate(played.get(game.pk, ()), start=1):
            total = before_game + from_units(scores[seat.seat]) - began
            title = _("第 %(number)s 鋪") % {"number": number}
            points.append(CoursePoint(game.round.number, title, total - before, total))
            before = total
        before_game = before
    return points


def _scores(hands: QuerySet[HandRecord]) -> dict[int, Scores]:
    found: dict[int, list[tuple[int, ...]]] = defaultdict(list)
    closed = hands.exclude(result="open").order_by("game", "number")
    for game, scores in closed.values_list("game", "book__scores"):
        found[game].append(tuple(map(to_units, scores)))
    return dict(found)


def course_svg(points: Sequence[CoursePoint]) -> SafeString | str:
    """Draw the course from zero to the last hand, with dots; "" for fewer than two hands."""
    if len(points) < 2:
        return ""
    totals = [Decimal(0), *(point.total for point in points)]
    low, high = min(totals), max(totals)
    step, span = (WIDTH - 2 * EDGE) / (len(totals) - 1), float(high - low) or 1.0
    places = [
        (f"{EDGE + n * step:.1f}", f"{EDGE + float(high - total) / span * (HEIGHT - 2 * EDGE):.1f}")
        for n, total in enumerate(totals)
    ]
    words = _("%(hands)s 鋪的累計：最高 %(high)s，最低 %(low)s，現在 %(now)s")
    said = {"hands": len(points), "high": _signed(high), "low": _signed(low), "now": _signed(totals[-1])}
    games = [places[n][0] for n in range(1, len(points)) if points[n].round != points[n - 1].round]
    dots = [
        (*place, f"{point.title}: {_signed(point.change)} → {_signed(point.total)}")
        for point, place in zip(points, places[1:], strict=True)
    ]
    return format_html(
        '<svg class="course" viewBox="0 0 {0} {1}" role="img" aria-label="{2}">'
        '<line class="level" x1="0" x2="{0}" y1="{3}" y2="{3}"/>{4}<polyline points="{5}"/>{6}</svg>',
        WIDTH,
        HEIGHT,
        words % said,
        places[0][1],
        format_html_join("", '<line class="game" x1="{0}" x2="{0}" y1="0" y2="{1}"/>', ((x, HEIGHT) for x in games)),
        " ".join(",".join(place) for place in places),
        format_html_join("", '<circle cx="{}" cy="{}" r="4"><title>{}</title></circle>', dots),
    )


def _signed(points: Decimal) -> str:
    return signed_units(to_units(points))


def packed(courses: Mapping[int, Sequence[int]]) -> str:
    """Pack 走勢 for the rows of the standings. The first line has the height of a zero score, "0 V"; then a line per
    player has their number and heights, "21 VXb".

    A line has at most `STEPS` heights of one letter each, scaled between the lowest and the highest score of the event,
    so that 2,000 players load quickly; static/js/course-lines.js draws them. Players without a hand have no line.
    """
    lines = {number: [0, *course] for number, course in courses.items() if course}
    low = min((min(line) for line in lines.values()), default=0)
    high = max((max(line) for line in lines.values()), default=0)
    span = (high - low) or 1

    def letter(units: int) -> str:
        return LETTERS[(units - low) * (len(LETTERS) - 1) // span]

    found = [f"0 {letter(0)}"]
    for number, line in sorted(lines.items()):
        if len(line) > STEPS:
            line = [line[n * (len(line) - 1) // (STEPS - 1)] for n in range(STEPS)]
        found.append(f"{number} {''.join(map(letter, line))}")
    return "\n".join(found)
