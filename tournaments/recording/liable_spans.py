"""代位賠付: who pays in place of whoever would, while the span that a referee ruled runs.

The span is kept beside the ruling (`tournaments.book.claims`) and moves nothing by itself: the form of a win begins
with the liable seat chosen, and the referee decides.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from tournaments.book.claims import SUBSTITUTE
from tournaments.book.fold import FoldedGame
from tournaments.book.timeline import Item
from tournaments.recording.asks import knows_substitutes
from tournaments.recording.entry import WinEntry
from tournaments.words.wording import Wording


@dataclass(frozen=True)
class LiableSpan:
    """One seat that pays for others in the hand asked about. `sentence`: who, for what, until when."""

    seat: int
    sentence: str


def liable_spans(folded: FoldedGame, wording: Wording, number: int | None = None) -> tuple[LiableSpan, ...]:
    """Whose span reaches hand `number` (the one in progress, if none is given), in the order of their rulings."""
    if not knows_substitutes(wording.rules):
        return ()
    current = number or folded.state.hand_number
    found: dict[int, LiableSpan] = {}
    for one in folded.ruled.values():
        span, seat = (one.item.claim or {}).get(SUBSTITUTE), one.result.seat
        if not span or seat is None or not one.hand <= current < one.hand + span["hands"]:
            continue
        last = one.hand + span["hands"] - 1
        found.setdefault(seat, LiableSpan(seat, _sentence(wording, seat, one.result.offence, last, current)))
    return tuple(found.values())


def _sentence(wording: Wording, seat: int, offence: str | None, last: int, current: int) -> str:
    words = {"name": wording.name(seat), "offence": wording.offence_name(offence) or _("裁判判決"), "last": last}
    if last == current:
        return _("%(name)s %(offence)s：代位賠付，至這一鋪完") % words
    return _("%(name)s %(offence)s：代位賠付，至第 %(last)s 鋪完") % words


def span_words(hands: int, name: str) -> str:
    """What such a ruling says, seen from the hand in which it stands."""
    words = {"name": name, "hands": hands}
    if hands == 1:
        return _("代位賠付：這一鋪應付的由 %(name)s 代付") % words
    return _("代位賠付：由這一鋪起 %(hands)s 鋪，應付的由 %(name)s 代付") % words


def ruled_span(item: Item, wording: Wording) -> tuple[str, ...]:
    """The same for a ruling on the record; nothing where it says nothing of it."""
    span = (item.claim or {}).get(SUBSTITUTE)
    return (span_words(span["hands"], wording.name(item.event.get("seat"))),) if span else ()


def with_liable(entry: WinEntry, spans: Sequence[LiableSpan]) -> WinEntry:
    """The entry with the liable seats chosen, where nobody has been yet; the winner pays for nobody."""
    liable = tuple(sorted(one.seat for one in spans if one.seat not in entry.seats))
    if entry.liable or not liable or len(entry.winners) > 1:
        return entry
    return replace(entry, liable=liable, cause=SUBSTITUTE)
