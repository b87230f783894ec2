"""帶來的牌和犯規: cards and offences that a player brings from earlier games of the event into the next one, as its
`standing`.

Red cards last until the end of the day, and so does the number of times a rule was broken (罰X底 grows), or for the
whole event if the rules say so. Each game already includes those before it, so a player's latest game and the later
rulings outside games contain everything. When a ruling is made late or reversed, the standing of the player's later
games changes and they are replayed (`penalties.services.register`).
"""

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from typing import Any

from django.db.models import Q, QuerySet

from scoring import RuleSet, RulingResult
from scoring.tournament import PlayerRecord, carried_offences, held_by, ruled_in_hall, standing_of
from tournaments.core.locks import lock_games
from tournaments.models import Event, Game, GameSeat, HallRuling, Round
from tournaments.tables.game_log.read import GameLog, read_book, rules_of
from tournaments.tables.game_log.replay import TAKEN_OVER, FoldedGame, take_overs

_FOREVER = 2**15 - 1


@dataclass
class Trail:
    """一名選手的來路: the record of a player after their latest game and the later rulings outside games, and its first
    day.

    `game`: that latest game (with its round) · `over`: whether it has ended, at least for them · `come`: when they took
    over a seat in it as a substitute.
    """

    held: PlayerRecord = field(default_factory=PlayerRecord)
    day: date | None = None
    hall: list[tuple[HallRuling, RulingResult]] = field(default_factory=list)
    game: Game | None = None
    over: bool = True
    come: datetime | None = None

    def on(self, day: date, rules: RuleSet) -> PlayerRecord:
        return self.held if day == self.day else self.held.next_day(rules)

    def is_before(self, ruling: HallRuling) -> bool:
        """Whether they sat in that game when the ruling outside a game was made. A substitute joins in the middle of a
        round, so the time at which they sat down decides."""
        if self.game is None:
            return True
        if self.come is None or ruling.after_round != self.game.round.number:
            return ruling.after_round >= self.game.round.number
        return ruling.created_at > self.come

    def follow(self, ruling: HallRuling, rules: RuleSet) -> None:
        self.held, result = ruled_in_hall(self.on(ruling.day, rules), ruling.ruling, rules)
        self.day = ruling.day
        self.hall.append((ruling, result))


def held_now(event: Event, players: Collection[int], *, left: bool = False) -> dict[int, Trail]:
    """在身: return each player's record (by id) after all rulings; a player who has none may be missing.

    Yellow cards of a game in play count. With `left` that game is treated as over: the record is the one that the
    player takes into the next game.
    """
    return _trails(event, players, before=_FOREVER, playing=not left)


def _trails(event: Event, players: Collection[int], *, before: int, playing: bool = False) -> defaultdict[int, Trail]:
    trails: defaultdict[int, Trail] = defaultdict(Trail)
    books: dict[int, GameLog] = {}
    rules = rules_of(event)
    for player, (game, seat, substitute) in _latest(event, players, before).items():
        if game.pk not in books:
            books[game.pk] = read_book(game)
        folded = books[game.pk].folded
        over = folded.state.finished or (not substitute and seat in folded.taken)
        held = left_by(folded, seat, substitute, rules)
        come = [one.at for one in take_overs(game.standing) if substitute and one.seat == seat]
        trails[player] = Trail(
            held if playing and not over else held.after_game(),
            game.round.day,
            game=game,
            over=over,
            come=datetime.fromisoformat(come[0]) if come else None,
        )
    for ruling in _in_hall(event, players, before):
        if trails[ruling.player_id].is_before(ruling):
            trails[ruling.player_id].follow(ruling, rules)
    return trails


def left_by(folded: FoldedGame, seat: int, substitute: bool, rules: RuleSet) -> PlayerRecord:
    """Return the record with which one player of a seat leaves a game, without the parts that the rules drop then.

    For a substitute it is the current record (before they sit down, the one they bring); for a replaced player, the
    record at the replacement.
    """
    held = held_by(folded.state, seat)
    if seat in folded.taken:
        held = held if substitute else folded.taken[seat].left
    elif substitute:
        held = folded.coming.get(seat, PlayerRecord())
    kept = carried_offences({(seat, slug): times for slug, times in held.broken.items()}, rules)
    return PlayerRecord(held.cards, {slug: times for (_seat, slug), times in kept.items()})


