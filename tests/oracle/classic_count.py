"""`classic_score`: a score document of hk-classic counted the slow way (rules: hk-classic, its source and rule 10)."""

from collections import Counter
from dataclasses import replace
from typing import Any

from tests.oracle.classic_fans import OPTIONS, TABLES, ClassicFacts, pair_runs
from tests.oracle.count import fans_of, merged
from tests.oracle.counting import Rows, rows_of, single_form, total
from tests.oracle.fans import Found, Instance, satisfied
from tests.oracle.papers import Set, facts_of, read_paper
from tests.oracle.readings import (
    Group,
    Reading,
    basic_readings,
    seven_pairs_readings,
    sixteen_unrelated_readings,
    thirteen_orphans_readings,
)  # fmt: skip
from tests.oracle.table import river_cannot_be
from tests.oracle.tiles import FLOWERS, KINDS, WINDS, is_honour, written
from tests.oracle.wrong import Wrong

READY = {"declared_ready", "heavenly_ready", "earthly_ready", "human_ready"}
FIRST = {"heavenly_win", "earthly_win", "human_win"}
CLASSIC = Set(
    "hk-classic", 16, True,
    frozenset(READY | FIRST | {"robbed_kong", "last_tile", "among_last_four", "flower_win"}), OPTIONS,
)  # fmt: skip

CLEAN_WITHIN = (
    "不求人", "五暗刻", "刻刻糊", "嚦咕嚦咕", "十三么", "十六不搭", "天聽", "地聽", "人聽", "天糊", "地糊", "人糊",
)  # fmt: skip
DRAWN = (
    "不求人", "半求人", "河底撈魚", "海底撈魚", "海底撈月", "天糊", "人糊",
    *(f"{kind}上摸{times}" for kind in "花槓" for times in ("", "X2", "X3", "X4", "X5", "Xn")),
)  # fmt: skip
NO_HONOUR = ("缺一門", "斷么九", "全帶么", "清一色", "清么", "無字花", "無字花平", "通天清龍")
EQUAL = ("四同順", "五同順", "四海一家")
UNDER = {
    "無字": NO_HONOUR,
    "無花": ("無字花", "無字花平"),
    "無字花": ("無字花平",),
    "真平糊": ("無字花平",),
    "混帶么": ("全帶么", "混么", "清么", "字一色"),
    "全帶么": ("清么",),
    "門清": CLEAN_WITHIN,
    "自摸": DRAWN,
    "不求人": ("天糊", "人糊"),
    "對對糊": ("五暗刻", "刻刻糊", "字一色"),
    "五暗刻": ("刻刻糊",),
    "對碰": ("對對糊",),
    "碰中發白": ("小三元", "大三元"),
    "爛風位牌": ("大四喜",),
    "正風位牌": ("大四喜",),
    "小三風": ("小四喜", "大四喜"),
    "大三風": ("小四喜", "大四喜"),
    "小四喜": ("大四喜",),
    "七隻內": ("天糊", "地糊", "人糊"),
    "十隻內": ("七隻內", "天糊", "地糊", "人糊"),
    "天聽": ("地糊",),
    "地聽": ("人糊",),
    "假獨": ("獨獨",),
    "獨獨": ("四絕", "半求人", "全求人"),
    "四絕": ("八絕",),
    "河底撈魚": ("海底撈魚", "海底撈月"),
    "海底撈魚": ("海底撈月",),
    "明槓": ("三槓子", "四槓子", "五槓子"),
    "暗槓": ("三槓子", "四槓子", "五槓子"),
    "一台花": ("七隻花", "八仙過海"),
    "正花": ("七隻花", "八仙過海"),
    "爛花": ("七隻花", "八仙過海"),
    "小五門齊": ("小七門齊",),
    "大五門齊": ("大七門齊",),
    "一般高": EQUAL,
    "三相逢": ("四同順", "五同順"),
    "三般高": ("四海一家",),
    "四同順": ("五同順", "四海一家"),
    **dict.fromkeys(("四歸一", "四歸二", "四歸四", "八歸二", "十二歸三"), ("四海一家",)),
    "八歸二": ("十二歸三", "四海一家"),
    "嚦咕嚦咕": ("八飛嚦咕", "通天雜龍", "通天清龍"),
    "八飛嚦咕": ("通天雜龍", "通天清龍"),
    "通天雜龍": ("通天清龍",),
    "清一色": ("通天清龍",),
    "七連對": ("通天清龍",),
}  # fmt: skip
DOUBLES = {"老少碰": ("雙老少碰", 15), "老少上": ("雙老少上", 15), "一般高": ("兩般高", 10)}
RETURNS = ("四歸一", "四歸二", "四歸四")


def uncompounded(found: Found) -> Found:
    """Rule 10: what a larger fan always brings with it is not counted beside it."""
    return {name: rows for name, rows in found.items() if not any(more in found for more in UNDER.get(name, ()))}


