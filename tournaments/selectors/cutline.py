"""我要幾多分: one player and the line of the stage: how far, and which win at the table now would do."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from accounts.prepared_query import Query
from scoring import ScoringError, apply
from tournaments.book.fold import projected
from tournaments.book.read import Book, read_book
from tournaments.models import Event, Game, Player, Round, Stage
from tournaments.models.fields import from_units, to_units
from tournaments.ranking.cut import Contender, cut
from tournaments.tally.advancing import Advancement, advancement_from
from tournaments.tally.cutline import line_of
from tournaments.tally.standings import Loaded, counted_rounds
from tournaments.words.stages import line_said, need_said

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
    book = read_book(game)
    seats = list(game.seats.select_related("player").order_by("seat"))
    mine = next(seat.seat for seat in seats if seat.player_id == player.pk)
    numbers = [seat.player.number for seat in seats]
    for source in (None, *(one for one in range(4) if one != mine)):
        fan = _least(book, lambda fan, source=source: _would_do(found, book, numbers, mine, source, fan))  # type: ignore[misc]
        if fan is not None:
            yield need_said(fan - book.rules.base, "" if source is None else seats[source].player.name, book.rules)


def _game_now(player: Player) -> Game | None:
    """The game that they are playing."""
    mine = Game.objects.filter(seats__player=player, seats__substitute=None, round__state=Round.State.OPEN)
    open_ = mine.exclude(state__in=(Game.State.COMPLETE, Game.State.SIGNED))
    return open_.select_related("event", "round", "table").order_by("round__number").first()


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


def _would_do(found: Advancement, book: Book, numbers: Sequence[int], mine: int, source: int | None, fan: int) -> bool:
    """Whether the player would be inside, were every open chain paid after this win."""
    event: dict[str, object] = {"type": "win", "winner": mine, "fan": fan}
    event |= {"self_draw": True} if source is None else {"from": source}
    try:
        after = apply(book.folded.state, event, book.rules)
    except ScoringError:
        return False
    before = book.folded.state
    moved = {number: to_units(projected(after)[seat] - projected(before)[seat]) for seat, number in enumerate(numbers)}
    contenders = [_with(one, moved.get(one.number, 0)) for one in found.paid]
    return numbers[mine] in cut(contenders, found.plan).numbers


def _with(one: Contender, more: int) -> Contender:
    return replace(one, keys=(one.keys[0] + more, *one.keys[1:])) if more else one
