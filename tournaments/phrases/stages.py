"""階段的用語: the criterion that broke a tie, how a player entered a stage, how many advance."""

import re
from collections.abc import Iterable, Sequence
from datetime import date
from decimal import Decimal

from django.utils.functional import Promise
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from scoring import RuleSet, format_points
from tournaments.phrases.days import day_text
from tournaments.phrases.wording import said, unit_of

TIE_WORDS: dict[str, Promise] = {
    "previous": lazy("上一階段成績"),
    "wins": lazy("食糊次數"),
    "self_drawn": lazy("自摸次數"),
    "penalties": lazy("罰分較少"),
    "best_game": lazy("最好一次的分數"),
}


def decided_by(word: str) -> str:
    return _("抽籤") if word == "lot" else str(TIE_WORDS[word]) if word in TIE_WORDS else ""


def place_text(decided: str, tied: int, *, compared: bool) -> str:
    """Explain a shared place, or name the criterion that ordered players with the same total; `compared`: there are
    tie-breaks."""
    if tied > 1:
        return _("並列：總分和各項同分比較都相同，沒有抽籤") if compared else _("並列：總分相同")
    return _("同分，按%(what)s分先後") % {"what": decided_by(decided)} if decided else ""


def ordinal(place: int) -> str:
    """Format a place for a sentence: 1 in 「第 1 名」, 1st in English."""
    if not (get_language() or "").startswith("en"):
        return str(place)
    ending = {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th") if place % 100 not in (11, 12, 13) else "th"
    return f"{place}{ending}"


def medal(place: int) -> str:
    return {1: _("冠軍"), 2: _("亞軍"), 3: _("季軍"), 4: _("殿軍")}.get(place, "")


def state_word(state: str) -> str:
    return {"waiting": _("未開始"), "playing": _("現在"), "closed": _("已結束")}[state]


def stage_text(state: str, played: int, planned: int, players: int, rules: RuleSet) -> str:
    """Describe progress of a stage and its number of players, which is unknown before it begins."""
    words = {"played": played, "planned": planned, "players": players}
    if state == "closed":
        return said(_("已結束：%(players)s 人打了 %(played)s 個半莊。"), rules) % words
    if state == "waiting" or not players:
        return said(_("未開始：要打 %(planned)s 個半莊。"), rules) % words
    return said(_("%(players)s 人，已打完 %(played)s 個半莊，共 %(planned)s 個半莊。"), rules) % words


def next_text(state: str, before: str, following: str, rules: RuleSet, *, all_played: bool) -> str:
    """Name the next step; `before`, `following`: names of the neighbouring stages. "" while there are rounds left,
    which the page lists."""
    if state == "waiting":
        return _("「%(stage)s」結束後開始。") % {"stage": stage_name(before)}
    if state == "closed":
        return _("接著是「%(stage)s」。") % {"stage": stage_name(following)} if following else _("名次已定。")
    if not all_played:
        return ""
    if not following:
        return said(_("全部半莊已打完，等大會結束賽事，名次才定。"), rules)
    return said(_("全部半莊已打完，等大會結束這個階段，才到「%(stage)s」。"), rules) % {"stage": stage_name(following)}


def stage_name(name: str) -> str:
    """Return the name of a stage; one that a format gave it in the reader's language."""
    sizes = re.fullmatch(r"(\d+) 強", name)  # data
    if sizes:
        return _("%(count)s 強") % {"count": sizes[1]}
    return _(name) if name in {"正賽", "初賽", "決賽"} else name


def stage_session(stage: str, session: int) -> str:
    words = {"stage": stage_name(stage), "session": session}
    return (_("「%(stage)s」第 %(session)s 場") if session else _("「%(stage)s」")) % words


def quota_text(number: int, day: date, places: int) -> str:
    words = {"number": number, "day": day_text(day), "places": places}
    return _("第 %(number)s 場（%(day)s）晉級 %(places)s 人") % words


def fights_for(places: int, by: str) -> str:
    """Name what a lot decides between equals: a number of places, or only their order."""
    return _("定編檯次序") if by == "rank" else _("爭 %(places)s 個名額") % {"places": places}


def lot_again(stage: int, numbers: Iterable[int]) -> str:
    words = {"stage": stage, "numbers": ",".join(map(str, numbers))}
    return _('重算：摘要是 SHA-256("%(stage)s:%(numbers)s")；每人一個數，SHA-256("摘要 字 號碼")，由小到大排。') % words


def goes_on(places: int, per_table: int, *, by_session: bool) -> str:
    """Describe who advances from this stage; "" for the last one."""
    words = {"places": places, "per_table": per_table}
    if not places:
        return ""
    if per_table:
        return _("%(places)s 人晉級：每檯最好的 %(per_table)s 名，其餘按總分。") % words
    if by_session:
        return _("%(places)s 人晉級，按各日人數分配名額，同一日各場平分。") % words
    return _("總分最高的 %(places)s 人晉級。") % words


def carried_text(carry: str) -> str:
    """帶分: describe the points with which a stage begins. Rule texts do not say how halves are rounded; they are exact
    to ten decimals."""
    sentences = {
        "none": _("由零開始，不帶上一階段的分數。"),
        "all": _("帶上一階段的全部分數。"),
        "half": _("帶上一階段分數的一半，小數照計：255 分帶 127.5 分。"),
    }
    return sentences[carry]


def differing(coming: Sequence[str], leaving: Sequence[str]) -> list[str]:
    """Describe differences between the results of a closed stage and the list made at its closing."""
    found = []
    if coming:
        found.append(_("按現在的成績晉級，但不在名單上：%(names)s。") % {"names": _("、").join(coming)})
    if leaving:
        found.append(_("在名單上，但按現在的成績不晉級：%(names)s。") % {"names": _("、").join(leaving)})
    return found or [_("晉級的人一樣，但次序不同。")]


def line_word(word: str) -> str:
    """Name the position relative to the cut line."""
    words = {
        "safe": _("晉級"),
        "inside": _("線上"),
        "level": _("同分"),
        "outside": _("線下"),
        "out": _("出局"),
    }
    return words.get(word, "")


def line_text(word: str, gap: Decimal | None) -> str:
    """Describe the position relative to the cut line; `gap`: points ahead of it or behind."""
    points = format_points(abs(gap)) if gap is not None else ""
    sentences = {
        "safe": _("已確定晉級。"),
        "inside": _("現時在晉級線上，比線下第一名多 %(points)s 分。") if points else _("現時在晉級線上。"),
        "level": _("與晉級線同分。"),
        "outside": _("現時在晉級線下，差 %(points)s 分。"),
        "out": _("不能再晉級，差 %(points)s 分。"),
    }
    return sentences[word] % {"points": points}


Way = tuple[str, int]
"""A sufficient win: the discarder ("" self-drawn), and its minimum without 底."""


def cross_text(ways: Sequence[Way], rules: RuleSet) -> str:
    """Describe the wins that would take a player over the line, with every open 拉 paid."""
    return _("要過線，需要%(ways)s。") % {"ways": _ways_text(ways, rules)}


def climb_text(ways: Sequence[Way], place: int, rules: RuleSet) -> str:
    """Describe the wins that would raise a player's projected place, with every open 拉 paid."""
    words = {"now": ordinal(place), "then": ordinal(place - 1), "ways": _ways_text(ways, rules)}
    if place == 2:
        return _("預計第 %(now)s 名。要升上第 %(then)s 名，需要：%(ways)s。") % words
    return _("預計第 %(now)s 名。要升上第 %(then)s 名或更前，需要：%(ways)s。") % words


_WINS: dict[tuple[str, bool], Promise] = {
    ("self", True): lazy("自摸任何一鋪"),
    ("self", False): lazy("自摸 %(fan)s %(unit)s"),
    ("some", True): lazy("食 %(names)s 任何一鋪"),
    ("some", False): lazy("食 %(names)s %(fan)s %(unit)s"),
    ("anyone", True): lazy("食任何一家任何一鋪"),
    ("anyone", False): lazy("食任何一家 %(fan)s %(unit)s"),
}
"""(source of the win, whether any count will do)."""


def _ways_text(ways: Sequence[Way], rules: RuleSet) -> str:
    """Name ways to win, those with the same minimum together."""
    if len(ways) == 4 and all(_any(fan, rules) for _source, fan in ways):
        return _("食任何一鋪")
    by_fan: dict[tuple[bool, int], list[str]] = {}
    for source, fan in ways:
        by_fan.setdefault((bool(source), fan), []).append(source)
    wins = []
    for (_from, fan), sources in by_fan.items():
        who = "anyone" if len(sources) == 3 else "some" if sources[0] else "self"
        words = {"fan": fan, "unit": unit_of(rules), "names": _("或").join(sources)}
        wins.append(str(_WINS[who, _any(fan, rules)]) % words)
    return _("，或").join(wins)


def _any(fan: int, rules: RuleSet) -> bool:
    """Whether every win counts at least this much."""
    return fan <= max(rules.game.minimum_fan - rules.base, 0)


def ties_text(tie_breaks: Iterable[str], places: int) -> str:
    words = [str(TIE_WORDS[word]) for word in tie_breaks if word in TIE_WORDS]
    if not words and not places:
        return _("同分同名次。")
    if not words:
        return _("同分抽籤決定。")
    if not places:
        return _("同分先比%(words)s，仍然相同就同名次。") % {"words": _("，再比").join(words)}
    return _("同分先比%(words)s，再抽籤決定。") % {"words": _("，再比").join(words)}
