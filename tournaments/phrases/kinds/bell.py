"""大會鐘響: the hands that are still played after it."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from scoring import GameState, RuleSet, remaining_deals
from tournaments.phrases.kinds.kind import Choice, Fans, Group, Kind, Moment, Other
from tournaments.phrases.wording import Event, Wording

_DURING = {
    0: lazy("一局之中：這一局中止，現在完場"),
    1: lazy("一局之中：打完這一局"),
    2: lazy("一局之中：打完這一局，再打一局"),
}
_BETWEEN = {0: lazy("兩局之間：現在完場"), 1: lazy("兩局之間：再打一局")}
_LEFT = {1: lazy("現在這一局是最後一局，打完就完場"), 2: lazy("打完這一局，再打一局就完場")}


def left_words(state: GameState) -> str:
    return str(_LEFT.get(state.hands_left or 1, _LEFT[1]))


def hands_left_words(state: GameState, rules: RuleSet, wording: Wording) -> str:
    """還有多少鋪 after this one: exact after the bell, before it the minimum."""
    if state.finished:
        return ""
    if state.hands_left is not None:
        return _("之後還有 %(hands)s 鋪") % {"hands": state.hands_left - 1} if state.hands_left > 1 else ""
    least = remaining_deals(state, rules)
    return wording.said(_("之後最少還有 %(hands)s 鋪")) % {"hands": least} if least else ""


def end_words(wording: Wording) -> str:
    return wording.said(_("這個半莊即時完結，之後要四家簽署記分卡"))


def _say(wording: Wording, event: Event, fans: Fans) -> str:
    return _("大會鐘響")


def _read(parts: Sequence[str]) -> dict[str, Any] | None:
    if list(parts) not in (["during"], ["between"]):
        return None
    return {"type": "time_up", "during_hand": parts[0] == "during"}


def _now(moment: Moment) -> Group:
    bell = moment.wording.rules.game.bell
    during = Choice(str(_DURING.get(bell.during_hand, _DURING[1])), "time_up.during")
    between = Choice(str(_BETWEEN.get(bell.between_hands, _BETWEEN[0])), "time_up.between")
    return Group(_("大會鐘響"), _("大會設有時限時才用。"), () if _rung(moment) else (during, between))


def _forgotten(moment: Moment) -> Group:
    """Before a hand the bell can only have rung if the rules then play one more."""
    bell = moment.wording.rules.game.bell
    stopped = _("這一局之中響過鐘：這一局中止，結果不計")
    during = Choice(stopped if bell.stops_hand else _("這一局之中響過鐘"), "time_up.during")
    if bell.between_hands:
        choices = (Choice(_("這一局之前響過鐘"), "time_up.between"), during)
        return Group(_("大會鐘響"), _("大會設有時限時才用。"), () if _rung(moment) else choices)
    note = _("這一局之前已經響鐘，就不應打這一局：由最後一鋪起逐一撤銷，再在牌檯記錄鐘響。")
    return Group(_("大會鐘響"), note, () if _rung(moment) else (during,))


def _rung(moment: Moment) -> bool:
    return moment.rung or moment.state.hands_left is not None


def _follows(event: Event, before: GameState, after: GameState, wording: Wording) -> list[str]:
    if not after.finished:
        return [left_words(after)]
    return [end_words(wording), _("未結的拉全數付清")] if before.chains else [end_words(wording)]


TIME_UP = Kind("time_up", _say, Other(_read, _now, _follows, _forgotten), begins=True)
