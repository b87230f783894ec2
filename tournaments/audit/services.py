"""保留期: erase an event's private data once the retention period it has chosen is over.

Contact data and registrations of all people are deleted; results, published names and rulings remain (`erasure` is for
one person on request). Also removes old addresses from the log. Run each night (`manage.py retention`).
"""

import calendar
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet

from accounts import log
from tournaments.core import event_log
from tournaments.core.locks import lock_event
from tournaments.models import Contact, Event, EventAct, Registration
from tournaments.players.services.erasure import PRIVATE, TAKEN_OUT, forget_entry


@dataclass(frozen=True)
class Kept:
    event: Event
    contacts: int
    entries: int


def retention_ends(event: Event) -> date | None:
    """Return the day on which private data is erased; None if the event has set none."""
    if event.keep_months is None:
        return None
    months = event.ends_on.year * 12 + event.ends_on.month - 1 + event.keep_months
    year, month = divmod(months, 12)
    return date(year, month + 1, min(event.ends_on.day, calendar.monthrange(year, month + 1)[1]))


def overdue(today: date) -> Iterator[Kept]:
    for event in Event.objects.filter(keep_months__isnull=False).order_by("pk"):
        last = retention_ends(event)
        if last is not None and last <= today:
            found = Kept(event, Contact.objects.filter(player__event=event).count(), _entries(event).count())
            if found.contacts or found.entries:
                yield found


def _entries(event: Event) -> QuerySet[Registration]:
    written = Q()
    for name in PRIVATE:
        written |= ~Q(**{name: ""})
    return Registration.objects.filter(written | ~Q(name=TAKEN_OUT), event=event)


def erase_overdue(*, today: date, now: datetime) -> list[Kept]:
    """Erase overdue data, one event at a time; a second run finds none."""
    done = list(overdue(today))
    for one in done:
        with transaction.atomic():
            lock_event(one.event.pk)
            Contact.objects.filter(player__event=one.event).delete()
            for entry in _entries(one.event):
                forget_entry(entry, TAKEN_OUT)
            counts: dict[str, Any] = {"contacts": one.contacts, "entries": one.entries}
            event_log.append_act(one.event.pk, EventAct.Kind.CONTACTS_ERASED, [], **counts)
            log.add_entry(log.Kind.RETAINED, about=one.event.slug, after=counts, event_id=one.event.pk)
    log.forget_addresses(now)
    EventAct.objects.filter(created_at__lt=now - log.ADDRESS_KEPT).exclude(address="").update(address="")
    return done
