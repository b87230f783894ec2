"""一名選手的紀錄: the games of a player and every hand in words, from the stored book."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.db.models import Prefetch

from tournaments.access import EventAccess
from tournaments.book.fold import FoldedGame
from tournaments.book.read import rules_of
from tournaments.book.viewer import EVERYTHING, Viewer, named_only
from tournaments.models import Game, GameSeat, HandRecord, Player, Round
from tournaments.selectors.adjustments import AdjustmentLine, adjustments_of_player
from tournaments.selectors.as_told import told_games, told_hands
from tournaments.selectors.seats import wording_from
from tournaments.selectors.visible_book import seats_seen
from tournaments.tally.rows import StandingRow
from tournaments.tally.standings import standings
from tournaments.words.wording import STATES, Wording


@dataclass(frozen=True)
class HistoryHand:
    """一鋪 as it concerned this player: the result in words, their points with it and after it."""

    number: int
    title: str
    result: str
    change: Decimal
    total: Decimal
    pending_in: Decimal
    pending_out: Decimal
    state: str
    state_label: str


@dataclass(frozen=True)
class HistoryGame:
    """半莊 of this player: where and with whom, result, hands (the latest first)."""

    game: Game
    seat: GameSeat
    others: tuple[GameSeat, ...]
    hands: tuple[HistoryHand, ...]


@dataclass(frozen=True)
class PlayerHistory:
    """一名選手的紀錄: the line of the standings, games (the latest first)."""

    row: StandingRow
    games: Sequence[HistoryGame]
    adjustments: Sequence[AdjustmentLine]


def player_history(player: Player, access: EventAccess) -> PlayerHistory:
    """Everything about a player of an event that this person may read."""
    row = next(row for row in standings(player.event, access.until).rows if row.number == player.number)
    seats = Prefetch("seats", GameSeat.objects.select_related("player", "substitute").order_by("seat"))
    hands = Prefetch("hands", HandRecord.objects.exclude(result="open").order_by("number"))
    games = Game.objects.filter(seats__player=player, round__state__in=Round.BEGUN)
    loaded = games.select_related("round", "table", "event").prefetch_related(seats, hands).order_by("-round__number")
    if access.until is not None:
        loaded = loaded.filter(round__opened_at__lte=access.until)
    told = told_games(loaded, access.until)
    moved = adjustments_of_player(player, access.until)
    return PlayerHistory(row, [_game(game, fold, player, access) for game, fold in told], moved)


def _game(game: Game, fold: FoldedGame | None, player: Player, access: EventAccess) -> HistoryGame:
    rules = rules_of(game.event, game.round)
    seats = list(game.seats.all())
    mine = next(seat for seat in seats if seat.player_id == player.pk)
    wording = wording_from(game, rules)
    viewer = EVERYTHING if access.works else seats_seen(seats, access.player, game)
    lines, before = [], rules.game.start
    records = game.hands.all() if fold is None else [row for row in told_hands(game, fold) if row.result != "open"]
    for record in records:
        lines.append(_hand(record, mine.seat, before, wording, viewer))
        before = lines[-1].total
    return HistoryGame(game, mine, tuple(seat for seat in seats if seat != mine), tuple(reversed(lines)))


def _hand(record: HandRecord, seat: int, before: Decimal, wording: Wording, viewer: Viewer) -> HistoryHand:
    line = line_of(record)
    line["events"] = [
        {**one, "event": named_only(one["event"], viewer, record.number, one["act"])} for one in line["events"]
    ]
    total = Decimal(record.book["scores"][seat])
    return HistoryHand(
        number=record.number,
        title=wording.title(line),
        result=wording.result(line),
        change=total - before,
        total=total,
        pending_in=_open(record, "winner", seat),
        pending_out=_open(record, "payer", seat),
        state=record.state,
        state_label=str(STATES[record.state]),
    )


def line_of(record: HandRecord) -> dict[str, Any]:
    """A stored hand in the shape that `wording` reads."""
    return {
        "number": record.number,
        "name": record.name,
        "dealer": record.dealer,
        "dealer_streak": record.dealer_streak,
        "result": record.result,
        **record.book,
    }


def _open(record: HandRecord, side: str, seat: int) -> Decimal:
    return sum((Decimal(c["points"]) for c in record.book["chains"] if c[side] == seat), Decimal(0))
