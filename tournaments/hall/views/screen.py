"""大屏幕: a picture of 1920 × 1080 for the hall, public, kept like the standings and answered with 304."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.addresses import shared_address
from tournaments.core.access import EventAccess, organiser_access
from tournaments.core.exceptions import Refused
from tournaments.core.public import public_page, rows_address, rows_mark
from tournaments.core.qr import qr_svg
from tournaments.hall.forms import TurnsForm
from tournaments.hall.selectors.screen import screen as select_screen
from tournaments.hall.turns import departing
from tournaments.organising.services.events import change_event
from tournaments.tables.book.read import rules_of


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


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def screen_settings(request: HttpRequest, slug: str) -> HttpResponse:
    access = organiser_access(request, slug)
    form = TurnsForm(request.POST if request.method == "POST" else None, event=access.event)
    status = 200
    if form.is_bound and form.is_valid():
        try:
            change_event(event=access.event, screen=departing(access.event.screen, form.cleaned_data))
        except Refused as refusal:
            form.add_error(refusal.field if refusal.field in form.fields else None, refusal.detail)
        else:
            messages.success(request, _("已儲存大屏幕的設定。"))
            return redirect("tournaments:screen_settings", access.event.slug)
    if form.errors:
        status = 422
    context = {"access": access, "event": access.event, "form": form}
    return render(request, "tournaments/screen_settings.html", context, status=status)
