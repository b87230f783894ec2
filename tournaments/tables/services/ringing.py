"""響鐘: the hall's bell in the book of a table, by the hand in progress at the bell, not by the time of typing.

The clock writes nothing by itself. Where it has rung and the book has no bell yet, the next recorded hand decides where
the bell goes: before this hand, in it, or after it.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Literal

from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.core.exceptions import Invalid
from tournaments.tables.book.changes import closed_by
from tournaments.tables.book.claims import BEFORE_BELL
from tournaments.tables.book.clock import LATE, TYPING, clock_of
from tournaments.tables.book.fold import FoldedHand
from tournaments.tables.book.read import Book
from tournaments.tables.book.timeline import Played

AtBell = Literal["over", "during", "ahead"]

AT_BELL: tuple[AtBell, ...] = ("over", "during", "ahead")


def rung_at(book: Book, now: datetime) -> datetime | None:
    state = book.folded.state
    clock = clock_of(book.game.time, book.game.pauses)
    if clock is None or state.finished or state.hands_left is not None or not clock.rung(now):
        return None
    return clock.bell(now)


def likely(bell: datetime, now: datetime, shown: datetime | None = None) -> AtBell:
    """The most likely place of a hand recorded now; `shown`: when its preview was made, by when it had ended."""
    return "over" if min(shown or now, now) <= bell + (TYPING if shown is None else timedelta(0)) else "during"


def placed(book: Book, said: str, now: datetime, shown: datetime | None = None) -> AtBell | None:
    """The place of the recorded hand at the bell: as `said` ("": the most likely); None where the bell does not matter.
    Raises Invalid for another word, and for a hand typed too late to be credible."""
    if said and said not in AT_BELL:
        raise Invalid(_("請揀鐘響時這一鋪打到哪裡。"), field="at_bell")
    bell = rung_at(book, now)
    if bell is None:
        return None
    where: AtBell = said or likely(bell, now, shown)
    if where == "over" and min(shown or now, now) > bell + LATE:
        words = {"time": f"{timezone.localtime(bell):%H:%M}", "minutes": int(LATE.total_seconds() // 60)}
        raise Invalid(
            _("鐘在 %(time)s 響，已過 %(minutes)s 分鐘，這一鋪不能算作鐘響前打完。要多打，請裁判長先為這一檯加時。")
            % words,
            field="at_bell",
        )
    return where


def before_bell(played: Played) -> Played:
    return Played(played.event, {**(played.claim or {}), BEFORE_BELL: True})


def still_before_bell(hand: FoldedHand, entries: Sequence[Played]) -> Sequence[Played]:
    """The entries of a corrected hand. A correction does not change when the hand ended, so what closes it keeps the
    mark; not where the correction puts the bell into the hand."""
    closing = next(item for item in hand.items if item.ref == closed_by(hand))
    if not (closing.claim or {}).get(BEFORE_BELL) or any(one.event.get("type") == "time_up" for one in entries):
        return entries
    places = [place for place, one in enumerate(entries) if one.event.get("hand") != "previous"]
    return [before_bell(one) if place in places[-1:] else one for place, one in enumerate(entries)]


def bell_event(where: AtBell) -> dict[str, object]:
    return {"type": "time_up", "during_hand": where == "during"}


def too_many(book: Book, now: datetime) -> Invalid:
    bell = rung_at(book, now) or now
    words = {"time": f"{timezone.localtime(bell):%H:%M}"}
    if book.rules.game.bell.stops_hand:
        return Invalid(
            _("鐘在 %(time)s 響，照規則未打完的一鋪中止，不計。如果鐘響前已打完，請揀「鐘響前已打完」。") % words,
            field="at_bell",
        )
    return Invalid(_("鐘在 %(time)s 響，照規則不能再打這一鋪。") % words, field="at_bell")
