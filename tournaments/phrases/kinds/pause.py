"""暫停: the table's clock stops, for a reason. An act of the log that no rule knows."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring import GameState
from tournaments.phrases.kinds.kind import Choice, Fans, Group, Kind, Moment, Other
from tournaments.phrases.reasons import reason_said
from tournaments.phrases.wording import Event, Wording


def _say(wording: Wording, event: Event, fans: Fans) -> str:
    """「暫停 7 分鐘（14:05–14:12）：等醫護人員」; without the reason for readers who may not see it."""
    if "since" not in event:
        return _("暫停")
    words = {"times": _times(event), "reason": reason_said(event["reason"])}
    if event["until"] is None:
        return _("%(times)s 起暫停：%(reason)s") % words if event["reason"] else _("%(times)s 起暫停") % words
    words["length"] = _length(_moment(event["until"]) - _moment(event["since"]))
    if event["reason"]:
        return _("暫停 %(length)s（%(times)s）：%(reason)s") % words
    return _("暫停 %(length)s（%(times)s）") % words


def time_words(begun: datetime, ended: datetime, length: timedelta) -> str:
    """「14:02–14:19（12 分鐘）」: start, end and playing time."""
    words = {"times": f"{_clock(begun)}–{_clock(ended)}", "length": _length(length)}
    return _("%(times)s（%(length)s）") % words


def _times(event: Event) -> str:
    return "–".join(_clock(_moment(at)) for at in (event["since"], event["until"]) if at)


def _clock(at: datetime) -> str:
    return f"{timezone.localtime(at):%H:%M}"


def _length(length: timedelta) -> str:
    """Whole minutes; under half a minute in seconds."""
    seconds = int(length.total_seconds())
    minutes = round(seconds / 60)
    if not minutes:
        return _("%(seconds)s 秒") % {"seconds": seconds}
    return ngettext("%(minutes)s 分鐘", "%(minutes)s 分鐘", minutes) % {"minutes": minutes}


def _moment(text: str) -> datetime:
    return datetime.fromisoformat(text)


def _read(parts: Sequence[str]) -> dict[str, Any] | None:
    return None if parts else {"type": "pause"}


def _now(moment: Moment) -> Group:
    choices = () if moment.paused else (Choice(_("暫停這一檯"), "pause"),)
    return Group(_("暫停"), _("這一檯停一停，寫下原因；時間不計入這一鋪。分數不變。"), choices)


def _follows(event: Event, before: GameState, after: GameState, wording: Wording) -> list[str]:
    return [_("由現在起不計時，按「繼續」或記錄下一鋪時完結"), _("分數、拉和判決都不變")]


def _say_end(wording: Wording, event: Event, fans: Fans) -> str:
    return _("暫停完結，繼續打")


def _read_end(parts: Sequence[str]) -> dict[str, Any] | None:
    return None if parts else {"type": "resume"}


def _now_end(moment: Moment) -> Group:
    choices = (Choice(_("繼續"), "resume"),) if moment.paused else ()
    return Group(_("暫停中"), _("暫停完結，由現在起再計時。"), choices)


def _follows_end(event: Event, before: GameState, after: GameState, wording: Wording) -> list[str]:
    return [_("由現在起再計時")]


PAUSE = Kind("pause", _say, Other(_read, _now, _follows, asks=("reason", "minutes"), in_game=False))
RESUME = Kind("resume", _say_end, Other(_read_end, _now_end, _follows_end, in_game=False))
