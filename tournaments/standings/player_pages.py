from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any

from django.db.models import Prefetch, Q

from tournaments.core.access import EventAccess
from tournaments.models import Game, GameSeat, HandRecord, Player, Round
from tournaments.models.digests import sha256
from tournaments.phrases.amounts import Carried, SeatAmounts, carried, seat_amounts
from tournaments.phrases.wording import Wording, hand_name, hand_title, seat_words, streak_word
from tournaments.standings.courses import CoursePoint
from tournaments.standings.cutline import PlayerPlace, Race, player_place
from tournaments.tables.game_log.clock import clock_view
from tournaments.tables.game_log.projection import hand_line, pending
from tournaments.tables.game_log.read import read_book, rules_of
from tournaments.tables.game_log.redaction import EVERYTHING, named_only
from tournaments.tables.game_log.replay import FoldedGame, FoldedHand
from tournaments.tables.selectors.adjustments import AdjustmentLine, adjustments_of_player
from tournaments.tables.selectors.published_seats import next_seats
from tournaments.tables.selectors.table import hand_sentence, wording_from
from tournaments.tables.selectors.visible import apply_delay, delayed_hands, seats_seen, shown_book


def own_mark(players: Collection[int], slug: str, now: datetime) -> str:
    """Return the value that polls compare: it changes with the event and with the acts, calls and clocks of the games
    of this phone's players; "" before their first game. A phone polls every two seconds, so this is one query, filtered
    and sorted in Python: Django takes longer to build that SQL."""
    games = Game.objects.filter(Q(seats__player__in=players) | Q(seats__substitute__in=players)).order_by()
    about = ("event__slug", "event__page_version", "act_count", "round__state", "round__number", "time", "pauses")
    parts = set()
    for pk, event, version, acts, state, number, time, pauses, *call in games.values_list(
        "pk", *about, "calls__pk", "calls__taken_by", "calls__ended_at"
    ):
        if event == slug and state in Round.BEGUN:
            clock = clock_view(number, time, pauses, now) if state == Round.State.OPEN else None
            parts.add(f"{version}-{pk}-{acts}-{state}-{clock.mark if clock else ''}-{call}")
    return sha256(*sorted(parts))[:24] if parts else ""


def my_games(player: Player) -> list[Game]:
    own = GameSeat.objects.filter(Q(player=player) | Q(substitute=player)).values("game")
    games = Game.objects.filter(event=player.event_id, pk__in=own, round__state__in=Round.BEGUN)
    seats = GameSeat.objects.select_related("player", "substitute").order_by("seat")
    loaded = games.select_related("event", "round__stage", "table").prefetch_related(Prefetch("seats", seats))
    return list(loaded.order_by("-round__number"))


def current_game(games: list[Game], player: Player) -> Game | None:
    """Return the game in which the player sits now; once they are replaced, it is the substitute's."""
    open_ = (game for game in games if game.round.state == Round.State.OPEN)
    return next((game for game in open_ if any(seat.holder_id == player.pk for seat in game.seats.all())), None)


def player_page(games: list[Game], player: Player) -> dict[str, Any]:
    """Return the context of the player's page. `games`: of `my_games`; the `current` one is shown live."""
    current = current_game(games, player)
    mine = [seat for game in games for seat in game.seats.all() if seat.player_id == player.pk]
    moved = adjustments_of_player(player)
    points = [*(seat.score for seat in mine if not seat.game.round.void), *(one.points for one in moved)]
    replaced = (seat for seat in mine if seat.substitute and seat.game.round.state == Round.State.OPEN)
    return {
        "current": _current(current, player) if current else None,
        "unsettled": [game for game in games if game != current and _waits_for(game, player)],
        "replaced": next(replaced, None),
        "upcoming": next_seats(player),
        "results": mine,
        "adjustments": moved,
        "total": sum(points, Decimal(0)),
    }


def _waits_for(game: Game, player: Player) -> bool:
    """Whether hands or the card of another game wait for this player, as after a correction in an earlier round."""
    mine = next((seat.seat for seat in game.seats.all() if seat.holder_id == player.pk), None)
    over = game.round.void or game.round.stage.closed_at is not None
    if mine is None or over or game.state in (Game.State.SEATED, Game.State.SIGNED):
        return False
    folded = read_book(game).folded
    return _may_sign(folded, mine) or any(hand.confirmations[mine] is None for hand in folded.hands)


def _may_sign(folded: FoldedGame, seat: int) -> bool:
    return (folded.state.finished or folded.wind_over) and not folded.unconfirmed and seat not in folded.signatures


def _current(game: Game, player: Player) -> dict[str, Any]:
    """Return the table in play, with hands that this player has not confirmed or that are disputed."""
    seats = list(game.seats.all())
    folded = shown_book(read_book(game), seats_seen(seats, player, game)).folded
    wording, state = wording_from(game, folded.rules), folded.state
    mine = next(seat.seat for seat in seats if seat.holder_id == player.pk)
    waiting = [hand for hand in folded.hands if hand.confirmations[mine] is None or hand.objection]
    winds, owed = seat_words(folded.rules, state.deal, state.dealer), pending(state)
    chairs = folded.rules.game.chairs(state.deal, state.dealer)
    streak = streak_word(state.dealer_streak, folded.rules)
    neighbours = [
        {
            "chair": chairs[seat],
            "name": wording.name(seat),
            "number": wording.numbers[seat],
            "wind": winds[seat],
            "dealer": seat == state.dealer and not state.finished,
            "streak": streak,
            "score": state.scores[seat],
            "pending_in": owed[seat][0],
            "pending_out": owed[seat][1],
            "cards": state.cards_in_force[seat],
            "banned": seat in state.bans,
            "me": seat == mine,
        }
        for seat in range(4)
    ]
    return {
        "game": game,
        "seat": mine,
        "chair": chairs[mine],
        "title": hand_title(state.name, state.dealer_streak, wording.rules),
        "hand_name": hand_name(state.name),
        "streak": streak,
        "seats": neighbours,
        "waiting": [_waiting(folded, hand, mine, wording) for hand in waiting],
        # After their own objection a confirmation would change nothing.
        "confirms": any(
            hand.confirmations[mine] is None and (hand.objection is None or hand.objection[0] != mine)
            for hand in waiting
        ),
        "others_missing": sum(
            act is None for hand in folded.hands for seat, act in enumerate(hand.confirmations) if seat != mine
        ),
        "finished": state.finished,
        "may_sign": _may_sign(folded, mine),
        "has_signed": mine in folded.signatures,
        "chains": [wording.chain(one._asdict()) for one in state.chains if mine in (one.winner, one.payer)],
    }


