"""黑名單 for the page of the organisers, and lines of a pasted list that name somebody on it."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import Prefetch

from tournaments.lists.players import Line
from tournaments.models import Blacklisted, Event, Namesake, Player
from tournaments.services.blacklist import key_of, listed, refusal_sentence


@dataclass(frozen=True)
class BlacklistPage:
    """Everything on the list: what counts today, and what was lifted or has run out."""

    current: Sequence[Blacklisted]
    past: Sequence[Blacklisted]


def blacklist_page(organisation_id: int, today: date) -> BlacklistPage:
    """The whole list of an organisation with its history, the newest first."""
    namesakes = Prefetch("namesakes", Namesake.objects.select_related("player__event", "user"))
    rows = Blacklisted.objects.filter(organisation=organisation_id).prefetch_related(namesakes)
    rows = rows.select_related("player__event", "user", "lifted_by")
    current = [row for row in rows if row.lifted_at is None and (row.until is None or row.until >= today)]
    return BlacklistPage(current, [row for row in rows if row not in current])


def namesakes_of(player: Player) -> list[Namesake]:
    """Who said that this player is not the person on the list."""
    return list(Namesake.objects.filter(player=player).select_related("user"))


def mark_listed(lines: Sequence[Line], event: Event, vouched: Collection[str]) -> None:
    """Mark the lines whose name is on the list on the event's first day; an error unless somebody vouches for it."""
    found = listed(event.organisation_id, [line.cells["name"] for line in lines], event.starts_on)
    for line in lines:
        key = key_of(line.cells["name"])
        if key not in found:
            continue
        line.listed, line.vouched = key, key in vouched
        if not line.vouched and not line.skipped:
            line.fault("name", refusal_sentence(line.cells["name"]))
            line.player = None
