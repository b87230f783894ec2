"""食糊: banned seats are refused; the win is paid or carried, the deal goes on."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from scoring.book import Chain, ChainMove, Payment, Transfer
from scoring.event_fields import Event
from scoring.game.counted_hands import fans_of
from scoring.game.kinds.kind import Kind, entered
from scoring.points import ZERO
from scoring.rules.game_rules import ChainRules
from scoring.table.chains import carried, moves_of, paid_now, still_open
from scoring.table.chains import entered as chains_entered
from scoring.table.closing import Closing, close
from scoring.table.dealer import after_win
from scoring.table.settlement import payments_of
from scoring.table.state import GameState
from scoring.table.wins import Win, banned, read_win

if TYPE_CHECKING:
    from scoring.rules.rule_set import RuleSet


def _read(event: Event, rules: "RuleSet") -> Win:
    return read_win(event, rules.game)


def _play(state: GameState, win: Win, rules: "RuleSet") -> GameState:
    game, seats = rules.game, win.seats
    for seat in seats:
        if seat in state.bans:
            raise banned(seat)
    payments = payments_of(win, fans_of(win, state, rules), state.turn, game)
    if not game.on_credit:
        payments = _within_means(payments, state)
    settled = _settled(state, seats, win.source, payments, game.chain)
    closing = Closing("win", after_win(state.turn, seats, game), seats, win.source, payments, *settled)
    return close(entered(state), closing, game)


def _settled(
    state: GameState,
    winners: tuple[int, ...],
    source: int | None,
    payments: tuple[Payment, ...],
    rules: ChainRules | None,
) -> tuple[tuple[ChainMove, ...], tuple[Chain, ...], tuple[Transfer, ...]]:
    """(chain moves, chains open afterwards, transfers): carried where the rules have 拉, else paid at once."""
    if rules is None:
        return (), (), _at_once(payments)
    enter, at_once = carried(payments, state.turn.dealer, rules)
    rows = chains_entered(moves_of(state.chains, winners, source, rules), enter)
    return tuple(rows), still_open(rows), (*paid_now(rows), *_at_once(at_once))


def _within_means(payments: Iterable[Payment], state: GameState) -> tuple[Payment, ...]:
    """只付剩下的 (C-7): each payer pays one winner, what is owed or what is left."""
    return tuple([p._replace(points=min(p.points, max(state.scores[p.payer], ZERO))) for p in payments])


def _at_once(payments: Iterable[Payment]) -> tuple[Transfer, ...]:
    return tuple([Transfer(p.payer, p.winner, p.points, p.reason) for p in payments if p.points])


WIN = Kind("win", _read, _play)
