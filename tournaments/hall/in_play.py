"""打緊的檯: the tables of the open rounds as the public sees them: hand, points, open 拉, and the latest big hand."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from functools import cache, partial
from itertools import groupby
from operator import attrgetter
from typing import Any, NamedTuple

from django.db.models import F
from django.utils.translation import gettext as _

from scoring import RuleSet
from tournaments.core.cached import cached_each
from tournaments.models import Event, Game, GameSeat, HandRecord, Round
from tournaments.models.fields import to_units
from tournaments.phrases.names import told_apart
from tournaments.phrases.wording import HAND_NAMES, WINDS, Wording, hand_title, plain, seat_words
from tournaments.standings.tally import begun_at
from tournaments.tables.game_log.replay import FoldedGame
from tournaments.tables.selectors.hands import laid_by
from tournaments.tables.selectors.visible import apply_delay, delayed_hands, delayed_seats
from tournaments.tables.services.writing import hand_rows

HANDS_READ = 200
"""How many of the latest hands are searched for a big one; at least the last hand of each table."""
OVER = (Game.State.COMPLETE, Game.State.SIGNED)


class Chair(NamedTuple):
    """A seat. `number`: of the player for whom the seat counts, even while a substitute plays."""

    wind: str
    name: str
    number: int
    points: Decimal
    open: Decimal
    dealer: bool


@dataclass(frozen=True)
class TableInPlay:
    """A table in play. `fold`: None if shown as stored · `open`: points in open 拉 · `chains`: these in words."""

    game: Game
    fold: FoldedGame | None
    hand: str
    chairs: Sequence[Chair]
    chains: Sequence[str] = ()

    @property
    def number(self) -> int:
        return self.game.table.number

    @property
    def open(self) -> Decimal:
        return sum((chair.open for chair in self.chairs), Decimal(0))

    @property
    def over(self) -> bool:
        return self.game.state in OVER

    @property
    def leader(self) -> Chair | None:
        best = max(chair.points for chair in self.chairs)
        ahead = [chair for chair in self.chairs if chair.points == best]
        return ahead[0] if len(ahead) == 1 else None


@dataclass(frozen=True)
class BigHand:
    """大牌: a big hand; `tiles` only if they were laid out."""

    game: Game
    number: int
    hand: str
    result: str
    fan: int
    tiles: Mapping[str, Any] | None


def open_games(event: Event, until: datetime | None = None) -> list[tuple[Game, FoldedGame | None]]:
    """Return games of the open rounds by table. `until`: as of then; the fold is None for games unchanged since."""
    played = event.rounds.filter(state=Round.State.OPEN) if until is None else begun_at(event, until)
    rounds = {one.pk: one for one in played if one.state == Round.State.OPEN}
    games = Game.objects.filter(round__in=rounds).select_related("table").order_by("round__number", "table__number")
    found = list(games)
    for game in found:  # the event and the rounds are loaded once, not joined to each of 256 games
        game.event, game.round = event, rounds[game.round_id]
    return apply_delay(found, until)


def tables_in_play(games: Sequence[tuple[Game, FoldedGame | None]], rules: RuleSet) -> list[TableInPlay]:
    seats = GameSeat.objects.filter(game__in=[game.pk for game, _fold in games]).select_related("player", "substitute")
    held: defaultdict[int, list[GameSeat]] = defaultdict(list)
    for seat in seats.order_by("game", "seat"):
        held[seat.game_id].append(seat)
    for game, fold in games:
        if fold is not None:
            delayed_seats(game, held[game.pk], fold)
    winds = cache(partial(seat_words, rules))
    title = cache(partial(hand_title, rules=rules))
    found = []
    for game, fold in games:
        sitting = [seat.substitute or seat.player for seat in held[game.pk]]
        names = told_apart([(player.number, player.name) for player in sitting])
        chairs = [
            Chair(
                wind=winds([*HAND_NAMES].index(game.hand_name), game.dealer)[seat.seat],
                name=name,
                number=seat.player.number,
                points=seat.score,
                open=seat.pending_in,
                dealer=seat.seat == game.dealer,
            )
            for seat, name in zip(held[game.pk], names, strict=True)
        ]
        hand = _("打完") if game.state in OVER else title(game.hand_name, game.dealer_streak)
        found.append(TableInPlay(game, fold, hand, chairs))
    return found


def open_chains(tables: Sequence[TableInPlay], rules: RuleSet) -> dict[int, list[str]]:
    """Return by game the two largest open 拉 in words and, if there are more, their number and sum. One query."""
    last = HandRecord.objects.filter(game__in=_stored(tables), number=F("game__hands_closed"))
    chains = {game: book["chains"] for game, book in last.values_list("game", "book")}
    for one in tables:
        if one.fold is not None:
            chains[one.game.pk] = [chain._asdict() for chain in one.fold.state.chains]
    found = {}
    for one in tables:
        wording = Wording([chair.name for chair in one.chairs], rules)
        ordered = sorted(chains.get(one.game.pk, ()), key=lambda chain: -Decimal(chain["points"]))
        rest = sum(Decimal(chain["points"]) for chain in ordered[2:])
        more = [_("另 %(n)s 筆 共 %(points)s") % {"n": len(ordered) - 2, "points": plain(rest)}] if rest else []
        found[one.game.pk] = [*map(wording.chain, ordered[:2]), *more]
    return found


def _stored(tables: Sequence[TableInPlay]) -> list[int]:
    return [one.game.pk for one in tables if one.fold is None]


def winds_of(tables: Sequence[TableInPlay]) -> list[tuple[str, int]]:
    """Count tables at each wind, the latest wind first, without finished tables."""
    found = Counter(one.game.hand_name[0] for one in tables if not one.over)
    order = {"東": "E", "南": "S", "西": "W", "北": "N"}
    return [(str(WINDS[order[wind]]), found[wind]) for wind in reversed(order) if found[wind]]


def big_hands(tables: Sequence[TableInPlay], rules: RuleSet) -> tuple[BigHand | None, BigHand | None]:
    """Return the biggest win among the latest hands of these tables, and the biggest with tiles. One query.

    Disputed hands are left out: the screen shows no number that may be wrong.
    """
    each = max(1, HANDS_READ // len(tables)) if tables else 1
    by_game = {one.game.pk: one for one in tables}
    stored = HandRecord.objects.filter(game__in=_stored(tables), number__gt=F("game__hands_closed") - each)
    hands = list(stored.filter(result="win").order_by("number"))
    for one in tables:
        if one.fold is not None and one.game.until is not None:
            hands += hand_rows(one.game, one.fold, one.game.until, one.game.hands_closed - each + 1)
    wins = [
        (by_game[hand.game_id], hand)
        for hand in hands
        if hand.result == "win" and hand.state != HandRecord.State.DISPUTED and hand.book["payments"]
    ]
    wins.sort(key=lambda one: (-best_payment(one[1])["fan"], one[0].number, -one[1].number))
    laid = next((one for one in wins if laid_tiles(one[1])), None)
    return big_hand(*wins[0], rules) if wins else None, big_hand(*laid, rules) if laid else None


def big_hand(table: TableInPlay, hand: HandRecord, rules: RuleSet) -> BigHand:
    line = {"name": hand.name, "dealer_streak": hand.dealer_streak, "result": hand.result, **hand.book}
    wording, tiles = Wording([chair.name for chair in table.chairs], rules), laid_tiles(hand)
    return BigHand(
        game=table.game,
        number=hand.number,
        hand=wording.title(line),
        result=wording.result(line),
        fan=best_payment(hand)["fan"],
        tiles=tiles and {**tiles, "name": wording.said(_("食糊牌"))},
    )


def best_payment(hand: HandRecord) -> Mapping[str, Any]:
    best: Mapping[str, Any] = max(hand.book["payments"], key=lambda payment: payment["fan"])
    return best


def laid_tiles(hand: HandRecord) -> Mapping[str, Any] | None:
    return laid_by(hand.book["events"], best_payment(hand)["winner"])


class Played(NamedTuple):
    """A finished hand: `scores` of the four after it, in units."""

    at: datetime
    number: int
    name: str
    streak: int
    scores: tuple[int, ...]


class LongPull(NamedTuple):
    """A 拉 at its longest, after this hand."""

    pulls: int
    points: Decimal
    hand: int
    winner: int
    payer: int


@dataclass(frozen=True)
class GameStory:
    """Notable moments of a game. `biggest`: the win with the most 番, None if tied · `laid`: among known tiles."""

    hands: Sequence[Played]
    biggest: HandRecord | None
    laid: HandRecord | None
    pull: LongPull | None


class Lead(NamedTuple):
    """A player takes the sole lead with this hand."""

    number: int
    game: int
    hand: Played


def stories(games: Sequence[tuple[Game, FoldedGame | None]]) -> dict[int, GameStory]:
    """Return stories by game, with one query for all games that have new acts since their story was cached."""
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
        hands = rows.get(game.pk, []) if fold is None else delayed_hands(game, fold)
        hands = [hand for hand in hands if hand.result != "open"]
        won = [hand for hand in hands if hand.result == "win" and hand.state != HandRecord.State.DISPUTED]
        wins = sorted((hand for hand in won if hand.book["payments"]), key=lambda hand: -best_payment(hand)["fan"])
        pulls = [
            LongPull(chain["pulls"], Decimal(chain["points"]), hand.number, chain["winner"], chain["payer"])
            for hand in hands
            for chain in hand.book["chains"]
        ]
        played = []
        for hand in hands:
            scores = tuple(map(to_units, hand.book["scores"]))
            played.append(Played(hand.recorded_at, hand.number, hand.name, hand.dealer_streak, scores))
        laid = next((hand for hand in wins if laid_tiles(hand)), None)
        longest = max(pulls, key=attrgetter("pulls", "points"), default=None)
        found[key] = GameStory(played, next(iter(wins), None), laid, longest)
    return found


def leads(
    totals: Mapping[int, int], seated: Mapping[int, Sequence[int]], read: Mapping[int, GameStory], start: int
) -> list[Lead]:
    """Return every change of the sole lead in these games, in order; the very first leader is no change.

    `totals`: current totals of all who can lead, by number, in units · `seated`: the four of each game · `start`:
    starting points of a game, in units.
    """
    # Totals before these games. Points that no hand moved (rulings between hands) count from the start.
    before = dict(totals)
    for game, story in read.items():
        last = story.hands[-1].scores if story.hands else (start,) * 4
        for number, score in zip(seated[game], last, strict=True):
            if number in before:
                before[number] -= score - start
    hands = [(hand.at, game, hand.number, hand) for game, story in read.items() for hand in story.hands]
    race = _Race(before)
    led, found = race.led is not None, list[Lead]()
    for _at, game, _number, hand in sorted(hands, key=lambda one: one[:3]):
        ahead = race.after(zip(seated[game], hand.scores, strict=True), game, start)
        if ahead is not None:
            found.append(Lead(ahead, game, hand))
    return found if led else found[1:]


class _Race:
    """Tracks the leader hand by hand. If possible, only the four players of a hand are compared, not thousands."""

    def __init__(self, totals: dict[int, int]) -> None:
        self._totals = totals
        self._scores: dict[tuple[int, int], int] = {}
        self._high, self._first = 0, frozenset[int]()
        self._compare_all()
        self.led = self._alone()

    def after(self, scores: Iterable[tuple[int, int]], game: int, start: int) -> int | None:
        """Return the sole leader after this hand, if it is a new one."""
        moved = {}
        for number, score in scores:
            if number in self._totals:
                self._totals[number] += score - self._scores.get((game, number), start)
                self._scores[game, number] = score
                moved[number] = self._totals[number]
        best = max(moved.values(), default=self._high)
        if any(moved[number] < self._high for number in self._first & moved.keys()):
            self._compare_all()
        elif best >= self._high:
            stay = self._first if best == self._high else frozenset[int]()
            self._high, self._first = best, stay | {number for number, total in moved.items() if total == best}
        alone = self._alone()
        if alone is None or alone == self.led:
            return None
        self.led = alone
        return alone

    def _compare_all(self) -> None:
        self._high = max(self._totals.values(), default=0)
        self._first = frozenset(number for number, total in self._totals.items() if total == self._high)

    def _alone(self) -> int | None:
        return next(iter(self._first)) if len(self._first) == 1 else None
