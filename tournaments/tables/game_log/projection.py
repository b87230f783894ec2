"""The columns of a game and its hands, computed from the replayed game."""

from collections.abc import Iterable
from decimal import Decimal
from typing import Any

from scoring import GameState, format_points
from tournaments.tables.game_log.replay import FoldedGame, FoldedHand

PENALTIES = ("fine", "deduction")
"""Reasons of transfers."""


def seat_values(folded: FoldedGame) -> list[dict[str, Any]]:
    """Return the columns of the seats. Hands that ended as 詐糊 or are played again have no winner."""
    state = folded.state
    owed = pending(state)
    transfers = [*(one for hand in state.hands for one in hand.transfers), *state.open_hand.transfers]
    fined = moved_by(one for one in transfers if one.reason in PENALTIES)
    later = moved_by(state.after_game)
    won = [(seat, hand.source is None) for hand in state.hands for seat in hand.winners]
    fans = [(one.winner, one.fan) for hand in state.hands for one in hand.payments if one.winner in hand.winners]
    places = state.places or (None,) * 4
    return [
        {
            "score": state.scores[seat],
            "pending_in": owed[seat][0],
            "pending_out": owed[seat][1],
            "penalties": fined[seat],
            "after_game": later[seat],
            "place": places[seat],
            "wins": sum(winner == seat for winner, _drawn in won),
            "self_drawn": won.count((seat, True)),
            "best_fan": max((fan for winner, fan in fans if winner == seat), default=0),
        }
        for seat in range(4)
    ]


def game_values(folded: FoldedGame, unconfirmed: int) -> dict[str, Any]:
    """Return the columns of the game. `state`: a `Game.State`: not begun, in play, complete, signed by all four."""
    state, line = folded.state, folded.timeline
    if state.finished:
        phase = "signed" if len(line.signed) == 4 else "complete"
    else:
        begun = any(item.event["type"] != "first_dealer" for item in line.items)
        phase = "playing" if begun else "seated"
    return {
        "state": phase,
        "hands_closed": len(state.hands),
        "hand_name": state.name,
        "dealer": state.dealer,
        "dealer_streak": state.dealer_streak,
        "unconfirmed": unconfirmed,
        "disputed": any(hand.objection for hand in folded.hands),
        "pauses": [one.times for one in line.pauses],
    }


def hand_book(hand: FoldedHand) -> dict[str, Any]:
    result = hand.result
    return {
        "events": [{"event": item.event, "claim": item.claim, "act": item.ref[0]} for item in hand.items],
        "transfers": [
            {"from": t.source, "to": t.target, "points": format_points(t.points), "reason": t.reason}
            for t in result.transfers
        ],
        "payments": [
            {
                "winner": p.winner,
                "payer": p.payer,
                "fan": p.fan,
                "multi": p.multi,
                "dealer": p.dealer,
                "points": format_points(p.points),
                **({"extra": p.extra} if p.extra else {}),
                **({"reason": p.reason} if p.reason != "win" else {}),
            }
            for p in result.payments
        ],
        "moves": [
            {
                "winner": m.winner,
                "payer": m.payer,
                "kind": m.kind,
                "before": format_points(m.before),
                "after": format_points(m.after),
                "paid": format_points(m.paid),
            }
            for m in result.chain_moves
        ],
        "chains": [
            {"winner": c.winner, "payer": c.payer, "points": format_points(c.points), "pulls": c.pulls}
            for c in result.chains
        ],
        "cards": [{"seat": one.seat, "card": one.card} for one in result.cards],
        "scores": [format_points(score) for score in result.scores],
    }


def hand_line(hand: FoldedHand) -> dict[str, Any]:
    result = hand.result
    return {
        "number": result.number,
        "name": result.name,
        "dealer": result.dealer,
        "dealer_streak": result.dealer_streak,
        "result": result.result,
        **hand_book(hand),
    }


def pending(state: GameState) -> list[tuple[Decimal, Decimal]]:
    zero = Decimal(0)
    return [
        (
            sum((c.points for c in state.chains if c.winner == seat), zero),
            sum((c.points for c in state.chains if c.payer == seat), zero),
        )
        for seat in range(4)
    ]


def projected(state: GameState) -> list[Decimal]:
    """預計: return the points of each seat if the game ended now, with open chains paid and later deductions taken."""
    account = zip(state.scores, pending(state), moved_by(state.after_game), strict=True)
    return [score + owed - owes + later for score, (owed, owes), later in account]


def moved_by(transfers: Iterable[Any]) -> list[Decimal]:
    totals = [Decimal(0)] * 4
    for transfer in transfers:
        if transfer.source is not None:
            totals[transfer.source] -= transfer.points
        if transfer.target is not None:
            totals[transfer.target] += transfer.points
    return totals
