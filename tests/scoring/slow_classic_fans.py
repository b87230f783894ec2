"""Fans of hk-classic found slowly, from the notes of its text: how it was won, flowers, tiles, chows, sets, waits.

Shares no code with `scoring`. What bars what is in `slow_classic_count`.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations

from tests.scoring.slow_classic_hands import (
    DRAGONS,
    ORPHANS,
    SEATS,
    SUITS,
    WINDS,
    Doc,
    Group,
    Reading,
    Rows,
    own_copies,
    tiles_in,
    tiles_of,
    waits,
)

NUMBERS = {3: "三", 4: "四", 5: "五", 6: "六", 7: "七"}


def won(doc: Doc) -> Rows:
    """How it was won, by the notes on 食法."""
    rows: Rows = {}
    said = set(doc.get("circumstances", ()))
    claimed = [m for m in doc.get("melds", ()) if m["kind"] != "concealed_kong"]
    chain, drawn = doc.get("replacements", []), doc["self_draw"]
    concealed = not claimed

    def note(name: str, value: int, there: object = True) -> None:
        if there:
            rows[name] = (1, value)

    note("自摸", 1, drawn)
    note("門清", 3, concealed)
    note("不求人", 5, concealed and drawn)
    melded = sum(m["kind"] in ("chow", "pung") for m in doc.get("melds", ())) == 5
    note("半求人", 8, melded and drawn)
    note("全求人", 15, melded and not drawn)
    for word, name, value in (
        ("declared_ready", "聽牌", 5), ("heavenly_ready", "天聽", 40), ("earthly_ready", "地聽", 30),
        ("human_ready", "人聽", 30), ("heavenly_win", "天糊", 120), ("earthly_win", "地糊", 120),
        ("human_win", "人糊", 120), ("among_last_four", "河底撈魚", 10), ("last_tile", "海底撈魚", 20),
    ):  # fmt: skip
        note(name, value, word in said)
    note("海底撈月", 40, "last_tile" in said and doc["winning_tile"] == "1p")
    if "robbed_kong" in said:
        times = doc.get("robbed_in_a_row", 1)
        note("搶槓" + (f"X{times}" if times > 1 else ""), [5, 20, 40, 80, 120][times - 1])
    if chain:
        kind = {"flower": "花", "kong": "槓"}[chain[-1]]
        times = min(chain.count(chain[-1]), 5)
        rung = "" if times == 1 else "Xn" if (kind, times) == ("花", 5) else f"X{times}"
        note(f"{kind}上摸{rung}", {"花": [3, 10, 30, 60, 80], "槓": [5, 20, 40, 80, 120]}[kind][times - 1])
        if len(set(chain)) == 2:
            note("花上槓上摸" if kind == "槓" else "槓上花上摸", 10)
    note("一炮雙響", 5, doc.get("winners") == 2)
    note("一炮三響", 10, doc.get("winners") == 3)
    note("七隻內", 30, doc.get("discards", 99) <= 7)
    note("十隻內", 15, doc.get("discards", 99) <= 10)
    return rows


def flowered(doc: Doc) -> Rows:
    own = [
        tile for tile in tiles_of(doc.get("flowers", "")) if (int(tile[0]) - 1) % 4 == "ESWN".index(doc["seat_wind"])
    ]
    all_ = tiles_of(doc.get("flowers", ""))
    if len(all_) > 6:
        return {"七隻花": (1, 20)} if len(all_) == 7 else {"八仙過海": (1, 40)}
    complete = [family for family in ("1234", "5678") if all(f"{n}f" in all_ for n in family)]
    single = [tile for tile in all_ if not any(tile[0] in family for family in complete)]
    right = sum(tile in own for tile in single)
    rows = {
        "一台花": (len(complete), 10 * len(complete)),
        "正花": (right, 2 * right),
        "爛花": (len(single) - right, len(single) - right),
    }
    return {name: row for name, row in rows.items() if row[0]}


def made_of(reading: Reading, doc: Doc, basic: bool) -> Rows:
    """What it is made of: suits, ends, honours."""
    tiles = tiles_in(reading)
    suits, honors = {t[1] for t in tiles} - {"z"}, any(t[1] == "z" for t in tiles)
    ends = all(t in ORPHANS for t in tiles)
    parts = [group.tiles for group in reading.groups] + [(tile,) for tile in reading.lone]
    touching = all(any(tile in ORPHANS for tile in part) for part in parts)
    flowers = doc.get("flowers", "")
    there = {
        ("無花", 1): not flowers,
        ("無字", 1): not honors,
        ("無字花", 5): not honors and not flowers,
        ("缺一門", 5): not honors and len(suits) == 2,
        ("斷么九", 5): not any(t in ORPHANS for t in tiles),
        ("混帶么", 8): touching,
        ("全帶么", 15): touching and not honors,
        ("混一色", 30): len(suits) == 1 and honors,
        ("清一色", 80): len(suits) == 1 and not honors,
        ("混么", 80): ends and honors and suits,
        ("清么", 120): ends and not honors,
        ("字一色", 120): not suits,
    }
    if basic:
        there |= categories(reading, flowers) | chows_only(reading, honors, flowers)
    return {name: (1, value) for (name, value), is_there in there.items() if is_there}


def category(group: Group) -> str:
    return group.suit if group.suit != "z" else "wind" if group.tiles[0] in WINDS else "dragon"


def categories(reading: Reading, flowers: str) -> dict[tuple[str, int], bool]:
    of_melds = {category(group) for group in reading.groups if group.kind != "pair"}
    everything = {category(group) for group in reading.groups}
    great, little = len(of_melds) == 5, len(everything) == 5 and len(of_melds) == 4
    colours = any(n in flowers for n in "1234") and any(n in flowers for n in "5678")
    return {
        ("小五門齊", 5): little,
        ("大五門齊", 10): great,
        ("小七門齊", 15): little and colours,
        ("大七門齊", 20): great and colours,
    }


def chows_only(reading: Reading, honors: bool, flowers: str) -> dict[tuple[str, int], bool]:
    chows = not any(group.set for group in reading.groups)
    return {
        ("假平糊", 2): chows and honors,
        ("真平糊", 3): chows and not honors,
        ("無字花平", 15): chows and not honors and not flowers,
        ("對對糊", 30): not any(group.kind == "chow" for group in reading.groups),
    }


def times(name: str, number: int, value: int) -> Rows:
    return {name: (number, number * value)} if number else {}


def of_chows(reading: Reading) -> Rows:
    chows = [group for group in reading.groups if group.kind == "chow"]
    copies = Counter(group.tiles for group in chows)
    rows: Rows = {}
    four = [tiles for tiles, n in copies.items() if n == 4]
    three = [tiles for tiles, n in copies.items() if n == 3]
    two = [tiles for tiles, n in copies.items() if n == 2 and not set(tiles) <= reading.covered]
    same = Counter(group.rank for group in chows)
    most = max(same.values(), default=0)
    if four:
        rows["四海一家"] = (1, 40)
    if most == 5:
        rows["五同順"] = (1, 40)
    elif most == 4 and not four:
        rows["四同順"] = (1, 20)
    rows |= times("三般高", len(three), 20)
    if most < 4:
        rows |= {"兩般高": (1, 10)} if len(two) == 2 else times("一般高", len(two), 3)
        rows |= times("三相逢", any({(r, s) for s in SUITS} <= {(g.rank, g.suit) for g in chows} for r in same), 10)
    return rows | straights(chows)


def straights(chows: list[Group]) -> Rows:
    rows: Rows = {}
    found = {"清龍": [0, 0], "雜龍": [0, 0]}
    for name, group in straight_sets(chows):
        found[name][group] += 1
    for name, (opened, closed) in found.items():
        rows |= (
            {name: (opened + closed, (opened + 2 * closed) * (10 if name == "清龍" else 5))} if opened + closed else {}
        )
    ends = {}
    for suit in SUITS:
        ranks = [group.rank for group in chows if group.suit == suit]
        if 4 not in ranks and min(ranks.count(1), ranks.count(7)):
            ends[suit] = min(ranks.count(1), ranks.count(7))
    return rows | ({"雙老少上": (1, 15)} if len(ends) == 2 else times("老少上", sum(ends.values()), 3))


def straight_sets(chows: list[Group]) -> Iterator[tuple[str, bool]]:
    """(name, concealed) of each 清龍 and 雜龍; of one content two count only if two of their chows differ (單式)."""
    for content in {tuple(sorted(three)) for three in combinations({group.tiles for group in chows}, 3)}:
        if sorted(int(tiles[0][0]) for tiles in content) != [1, 4, 7]:
            continue
        suits = len({tiles[0][1] for tiles in content})
        if suits == 2:
            continue
        copies = sorted(sum(group.tiles == tiles for group in chows) for tiles in content)
        closed = sorted(sum(group.tiles == tiles and group.closed for group in chows) for tiles in content)
        number, hidden = copies[0] * copies[1], closed[0] * closed[1]
        yield from [("清龍" if suits == 1 else "雜龍", nth < hidden) for nth in range(number)]


def of_sets(reading: Reading, doc: Doc, basic: bool) -> Rows:
    sets = [group for group in reading.groups if group.set]
    own = {SEATS[doc["seat_wind"]], SEATS[doc["round_wind"]]}
    winds = [group.tiles[0] for group in sets if group.tiles[0] in WINDS]
    dragons = [group.tiles[0] for group in sets if group.tiles[0] in DRAGONS]
    kongs = [group for group in sets if group.kind == "kong"]
    pairs = [group.tiles[0] for group in reading.groups if group.kind == "pair"] if basic else []
    rows = times("正風位牌", sum(wind in own for wind in winds), 2)
    rows |= times("爛風位牌", sum(wind not in own for wind in winds), 1)
    rows |= times("碰中發白", len(dragons), 2)
    if len(kongs) > 2:
        rows[f"{NUMBERS[len(kongs)]}槓子"] = (1, {3: 30, 4: 100, 5: 150}[len(kongs)])
    else:
        rows |= times("明槓", sum(not kong.closed for kong in kongs), 1)
        rows |= times("暗槓", sum(kong.closed for kong in kongs), 2)
    closed = sum(group.closed for group in sets)
    if closed == 5 and not kongs:
        rows["刻刻糊"] = (1, 120)
    elif closed > 1:
        rows["兩三四五"[closed - 2] + "暗刻"] = (1, {2: 3, 3: 10, 4: 30, 5: 80}[closed])
    paired = bool(pairs) and pairs[0]
    if len(dragons) == 3 or (len(dragons) == 2 and paired in DRAGONS):
        rows["大三元" if len(dragons) == 3 else "小三元"] = (1, 20 * (len(dragons) - 1))
    if len(winds) == 4 or (len(winds) == 3 and paired in WINDS):
        rows["大四喜" if len(winds) == 4 else "小四喜"] = (1, 120 if len(winds) == 4 else 60)
    elif len(winds) == 3 or (len(winds) == 2 and paired in WINDS):
        rows["大三風" if len(winds) == 3 else "小三風"] = (1, 10 * (len(winds) - 1))
    return rows | (families(sets, pairs) if basic else {})


def families(sets: list[Group], pairs: list[str]) -> Rows:
    """老少碰, 姊妹, 兄弟."""
    rows: Counter[str] = Counter()
    ranks = {suit: {group.rank for group in sets if group.suit == suit} for suit in SUITS}
    ends = sum({1, 9} <= ranks[suit] for suit in SUITS)
    rows["雙老少碰" if ends == 2 else "老少碰"] += bool(ends)
    eyes = {suit: {int(pair[0]) for pair in pairs if pair[1] == suit} for suit in SUITS}
    for suit in SUITS:
        for name in sisters(set(ranks[suit]), eyes[suit]):
            rows[name] += 1
    for rank in range(1, 10):
        triplets = sum(rank in ranks[suit] for suit in SUITS)
        pair = any(rank in eyes[suit] for suit in SUITS)
        if triplets > 1:
            rows["三大兄弟" if triplets == 3 else "三小兄弟" if pair else "兩兄弟"] += 1
    values = {
        "老少碰": 3, "雙老少碰": 15, "兩姊妹": 3, "三小姊妹": 8, "三大姊妹": 15, "四小姊妹": 20, "四大姊妹": 40,
        "五小姊妹": 60, "五大姊妹": 80, "兩兄弟": 3, "三小兄弟": 10, "三大兄弟": 15,
    }  # fmt: skip
    return {name: (number, number * values[name]) for name, number in rows.items() if number}


def sisters(ranks: set[int], eyes: set[int]) -> list[str]:
    """The highest name first, the rest looked at again."""
    for name, size, small in (
        ("五大姊妹", 5, False), ("五小姊妹", 5, True), ("四大姊妹", 4, False), ("四小姊妹", 4, True),
        ("三大姊妹", 3, False), ("三小姊妹", 3, True), ("兩姊妹", 2, False),
    ):  # fmt: skip
        for low in range(1, 11 - size):
            wanted = set(range(low, low + size))
            pair = wanted & eyes if small else set()
            if wanted - pair <= ranks and bool(pair) == small:
                return [name, *sisters(ranks - wanted, eyes - wanted)]
    return []


def returned(reading: Reading, doc: Doc) -> Rows:
    chows = Counter(group.tiles for group in reading.groups if group.kind == "chow")
    if reading.lone or 4 in chows.values():
        return {}
    rows: Rows = {}
    groups = list(enumerate(reading.groups))
    kinds: dict[str, list[int]] = {}
    for tile in {tile for group in reading.groups for tile in group.tiles}:
        within = [number for number, group in groups if tile in group.tiles]
        copies = sum(reading.groups[number].tiles.count(tile) for number in within)
        if copies == 4 and not any(reading.groups[number].kind == "kong" for number in within):
            kinds[tile] = within

    def closed(tiles: Iterable[str]) -> bool:
        chosen = list(tiles)
        taken = not doc["self_draw"] and doc["winning_tile"] in chosen
        return not taken and all(reading.groups[number].closed for tile in chosen for number in kinds[tile])

    def add(name: str, value: int, tiles: Iterable[str]) -> None:
        count, worth = rows.get(name, (0, 0))
        rows[name] = (count + 1, worth + value * (2 if closed(tiles) else 1))

    for tile, within in kinds.items():
        add({2: "四歸一", 3: "四歸二", 4: "四歸四"}[len(within)], {2: 5, 3: 10, 4: 20}[len(within)], [tile])
    for size, name, value in ((3, "十二歸三", 20), (2, "八歸二", 10)):
        for chosen in combinations(kinds, size):
            if len({number for tile in chosen for number in kinds[tile]}) == size + 1 and "十二歸三" not in rows:
                add(name, value, chosen)
    return rows


def waited(reading: Reading, doc: Doc, basic: bool) -> Rows:
    rows: Rows = {}
    kinds = waits(doc)
    tile, own = doc["winning_tile"], own_copies(doc)
    seen = Counter(tiles_of(doc.get("visible", "")))
    last = not doc["self_draw"] and "robbed_kong" not in doc.get("circumstances", ())
    last = last and seen[tile] > 0 and seen[tile] + own[tile] == 4
    others = [kind for kind in kinds if kind != tile]
    if not basic:
        return rows
    if last and len(others) == 1 and seen[others[0]] + own[others[0]] >= 4:
        rows["八絕"] = (1, 10)
    if reading.place == "triplet":
        rows["對碰"] = (1, 1)
    elif reading.place != "side":
        rows["假獨" if others else "四絕" if last else "獨獨"] = (1, 1 if others else 5 if last else 2)
    pair = next(group for group in reading.groups if group.kind == "pair").tiles[0]
    if pair[0] in "258" and pair[1] != "z" and pair not in reading.covered:
        rows["象眼"] = (1, 1)
    return rows
