"""Short words for won hands of the league: a document to write, rows to read."""

from typing import Any

from scoring.count.document import score_document

Document = dict[str, Any]
Rows = dict[str, tuple[int, int]]

PLAIN = "123m56m789p234p567s88s"
"""With 4m: all chows, two-sided, neither honours nor flowers."""
OPEN = "56m789p234p567s88s"
"""The same with 123m claimed."""
ONE_TILE = "chow:123m chow:456m chow:789p chow:234p pung:555z"
"""With one tile in hand, waiting for the pair."""
KONG = "concealed_kong:1111z"


def hand(concealed: str = PLAIN, winning: str = "4m", *, drawn: bool = False, melds: str = "", **more: Any) -> Document:
    """A score document. `melds` as "chow:123m pung:555z"; `given`: circumstances and `tail`: replacements, as words."""
    document: Document = {
        "rule_set": "hkma-league",
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


def rows(document: Document) -> Rows:
    """{name: (count, value)} of a document's count."""
    return {row["name"]: (row["count"], row["value"]) for row in score_document(document)["fans"]}


def total(document: Document) -> int:
    """The total of a document's count."""
    return int(score_document(document)["total"])
