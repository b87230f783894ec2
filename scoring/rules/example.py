"""例牌 A hand that shows a fan, and one that nearly does: for the rules pages and the tests. Short to write:
`laid("123m56m789p234p567s88s", "4m")`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import permutations, product
from types import MappingProxyType
from typing import Any

Document = dict[str, Any]
"""A score document of the interface without `rule_set` and `options`."""


@dataclass(frozen=True)
class Example:
    """例牌 `hand` shows the fan as the row (`count`, `value`); `near` lacks something and does not count it."""

    hand: Document
    count: int
    value: int
    near: Document


def laid(concealed: str, winning: str, *, drawn: bool = False, melds: str = "", **more: Any) -> Document:
    """A hand as a document. `melds` as "chow:123m pung:555z"; `seat`, `round`: a wind (S, E); `given`: circumstances
    and `tail`: replacements, as words; every other keyword as in the interface."""
    document: Document = {
        "concealed": concealed,
        "winning_tile": winning,
        "self_draw": drawn,
        "seat_wind": more.pop("seat", "S"),
        "round_wind": more.pop("round", "E"),
    }
    if melds:
        kinds = [meld.split(":") for meld in melds.split()]
        document["melds"] = [{"kind": kind, "tiles": tiles} for kind, tiles in kinds]
    for short, key in (("given", "circumstances"), ("tail", "replacements")):
        if short in more:
            document[key] = more.pop(short).split()
    return {**document, **more}


# --- no hand twice ----------------------------------------------------------------------------------------------------


def each_its_own(examples: Mapping[str, Example]) -> Mapping[str, Example]:
    """例牌 The same examples without equal hands: all but the last of equal ones are moved to other suits and ranks.
    Fans that need certain tiles come after those of how a hand was won, and keep theirs."""
    seen: set[str] = set()
    own: dict[str, Example] = {}
    for name, example in reversed([*examples.items()]):
        own[name] = next(one for one in _moved(example) if _tiles_of(one.hand) not in seen)
        seen.add(_tiles_of(own[name].hand))
    return MappingProxyType({name: own[name] for name in examples})


_SUITS = "mps"
_RUN = re.compile(r"([1-9]+)([mps])")


def _moved(example: Example) -> Iterator[Example]:
    yield example
    shifts = [_shifts(suit, example) for suit in _SUITS]
    for by in product(*shifts):
        for suits in permutations(_SUITS):
            moves = {suit: (other, step) for suit, other, step in zip(_SUITS, suits, by, strict=True)}
            yield Example(_document(example.hand, moves), example.count, example.value, _document(example.near, moves))


def _shifts(suit: str, example: Example) -> list[int]:
    seen = [document.get("visible", "") for document in (example.hand, example.near)]
    written = " ".join([_tiles_of(example.hand), _tiles_of(example.near), *seen])
    ranks = [int(rank) for found, its in _RUN.findall(written) if its == suit for rank in found] or [1, 9]
    return sorted(range(1 - min(ranks), 10 - max(ranks)), key=abs)


Moves = Mapping[str, tuple[str, int]]


def _document(document: Document, moves: Moves) -> Document:
    moved = document | {
        key: _text(document[key], moves) for key in ("concealed", "winning_tile", "visible") if key in document
    }
    if "melds" in document:
        moved["melds"] = [meld | {"tiles": _text(meld["tiles"], moves)} for meld in document["melds"]]
    return moved


def _text(tiles: str, moves: Moves) -> str:
    runs = [
        (moves[suit][0], "".join(str(int(rank) + moves[suit][1]) for rank in ranks))
        for ranks, suit in _RUN.findall(tiles)
    ]
    suited = "".join(ranks + suit for suit, ranks in sorted(runs, key=lambda run: run[0]))
    return suited + _RUN.sub("", tiles)


def _tiles_of(document: Document) -> str:
    melds = [meld["tiles"] for meld in document.get("melds", ())]
    return " ".join([document["concealed"], document["winning_tile"], *melds, document.get("flowers", "")])
