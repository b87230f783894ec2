"""階段的用語: what decided between equals, how somebody came into a stage, how many go on from where."""

from collections.abc import Iterable

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

TIE_WORDS: dict[str, Promise] = {
    "previous": lazy("上一階段成績"),
    "wins": lazy("食糊次數"),
    "self_drawn": lazy("自摸次數"),
    "penalties": lazy("罰分較少"),
    "best_game": lazy("最好的一個半莊"),
}


def decided_by(word: str) -> str:
    """What put somebody before or behind others with the same total."""
    return _("抽籤") if word == "lot" else str(TIE_WORDS[word]) if word in TIE_WORDS else ""


def goes_on(places: int, per_table: int, *, by_session: bool) -> str:
    """Who goes on from this stage, in a sentence; empty for the last one."""
    words = {"places": places, "per_table": per_table}
    if not places:
        return ""
    if per_table:
        return _("%(places)s 人晉級：每檯最好的 %(per_table)s 名，其餘按總分。") % words
    if by_session:
        return _("%(places)s 人晉級，按每場人數分配名額。") % words
    return _("總分最高的 %(places)s 人晉級。") % words


def ties_said(tie_breaks: Iterable[str], places: int) -> str:
    """How ties are decided, in a sentence."""
    words = [str(TIE_WORDS[word]) for word in tie_breaks if word in TIE_WORDS]
    if not words and not places:
        return _("同分同名次。")
    if not words:
        return _("同分抽籤決定。")
    return _("同分先比%(words)s，再抽籤決定。") % {"words": _("，再比").join(words)}