def instances_dropped(found: Found, facts: ClassicFacts) -> Found:
    """一台花 takes its own singles, 清龍 the 老少上 in it; 八歸二, 十二歸三 the returns if they stand instead (K-3)."""
    out = dict(found)
    full = {row.kind for row in found.get("一台花", [])}
    for name in ("正花", "爛花"):
        out[name] = [row for row in out.get(name, []) if row.kind not in full]
    dragons = [row.groups for row in found.get("清龍", [])]
    out["老少上"] = [row for row in out.get("老少上", []) if not any(row.groups <= groups for groups in dragons)]
    if facts.option("K-3") == "instead":
        taken = {kind for name in ("八歸二", "十二歸三") for row in found.get(name, []) for kind in row.kind.split()}
        out |= {name: [row for row in out.get(name, []) if row.kind not in taken] for name in RETURNS}
    return {name: single_form(rows) if rows and rows[0].content else rows for name, rows in out.items()}


def doubled(found: Found) -> Found:
    """Two of different suits (of different chows) bear one higher name."""
    out = dict(found)
    for name, (double, value) in DOUBLES.items():
        rows = out.get(name, [])
        kinds = {row.kind or row.content[0][0][1] for row in rows}
        if len(rows) == 2 and len(kinds) == 2:
            out[name], out[double] = [], [Instance(value)]
    return out


def count_reading(facts: ClassicFacts, reading: Reading, runs: list[tuple[str, ...]]) -> Rows:
    """Return the rows of one reading. `runs`: the 連對 of the other half of a 兩吃, whose pairs are no 般高 or 象眼."""
    found = satisfied(facts, reading, TABLES)
    if runs:
        found = without_runs(found, reading, runs)
    if "無字花" in found and facts.option("K-42") == "not":
        found = {name: rows for name, rows in found.items() if name not in ("缺一門", "斷么九")}
    if facts.self_draw and facts.option("K-45") == "discard_only":
        found.pop("八飛嚦咕", None)
    return rows_of(doubled(instances_dropped(uncompounded(found), facts)))


def without_runs(found: Found, reading: Reading, runs: list[tuple[str, ...]]) -> Found:
    pair = next(group.first for group in reading.groups if group.form == "pair")
    out = dict(found)
    if any(pair in run for run in runs):
        out["象眼"] = []
    covered = [tuple(f"{int(row.kind[0]) + step}{row.kind[1]}" for step in range(3)) for row in out.get("一般高", [])]
    out["一般高"] = [
        row for row, kinds in zip(out.get("一般高", []), covered, strict=True)
        if not any(set(kinds) <= set(run) for run in runs)
    ]  # fmt: skip
    return {name: rows for name, rows in out.items() if rows}


# --- readings


def unrelated_readings(concealed: list[str], tile: str, melds: list[Group]) -> list[Reading]:
    """十六不搭: the pair is one of the honours."""
    copies = Counter([*concealed, tile])
    if any(number > 1 and not is_honour(kind) for kind, number in copies.items()):
        return []
    return sixteen_unrelated_readings(concealed, tile, melds)


def readings(concealed: list[str], tile: str, melds: list[Group], discard: bool) -> list[Reading]:
    return [
        *basic_readings(concealed, tile, melds, discard),
        *seven_pairs_readings(concealed, tile, melds, discard),
        *thirteen_orphans_readings(concealed, tile, melds, discard),
        *unrelated_readings(concealed, tile, melds),
    ]


def waits(concealed: list[str], melds: list[Group]) -> list[str]:
    own = Counter([*concealed, *(tile for group in melds for tile in group.tiles)])
    return [kind for kind in KINDS if own[kind] < 4 and readings(concealed, kind, melds, False)]


# --- the count


def classic_score(doc: dict[str, Any]) -> dict[str, Any]:
    """Return the whole answer, or `{"error": {"codes": …}}` with every code that would be right."""
    try:
        facts = facts_of(doc, read_paper(doc, CLASSIC), ClassicFacts, in_a_row=doc.get("robbed_in_a_row", 1))
        doubtful = check(facts, doc)
        answer = count(facts)
    except Wrong as wrong:
        return {"error": {"codes": sorted(wrong.codes), "detail": wrong.why}}
    return {**answer, "doubtful": doubtful}


def check(facts: ClassicFacts, doc: dict[str, Any]) -> bool:
    """Raise Wrong where the story cannot be; return whether a careful reader might refuse it."""
    flower_win, blossom = "flower_win" in facts.circumstances, facts.tile in FLOWERS
    if flower_win:
        held = {7: True, 1: not facts.self_draw}.get(len(facts.flowers), False)
        if not blossom or not held or facts.winners > 1:
            raise Wrong("impossible_circumstance", "bad_tile", why="flower win without its flowers")
        return len(facts.circumstances) > 1 or bool(facts.replacements)
    if blossom:
        raise Wrong("bad_tile", "impossible_circumstance", "not_a_winning_hand")
    codes = {"impossible_circumstance"} if contradicts(facts) else set()
    if not readings(list(facts.concealed), facts.tile, list(facts.melds), not facts.self_draw):
        codes.add("not_a_winning_hand")
    if codes:
        raise Wrong(*codes, why=contradicts(facts))
    return doubts(facts, doc)


