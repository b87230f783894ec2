"""座位: four seats 0–3 in turn order (anticlockwise), their winds, and the names of the deals. Seat 0 is the first
dealer of a 半莊 unless the dice name another (起莊)."""

from collections.abc import Collection, Sequence

SEATS: tuple[int, int, int, int] = (0, 1, 2, 3)
WINDS = "ESWN"
WIND_NAMES = "東南西北"
NUMERALS = "一二三四"

OTHERS: tuple[tuple[int, ...], ...] = tuple(tuple(o for o in SEATS if o != seat) for seat in SEATS)
"""For each seat the other three, in seat order."""

TurnOrder = tuple[int, int, int, int]
"""Seats in turn order."""

SEAT_WINDS: tuple[tuple[str, ...], ...] = tuple(tuple(WINDS[(seat - dealer) % 4] for seat in SEATS) for dealer in SEATS)
"""門風 of seats 0–3 by dealer; the dealer is East."""


def turn_order(orders: Sequence[TurnOrder], deal: int, dealer: int) -> TurnOrder:
    """輪序 in the 圈 of a deal that is the turn of `dealer`, the one who deals first in it in front. `orders`: for each
    圈, with 0 as the first dealer of the game."""
    order = orders[min(deal // 4, len(orders) - 1)]
    east, south, west, north = [(seat + dealer - order[deal % 4]) % 4 for seat in order]
    return east, south, west, north


def seat_winds(dealer: int, order: TurnOrder = SEATS) -> tuple[str, ...]:
    """Return the winds (門風) of seats 0–3 if the turn passes in this order."""
    return tuple(WINDS[(order.index(seat) - order.index(dealer)) % 4] for seat in SEATS)


def previous_seat(seat: int) -> int:
    return (seat - 1) % 4


def in_turn_after(seat: int, among: Collection[int], order: TurnOrder = SEATS) -> list[int]:
    """輪序: these seats in turn order after `seat`, which comes last itself."""
    return sorted(among, key=lambda one: (order.index(one) - order.index(seat) - 1) % 4)


def round_wind(deal: int) -> str:
    """圈風 of a deal (0 = 東一局): "E", "S", "W" or "N"."""
    return WINDS[deal // 4 % 4]


def hand_name(deal: int) -> str:
    """局名: "東一局" for deal 0 … "南四局" for 7 … "北四局" for 15. A repeated deal keeps its name."""
    return f"{WIND_NAMES[deal // 4 % 4]}{NUMERALS[deal % 4]}局"
