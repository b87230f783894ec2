"""不複合 and 單式: which satisfied instances count, and the total of one reading (rules: "Counting a hand" 3 and 4)."""

from collections.abc import Callable
from itertools import chain, combinations

from tests.oracle.facts import Facts
from tests.oracle.fans import Found, Instance
from tests.oracle.readings import Reading
from tests.oracle.tiles import DRAGONS, WINDS

Rows = dict[str, tuple[int, int]]  # name: (count, value)

ZI = ["四子", "七子", "十子"]
REMOVES: dict[str, list[str]] = {
    "門摸": ["門清", "自摸"],
    "門叮": ["門清", "叮"],
    "人叮": ["叮", "門叮"],
    "地叮": ["叮", "門叮", "門清"],
    "天叮": ["叮", "門叮", "門清"],
    "半求人": ["自摸", "獨獨"],
    "全求人": ["獨獨"],
    "海底": ["自摸"],
    "花摸": ["自摸"],
    "槓摸": ["自摸"],
    "尾牌連摸": ["自摸", "花摸", "槓摸"],
    "三響": ["雙響"],
    "天糊": ["門清", "自摸", "門摸", *ZI],
    "地糊": ["門清", *ZI],
    "人糊": ["門清", *ZI],
    "四子": ["七子", "十子"],
    "七子": ["十子"],
    "無字花": ["無字", "無花"],
    "大平": ["平糊", "無字花", "無字", "無花"],
    "兩台花": ["一台花", "花牌", "正花"],
    "獨獨": ["假獨"],
    "真絕": ["四絕"],
    "缺一門": ["無字"],
    "缺五": ["無字"],
    "斷么": ["無字"],
    "全帶么": ["混帶么", "無字", "缺五"],
    "混么": ["混帶么"],
    "清么": ["全帶么", "無字", "缺五"],
    "清一色": ["無字"],
    "字一色": ["混么", "混帶么"],
    "大五門": ["小五門"],
    "小七門": ["小五門"],
    "大七門": ["大五門", "小五門", "小七門"],
    "純滿庭芳": ["無字", "混滿庭芳"],
    "小四喜": ["小三風", "大三風"],
    "大四喜": ["大三風", "小四喜"],
    "十二歸": ["八歸"],
    "雙般高": ["一般高"],
    "一色四同順": ["一色三同順", "一般高", "雙般高", "四歸四", "十二歸"],
    "三暗刻": ["二暗刻"],
    "四暗刻": ["三暗刻"],
    "五暗刻": ["對對糊", "四暗刻", "門清"],
    "坎坎糊": ["五暗刻", "對對糊", "門清"],
    "嚦咕嚦咕": ["門清"],
    "十六不搭": ["門清", "小五門", "大五門", "小七門", "大七門"],
    "十三么": ["門清", "小五門", "大五門"],
}
# instance by instance: the lower one lies inside the higher one
INSIDE = {
    "清龍": ["老少上"],
    "三相逢": ["相逢"],
    "小三同刻": ["二同刻"],
    "三同刻": ["二同刻", "小三同刻"],
    "小三連刻": ["二連刻"],
    "三連刻": ["二連刻", "小三連刻"],
}
AT_MOST_ONE = ("小三同刻", "三同刻", "小三連刻")


def removes(facts: Facts) -> dict[str, list[str]]:
    """Return what each fan removes, with the options taken into account."""
    table = {name: list(removed) for name, removed in REMOVES.items()}
    if facts.option("L-2") == "added":
        table["門摸"].remove("門清")
    if facts.option("L-10") == "any_last":
        table["海底"].remove("自摸")
    if facts.option("L-14") != "counted":
        table["字一色"].append("對對糊")
    if facts.option("L-14") == "dropped":
        table["混么"].append("對對糊")
        table["清么"].append("對對糊")
    if facts.option("L-7") == "instead":
        table["八歸"] = ["四歸二", "四歸三", "四歸四"]
        table["十二歸"] += ["四歸二", "四歸三", "四歸四"]
    return table


