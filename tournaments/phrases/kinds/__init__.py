"""事件的種類: what the pages know of each kind of event. To add one: a module here, a line below."""

from collections.abc import Mapping

from tournaments.phrases.kinds.bell import TIME_UP
from tournaments.phrases.kinds.first_dealer import FIRST_DEALER
from tournaments.phrases.kinds.kind import Choice, Fans, Group, Kind, Moment, Other
from tournaments.phrases.kinds.pause import PAUSE, RESUME
from tournaments.phrases.kinds.raised import RAISE
from tournaments.phrases.kinds.surrender import SURRENDER
from tournaments.phrases.kinds.wrong_dealer import WRONG_DEALER
from tournaments.phrases.wording import Event, Wording

KINDS: Mapping[str, Kind] = {
    kind.name: kind
    for kind in (
        Kind("win", Wording.win),
        Kind("draw", lambda wording, event, _fans: wording.draw(event)),
        Kind("reward", lambda wording, event, _fans: wording.reward(event)),
        Kind("ruling", lambda wording, event, _fans: wording.ruling(event)),
        FIRST_DEALER,
        WRONG_DEALER,
        RAISE,
        TIME_UP,
        SURRENDER,
        PAUSE,
        RESUME,
    )
}
"""By `type`, in the order of 其他."""

OTHERS: Mapping[str, Other] = {kind.name: kind.other for kind in KINDS.values() if kind.other}

__all__ = ["KINDS", "OTHERS", "Choice", "Group", "Kind", "Moment", "Other", "event_words", "forgotten", "offered"]


def event_words(wording: Wording, event: Event, fans: Fans | None = None) -> str:
    """`fans`: as in `Wording.win`."""
    return KINDS[event["type"]].say(wording, event, fans or {})


def offered(moment: Moment) -> list[Group]:
    if moment.state.finished:
        return []
    groups = (other.now(moment) for other in OTHERS.values())
    return [group for group in groups if group.choices]


def forgotten(moment: Moment) -> list[Group]:
    """What may have been forgotten in a closed hand; `moment` has the state in which it was closed."""
    groups = (other.forgotten(moment) for other in OTHERS.values() if other.forgotten)
    return [group for group in groups if group.choices]
