"""大屏幕的輪次: what the big screen can show, in order, and the seconds for each page."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from tournaments.core.exceptions import Invalid

TURNS: Mapping[str, tuple[Promise, int]] = {
    "seats": (lazy("兩輪之間：按姓名排的座位"), 10),
    "top": (lazy("排名最前的九名"), 15),
    "rest": (lazy("其餘名次，最多三十六人的賽事"), 10),
    "cut": (lazy("晉級線前後"), 12),
    "movers": (lazy("升跌最多"), 10),
    "tables": (lazy("打緊的檯和拉帳"), 12),
    "hand": (lazy("剛才最大的一鋪，擺出的牌"), 10),
    "next": (lazy("接着：大會鐘和下一輪"), 10),
}
"""Kind → name and usual seconds."""

SHORTEST, LONGEST = 5, 120


def seconds_of(chosen: Mapping[str, int]) -> dict[str, int]:
    """Kind → seconds, 0 for kinds that are off; `chosen`: the event's departures from the usual."""
    return {kind: chosen.get(kind, usual) for kind, (_label, usual) in TURNS.items()}


def departing(chosen: Mapping[str, int], seconds: Mapping[str, int]) -> dict[str, int]:
    """Kind of turn → seconds of a page, 0: not shown; unnamed kinds stay as chosen. Only values that differ from the
    usual. Raises Invalid for unknown kinds, for seconds out of range, and where nothing would be shown."""
    for kind, value in seconds.items():
        if kind not in TURNS:
            raise Invalid(_("大屏幕沒有這一項。"), field=kind)
        if value and not SHORTEST <= value <= LONGEST:
            raise Invalid(_("每頁要由 5 至 120 秒；0 就是不出示。"), field=kind)
    wanted = seconds_of(chosen) | dict(seconds)
    if not any(wanted.values()):
        raise Invalid(_("最少要出示一項。"))
    usual = seconds_of({})
    return {kind: value for kind, value in wanted.items() if value != usual[kind]}
