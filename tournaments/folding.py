"""From the acts of a game to its book: the events in force are folded by `scoring`, confirmations are laid over it.

Knows the shape of an act and of the fold's result; reads and writes no database.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property
from typing import Any, NamedTuple

from scoring.errors import ScoringError
from scoring.game import GameState, HandResult, RulingResult, Transfer, apply, fold, start
from scoring.points import text
from scoring.rulesets.rule_set import RuleSet
from tournaments.timeline import Entry, Item, Ref, Timeline, build

SEATS = range(4)


@dataclass(frozen=True)
class FoldedHand:
    """局 with everything people said about it. Digests are only worked out when somebody's word depends on them."""

    result: HandResult
    timeline: Timeline

    @property
    def number(self) -> int:
        return self.result.number

    @cached_property
    def items(self) -> tuple[Item, ...]:
        """The events of the hand, with what was claimed."""
        return tuple(self.timeline.items[index] for index in self.result.event_indices)

    @cached_property
    def digests(self) -> tuple[str, ...]:
        """What each seat confirms, see `seat_digests`."""
        return seat_digests(self.result)

    @cached_property
    def confirmations(self) -> tuple[int | None, ...]:
        """The act by which each seat confirmed the numbers as they are now, or None."""
        said = [self.timeline.confirmed.get((self.number, seat)) for seat in SEATS]
        return tuple(act[1] if act and act[0] == self.digests[seat] else None for seat, act in enumerate(said))

    @property
    def objection(self) -> tuple[int, int, str] | None:
        """(seat, act, reason) of an objection that is not decided yet."""
        return self.timeline.objections.get(self.number)

    @property
    def missing(self) -> list[int]:
        """Seats that have not confirmed these numbers."""
        return [seat for seat in SEATS if self.confirmations[seat] is None]

    @property
    def state(self) -> str:
        if self.objection:
            return "disputed"
        return "waiting" if self.missing else "confirmed"


class Ruled(NamedTuple):
    """判決 of a game: as it was entered, the number of the hand it stands with, and what it does there."""

    item: Item
    hand: int
    result: RulingResult


@dataclass(frozen=True)
class FoldedGame:
    """半莊: the state now, its closed hands with their confirmations, and the timeline that it was folded from."""

    rules: RuleSet
    timeline: Timeline
    state: GameState

    @cached_property
    def hands(self) -> list[FoldedHand]:
        return [FoldedHand(hand, self.timeline) for hand in self.state.hands]

    @cached_property
    def open_items(self) -> tuple[Item, ...]:
        """Events entered for the hand in progress."""
        closed = {index for hand in self.state.hands for index in hand.event_indices}
        return tuple(item for index, item in enumerate(self.timeline.items) if index not in closed)

    @property
    def unconfirmed(self) -> list[FoldedHand]:
        return [hand for hand in self.hands if hand.state != "confirmed"]

    @property
    def disputed(self) -> list[FoldedHand]:
        return [hand for hand in self.hands if hand.objection]

    def hand(self, number: int) -> FoldedHand | None:
        return next((hand for hand in self.hands if hand.number == number), None)

    @cached_property
    def ruled(self) -> dict[Ref, Ruled]:
        """判決 in force, by where they come from: the item, the number of its hand, and what it does."""
        found: dict[Ref, Ruled] = {}
        if any(item.event["type"] == "ruling" for item in self.timeline.items):
            for hand in self.state.hands:
                _add_ruled(found, hand.number, self._items(hand.event_indices), hand.rulings)
            opened = self.state.open_hand
            _add_ruled(found, self.state.hand_number, self._items(opened.event_indices), opened.rulings)
        return found

    def _items(self, indices: Iterable[int]) -> list[Item]:
        return [self.timeline.items[index] for index in indices]


def _add_ruled(found: dict[Ref, Ruled], number: int, items: Iterable[Item], results: Iterable[RulingResult]) -> None:
    rulings = (item for item in items if item.event["type"] == "ruling")
    for item, result in zip(rulings, results, strict=True):
        found[item.ref] = Ruled(item, number, result)


def fold_timeline(rules: RuleSet, standing: Mapping[str, Any], timeline: Timeline) -> FoldedGame:
    """Fold the events in force. Raises ScoringError (with `.index`) when one of them is not possible."""
    if any(item.about for item in timeline.items):
        timeline = _placed(rules, standing, timeline)
    return FoldedGame(rules, timeline, fold(rules, timeline.events, standing or None))


