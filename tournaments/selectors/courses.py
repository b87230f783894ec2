"""走勢 of everybody: the points of each player after every hand of an event. Reads only.

The hands of a game that nobody has touched since are remembered: after a hand only its own game is read again.
"""

from collections import OrderedDict, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from threading import Lock

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from tournaments.book.earlier import games_at
from tournaments.book.fold import FoldedGame
from tournaments.book.read import rules_of
from tournaments.models import Event, Game, GameSeat, HandRecord, Player, Round
from tournaments.models.fields import from_units, to_units
from tournaments.tally.earlier import begun_at

_AT_ONCE = 500
"""Games whose hands are read in one statement."""


@dataclass(frozen=True)
class CoursePoint:
    """走勢: what a hand brought, and what all hands until then came to, those of void rounds left out."""

    round: int
    title: str
    change: Decimal
    total: Decimal


Scores = Sequence[tuple[int, ...]]
"""After each hand what the four seats have, in units of 10⁻¹⁰ point."""


def courses(event: Event, until: datetime | None = None) -> dict[int, list[int]]:
    """Number of a player → their points after every hand, over all games of the event, in units of 10⁻¹⁰ point.

    Void rounds are left out, as are points beside the hands. `until`: as it stood then.
    """
    rounds = begun_at(event, until) if until else event.rounds.filter(state__in=Round.BEGUN, voided_at=None)
    numbers = [round_.pk for round_ in rounds]
    played = _scores(Game.objects.filter(round__in=numbers), until, event.page_version)
    seats = GameSeat.objects.filter(game__round__in=numbers).order_by("game__round__number")
    found: dict[int, list[int]] = defaultdict(list)
    for number, game, seat in seats.values_list("player__number", "game", "seat"):
        course = found[number]
        before = course[-1] if course else 0
        course += [before + scores[seat] for scores in played.get(game, ())]
    return dict(found)


def own_course(games: Sequence[Game], player: Player) -> list[CoursePoint]:
    """The course of one player over their games (with seats and rounds, the latest first), those of void rounds left
    out: only a game in which something was done since is read."""
    mine = [(game, seat) for game in reversed(games) for seat in game.seats.all() if seat.player_id == player.pk]
    counted = [(game, seat) for game, seat in mine if not game.round.void]
    played = _KEPT.scores({game.pk: (game.act_count, game.event.page_version) for game, _seat in counted})
    points, before_game = [], Decimal(0)
    for game, seat in counted:
        before, began = before_game, rules_of(game.event, game.round).game.start
        for number, scores in enumerate(played[game.pk], start=1):
            total = before_game + from_units(scores[seat.seat]) - began
            title = _("第 %(number)s 鋪") % {"number": number}
            points.append(CoursePoint(game.round.number, title, total - before, total))
            before = total
        before_game = before
    return points


def _scores(games: QuerySet[Game], until: datetime | None, pages: int) -> dict[int, Scores]:
    if until is None:
        return _KEPT.scores({game: (acts, pages) for game, acts in games.values_list("pk", "act_count")})
    told = games_at(games.select_related("event", "round", "table"), until)
    now = _KEPT.scores({game.pk: (game.act_count, pages) for game, fold in told if fold is None})
    return now | {game.pk: _folded(fold) for game, fold in told if fold is not None}


def _folded(fold: FoldedGame) -> Scores:
    return [tuple(map(to_units, hand.result.scores)) for hand in fold.hands]


Version = tuple[int, int]
"""Acts of a game, and the version of its event's pages."""


class _KeptScores:
    """The scores of games at a number of acts; those that were asked for least lately are forgotten."""

    def __init__(self, most: int = 8192) -> None:
        self._most = most
        self._lock = Lock()
        self._kept: OrderedDict[int, tuple[Version, Scores]] = OrderedDict()

    def scores(self, acts: Mapping[int, Version]) -> dict[int, Scores]:
        """Game → its scores, of these games at these versions: those that have moved are read."""
        with self._lock:
            known = {game: self._kept[game][1] for game in acts if self._kept.get(game, (None,))[0] == acts[game]}
        read = _read([game for game in acts if game not in known])
        with self._lock:
            for game, scores in read.items():
                self._kept[game] = (acts[game], scores)
                self._kept.move_to_end(game)
            while len(self._kept) > self._most:
                self._kept.popitem(last=False)
        return known | read


_KEPT = _KeptScores()


def _read(games: Sequence[int]) -> dict[int, Scores]:
    found: dict[int, list[tuple[int, ...]]] = {game: [] for game in games}
    for first in range(0, len(games), _AT_ONCE):
        some = games[first : first + _AT_ONCE]
        hands = HandRecord.objects.filter(game__in=some).exclude(result="open").order_by("game", "number")
        for game, scores in hands.values_list("game", "book__scores"):
            found[game].append(tuple(map(to_units, scores)))
    return dict(found)
