"""更正過的座位 in words, for readers of the hands: who sat where by mistake, who corrected it and why."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from tournaments.models import Act, Game, Player
from tournaments.selectors.hands import History
from tournaments.words.names import told_apart
from tournaments.words.wording import WINDS


@dataclass(frozen=True)
class ReseatedLine:
    """Seats with their players before and after the correction."""

    sentences: tuple[str, ...]
    by: str
    at: datetime
    reason: str


def reseated(game: Game, told: History) -> list[ReseatedLine]:
    """All corrections of a game's seats, in order."""
    found = told.book.folded.timeline.reseated
    numbers = {number for one in found for pair in one.seats.values() for number in pair}
    if not numbers:
        return []
    people = list(Player.objects.filter(event=game.event_id, number__in=numbers).values_list("number", "name"))
    names = dict(zip((number for number, _name in people), told_apart(people), strict=True))
    rows = Act.objects.filter(game=game, number__in=[one.act for one in found]).select_related("user")
    acts = {act.number: act for act in rows}
    return [
        ReseatedLine(
            tuple(_sentence(int(seat), pair[0], pair[1], names) for seat, pair in sorted(one.seats.items())),
            str(acts[one.act].user),
            acts[one.act].created_at,
            one.reason,
        )
        for one in found
    ]


def _sentence(seat: int, before: int, after: int, names: Mapping[int, str]) -> str:
    wind = list(WINDS.values())[seat]
    words = {"wind": wind, "before": names.get(before, str(before)), "after": names.get(after, str(after))}
    return _("起首%(wind)s位：%(before)s → %(after)s") % words
