"""打緊的檯: the tables of the open rounds as the public sees them: hand, points, open 拉, and the latest big hand."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from functools import cache, partial
from typing import Any, NamedTuple

from django.db.models import F
from django.utils.translation import gettext as _

from scoring import RuleSet
from tournaments.models import Event, Game, GameSeat, HandRecord, Round
from tournaments.phrases.kinds import left_words
from tournaments.phrases.names import told_apart
from tournaments.phrases.wording import WINDS, Wording, hand_name, hand_title, plain, seat_words
from tournaments.rounds.services.rounds import InPlay, games_in_play
from tournaments.standings.tally.earlier import begun_at
from tournaments.tables.game_log.replay import FoldedGame
from tournaments.tables.selectors.as_told import told_games, told_seats
from tournaments.tables.selectors.seats import wording_of
from tournaments.tables.selectors.story import laid_by
from tournaments.tables.services.writing import hand_rows

HANDS_READ = 200
"""How many of the latest hands are searched for a big one; at least the last hand of each table."""

OVER = (Game.State.COMPLETE, Game.State.SIGNED)


class Chair(NamedTuple):
    """`number`: of the player for whom the seat counts, even while a substitute plays."""

    wind: str
    name: str
    number: int
    points: Decimal
    open: Decimal
    dealer: bool


@dataclass(frozen=True)
class TableInPlay:
    """`fold`: None for a game that is shown as stored · `open`: points of all its open 拉."""

    game: Game
    fold: FoldedGame | None
    hand: str
    chairs: Sequence[Chair]

    @property
    def number(self) -> int:
        return self.game.table.number

    @property
    def open(self) -> Decimal:
        return sum((chair.open for chair in self.chairs), Decimal(0))


@dataclass(frozen=True)
class BigHand:
    """大牌: `tiles` only if they were laid out."""

    table: int
    number: int
    hand: str
    result: str
    fan: int
    tiles: Mapping[str, Any] | None


def open_games(event: Event, until: datetime | None = None) -> list[tuple[Game, FoldedGame | None]]:
    """Games of the open rounds by table. `until`: as of then; the fold is None for games unchanged since."""
    played = event.rounds.filter(state=Round.State.OPEN) if until is None else begun_at(event, until)
    rounds = {one.pk: one for one in played if one.state == Round.State.OPEN}
    games = Game.objects.filter(round__in=rounds).select_related("table").order_by("round__number", "table__number")
    found = list(games)
    for game in found:  # the event and the rounds once, and not beside each of 256 games
        game.event, game.round = event, rounds[game.round_id]
    return told_games(found, until)


def tables_in_play(games: Sequence[tuple[Game, FoldedGame | None]], rules: RuleSet) -> list[TableInPlay]:
    """One statement."""
    seats = GameSeat.objects.filter(game__in=[game.pk for game, _fold in games]).select_related("player", "substitute")
    held: defaultdict[int, list[GameSeat]] = defaultdict(list)
    for seat in seats.order_by("game", "seat"):
        held[seat.game_id].append(seat)
    for game, fold in games:
        if fold is not None:
            told_seats(game, held[game.pk], fold)
    winds = [seat_words(rules, dealer) for dealer in range(4)]
    title = cache(partial(hand_title, rules=rules))
    return [
        TableInPlay(
            game,
            fold,
            title(game.hand_name, game.dealer_streak),
            _chairs(game, held[game.pk], winds[game.dealer]),
        )
        for game, fold in games
    ]


def _chairs(game: Game, seats: Sequence[GameSeat], winds: Sequence[str]) -> list[Chair]:
    sitting = [seat.substitute or seat.player for seat in seats]
    names = told_apart([(player.number, player.name) for player in sitting])
    return [
        Chair(
            wind=winds[seat.seat],
            name=name,
            number=seat.player.number,
            points=seat.score,
            open=seat.pending_in,
            dealer=seat.seat == game.dealer,
        )
        for seat, name in zip(seats, names, strict=True)
    ]


def open_chains(tables: Sequence[TableInPlay], rules: RuleSet) -> dict[int, list[str]]:
    """Open 拉 in words, the largest first, by game. One statement."""
    last = HandRecord.objects.filter(game__in=_stored(tables), number=F("game__hands_closed"))
    chains = {game: book["chains"] for game, book in last.values_list("game", "book")}
    for one in tables:
        if one.fold is not None:
            chains[one.game.pk] = [chain._asdict() for chain in one.fold.state.chains]
    found = {}
    for one in tables:
        wording = Wording([chair.name for chair in one.chairs], rules)
        ordered = sorted(chains.get(one.game.pk, ()), key=lambda chain: -Decimal(chain["points"]))
        found[one.game.pk] = [wording.chain(chain) for chain in ordered]
    return found


def _stored(tables: Sequence[TableInPlay]) -> list[int]:
    return [one.game.pk for one in tables if one.fold is None]


def winds_of(tables: Sequence[TableInPlay]) -> list[tuple[str, int]]:
    """Number of tables at each wind, the latest wind first; finished tables are left out."""
    found = Counter(one.game.hand_name[0] for one in tables if one.game.state not in OVER)
    order = {"東": "E", "南": "S", "西": "W", "北": "N"}
    return [(str(WINDS[order[wind]]), found[wind]) for wind in reversed(order) if found[wind]]


def big_hands(tables: Sequence[TableInPlay], rules: RuleSet) -> tuple[BigHand | None, BigHand | None]:
    """The biggest win among the latest hands of these tables, and the biggest with tiles. One statement.

    Disputed hands are left out: the screen shows no number that may be wrong.
    """
    each = max(1, HANDS_READ // len(tables)) if tables else 1
    by_game = {one.game.pk: one for one in tables}
    stored = HandRecord.objects.filter(game__in=_stored(tables), number__gt=F("game__hands_closed") - each)
    hands = list(stored.filter(result="win").order_by("number"))
    for one in tables:
        if one.fold is not None and one.game.until is not None:
            hands += hand_rows(one.game, one.fold, one.game.until, one.game.hands_closed - each + 1)
    told = [hand for hand in hands if hand.result == "win" and hand.state != HandRecord.State.DISPUTED]
    wins = [_Win(by_game[hand.game_id], hand, best) for hand in told if (best := _best(hand)) is not None]
    wins.sort(key=lambda one: (-one.best["fan"], one.table.number, -one.hand.number))
    laid = next((one for one in wins if one.tiles), None)
    return wins[0].told(rules) if wins else None, laid.told(rules) if laid else None


def big_hand(table: TableInPlay, hand: HandRecord, rules: RuleSet) -> BigHand | None:
    best = _best(hand)
    return None if best is None else _Win(table, hand, best).told(rules)


def _best(hand: HandRecord) -> Mapping[str, Any] | None:
    """The payment of the winner with the most 番."""
    return max(hand.book["payments"], key=lambda payment: payment["fan"], default=None)


class _Win(NamedTuple):
    table: TableInPlay
    hand: HandRecord
    best: Mapping[str, Any]

    @property
    def tiles(self) -> Mapping[str, Any] | None:
        return laid_by(self.hand.book["events"], self.best["winner"])

    def told(self, rules: RuleSet) -> BigHand:
        hand, tiles = self.hand, self.tiles
        line = {"name": hand.name, "dealer_streak": hand.dealer_streak, "result": hand.result, **hand.book}
        wording = Wording([chair.name for chair in self.table.chairs], rules)
        return BigHand(
            table=self.table.number,
            number=hand.number,
            hand=wording.title(line),
            result=wording.result(line),
            fan=self.best["fan"],
            tiles=tiles and {**tiles, "name": wording.said(_("食糊牌"))},
        )


@dataclass(frozen=True)
class AtStake:
    """`lines`: 未結的拉 and 半莊後扣 · `goes_on`: why its game cannot end here, "" where it can."""

    game: Game
    hand: str
    lines: tuple[str, ...]
    goes_on: str

    @property
    def seen(self) -> str:
        """Game and version, as the form sends them back."""
        return f"{self.game.pk}.{self.game.book_version}"


def at_stake(round_: Round) -> list[AtStake]:
    return [_stake_of(one) for one in games_in_play(round_)]


def _stake_of(one: InPlay) -> AtStake:
    state, wording = one.book.folded.state, wording_of(one.book)
    chains = (wording.chain(c._asdict()) for c in state.chains)
    later = (
        wording.said(_("%(name)s 半莊後扣 %(points)s 分"))
        % {"name": wording.name(move.source), "points": plain(move.points)}
        for move in state.after_game
        if move.source is not None
    )
    goes_on = ""
    if one.ended is None:
        goes_on = left_words(state) if state.hands_left else _("照規則還要打一鋪才完場")
    return AtStake(one.game, hand_name(state.name), (*chains, *later), goes_on)
