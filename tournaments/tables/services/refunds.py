"""平均發還: winnings of a player whose results are cancelled go to the other three of that game (C-10).

Where the rules say so (`shares_winnings`), when the game is finished; a void round shares nothing. The points at the
time they left count: at the ruling that puts them out, at the confirmation of a suspension, or at the replacement
before it. Under versions before 3 only a seat with a substitute is shared out, with its final points. Recomputed
whenever the game or the player's state changes, so that corrections and reversals leave nothing behind.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from django.db import transaction
from django.db.models import F

from scoring import GameRules, RuleSet, find_offence, forfeit
from tournaments.core.locks import lock_event
from tournaments.models import Act, Adjustment, Event, EventAct, Game, GameSeat, HallRuling, Player, Round
from tournaments.tables.game_log.read import read_book
from tournaments.tables.game_log.replay import FoldedGame, Walk


@dataclass(frozen=True)
class Moved:
    """From and to (keys of players; None: 大會), how many points, why (fine, deduction)."""

    source: int | None
    target: int | None
    points: Decimal
    reason: str


def set_of_hall_ruling(*, ruling: HallRuling, moved: Sequence[Moved]) -> None:
    _replace(ruling.event_id, ruling.day, moved, hall_ruling=ruling)


def set_of_game(*, game: Game, day: date, moved: Sequence[Moved]) -> None:
    _replace(game.event_id, day, moved, game=game)


def _replace(event_id: int, day: date, moved: Sequence[Moved], **cause: Any) -> None:
    with transaction.atomic():
        lock_event(event_id)
        before = Adjustment.objects.filter(**cause).order_by("pk")
        columns = before.values_list("source", "target", "points", "reason", "day")
        wanted = [(one.source, one.target, one.points, one.reason, day) for one in moved]
        if list(columns) == wanted:
            return
        before.delete()
        Adjustment.objects.bulk_create(
            Adjustment(
                event_id=event_id, source_id=source, target_id=target, points=points, reason=why, day=on, **cause
            )
            for source, target, points, why, on in wanted
        )
        Event.objects.filter(pk=event_id).update(standings_version=F("standings_version") + 1)


CANCELLED = (Player.Barred.DISQUALIFIED, Player.Barred.SUSPENDED)
WORDS = frozenset({"disqualify", "suspend"})
FINISHED = (Game.State.COMPLETE, Game.State.SIGNED)


def redistribute(game: Game, rules: GameRules) -> None:
    if rules.shares_winnings:
        seats = list(GameSeat.objects.filter(game=game).select_related("player").order_by("seat"))
        moved = shares(game, seats, rules, lambda: read_book(game).folded)
        set_of_game(game=game, day=game.round.day, moved=moved)


def shares(game: Game, seats: Sequence[GameSeat], rules: GameRules, folded: Callable[[], FoldedGame]) -> list[Moved]:
    """What follows from these seats (with their players), the same as `redistribute` stores."""
    if not rules.shares_winnings or game.state not in FINISHED or game.round.void:
        return []
    players = [seat.player_id for seat in seats]
    return [
        Moved(
            None if line.source is None else players[line.source],
            None if line.target is None else players[line.target],
            line.points,
            line.reason,
        )
        for seat in seats
        if seat.player.barred in CANCELLED
        for scores in _to_share(game, seats, seat, rules, folded)
        for line in forfeit(scores, seat.seat, rules)
    ]


def games_shared_by(player: Player) -> list[Game]:
    games = Game.objects.filter(pk__in=GameSeat.objects.filter(player=player).values("game"), state__in=FINISHED)
    return list(games.select_related("event", "round", "table").order_by("pk"))


def _to_share(
    game: Game, seats: Sequence[GameSeat], seat: GameSeat, rules: GameRules, folded: Callable[[], FoldedGame]
) -> Iterator[Sequence[Decimal]]:
    """The scores at which this seat's points are shared out; empty where the player had not left by the end of the
    game."""
    if rules.shares_winnings == "at_end":
        if seat.substitute_id is not None:
            yield [one.score for one in seats]
        return
    book = folded()
    gone = [*_ruled(game, book, seat), *_replaced(game, book, seat), *_ruled_in_hall(game, book, seat)]
    if gone:
        yield _scores_at(min(gone), game, book)


def _ruled(game: Game, book: FoldedGame, seat: GameSeat) -> Iterator[int]:
    for place, item in enumerate(book.timeline.items, 1):
        one = book.ruled.get(item.ref)
        if one is None or one.result.seat != seat.seat or book.plays(seat.seat, item.ref):
            continue
        if not WORDS.isdisjoint(one.result.notes):
            yield max(place, _held_from(game, book, seat))


def _replaced(game: Game, book: FoldedGame, seat: GameSeat) -> Iterator[int]:
    """The item ahead of which another player took the seat; a substitute whose hand never came took it at the end. A
    player who has played in a later round was replaced for another reason."""
    later = GameSeat.objects.filter(player=seat.player_id, round__event=game.event_id, round__state__in=Round.BEGUN)
    if seat.substitute_id is not None and not later.filter(round__number__gt=game.round.number).exists():
        taken = book.taken.get(seat.seat)
        yield taken.place if taken is not None else len(book.timeline.items)


def _ruled_in_hall(game: Game, book: FoldedGame, seat: GameSeat) -> Iterator[int]:
    rulings = HallRuling.objects.filter(event=game.event_id, player=seat.player_id, reversed_at=None)
    for ruling in rulings:
        if WORDS.isdisjoint(_words(ruling, book.rules)):
            continue
        place = _place_at(ruling.created_at, game, book)
        if 0 < place < len(book.timeline.items):
            yield max(place, _held_from(game, book, seat))


def _held_from(game: Game, book: FoldedGame, seat: GameSeat) -> int:
    """The item after which the player was out: a ruling may be about an earlier hand, or wait for its confirmation."""
    since = _barred_since(seat.player)
    return 0 if since is None else _place_at(since, game, book)


def _barred_since(player: Player) -> datetime | None:
    since = None
    acts = EventAct.objects.filter(event=player.event_id, kind=EventAct.Kind.PLAYER_BARRED).order_by("number")
    for at, payload in acts.values_list("created_at", "payload"):
        facts = payload["rows"].get(Player._meta.label_lower, {}).get(str(player.pk))
        if facts is not None:
            since = (since or at) if facts["barred"] in CANCELLED else None
    return since


def _place_at(moment: datetime, game: Game, book: FoldedGame) -> int:
    last = Act.objects.filter(game=game, created_at__lte=moment).order_by("-number").first()
    return 0 if last is None else sum(item.born <= last.number for item in book.timeline.items)


def _words(ruling: HallRuling, rules: RuleSet) -> set[str]:
    words = ruling.ruling.get("consequences")
    if words is None:
        words = find_offence(ruling.ruling["offence"], rules.offences).consequences or ()
    return {word for word in words if isinstance(word, str)}


def _scores_at(place: int, game: Game, book: FoldedGame) -> Sequence[Decimal]:
    walk = Walk(book.rules, game.standing, book.timeline.items[:place])
    for _item, _state in walk:
        pass
    return walk.state.scores
