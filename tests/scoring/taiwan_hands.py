"""Hands of the two Taiwanese rule sets: short words for a document."""

from typing import Any

from scoring.count.document import score_document
from scoring.rules.data_files import laid

Document = dict[str, Any]
Rows = dict[str, tuple[int, int]]

CLUB, SIXTEEN = "tw-club", "tw-sixteen"


def club(concealed: str, winning: str, **more: Any) -> Document:
    """A score document of tw-club; keywords as in `laid`."""
    return {"rule_set": CLUB, **laid(concealed, winning, **more)}


def sixteen(concealed: str, winning: str, **more: Any) -> Document:
    """A score document of tw-sixteen; keywords as in `laid`."""
    return {"rule_set": SIXTEEN, **laid(concealed, winning, **more)}


def rows(document: Document) -> Rows:
    """{name: (count, value)} of a document's count."""
    return {row["name"]: (row["count"], row["value"]) for row in score_document(document)["fans"]}
