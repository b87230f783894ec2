"""房間的頁: all tables of the open rounds, asked for again every few seconds, answered 304 while nothing changes."""

import hashlib

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from tournaments.access import event_access, require
from tournaments.selectors.events import event_facts
from tournaments.selectors.room import room as select_room
from tournaments.views.public import respond


@cache_control(no_store=True)
@require_safe
def room(request: HttpRequest, slug: str) -> HttpResponse:
    """房間. Ages are whole minutes: the answer changes when a table does, and once a minute."""
    access = event_access(request, slug)
    require(access.works)
    found = select_room(access.event, timezone.now())
    context = {"access": access, "event": access.event, "room": found}
    rows = render_to_string("tournaments/room.html#rows", context, request)
    etag = f'"{hashlib.sha256(rows.encode()).hexdigest()[:20]}"'
    if request.htmx:  # type: ignore[attr-defined]
        return respond(request, lambda: HttpResponse(rows), etag)
    context |= {"rows": rows, "etag": etag, "facts": event_facts(access.event, access.roles)}
    return render(request, "tournaments/room.html", context)
