"""暫停: a referee stops the time of a table, with a reason, and resumes it. No points move.

Payloads: pause {"hand", "since", "until"}, `until` None while it lasts, with the reason · resume {"pause": act,
"until"} · amend {"replaces": [], "entries": [], "hands": [n], "pause": act}: a pause, or only its end, taken back.
"""

import uuid
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.utils.translation import gettext as _

from tournaments.core.exceptions import Invalid
from tournaments.core.locks import tried_twice
from tournaments.models.digests import moment
from tournaments.tables.book.pauses import Pause
from tournaments.tables.book.read import Actor, Book
from tournaments.tables.services.writing import NewAct, check_open, open_book, write

LONGEST = 600


@tried_twice
def pause(
    *, game_id: int, actor: Actor, reason: str, client_key: uuid.UUID, now: datetime, minutes: int | None = None
) -> Mapping[str, Any]:
    """Begin a pause, or enter one of so many minutes that has just ended. Answers {"act", "hand", "book_version"}; a
    repeat with the same key gets the first answer.

    Raises Invalid (the game is over, it pauses already, no reason, longer than there was time), NotOpen, CardSigned.
    """
    with open_book(game_id) as book:
        known = book.answer_to(client_key, "pause")
        if known is not None:
            return known
        check_open(book)
        since = now - timedelta(minutes=minutes) if minutes else now
        _check(book, reason, since, minutes)
        hand = book.folded.state.hand_number
        payload = {"hand": hand, "since": moment(since), "until": moment(now) if minutes else None}
        act = NewAct("pause", payload, _answer(book, hand), client_key, reason.strip())
        return write(book, act, actor=actor, now=now)


def _check(book: Book, reason: str, since: datetime, minutes: int | None) -> None:
    if book.folded.state.finished:
        raise Invalid(_("這個半莊已打完，不用暫停。"))
    if not reason.strip():
        raise Invalid(_("請寫下原因。"), field="reason")
    if book.folded.timeline.paused is not None:
        raise Invalid(_("這一檯正在暫停，請先按「繼續」。"))
    opened = book.game.round.opened_at
    before = [datetime.fromisoformat(one.until) for one in book.folded.timeline.pauses if one.until]
    earliest = max([*before, *([opened] if opened else [])], default=None)
    if minutes is not None and not 1 <= minutes <= LONGEST:
        raise Invalid(_("分鐘要是 1 至 %(most)s 的整數。") % {"most": LONGEST}, field="minutes")
    if minutes and earliest and since < earliest:
        raise Invalid(_("由開始（或上一次暫停完結）到現在，沒有這麼多分鐘。"), field="minutes")


@tried_twice
def resume(*, game_id: int, actor: Actor, client_key: uuid.UUID, now: datetime) -> Mapping[str, Any]:
    with open_book(game_id) as book:
        known = book.answer_to(client_key, "resume")
        if known is not None:
            return known
        check_open(book)
        if book.folded.timeline.paused is None:
            raise Invalid(_("這一檯沒有在暫停。"))
        return end(book, actor=actor, client_key=client_key, now=now)


def end(book: Book, *, actor: Actor, client_key: uuid.UUID, now: datetime) -> Mapping[str, Any]:
    lasts = book.folded.timeline.paused
    assert lasts is not None
    until = max(now, datetime.fromisoformat(lasts.since))  # who waited for the lock may have begun earlier
    payload = {"pause": lasts.act, "until": moment(until)}
    return write(book, NewAct("resume", payload, _answer(book, lasts.hand), client_key), actor=actor, now=now)


def taken_back(last: Pause) -> dict[str, Any]:
    return {"replaces": [], "entries": [], "hands": [last.hand], "pause": last.last_act}


def _answer(book: Book, hand: int) -> dict[str, Any]:
    return {"act": len(book.entries) + 1, "hand": hand, "closed": False, "book_version": book.game.book_version + 1}
