"""`masters_score`: a score document of hkma-masters counted the slow way (rules: hkma-masters and its source)."""

from collections import Counter
from typing import Any

from tests.oracle.facts import Facts
from tests.oracle.papers import Set, facts_of, read_paper
from tests.oracle.readings import Group, Reading, basic_readings
from tests.oracle.table import river_cannot_be
from tests.oracle.tiles import DRAGONS, KINDS, ORPHANS, WINDS, is_honour, is_terminal, written
from tests.oracle.wrong import Wrong

Rows = list[tuple[str, int, int]]  # name, count, value
MASTERS = Set(
    "hkma-masters", 13, False,
    frozenset({"robbed_kong", "robbed_concealed_kong", "last_tile", "heavenly_win", "earthly_win"}), {},
)  # fmt: skip
FIRST = {"heavenly_win", "earthly_win"}
DISCARDER = {3: 32, 4: 64, 5: 96, 6: 128, 7: 192, 8: 256, 9: 384, 10: 512}
NINE_GATES = Counter("1112345678999")


def readings(concealed: list[str], tile: str, melds: list[Group], discard: bool) -> list[Reading]:
    found = basic_readings(concealed, tile, melds, discard)
    if not melds and set(concealed) | {tile} == set(ORPHANS) and len(concealed) == 13:
        found.append(Reading("thirteen_orphans", ()))
    return found


def waits(concealed: list[str], melds: list[Group]) -> list[str]:
    own = Counter([*concealed, *(tile for group in melds for tile in group.tiles)])
    return [kind for kind in KINDS if own[kind] < 4 and readings(concealed, kind, melds, False)]


def limit_hand(facts: Facts, reading: Reading) -> str:
    """Return the first 例牌 of the table that the reading meets, "" if none."""
    melds = [group for group in reading.groups if group.is_meld]
    triplets = [group for group in melds if group.is_triplet]
    pair = [group.first for group in reading.groups if not group.is_meld]
    winds = sum(group.first in WINDS.values() for group in triplets)
    kongs = [group for group in melds if group.form == "kong"]
    hidden = [group for group in triplets if not group.open and group.form != "kong"]
    said = facts.circumstances
    table = {
        "全番子": all(map(is_honour, facts.tiles)),
        "小四喜": winds == 3 and pair[0] in WINDS.values(),
        "大四喜": winds == 4,
        "坎坎糊": len(hidden) == 4 and not kongs,
        "十八羅漢": len(kongs) == 4,
        "清么九": all(map(is_terminal, facts.tiles)),
        "天糊": "heavenly_win" in said,
        "地糊": "earthly_win" in said,
        "十三么": reading.shape == "thirteen_orphans",
        "槓上槓自摸": facts.replacements[-2:] == ("kong", "kong"),
        "九子連環": nine_gates(facts),
    }
    return next((name for name, holds in table.items() if holds), "")


def nine_gates(facts: Facts) -> bool:
    if facts.melds or len({tile[1] for tile in facts.tiles}) != 1 or is_honour(facts.tile):
        return False
    held = Counter(tile[0] for tile in (facts.tiles if facts.self_draw else facts.concealed))
    return not NINE_GATES - held


def rows_of(facts: Facts, reading: Reading) -> Rows:
    """完全複合: all that is met is added."""
    tiles = facts.tiles
    melds = [group for group in reading.groups if group.is_meld]
    pair = [group.first for group in reading.groups if not group.is_meld]
    triplets = [group.first for group in melds if group.is_triplet]
    dragons = sum(kind in DRAGONS for kind in triplets)
    suits = {tile[1] for tile in tiles if not is_honour(tile)}
    honours, ends = any(map(is_honour, tiles)), any(map(is_terminal, tiles))
    only_ends = all(is_honour(tile) or is_terminal(tile) for tile in tiles)
    winds = sum((kind == facts.seat) + (kind == facts.round) for kind in triplets)
    table = [
        ("平糊", 1, not triplets),
        ("門前清", 1, not facts.melds),
        ("自摸", 1, facts.self_draw),
        ("三元牌", 1, dragons),
        ("風牌", 1, winds),
        ("花么", 1, only_ends and honours and ends),
        ("搶槓", 1, facts.robbed),
        ("槓上自摸", 1, facts.replacements[-1:] == ("kong",)),
        ("海底撈月", 1, "last_tile" in facts.circumstances),
        ("混一色", 3, len(suits) == 1 and honours),
        ("對對糊", 3, len(triplets) == 4),
        ("小三元", 3, dragons == 2 and pair[0] in DRAGONS),
        ("大三元", 5, dragons == 3),
        ("清一色", 7, len(suits) == 1 and not honours),
    ]
    return [(name, int(times), value * int(times)) for name, value, times in table if times]


