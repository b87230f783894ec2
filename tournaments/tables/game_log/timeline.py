"""From the acts of a game to the ordered list of its events.

An act `play` appends one event; an act `amend` replaces items by others, or inserts some beside a given one. The
remaining items, in order, are replayed by `scoring.game`. Items keep the number of the act that wrote them, so that
pages can show the author of each entry, and earlier versions.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any


@dataclass(frozen=True, slots=True)
class Pause:
    """A pause in hand `hand`, begun by act `act`, ended by `ended_by` (the same act if it was entered afterwards);
    `until` is None during the pause. `reason` is "" for readers who may not see it."""

    act: int
    hand: int
    reason: str
    since: str
    until: str | None = None
    ended_by: int = 0

    @property
    def last_act(self) -> int:
        return max(self.act, self.ended_by)

    @property
    def event(self) -> dict[str, Any]:
        return {"type": "pause", "reason": self.reason, "since": self.since, "until": self.until}

    @property
    def times(self) -> dict[str, Any]:
        return {"hand": self.hand, "since": self.since, "until": self.until}


Times = Iterable[Mapping[str, Any]]


def running(pauses: Times) -> datetime | None:
    return next((datetime.fromisoformat(one["since"]) for one in pauses if one["until"] is None), None)


def paused_between(pauses: Times, begin: datetime, end: datetime) -> timedelta:
    total = timedelta(0)
    for one in pauses:
        since = datetime.fromisoformat(one["since"])
        until = datetime.fromisoformat(one["until"]) if one["until"] else end
        total += max(min(until, end) - max(since, begin), timedelta(0))
    return total


def played_since(pauses: Times, begin: datetime | None, now: datetime) -> datetime | None:
    return begin and begin + paused_between(pauses, begin, now)


CARRIES = ("carry", "reseat")

CHANGES_HANDS = ("play", "amend", *CARRIES)

COUNTED = (*CHANGES_HANDS, "pause", "resume")
"""Acts that create a new version of the log: a page must have shown them to write."""

Ref = tuple[int, int]


@dataclass(frozen=True)
class Played:
    """An event of the replay document as entered, and the claim beside it (番 typed, ticks)."""

    event: Mapping[str, Any]
    claim: Mapping[str, Any] | None = None

    def as_entry(self) -> dict[str, Any]:
        return {"event": dict(self.event), "claim": dict(self.claim) if self.claim else None}


@dataclass(frozen=True, slots=True)
class Entry:
    """One act; `payload` has the shapes described in `tournaments.tables.services.recording`."""

    number: int
    kind: str
    payload: Mapping[str, Any]
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Item:
    """One event of the game in force: the event, the claim beside it, and its origin.

    `about`: for a ruling entered after its hand, the event that had closed that hand (and its replacements). If that
    event no longer closes a hand, because a ruling was reversed, the hand continues and includes this ruling.
    `stands_for`: for an item that replaces another, the act of the very first version (0: its own), which shows whether
    the entry is older than a substitute, however often it has been corrected.
    """

    ref: Ref
    event: Mapping[str, Any]
    claim: Mapping[str, Any] | None = None
    about: tuple[Ref, ...] = ()
    stands_for: int = field(default=0, compare=False)

    @property
    def born(self) -> int:
        return self.stands_for or self.ref[0]


@dataclass(frozen=True, slots=True)
class Replaced:
    act: int
    reason: str
    old: tuple[Item, ...]
    new: tuple[Ref, ...]
    closed: bool = False


@dataclass(frozen=True, slots=True)
class Carried:
    """Act `act` changed the cards that the players bring; `before` is the former value."""

    act: int
    before: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Reseated:
    """更正座位: act `act` put other players into these seats. `seats`: seat → [number before, number now]."""

    act: int
    reason: str
    seats: Mapping[str, Sequence[int]]


@dataclass(slots=True)
class Timeline:
    """Events in force, with confirmations, objections, decisions and signatures.

    `late_objections`: to hands that all four had confirmed; they block nothing · `wind_signed`: last hand of a 圈 →
    signatures of the card at that point, if the event requires them.
    """

    items: list[Item] = field(default_factory=list)
    replaced: list[Replaced] = field(default_factory=list)
    confirmed: dict[tuple[int, int], tuple[str, int]] = field(default_factory=dict)
    objections: dict[int, tuple[int, int, str]] = field(default_factory=dict)
    late_objections: dict[int, tuple[int, int, str]] = field(default_factory=dict)
    upheld: dict[int, tuple[int, str]] = field(default_factory=dict)
    signed: dict[int, tuple[str, int]] = field(default_factory=dict)
    wind_signed: dict[int, dict[int, tuple[str, int]]] = field(default_factory=dict)
    carried: list[Carried] = field(default_factory=list)
    pauses: list[Pause] = field(default_factory=list)
    reseated: list[Reseated] = field(default_factory=list)

    @property
    def signed_hands(self) -> int:
        return max(self.wind_signed, default=0)

    def unsign(self) -> None:
        self.signed.clear()
        self.wind_signed.clear()

    @property
    def paused(self) -> Pause | None:
        return next((one for one in self.pauses if one.until is None), None)

    @property
    def last_pause(self) -> Pause | None:
        """Return the pause that an undo would remove: its start or end is the latest entry."""
        last = max(self.pauses, key=lambda one: one.last_act, default=None)
        entered = self.items[-1].ref[0] if self.items else 0
        return last if last is not None and last.last_act > entered else None


class BrokenTimeline(Exception):
    pass


def is_late(event: Mapping[str, Any]) -> bool:
    return event.get("type") == "ruling" and event.get("hand") == "previous"


def build(entries: Iterable[Entry]) -> Timeline:
    """Build the timeline from the acts of a game in order. Raises BrokenTimeline if an act replaces a missing item."""
    line = Timeline()
    for entry in entries:
        _APPLY[entry.kind](line, entry)
    return line


def _play(line: Timeline, entry: Entry) -> None:
    event, about = entry.payload["event"], entry.payload.get("about")
    closing: tuple[Ref, ...] = ((about[0], about[1]),) if about and is_late(event) else ()
    line.items.append(Item((entry.number, 0), event, entry.payload.get("claim"), closing))


def _amend(line: Timeline, entry: Entry) -> None:
    if "pause" in entry.payload:
        act = entry.payload["pause"]
        gone = next((one for one in line.pauses if act in (one.act, one.ended_by)), None)
        if gone is None:
            raise BrokenTimeline(f"act {entry.number} takes back a pause that is not in force")
        kept = [] if gone.act == act else [replace(gone, until=None, ended_by=0)]
        place = line.pauses.index(gone)
        line.pauses = [*line.pauses[:place], *kept, *line.pauses[place + 1 :]]
        line.replaced.append(Replaced(entry.number, entry.reason, (Item((act, 0), gone.event),), ()))
        return
    line.items, old, new = amended(line.items, entry.payload, entry.number)
    new_refs, closed = tuple(item.ref for item in new), bool(entry.payload.get("closed"))
    line.replaced.append(Replaced(entry.number, entry.reason, tuple(old), new_refs, closed))
    for hand in settled_by(entry.payload):
        _settle(line, hand)


def settled_by(payload: Mapping[str, Any]) -> Sequence[int]:
    """Return the hands whose objection an amendment settles: the corrected ones. A reversed ruling or an undone pause
    settles none."""
    hands: Sequence[int] = () if payload.get("reversal") or "pause" in payload else payload.get("hands", ())
    return hands


def amended(items: Sequence[Item], payload: Mapping[str, Any], act: int) -> tuple[list[Item], list[Item], list[Item]]:
    """Return the items after an amendment, the removed and the added ones.

    `payload` = {"replaces": [ref], "entries": […]}: the new ones take the place of the first old one. With an empty
    "replaces" they go after the item "after", or before the item "before", and count as entered with it. Rulings about
    an old item are then about the new one.
    """
    gone = {(ref[0], ref[1]) for ref in payload["replaces"]}
    places = [index for index, item in enumerate(items) if item.ref in gone]
    if len(places) != len(gone):
        raise BrokenTimeline(f"act {act} replaces what is not in force")
    start = places[0] if places else _place_beside(items, payload, act)
    old = [items[index] for index in places]
    left = list(old)
    beside = old or [items[start - 1] if payload.get("after") and start else items[min(start, len(items) - 1)]]
    about, new = payload.get("about"), []
    closing: tuple[Ref, ...] = ((about[0], about[1]),) if about else ()
    for place, entry in enumerate(payload["entries"]):
        event = entry["event"]
        item = Item((act, place), event, entry.get("claim"), closing if is_late(event) else ())
        kind = (event.get("type"), event.get("seat"))
        alike = next((one for one in left if (one.event.get("type"), one.event.get("seat")) == kind), None)
        if alike is not None:
            left.remove(alike)
        new.append(replace(item, stands_for=(alike or beside[min(place, len(beside) - 1)]).born))
    refs = tuple(item.ref for item in new)

    def following(item: Item) -> Item:
        about_gone = refs and not gone.isdisjoint(item.about)
        return replace(item, about=(*item.about, *refs)) if about_gone else item

    new = [following(item) for item in new]
    kept_before = [item for item in items[:start] if item.ref not in gone]
    kept_after = [following(item) for item in items[start:] if item.ref not in gone]
    return [*kept_before, *new, *kept_after], old, new


def _place_beside(items: Sequence[Item], payload: Mapping[str, Any], act: int) -> int:
    for key, step in (("after", 1), ("before", 0)):
        ref = payload.get(key)
        place = next((index for index, item in enumerate(items) if ref and item.ref == (ref[0], ref[1])), None)
        if place is not None:
            return place + step
    raise BrokenTimeline(f"act {act} neither replaces an item nor belongs to one that is in force")


def _pause(line: Timeline, entry: Entry) -> None:
    said = entry.payload
    over = entry.number if said["until"] else 0
    line.pauses.append(Pause(entry.number, said["hand"], entry.reason, said["since"], said["until"], over))


def _resume(line: Timeline, entry: Entry) -> None:
    line.pauses = [
        replace(one, until=entry.payload["until"], ended_by=entry.number) if one.act == entry.payload["pause"] else one
        for one in line.pauses
    ]


def _settle(line: Timeline, hand: int) -> None:
    line.objections.pop(hand, None)
    line.late_objections.pop(hand, None)


def _object(line: Timeline, entry: Entry) -> None:
    hand, late = entry.payload["hand"], entry.payload.get("late")
    objections = line.late_objections if late else line.objections
    objections[hand] = (entry.payload["seat"], entry.number, entry.reason)
    if not late:
        line.upheld.pop(hand, None)


def _uphold(line: Timeline, entry: Entry) -> None:
    hand = entry.payload["hand"]
    _settle(line, hand)
    line.upheld[hand] = (entry.number, entry.reason)
    line.confirmed[hand, entry.payload["seat"]] = (entry.payload["digest"], entry.number)


def _confirm(line: Timeline, entry: Entry) -> None:
    for seat in entry.payload["seats"]:
        for hand, digest in seat["hands"].items():
            line.confirmed[int(hand), seat["seat"]] = (digest, entry.number)


def _sign(line: Timeline, entry: Entry) -> None:
    hands = entry.payload.get("hands")
    signed = line.signed if hands is None else line.wind_signed.setdefault(hands, {})
    signed[entry.payload["seat"]] = (entry.payload["digest"], entry.number)


def _carry(line: Timeline, entry: Entry) -> None:
    """Apply a change of brought cards; signatures lapse only if it changes the hands."""
    line.carried.append(Carried(entry.number, entry.payload["before"]))
    if entry.payload["changes"]:
        line.unsign()


def _reseat(line: Timeline, entry: Entry) -> None:
    """Apply a correction of seats: players in another seat have confirmed nothing there, and no signature covers these
    names."""
    line.carried.append(Carried(entry.number, entry.payload["before"]))
    seats = {int(seat) for seat in entry.payload["seats"]}
    line.confirmed = {said: digest for said, digest in line.confirmed.items() if said[1] not in seats}
    line.reseated.append(Reseated(entry.number, entry.reason, entry.payload["seats"]))
    line.unsign()


_APPLY: Mapping[str, Callable[[Timeline, Entry], None]] = {
    "play": _play,
    "amend": _amend,
    "confirm": _confirm,
    "object": _object,
    "uphold": _uphold,
    "sign": _sign,
    "reopen": lambda line, _entry: line.unsign(),
    "carry": _carry,
    "pause": _pause,
    "resume": _resume,
    "reseat": _reseat,
}
