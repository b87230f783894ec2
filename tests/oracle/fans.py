"""番種: what a reading satisfies, before anything is removed. One function for each table of the rules' "Fans".

Each returns `{name: [Instance, …]}`. An instance knows its value and which groups (by index) take part.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import Any

from tests.oracle.facts import Facts
from tests.oracle.readings import Group, Reading
from tests.oracle.tiles import DRAGONS, KINDS, SUITS, WINDS, is_honour, is_terminal, rank


@dataclass(frozen=True)
class Instance:
    value: int
    groups: frozenset[int] = frozenset()
    content: tuple[tuple[str, ...], ...] = ()
    kind: str = ""


Found = dict[str, list[Instance]]


def if_true(*rows: tuple[str, int, bool]) -> Found:
    return {name: [Instance(value)] for name, value, holds in rows if holds}


# --- Concealment, declaration and manner of winning


def manner(facts: Facts, reading: Reading) -> Found:
    said, drawn = facts.circumstances, facts.self_draw
    tail = len(facts.replacements)
    last = "last_tile" in said or ("last_discard" in said and facts.option("L-10") == "any_last")
    return if_true(
        ("門清", 3, facts.clean),
        ("自摸", 1, drawn),
        ("門摸", 5, facts.clean and drawn),
        ("叮", 5, facts.ready),
        ("門叮", 10, facts.ready and facts.clean),
        ("一發", 5, "one_shot" in said),
        ("人叮", 20, "human_ready" in said),
        ("地叮", 30, "earthly_ready" in said),
        ("天叮", 40, "heavenly_ready" in said),
        ("海底", 10, last),
        ("搶槓", 10, facts.robbed),
        ("花摸", 2, tail > 0 and facts.replacements[-1] == "flower"),
        ("槓摸", 5, tail > 0 and facts.replacements[-1] == "kong"),
        ("尾牌連摸", 10 * (tail - 1), tail >= 2),
        ("雙響", 5, facts.winners >= 2),
        ("三響", 10, facts.winners == 3),
    )


def begging(facts: Facts, reading: Reading) -> Found:
    """半求人, 全求人: five claimed chows or triplets, no kong of any kind, the pair completed."""
    alone = reading.shape == "basic" and all(g.claimed and g.form != "kong" for g in reading.groups if g.is_meld)
    return if_true(("半求人", 15, alone and facts.self_draw), ("全求人", 30, alone and not facts.self_draw))


# --- First turn and early river


def first_turn(facts: Facts, reading: Reading) -> Found:
    lying = facts.discards if facts.discards is not None else 999
    said = facts.circumstances
    return if_true(
        ("天糊", 120, "heavenly_win" in said),
        ("地糊", 120, "earthly_win" in said),
        ("人糊", 80, "human_win" in said),
        ("四子", 40, lying <= 4),
        ("七子", 20, lying <= 7),
        ("十子", 10, lying <= 10),
    )


# --- Flowers and honors


def honour_melds(facts: Facts, reading: Reading) -> Found:
    single, right = [], []
    for index, group in enumerate(reading.groups):
        if group.is_triplet and is_honour(group.first):
            here = Instance(1, frozenset({index}), kind=group.first)
            single.append(here)
            reasons = (group.first in DRAGONS) + (group.first == facts.seat) + (group.first == facts.round)
            right += [here] * reasons
    return {"字牌刻": single, "正字": right}


def flowers(facts: Facts, reading: Reading) -> Found:
    """花牌, 正花, 一台花, 兩台花; an instance's kind is its family."""
    own = str(list(WINDS.values()).index(facts.seat) + 1) + "f"
    found: Found = {"花牌": [], "正花": [], "一台花": []}
    for flower in facts.flowers:
        family = "seasons" if rank(flower) <= 4 else "plants"
        found["花牌"].append(Instance(1, kind=family))
        if (rank(flower) - 1) % 4 + 1 == rank(own):
            found["正花"].append(Instance(1, kind=family))
    for family, ranks in (("seasons", range(1, 5)), ("plants", range(5, 9))):
        if all(f"{number}f" in facts.flowers for number in ranks):
            found["一台花"].append(Instance(10, kind=family))
    return {**found, **if_true(("兩台花", 40, len(facts.flowers) == 8))}


def nothing(facts: Facts, reading: Reading) -> Found:
    no_honour = not any(is_honour(tile) for tile in facts.tiles)
    no_flower = not facts.flowers
    return if_true(("無字", 1, no_honour), ("無花", 1, no_flower), ("無字花", 5, no_honour and no_flower))


