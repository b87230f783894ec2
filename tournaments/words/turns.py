"""大屏幕的輪次: what the big screen can show, in order, and the seconds for each page."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

TURNS: Mapping[str, tuple[Promise, int]] = {
    "seats": (_("兩輪之間：按姓名排的座位"), 10),
    "top": (_("排名最前的九名"), 15),
    "rest": (_("其餘名次，最多三十六人的賽事"), 10),
    "cut": (_("晉級線前後"), 12),
    "movers": (_("升跌最多"), 10),
    "tables": (_("打緊的檯和拉帳"), 12),
    "hand": (_("剛才最大的一鋪，擺出的牌"), 10),
    "next": (_("接着：大會鐘和下一輪"), 10),
}
"""Kind → name and usual seconds."""

SHORTEST, LONGEST = 5, 120


def seconds_of(chosen: Mapping[str, int]) -> dict[str, int]:
    """Kind → seconds, 0 for kinds that are off; `chosen`: the event's departures from the usual."""
    return {kind: chosen.get(kind, usual) for kind, (_label, usual) in TURNS.items()}