def _placed(rules: RuleSet, standing: Mapping[str, Any], timeline: Timeline) -> Timeline:
    """Each ruling found afterwards said of the hand that it is about: the one before, or, where what had closed that
    one closes nothing any more, the one in progress. Raises as the fold does."""
    state, items, closing = start(rules, standing or None), [], None
    for index, item in enumerate(timeline.items):
        if item.about:
            event = {key: value for key, value in item.event.items() if key != "hand"}
            item = replace(item, event=event | ({"hand": "previous"} if closing in item.about else {}))
        closed = len(state.hands)
        try:
            state = apply(state, item.event, rules)
        except ScoringError as error:
            error.index = index
            raise
        closing = item.ref if len(state.hands) > closed else closing
        items.append(item)
    return replace(timeline, items=items)


def follow(before: FoldedGame, timeline: Timeline, kind: str, standing: Mapping[str, Any]) -> FoldedGame:
    """The game after one more act of `kind`, which `timeline` holds already; only what the act touches is folded."""
    if kind in ("amend", "carry") or any(item.about for item in timeline.items):
        return fold_timeline(before.rules, standing, timeline)
    state = apply(before.state, timeline.items[-1].event, before.rules) if kind == "play" else before.state
    return FoldedGame(before.rules, timeline, state)


def fold_acts(rules: RuleSet, standing: Mapping[str, Any], entries: Iterable[Entry]) -> FoldedGame:
    """The same from the acts themselves."""
    return fold_timeline(rules, standing, build(entries))


def seat_digests(hand: HandResult) -> tuple[str, ...]:
    """What each seat confirms: its own numbers of this hand. A correction elsewhere leaves the digest as it was."""
    return tuple(_digest(_numbers_of(hand, seat)) for seat in SEATS)


def _numbers_of(hand: HandResult, seat: int) -> list[object]:
    return [
        hand.number,
        hand.name,
        hand.dealer,
        hand.dealer_streak,
        hand.result,
        [[t.source, t.target, text(t.points), t.reason] for t in hand.transfers if seat in (t.source, t.target)],
        [[p.winner, p.payer, text(p.points)] for p in hand.payments if seat in (p.winner, p.payer)],
        [[c.winner, c.payer, text(c.points), c.pulls] for c in hand.chains if seat in (c.winner, c.payer)],
        [card for card in _plain(hand.cards) if card["seat"] == seat],
        text(hand.scores[seat]),
    ]


def _digest(value: object) -> str:
    return hashlib.sha256(canonical(value).encode()).hexdigest()[:16]


def canonical(value: object) -> str:
    """JSON with one possible spelling, for digests."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def _plain(cards: Iterable[Any]) -> list[dict[str, Any]]:
    return [{"seat": card.seat, "card": card.card} for card in cards]


def hand_book(hand: HandResult, items: Iterable[Item]) -> dict[str, Any]:
    """The stored line of a hand: points as text, seats as numbers, the events as they were entered."""
    return {
        "events": [{"event": item.event, "claim": item.claim, "act": item.ref[0]} for item in items],
        "transfers": [
            {"from": t.source, "to": t.target, "points": text(t.points), "reason": t.reason} for t in hand.transfers
        ],
        "payments": [
            {
                "winner": p.winner,
                "payer": p.payer,
                "fan": p.fan,
                "multi": p.multi,
                "dealer": p.dealer,
                "points": text(p.points),
                **({"extra": p.extra} if p.extra else {}),
                **({"reason": p.reason} if p.reason != "win" else {}),
            }
            for p in hand.payments
        ],
        "moves": [
            {
                "winner": m.winner,
                "payer": m.payer,
                "kind": m.kind,
                "before": text(m.before),
                "after": text(m.after),
                "paid": text(m.paid),
            }
            for m in hand.chain_moves
        ],
        "chains": [
            {"winner": c.winner, "payer": c.payer, "points": text(c.points), "pulls": c.pulls} for c in hand.chains
        ],
        "cards": _plain(hand.cards),
        "scores": [text(score) for score in hand.scores],
    }


def pending(state: GameState) -> list[tuple[Decimal, Decimal]]:
    """待收 and 待付 of each seat: what the open chains would bring and cost."""
    zero = Decimal(0)
    return [
        (
            sum((c.points for c in state.chains if c.winner == seat), zero),
            sum((c.points for c in state.chains if c.payer == seat), zero),
        )
        for seat in SEATS
    ]


def penalties(state: GameState) -> list[Decimal]:
    """罰分 of each seat so far: fines paid and got, and deductions."""
    transfers = [t for hand in state.hands for t in hand.transfers]
    return penalties_in([*transfers, *state.open_hand.transfers])


def penalties_in(transfers: Iterable[Transfer]) -> list[Decimal]:
    """罰分 of each seat in these transfers."""
    totals = [Decimal(0)] * 4
    for transfer in transfers:
        if transfer.reason in ("fine", "deduction"):
            if transfer.source is not None:
                totals[transfer.source] -= transfer.points
            if transfer.target is not None:
                totals[transfer.target] += transfer.points
    return totals