# --- Wait and pair


def wait(facts: Facts, reading: Reading) -> Found:
    won = next((group for group in reading.groups if group.won), None)
    basic = reading.shape == "basic"
    lone = basic and won is not None and is_lone(won, facts.tile)
    pair = next((group for group in reading.groups if group.form == "pair"), None)
    fourth = not facts.self_draw and not facts.robbed and facts.seen_copies(facts.tile) >= 3
    others_dead = all(facts.dead(kind) for kind in facts.waits if kind != facts.tile)
    return if_true(
        ("將眼", 2, basic and pair is not None and not is_honour(pair.first) and pair.first[0] in "258"),
        ("對碰", 1, basic and won is not None and won.form == "triplet"),
        ("假獨", 1, lone and len(facts.waits) > 1),
        ("獨獨", 2, lone and len(facts.waits) == 1),
        ("四絕", 5, fourth),
        ("真絕", 10, fourth and others_dead),
    )


def is_lone(won: Group, tile: str) -> bool:
    """The pair, the middle of a chow, the 3 of 123 or the 7 of 789."""
    if won.form != "chow":
        return won.form == "pair"
    low, place = rank(won.first), won.tiles.index(tile)
    return place == 1 or (low == 1 and place == 2) or (low == 7 and place == 0)


# --- Suits, terminals, ranks, categories


def suits(facts: Facts, reading: Reading) -> Found:
    tiles = facts.tiles
    used = {tile[1] for tile in tiles if not is_honour(tile)}
    honours = any(is_honour(tile) for tile in tiles)
    ends = any(is_terminal(tile) for tile in tiles)
    return if_true(
        ("缺一門", 5, len(used) == 2 and not honours),
        ("缺五", 10, not honours and not any(tile[0] == "5" for tile in tiles)),
        ("斷么", 5, not honours and not ends),
        ("混一色", 30, len(used) == 1 and honours),
        ("清一色", 80, len(used) == 1 and not honours),
        ("字一色", 80, not used),
    )


def ends(facts: Facts, reading: Reading) -> Found:
    """混帶么, 全帶么, 混么, 清么. 十三么 is judged by its extra meld."""
    honours = any(is_honour(tile) for tile in facts.tiles)
    suited_ends = any(is_terminal(tile) for tile in facts.tiles)
    only_ends = all(is_honour(tile) or is_terminal(tile) for tile in facts.tiles)
    grouped = reading.shape != "sixteen_unrelated"
    touched = grouped and all(any(is_honour(t) or is_terminal(t) for t in g.tiles) for g in reading.groups)
    chow = any(group.form == "chow" for group in reading.groups)
    return if_true(
        ("混帶么", 20, touched and honours and not only_ends),
        ("全帶么", 40, touched and not honours and chow),
        ("混么", 60, only_ends and honours and suited_ends),
        ("清么", 160, only_ends and not honours),
    )


def category(tile: str) -> str:
    if not is_honour(tile):
        return tile[1]
    return "dragon" if tile in DRAGONS else "wind"


def gates(facts: Facts, reading: Reading) -> Found:
    """小五門 … 大七門."""
    all_five = len({category(tile) for tile in facts.tiles}) == 5
    melds = [group for group in reading.groups if group.is_meld]
    big = reading.shape == "basic" and len({category(group.first) for group in melds}) == 5
    small = all_five and not big
    blossoms = any(rank(f) <= 4 for f in facts.flowers) and any(rank(f) >= 5 for f in facts.flowers)
    return if_true(
        ("小五門", 10, small), ("大五門", 15, big), ("小七門", 15, small and blossoms), ("大七門", 20, big and blossoms)
    )


def courtyard(facts: Facts, reading: Reading) -> Found:
    """混滿庭芳, 純滿庭芳: some rank in every suited group of a basic hand or 嚦咕."""
    if reading.shape not in ("basic", "seven_pairs"):
        return {}
    suited = [group for group in reading.groups if not is_honour(group.first)]
    honours = len(suited) < len(reading.groups)
    full = bool(suited) and any(all(str(x) in {t[0] for t in g.tiles} for g in suited) for x in range(1, 10))
    return if_true(("混滿庭芳", 20, full and honours), ("純滿庭芳", 40, full and not honours))


# --- Honor families


