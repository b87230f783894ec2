"""From the acts of a game to its log of hands: `scoring` replays the events in force, confirmations are added."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from typing import Any, NamedTuple

from scoring import GameState, HandResult, RuleSet, RulingResult, ScoringError, apply, fold, format_points, start
from scoring.tournament import PlayerRecord, held_by, substitute
from tournaments.models.digests import sha256
from tournaments.tables.game_log.timeline import Item, Ref, Timeline, is_late

SEATS = range(4)

TAKEN_OVER = "substitutes"
"""The part of a game's `standing` about 替補; the rest is that of the replay document."""


@dataclass(frozen=True)
class TakeOver:
    """換人: another player takes over a seat, from the entries after act `act` on.

    They sit down once the event that closed the previous hand is reached (`after`: its act; 0: it was the first hand).
    If that event has been undone, the hand number `from_hand` counts. `standing`: the cards they bring, as for a game,
    of their seat only · `at`: the time, as ISO text.
    """

    seat: int
    from_hand: int
    act: int
    after: int
    at: str
    standing: Mapping[str, Any]

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    def due(self, hand: int, closed: Collection[int]) -> bool:
        """Whether the substitute's first hand has begun. `hand`: the current one · `closed`: acts that have closed a
        hand so far."""
        return not self.after or self.after in closed or hand >= self.from_hand

    def begins(self, item: Item, hand: int, closed: Collection[int]) -> bool:
        """Whether the substitute plays from this item on. A ruling entered afterwards belongs to the hand before, so it
        does not seat them."""
        return item.born > self.act and not is_late(item.event) and self.due(hand, closed)


def take_overs(standing: Mapping[str, Any]) -> list[TakeOver]:
    return [TakeOver(**one) for one in standing.get(TAKEN_OVER, ())]


def brought(standing: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in standing.items() if key != TAKEN_OVER}


@dataclass(frozen=True)
class FoldedHand:
    """局 with its confirmations and objections. Digests are computed only if a confirmation depends on them.

    `objection`: seat, act and reason; `late_objection`: after all four had confirmed, a case that blocks nothing.
    """

    number: int
    result: HandResult
    items: tuple[Item, ...]
    timeline: Timeline
    objection: tuple[int, int, str] | None
    late_objection: tuple[int, int, str] | None

    @cached_property
    def digests(self) -> tuple[str, ...]:
        """Return the digest that each seat confirms: of its own numbers in this hand. A correction of others leaves it
        unchanged."""
        hand, digests = self.result, []
        for seat in SEATS:
            numbers = [
                hand.number,
                hand.name,
                hand.dealer,
                hand.dealer_streak,
                hand.result,
                [
                    [t.source, t.target, format_points(t.points), t.reason]
                    for t in hand.transfers
                    if seat in (t.source, t.target)
                ],
                [[p.winner, p.payer, format_points(p.points)] for p in hand.payments if seat in (p.winner, p.payer)],
                [
                    [c.winner, c.payer, format_points(c.points), c.pulls]
                    for c in hand.chains
                    if seat in (c.winner, c.payer)
                ],
                [{"seat": seat, "card": one.card} for one in hand.cards if one.seat == seat],
                format_points(hand.scores[seat]),
            ]
            digests.append(sha256(*numbers)[:16])
        return tuple(digests)

    @cached_property
    def confirmations(self) -> tuple[int | None, ...]:
        said = [self.timeline.confirmed.get((self.number, seat)) for seat in SEATS]
        return tuple(act[1] if act and act[0] == self.digests[seat] else None for seat, act in enumerate(said))

    def closed(self, rules: RuleSet) -> bool:
        """Whether all four have confirmed the hand and these rules allow no later rulings on it."""
        return rules.game.objections == "closed" and self.state == "confirmed"

    @property
    def state(self) -> str:
        if self.objection:
            return "disputed"
        return "waiting" if None in self.confirmations else "confirmed"


class Ruled(NamedTuple):
    item: Item
    hand: int
    result: RulingResult


class Taken(NamedTuple):
    place: int
    hand: int
    left: PlayerRecord


