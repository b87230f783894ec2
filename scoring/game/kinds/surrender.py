"""投降: `seat` pays `winner` everything open now; their next win opens a new chain (K-13)."""

from typing import TYPE_CHECKING, NamedTuple

from scoring.event_fields import Event, bad_event, seat_in
from scoring.game.kinds.kind import Kind, entered, only
from scoring.rules.game_rules import ChainRules
from scoring.table.chains import closed, may_surrender, paid_now
from scoring.table.closing import after_transfers
from scoring.table.state import GameState

if TYPE_CHECKING:
    from scoring.rules.rule_set import RuleSet


class _GivenUp(NamedTuple):
    winner: int
    payer: int
    chain: ChainRules


def _read(event: Event, rules: "RuleSet") -> _GivenUp:
    only(event, "seat", "winner")
    chain = rules.game.chain
    if chain is None or chain.surrender_every is None:
        raise bad_event("這套規則沒有投降。", "These rules have no “surrender”.")
    return _GivenUp(seat_in(event, "winner"), seat_in(event, "seat"), chain)


def _play(state: GameState, given: _GivenUp, rules: "RuleSet") -> GameState:
    found = [chain for chain in state.chains if (chain.winner, chain.payer) == (given.winner, given.payer)]
    if not found:
        raise bad_event("「seat」並沒有欠「winner」拉。", "“seat”: no chain to “winner” is open.")
    if not may_surrender(found[0], given.chain):
        every = given.chain.surrender_every
        raise bad_event(
            f"被同一家拉了 {every} 次或其倍數才可以投降。",
            f"“surrender” is possible only after {every} pulls or a multiple of that.",
        )
    moves = (closed(found[0], "surrender"),)
    transfers = tuple(paid_now(moves))
    scores, house = after_transfers(state.scores, state.house, transfers)
    opened = state.open_hand
    chains = tuple(chain for chain in state.chains if chain is not found[0])
    return entered(
        state.but(scores=scores, house=house, chains=chains),
        transfers=opened.transfers + transfers,
        chain_moves=opened.chain_moves + moves,
    )


SURRENDER = Kind("surrender", _read, _play)
