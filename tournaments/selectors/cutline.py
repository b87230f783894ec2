"""我要幾多分: one player and the line of the stage: how far, and which win at the table now would do."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from decimal import Decimal

from accounts.prepared_query import Query
from scoring import ScoringError, apply
from tournaments.book.earlier import games_at
from tournaments.book.fold import projected
from tournaments.book.read import Book, read_book
from tournaments.models import Event, Game, Player, Round, Stage
from tournaments.models.fields import from_units, to_units
from tournaments.ranking.cut import Contender, cut
from tournaments.tally.advancing import Advancement, advancement_from
from tournaments.tally.cutline import line_of
from tournaments.tally.rows import StandingRow
from tournaments.tally.standings import Loaded, counted_rounds
from tournaments.words.stages import climb_said, line_said, need_said

MOST_FAN = 200
"""Where the rules have no cap, more than any hand counts."""


@dataclass(frozen=True)
class PlayerLine:
    """晉級線 for one player. `needs`: which wins at their table now would bring them over it, in sentences."""

    stage: str
    word: str
    said: str
    gap: Decimal | None
    needs: tuple[str, ...]


_LINES = Query(lambda: Stage.objects.filter(event=0, places__gt=0).order_by().values_list("pk"))


def has_line(event: Event) -> bool:
    """Whether anybody goes on from the stage that is played, so that there is a line at all."""
    if not _LINES.rows(event.pk, 0):
        return False
    latest = counted_rounds(event).order_by("-stage__number").values_list("stage__places", flat=True).first()
    return bool(latest)


def player_line(player: Player) -> PlayerLine | None:
    """Nothing where the stage that is played has no line, or the player has not sat in it."""
    loaded = Loaded(player.event)
    stage = loaded.latest
    if stage is None or not stage.places:
        return None
    stage.event = player.event
    found = advancement_from(loaded, stage)
    stands = line_of(found).get(player.number)
    if stands is None:
        return None
    gap = None if stands.gap is None else from_units(stands.gap)
    needs = tuple(_needs(found, player)) if stands.word in ("outside", "level") else ()
    return PlayerLine(stage.name, stands.word, line_said(stands.word, gap), gap, needs)


def _needs(found: Advancement, player: Player) -> Iterator[str]:
    """The smallest win that would do at the table where they sit, self-drawn and from each of the others."""
    game = _game_now(player)
    if game is None:
        return
    table = _Table(game, player)
    for source, fan in table.least(lambda moved: _would_do(found, moved, player.number)):
        yield need_said(fan, source, table.book.rules)


def place_needs(player: Player, rows: Sequence[StandingRow], until: datetime | None = None) -> tuple[str, ...]:
    """要幾多先升一名: the smallest wins at their table now that would bring a player to a better place, every open
    chain paid. `rows`: everybody's, as they stand now. With tie-breaks only a better total counts · `until`: as it
    stood at a moment, the rows too."""
    mine = next(row for row in rows if row.number == player.number)
    if mine.at is None or (mine.projected_place or 1) == 1:
        return ()
    game = _game_now(player) if until is None else _game_then(player, mine.at[0], until)
    if game is None:
        return ()
    table = _Table(game, player)
    ranked = {row.number: row.units_projected for row in rows if row.projected_place and row.stage == mine.stage}
    others = sorted(units for number, units in ranked.items() if number not in table.numbers)
    level = bisect_left if mine.projected_breaks else bisect_right

    def does(moved: Mapping[int, int]) -> bool:
        total = mine.units_projected + moved[player.number]
        near = sorted(ranked[one] + moved[one] for one in table.numbers if one in ranked and one != player.number)
        ahead = sum(len(found) - level(found, total) for found in (others, near))
        return ahead + 1 < (mine.projected_place or 1)

    return tuple(climb_said(fan, source, table.book.rules) for source, fan in table.least(does))


class _Table:
    """The game that a player is in, and what a win of theirs would move there once every open chain was paid."""

    def __init__(self, game: Game, player: Player) -> None:
        self.book = read_book(game)
        self.seats = list(game.seats.select_related("player").order_by("seat"))
        self.numbers = [seat.player.number for seat in self.seats]
        self.mine = self.numbers.index(player.number)

    def least(self, does: Callable[[Mapping[int, int]], bool]) -> Iterator[tuple[str, int]]:
        """The smallest win that does, self-drawn ("") and from each of the others, by name: what a hand must count
        without 底."""
        for source in (None, *(one for one in range(4) if one != self.mine)):
            fan = _least(self.book, lambda fan, source=source: self._does(does, source, fan))  # type: ignore[misc]
            if fan is not None:
                name = "" if source is None else self.seats[source].player.name
                yield name, fan - self.book.rules.base

    def _does(self, does: Callable[[Mapping[int, int]], bool], source: int | None, fan: int) -> bool:
        event: dict[str, object] = {"type": "win", "winner": self.mine, "fan": fan}
        event |= {"self_draw": True} if source is None else {"from": source}
        before = self.book.folded.state
        try:
            after = apply(before, event, self.book.rules)
        except ScoringError:
            return False
        pairs = zip(self.numbers, projected(after), projected(before), strict=True)
        return does({number: to_units(then - now) for number, then, now in pairs})


def _game_now(player: Player) -> Game | None:
    """The game that they are playing."""
    mine = Game.objects.filter(seats__player=player, seats__substitute=None, round__state=Round.State.OPEN)
    open_ = mine.exclude(state__in=(Game.State.COMPLETE, Game.State.SIGNED))
    return open_.select_related("event", "round", "table").order_by("round__number").first()


def _game_then(player: Player, table: int, until: datetime) -> Game | None:
    """The game that they were playing at this table."""
    mine = Game.objects.filter(seats__player=player, seats__substitute=None, table__number=table)
    begun = mine.filter(round__opened_at__lte=until).order_by("-round__number")
    return next((game for game, _fold in games_at(begun.select_related("event", "round", "table"), until)), None)


def _least(book: Book, does: Callable[[int], bool]) -> int | None:
    """The smallest count that does, by halving: more never does less. None where none does."""
    least = max(book.rules.game.minimum_fan, book.rules.base)
    most = book.rules.cap or MOST_FAN
    if not does(most):
        return None
    while least < most:
        middle = (least + most) // 2
        if does(middle):
            most = middle
        else:
            least = middle + 1
    return most


def _would_do(found: Advancement, moved: Mapping[int, int], number: int) -> bool:
    """Whether the player would be inside, were every open chain paid after this win."""
    contenders = [_with(one, moved.get(one.number, 0)) for one in found.paid]
    return number in cut(contenders, found.plan).numbers


def _with(one: Contender, more: int) -> Contender:
    return replace(one, keys=(one.keys[0] + more, *one.keys[1:])) if more else one
