"""番種 of hk-classic: what a reading satisfies, before anything is removed. One function for each family of the table.

Each returns `{name: [Instance, …]}` as the league's reading does; an instance knows which groups (by index) take part.
"""

from collections import Counter
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from tests.oracle.facts import Facts
from tests.oracle.fans import (
    Found,
    Instance,
    are_chows,
    category,
    chow_run,
    if_true,
    instances,
    is_lone,
    stepped,
    triplet_run,
)  # fmt: skip
from tests.oracle.readings import Group, Reading
from tests.oracle.tiles import DRAGONS, KINDS, SUITS, WINDS, is_honour, is_terminal, rank

OPTIONS = {
    "K-3": ("added", "instead"),
    "K-32": ("once", "twice"),
    "K-42": ("beside", "not"),
    "K-43": ("keeps", "drops"),
    "K-45": ("counts", "discard_only"),
    "K-8": ("up_down", "exact", "nearest"),
    "K-10": ("four", "two"),
    "K-12": ("reset", "plus_one"),
}


@dataclass(frozen=True)
class ClassicFacts(Facts):
    in_a_row: int = 1

    def option(self, number: str) -> str:
        return dict(self.options).get(number, OPTIONS[number][0])

    @property
    def clean(self) -> bool:
        """門清 as a state: no claimed chow or triplet, no 明槓."""
        return not any(group.claimed for group in self.melds)


# --- manner of winning


def manner(facts: ClassicFacts, reading: Reading) -> Found:
    said, drawn = facts.circumstances, facts.self_draw
    alone = reading.shape == "basic" and all(g.claimed and g.form != "kong" for g in reading.groups if g.is_meld)
    robbed = "搶槓" + ("" if facts.in_a_row == 1 else f"X{facts.in_a_row}")
    last_dot = "last_tile" in said and facts.tile == "1p"
    return if_true(
        ("門清", 3, facts.clean),
        ("自摸", 1, drawn),
        ("不求人", 5, facts.clean and drawn),
        ("半求人", 8, alone and drawn),
        ("全求人", 15, alone and not drawn),
        (robbed, {1: 5, 2: 20, 3: 40, 4: 80, 5: 120}[facts.in_a_row], facts.robbed),
        ("河底撈魚", 10, "among_last_four" in said),
        ("海底撈魚", 20, "last_tile" in said),
        ("海底撈月", 40, last_dot),
        ("一炮雙響", 5, facts.winners == 2),
        ("一炮三響", 10, facts.winners == 3),
    )


def declarations(facts: ClassicFacts, reading: Reading) -> Found:
    said = facts.circumstances
    lying = 999 if facts.discards is None else facts.discards
    return if_true(
        ("聽牌", 5, "declared_ready" in said),
        ("天聽", 40, "heavenly_ready" in said),
        ("地聽", 30, "earthly_ready" in said),
        ("人聽", 30, "human_ready" in said),
        ("天糊", 120, "heavenly_win" in said),
        ("地糊", 120, "earthly_win" in said),
        ("人糊", 120, "human_win" in said),
        ("七隻內", 30, lying <= 7),
        ("十隻內", 15, lying <= 10),
    )


def replacements(facts: ClassicFacts, reading: Reading) -> Found:
    """花上摸, 槓上摸: the ladder of the kind drawn last, + 10 when both kinds were drawn (K-5)."""
    if not facts.replacements:
        return {}
    last = facts.replacements[-1]
    times = facts.replacements.count(last)
    mixed = len(set(facts.replacements)) == 2
    if last == "flower":
        steps = [("花上摸", 3), ("花上摸X2", 10), ("花上摸X3", 30), ("花上摸X4", 60), ("花上摸Xn", 80)]
    else:
        steps = [("槓上摸", 5), ("槓上摸X2", 20), ("槓上摸X3", 40), ("槓上摸X4", 80), ("槓上摸X5", 120)]
    name, value = steps[min(times, 5) - 1]
    more = {"flower": "槓上花上摸", "kong": "花上槓上摸"}[last]
    return if_true((name, value, True), (more, 10, mixed))


# --- flowers and honours


def flowers(facts: ClassicFacts, reading: Reading) -> Found:
    """正花, 爛花, 一台花, 七隻花, 八仙過海; an instance's kind is its family."""
    own = list(WINDS.values()).index(facts.seat) + 1
    found: Found = {"正花": [], "爛花": [], "一台花": []}
    for flower in facts.flowers:
        family = "seasons" if rank(flower) <= 4 else "plants"
        right = rank(flower) in (own, own + 4)
        found["正花" if right else "爛花"].append(Instance(2 if right else 1, kind=family))
    for family, numbers in (("seasons", "1234"), ("plants", "5678")):
        if all(number + "f" in facts.flowers for number in numbers):
            found["一台花"].append(Instance(10, kind=family))
    number = len(facts.flowers)
    return {**found, **if_true(("七隻花", 20, number == 7), ("八仙過海", 40, number == 8), ("無花", 1, number == 0))}