def _waiting(folded: FoldedGame, hand: FoldedHand, mine: int, wording: Wording) -> dict[str, Any]:
    line, before = hand_line(hand), folded.hand(hand.number - 1)
    earlier = before.result.scores[mine] if before else folded.rules.game.start
    return {
        "number": hand.number,
        "title": wording.title(line),
        "result": hand_sentence(hand, wording),
        "payments": [wording.payment(one) for one in line["payments"] if mine in (one["winner"], one["payer"])],
        "transfers": [wording.transfer(one) for one in line["transfers"] if mine in (one["from"], one["to"])],
        "chains": [wording.chain(one) for one in line["chains"] if mine in (one["winner"], one["payer"])],
        "change": hand.result.scores[mine] - earlier,
        "total": hand.result.scores[mine],
        "state": hand.state,
        "again": (hand.number, mine) in hand.timeline.confirmed and hand.confirmations[mine] is None,
        "objection": hand.objection[2] if hand.objection else "",
    }


@dataclass(frozen=True)
class HistoryHand:
    """一鋪 for one player. `amounts`: gains and payments by cause · `carried`: 拉 that it settled or left open."""

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
class HistoryGame:
    """One game in a player's record. `others`: with their places · `hands`: latest first."""

    game: Game
    seat: GameSeat
    others: Sequence[tuple[Player, int | None]]
    hands: Sequence[HistoryHand]


@dataclass(frozen=True)
class PlayerHistory:
    """A player's record. `games`: latest first · `coming`: next published seats · `stood_in`: seats taken over."""

    place: PlayerPlace
    games: Sequence[HistoryGame]
    adjustments: Sequence[AdjustmentLine]
    coming: Sequence[GameSeat] = ()
    stood_in: Sequence[GameSeat] = ()

    @property
    def course(self) -> list[CoursePoint]:
        points, total = [], Decimal(0)
        for one in reversed(self.games):
            for hand in () if one.game.round.void else reversed(one.hands):
                total += hand.change
                points.append(CoursePoint(one.game.round.number, hand.title, hand.change, total))
        return points


def player_history(player: Player, access: EventAccess, found: Race) -> PlayerHistory:
    """Return a player's record as this reader may see it; `found`: the race with the reader's delay."""
    places = {one.pk: one.place for one in found.rows}
    seats = Prefetch("seats", GameSeat.objects.select_related("player", "substitute").order_by("seat"))
    hands = Prefetch("hands", HandRecord.objects.exclude(result="open").order_by("number"))
    games = Game.objects.filter(seats__player=player, round__state__in=Round.BEGUN)
    loaded = games.select_related("round", "table", "event").prefetch_related(seats, hands).order_by("-round__number")
    if access.until is not None:
        loaded = loaded.filter(round__opened_at__lte=access.until)
    listed = [_game(game, fold, player, access, places) for game, fold in apply_delay(loaded, access.until)]
    moved = adjustments_of_player(player, access.until)
    # Hidden from readers with a delay: the seat may have been taken over since.
    taken = GameSeat.objects.filter(substitute=player, round__state__in=Round.BEGUN).order_by("round__number")
    stood_in = list(taken.select_related("game__round", "game__table", "player")) if access.until is None else []
    return PlayerHistory(player_place(player, found), listed, moved, next_seats(player), stood_in)


def _game(
    game: Game, fold: FoldedGame | None, player: Player, access: EventAccess, places: Mapping[int, int | None]
) -> HistoryGame:
    seats = list(game.seats.all())
    mine = next(seat for seat in seats if seat.player_id == player.pk)
    wording = wording_from(game, rules_of(game.event, game.round))
    viewer = EVERYTHING if access.works else seats_seen(seats, access.player, game)
    records = game.hands.all() if fold is None else [row for row in delayed_hands(game, fold) if row.result != "open"]
    hands = []
    for record in records:
        about = ("number", "name", "dealer", "dealer_streak", "result")
        line: dict[str, Any] = {**{name: getattr(record, name) for name in about}, **record.book}
        line["events"] = [
            {**one, "event": named_only(one["event"], viewer, record.number, one["act"])} for one in line["events"]
        ]
        hand = HistoryHand(
            number=record.number,
            title=wording.title(line),
            result=wording.result(line),
            amounts=seat_amounts(line, mine.seat, wording),
            total=Decimal(record.book["scores"][mine.seat]),
            carried=carried(line, mine.seat, wording),
            state=record.state,
            state_label=str(record.get_state_display()),
        )
        hands.append(hand)
    others = [(seat.player, places.get(seat.player_id)) for seat in seats if seat != mine]
    return HistoryGame(game, mine, others, hands[::-1])