def contradicts(facts: ClassicFacts) -> str:
    said, tail, dealer = facts.circumstances, facts.replacements, facts.dealer
    kongs = sum(group.form == "kong" for group in facts.melds)
    claimed = any(group.claimed for group in facts.melds)
    first, ready = said & FIRST, said & READY
    reasons = {
        "own draw, yet from another": facts.self_draw and (facts.robbed or facts.winners > 1),
        "a discard, yet drawn": not facts.self_draw and bool(said & {"last_tile", "among_last_four"} or tail),
        "robbed, yet a copy elsewhere": facts.robbed and facts.tiles.count(facts.tile) > 1,
        "no kong robbed, yet the k-th": not facts.robbed and facts.in_a_row > 1,
        "two kinds of ready": len(ready) > 1,
        "two first turns": len(first) > 1,
        "天糊": "heavenly_win" in said and not (dealer and facts.self_draw and not claimed and not ready),
        "地糊": "earthly_win" in said and (dealer or facts.self_draw or bool(facts.melds)),
        "人糊": "human_win" in said and (dealer or not facts.self_draw or claimed),
        "first turn, yet late": bool(first) and bool(said & {"last_tile", "among_last_four", "robbed_kong"}),
        "天聽": "heavenly_ready" in said and (dealer or bool(facts.melds)),
        "地聽": "earthly_ready" in said and (not dealer or claimed),
        "a river that cannot be": river_cannot_be(said, facts.discards, kongs, 16),
        "a dealer who is not East": dealer != (facts.seat == WINDS["E"]),
        "人聽": "human_ready" in said and dealer,
        "地糊 before the own draw": "earthly_win" in said and "human_ready" in said,
        "a kong after ready": bool(ready) and "kong" in tail,
        "replacements without tiles": tail.count("kong") > kongs or tail.count("flower") > len(facts.flowers),
    }
    return next((why for why, holds in reasons.items() if holds), "")


def doubts(facts: ClassicFacts, doc: dict[str, Any]) -> bool:
    """Return whether the text leaves open if such a story can be."""
    said = facts.circumstances
    river = facts.discards or 0
    return (
        (bool(said & FIRST) and (bool(facts.melds) or river > 0 or bool(facts.visible) or "kong" in facts.replacements))
        or ("human_win" in said and bool(said & READY))
        or ("robbed_in_a_row" in doc and not facts.robbed)
        or ("earthly_win" in said and bool(said & READY - {"heavenly_ready"}))
        or len(facts.visible) > (facts.discards if facts.discards is not None else 999)
    )


def count(facts: ClassicFacts) -> dict[str, Any]:
    if "flower_win" in facts.circumstances:
        held = len(facts.flowers)
        row = ("八仙過海", 40) if facts.self_draw else ("七搶一", 30) if held == 7 else ("一搶七", 30)
        return answer([{row[0]: (1, row[1])}], "flowers", None)
    concealed, melds = list(facts.concealed), list(facts.melds)
    facts = replace(facts, waits=tuple(waits(concealed, melds)))
    found = readings(concealed, facts.tile, melds, not facts.self_draw)
    shapes = {shape: [each for each in found if each.shape == shape] for shape in dict.fromkeys(r.shape for r in found)}
    ways: list[tuple[Rows, str]] = []
    if "basic" in shapes and "seven_pairs" in shapes:
        for pairs in shapes["seven_pairs"]:
            half = count_reading(facts, pairs, [])
            # 通天清龍 takes 七連對 away, whose pairs are then free (K-44).
            runs = [] if "通天清龍" in half else pair_runs(pairs)
            others = [count_reading(facts, basic, runs) for basic in shapes["basic"]]
            if "通天清龍" in half and facts.option("K-43") == "drops":
                others = [{name: row for name, row in rows.items() if name != "清一色"} for rows in others]
            ways += [(merged(half, other), "basic+seven_pairs") for other in others]
    else:
        ways = [(count_reading(facts, each, []), each.shape) for each in found]
    most = max(total(rows) for rows, _ in ways)
    best = [with_chicken(rows) for rows, _ in ways if total(rows) == most]
    shape = next(shape for rows, shape in ways if total(rows) == most)
    return answer(best, shape, written(list(facts.waits)))


def with_chicken(rows: Rows) -> Rows:
    """大雞: everything else but 一炮雙響 comes to exactly 1 番 in the best reading, "however it is counted" (K-11)."""
    own = {name: row for name, row in rows.items() if name not in ("一炮雙響", "一炮三響")}
    return merged(rows, {"大雞": (1, 10)}) if total(own) == 1 else rows


def answer(ways: list[Rows], shape: str, waiting: str | None) -> dict[str, Any]:
    return {
        "rule_set": "hk-classic", "total": total(ways[0]), "unit": "番", "limit": False, "meets_minimum": True,
        "ways": [fans_of(rows) for rows in ways], "shape": shape, "waits": waiting,
    }  # fmt: skip
