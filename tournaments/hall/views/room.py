from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from tournaments.core.access import event_access, require
from tournaments.core.public import respond
from tournaments.hall.selectors.room import room as select_room
from tournaments.hall.selectors.room import room_mark
from tournaments.organising.selectors.events import event_facts


@cache_control(no_store=True)
@require_safe
def room(request: HttpRequest, slug: str) -> HttpResponse:
    access = event_access(request, slug)
    require(access.works)
    now = timezone.now()
    etag = f'"{room_mark(access.event, now)}-{get_language()}"'

    def written(template: str, **more: object) -> HttpResponse:
        context = {"access": access, "event": access.event, "room": select_room(access.event, now), "etag": etag}
        return render(request, f"tournaments/{template}", context | more)

    if request.htmx:  # type: ignore[attr-defined]
        return respond(request, lambda: written("room.html#rows"), etag)
    return written("room.html", facts=event_facts(access.event, access.roles))
