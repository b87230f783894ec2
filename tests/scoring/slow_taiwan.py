"""The two Taiwanese counts once more, slowly, from their texts: every arrangement tried, nothing remembered.

It answers for hands that can have been won, and refuses none.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

Doc = dict[str, Any]
Tai = dict[str, tuple[int, int]]

WINDS = {"E": "1z", "S": "2z", "W": "3z", "N": "4z"}
FOUR_WINDS, DRAGONS = set(WINDS.values()), {"5z", "6z", "7z"}
KINDS = [f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)] + [f"{rank}z" for rank in range(1, 8)]


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


class Laid(NamedTuple):
    """One way to lay the hand out: chows, pungs and kongs by first tile, those of them that are concealed, the pair
    ("" in 嚦咕), and what the winning tile was: pair, pung, middle, edge, open or ""."""

    chows: list[str]
    pungs: list[str]
    concealed: list[str]
    pair: str
    place: str


class Won:
    """What is the same whichever way the hand is laid out."""

    def __init__(self, doc: Doc) -> None:
        self.said = set(doc.get("circumstances", ()))
        self.declared = bool(self.said & {"flower_win", "dealt_flowers"})
        self.self_draw = doc["self_draw"]
        self.melds = [(meld["kind"], tiles_of(meld["tiles"])) for meld in doc.get("melds", ())]
        self.held = tiles_of(doc["concealed"])
        self.tile = doc["winning_tile"]
        self.seat, self.round = WINDS[doc["seat_wind"]], WINDS[doc["round_wind"]]
        self.own = doc["seat_wind"]
        self.flowers = [int(tile[0]) for tile in tiles_of(doc.get("flowers", ""))]
        self.replaced = bool(doc.get("replacements")) or self.declared
        self.all_tiles = [*self.held, self.tile, *[tile for _, tiles in self.melds for tile in tiles]]
        self.suits = {tile[1] for tile in self.all_tiles} - {"z"}
        self.honors = any(tile[1] == "z" for tile in self.all_tiles)
        claimed = [kind for kind, _ in self.melds if kind != "concealed_kong"]
        self.closed = not claimed
        self.exposed = len(claimed) == 5

    def sets_of_flowers(self) -> int:
        return sum(set(family) <= set(self.flowers) for family in ([1, 2, 3, 4], [5, 6, 7, 8]))

    def own_flowers(self) -> int:
        """Those of the seat's number that are not in a full set."""
        number = "ESWN".index(self.own) + 1
        families = ([1, 2, 3, 4], [5, 6, 7, 8])
        return sum(
            flower in self.flowers and not set(family) <= set(self.flowers)
            for flower, family in zip((number, number + 4), families, strict=True)
        )


def laid_out(tiles: list[str]) -> Iterator[tuple[list[str], list[str], str]]:
    """(chows, pungs, pair) of concealed tiles."""
    for pair, copies in Counter(tiles).items():
        if copies >= 2:
            rest = Counter(tiles)
            rest[pair] -= 2
            for chows, pungs in melds_of(rest):
                yield chows, pungs, pair


def melds_of(rest: Counter[str]) -> Iterator[tuple[list[str], list[str]]]:
    left = sorted(tile for tile, copies in rest.items() if copies)
    if not left:
        yield [], []
        return
    low = left[0]
    if rest[low] >= 3:
        yield from ((chows, [low, *pungs]) for chows, pungs in melds_of(rest - Counter({low: 3})))
    run = Counter(chow_from(low))
    if len(run) == 3 and all(rest[tile] for tile in run):
        yield from (([low, *chows], pungs) for chows, pungs in melds_of(rest - run))


def chow_from(low: str) -> list[str]:
    rank, suit = int(low[0]), low[1]
    return [f"{rank + step}{suit}" for step in range(3)] if suit != "z" and rank <= 7 else []


def is_pairs(tiles: list[str]) -> bool:
    counts = sorted(Counter(tiles).values())
    return len(tiles) == 17 and [copies for copies in counts if copies % 2] == [3]


def waits(won: Won, pairs: bool) -> list[str]:
    own = Counter(won.held + [tile for _, tiles in won.melds for tile in tiles])
    return [kind for kind in KINDS if own[kind] < 4 and completes([*won.held, kind], pairs)]


def completes(tiles: list[str], pairs: bool) -> bool:
    return next(laid_out(tiles), None) is not None or (pairs and is_pairs(tiles))


