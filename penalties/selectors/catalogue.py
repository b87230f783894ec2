from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count
from django.utils.translation import gettext as _

from accounts.inputs import parse_int
from penalties.models import Ruling
from scoring import GROUP_NAMES, Offence
from tournaments.phrases.rulings import summary
from tournaments.phrases.wording import Wording, both_names, hand_title, local
from tournaments.tables.forms import ENDS
from tournaments.tables.game_log.changes import hand_line
from tournaments.tables.game_log.replay import FoldedGame, FoldedHand

MOST_USED = 5
ALWAYS_AMONG_THEM = ("false_win",)
"""詐糊 is needed in a hurry and costs most: listed first even before an event has had one."""


@dataclass(frozen=True)
class OffenceChoice:
    """One row of the catalogue.

    `needs`: fields to fill in · `ends`: the table's word by which the hand ends, "" where it goes on · `composes`: the
    table leaves the consequences to the referee.
    """

    slug: str
    name: str
    what: str
    note: str
    section: str
    words: str
    used: int
    needs: str = ""
    ends: str = ""
    composes: bool = False


@dataclass(frozen=True)
class OffenceGroup:
    name: str
    offences: tuple[OffenceChoice, ...]


def catalogue(wording: Wording, event_id: int, query: str = "") -> list[OffenceGroup]:
    """詐糊 and the offences used most in this event first, then by group. `query` filters."""
    used = _used(event_id)
    rows = [offence_choice(offence, wording, used[offence.slug]) for offence in wording.rules.offences]
    wanted = "".join(query.lower().split())
    rows = [row for row in rows if wanted in row.words]
    by_slug = {offence.slug: offence for offence in wording.rules.offences}
    groups = [
        OffenceGroup(local(*names), tuple(row for row in rows if by_slug[row.slug].group == group))
        for group, names in GROUP_NAMES.items()
    ]
    always = [row for row in rows if row.slug in ALWAYS_AMONG_THEM]
    others = sorted((row for row in rows if row.used and row not in always), key=lambda row: -row.used)
    most = [*always, *others[: MOST_USED - len(always)]]
    first = [OffenceGroup(_("最常用"), tuple(most))] if most else []
    return [group for group in [*first, *groups] if group.offences]


def _used(event_id: int) -> Counter[str]:
    rows = Ruling.objects.filter(event=event_id, reverses=None, reversal=None).exclude(offence="").order_by()
    return Counter(dict(rows.values_list("offence").annotate(Count("pk"))))


def offence_choice(offence: Offence, wording: Wording, used: int = 0) -> OffenceChoice:
    what = summary(offence, wording)
    group = " ".join(GROUP_NAMES[offence.group])
    named = [offence.name_zh, offence.name_en, offence.slug, group, offence.note_zh, offence.note_en, what]
    return OffenceChoice(
        slug=offence.slug,
        name=both_names(offence.name_zh, offence.name_en),
        what=what,
        note=local(offence.note_zh, offence.note_en),
        section=offence.section,
        words="".join(" ".join(named).lower().split()),
        used=used,
        needs=" ".join(offence.needs),
        ends=next((word for word in offence.consequences or () if isinstance(word, str) and word in ENDS), ""),
        composes=offence.consequences is None,
    )


@dataclass(frozen=True)
class HandChoice:
    """`value`: "" for the hand in progress, else the number of a closed one."""

    value: str
    label: str
    chosen: bool


def hand_choices(folded: FoldedGame, wording: Wording, chosen: str) -> list[HandChoice]:
    closed = [
        HandChoice(str(hand.number), _closed_hand(hand, wording), chosen == str(hand.number))
        for hand in reversed(folded.hands)
    ]
    if folded.state.finished:
        return closed
    state = folded.state
    words = {"number": state.hand_number, "hand": hand_title(state.name, state.dealer_streak, wording.rules)}
    return [HandChoice("", _("這一鋪（第 %(number)s 鋪 %(hand)s）") % words, chosen == ""), *closed]


def rewards_of(folded: FoldedGame, hand: str) -> Sequence[tuple[str, int]]:
    """中途獎勵 (kind, seat) of the hand that a ruling is about: "" for the one in progress."""
    closed = folded.hand(parse_int(hand) or 0)
    return folded.state.open_hand.rewards if closed is None else closed.result.rewards


def _closed_hand(hand: FoldedHand, wording: Wording) -> str:
    line = hand_line(hand)
    words = {"number": hand.number, "hand": wording.title(line), "result": wording.result(line)}
    return _("第 %(number)s 鋪 %(hand)s：%(result)s") % words