def families(facts: Facts, reading: Reading) -> Found:
    if reading.shape != "basic":
        return {}
    triplets = [group.first for group in reading.groups if group.is_triplet]
    pair = next(group.first for group in reading.groups if group.form == "pair")
    winds, dragons = sum(t in WINDS.values() for t in triplets), sum(t in DRAGONS for t in triplets)
    wind_pair, dragon_pair = pair in WINDS.values(), pair in DRAGONS
    return if_true(
        ("小三元", 30, dragons == 2 and dragon_pair),
        ("大三元", 60, dragons == 3),
        ("小三風", 20, winds == 2 and wind_pair),
        ("大三風", 40, winds == 3 and not wind_pair),
        ("小四喜", 80, winds == 3 and wind_pair),
        ("大四喜", 120, winds == 4),
    )


# --- Returns


def returns(facts: Facts, reading: Reading) -> Found:
    """四歸: four copies without a kong in two, three or four groups; not in 十三么 (L-39)."""
    found: Found = {"四歸二": [], "四歸三": [], "四歸四": []}
    closed = []
    for kind in KINDS if reading.shape in ("basic", "seven_pairs") else []:
        holding = [(i, g) for i, g in enumerate(reading.groups) if kind in g.tiles and g.form != "kong"]
        if sum(group.tiles.count(kind) for _, group in holding) < 4:
            continue
        is_open = any(g.open and g.is_meld for _, g in holding) or (not facts.self_draw and facts.tile == kind)
        closed.append(not is_open)
        name, value = {2: ("四歸二", 5), 3: ("四歸三", 10), 4: ("四歸四", 20)}[len(holding)]
        found[name].append(Instance(value if is_open else 2 * value, frozenset(i for i, _ in holding), kind=kind))
    eight = 20 if all(closed) else 10
    return {**found, **if_true(("八歸", eight, len(closed) == 2), ("十二歸", 40, len(closed) >= 3))}


# --- Chow and triplet combinations


def instances(
    reading: Reading, size: int, holds: Callable[[list[Group]], bool], value: int, closed_value: int = 0
) -> list[Instance]:
    """Return every set of `size` physical groups for which `holds`, each with its value v(x)."""
    found = []
    for chosen in combinations(range(len(reading.groups)), size):
        groups = [reading.groups[index] for index in chosen]
        if holds(groups):
            is_open = any(group.open for group in groups if group.is_meld)
            content = tuple(sorted(tuple(sorted(group.tiles[:3])) for group in groups))
            found.append(Instance(value if is_open or not closed_value else closed_value, frozenset(chosen), content))
    return found


def lows(groups: list[Group]) -> list[int]:
    return sorted(rank(group.first) for group in groups)


def are_chows(groups: Iterable[Group]) -> bool:
    return all(group.form == "chow" for group in groups)


def are_suited_triplets(groups: Iterable[Group]) -> bool:
    return all(group.is_triplet and not is_honour(group.first) for group in groups)


def suits_of(groups: Iterable[Group]) -> set[str]:
    return {group.first[1] for group in groups}


def chow_run(lowest: Callable[[list[int]], bool], suit_count: int) -> Callable[[list[Group]], bool]:
    return lambda groups: are_chows(groups) and len(suits_of(groups)) == suit_count and lowest(lows(groups))


def stepped(step: int) -> Callable[[list[int]], bool]:
    return lambda low: all(b - a == step for a, b in pairwise(low))


def chows(facts: Facts, reading: Reading) -> Found:
    if reading.shape != "basic":
        return {}
    dragon = lambda low: low == [1, 4, 7]  # noqa: E731
    all_chows = are_chows(group for group in reading.groups if group.is_meld)
    no_honour_flower = bool(nothing(facts, reading).get("無字花"))
    return {
        **if_true(("平糊", 5, all_chows), ("大平", 15, all_chows and no_honour_flower)),
        "老少上": instances(reading, 2, chow_run(lambda low: low == [1, 7], 1), 3),
        "相逢": instances(reading, 2, chow_run(stepped(0), 2), 2),
        "三相逢": instances(reading, 3, chow_run(stepped(0), 3), 8, 15),
        "雜龍": instances(reading, 3, chow_run(dragon, 3), 8, 15),
        "清龍": instances(reading, 3, chow_run(dragon, 1), 10, 20),
        "雜步高": instances(reading, 3, chow_run(stepped(1), 3), 5, 10),
        "清步高": instances(reading, 3, chow_run(stepped(1), 1), 15, 30),
        "連環套": instances(reading, 3, chow_run(stepped(2), 1), 10, 20),
        **identical_chows(reading),
    }