def placed(won: Won) -> Iterator[Laid]:
    """Every arrangement with every group that the winning tile can be in."""
    drawn = won.self_draw or won.declared
    down_chows = [tiles[0] for kind, tiles in won.melds if kind == "chow"]
    down_pungs = [tiles[0] for kind, tiles in won.melds if kind != "chow"]
    closed_kongs = [tiles[0] for kind, tiles in won.melds if kind == "concealed_kong"]
    for chows, pungs, pair in laid_out([*won.held, won.tile]):
        for place in places(won.tile, chows, pungs, pair):
            concealed = closed_kongs + [pung for pung in pungs if drawn or place != "pung" or pung != won.tile]
            yield Laid(down_chows + chows, down_pungs + pungs, concealed, pair, place)


def places(tile: str, chows: list[str], pungs: list[str], pair: str) -> Iterator[str]:
    if tile == pair:
        yield "pair"
    if tile in pungs:
        yield "pung"
    for low in set(chows):
        if tile in chow_from(low):
            step = chow_from(low).index(tile)
            edge = (step, low[0]) in ((2, "1"), (0, "7"))
            yield "middle" if step == 1 else "edge" if edge else "open"


def slow_count(doc: Doc, seven_pairs: bool = True) -> list[Tai]:
    """{name: (count, value)} of each of the highest ways to count."""
    won = Won(doc)
    sixteen = doc["rule_set"] == "tw-sixteen"
    pairs = sixteen and seven_pairs
    single = len(waits(won, pairs)) == 1
    counted = [(_sixteen if sixteen else _club)(won, laid, single) for laid in placed(won)]
    if pairs and not won.melds and is_pairs([*won.held, won.tile]):
        pung = next(tile for tile, copies in Counter([*won.held, won.tile]).items() if copies == 3)
        drawn = won.self_draw or won.declared or pung != won.tile
        laid = Laid([], [pung], [pung] if drawn else [], "", "")
        counted.append(_sixteen(won, laid, single))
    if won.declared and not counted:
        counted = [{}]
    for rows in counted:
        rows |= _flowers(won, sixteen)
    best = max(sum(value for _, value in rows.values()) for rows in counted)
    return [rows for rows in counted if sum(value for _, value in rows.values()) == best]


def _flowers(won: Won, sixteen: bool) -> Tai:
    if won.declared:
        name = "八仙過海" if won.self_draw else "七搶一"
        return {"配牌花胡": (1, 12)} if "dealt_flowers" in won.said else {name: (1, 8)}
    if sixteen and len(won.flowers) == 8:
        return {"滿花": (1, 8)}
    rows: Tai = {}
    if won.sets_of_flowers():
        rows["花槓"] = (won.sets_of_flowers(), 2 * won.sets_of_flowers())
    if won.own_flowers():
        rows["花牌"] = (won.own_flowers(), won.own_flowers())
    return rows


def _ones(**found: bool) -> Tai:
    return {name: (1, 1) for name, there in found.items() if there}


def _three_and_four(laid: Laid) -> set[str]:
    """Which of 小三元 大三元 小四喜 大四喜 the hand is."""
    dragons, winds = set(laid.pungs) & DRAGONS, set(laid.pungs) & FOUR_WINDS
    names = set()
    if len(dragons) == 3:
        names.add("大三元")
    if len(dragons) == 2 and laid.pair in DRAGONS:
        names.add("小三元")
    if len(winds) == 4:
        names.add("大四喜")
    if len(winds) == 3 and laid.pair in FOUR_WINDS:
        names.add("小四喜")
    return names


