"""Short words for hands and games of the Masters."""

from typing import Any

from scoring.count.document import score_document
from scoring.rules.example import laid
from scoring.rulesets import get_rule_set
from scoring.rulesets.hkma_masters.examples import OPEN, PLAIN

Document = dict[str, Any]
Rows = dict[str, tuple[int, int]]

MASTERS = get_rule_set("hkma-masters")
FINAL = get_rule_set("hkma-masters", settings={"dealer_stays": True})

__all__ = ["FINAL", "MASTERS", "OPEN", "PLAIN", "answer", "hand", "liable", "robbed", "rows"]


def hand(concealed: str = PLAIN, winning: str = "4m", **more: Any) -> Document:
    """A score document, on the plain hand (four chows, concealed) unless told otherwise; keywords as in `laid`."""
    return {"rule_set": "hkma-masters", **laid(concealed, winning, **more)}


def answer(concealed: str = PLAIN, winning: str = "4m", **more: Any) -> Document:
    """The count of such a hand."""
    return score_document(hand(concealed, winning, **more))


def rows(concealed: str = PLAIN, winning: str = "4m", **more: Any) -> Rows:
    """{name: (count, value)} of such a hand's count."""
    return {row["name"]: (row["count"], row["value"]) for row in answer(concealed, winning, **more)["fans"]}


def liable(winner: int, payer: object, fan: int = 3, cause: str = "twelve_tiles", **more: Any) -> Document:
    """自摸 for which one seat pays."""
    return {
        "type": "win", "winner": winner, "self_draw": True, "fan": fan, "liable": payer, "cause": cause, **more,
    }  # fmt: skip


def robbed(winner: int, source: int, fan: int = 3) -> Document:
    """搶槓."""
    return {"type": "win", "winner": winner, "from": source, "fan": fan, "robbed_kong": True}
