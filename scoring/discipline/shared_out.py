"""取消名次或資格: what a player had won goes back to the table when a substitute takes the seat (比賽罰則; C-10)."""

from collections.abc import Sequence
from decimal import Decimal

from scoring.book import Transfer
from scoring.rules.game_rules import GameRules
from scoring.seats import OTHERS


def shared_out(scores: Sequence[Decimal], seat: int, rules: GameRules) -> tuple[Transfer, ...]:
    """平均發還: the points of `seat` above the start, in equal whole parts to the other three, the remainder to the
    house.

    scores: of the four seats at the end of the match. Afterwards `seat` has the starting points; a seat that has no
    more than those gives nothing.
    """
    won = scores[seat] - rules.start
    if won <= 0:
        return ()
    share = won // 3
    given = [Transfer(seat, other, share, "fine") for other in OTHERS[seat] if share]
    rest = won - 3 * share
    return (*given, Transfer(seat, None, rest, "deduction")) if rest else tuple(given)
