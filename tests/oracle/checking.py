"""Reading a score document: all that can be wrong with it (interface: score, error codes)."""

from collections import Counter
from typing import Any

from tests.oracle.facts import OPTION_VALUES, Facts
from tests.oracle.readings import KONGS, all_readings, declared
from tests.oracle.table import river_cannot_be
from tests.oracle.tiles import FLOWERS, WINDS, chow_from, parse
from tests.oracle.wrong import Wrong

REQUIRED = ("rule_set", "concealed", "winning_tile", "self_draw", "seat_wind", "round_wind")
OPTIONAL = (
    "options", "melds", "flowers", "circumstances", "replacements", "discards", "visible", "winners", "dealer",
    "robbed_in_a_row",
)  # fmt: skip
READY = {"declared_ready", "heavenly_ready", "earthly_ready", "human_ready"}
FIRST = {"heavenly_win", "earthly_win", "human_win"}
RIVERS = {"heavenly_win": 0, "earthly_win": 1, "human_win": 4}  # 1: the winning discard itself, for who counts it
KNOWN = READY | FIRST | {"robbed_kong", "robbed_concealed_kong", "last_tile", "last_discard", "one_shot", "flower_win"}
ELSEWHERE = {"among_last_four", "earthly_one_shot", "dealt_flowers"}


def is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def check_keys(doc: dict[str, Any]) -> set[str]:
    codes = {"unknown_key" for key in doc if key not in REQUIRED + OPTIONAL}
    return codes | {"missing_key" for key in REQUIRED if key not in doc}


def check_values(doc: dict[str, Any]) -> set[str]:
    """Words, winds, numbers and truth values."""
    codes = set()
    if "rule_set" in doc and doc["rule_set"] != "hkma-league":
        codes.add("unknown_rule_set")
    for key in ("self_draw", "dealer"):
        if key in doc and not isinstance(doc[key], bool):
            codes.add("bad_value")
    for key in ("seat_wind", "round_wind"):
        if key in doc and doc[key] not in list(WINDS):
            codes.add("bad_value")
    if not is_number(doc.get("discards", 0)) or doc.get("discards", 0) < 0:
        codes.add("bad_value")
    if not is_number(doc.get("winners", 1)) or not 1 <= doc.get("winners", 1) <= 3:
        codes.add("bad_value")
    if any(word not in ("flower", "kong") for word in doc.get("replacements", [])):
        codes.add("bad_value")
    if any(word not in KNOWN | ELSEWHERE for word in doc.get("circumstances", [])):
        codes |= {"bad_value", "impossible_circumstance"}
    if any(word in ELSEWHERE for word in doc.get("circumstances", [])):
        codes.add("impossible_circumstance")
    return codes


def check_options(options: object) -> set[str]:
    if not isinstance(options, dict):
        return {"bad_option", "bad_value"}
    bad = any(number not in OPTION_VALUES or options[number] not in OPTION_VALUES[number] for number in options)
    return {"bad_option"} if bad else set()


def read_tiles(doc: dict[str, Any], key: str, flowers: bool | None) -> tuple[list[str], set[str]]:
    """Return the tiles of a key, or none and the codes of what is wrong with them. `flowers`: only, none, or either."""
    try:
        tiles = parse(doc.get(key, ""))
    except Wrong as wrong:
        return [], set(wrong.codes)
    if flowers is not None and any((tile in FLOWERS) != flowers for tile in tiles):
        return [], {"bad_tile"}
    return tiles, set()


def is_meld(kind: str, tiles: list[str]) -> bool:
    if kind == "chow":
        return len(tiles) == 3 and sorted(tiles) == chow_from(min(tiles))
    size = {"pung": 3, **dict.fromkeys(KONGS, 4)}.get(kind, 0)
    return len(tiles) == size and len(set(tiles)) == 1 and tiles[0] not in FLOWERS


def read_melds(doc: dict[str, Any]) -> tuple[list[tuple[str, list[str]]], set[str]]:
    melds, codes = [], set()
    for entry in doc.get("melds", []):
        if not isinstance(entry, dict) or set(entry) - {"kind", "tiles"}:
            codes |= {"unknown_key", "bad_meld"}
            continue
        if {"kind", "tiles"} - set(entry):
            codes |= {"missing_key", "bad_meld"}
            continue
        try:
            tiles = parse(entry["tiles"])
        except Wrong as wrong:
            codes |= {*wrong.codes, "bad_meld"}
            continue
        if is_meld(entry["kind"], tiles):
            melds.append((entry["kind"], sorted(tiles)))
        else:
            codes |= {"bad_meld"} if entry["kind"] in ("chow", "pung", *KONGS) else {"bad_meld", "bad_value"}
    return melds, codes


