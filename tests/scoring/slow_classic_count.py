"""The count of hk-classic once more, slowly, from its text and notes: every arrangement tried, nothing remembered.

It shares no code with `scoring`, and says what bars what by name, in one list.
"""

from collections.abc import Iterator

from tests.scoring.slow_classic_fans import (
    NUMBERS,
    flowered,
    made_of,
    of_chows,
    of_sets,
    returned,
    waited,
    won,
)
from tests.scoring.slow_classic_hands import (
    SUITS,
    Doc,
    Reading,
    Rows,
    basic_readings,
    orphan_readings,
    pairs_reading,
    tiles_in,
    unrelated_reading,
)

BARRED = """
無字: 缺一門 斷么九 全帶么 清一色 清么 無字花 無字花平 通天清龍
無花: 無字花 無字花平
無字花: 無字花平
真平糊: 無字花平
混帶么: 全帶么 混么 清么 字一色
全帶么: 清么
門清: 不求人 五暗刻 刻刻糊 嚦咕 十三么 十六不搭 天聽 地聽 人聽 天糊 地糊 人糊
自摸: 不求人 花上摸* 槓上摸* 河底撈魚 海底撈魚 海底撈月 天糊 人糊 半求人
不求人: 天糊 人糊
天聽: 地糊
地聽: 人糊
對對糊: 五暗刻 刻刻糊 字一色
對碰: 對對糊 五暗刻 刻刻糊 字一色
碰中發白: 小三元 大三元
正風位牌: 大四喜
爛風位牌: 大四喜
七隻內: 天糊 地糊 人糊
十隻內: 七隻內 天糊 地糊 人糊
獨獨: 半求人 全求人
河底撈魚: 海底撈魚 海底撈月
海底撈魚: 海底撈月
小五門齊: 小七門齊
大五門齊: 大七門齊
"""
BY = {line.partition(":")[0]: line.partition(":")[2].split() for line in BARRED.split("\n") if line}


def counted(rows: Rows, shape: str) -> Rows:
    there = {*rows, shape, *(f"{name[:3]}*" for name in rows)}
    return {name: row for name, row in rows.items() if not there & set(BY.get(name, ()))}


# --- shapes


def basic_count(reading: Reading, doc: Doc) -> Rows:
    rows = won(doc) | flowered(doc) | made_of(reading, doc, True) | of_chows(reading) | of_sets(reading, doc, True)
    return counted(rows | returned(reading, doc) | waited(reading, doc, True), "")


def runs_of(reading: Reading) -> Iterator[list[str]]:
    """連對, the longest first."""
    for suit in SUITS:
        left = sorted(group.rank for group in reading.groups if group.kind == "pair" and group.suit == suit)
        for size in range(7, 2, -1):
            for low in range(1, 11 - size):
                wanted = list(range(low, low + size))
                while all(rank in left for rank in wanted):
                    for rank in wanted:
                        left.remove(rank)
                    yield [f"{rank}{suit}" for rank in wanted]


def pairs_count(reading: Reading, doc: Doc) -> Rows:
    rows = won(doc) | flowered(doc) | made_of(reading, doc, False) | of_sets(reading, doc, False)
    rows |= returned(reading, doc) | waited(reading, doc, False)
    triplet = reading.groups[-1]
    ranks = sorted(group.rank for group in reading.groups[:-1] if group.suit != "z")
    suits = {tile[1] for tile in tiles_in(reading)}
    sky = (ranks == [*range(1, 8)] and triplet.rank == 8) or (ranks == [*range(2, 9)] and triplet.rank in (1, 9))
    sky = sky and triplet.suit != "z"
    eight = triplet.tiles[0] == doc["winning_tile"]
    name = "通天清龍" if sky and len(suits) == 1 else "通天雜龍" if sky else "八飛嚦咕" if eight else "嚦咕嚦咕"
    rows[name] = (1, {"通天清龍": 240, "通天雜龍": 80, "八飛嚦咕": 50, "嚦咕嚦咕": 40}[name])
    for run in runs_of(reading):
        row = f"{NUMBERS[len(run)]}連對"
        count, value = rows.get(row, (0, 0))
        rows[row] = (count + 1, value + {3: 3, 4: 8, 5: 20, 6: 40, 7: 80}[len(run)])
    if name == "通天清龍":
        del rows["清一色"], rows["七連對"]
    return counted(rows, "嚦咕")


def orphans_count(reading: Reading, doc: Doc) -> Rows:
    rows = won(doc) | flowered(doc) | made_of(reading, doc, False) | of_sets(reading, doc, False)
    return counted(rows | waited(reading, doc, False) | {"十三么": (1, 120)}, "十三么")


def unrelated_count(reading: Reading, doc: Doc) -> Rows:
    rows = won(doc) | flowered(doc) | made_of(reading, doc, False) | waited(reading, doc, False)
    ranks = [{tile[0] for tile in reading.lone if tile[1] == suit} for suit in SUITS]
    if ranks[0] == ranks[1] == ranks[2]:
        rows["三相逢"] = (1, 10)
    if len(set.union(*ranks)) == 9:
        rows["雜龍"] = (1, 10 if doc["self_draw"] or doc["winning_tile"][1] == "z" else 5)
    return counted(rows | {"十六不搭": (1, 60)}, "十六不搭")


def slow_count(doc: Doc) -> list[tuple[int, Rows]]:
    """(total, rows) of each of the best readings; [] where the hand does not come out."""
    pairs = pairs_reading(doc)
    covered = frozenset(tile for run in runs_of(pairs) for tile in run) if pairs else frozenset()
    basic = [basic_count(reading._replace(covered=covered), doc) for reading in basic_readings(doc)]
    others = [pairs_count(pairs, doc)] if pairs else []
    if basic and others:
        ways = [added(rows, others[0]) for rows in basic]
    else:
        ways = basic + others + [orphans_count(reading, doc) for reading in orphan_readings(doc)]
        unrelated = unrelated_reading(doc)
        ways += [unrelated_count(unrelated, doc)] if unrelated else []
    sums = [(sum(value for _, value in rows.values()), rows) for rows in ways]
    best = max((total for total, _ in sums), default=0)
    if best == 1:
        return [(11, {**rows, "大雞": (1, 10)}) for total, rows in sums if total == 1]
    return [one for one in sums if one[0] == best]


def added(one: Rows, other: Rows) -> Rows:
    names = {*one, *other}
    both = {name: [rows.get(name, (0, 0)) for rows in (one, other)] for name in names}
    return {name: (a[0] + b[0], a[1] + b[1]) for name, (a, b) in both.items()}