def masters_score(doc: dict[str, Any]) -> dict[str, Any]:
    """Return the whole answer, or `{"error": {"codes": …}}` with every code that would be right."""
    try:
        facts = facts_of(doc, read_paper(doc, MASTERS), Facts)
        found = readings(list(facts.concealed), facts.tile, list(facts.melds), not facts.self_draw)
        why, codes = contradicts(facts, found), set()
        if why:
            codes.add("impossible_circumstance")
        if not found:
            codes.add("not_a_winning_hand")
        if codes:
            raise Wrong(*codes, why=why)
    except Wrong as wrong:
        return {"error": {"codes": sorted(wrong.codes), "detail": wrong.why}}
    return {**count(facts, found), "doubtful": doubts(facts, doc)}


def contradicts(facts: Facts, found: list[Reading]) -> str:
    said, tail = facts.circumstances, facts.replacements
    orphans = any(reading.shape == "thirteen_orphans" for reading in found)
    reasons = {
        "own draw, yet from another": facts.self_draw and (facts.robbed or facts.winners > 1),
        "a discard, yet drawn": not facts.self_draw and bool("last_tile" in said or tail),
        "robbed twice": {"robbed_kong", "robbed_concealed_kong"} <= said,
        "robbed, yet a copy elsewhere": facts.robbed and facts.tiles.count(facts.tile) > 1,
        "a concealed kong is robbed by 十三么 only": "robbed_concealed_kong" in said and not orphans,
        "a river that cannot be": river_cannot_be(
            said, facts.discards, sum(group.form == "kong" for group in facts.melds), 13, 136
        ),
        "a dealer who is not East": facts.dealer != (facts.seat == WINDS["E"]),
        "two first turns": said >= FIRST,
        "天糊": "heavenly_win" in said and not (facts.dealer and facts.self_draw and not facts.melds),
        "地糊": "earthly_win" in said and (facts.dealer or facts.self_draw or bool(facts.melds)),
        "first turn, yet late": bool(said & FIRST) and len(said) > 1,
        "replacements without kongs": tail.count("kong") > sum(group.form == "kong" for group in facts.melds),
    }
    return next((why for why, holds in reasons.items() if holds), "")


def doubts(facts: Facts, doc: dict[str, Any]) -> bool:
    """Return whether the text leaves open if such a story can be."""
    first = bool(facts.circumstances & FIRST) and (bool(facts.discards) or bool(facts.visible) or facts.winners > 1)
    return first or "robbed_in_a_row" in doc or len(facts.visible) > (999 if facts.discards is None else facts.discards)


def count(facts: Facts, found: list[Reading]) -> dict[str, Any]:
    ways = []
    for reading in found:
        limit = limit_hand(facts, reading)
        rows = [(limit, 1, 10)] if limit else rows_of(facts, reading)
        ways.append((min(10, sum(value for _, _, value in rows)), bool(limit), rows, reading.shape))
    most = max(total for total, *_ in ways)
    best = [(limit, rows, shape) for total, limit, rows, shape in ways if total == most]
    points = {"discarder": DISCARDER[most], "each": DISCARDER[most] // 2} if most >= 3 else None
    return {
        "rule_set": "hkma-masters", "total": most, "unit": "番", "meets_minimum": most >= 3, "points": points,
        "ways": best, "waits": written(waits(list(facts.concealed), list(facts.melds))),
    }  # fmt: skip
