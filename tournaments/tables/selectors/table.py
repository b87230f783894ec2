"""牌檯: the four seats, the 拉 board with the effect of each next result, and the entries of the current hand."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from django.utils import timezone
from django.utils.translation import gettext as _

from scoring import Chain, GameState, RuleSet, chain_moves
from tournaments.core.access import GameAccess
from tournaments.models import Game, Player, Round
from tournaments.phrases.kinds import (
    Choice,
    dealer_choices,
    event_words,
    hands_left_words,
    raised_notes,
    surrender_offers,
    turn_notes,
)
from tournaments.phrases.names import Seat
from tournaments.phrases.rulings import Ban, bans_of
from tournaments.phrases.wording import WINDS, Wording, hand_name, plain, said, streak_word, wind_of, wording_at
from tournaments.tables.game_log.clock import ClockView, clock_view
from tournaments.tables.game_log.read import GameLog
from tournaments.tables.game_log.redaction import is_hidden
from tournaments.tables.game_log.replay import pending
from tournaments.tables.game_log.timeline import played_since, running
from tournaments.tables.recording.liable_spans import liable_spans
from tournaments.tables.recording.win_form import draw_asks
from tournaments.tables.selectors.seats import seats_of
from tournaments.tables.services.substitutes import out_of_play


@dataclass(frozen=True)
class SeatCard:
    """一家 at the table.

    `ban`: why they may not win and how a win counts all the same, for recorders only · `instead`: the substitute and
    since when, or "" · `out`: 取消資格, 停賽 or 退出 of a player without a substitute yet.
    """

    seat: int
    name: str
    number: int
    wind: str
    dealer: bool
    streak: str
    score: Decimal
    pending_in: Decimal
    pending_out: Decimal
    cards: tuple[str, ...]
    banned: bool
    place: int | None
    ban: Ban | None
    instead: str
    out: str


@dataclass(frozen=True)
class BoardChain:
    """一條拉 with its three possible fates: pulled again, turned round, collected."""

    winner: str
    payer: str
    points: str
    pulls: int
    grown: str
    halved: str
    collected: str


@dataclass(frozen=True)
class TableView:
    """`closed`: why nothing can be recorded, "" when it can.

    `streak`: 連莊 in the rules' word, or "" · `carries`, `rewards`: the rules have 拉, have 獎勵 · `draw_asks`: 流局
    has questions · `first_dealers`: 由誰起莊, for recorders, until it is known · `notices`: 做錯莊 and its effects ·
    `undoes`: the last entry may be undone, in a finished game too until the first signature · `since`: time of the last
    entry, moved by later pauses · `paused`: the running pause, in words · `rang`: the hall's bell has rung but is not
    recorded yet · `left`: how many hands are left.
    """

    seats: tuple[SeatCard, ...]
    hand_name: str
    round_wind: str
    streak: str
    number: int
    chains: tuple[BoardChain, ...]
    carries: bool
    rewards: bool
    draw_asks: bool
    surrenders: tuple[Choice, ...]
    first_dealers: tuple[Choice, ...]
    entries: tuple[str, ...]
    notices: tuple[str, ...]
    finished: bool
    wind_over: bool
    signed: int
    records: bool
    closed: str
    since: datetime | None
    clock: ClockView | None
    rang: bool
    left: str
    paused: str
    paused_since: datetime | None
    last_hand: bool
    undoes: bool

    @property
    def out(self) -> tuple[SeatCard, ...]:
        return tuple(seat for seat in self.seats if seat.out)


def table_view(access: GameAccess, book: GameLog, seats: Sequence[Seat] | None = None) -> TableView:
    """`book`: already shortened for this viewer (`tournaments.tables.selectors.visible_book`)."""
    state, rules = book.folded.state, book.rules
    seats = seats or seats_of(access.game, state, rules)
    wording = wording_at(seats, rules)
    closed = closed_words(access.game, book)
    out = {} if state.finished else out_of_play(access.game)
    records = access.writes and not closed
    bans = bans_of(state, wording) if records else {}
    clock = table_clock(access.game, timezone.now())
    paused = book.folded.timeline.paused
    over = [one for one in book.folded.timeline.pauses if one is not paused]
    return TableView(
        seats=tuple(_card(seat, state, rules, bans, out.get(seat.seat)) for seat in seats),
        hand_name=hand_name(state.name),
        round_wind=str(WINDS[state.round_wind]),
        streak=streak_word(state.dealer_streak, rules),
        number=len(state.hands) if state.finished else state.hand_number,
        chains=tuple(_board(chain, state, rules, wording) for chain in state.chains),
        carries=rules.game.chain is not None,
        rewards=bool(rules.game.rewards),
        draw_asks=bool(draw_asks(rules, state)),
        surrenders=surrender_offers(state, wording),
        first_dealers=dealer_choices(state, wording) if records else (),
        entries=(
            *(
                event_words(wording.at(state.hand_number, item.born), item.event)
                for item in book.folded.open_items
                if not is_hidden(item)
            ),
            *(event_words(wording, one.event) for one in over if one.hand == state.hand_number),
        ),
        notices=(
            *turn_notes(state, wording),
            *raised_notes(state, wording),
            *(one.sentence for one in (liable_spans(book.folded, wording) if records else ())),
        ),
        finished=state.finished,
        wind_over=book.folded.wind_over,
        signed=len(book.folded.timeline.signed),
        records=records,
        closed=closed,
        since=played_since(access.game.pauses, access.game.last_hand_at or access.game.round.opened_at, timezone.now()),
        clock=clock,
        rang=clock is not None and clock.rung and state.hands_left is None and not state.finished,
        left=hands_left_words(state, rules, wording),
        paused="" if paused is None else event_words(wording, paused.event),
        paused_since=running(access.game.pauses),
        last_hand=state.last_hand,
        undoes=access.writes and may_undo(access.game, book),
    )


def table_clock(game: Game, now: datetime) -> ClockView | None:
    if game.round.state != Round.State.OPEN:
        return None
    return clock_view(game.round.number, game.time, game.pauses, now)


def may_undo(game: Game, book: GameLog) -> bool:
    """Hands may still be changed here and there is an entry."""
    line = book.folded.timeline
    signed = line.signed
    return game.round.state == Round.State.OPEN and not signed and bool(line.items or line.pauses)


def _card(seat: Seat, state: GameState, rules: RuleSet, bans: Mapping[int, Ban], out: Player | None) -> SeatCard:
    income, outgo = pending(state)[seat.seat]
    return SeatCard(
        seat=seat.seat,
        name=seat.name,
        number=seat.number,
        wind=seat.wind,
        dealer=seat.dealer and not state.finished,
        streak=streak_word(state.dealer_streak, rules) if seat.dealer else "",
        score=state.scores[seat.seat],
        pending_in=income,
        pending_out=outgo,
        cards=seat.cards,
        banned=seat.banned,
        place=state.places[seat.seat] if state.places else None,
        ban=bans.get(seat.seat),
        instead=seat.instead,
        out=str(out.get_barred_display()) if out else "",
    )


def closed_words(game: Game, book: GameLog) -> str:
    """Why nothing can be recorded at this table now, in the rules' words; "" when it can."""
    return said(_closed(game, book), book.rules)


