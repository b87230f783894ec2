"""核對報名和報到: whether players entered in the order of the line, and only players checked in.

Read from the history only: the state at that time, not the present one. Reads only.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from tournaments.models import CheckIn, EventAct, Player, Registration, RegistrationDesk
from tournaments.services.audit_cards import UNREADABLE, Found
from tournaments.services.history import Facts, Kind, Told, fold
from tournaments.services.registrations import Place, in_line

Rows = dict[int, Facts]


def check_entries(acts: Iterable[EventAct]) -> Iterator[Found]:
    stood = Told()
    try:
        for act in acts:
            if act.kind == Kind.ENTRIES_LISTED:
                yield from _listed(act, stood)
            elif act.kind == Kind.CHECKED_IN:
                yield from _came(act, stood)
            fold(stood, act)
    except UNREADABLE as error:
        yield _("報名和報到重算不到"), "", str(error)


def _listed(act: EventAct, stood: Told) -> Iterator[Found]:
    """A new player had a place; a player who filled a seat was the first in the waiting list."""
    places = {place.registration.pk: place for place in line_told(stood)}
    for key, facts in _rows(act, Registration).items():
        place = places.get(key)
        if facts.get("player_id") is None:
            continue
        fair = place is not None and (place.waiting == 1 if act.payload.get("waiting") else place.inside)
        if not fair:
            words = {"number": act.number, "entry": key}
            yield _("第 %(number)s 項大事：報名 %(entry)s 成為選手") % words, _told(place), _("有名額")


def _told(place: Place | None) -> str:
    if place is None:
        return _("沒有這個報名")
    return _("候補 %(number)s") % {"number": place.waiting} if place.waiting else _("待核對")


def line_told(stood: Told) -> list[Place]:
    players = _stands(stood, Player)
    entries = []
    for key, facts in sorted(_stands(stood, Registration).items(), key=lambda one: (one[1]["created_at"], one[0])):
        entry = Registration(pk=key, state=facts["state"], held=facts["held"], accepted_at=_at(facts["accepted_at"]))
        if facts["player_id"] in players:
            entry.player = Player(pk=facts["player_id"], withdrawn_at=_at(players[facts["player_id"]]["withdrawn_at"]))
        entries.append(entry)
    desk = next(iter(_stands(stood, RegistrationDesk).values()), None)
    return in_line(entries, desk["capacity"] if desk else None)


def _came(act: EventAct, stood: Told) -> Iterator[Found]:
    players = _stands(stood, Player)
    for facts in _rows(act, CheckIn).values():
        player = players.get(facts["player_id"])
        if player is None or player["withdrawn_at"] or player["barred"]:
            what = _("第 %(number)s 項大事：報到的不是參賽的選手") % {"number": act.number}
            yield what, player and player["number"], None


def _rows(act: EventAct, model: type[Any]) -> Rows:
    rows = act.payload["rows"].get(model._meta.label_lower, {})
    return {int(key): facts for key, facts in rows.items() if facts is not None}


def _stands(stood: Told, model: type[Any]) -> Rows:
    return stood.rows.get(model._meta.label_lower, {})


def _at(moment: str | None) -> datetime | None:
    return datetime.fromisoformat(moment) if moment else None
