"""補記: insert an event of a closed hand after that hand, before the entries of the next one.

So rulings count in the order of the hands, whenever they are entered.
"""

import uuid
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from scoring import ScoringError
from scoring.tournament import consequences_of
from tournaments.core.exceptions import refused_by_rules
from tournaments.core.locks import retry_on_deadlock
from tournaments.models.digests import canonical
from tournaments.phrases.names import told_apart
from tournaments.tables.game_log.as_of import seated_players
from tournaments.tables.game_log.changes import closed_by
from tournaments.tables.game_log.claims import check_claim
from tournaments.tables.game_log.read import Actor, GameLog
from tournaments.tables.game_log.replay import FoldedGame
from tournaments.tables.game_log.timeline import Played
from tournaments.tables.services import recording
from tournaments.tables.services.writing import check_unsigned, checked_hand, open_book, write


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
    """Add an event with `"hand": "previous"` to hand `number` (None: the last closed one). Returns and raises as
    `recording.record` does; Invalid also if a later hand becomes impossible."""
    with open_book(game_id, locked) as book:
        known = book.keys.get(client_key)
        if known is not None and book.entries[known - 1].kind == "amend":
            answer = book.answer_to(client_key, "amend", entries=[played.as_entry()])
        else:
            answer = book.answer_to(client_key, "play", event=dict(played.event))
        if answer is not None:
            return answer
        recording.check_open(book)
        recording.refuse_unseen(book, played, seen, lambda one: _insert(one, number, played)[1])
        number = number or _last(book, played)
        check_unsigned(book, number)
        payload, after = _insert(book, number, played)
        by: dict[str, Any] = {"actor": actor, "client_key": client_key, "now": now, "after": after}
        if payload["after"] == list(book.folded.timeline.items[-1].ref):
            last = played.as_entry() | {"about": payload["about"]}
            return write(book, "play", last, book.answer(number), **by)
        reason = _("第 %(number)s 鋪的補充判決") % {"number": number}
        return write(book, "amend", payload, book.answer(number), reason=reason, **by)


def preview_late(*, book: GameLog, number: int | None, played: Played) -> FoldedGame:
    recording.check_open(book)
    return _insert(book, number, played)[1]


def _last(book: GameLog, played: Played) -> int:
    try:
        consequences_of(book.folded.state, played.event, book.rules)
    except ScoringError as error:
        raise refused_by_rules(error, told_apart(seated_players(book.game))) from error
    return len(book.folded.hands)


def _insert(book: GameLog, number: int | None, played: Played) -> tuple[dict[str, Any], FoldedGame]:
    """Return the payload that puts the event after the one that closed the hand, and the resulting game. Several such
    events have a fixed order, whichever is entered first."""
    number = number or _last(book, played)
    check_claim(played.claim)
    hand = checked_hand(book, number)
    items, indices, closing = book.folded.timeline.items, hand.result.event_indices, closed_by(hand)
    place = 1 + next(index for index in indices if items[index].ref == closing)
    mine = canonical(played.event)
    while place in indices and canonical(items[place].event) <= mine:
        place += 1
    payload = {
        "replaces": [],
        "after": list(items[place - 1].ref),
        "entries": [played.as_entry()],
        "hands": [],
        "about": list(closing),
    }
    return payload, recording.amended_game(book, payload)