def _closed(game: Game, book: GameLog) -> str:
    signed = len(book.folded.timeline.signed)
    if signed == 4:
        return _("記分卡已簽妥。")
    if signed:
        return _("記分卡正在簽署。要更改，請裁判長先重開記分卡。")
    if game.round.ahead:
        return _("這一輪未開始，大會開始後才可記錄。")
    if game.round.state == Round.State.CLOSED:
        return _("這一輪已結束，不能再記錄。")
    if book.folded.wind_over:
        return _("%(wind)s圈打完：四家簽署之後，才打下一圈。") % {"wind": wind_of(book.folded.state.hands[-1].name)}
    return _("這個半莊已打完。") if book.folded.state.finished else ""


def _board(chain: Chain, state: GameState, rules: RuleSet, wording: Wording) -> BoardChain:
    """The effect on a chain when its winner wins from its payer, the other way round, or when another player wins."""
    third = next(seat for seat in range(4) if seat not in (chain.winner, chain.payer))

    def move(winner: int, source: int) -> tuple[Decimal, Decimal]:
        found = chain_moves(state, (winner,), source, rules)
        return next((m.after, m.paid) for m in found if (m.winner, m.payer) == (chain.winner, chain.payer))

    return BoardChain(
        winner=wording.name(chain.winner),
        payer=wording.name(chain.payer),
        points=plain(chain.points),
        pulls=chain.pulls,
        grown=plain(move(chain.winner, chain.payer)[0]),
        halved=plain(move(chain.payer, chain.winner)[1]),
        collected=plain(move(third, chain.winner)[1]),
    )


def reward_hints(book: GameLog, wording: Wording) -> dict[int, list[str]]:
    """中途獎勵 of each seat in the current hand, as reminders for laying its tiles."""
    hints: dict[int, list[str]] = {}
    for kind, seat in book.folded.state.open_hand.rewards:
        hints.setdefault(seat, []).append(wording.reward_name(kind))
    return hints