def honour_melds(facts: ClassicFacts, reading: Reading) -> Found:
    found: Found = {"爛風位牌": [], "正風位牌": [], "碰中發白": []}
    for group in reading.groups:
        if group.is_triplet and group.first in DRAGONS:
            found["碰中發白"].append(Instance(2))
        elif group.is_triplet and group.first in (facts.seat, facts.round):
            found["正風位牌"].append(Instance(2))
        elif group.is_triplet and is_honour(group.first):
            found["爛風位牌"].append(Instance(1))
    return found


def families(facts: ClassicFacts, reading: Reading) -> Found:
    if reading.shape != "basic":
        return {}
    melds = [group.first for group in reading.groups if group.is_triplet]
    pair = next(group.first for group in reading.groups if group.form == "pair")
    winds, dragons = sum(kind in WINDS.values() for kind in melds), sum(kind in DRAGONS for kind in melds)
    return if_true(
        ("小三元", 20, dragons == 2 and pair in DRAGONS),
        ("大三元", 40, dragons == 3),
        ("小三風", 10, winds == 2 and pair in WINDS.values()),
        ("大三風", 20, winds == 3),
        ("小四喜", 60, winds == 3 and pair in WINDS.values()),
        ("大四喜", 120, winds == 4),
    )


# --- wait and pair


def last_copy(facts: ClassicFacts) -> bool:
    """The last copy of its kind, from a discard: at least one lies on the table, with the own ones three are known."""
    lying, own = list(facts.visible).count(facts.tile), facts.tiles.count(facts.tile) - 1
    return not facts.self_draw and not facts.robbed and lying >= 1 and lying + own == 3


def wait(facts: ClassicFacts, reading: Reading) -> Found:
    """對碰, 假獨, 獨獨, 四絕, 八絕, 象眼 belong to a basic hand; 八絕 to any shape where an event says so (K-32)."""
    last, number = last_copy(facts), len(facts.waits)
    other_dead = all(facts.dead(kind) for kind in facts.waits if kind != facts.tile)
    eight = if_true(("八絕", 10, last and number == 2 and other_dead))
    if reading.shape != "basic":
        return eight if facts.option("K-32") == "twice" else {}
    won = next(group for group in reading.groups if group.won)
    pair = next(group for group in reading.groups if group.form == "pair")
    lone = is_lone(won, facts.tile)
    return eight | if_true(
        ("對碰", 1, won.form == "triplet"),
        ("假獨", 1, lone and number > 1),
        ("獨獨", 2, lone and number == 1),
        ("四絕", 5, last and lone and number == 1),
        ("象眼", 1, not is_honour(pair.first) and pair.first[0] in "258"),
    )


# --- the whole hand


def suits(facts: ClassicFacts, reading: Reading) -> Found:
    tiles = facts.tiles
    used = {tile[1] for tile in tiles if not is_honour(tile)}
    honours = any(is_honour(tile) for tile in tiles)
    return if_true(
        ("無字", 1, not honours),
        ("無字花", 5, not honours and not facts.flowers),
        ("缺一門", 5, len(used) == 2 and not honours),
        ("斷么九", 5, not any(is_honour(tile) or is_terminal(tile) for tile in tiles)),
        ("混一色", 30, len(used) == 1 and honours),
        ("清一色", 80, len(used) == 1 and not honours),
        ("字一色", 120, not used),
    )


def ends(facts: ClassicFacts, reading: Reading) -> Found:
    """混帶么, 全帶么, 混么, 清么."""
    tiles = facts.tiles
    honours, terminals = any(map(is_honour, tiles)), any(map(is_terminal, tiles))
    only = all(is_honour(tile) or is_terminal(tile) for tile in tiles)
    grouped = reading.shape != "sixteen_unrelated"
    touched = grouped and all(any(is_honour(t) or is_terminal(t) for t in g.tiles) for g in reading.groups)
    return if_true(
        ("混帶么", 8, touched),
        ("全帶么", 15, touched and not honours),
        ("混么", 80, only and honours and terminals),
        ("清么", 120, only and not honours),
    )


def gates(facts: ClassicFacts, reading: Reading) -> Found:
    """五門齊: all five as melds, or four as melds and the fifth only as the pair."""
    if reading.shape != "basic":
        return {}
    melds = {category(group.first) for group in reading.groups if group.is_meld}
    pair = {category(group.first) for group in reading.groups if not group.is_meld}
    big, small = len(melds) == 5, len(melds) == 4 and len(melds | pair) == 5
    blossoms = {rank(flower) <= 4 for flower in facts.flowers} == {True, False}
    return if_true(
        ("小五門齊", 5, small), ("大五門齊", 10, big),
        ("小七門齊", 15, small and blossoms), ("大七門齊", 20, big and blossoms),
    )  # fmt: skip


