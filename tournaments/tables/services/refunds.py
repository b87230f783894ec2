"""平均發還: winnings of a player whose results are cancelled go to the other three of that game (C-10).

If the rules say so (`shares_winnings`), when the game is finished; a void round is left out. The points at the time
they left count: at the ruling that bars them, at the confirmation of a suspension, or at an earlier replacement. Under
versions before 3 only a seat with a substitute is redistributed, with its final points. Recomputed whenever the game or
the player's state changes, so that corrections and reversals leave no trace.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal

from django.db import transaction
from django.db.models import F

from scoring.rulebook import GameRules, find_offence
from scoring.tournament import forfeit
from tournaments.core.locks import lock_event
from tournaments.models import Act, Adjustment, Event, EventAct, Game, GameSeat, HallRuling, Player, Round
from tournaments.tables.game_log.read import read_book
from tournaments.tables.game_log.replay import FoldedGame, Walk
from tournaments.tables.game_log.timeline import Ref


@dataclass(frozen=True)
class Moved:
    """Points that move between `source` and `target`: keys of players, None for the organisers (大會)."""

    source: int | None
    target: int | None
    points: Decimal
    reason: str


def store_adjustments(event_id: int, day: date, moved: Sequence[Moved], **cause: Game | HallRuling) -> None:
    """Replace the adjustments of this `game` or `hall_ruling`."""
    with transaction.atomic():
        lock_event(event_id)
        before = Adjustment.objects.filter(**cause).order_by("pk")
        columns = ("source_id", "target_id", "points", "reason", "day")
        wanted = [(one.source, one.target, one.points, one.reason, day) for one in moved]
        if list(before.values_list(*columns)) == wanted:
            return
        before.delete()
        rows = (dict(zip(columns, one, strict=True)) for one in wanted)
        Adjustment.objects.bulk_create(Adjustment(event_id=event_id, **row, **cause) for row in rows)
        Event.objects.filter(pk=event_id).update(standings_version=F("standings_version") + 1)


CANCELLED = (Player.Barred.DISQUALIFIED, Player.Barred.SUSPENDED)
WORDS = frozenset({"disqualify", "suspend"})
FINISHED = (Game.State.COMPLETE, Game.State.SIGNED)


def redistribute(game: Game, rules: GameRules) -> None:
    if rules.shares_winnings:
        seats = list(GameSeat.objects.filter(game=game).select_related("player").order_by("seat"))
        moved = shares(game, seats, rules, lambda: read_book(game).folded)
        store_adjustments(game.event_id, game.round.day, moved, game=game)


def shares(game: Game, seats: Sequence[GameSeat], rules: GameRules, folded: Callable[[], FoldedGame]) -> list[Moved]:
    """Return the adjustments that follow from these seats (with their players), as `redistribute` stores them."""
    if not rules.shares_winnings or game.state not in FINISHED or game.round.void:
        return []
    moved = []
    for seat in seats:
        if seat.player.barred not in CANCELLED:
            continue
        scores: Sequence[Decimal] | None
        if rules.shares_winnings == "at_end":
            scores = [one.score for one in seats] if seat.substitute_id is not None else None
        else:
            scores = _scores_when_left(game, folded(), seat)
        for line in forfeit(scores, seat.seat, rules) if scores is not None else ():
            source, target = (None if one is None else seats[one].player_id for one in (line.source, line.target))
            moved.append(Moved(source, target, line.points, line.reason))
    return moved


def games_shared_by(player: Player) -> list[Game]:
    games = Game.objects.filter(pk__in=GameSeat.objects.filter(player=player).values("game"), state__in=FINISHED)
    return list(games.select_related("event", "round", "table").order_by("pk"))


def _scores_when_left(game: Game, book: FoldedGame, seat: GameSeat) -> Sequence[Decimal] | None:
    """Return the scores at the item after which the player was out; None if they had not left by the end of the
    game."""
    items = book.timeline.items
    ruled = [place for place, item in enumerate(items, 1) if _puts_out(book, item.ref, seat.seat)]
    for ruling in HallRuling.objects.filter(event=game.event_id, player=seat.player_id, reversed_at=None):
        words = ruling.ruling.get("consequences")
        if words is None:
            words = find_offence(ruling.ruling["offence"], book.rules.offences).consequences or ()
        if not WORDS.isdisjoint(word for word in words if isinstance(word, str)):
            place = _place_at(ruling.created_at, game, book)
            ruled += [place] if 0 < place < len(items) else []
    if ruled:
        # A ruling may concern an earlier hand, or await confirmation: the player was out from then on.
        since = _barred_since(seat.player)
        held = 0 if since is None else _place_at(since, game, book)
        ruled = [max(place, held) for place in ruled]
    if seat.substitute_id is not None:
        # The item before which another player took the seat; a substitute whose first hand never began took it at the
        # end. A player who has played in a later round was replaced for another reason.
        later = GameSeat.objects.filter(player=seat.player_id, round__event=game.event_id, round__state__in=Round.BEGUN)
        if not later.filter(round__number__gt=game.round.number).exists():
            taken = book.taken.get(seat.seat)
            ruled.append(taken.place if taken is not None else len(items))
    if not ruled:
        return None
    walk = Walk(book.rules, game.standing, items[: min(ruled)])
    for _item, _state in walk:
        pass
    return walk.state.scores


def _puts_out(book: FoldedGame, ref: Ref, seat: int) -> bool:
    one = book.ruled.get(ref)
    if one is None or one.result.seat != seat or book.plays(seat, ref):
        return False
    return not WORDS.isdisjoint(one.result.notes)


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