def read_parts(
    doc: dict[str, Any], winning_flower: bool
) -> tuple[list[str], list[str], list[str], list[tuple[str, list[str]]], list[str], set[str]]:
    """Return concealed tiles, flowers, visible tiles, melds and winning tile, and what is wrong with any of them."""
    concealed, codes = read_tiles(doc, "concealed", flowers=False)
    flowers, bad_flowers = read_tiles(doc, "flowers", flowers=True)
    visible, bad_visible = read_tiles(doc, "visible", flowers=None)
    melds, bad_melds = read_melds(doc)
    winning, bad_winning = read_tiles(doc, "winning_tile", flowers=winning_flower)
    if "winning_tile" in doc:
        codes |= bad_winning or ({"bad_tile"} if len(winning) != 1 else set())
    return concealed, flowers, visible, melds, winning, codes | bad_flowers | bad_visible | bad_melds


def contradicts(facts: Facts, winning_flower: bool) -> str:
    """Return why the circumstances cannot be, "" if they can."""
    said, tail = facts.circumstances, facts.replacements
    kongs = sum(group.form == "kong" for group in facts.melds)
    claimed = sum(group.claimed for group in facts.melds)
    first, ready = said & FIRST, said & READY
    reasons = {
        "flower win without its flowers, or with another winner": "flower_win" in said
        and not (winning_flower and len(set(facts.flowers)) == 7 and facts.winners == 1 and not facts.robbed),
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


def check_copies(facts: Facts) -> bool:
    copies = Counter([*facts.tiles, *facts.visible])
    flowers = Counter([*facts.flowers, *([facts.tile] if facts.tile in FLOWERS else [])])
    return all(copies[tile] <= 4 for tile in copies) and all(number == 1 for number in flowers.values())


def read_document(doc: dict[str, Any]) -> Facts:
    """Return the facts of a document; raise Wrong with every code that applies."""
    codes = check_keys(doc) | check_values(doc) | check_options(doc.get("options", {}))
    winning_flower = doc.get("winning_tile") in FLOWERS
    concealed, flowers, visible, melds, winning, bad = read_parts(doc, winning_flower)
    codes |= bad
    if codes:
        raise Wrong(*codes, *check_loosely(concealed, melds, flowers, visible, winning))
    facts = Facts(
        concealed=tuple(concealed), tile=winning[0], self_draw=doc["self_draw"], seat=WINDS[doc["seat_wind"]],
        round=WINDS[doc["round_wind"]], dealer=doc.get("dealer", doc["seat_wind"] == "E"),
        melds=tuple(declared(melds)), flowers=tuple(flowers),
        circumstances=frozenset(doc.get("circumstances", [])), replacements=tuple(doc.get("replacements", [])),
        discards=doc.get("discards"), visible=tuple(visible), winners=doc.get("winners", 1),
        options=tuple(doc.get("options", {}).items()),
    )  # fmt: skip
    if doc.get("robbed_in_a_row", 1) > 1:
        raise Wrong("impossible_circumstance", *check_loosely(concealed, melds, flowers, visible, winning))
    check_facts(facts, winning_flower)
    return facts


def check_loosely(
    concealed: list[str], melds: list[tuple[str, list[str]]], flowers: list[str], visible: list[str], winning: list[str]
) -> set[str]:
    """Return what else is wrong with the tiles of a document that is refused anyway."""
    held = [*concealed, *(tile for _, tiles in melds for tile in tiles)]
    codes = {"wrong_tile_count"} if len(concealed) + 3 * len(melds) != 16 else set()
    if any(winning_one in FLOWERS for winning_one in winning):
        codes |= {"bad_tile", "impossible_circumstance"}
    if max(Counter([*held, *visible, *winning]).values(), default=0) > 4 or len(set(flowers)) < len(flowers):
        codes.add("too_many_copies")
    return codes


def check_facts(facts: Facts, winning_flower: bool) -> None:
    codes = set()
    flower_win = "flower_win" in facts.circumstances
    why = contradicts(facts, winning_flower)
    if not check_copies(facts):
        codes.add("too_many_copies")
    if len(facts.concealed) + 3 * len(facts.melds) != 16:
        codes.add("wrong_tile_count")
    if why:
        codes.add("impossible_circumstance")
    if winning_flower and not flower_win:
        codes |= {"bad_tile", "impossible_circumstance", "not_a_winning_hand"}
    if not winning_flower and not flower_win and "wrong_tile_count" not in codes:
        codes |= check_shape(facts)
    if codes:
        raise Wrong(*codes, why=why)


def check_shape(facts: Facts) -> set[str]:
    readings = all_readings(list(facts.concealed), facts.tile, list(facts.melds), not facts.self_draw)
    if not readings:
        robbed = {"impossible_circumstance"} if "robbed_concealed_kong" in facts.circumstances else set()
        return {"not_a_winning_hand"} | robbed
    orphans = any(reading.shape == "thirteen_orphans" for reading in readings)
    if "robbed_concealed_kong" in facts.circumstances and not orphans:
        return {"impossible_circumstance"}
    return set()
