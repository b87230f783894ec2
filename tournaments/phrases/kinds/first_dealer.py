"""起莊: the dealer of 東一局 by the dice of the East seat, asked at the table before its first hand."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from scoring import SEAT_WINDS, GameState
from tournaments.phrases.kinds.kind import Choice, Fans, Group, Kind, Moment, Other, seats_in
from tournaments.phrases.wording import WINDS, Event, Wording, hand_name


def dealer_choices(state: GameState, wording: Wording) -> tuple[Choice, ...]:
    """The four by seat, as long as the first dealer can be named."""
    return () if state.finished or state.turn.wrong else _choices(state, wording)


def _choices(state: GameState, wording: Wording) -> tuple[Choice, ...]:
    if state.hands or state.dealer_named:
        return ()
    return tuple(
        Choice(f"{WINDS[SEAT_WINDS[0][seat]]} {wording.name(seat)}", f"first_dealer.{seat}") for seat in range(4)
    )


def _say(wording: Wording, event: Event, fans: Fans) -> str:
    return _("由 %(name)s 起莊") % {"name": wording.name(event["seat"])}


def _read(parts: Sequence[str]) -> dict[str, Any] | None:
    seats = seats_in(parts)
    return {"type": "first_dealer", "seat": seats[0]} if len(parts) == len(seats) == 1 else None


def _now(moment: Moment) -> Group:
    return _group(dealer_choices(moment.state, moment.wording))


def _forgotten(moment: Moment) -> Group:
    """Comes before 做錯莊 and the bell of that hand."""
    return _group(_choices(moment.state, moment.wording))


def _group(choices: tuple[Choice, ...]) -> Group:
    note = _("坐東位的擲骰，點到的一家做第一局的莊家。沒有記下的，由東位起莊。座位不變。")
    return Group(_("起莊"), note, choices)


def _follows(event: Event, before: GameState, after: GameState, wording: Wording) -> list[str]:
    words = {"hand": hand_name(after.name), "name": wording.name(after.dealer)}
    return [_("%(hand)s 由 %(name)s 做莊，之後依逆時針輪莊；座位不變") % words]


FIRST_DEALER = Kind("first_dealer", _say, Other(_read, _now, _follows, _forgotten), begins=True)
