from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments.access import organiser_access
from tournaments.exceptions import Refused
from tournaments.forms.events import TurnsForm
from tournaments.services.events import change_event
from tournaments.services.screens import departing


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
