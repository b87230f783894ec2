"""看過的版本: whether an entry still does what its page showed, although something was written since.

An entry by another device always conflicts: two phones could mean the same hand. A pause enters nothing, nor does a
reversed ruling, here or in an earlier game; where this entry has exactly the same effect as before, there is nothing to
decide again.
"""

from collections import Counter
from collections.abc import Callable

from tournaments.core.exceptions import Refused
from tournaments.tables.game_log.read import GameLog
from tournaments.tables.game_log.replay import FoldedGame
from tournaments.tables.game_log.timeline import COUNTED

NOTHING = ("carry", "pause", "resume")


def is_still_valid(book: GameLog, seen: int, effect: Callable[[GameLog], object]) -> bool:
    """Whether `effect` is the same on this book and on its version `seen`, and nothing was entered since."""
    changes = [entry for entry in book.entries if entry.kind in COUNTED]
    since = changes[seen:] if 0 <= seen < len(changes) else []
    # A pause, a ruling taken back, or cards brought along enter nothing.
    if not since or any(entry.kind not in NOTHING and not entry.payload.get("reversal") for entry in since):
        return False
    try:
        return effect(book.before(since)) == effect(book)
    except Refused:
        return False


def effect_of(before: FoldedGame, after: FoldedGame) -> tuple[object, ...]:
    """The effect of an entry: its hand, how that closes and the next dealer, the points moved, the rulings."""
    state = before.state
    closed = [
        (hand.name, hand.dealer_streak, hand.result, hand.winners, hand.source, hand.payments, hand.chain_moves)
        for hand in after.state.hands[len(state.hands) :]
    ]
    ruled = [(one.hand, one.result) for ref, one in after.ruled.items() if ref not in before.ruled]
    moved, moved_before = _moved(after), _moved(before)
    place = (state.hand_number, state.name, state.turn, after.state.turn, after.state.finished)
    return place, closed, ruled, moved - moved_before, moved_before - moved


def _moved(folded: FoldedGame) -> Counter[object]:
    hands = [*(hand.transfers for hand in folded.state.hands), folded.state.open_hand.transfers]
    return Counter((number, transfer) for number, transfers in enumerate(hands) for transfer in transfers)
