"""更正: the corrected hand as a list of entries kept in the page, and every hand that it would change. Nothing is
saved; replaying decides what is possible."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.utils.translation import gettext as _

from scoring import GameState, ScoringError, apply
from scoring.rulebook import BellRules
from tournaments.phrases.kinds import KINDS, end_words, event_words, left_words
from tournaments.phrases.wording import Wording, plain
from tournaments.tables.game_log.changes import HandChange, changes
from tournaments.tables.game_log.read import GameLog
from tournaments.tables.game_log.replay import FoldedGame, FoldedHand, Walk
from tournaments.tables.game_log.timeline import Item, Played

CLOSING = ("win", "draw")
BELL = "time_up"
OPENING = ("first_dealer", "raise")


@dataclass(frozen=True)
class Draft:
    """The entries of a hand being corrected, in order, including the closing one."""

    entries: tuple[Played, ...]

    @property
    def closing(self) -> int | None:
        """Return the index of the win or draw; None for a hand stopped by a ruling."""
        return next((i for i, entry in enumerate(self.entries) if entry.event.get("type") in CLOSING), None)

    @property
    def result(self) -> Played | None:
        return None if self.closing is None else self.entries[self.closing]

    def without(self, index: int) -> "Draft":
        return Draft(tuple(entry for i, entry in enumerate(self.entries) if i != index))

    def with_result(self, result: Played | None) -> "Draft":
        """Replace the result in its place; None: a ruling ends the hand."""
        place = self.closing
        if result is None:
            return self if place is None else self.without(place)
        if place is None:
            return self.with_entry(result)
        return Draft((*self.entries[:place], result, *self.entries[place + 1 :]))

    def with_entry(self, entry: Played) -> "Draft":
        """Add a reward or ruling: before the result, or after it for a ruling entered later."""
        place = self.closing
        if place is None or entry.event.get("hand") == "previous" or entry.event.get("type") in CLOSING:
            return Draft((*self.entries, entry))
        return Draft((*self.entries[:place], entry, *self.entries[place:]))

    def with_forgotten(self, entry: Played, bell: BellRules) -> "Draft":
        """Add 起莊, 內插, 做錯莊, 投降 or the bell. A bell that stops the hand replaces its result."""
        if entry.event.get("type") == BELL and bell.stops_hand:
            return self.with_result(entry)
        opens = entry.event.get("type") in OPENING  # before 做錯莊 and the bell
        place = 0
        for one in self.entries:
            kind = KINDS.get(str(one.event.get("type")))
            if not (one.event.get("type") in OPENING if opens else kind is not None and kind.begins):
                break
            place += 1
        return Draft((*self.entries[:place], entry, *self.entries[place:]))


def draft_of(items: Iterable[Item]) -> Draft:
    return Draft(tuple(Played(item.event, item.claim) for item in items))


@dataclass(frozen=True)
class SeatChange:
    name: str
    before: Decimal
    after: Decimal
    confirms_again: bool = False

    @property
    def change(self) -> Decimal:
        return self.after - self.before


def changes_view(before: FoldedGame, after: FoldedGame, wording: Wording) -> dict[str, Any]:
    """Return the template's data. Of a hand: `was`, its earlier number, if different."""
    old, new = before.state, after.state
    differing = [one for one in changes(before, after) if _without_acts(one.before) != _without_acts(one.after)]
    end = ""
    if (old.finished, old.hands_left) != (new.finished, new.hands_left):
        if new.finished:
            end = "" if old.finished else end_words(wording)
        else:
            end = wording.said(_("這個半莊未完，要再打")) if new.hands_left is None else left_words(new)
    # Where all four confirm every hand again, the line above the hands says so once.
    marked = any(len(change.again) < len(wording.names) for change in differing)
    hands = tuple(_changed(change, wording, marked=marked) for change in differing)
    totals = [SeatChange(name, old.scores[seat], new.scores[seat]) for seat, name in enumerate(wording.names)]
    once = len(hands) == 1 and [(one.before, one.after) for one in hands[0]["seats"]] == [
        (one.before, one.after) for one in totals
    ]
    return {
        "hands": hands,
        "totals": [] if once else totals,
        "again": tuple(
            wording.sitting(seat) for seat in sorted({seat for change in differing for seat in change.again})
        ),
        "end": end,
    }


def _without_acts(line: Mapping[str, Any] | None) -> dict[str, Any]:
    events = [(entry["event"], entry["claim"]) for entry in (line or {}).get("events", ())]
    return {**(line or {}), "events": events}


def _changed(change: HandChange, wording: Wording, *, marked: bool) -> dict[str, Any]:
    old, new = change.before, change.after
    title_before, title_after = wording.title(old) if old else "", wording.title(new or old or {})
    result_before = _result(old, wording) if old else _("（未有這一鋪）")
    result_after = _result(new, wording) if new else _("不再另成一鋪：之後的記錄屬同一局")
    seats: list[SeatChange] = []
    chains_before: list[str] = []
    chains_after: list[str] = []
    owed: list[str] = []
    if old and new:
        chains_before, chains_after = ([wording.chain(one) for one in line["chains"]] for line in (old, new))
        seats = [
            SeatChange(
                name, Decimal(old["scores"][seat]), Decimal(new["scores"][seat]), marked and seat in change.again
            )
            for seat, name in enumerate(wording.names)
        ]
        for role, words in (
            ("winner", _("%(name)s 待收 %(before)s → %(after)s")),
            ("payer", _("%(name)s 待付 %(before)s → %(after)s")),
        ):
            for seat, name in enumerate(wording.names):
                was, now = (sum(Decimal(c["points"]) for c in one["chains"] if c[role] == seat) for one in (old, new))
                if was != now:
                    owed.append(words % {"name": name, "before": plain(was), "after": plain(now)})
    return {
        "number": change.number,
        "was": change.was,
        "title_before": title_before,
        "title_after": title_after,
        "title_changed": title_before not in ("", title_after),
        "result_before": result_before,
        "result_after": result_after,
        "result_changed": result_before != result_after,
        "chains_before": chains_before,
        "chains_after": chains_after,
        "owed": owed,
        "chains_changed": chains_before != chains_after,
        "seats": seats,
    }


def _result(line: Mapping[str, Any], wording: Wording) -> str:
    """Describe the result with all other entries of the hand."""
    others = [one for one in line["events"] if one["event"]["type"] not in ("win", "draw")]
    words = [wording.result(line)]
    if line["result"] in ("win", "draw", "stopped"):
        words += [event_words(wording.at(line["number"], one["act"]), one["event"]) for one in others]
    return " · ".join(words)


def state_at(book: GameLog, hand: FoldedHand, draft: Draft) -> GameState:
    """Return the state in which a hand is closed: after all earlier hands, and the draft's entries before its result.

    Impossible entries are skipped here; the preview of the correction explains them.
    """
    items = book.folded.timeline.items
    first = items[hand.result.event_indices[0]].ref
    state = next(state for item, state in Walk(book.rules, book.game.standing, items) if item.ref == first)
    for entry in draft.entries:
        if entry.event.get("type") in CLOSING:
            break
        try:
            after = apply(state, entry.event, book.rules)
        except ScoringError:
            continue
        if len(after.hands) > len(state.hands) or after.finished:
            break
        state = after
    return state


def score_changes(before: GameState, after: GameState, names: Sequence[str]) -> list[SeatChange]:
    """Return the four seats before and after; empty if no points move."""
    changes = [SeatChange(name, before.scores[seat], after.scores[seat]) for seat, name in enumerate(names)]
    return changes if any(change.change for change in changes) else []
