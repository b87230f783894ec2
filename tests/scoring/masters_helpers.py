"""Short words for hands and games of the Masters."""

from typing import Any

from scoring.count.document import score_document
from scoring.rules.data_files import laid
from scoring.rulesets import get_rule_set
from tests.scoring.count_helpers import Document, Rows
from tests.scoring.count_helpers import rows as rows_of

MASTERS = get_rule_set("hkma-masters")
FINAL = get_rule_set("hkma-masters", settings={"dealer_stays": True})

PLAIN = "123m56m789p234p88s"
"""With 4m: four chows, two-sided, no honour."""
OPEN = "56m789p234p88s"
"""The same with 123m claimed."""


def hand(concealed: str = PLAIN, winning: str = "4m", **more: Any) -> Document:
    """A score document, on the plain hand (four chows, concealed) unless told otherwise; keywords as in `laid`."""
    return {"rule_set": "hkma-masters", **laid(concealed, winning, **more)}


def answer(concealed: str = PLAIN, winning: str = "4m", **more: Any) -> Document:
    """The count of such a hand."""
    return score_document(hand(concealed, winning, **more))


def rows(concealed: str = PLAIN, winning: str = "4m", **more: Any) -> Rows:
    """{name: (count, value)} of such a hand's count."""
    return rows_of(hand(concealed, winning, **more))


def liable(winner: int, payer: object, fan: int = 3, cause: str = "twelve_tiles", **more: Any) -> Document:
    """自摸 for which one seat pays."""
    return {
        "type": "win", "winner": winner, "self_draw": True, "fan": fan, "liable": payer, "cause": cause, **more,
    }  # fmt: skip


def robbed(winner: int, source: int, fan: int = 3) -> Document:
    """搶槓."""
    return {"type": "win", "winner": winner, "from": source, "fan": fan, "robbed_kong": True}
