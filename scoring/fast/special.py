"""特殊形 What else a basic hand may be or wait for: 九子連環, and what the definition counts."""

from __future__ import annotations

from scoring.fast.packing import Keys

_SEVEN_ONES = 0o1111111
_SIXTH_HONOR = 1 << 15
"""Below it neither 發 nor 中 is among the honours, so two of them are missing."""
GATES = 0o311111113
"""The key of 1112345678999, concealed."""
NINE_GATES_KEYS = frozenset(GATES + (1 << 3 * rank) for rank in range(9))
"""九子連環 The keys of these tiles and one more of them."""


def could_be_all_honors(keys: Keys) -> bool:
    """Whether all seven honours are held but for one: only then can a hand be or wait for 十三么 or 十六不搭."""
    honors = keys[3]
    if honors < _SIXTH_HONOR:
        return False
    return ((honors | honors >> 1 | honors >> 2) & _SEVEN_ONES).bit_count() >= 6