@dataclass(frozen=True)
class FoldedGame:
    """半莊: the current state, its closed hands with their confirmations, and the timeline behind them. By seat:
    `taken`: where a substitute has sat down · `coming`: the cards of a substitute whose first hand has not begun."""

    rules: RuleSet
    timeline: Timeline
    state: GameState
    taken: Mapping[int, "Taken"] = field(default_factory=dict)
    coming: Mapping[int, PlayerRecord] = field(default_factory=dict)

    def plays(self, seat: int, ref: Ref) -> bool | None:
        """Whether the item was entered when the substitute was in this seat; None without a substitute."""
        taken = self.taken.get(seat)
        if taken is None:
            return None
        return next(place for place, item in enumerate(self.timeline.items) if item.ref == ref) >= taken.place

    @cached_property
    def hands(self) -> list[FoldedHand]:
        line, found = self.timeline, []
        for hand in self.state.hands:
            items = tuple(line.items[index] for index in hand.event_indices)
            objections = line.objections.get(hand.number), line.late_objections.get(hand.number)
            found.append(FoldedHand(hand.number, hand, items, line, *objections))
        return found

    @cached_property
    def open_items(self) -> tuple[Item, ...]:
        closed = {index for hand in self.state.hands for index in hand.event_indices}
        return tuple(item for index, item in enumerate(self.timeline.items) if index not in closed)

    @cached_property
    def wind_over(self) -> bool:
        if self.rules.game.signed_after != "wind" or self.state.finished or not self.state.hands or self.open_items:
            return False
        last = self.state.hands[-1]
        return last.name[0] != self.state.name[0] and len(self.signatures) < 4

    @property
    def signatures(self) -> Mapping[int, tuple[str, int]]:
        """Return the signatures of the card: of the finished game, else of the 圈 that has just ended."""
        if self.state.finished:
            return self.timeline.signed
        return self.timeline.wind_signed.get(len(self.state.hands), {})

    @cached_property
    def unconfirmed(self) -> list[FoldedHand]:
        return [hand for hand in self.hands if hand.state != "confirmed"]

    def hand(self, number: int) -> FoldedHand | None:
        return next((hand for hand in self.hands if hand.number == number), None)

    @cached_property
    def ruled(self) -> dict[Ref, Ruled]:
        found: dict[Ref, Ruled] = {}
        items = self.timeline.items
        if not any(item.event["type"] == "ruling" for item in items):
            return found
        opened = self.state.open_hand
        places = [(hand.number, hand.event_indices, hand.rulings) for hand in self.state.hands]
        for number, indices, results in [*places, (self.state.hand_number, opened.event_indices, opened.rulings)]:
            rulings = (items[index] for index in indices if items[index].event["type"] == "ruling")
            for item, result in zip(rulings, results, strict=True):
                found[item.ref] = Ruled(item, number, result)
        return found


def replay(rules: RuleSet, standing: Mapping[str, Any], timeline: Timeline) -> FoldedGame:
    """Replay the events in force. Raises ScoringError (with `.index`) if one of them is impossible."""
    if TAKEN_OVER not in standing and not any(item.about for item in timeline.items):
        return FoldedGame(rules, timeline, fold(rules, [item.event for item in timeline.items], standing or None))
    walk = Walk(rules, standing, timeline.items)
    for _item, _state in walk:
        pass
    return FoldedGame(rules, replace(timeline, items=walk.items), walk.state, walk.taken, walk.coming)


class Walk:
    """Replay a game item by item: each with the state in which it happens. `items`, `state` and `taken` grow with it.

    A ruling entered afterwards applies to the hand it names: the one before, or the current one if the event that had
    closed that hand no longer does. A substitute brings their own cards. Raises as `replay` does.
    """

    def __init__(self, rules: RuleSet, standing: Mapping[str, Any], items: Iterable[Item]) -> None:
        self.rules = rules
        self.items: list[Item] = []
        self.taken: dict[int, Taken] = {}
        self.state = start(rules, brought(standing) or None)
        self._left = list(items)
        self._coming = take_overs(standing)
        self._closing: Ref | None = None
        self._closed: set[int] = set()

    def __iter__(self) -> Iterator[tuple[Item, GameState]]:
        for item in self._left:
            if item.about:
                event = {key: value for key, value in item.event.items() if key != "hand"}
                item = replace(item, event=event | ({"hand": "previous"} if self._closing in item.about else {}))
            hand, closed = self.state.hand_number, len(self.state.hands)
            self._sit([one for one in self._coming if one.begins(item, hand, self._closed)])
            yield item, self.state
            try:
                self.state = apply(self.state, item.event, self.rules)
            except ScoringError as error:
                error.index = len(self.items)
                raise
            if len(self.state.hands) > closed:
                self._closing = item.ref
                self._closed.add(item.born)
            self.items.append(item)
        if not self.state.finished:
            self._sit([one for one in self._coming if one.due(self.state.hand_number, self._closed)])

    @property
    def coming(self) -> dict[int, PlayerRecord]:
        seated = ((one.seat, substitute(self.state, one.seat, one.standing, self.rules)) for one in self._coming)
        return {seat: held_by(state, seat) for seat, state in seated}

    def _sit(self, now: Iterable[TakeOver]) -> None:
        for one in now:
            self._coming.remove(one)
            self.taken[one.seat] = Taken(len(self.items), self.state.hand_number, held_by(self.state, one.seat))
            self.state = substitute(self.state, one.seat, one.standing, self.rules)
