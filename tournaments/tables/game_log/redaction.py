"""誰看到甚麼: which parts of a ruling each viewer may read.

Members of the event see everything. Players see all of the rulings on themselves; of other rulings they see, like the
public, only the numbers in the log: points, cards, and that the hand was replayed. Offence, facts, notes and bans are
for the people concerned. The visible part replays to the same log.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from scoring import GameState, RulingResult
from tournaments.tables.game_log.replay import TAKEN_OVER, FoldedGame, take_overs
from tournaments.tables.game_log.timeline import CARRIES, Entry, Item, Ref, Timeline

WITHHELD = {"withheld": True}

Event = Mapping[str, Any]


@dataclass(frozen=True)
class Viewer:
    """A reader of one game: of everything (`all`), or of the rulings on `seat` from hand `first` to hand `last`.

    A substitute (替補) may read from the hand in which they sat down, the previous player until then. In that hand
    `act`, the last act before they sat down, divides the two (None: the whole hand is theirs).
    """

    all: bool = False
    seat: int | None = None
    first: int = 1
    last: int | None = None
    substitute: bool = False
    act: int | None = None

    def reads(self, seat: int | None, hand: int, act: int | None = None) -> bool:
        """Whether this viewer may read all of a ruling on this seat in this hand; `act`: its act, None: as of now."""
        if self.all:
            return True
        if seat is None or seat != self.seat or not self.first <= hand <= (self.last or hand):
            return False
        if self.act is None or hand != (self.first if self.substitute else self.last):
            return True
        return self.substitute == (act is None or act > self.act)


EVERYTHING = Viewer(all=True)
NOTHING = Viewer()


def shown_event(event: Event, viewer: Viewer, hand: int, result: RulingResult, act: int | None = None) -> Event:
    """Return a ruling of hand `hand` as this viewer may read it: whole, or only its points, cards and endings
    (`result`), which give the same log. 洗牌重配 accuses no player: it keeps its name."""
    seat = event.get("seat")
    if viewer.reads(seat, hand, act):
        # This viewer may not know of offences before they took the seat, so those cannot make anything grow.
        return event if not viewer.substitute else {**event, "consequences": list(result.plain)}
    shown: dict[str, Any] = {"type": "ruling", "seat": seat}
    if seat is None:
        shown["offence"] = event["offence"]
    shown["consequences"] = list(result.plain)
    if event.get("hand"):
        shown["hand"] = event["hand"]
    return shown


def is_redacted(event: Event, viewer: Viewer, hand: int, act: int | None = None) -> bool:
    return event["type"] == "ruling" and not viewer.reads(event.get("seat"), hand, act)


def may_be_hidden(event: Event, viewer: Viewer, hand: int, act: int) -> bool:
    """Whether a stored ruling is redacted, or may be, which only the log can tell: in the hand in which a substitute
    sat down, the first entry decides whose ruling it is, and this act may be a later correction of it."""
    shared = hand == (viewer.first if viewer.substitute else viewer.last)
    return is_redacted(event, viewer, hand, act) or (event["type"] == "ruling" and shared)


def named_only(event: Event, viewer: Viewer, hand: int, act: int) -> Event:
    """Return a ruling that only names the player concerned, for sentences without a replayed game."""
    if not may_be_hidden(event, viewer, hand, act):
        return event
    return {key: event[key] for key in ("type", "seat", "hand") if key in event}


def is_hidden(item: Item) -> bool:
    """Whether a ruling is hidden and has moved no points, so that no number shows it."""
    return says_nothing(item.event, item.claim)


def says_nothing(event: Event, claim: Event | None) -> bool:
    return claim == WITHHELD and not event.get("consequences")


def shown_standing(standing: Mapping[str, Any], viewer: Viewer) -> dict[str, Any]:
    """帶來的: return all players' cards, but earlier offences only of the viewer; their growth shows in the points."""
    if viewer.all:
        return dict(standing)
    shown = _without_offences(standing, None if viewer.substitute else viewer.seat)
    if TAKEN_OVER in standing:
        mine = viewer.seat if viewer.substitute else None
        shown[TAKEN_OVER] = [
            replace(one, standing=_without_offences(one.standing, mine)).as_json() for one in take_overs(standing)
        ]
    return shown


def _without_offences(standing: Mapping[str, Any], seat: int | None) -> dict[str, Any]:
    mine = [one for one in standing.get("offences", ()) if one["seat"] == seat]
    rest = {key: value for key, value in standing.items() if key != "offences"}
    return rest | ({"offences": mine} if mine else {})


Before = Callable[[int], FoldedGame]