def _latest(event: Event, players: Collection[int], before: int) -> dict[int, tuple[Game, int, bool]]:
    """Return the latest game of each player, their seat in it, and whether they are the substitute there."""
    rows = (
        GameSeat.objects.filter(Q(player__in=players) | Q(substitute__in=players))
        .filter(round__event=event, round__number__lt=before)
        .filter(round__state__in=Round.BEGUN, round__voided_at=None)
        .order_by("round__number")
        .values_list("player", "substitute", "seat", "game", "game__standing")
    )
    wanted = frozenset(players)
    last: dict[int, tuple[int, int, bool]] = {}
    for player, substitute, seat, game, standing in rows:
        if player in wanted:
            last[player] = (game, seat, False)
        if substitute in wanted and any(one.seat == seat for one in take_overs(standing)):
            last[substitute] = (game, seat, True)
    games = Game.objects.select_related("event", "round", "table").in_bulk({game for game, _seat, _as in last.values()})
    return {player: (games[game], seat, substitute) for player, (game, seat, substitute) in last.items()}


def _in_hall(event: Event, players: Collection[int], before: int) -> Iterable[HallRuling]:
    rulings = HallRuling.objects.filter(event=event, player__in=players, after_round__lt=before, reversed_at=None)
    return rulings.order_by("after_round", "pk")


def standings_of(round_: Round) -> dict[int, dict[str, Any]]:
    """Return `standing` of each game of this round, by game, without empty ones. The caller has locked the games from
    which it is read (`lock_played`)."""
    rows = GameSeat.objects.filter(round=round_).order_by("game", "seat").values_list("game", "player")
    seats: dict[int, list[int]] = defaultdict(list)
    for game, player in rows:
        seats[game].append(player)
    rules, players = rules_of(round_.event), [player for four in seats.values() for player in four]
    trails = _trails(round_.event, players, before=round_.number)
    found = {game: standing_of([trails[one].on(round_.day, rules) for one in four]) for game, four in seats.items()}
    return {game: standing for game, standing in found.items() if standing}


def standing_for(game: Game) -> dict[str, Any]:
    """Return `standing` of one game (with event and round) by the current state of earlier games and rulings outside
    games, including those its substitutes brought."""
    places = list(GameSeat.objects.filter(game=game).order_by("seat").values_list("player", "substitute"))
    rules = rules_of(game.event)
    trails = _trails(game.event, [player for player, _substitute in places], before=game.round.number)
    standing = standing_of([trails[player].on(game.round.day, rules) for player, _substitute in places])
    come = [
        replace(one, standing=standing_of_substitute(game, one.seat, substitute, datetime.fromisoformat(one.at)))
        for one in take_overs(game.standing)
        if (substitute := places[one.seat][1]) is not None
    ]
    return standing | ({TAKEN_OVER: [one.as_json() for one in come]} if come else {})


def standing_of_substitute(game: Game, seat: int, player: int, now: datetime) -> dict[str, Any]:
    """Return the standing of a substitute who takes a seat in the middle of a game (with event and round): from earlier
    games, and from rulings outside games until now, in this round too."""
    trail, rules = _until(game, player, now), rules_of(game.event)
    return standing_of([trail.on(game.round.day, rules) if one == seat else PlayerRecord() for one in range(4)])


def _until(game: Game, player: int, now: datetime) -> Trail:
    rules, number = rules_of(game.event), game.round.number
    trail = _trails(game.event, [player], before=number)[player]
    for ruling in _in_hall(game.event, [player], number + 1):
        if ruling.after_round == number and ruling.created_at <= now:
            trail.follow(ruling, rules)
    return trail


def lock_played(players: Collection[int], **rounds: int) -> None:
    """Lock the opened games of these players in the given rounds (`round__number__lt` …), to wait for a ruling being
    made there now."""
    lock_games(played_by(players).filter(**rounds))


def played_by(players: Collection[int]) -> QuerySet[Game]:
    sat = GameSeat.objects.filter(Q(player__in=players) | Q(substitute__in=players))
    return Game.objects.filter(pk__in=sat.values("game"), round__state__in=Round.BEGUN)


def hall_results(event: Event, players: Collection[int]) -> dict[int, RulingResult]:
    """Return the results of the rulings in force outside games on these players, by ruling."""
    found: dict[int, RulingResult] = {}
    rounds = HallRuling.objects.filter(event=event, player__in=players, reversed_at=None)
    for after in sorted(set(rounds.values_list("after_round", flat=True))):
        for player, trail in _trails(event, players, before=after + 1).items():
            results = trail.hall
            if trail.come is not None and trail.game is not None and trail.game.round.number == after:
                results = [*_until(trail.game, player, trail.come).hall, *results]
            found |= {ruling.pk: result for ruling, result in results if ruling.after_round == after}
    return found
