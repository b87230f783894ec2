"""大屏幕: a picture of 1920 × 1080 for the hall, public, kept like the standings and answered with 304."""

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone

from accounts.addresses import shared_address
from tournaments.access import EventAccess
from tournaments.book.read import rules_of
from tournaments.selectors.screen import screen as select_screen
from tournaments.views.public import public_page, rows_address, rows_mark
from tournaments.web.qr import qr_svg


@public_page("screen", by_host=True, on_wall=True)
def screen(request: HttpRequest, access: EventAccess) -> str:
    """No sign-in, no menu; the code leads to the standings."""
    shared = shared_address(request, reverse("tournaments:standings", args=[access.event.slug]))
    more = {"rows_address": rows_address(access, "screen_rows"), "rows_etag": rows_mark(access, "screen-rows")}
    return _written("screen.html", access, shared=shared, qr=qr_svg(shared.address), **more)


@public_page("screen-rows", on_wall=True)
def screen_rows(request: HttpRequest, access: EventAccess) -> str:
    return _written("screen.html#turns", access)


def _written(template: str, access: EventAccess, **more: object) -> str:
    now = timezone.now()
    context = {
        "event": access.event,
        "rules": rules_of(access.event),
        "screen": select_screen(access, now),
        "made_at": access.until or now,
        "now": now,
    }
    return render_to_string(f"tournaments/{template}", context | more)
