"""The Masters' count once more, slowly, from the association's text: every arrangement tried, nothing remembered."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

Doc = dict[str, Any]
Group = tuple[str, tuple[str, ...], bool]
"""kind (chow, pung, kong, pair), tiles, concealed."""

WINDS = {"E": "1z", "S": "2z", "W": "3z", "N": "4z"}
DRAGONS = ("5z", "6z", "7z")
ORPHANS = [f"{rank}{suit}" for suit in "mps" for rank in "19"] + [f"{rank}z" for rank in "1234567"]
LIMITS = (
    "全番子", "小四喜", "大四喜", "坎坎糊", "十八羅漢", "清么九", "天糊", "地糊", "十三么", "槓上槓自摸", "九子連環",
)  # fmt: skip


def tiles_of(text: str) -> list[str]:
    tiles: list[str] = []
    digits = ""
    for sign in text:
        if sign.isdigit():
            digits += sign
        else:
            tiles += [digit + sign for digit in digits]
            digits = ""
    return tiles


def slow_count(doc: Doc) -> list[tuple[int, bool, dict[str, int]]]:
    """(total, limit, {name: value}) of each of the best readings; [] where the hand does not come out."""
    counted = [_valued(_fans(groups, doc)) for groups in _readings(doc)]
    if _is_orphans(doc):
        counted.append((10, True, {_first_limit({"十三么", *_limits_of_the_win(doc)}): 10}))
    best = max((total for total, _, _ in counted), default=0)
    readings = [one for one in counted if one[0] == best]
    limits = [one for one in readings if one[1]]
    return limits or readings


def _valued(fans: dict[str, int]) -> tuple[int, bool, dict[str, int]]:
    limits = set(fans) & set(LIMITS)
    if limits:
        return 10, True, {_first_limit(limits): 10}
    return min(10, sum(fans.values())), False, fans


def _first_limit(limits: set[str]) -> str:
    return next(name for name in LIMITS if name in limits)


def _held(doc: Doc) -> list[str]:
    return [*tiles_of(doc["concealed"]), doc["winning_tile"]]


def _is_orphans(doc: Doc) -> bool:
    return not doc.get("melds") and len(_held(doc)) == 14 and set(_held(doc)) == set(ORPHANS)


def _readings(doc: Doc) -> Iterator[list[Group]]:
    """Every arrangement, with the winning tile in every group that can hold it."""
    melds = [
        ("kong" if "kong" in meld["kind"] else meld["kind"], tuple(tiles_of(meld["tiles"])), False)
        for meld in doc.get("melds", ())
    ]
    for groups in _with_pair(Counter(_held(doc))):
        for place, (kind, tiles, _) in enumerate(groups):
            if doc["winning_tile"] in tiles:
                laid = list(groups)
                laid[place] = (kind, tiles, bool(doc["self_draw"]))
                yield [*melds, *laid]


def _with_pair(counts: Counter[str]) -> Iterator[list[Group]]:
    for tile in [tile for tile, copies in counts.items() if copies >= 2]:
        for sets in _sets(counts - Counter([tile, tile])):
            yield [*sets, ("pair", (tile, tile), True)]


def _sets(counts: Counter[str]) -> Iterator[list[Group]]:
    if not counts:
        yield []
        return
    tile = min(counts, key=lambda one: (one[1], one[0]))
    rank, suit = int(tile[0]), tile[1]
    if counts[tile] >= 3:
        for rest in _sets(counts - Counter({tile: 3})):
            yield [("pung", (tile,) * 3, True), *rest]
    run = (tile, f"{rank + 1}{suit}", f"{rank + 2}{suit}")
    if suit != "z" and all(counts[one] for one in run):
        for rest in _sets(counts - Counter(run)):
            yield [("chow", run, True), *rest]


def _fans(groups: list[Group], doc: Doc) -> dict[str, int]:
    tiles = [tile for _, group, _ in groups for tile in group]
    sets = [(group[0], kind, concealed) for kind, group, concealed in groups if kind in ("pung", "kong")]
    pair = next(group[0] for kind, group, _ in groups if kind == "pair")
    found = {
        "平糊": int(not sets),
        "門前清": int(not doc.get("melds")),
        "自摸": int(doc["self_draw"]),
        "三元牌": sum(tile in DRAGONS for tile, _, _ in sets),
        "風牌": sum(tile == WINDS[doc[wind]] for tile, _, _ in sets for wind in ("seat_wind", "round_wind")),
        "搶槓": int("robbed_kong" in doc.get("circumstances", ())),
        "槓上自摸": int(doc.get("replacements", ())[-1:] == ["kong"]),
        "海底撈月": int("last_tile" in doc.get("circumstances", ())),
        "對對糊": 3 * (len(sets) == 4),
        **_of_tiles(tiles),
        **_of_honours([tile for tile, _, _ in sets], pair),
        **_limit_fans(sets, tiles, doc),
        **dict.fromkeys(_limits_of_the_win(doc), 10),
    }
    return {name: value for name, value in found.items() if value}


def _of_tiles(tiles: list[str]) -> dict[str, int]:
    suits = {tile[1] for tile in tiles}
    honours, outer = "z" in suits, all(tile in ORPHANS for tile in tiles)
    return {
        "花么": int(outer and honours and len(suits) > 1),
        "混一色": 3 * (honours and len(suits) == 2),
        "清一色": 7 * (not honours and len(suits) == 1),
        "全番子": 10 * (suits == {"z"}),
        "清么九": 10 * (outer and not honours),
    }


def _of_honours(sets: list[str], pair: str) -> dict[str, int]:
    dragons, winds = (sum(tile in family for tile in sets) for family in (DRAGONS, WINDS.values()))
    return {
        "小三元": 3 * (dragons == 2 and pair in DRAGONS),
        "大三元": 5 * (dragons == 3),
        "小四喜": 10 * (winds == 3 and pair in WINDS.values()),
        "大四喜": 10 * (winds == 4),
    }


def _limit_fans(sets: list[tuple[str, str, bool]], tiles: list[str], doc: Doc) -> dict[str, int]:
    concealed = [kind for _, kind, closed in sets if closed]
    return {
        "坎坎糊": 10 * (concealed == ["pung"] * 4),
        "十八羅漢": 10 * ([kind for _, kind, _ in sets] == ["kong"] * 4),
        "九子連環": 10 * _is_gates(tiles, doc),
    }


def _is_gates(tiles: list[str], doc: Doc) -> bool:
    gates = Counter("1112345678999")
    if doc.get("melds") or len({tile[1] for tile in tiles}) > 1 or tiles[0][1] == "z":
        return False
    ranks = Counter(tile[0] for tile in tiles)
    waited = ranks - Counter([doc["winning_tile"][0]])
    return not gates - ranks and (doc["self_draw"] or waited == gates)


def _limits_of_the_win(doc: Doc) -> list[str]:
    told = {"heavenly_win": "天糊", "earthly_win": "地糊"}
    found = [told[word] for word in doc.get("circumstances", ()) if word in told]
    return found + ["槓上槓自摸"] * (doc.get("replacements", ())[-2:] == ["kong", "kong"])
