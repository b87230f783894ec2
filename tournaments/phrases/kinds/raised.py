"""內插: who may raise the 底 between hands, and the resulting 底 of each pair."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from scoring import OTHERS, GameState, between_hands, raises
from tournaments.phrases.kinds.kind import Choice, Fans, Group, Kind, Moment, Other, seats_in
from tournaments.phrases.wording import Event, Wording, listed, plain


def _say(wording: Wording, event: Event, fans: Fans) -> str:
    return _said(wording, event["seat"], event["units"])


def _said(wording: Wording, seat: int, units: int) -> str:
    words = {"name": wording.name(seat), "units": units}
    return _("%(name)s 內插 %(units)s 底") % words if units else _("%(name)s 退插") % words


def _read(parts: Sequence[str]) -> dict[str, Any] | None:
    if len(parts) != 2 or len(seats_in(parts[:1])) != 1 or not (parts[1].isascii() and parts[1].isdigit()):
        return None
    return {"type": "raise", "seat": int(parts[0]), "units": int(parts[1])}


def _now(moment: Moment) -> Group:
    return _group(moment, begun=not between_hands(moment.state))


def _forgotten(moment: Moment) -> Group:
    return _group(moment, begun=False)


def _group(moment: Moment, *, begun: bool) -> Group:
    offers = () if begun else raises(moment.state, moment.wording.rules)
    return Group(
        _("內插"),
        _("兩盤之間才可以：第一底為插，第二底為飄，第三底以上為飛。由下一盤起計。"),
        tuple(Choice(_said(moment.wording, seat, units), f"raise.{seat}.{units}") for seat, units in offers),
    )


def _follows(event: Event, before: GameState, after: GameState, wording: Wording) -> list[str]:
    base, seat, raised = wording.rules.game.base, event["seat"], after.turn.raised
    return [
        _("%(one)s 與 %(other)s 之間：底 %(points)s")
        % {
            "one": wording.name(seat),
            "other": wording.name(other),
            "points": plain((base or 0) * (1 + raised[seat] + raised[other])),
        }
        for other in OTHERS[seat]
    ]


def raised_notes(state: GameState, wording: Wording) -> tuple[str, ...]:
    found = [_said(wording, seat, units) for seat, units in enumerate(state.turn.raised) if units]
    return (listed(found),) if found and not state.finished else ()


RAISE = Kind("raise", _say, Other(_read, _now, _follows, _forgotten), begins=True)