def _club(won: Won, laid: Laid, single: bool) -> Tai:
    first = won.said & {"heavenly_win", "earthly_win", "human_win"}
    ready = won.said & {"heavenly_ready", "earthly_ready"}
    great = _three_and_four(laid)
    all_honors = not won.suits
    all_exposed = won.exposed and not won.self_draw
    rows = _ones(
        門清=won.closed and not first and not ready,
        不求=won.closed and won.self_draw and not first,
        自摸=won.self_draw,
        搶槓="robbed_kong" in won.said,
        槓上開花=won.replaced,
        河底撈魚="last_discard" in won.said,
        海底撈月="last_tile" in won.said,
        邊張=single and laid.place == "edge",
        中洞=single and laid.place == "middle",
        單吊=single and laid.place == "pair" and not all_exposed,
    )
    if not all_honors and "大四喜" not in great:
        rows |= _ones(風牌=won.seat in laid.pungs, 風圈=won.round in laid.pungs)
    dragons = len(set(laid.pungs) & DRAGONS)
    if dragons and not all_honors and not great & {"大三元", "小三元"}:
        rows["三元牌"] = (dragons, dragons)
    plain = len(laid.chows) == 5 and not won.flowers and not won.honors and not won.self_draw
    if plain and laid.place == "open" and not single:
        rows["平胡"] = (1, 2)
    if all_exposed:
        rows["全求"] = (1, 2)
    concealed = {3: ("三暗刻", 2), 4: ("四暗刻", 5), 5: ("五暗刻", 8)}.get(len(laid.concealed))
    if concealed:
        rows[concealed[0]] = (1, concealed[1])
    if not laid.chows and not all_honors:
        rows["碰碰胡"] = (1, 4)
    values = {"小三元": 4, "大三元": 8, "小四喜": 8, "大四喜": 16}
    rows |= {name: (1, values[name]) for name in great if not (all_honors and name == "小三元")}
    rows |= _one_suit(won, "混一色", 8)
    if ready and not first & {"earthly_win", "human_win"}:
        rows |= {"天聽": (1, 8)} if "heavenly_ready" in ready else {"地聽": (1, 4)}
    names = {"heavenly_win": "天胡", "earthly_win": "地胡", "human_win": "人胡"}
    return rows | {names[word]: (1, 16) for word in first}


def _one_suit(won: Won, mixed: str, pure: int) -> Tai:
    if not won.suits:
        return {"字一色": (1, 16)}
    if len(won.suits) > 1:
        return {}
    return {mixed: (1, 4)} if won.honors else {"清一色": (1, pure)}


def _sixteen(won: Won, laid: Laid, single: bool) -> Tai:
    first = won.said & {"heavenly_win", "earthly_win", "human_win"}
    ready = {"heavenly_ready": ("天聽", 8), "earthly_ready": ("地聽", 4), "earthly_one_shot": ("地聽一發", 8)}
    announced = won.said & set(ready)
    great = _three_and_four(laid)
    five_closed = len(laid.concealed) == 5
    pairs = not laid.pair
    drawn_freely = won.self_draw and not first
    rows = _ones(
        門清=won.closed and not first and not announced and not five_closed and not pairs,
        自摸=drawn_freely and not won.closed,
        獨聽=single,
        搶槓="robbed_kong" in won.said,
        槓上開花=won.replaced,
        海底撈月="last_tile" in won.said,
        半求=won.exposed and won.self_draw,
    )
    if drawn_freely and won.closed:
        rows["不求.自摸"] = (1, 2)
    if won.exposed and not won.self_draw:
        rows["全求"] = (1, 2)
    winds = (won.seat in laid.pungs) + (won.round in laid.pungs)
    if winds and "大四喜" not in great:
        rows["風字坎"] = (winds, winds)
    dragons = len(set(laid.pungs) & DRAGONS)
    if dragons and not great & {"大三元", "小三元"}:
        rows["箭字坎"] = (dragons, dragons)
    if len(laid.chows) == 5 and not won.flowers and not won.honors and not won.self_draw and not single:
        rows["平胡"] = (1, 2)
    if len(laid.pungs) == 5 and won.suits and not five_closed:
        rows["對對胡"] = (1, 4)
    concealed = {3: ("三暗坎", 2), 4: ("四暗坎", 6), 5: ("五暗坎", 16)}.get(len(laid.concealed))
    if concealed:
        rows[concealed[0]] = (1, concealed[1])
    values = {"小三元": 4, "大三元": 8, "小四喜": 8, "大四喜": 16}
    rows |= {name: (1, values[name]) for name in great}
    rows |= _one_suit(won, "湊一色", 12)
    if "字一色" in rows and great:
        rows["字一色"] = (1, 12)
    if pairs:
        rows["嚦咕嚦咕"] = (1, 8)
    for word in announced:
        if not (word == "heavenly_ready" and first & {"earthly_win", "human_win"}):
            rows[ready[word][0]] = (1, ready[word][1])
    names = {"heavenly_win": "天胡", "earthly_win": "地胡", "human_win": "人胡"}
    return rows | {names[word]: (1, 16) for word in first}
