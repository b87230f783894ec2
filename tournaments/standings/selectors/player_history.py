"""一名選手的紀錄: the games of a player and every hand in words, from stored hands."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.db.models import Prefetch

from tournaments.core.access import EventAccess
from tournaments.models import Game, GameSeat, HandRecord, Player, Round
from tournaments.phrases.amounts import Carried, SeatAmounts, carried, seat_amounts
from tournaments.phrases.wording import STATES, Wording
from tournaments.standings.selectors.courses import CoursePoint
from tournaments.standings.selectors.cutline import PlayerPlace, Race, player_place
from tournaments.tables.game_log.read import rules_of
from tournaments.tables.game_log.redaction import EVERYTHING, Viewer, named_only
from tournaments.tables.game_log.replay import FoldedGame
from tournaments.tables.selectors.adjustments import AdjustmentLine, adjustments_of_player
from tournaments.tables.selectors.as_told import told_games, told_hands
from tournaments.tables.selectors.published_seats import next_seats
from tournaments.tables.selectors.seats import wording_from
from tournaments.tables.selectors.visible_book import seats_seen


@dataclass(frozen=True)
class HistoryHand:
    """一鋪 for one player. `amounts`: what they gained and paid by cause · `carried`: 拉 that the hand settled or left
    open."""

    number: int
    title: str
    result: str
    amounts: SeatAmounts
    total: Decimal
    carried: tuple[Carried, ...]
    state: str
    state_label: str

    @property
    def change(self) -> Decimal:
        return self.amounts.settled


@dataclass(frozen=True)
class Opponent:
    player: Player
    place: int | None


@dataclass(frozen=True)
class HistoryGame:
    game: Game
    seat: GameSeat
    others: tuple[Opponent, ...]
    hands: tuple[HistoryHand, ...]


@dataclass(frozen=True)
class PlayerHistory:
    """`games`: the latest first · `coming`: the next published seats."""

    place: PlayerPlace
    games: Sequence[HistoryGame]
    adjustments: Sequence[AdjustmentLine]
    coming: Sequence[GameSeat] = ()

    @property
    def course(self) -> list[CoursePoint]:
        points, total = [], Decimal(0)
        for one in reversed(self.games):
            for hand in () if one.game.round.void else reversed(one.hands):
                total += hand.change
                points.append(CoursePoint(one.game.round.number, hand.title, hand.change, total))
        return points


def player_history(player: Player, access: EventAccess, found: Race) -> PlayerHistory:
    """What this person may read about a player; `found`: the race with their delay."""
    places = {one.pk: one.place for one in found.rows}
    seats = Prefetch("seats", GameSeat.objects.select_related("player", "substitute").order_by("seat"))
    hands = Prefetch("hands", HandRecord.objects.exclude(result="open").order_by("number"))
    games = Game.objects.filter(seats__player=player, round__state__in=Round.BEGUN)
    loaded = games.select_related("round", "table", "event").prefetch_related(seats, hands).order_by("-round__number")
    if access.until is not None:
        loaded = loaded.filter(round__opened_at__lte=access.until)
    told = told_games(loaded, access.until)
    moved = adjustments_of_player(player, access.until)
    games_told = [_game(game, fold, player, access, places) for game, fold in told]
    return PlayerHistory(player_place(player, found), games_told, moved, next_seats(player))


def _game(
    game: Game, fold: FoldedGame | None, player: Player, access: EventAccess, places: Mapping[int, int | None]
) -> HistoryGame:
    rules = rules_of(game.event, game.round)
    seats = list(game.seats.all())
    mine = next(seat for seat in seats if seat.player_id == player.pk)
    wording = wording_from(game, rules)
    viewer = EVERYTHING if access.works else seats_seen(seats, access.player, game)
    records = game.hands.all() if fold is None else [row for row in told_hands(game, fold) if row.result != "open"]
    lines = [_hand(record, mine.seat, wording, viewer) for record in records]
    others = tuple(Opponent(seat.player, places.get(seat.player_id)) for seat in seats if seat != mine)
    return HistoryGame(game, mine, others, tuple(reversed(lines)))


def _hand(record: HandRecord, seat: int, wording: Wording, viewer: Viewer) -> HistoryHand:
    line = line_of(record)
    line["events"] = [
        {**one, "event": named_only(one["event"], viewer, record.number, one["act"])} for one in line["events"]
    ]
    return HistoryHand(
        number=record.number,
        title=wording.title(line),
        result=wording.result(line),
        amounts=seat_amounts(line, seat, wording),
        total=Decimal(record.book["scores"][seat]),
        carried=carried(line, seat, wording),
        state=record.state,
        state_label=str(STATES[record.state]),
    )


def line_of(record: HandRecord) -> dict[str, Any]:
    """A stored hand in the form that `wording` reads."""
    return {
        "number": record.number,
        "name": record.name,
        "dealer": record.dealer,
        "dealer_streak": record.dealer_streak,
        "result": record.result,
        **record.book,
    }
