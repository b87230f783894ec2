"""`oracle_score`: a score document of tw-club or tw-sixteen counted the slow way (interface: score)."""

from typing import Any

from tests.oracle.readings import Reading
from tests.oracle.taiwan.fans import COUNT, Rows, Seen, flower_row
from tests.oracle.taiwan.hand import Hand, doubts, read_document
from tests.oracle.tiles import written
from tests.oracle.wrong import Wrong


def oracle_score(doc: dict[str, Any], pairs_allowed: bool = True) -> dict[str, Any]:
    """Return the answer with `ways`, the rows of every reading worth as much; or every code that would be right."""
    try:
        return answer(read_document(doc, pairs_allowed))
    except Wrong as wrong:
        return {"error": {"codes": sorted(wrong.codes), "detail": wrong.why}}


def total(rows: Rows) -> int:
    return sum(value for _, value in rows.values())


def count_reading(hand: Hand, reading: Reading, waits: tuple[str, ...]) -> Rows:
    return {**COUNT[hand.rule_set](Seen(hand, reading, waits)), **flower_row(hand, 12)}


def answer(hand: Hand) -> dict[str, Any]:
    readings, waits = hand.readings(hand.tile), tuple(hand.waits())
    ways = [(count_reading(hand, reading, waits), reading.shape) for reading in readings]
    ways = ways or [(flower_row(hand, 12), "flowers")]
    most = max(total(rows) for rows, _ in ways)
    best = [(rows, shape) for rows, shape in ways if total(rows) == most]
    return {
        "rule_set": hand.rule_set, "total": most, "unit": "台", "limit": False, "meets_minimum": True,
        "ways": [fans_of(rows) for rows, _ in best], "shapes": sorted({shape for _, shape in best}),
        "waits": written(list(waits)), "doubts": doubts(hand),
    }  # fmt: skip


def fans_of(rows: Rows) -> list[dict[str, Any]]:
    return [{"name": name, "count": int(count), "value": value} for name, (count, value) in rows.items() if value]
