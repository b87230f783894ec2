"""這一輪的經過: changes of the lead, the longest 拉 and the biggest win over all hands of a round.

Results are cached by the acts of a game, so a new hand rereads only its own game.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from tournaments.core.cached import cached_each
from tournaments.models import Game, HandRecord
from tournaments.models.fields import to_units
from tournaments.tables.game_log.replay import FoldedGame
from tournaments.tables.selectors.as_told import told_hands
from tournaments.tables.selectors.story import laid_by


class Played(NamedTuple):
    """A finished hand: `scores` of the four after it, in units."""

    at: datetime
    number: int
    name: str
    streak: int
    scores: tuple[int, ...]


class Won(NamedTuple):
    fan: int
    hand: HandRecord


class LongPull(NamedTuple):
    """An open 拉 at its longest, after this hand."""

    pulls: int
    points: Decimal
    hand: int
    winner: int
    payer: int


@dataclass(frozen=True)
class GameStory:
    """`biggest`: the win with the most 番 · `laid`: of those with known tiles; disputed hands are left out."""

    hands: Sequence[Played]
    biggest: Won | None
    laid: Won | None
    pull: LongPull | None


class Lead(NamedTuple):
    """A player takes the sole lead with this hand."""

    number: int
    game: int
    hand: Played


def stories(games: Sequence[tuple[Game, FoldedGame | None]]) -> dict[int, GameStory]:
    """Stories by game, one statement for all games that changed since they were last read."""
    listed = {f"{game.pk}{'-then' if fold else ''}": (game, fold) for game, fold in games}
    versions = {key: (game.act_count, game.event.page_version) for key, (game, _fold) in listed.items()}
    found = cached_each("story", versions, lambda changed: _read({key: listed[key] for key in changed}))
    return {listed[key][0].pk: story for key, story in found.items()}


def _read(games: Mapping[str, tuple[Game, FoldedGame | None]]) -> dict[str, GameStory]:
    stored = HandRecord.objects.filter(game__in=[game.pk for game, fold in games.values() if fold is None])
    listed = stored.exclude(result="open").order_by("game", "number")
    rows = {game: list(hands) for game, hands in groupby(listed, key=attrgetter("game_id"))}
    found = {}
    for key, (game, fold) in games.items():
        hands = rows.get(game.pk, []) if fold is None else told_hands(game, fold)
        found[key] = _story([hand for hand in hands if hand.result != "open"])
    return found


def _story(hands: Sequence[HandRecord]) -> GameStory:
    wins = list(_wins(hands))
    laid = [win for win in wins if _has_tiles(win.hand)]
    return GameStory(
        [_played(hand) for hand in hands],
        max(wins, key=attrgetter("fan"), default=None),
        max(laid, key=attrgetter("fan"), default=None),
        max((pull for hand in hands for pull in _pulls(hand)), key=attrgetter("pulls", "points"), default=None),
    )


def _played(hand: HandRecord) -> Played:
    scores = tuple(map(to_units, hand.book["scores"]))
    return Played(hand.recorded_at, hand.number, hand.name, hand.dealer_streak, scores)


def _wins(hands: Sequence[HandRecord]) -> Iterator[Won]:
    for hand in hands:
        payments = hand.book["payments"]
        if hand.result == "win" and payments and hand.state != HandRecord.State.DISPUTED:
            yield Won(max(payment["fan"] for payment in payments), hand)


def _has_tiles(hand: HandRecord) -> bool:
    best = max(hand.book["payments"], key=lambda payment: payment["fan"])
    return laid_by(hand.book["events"], best["winner"]) is not None


def _pulls(hand: HandRecord) -> Iterator[LongPull]:
    for chain in hand.book["chains"]:
        points = Decimal(chain["points"])
        yield LongPull(chain["pulls"], points, hand.number, chain["winner"], chain["payer"])


def leads(
    totals: Mapping[int, int], seated: Mapping[int, Sequence[int]], told: Mapping[int, GameStory], start: int
) -> list[Lead]:
    """Every change of the sole lead in these games, in order; the first leader at all is no change.

    `totals`: current totals of all who can lead, by number, in units · `seated`: the four of each game · `start`:
    starting points of a game, in units.
    """
    race = _Race(_at_start(totals, seated, told, start))
    led, found = race.led, list[Lead]()
    for game, hand in _in_order(told):
        ahead = race.after(zip(seated[game], hand.scores, strict=True), game, start)
        if ahead is not None:
            found.append(Lead(ahead, game, hand))
    return found if led else found[1:]


def _at_start(
    totals: Mapping[int, int], seated: Mapping[int, Sequence[int]], told: Mapping[int, GameStory], start: int
) -> dict[int, int]:
    """Totals before these games. Points that no hand moved (rulings between hands) count as there from the start."""
    before = dict(totals)
    for game, story in told.items():
        last = story.hands[-1].scores if story.hands else (start,) * 4
        for number, score in zip(seated[game], last, strict=True):
            if number in before:
                before[number] -= score - start
    return before


def _in_order(told: Mapping[int, GameStory]) -> Iterable[tuple[int, Played]]:
    hands = [(hand.at, game, hand.number, hand) for game, story in told.items() for hand in story.hands]
    return ((game, hand) for _at, game, _number, hand in sorted(hands, key=lambda one: one[:3]))


class _Race:
    """The leader, kept hand by hand. Of thousands of players, only the four of a hand are compared where possible."""

    def __init__(self, totals: dict[int, int]) -> None:
        self._totals = totals
        self._scores: dict[tuple[int, int], int] = {}
        self._high, self._first = 0, frozenset[int]()
        self._look()
        self._last = self._alone()

    @property
    def led(self) -> bool:
        return self._last is not None

    def after(self, scores: Iterable[tuple[int, int]], game: int, start: int) -> int | None:
        """The sole leader after this hand, if it is a new one."""
        moved = {}
        for number, score in scores:
            if number in self._totals:
                self._totals[number] += score - self._scores.get((game, number), start)
                self._scores[game, number] = score
                moved[number] = self._totals[number]
        self._follow(moved)
        alone = self._alone()
        if alone is None or alone == self._last:
            return None
        self._last = alone
        return alone

    def _follow(self, moved: Mapping[int, int]) -> None:
        if any(moved[number] < self._high for number in self._first & moved.keys()):
            self._look()
            return
        best = max(moved.values(), default=self._high)
        if best >= self._high:
            stay = self._first if best == self._high else frozenset[int]()
            self._high, self._first = best, stay | {number for number, total in moved.items() if total == best}

    def _look(self) -> None:
        self._high = max(self._totals.values(), default=0)
        self._first = frozenset(number for number, total in self._totals.items() if total == self._high)

    def _alone(self) -> int | None:
        return next(iter(self._first)) if len(self._first) == 1 else None


def climbed(rows: Collection[tuple[int, int, int | None]]) -> tuple[int, int, int] | None:
    """Of (number, place, places won) the biggest climb as (number, from, to); None if none climbed."""
    number, place, moved = max(rows, key=lambda one: (one[2] or 0, -one[1]), default=(0, 0, 0))
    return (number, place + moved, place) if moved and moved > 0 else None
