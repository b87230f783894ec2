from typing import Any

from tournaments.tables.game_log.replay import FoldedGame, after_game, best_fans, penalties, pending, wins


def seat_values(folded: FoldedGame) -> list[dict[str, Any]]:
    state = folded.state
    owed, fined = pending(state), penalties(state)
    won, best, later = wins(state), best_fans(state), after_game(state)
    places = state.places or (None,) * 4
    return [
        {
            "score": state.scores[seat],
            "pending_in": owed[seat][0],
            "pending_out": owed[seat][1],
            "penalties": fined[seat],
            "after_game": later[seat],
            "place": places[seat],
            "wins": won[seat][0],
            "self_drawn": won[seat][1],
            "best_fan": best[seat],
        }
        for seat in range(4)
    ]


def game_values(folded: FoldedGame, unconfirmed: int) -> dict[str, Any]:
    state = folded.state
    return {
        "hands_closed": len(state.hands),
        "hand_name": state.name,
        "dealer": state.dealer,
        "dealer_streak": state.dealer_streak,
        "unconfirmed": unconfirmed,
        "disputed": bool(folded.disputed),
        "pauses": [one.times for one in folded.timeline.pauses],
    }


def game_state(folded: FoldedGame) -> str:
    """A `Game.State`: not begun, in play, complete, signed by all four."""
    if folded.state.finished:
        return "signed" if len(folded.timeline.signed) == 4 else "complete"
    begun = any(item.event["type"] != "first_dealer" for item in folded.timeline.items)
    return "playing" if begun else "seated"
