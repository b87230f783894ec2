"""`oracle_score`: a score document of hkma-league counted the slow way (interface: score)."""

from dataclasses import replace
from typing import Any

from tests.oracle.checking import read_document
from tests.oracle.counting import Rows, count_reading, total
from tests.oracle.facts import Facts
from tests.oracle.fans import satisfied
from tests.oracle.readings import Group, Reading, all_readings, waits
from tests.oracle.tiles import written
from tests.oracle.wrong import Wrong

SPECIAL = ("seven_pairs", "thirteen_orphans", "sixteen_unrelated")


def oracle_score(doc: dict[str, Any]) -> dict[str, Any]:
    """Return the whole answer, or `{"error": {"codes": …}}` with every code that would be right."""
    try:
        return count_facts(read_document(doc))
    except Wrong as wrong:
        return {"error": {"code": min(wrong.codes), "codes": sorted(wrong.codes), "detail": wrong.why}}


def count_facts(facts: Facts) -> dict[str, Any]:
    if "flower_win" in facts.circumstances:
        row = ("兩台花", 40) if facts.self_draw else ("七搶一", 30)
        return answer([{row[0]: (1, row[1])}], "flowers", [], None)
    facts = replace(facts, waits=tuple(waits(list(facts.concealed), list(facts.melds))))
    readings = all_readings(list(facts.concealed), facts.tile, list(facts.melds), not facts.self_draw)
    best = {shape: best_of(facts, readings, shape) for shape in ("basic", *SPECIAL)}
    ways, shape, reading = hand_of(best)
    base = {"底": (1, int(facts.option("L-4")))}
    ways = [merged(with_chicken(rows, facts), base) for rows in ways]
    return answer(ways, shape, [written(list(group.tiles)) for group in in_order(reading)], written(list(facts.waits)))


def best_of(facts: Facts, readings: list[Reading], shape: str) -> list[tuple[Rows, Reading]]:
    """高點法 among the readings of one shape: all that are worth most."""
    counted = [(count_reading(facts, each, satisfied), each) for each in readings if each.shape == shape]
    most = max((total(rows) for rows, _ in counted), default=0)
    return [pair for pair in counted if total(pair[0]) == most]


def hand_of(best: dict[str, list[tuple[Rows, Reading]]]) -> tuple[list[Rows], str, Reading]:
    """嚦咕兩食 adds both halves; else the better of what there is. The rows of every equal reading are returned."""
    basic, pairs = best["basic"], best["seven_pairs"]
    if basic and pairs:
        return [merged(one[0], other[0]) for one in basic for other in pairs], "basic+seven_pairs", basic[0][1]
    name = max((shape for shape in best if best[shape]), key=lambda shape: total(best[shape][0][0]))
    return [rows for rows, _ in best[name]], name, best[name][0][1]


def merged(one: Rows, other: Rows) -> Rows:
    out = dict(one)
    for name, (count, value) in other.items():
        before = out.get(name, (0, 0))
        out[name] = (before[0] + count, before[1] + value)
    return out


def with_chicken(rows: Rows, facts: Facts) -> Rows:
    """大雞: all but 底 and 雙響 come to exactly 1, by discard; 大鴨: 自摸 and exactly one other, worth 1 (L-5, L-41,
    L-57)."""
    own = {name: row for name, row in rows.items() if name not in ("雙響", "三響")}
    if not facts.self_draw and total(own) == 1:
        return merged(rows, {"大雞": (1, 30)})
    others = {name: row for name, row in rows.items() if name != "自摸"}
    if facts.self_draw and "自摸" in rows and list(others.values()) == [(1, 1)]:
        return merged(rows, {"大鴨": (1, 10)})
    return rows


def in_order(reading: Reading) -> list[Group]:
    return sorted(reading.groups, key=lambda group: not group.is_meld)


def fans_of(rows: Rows) -> list[dict[str, Any]]:
    return [{"name": name, "count": count, "value": value} for name, (count, value) in rows.items() if value]


def answer(ways: list[Rows], shape: str, reading: list[str], waiting: str | None) -> dict[str, Any]:
    """Return the document; `ways` are the rows of every reading that is worth the same, `fans` the first of them."""
    return {
        "rule_set": "hkma-league", "total": total(ways[0]), "unit": "番", "limit": False, "meets_minimum": True,
        "fans": fans_of(ways[0]), "ways": [fans_of(rows) for rows in ways],
        "reading": reading, "shape": shape, "waits": waiting,
    }  # fmt: skip
