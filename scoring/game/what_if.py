"""如果…: what a next result or ruling would do, as data for a page; nothing is changed. A win or draw itself is
previewed by folding one more event: its HandResult has the payments and chain moves."""

from collections.abc import Collection
from typing import TYPE_CHECKING, NamedTuple

from scoring.book import Chain, ChainMove, RulingResult
from scoring.discipline.rulings import judge
from scoring.event_fields import Event, refuse_after_end
from scoring.points import exact
from scoring.seats import hand_name
from scoring.table.chains import may_surrender, moves_of
from scoring.table.dealer import after_draw, over, passed
from scoring.table.state import GameState

if TYPE_CHECKING:
    from scoring.rules.rule_set import RuleSet


class Deal(NamedTuple):
    """下一鋪: its name, dealer and streak; `over` when the game ends instead."""

    name: str
    deal: int
    dealer: int
    streak: int
    over: bool


def deal_after_draw(state: GameState, rules: "RuleSet") -> Deal:
    """流局之後: the next hand if this one is drawn, with 做錯莊 and the bell taken into account."""
    turn = after_draw(state.turn, rules.game)
    ends = state.finished or state.last_hand or over(turn, rules.game)
    return Deal(hand_name(turn.deal), turn.deal, turn.dealer, turn.streak, ends)


def remaining_deals(state: GameState, rules: "RuleSet") -> int:
    """尚餘幾次莊: how many deals come after the one in progress, if each passes on; 0 in 南四局. Turns that will be
    skipped (做錯莊) are left out; the bell is ignored."""
    turn, count = passed(state.turn), 0
    while not state.finished and not over(turn, rules.game):
        turn, count = passed(turn), count + 1
    return count


def chain_moves(
    state: GameState, winners: Collection[int], source: int | None, rules: "RuleSet"
) -> tuple[ChainMove, ...]:
    """What a next result would do to each open chain, before any new payment is added.

    winners: the seats that would win, () for 流局 · source: the discarder, None for 自摸. A chain that grows has its
    amount × 1.5 as `after`: the new payment is not known yet.
    """
    if rules.game.chain is None:
        return ()
    with exact():
        return tuple(moves_of(state.chains, winners, source, rules.game.chain))


def surrenders(state: GameState, rules: "RuleSet") -> tuple[Chain, ...]:
    """可以投降的拉: the open chains whose payer may pay everything and be free of it now; () after the end."""
    if state.finished:
        return ()
    return tuple(chain for chain in state.chains if may_surrender(chain, rules.game.chain))


def consequences_of(state: GameState, event: Event, rules: "RuleSet") -> RulingResult:
    """撳掣之前: what a ruling would do in this state: cards after the ladder, points, ban, replay, growth. Raises
    ScoringError as `apply` would for the same event."""
    refuse_after_end(state.finished, event)
    with exact():
        return judge(state, event, rules)
