"""組合 What a fan finds: the groups that make it, and how many instances count."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple


class Combo(NamedTuple):
    """組合 Groups that make a fan, and how many instances of that content count: with an open group, wholly
    concealed. `content`: the groups in any form; empty where a fan has no groups of its own."""

    content: Any
    open: int
    closed: int

    @property
    def number(self) -> int:
        return self.open + self.closed

    def lies_inside(self, other: Combo) -> bool:
        """單式 Whether its groups are among the other's, content as sets."""
        mine, others = self.content, other.content
        return isinstance(mine, frozenset) and isinstance(others, frozenset) and bool(mine) and mine <= others


def instances(copies: Sequence[int]) -> int:
    """單式 How many sets of one of each there are, any two of which differ in at least two members. Of two kinds as
    many as the scarcer has copies, of three the product of the two scarcest."""
    fewest = sorted(copies)
    return fewest[0] if len(fewest) == 2 else fewest[0] * fewest[1]


def counted(number_open: int, number_closed: int = 0) -> list[Combo]:
    """So many instances without groups of their own; an empty list for none."""
    return [Combo((), number_open, number_closed)] if number_open or number_closed else []
