"""特殊形 What else a basic hand may be or wait for: 九子連環, and shapes left to the definition."""

from __future__ import annotations

_SEVEN_ONES = 0o1111111
GATES = 0o311111113
NINE_GATES_KEYS = frozenset(GATES + (1 << 3 * rank) for rank in range(9))


def could_be_all_honors(honors: int) -> bool:
    """Whether at least six of the seven honours are held: only then can a hand be or wait for 十三么 or 十六不搭.
    Only called where there is a 發 or 中. `honors`: their key."""
    return ((honors | honors >> 1 | honors >> 2) & _SEVEN_ONES).bit_count() >= 6