# --- returns


def returns(facts: ClassicFacts, reading: Reading) -> Found:
    """四歸一, 四歸二, 四歸四 and, over three or four groups, 八歸二 and 十二歸三; no kong, not in 十三么."""
    found: Found = {"四歸一": [], "四歸二": [], "四歸四": []}
    closed: dict[str, bool] = {}
    for kind in KINDS if reading.shape in ("basic", "seven_pairs") else []:
        holding = [(i, g) for i, g in enumerate(reading.groups) if kind in g.tiles and g.form != "kong"]
        if sum(group.tiles.count(kind) for _, group in holding) == 4:
            is_open = any(g.open and g.is_meld for _, g in holding) or (not facts.self_draw and facts.tile == kind)
            closed[kind] = not is_open
            name, value = {2: ("四歸一", 5), 3: ("四歸二", 10), 4: ("四歸四", 20)}[len(holding)]
            where = frozenset(i for i, _ in holding)
            found[name].append(Instance(value if is_open else 2 * value, where, kind=kind))
    rows = [row for each in found.values() for row in each]
    for name, value, kinds, groups in (("八歸二", 10, 2, 3), ("十二歸三", 20, 3, 4)):
        found[name] = [
            Instance(value * (1 + all(closed[r.kind] for r in chosen)), kind=" ".join(r.kind for r in chosen))
            for chosen in combinations(rows, kinds)
            if len(frozenset().union(*(row.groups for row in chosen))) == groups
        ]
    return found


# --- chows


def chows(facts: ClassicFacts, reading: Reading) -> Found:
    if reading.shape != "basic":
        return {}
    melds = [group for group in reading.groups if group.is_meld]
    pair = next(group for group in reading.groups if not group.is_meld)
    all_chows = are_chows(melds)
    bare = not facts.flowers and not any(map(is_honour, facts.tiles))
    suited = not is_honour(pair.first)
    dragon = lambda low: low == [1, 4, 7]  # noqa: E731
    return {
        **if_true(
            ("假平糊", 2, all_chows and not suited),
            ("真平糊", 3, all_chows and suited),
            ("無字花平", 15, all_chows and bare),
        ),
        "老少上": instances(reading, 2, chow_run(lambda low: low == [1, 7], 1), 3),
        "三相逢": instances(reading, 3, chow_run(stepped(0), 3), 10),
        "雜龍": instances(reading, 3, chow_run(dragon, 3), 5, 10),
        "清龍": instances(reading, 3, chow_run(dragon, 1), 10, 20),
        **equal_chows(melds),
    }


def equal_chows(melds: list[Group]) -> Found:
    """一般高 … 四海一家 by equal chows, 四同順, 五同順 by equal ranks; an instance's kind is its first tile."""
    firsts = Counter(group.first for group in melds if group.form == "chow")
    ranks = Counter(group.first[0] for group in melds if group.form == "chow")
    twins = [Instance(3, kind=first) for first, number in firsts.items() if number == 2]
    return {
        **if_true(
            ("三般高", 20, 3 in firsts.values()),
            ("四海一家", 40, max(firsts.values(), default=0) >= 4),
            ("四同順", 20, 4 in ranks.values()),
            ("五同順", 40, 5 in ranks.values()),
        ),
        "一般高": twins,
    }


# --- triplets


SISTERS = [("五大姊妹", 80, 5, 0), ("五小姊妹", 60, 4, 1), ("四大姊妹", 40, 4, 0), ("四小姊妹", 20, 3, 1),
           ("三大姊妹", 15, 3, 0), ("三小姊妹", 8, 2, 1), ("兩姊妹", 3, 2, 0)]  # fmt: skip
BROTHERS = [("三大兄弟", 15, 3, 0), ("三小兄弟", 10, 2, 1), ("兩兄弟", 3, 2, 0)]


def neighbours(kinds: tuple[str, ...]) -> bool:
    ranks = sorted(map(rank, kinds))
    return len({kind[1] for kind in kinds}) == 1 and stepped(1)(ranks)


def namesakes(kinds: tuple[str, ...]) -> bool:
    return len({kind[0] for kind in kinds}) == 1


def highest_first(table: list[Any], holds: Any, triplets: list[str], pair: list[str]) -> Found:
    """姊妹, 兄弟: the highest name first, the rest looked at again."""
    for name, value, number, with_pair in table:
        for chosen in combinations(triplets, number):
            eyes = pair if with_pair else []
            if len(eyes) == with_pair and holds((*chosen, *eyes)):
                left = [kind for kind in triplets if kind not in chosen]
                rest = highest_first(table, holds, left, [] if with_pair else pair)
                return {**rest, name: [*rest.get(name, []), Instance(value)]}
    return {}


