from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import Prefetch
from django.utils.translation import gettext as _

from tournaments.lists.players import Line
from tournaments.models import Blacklisted, Event, Namesake, Player
from tournaments.names import name_key, variant_key
from tournaments.services.blacklist import key_of, listed, perhaps_listed, refusal_sentence


@dataclass(frozen=True)
class BlacklistPage:
    current: Sequence[Blacklisted]
    past: Sequence[Blacklisted]


def blacklist_page(organisation_id: int, today: date) -> BlacklistPage:
    """All entries of an organisation, lifted and expired ones too, the newest first."""
    namesakes = Prefetch("namesakes", Namesake.objects.select_related("player__event", "user"))
    rows = Blacklisted.objects.filter(organisation=organisation_id).prefetch_related(namesakes)
    rows = rows.select_related("player__event", "user", "lifted_by")
    current = [row for row in rows if row.lifted_at is None and (row.until is None or row.until >= today)]
    return BlacklistPage(current, [row for row in rows if row not in current])


def namesakes_of(player: Player) -> list[Namesake]:
    """Statements that this player is not the listed person."""
    return list(Namesake.objects.filter(player=player).select_related("user"))


def hint_sentence(name: str) -> str:
    return _("可能與黑名單上的 %(name)s 是同一人（異體字），請核對。") % {"name": name}


def name_hints(event: Event, name: str, but: Player | None = None) -> list[str]:
    """Players of the event and entries of the black list that may be the same person under another spelling."""
    there = event.players.exclude(pk=but.pk) if but else event.players.all()
    others = there.values_list("number", "name", "contact__real_name")
    alike = [
        _("可能與 %(number)s 號 %(name)s 是同一人（異體字），請核對。") % {"number": number, "name": real or shown}
        for number, shown, real in others
        if variant_key(real or shown) == variant_key(name) and name_key(real or shown) != name_key(name)
    ]
    listed_as = perhaps_listed(event.organisation_id, [name], event.starts_on)
    return [*alike, *map(hint_sentence, listed_as.values())]


def mark_listed(lines: Sequence[Line], event: Event, vouched: Collection[str]) -> None:
    """Mark lines with a name on the list on the event's first day: an error unless vouched for."""
    found = listed(event.organisation_id, [line.cells["name"] for line in lines], event.starts_on)
    perhaps = perhaps_listed(event.organisation_id, [line.cells["name"] for line in lines], event.starts_on)
    for line in lines:
        if other := perhaps.get(line.cells["name"]):
            line.warnings.append(hint_sentence(other))
        key = key_of(line.cells["name"])
        if key not in found:
            continue
        line.listed, line.vouched = key, key in vouched
        if not line.vouched and not line.skipped:
            line.fault("name", refusal_sentence(line.cells["name"]))
            line.player = None