def uncompounded(found: Found, facts: Facts) -> Found:
    """Drop what a fan that itself counts removes."""
    table = removes(facts)

    def counts(name: str) -> bool:
        removers = [higher for higher in found if name in table.get(higher, [])]
        return not any(counts(higher) for higher in removers)

    return {name: rows for name, rows in found.items() if counts(name)}


def taken_by_families(found: Found) -> Found:
    """字牌刻 and 正字 inside 三元, 三風, 四喜 (L-13): dragons lose both, winds 字牌刻, those of 大四喜 正字 too."""
    dragons = "小三元" in found or "大三元" in found
    winds = any(name in found for name in ("小三風", "大三風", "小四喜", "大四喜"))
    single = [kind for kind in DRAGONS if dragons] + [kind for kind in WINDS.values() if winds]
    right = [kind for kind in DRAGONS if dragons] + [kind for kind in WINDS.values() if "大四喜" in found]
    return {
        **found,
        "字牌刻": [row for row in found.get("字牌刻", []) if row.kind not in single],
        "正字": [row for row in found.get("正字", []) if row.kind not in right],
    }


def taken_by_flower_sets(found: Found) -> Found:
    """花牌 and 正花 of a complete family go with 一台花."""
    full = {row.kind for row in found.get("一台花", [])}
    left = {name: [row for row in found.get(name, []) if row.kind not in full] for name in ("花牌", "正花")}
    return {**found, **left}


def drop_inside(found: Found) -> Found:
    """Remove each lower instance all of whose groups take part in one instance of the higher fan."""
    out = dict(found)
    for higher, lowers in INSIDE.items():
        for lower in lowers:
            held = [row.groups for row in out.get(higher, [])]
            out[lower] = [row for row in out.get(lower, []) if not any(row.groups <= groups for groups in held)]
    return out


def compatible(rows: tuple[Instance, ...]) -> bool:
    """單式: within one content any two differ in at least two physical melds."""
    return all(len(a.groups - b.groups) >= 2 for a, b in combinations(rows, 2) if a.content == b.content)


def subsets(rows: list[Instance]) -> list[tuple[Instance, ...]]:
    return list(chain.from_iterable(combinations(rows, size) for size in range(len(rows) + 1)))


def worth(rows: tuple[Instance, ...]) -> int:
    return sum(row.value for row in rows)


def single_form(rows: list[Instance]) -> list[Instance]:
    """Return the best set of instances that 單式 allows."""
    kept: list[Instance] = []
    for content in dict.fromkeys(row.content for row in rows):
        group = [row for row in rows if row.content == content]
        kept += max(filter(compatible, subsets(group)), key=lambda chosen: (worth(chosen), len(chosen)))
    return kept


def choices(found: Found) -> list[Found]:
    """Return `found` once for each choice of the instance of a fan that counts at most once (L-40)."""
    out = [found]
    for name in AT_MOST_ONE:
        out = [{**each, name: [row]} for each in out for row in each.get(name, [])] or out
    return out


def combined(found: Found) -> Found:
    """Apply 單式 to all fans made of several groups."""
    return {name: single_form(rows) if rows and rows[0].content else rows for name, rows in found.items()}


def rows_of(found: Found) -> Rows:
    return {name: (len(rows), worth(tuple(rows))) for name, rows in found.items() if rows}


def count_reading(facts: Facts, reading: Reading, satisfied: Callable[[Facts, Reading], Found]) -> Rows:
    """Return the rows of one reading, 底 not among them: the best of the choices it leaves."""
    found = taken_by_flower_sets(taken_by_families(uncompounded(satisfied(facts, reading), facts)))
    return max((rows_of(combined(drop_inside(each))) for each in choices(found)), key=total)


def total(rows: Rows) -> int:
    return sum(value for _, value in rows.values())