def shown_game(
    folded: FoldedGame, entries: Sequence[Entry], viewer: Viewer, before: Before
) -> tuple[FoldedGame, list[Entry]]:
    """Return the replayed game and its entries as this viewer may read them. `before`: gives the game before an act."""
    if viewer.all:
        return folded, list(entries)
    items = _shown_rulings(folded, folded.timeline.items, viewer)
    for replaced in folded.timeline.replaced:
        if any(item.event["type"] == "ruling" for item in replaced.old):
            items |= _shown_rulings(before(replaced.act), replaced.old, viewer)
    line = _shown_timeline(folded.timeline, entries, items, viewer)
    shown = replace(folded, timeline=line, state=_shown_state(folded, viewer))
    return shown, [_shown_entry(entry, items, viewer) for entry in entries]


def _shown_rulings(folded: FoldedGame, items: Iterable[Item], viewer: Viewer) -> dict[Ref, Item]:
    shown = {}
    for item in items:
        if item.event["type"] == "ruling":
            _item, hand, result = folded.ruled[item.ref]
            event = shown_event(item.event, viewer, hand, result, item.born)
            claim = WITHHELD if is_redacted(item.event, viewer, hand, item.born) else item.claim
            shown[item.ref] = Item(item.ref, event, claim, stands_for=item.stands_for)
    return shown


def _shown_timeline(line: Timeline, entries: Sequence[Entry], items: Mapping[Ref, Item], viewer: Viewer) -> Timeline:
    def shown(objections: Mapping[int, tuple[int, int, str]]) -> dict[int, tuple[int, int, str]]:
        return {
            hand: (seat, act, reason if viewer.reads(seat, hand) else "")
            for hand, (seat, act, reason) in objections.items()
        }

    return replace(
        line,
        carried=[replace(one, before=shown_standing(one.before, viewer)) for one in line.carried],
        items=[items.get(item.ref, item) for item in line.items],
        replaced=[
            replace(
                one,
                old=tuple(items.get(item.ref, item) for item in one.old),
                reason="" if _is_about_hidden(entries[one.act - 1], one.old, items) else one.reason,
            )
            for one in line.replaced
        ],
        objections=shown(line.objections),
        late_objections=shown(line.late_objections),
        pauses=line.pauses if viewer.seat is not None else [replace(one, reason="") for one in line.pauses],
        upheld={hand: (act, "" if viewer.seat is None else reason) for hand, (act, reason) in line.upheld.items()},
    )


def _is_about_hidden(entry: Entry, old: Sequence[Item], items: Mapping[Ref, Item]) -> bool:
    """Whether an amendment removed or added a hidden ruling, which its reason would reveal."""
    came = {(entry.number, place): one["event"] for place, one in enumerate(entry.payload["entries"])}
    went = {item.ref: item.event for item in old}
    for these, others in ((went, came), (came, went)):
        hidden = [event for ref, event in these.items() if ref in items and items[ref].claim == WITHHELD]
        if any(event not in others.values() for event in hidden):
            return True
    return False


def _shown_state(folded: FoldedGame, viewer: Viewer) -> GameState:
    def shown(results: Iterable[RulingResult], items: Iterable[Item], hand: int) -> tuple[RulingResult, ...]:
        rulings = (item for item in items if item.event["type"] == "ruling")
        return tuple(
            one
            if viewer.reads(one.seat, hand, item.born)
            else one._replace(offence=None, times=0, consequences=one.plain, ban=False, notes=())
            for one, item in zip(results, rulings, strict=True)
        )

    state = folded.state
    opened, number = state.open_hand, state.hand_number
    return state._replace(
        hands=tuple(
            hand.result._replace(rulings=shown(hand.result.rulings, hand.items, hand.number)) for hand in folded.hands
        ),
        open_hand=opened._replace(rulings=shown(opened.rulings, folded.open_items, number)),
        bans=frozenset(seat for seat in state.bans if viewer.reads(seat, number)),
        broken={},
        inherited_broken={},
    )


def _shown_entry(entry: Entry, items: Mapping[Ref, Item], viewer: Viewer) -> Entry:
    payload = entry.payload
    if entry.kind in ("play", "amend"):
        said = payload["entries"] if entry.kind == "amend" else [payload]
        shown = []
        for place, one in enumerate(said):
            item = items.get((entry.number, place))
            shown.append(one if item is None else {**one, "event": item.event, "claim": item.claim})
        if entry.kind == "play":
            return replace(entry, payload=shown[0])
        return replace(entry, payload={**payload, "entries": shown}, reason="")
    if entry.kind in CARRIES:
        hidden = {key: shown_standing(payload[key], viewer) for key in ("standing", "before")}
        return replace(entry, payload={**payload, **hidden}, reason="")
    if entry.kind == "pause" and viewer.seat is not None:
        return entry
    if entry.kind == "object" and viewer.reads(payload["seat"], payload["hand"]):
        return entry
    return replace(entry, reason="")
