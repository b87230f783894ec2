"""Reading a score document of hkma-league: all that can be wrong with it (interface: score, error codes)."""

from typing import Any

from tests.oracle.facts import OPTION_VALUES, Facts
from tests.oracle.papers import Set, facts_of, read_paper
from tests.oracle.readings import all_readings
from tests.oracle.table import river_cannot_be
from tests.oracle.tiles import FLOWERS, WINDS
from tests.oracle.wrong import Wrong

READY = {"declared_ready", "heavenly_ready", "earthly_ready", "human_ready"}
FIRST = {"heavenly_win", "earthly_win", "human_win"}
RIVERS = {"heavenly_win": 0, "earthly_win": 1, "human_win": 4}  # 1: the winning discard itself, for who counts it
ROBBED = {"robbed_kong", "robbed_concealed_kong"}
LEAGUE = Set(
    "hkma-league", 16, True,
    frozenset(READY | FIRST | ROBBED | {"last_tile", "last_discard", "one_shot", "flower_win"}), OPTION_VALUES,
)  # fmt: skip


def contradicts(facts: Facts) -> str:
    """Return why the circumstances cannot be, "" if they can."""
    said, tail = facts.circumstances, facts.replacements
    kongs = sum(group.form == "kong" for group in facts.melds)
    claimed = sum(group.claimed for group in facts.melds)
    first, ready = said & FIRST, said & READY
    reasons = {
        "flower win without its flowers, or with another winner": "flower_win" in said
        and not (facts.tile in FLOWERS and len(set(facts.flowers)) == 7 and facts.winners == 1 and not facts.robbed),
        "own draw, yet from another": facts.self_draw
        and bool(said & {"robbed_kong", "robbed_concealed_kong", "last_discard"} or facts.winners > 1),
        "a discard, yet drawn": not facts.self_draw and bool("last_tile" in said or tail),
        "robbed twice, or a discard too": len(said & {"robbed_kong", "robbed_concealed_kong", "last_discard"}) > 1,
        "robbed, yet a copy is in the own hand": facts.robbed and facts.tiles.count(facts.tile) > 1,
        "two kinds of ready": len(ready) > 1,
        "one_shot without ready": "one_shot" in said and not ready,
        "two wins of the first turn": len(first) > 1,
        "天糊": "heavenly_win" in said
        and not (facts.dealer and facts.self_draw and not facts.melds and not ready and "kong" not in tail),
        "地糊": "earthly_win" in said and bool(facts.dealer or facts.self_draw or facts.melds),
        "人糊 after a claim": "human_win" in said and claimed > 0,
        "first turn, yet last tile or a claim before": bool(first)
        and bool(said & {"last_tile", "last_discard", "robbed_kong"}),
        "地糊 after an own discard": "earthly_win" in said and bool(ready & {"earthly_ready", "human_ready"}),
        "first turn, yet a river": (facts.discards or 0) > RIVERS.get(next(iter(first), ""), 144),
        "a river that cannot be": river_cannot_be(said, facts.discards, kongs, 16),
        "a dealer who is not East": facts.dealer != (facts.seat == WINDS["E"]),
        "天叮, 地叮 with melds": bool(said & {"heavenly_ready", "earthly_ready"}) and bool(facts.melds),
        "人叮 with two claims": "human_ready" in said and claimed > 1,
        "a kong after ready": bool(ready) and "kong" in tail,
        "replacements without their tiles": tail.count("kong") > kongs or tail.count("flower") > len(facts.flowers),
        "refused by option": "robbed_concealed_kong" in said and facts.option("L-24") == "refused",
    }
    return next((why for why, holds in reasons.items() if holds), "")


def read_document(doc: dict[str, Any]) -> Facts:
    """Return the facts of a document; raise Wrong with every code that applies."""
    facts = facts_of(doc, read_paper(doc, LEAGUE), Facts)
    why = contradicts(facts) or ("kongs robbed in a row" if doc.get("robbed_in_a_row", 1) > 1 else "")
    codes = {"impossible_circumstance"} if why else set()
    if "flower_win" not in facts.circumstances:
        codes |= check_shape(facts)
    if codes:
        raise Wrong(*codes, why=why)
    return facts


def check_shape(facts: Facts) -> set[str]:
    readings = all_readings(list(facts.concealed), facts.tile, list(facts.melds), not facts.self_draw)
    if not readings:
        robbed = {"impossible_circumstance"} if "robbed_concealed_kong" in facts.circumstances else set()
        return {"not_a_winning_hand"} | robbed
    orphans = any(reading.shape == "thirteen_orphans" for reading in readings)
    if "robbed_concealed_kong" in facts.circumstances and not orphans:
        return {"impossible_circumstance"}
    return set()
