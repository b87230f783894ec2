"""犯規表 and what is in force, as pages show them. The only reading joins of the app."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.db.models import Count
from django.utils.translation import gettext as _

from penalties.models import Ruling
from scoring import GROUP_NAMES, GameState, Offence
from tournaments.book.changes import hand_line
from tournaments.book.fold import FoldedGame, FoldedHand
from tournaments.words.other_events import end_words, left_words
from tournaments.words.ruling_choices import summary
from tournaments.words.wording import Wording, local
from tournaments.words.wrong_dealer import what_follows

MOST_USED = 5
ALWAYS_AMONG_THEM = ("false_win",)
"""詐糊 is looked for in a hurry and costs most: it stands there before the first one of an event."""


@dataclass(frozen=True)
class OffenceChoice:
    """One row of the catalogue: its name, what follows from it, and the words by which it is found."""

    slug: str
    name: str
    what: str
    note: str
    section: str
    words: str
    used: int


@dataclass(frozen=True)
class OffenceGroup:
    """Rows under one heading."""

    name: str
    offences: tuple[OffenceChoice, ...]


@dataclass(frozen=True)
class ScoreChange:
    """One seat's points before and after."""

    name: str
    before: Decimal
    after: Decimal

    @property
    def change(self) -> Decimal:
        return self.after - self.before


def catalogue(wording: Wording, event_id: int, query: str = "") -> list[OffenceGroup]:
    """The rule set's offences: 詐糊 and those used most in this event first, then by group. `query` leaves what holds
    it."""
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
    """How often each offence was ruled in this event; what was reversed does not count."""
    rows = Ruling.objects.filter(event=event_id, reverses=None, reversal=None).exclude(offence="").order_by()
    return Counter(dict(rows.values_list("offence").annotate(Count("pk"))))


def offence_choice(offence: Offence, wording: Wording, used: int = 0) -> OffenceChoice:
    """One row of the catalogue in words."""
    what = summary(offence, wording)
    group = " ".join(GROUP_NAMES[offence.group])
    named = [offence.name_zh, offence.name_en, offence.slug, group, offence.note_zh, offence.note_en, what]
    return OffenceChoice(
        slug=offence.slug,
        name=local(offence.name_zh, offence.name_en),
        what=what,
        note=local(offence.note_zh, offence.note_en),
        section=offence.section,
        words="".join(" ".join(named).lower().split()),
        used=used,
    )


def score_changes(before: GameState, after: GameState, names: Sequence[str]) -> list[ScoreChange]:
    """The four seats before and after; empty when no points move."""
    changes = [ScoreChange(name, before.scores[seat], after.scores[seat]) for seat, name in enumerate(names)]
    return changes if any(change.change for change in changes) else []


@dataclass(frozen=True)
class HandChoice:
    """Which hand a ruling is about: "" for the one in progress, else the number of a closed one."""

    value: str
    label: str
    chosen: bool


def hand_choices(folded: FoldedGame, wording: Wording, chosen: str) -> list[HandChoice]:
    """The hand in progress, then the closed ones, the last first."""
    closed = [
        HandChoice(str(hand.number), _closed_hand(hand, wording), chosen == str(hand.number))
        for hand in reversed(folded.hands)
    ]
    if folded.state.finished:
        return closed
    line = {"name": folded.state.name, "dealer_streak": folded.state.dealer_streak}
    words = {"number": folded.state.hand_number, "hand": wording.title(line)}
    return [HandChoice("", _("這一鋪（第 %(number)s 鋪 %(hand)s）") % words, chosen == ""), *closed]


def _closed_hand(hand: FoldedHand, wording: Wording) -> str:
    line = hand_line(hand)
    words = {"number": hand.number, "hand": wording.title(line), "result": wording.result(line)}
    return _("第 %(number)s 鋪 %(hand)s：%(result)s") % words


def other_lines(event: Mapping[str, Any], before: FoldedGame, after: FoldedGame, wording: Wording) -> list[str]:
    """What one of these would do, a line each."""
    if event["type"] == "wrong_dealer":
        title = wording.title({"name": after.state.name, "dealer_streak": after.state.dealer_streak})
        words = {"hand": title, "name": wording.name(event["seat"])}
        return [wording.said(_("%(hand)s 由 %(name)s 做莊，拉莊數 0")) % words, *what_follows(after.state, wording)]
    if event["type"] == "surrender":
        paid = next(move for move in after.state.open_hand.chain_moves[::-1] if move.kind == "surrender")
        return [wording.move(paid._asdict()), _("之後再被這一家食糊，由一鋪重新拉起")]
    if not after.state.finished:
        return [left_words(after.state)]
    lines = [end_words(wording)]
    return [*lines, _("未結的拉全數付清")] if before.state.chains else lines
