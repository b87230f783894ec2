"""特殊形 What else a basic hand may be or wait for: 九子連環, and what the definition counts."""

from __future__ import annotations

_SEVEN_ONES = 0o1111111
GATES = 0o311111113
"""The key of 1112345678999, concealed."""
NINE_GATES_KEYS = frozenset(GATES + (1 << 3 * rank) for rank in range(9))
"""九子連環 The keys of these tiles and one more of them."""


def could_be_all_honors(honors: int) -> bool:
    """Whether all seven honours are held but for one: only then can a hand be or wait for 十三么 or 十六不搭.

    Not asked where neither 發 nor 中 is there. `honors`: their key.
    """
    return ((honors | honors >> 1 | honors >> 2) & _SEVEN_ONES).bit_count() >= 6
