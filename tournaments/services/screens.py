from collections.abc import Mapping

from django.utils.translation import gettext as _

from tournaments.exceptions import Invalid
from tournaments.words.turns import LONGEST, SHORTEST, TURNS, seconds_of


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
