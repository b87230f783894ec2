"""Short words for won hands: a document to write, rows to read; of the league unless other rules are named."""

from functools import partial
from typing import Any

from scoring.documents.score import score_document
from scoring.rules.data_files import laid

Document = dict[str, Any]
Rows = dict[str, tuple[int, int]]

CODES = {
    "unknown_rule_set", "unknown_key", "missing_key", "bad_tile", "too_many_copies", "wrong_tile_count", "bad_meld",
    "not_a_winning_hand", "impossible_circumstance", "bad_option", "bad_value",
}  # fmt: skip
"""Codes of the errors of a count."""

PLAIN = "123m56m789p234p567s88s"
"""With 4m: all chows, two-sided, neither honours nor flowers."""
OPEN = "56m789p234p567s88s"
"""The same with 123m claimed."""
KONG = "concealed_kong:1111z"


def hand(concealed: str = PLAIN, winning: str = "4m", *, rules: str = "hkma-league", **more: Any) -> Document:
    """A score document; keywords as in `laid`."""
    return {"rule_set": rules, **laid(concealed, winning, **more)}


club = partial(hand, rules="tw-club")
sixteen = partial(hand, rules="tw-sixteen")


def rows(document: Document) -> Rows:
    """{name: (count, value)} of a document's count."""
    return {row["name"]: (row["count"], row["value"]) for row in score_document(document)["fans"]}


def total(document: Document) -> int:
    """The total of a document's count."""
    return int(score_document(document)["total"])
