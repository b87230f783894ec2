"""補記: an event of a closed hand goes behind that hand, before what was entered for the next one.

So rulings count in the order of the hands, whenever they are typed in.
"""

import uuid
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from scoring import ScoringError, consequences_of
from tournaments.core.exceptions import Invalid, refused_by_rules
from tournaments.core.locks import retry_on_deadlock
from tournaments.models.digests import canonical
from tournaments.tables.game_log.changes import closed_by
from tournaments.tables.game_log.claims import check_claim
from tournaments.tables.game_log.read import Actor, GameLog
from tournaments.tables.game_log.replay import FoldedGame, FoldedHand
from tournaments.tables.game_log.timeline import Played
from tournaments.tables.game_log.version_check import effect_of
from tournaments.tables.services import recording
from tournaments.tables.services.writing import NewAct, check_unsigned, open_book, write


@retry_on_deadlock
def record_late(
    *,
    game_id: int,
    actor: Actor,
    number: int | None,
    played: Played,
    client_key: uuid.UUID,
    seen: int,
    now: datetime,
    locked: GameLog | None = None,
) -> Mapping[str, Any]:
    """Add an event with `"hand": "previous"` to hand `number` (None: the last closed one). Answers and refuses as
    `book.record`; Invalid also where a later hand becomes impossible with it."""
    with open_book(game_id, locked) as book:
        known = _known(book, client_key, played)
        if known is not None:
            return known
        recording.check_open(book)
        recording.refuse_unseen(
            book, played, seen, lambda one: effect_of(one.folded, _with(one, number or _last(one, played), played))
        )
        number = number or _last(book, played)
        check_unsigned(book, number)
        after = _with(book, number, played)
        answer = {
            "act": len(book.entries) + 1,
            "hand": number,
            "closed": False,
            "book_version": book.game.book_version + 1,
        }
        return write(book, _act(book, number, played, answer, client_key), actor=actor, now=now, after=after)


def _known(book: GameLog, client_key: uuid.UUID, played: Played) -> Mapping[str, Any] | None:
    number = book.keys.get(client_key)
    if number is not None and book.entries[number - 1].kind == "amend":
        return book.answer_to(client_key, "amend", entries=[played.as_entry()])
    return book.answer_to(client_key, "play", event=dict(played.event))


def _act(book: GameLog, number: int, played: Played, answer: Mapping[str, Any], client_key: uuid.UUID) -> NewAct:
    if _place(book, number, played) == len(book.folded.timeline.items):
        about = {"about": list(closed_by(_hand(book, number)))}
        return NewAct("play", played.as_entry() | about, answer, client_key)
    reason = _("第 %(number)s 鋪的補充判決") % {"number": number}
    return NewAct("amend", _payload(book, number, played), answer, client_key, reason)


def preview_late(*, book: GameLog, number: int | None, played: Played) -> tuple[FoldedGame, FoldedGame]:
    recording.check_open(book)
    return book.folded, _with(book, number or _last(book, played), played)


def _last(book: GameLog, played: Played) -> int:
    try:
        consequences_of(book.folded.state, played.event, book.rules)
    except ScoringError as error:
        raise refused_by_rules(error, recording.player_names(book.game.pk)) from error
    return len(book.folded.hands)


def _hand(book: GameLog, number: int) -> FoldedHand:
    hand = book.folded.hand(number)
    if hand is None:
        raise Invalid(_("沒有第 %(number)s 鋪。") % {"number": number}, field="hand")
    return hand


def _place(book: GameLog, number: int, played: Played) -> int:
    """The index: behind what closed the hand. Several such events have a fixed order, whichever is typed first."""
    items = book.folded.timeline.items
    hand = set(_hand(book, number).result.event_indices)
    closing = closed_by(_hand(book, number))
    place = 1 + next(index for index in hand if items[index].ref == closing)
    mine = canonical(played.event)
    while place in hand and canonical(items[place].event) <= mine:
        place += 1
    return place


def _payload(book: GameLog, number: int, played: Played) -> dict[str, Any]:
    before = book.folded.timeline.items[_place(book, number, played) - 1]
    about = list(closed_by(_hand(book, number)))
    return {"replaces": [], "after": list(before.ref), "entries": [played.as_entry()], "hands": [], "about": about}


def _with(book: GameLog, number: int, played: Played) -> FoldedGame:
    check_claim(played.claim)
    return recording.amended_game(book, _payload(book, number, played))