def identical_chows(reading: Reading) -> Found:
    """一般高 to 一色四同順. A pair inside three or four equal chows is no 一般高 and no half of a 雙般高."""
    chows = [group.tiles for group in reading.groups if group.form == "chow"]
    copies = [chows.count(chow) for chow in dict.fromkeys(chows)]
    return if_true(
        ("一般高", 5, copies.count(2) >= 1),
        ("雙般高", 15, copies.count(2) == 2),
        ("一色三同順", 30, max(copies, default=0) == 3),
        ("一色四同順", 120, max(copies, default=0) == 4),
    )


def two_and_pair(groups: list[Group]) -> bool:
    pairs = [group for group in groups if group.form == "pair"]
    others = [group for group in groups if group.form != "pair"]
    return len(pairs) == 1 and are_suited_triplets(others) and not is_honour(pairs[0].first)


def triplet_run(lowest: Callable[[list[int]], bool], suit_count: int) -> Callable[[list[Group]], bool]:
    return lambda gs: are_suited_triplets(gs) and len(suits_of(gs)) == suit_count and lowest(lows(gs))


def small_run(lowest: Callable[[list[int]], bool], suit_count: int) -> Callable[[list[Group]], bool]:
    return lambda gs: two_and_pair(gs) and len(suits_of(gs)) == suit_count and lowest(lows(gs))


def triplets(facts: Facts, reading: Reading) -> Found:
    if reading.shape != "basic":
        return {}
    return {
        "老少碰": instances(reading, 2, triplet_run(lambda low: low == [1, 9], 1), 5),
        "二同刻": instances(reading, 2, triplet_run(stepped(0), 2), 5),
        "小三同刻": instances(reading, 3, small_run(stepped(0), 3), 15),
        "三同刻": instances(reading, 3, triplet_run(stepped(0), 3), 30),
        "二連刻": instances(reading, 2, triplet_run(stepped(1), 1), 5),
        "小三連刻": instances(reading, 3, small_run(stepped(1), 1), 10),
        "三連刻": instances(reading, 3, triplet_run(stepped(1), 1), 20),
        "小三色連刻": instances(reading, 3, small_run(stepped(1), 3), 8),
        "三色連刻": instances(reading, 3, triplet_run(stepped(1), 3), 15),
        **concealed_triplets(reading),
    }


def concealed_triplets(reading: Reading) -> Found:
    melds = [group for group in reading.groups if group.is_triplet]
    closed = [group for group in melds if not group.open]
    kongs = any(group.form == "kong" for group in melds)
    return if_true(
        ("對對糊", 30, len(melds) == 5),
        ("二暗刻", 5, len(closed) == 2),
        ("三暗刻", 15, len(closed) == 3),
        ("四暗刻", 30, len(closed) == 4),
        ("五暗刻", 80, len(closed) == 5 and kongs),
        ("坎坎糊", 120, len(closed) == 5 and not kongs),
    )


def kongs(facts: Facts, reading: Reading) -> Found:
    kongs = [(index, group) for index, group in enumerate(reading.groups) if group.form == "kong"]
    return {"槓子": [Instance(1 if group.open else 2, frozenset({index})) for index, group in kongs]}


# --- Special shapes


def special(facts: Facts, reading: Reading) -> Found:
    suited = [tile for tile in dict.fromkeys(facts.tiles) if not is_honour(tile)]
    ranks = [sorted(rank(tile) for tile in suited if tile[1] == suit) for suit in SUITS]
    unrelated = reading.shape == "sixteen_unrelated"
    return if_true(
        ("嚦咕嚦咕", 40, reading.shape == "seven_pairs"),
        ("十六不搭", 50, unrelated),
        ("不搭三相逢", 20, unrelated and ranks[0] == ranks[1] == ranks[2]),
        ("不搭雜龍", 30, unrelated and sorted(r for rs in ranks for r in rs) == list(range(1, 10))),
        ("十三么", 120, reading.shape == "thirteen_orphans"),
    )


TABLES: tuple[Callable[[Facts, Reading], Found], ...] = (
    manner, begging, first_turn, honour_melds, flowers, nothing, wait, suits, ends, gates, courtyard,
    families, returns, chows, triplets, kongs, special,
)  # fmt: skip


def satisfied(facts: Any, reading: Reading, tables: Iterable[Callable[[Any, Reading], Found]] = TABLES) -> Found:
    found: Found = {}
    for table in tables:
        for name, rows in table(facts, reading).items():
            found[name] = [*found.get(name, []), *rows]
    return {name: rows for name, rows in found.items() if rows}
