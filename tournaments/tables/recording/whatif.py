"""如果…: a possible next result and its effect on chains and scores. Nothing is stored."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from accounts.numbers import WIDE_DIGITS
from scoring import RuleSet, ScoringError, apply
from tournaments.core.exceptions import refused_by_rules
from tournaments.phrases.names import Seat
from tournaments.phrases.wording import said, unit_of, wording_at
from tournaments.tables.book.changes import Preview
from tournaments.tables.book.fold import FoldedGame
from tournaments.tables.book.read import Book
from tournaments.tables.book.timeline import Item
from tournaments.tables.recording.entry import SELF_DRAW
from tournaments.tables.recording.preview import HandPreview, preview_of
from tournaments.tables.recording.win_form import Choice, amount_label

DRAW = "draw"


@dataclass(frozen=True)
class WhatIf:
    """`seen`: the effect, or `problem`: why it is impossible."""

    winners: tuple[Choice, ...]
    sources: tuple[Choice, ...]
    called: str
    unit: str
    amount: str
    carries: bool
    assumed: str
    seen: HandPreview | None
    problem: str
    finished: bool


def what_if(asked: Mapping[str, str], book: Book, seats: Sequence[Seat]) -> WhatIf:
    winner, source = asked.get("winner", ""), asked.get("source", "")
    called = asked.get("called", "").strip()[:4]
    called = called.translate(WIDE_DIGITS)
    called = called if called.isascii() and called.isdigit() else ""
    event = _event(winner, source, called, book)
    seen, problem = _tried(event, book, seats) if event else (None, "")
    return WhatIf(
        winners=(
            *[Choice(str(s.seat), s.name, winner == str(s.seat), s.wind) for s in seats],
            Choice(DRAW, said(_("流局"), book.rules), winner == DRAW),
        ),
        sources=(
            Choice(SELF_DRAW, _("自摸"), source == SELF_DRAW),
            *[Choice(str(s.seat), s.name, source == str(s.seat), s.wind) for s in seats],
        ),
        called=called,
        unit=unit_of(book.rules),
        carries=book.rules.game.chain is not None,
        amount=amount_label(book.rules),
        assumed="" if called or seen is None or winner == DRAW else _assumed(book.rules),
        seen=seen,
        problem=problem,
        finished=book.folded.state.finished,
    )


def _assumed(rules: RuleSet) -> str:
    least = max(rules.game.minimum_fan - rules.base, 0)
    return said(_("未填番數，先當 %(fan)s %(unit)s計。"), rules) % {"fan": least, "unit": unit_of(rules)}


def _event(winner: str, source: str, called: str, book: Book) -> dict[str, object] | None:
    """The event to try; None while too little is chosen. Without a number it is the smallest winning hand."""
    if winner == DRAW:
        return {"type": DRAW}
    if winner not in ("0", "1", "2", "3") or source == winner:
        return None
    event: dict[str, object] = {"type": "win", "winner": int(winner)}
    least = book.rules.game.minimum_fan
    event["fan"] = int(called) + book.rules.base if called else max(book.rules.base, least)
    if source == SELF_DRAW:
        return event | {"self_draw": True}
    return event | {"from": int(source)} if source in ("0", "1", "2", "3") else None


def _tried(event: dict[str, object], book: Book, seats: Sequence[Seat]) -> tuple[HandPreview | None, str]:
    before = book.folded
    timeline = before.timeline
    items = [*timeline.items, Item((0, 0), event)]
    tried = type(timeline)(items=items, confirmed=timeline.confirmed)
    try:
        after = FoldedGame(book.rules, tried, apply(before.state, event, book.rules))
    except ScoringError as error:
        return None, refused_by_rules(error, [seat.name for seat in seats]).detail
    wording = wording_at(seats, book.rules)
    return preview_of(Preview(before, after, after.hands[-1]), wording), ""