def triplets(facts: ClassicFacts, reading: Reading) -> Found:
    if reading.shape != "basic":
        return {}
    melds = [group for group in reading.groups if group.is_triplet]
    suited = [group.first for group in melds if not is_honour(group.first)]
    pair = [g.first for g in reading.groups if not g.is_meld and not is_honour(g.first)]
    closed, kongs = sum(not group.open for group in melds), any(group.form == "kong" for group in melds)
    return {
        **highest_first(SISTERS, neighbours, suited, pair),
        **highest_first(BROTHERS, namesakes, suited, pair),
        "老少碰": instances(reading, 2, triplet_run(lambda low: low == [1, 9], 1), 3),
        **if_true(
            ("對對糊", 30, len(melds) == 5),
            ("兩暗刻", 3, closed == 2), ("三暗刻", 10, closed == 3), ("四暗刻", 30, closed == 4),
            ("五暗刻", 80, closed == 5), ("刻刻糊", 120, closed == 5 and not kongs),
        ),
    }  # fmt: skip


def kongs(facts: ClassicFacts, reading: Reading) -> Found:
    all_kongs = [group for group in reading.groups if group.form == "kong"]
    number = len(all_kongs)
    return {
        "明槓": [Instance(1) for group in all_kongs if group.open],
        "暗槓": [Instance(2) for group in all_kongs if not group.open],
        **if_true(("三槓子", 30, number == 3), ("四槓子", 100, number == 4), ("五槓子", 150, number == 5)),
    }


# --- special shapes


RUNS = {3: ("三連對", 3), 4: ("四連對", 8), 5: ("五連對", 20), 6: ("六連對", 40), 7: ("七連對", 80)}


def best_runs(pairs: list[str]) -> list[tuple[str, ...]]:
    """Part the pairs of a 嚦咕 into runs of three to seven so that they are worth most."""
    if not pairs:
        return []
    first = pairs[0]
    best = best_runs(pairs[1:])
    for length in RUNS:
        run = tuple(f"{rank(first) + step}{first[1]}" for step in range(length))
        if first[1] in SUITS and set(run) <= set(pairs):
            left = list(pairs)
            for kind in run:
                left.remove(kind)
            best = max(best, [run, *best_runs(left)], key=lambda runs: sum(RUNS[len(each)][1] for each in runs))
    return best


def pair_runs(reading: Reading) -> list[tuple[str, ...]]:
    return best_runs(sorted(group.first for group in reading.groups if group.form == "pair"))


def seven_pairs(facts: ClassicFacts, reading: Reading) -> Found:
    if reading.shape != "seven_pairs":
        return {}
    eight_pairs = all(number % 2 == 0 for number in Counter(facts.concealed).values())
    pairs = sorted(group.first for group in reading.groups if group.form == "pair")
    triplet = next(group.first for group in reading.groups if group.is_meld)
    ranks = sorted(map(rank, pairs))
    ladder = not any(map(is_honour, facts.tiles)) and (
        (ranks == [1, 2, 3, 4, 5, 6, 7] and rank(triplet) == 8)
        or (ranks == [2, 3, 4, 5, 6, 7, 8] and rank(triplet) in (1, 9))
    )
    found = if_true(
        ("嚦咕嚦咕", 40, True),
        ("八飛嚦咕", 50, eight_pairs),
        ("通天雜龍", 80, ladder),
        ("通天清龍", 240, ladder and len({tile[1] for tile in facts.tiles}) == 1),
    )
    for run in pair_runs(reading):
        name, value = RUNS[len(run)]
        found.setdefault(name, []).append(Instance(value))
    return found


def unrelated(facts: ClassicFacts, reading: Reading) -> Found:
    """十六不搭 with its 三相逢 and 雜龍; the dragon is open when the winning discard is one of its tiles."""
    if reading.shape != "sixteen_unrelated":
        return {}
    suited = [tile for tile in facts.tiles if not is_honour(tile)]
    ranks = [sorted(rank(tile) for tile in suited if tile[1] == suit) for suit in SUITS]
    is_open = not facts.self_draw and facts.tile in suited
    return if_true(
        ("十六不搭", 60, True),
        ("三相逢", 10, ranks[0] == ranks[1] == ranks[2]),
        ("雜龍", 5 if is_open else 10, sorted(r for each in ranks for r in each) == list(range(1, 10))),
    )


def orphans(facts: ClassicFacts, reading: Reading) -> Found:
    return if_true(("十三么", 120, reading.shape == "thirteen_orphans"))


TABLES = (
    manner, declarations, replacements, flowers, honour_melds, families, wait, suits, ends, gates, returns, chows,
    triplets, kongs, seven_pairs, unrelated, orphans,
)  # fmt: skip
