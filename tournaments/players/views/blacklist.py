"""黑名單: for organisers. The list belongs to the organisation; all its events show the same one."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.core.access import EventAccess, organiser_access
from tournaments.core.exceptions import Refused
from tournaments.models import Blacklisted, Player
from tournaments.players.forms import BlacklistForm, LiftForm
from tournaments.players.selectors import blacklist_page
from tournaments.players.services import blacklist as services


@never_cache
@require_http_methods(["GET", "POST"])
def blacklist(request: HttpRequest, slug: str) -> HttpResponse:
    access = organiser_access(request, slug)
    if request.method != "POST":
        return _page(request, access)
    form = BlacklistForm(request.POST)
    if not form.is_valid():
        return _page(request, access, form, status=422)
    try:
        entry = services.put_on(**form.cleaned_data, **_who(access), today=timezone.localdate())
    except Refused as refusal:
        form.add_error(refusal.field or None, refusal.detail)
        return _page(request, access, form, status=refusal.status)
    messages.success(request, _("%(name)s 已列入黑名單。") % {"name": entry.name})
    _say_where(request, entry)
    return redirect("tournaments:blacklist", slug)


def _say_where(request: HttpRequest, entry: Blacklisted) -> None:
    today = timezone.localdate()
    coming = Player.objects.filter(event__organisation=entry.organisation_id, event__ends_on__gte=today)
    found = services.entered(entry.organisation_id, today, coming.select_related("event"))
    where = [f"{one.event.name}（{one}）" for one in found if services.key_of(one.real or one.name) == entry.key]  # type: ignore[attr-defined]
    if where:
        said = _("%(name)s 已在這些賽事的名單上：%(events)s。他不會再編入座位；請到賽事的選手名單處理。")
        messages.warning(request, said % {"name": entry.name, "events": _("、").join(where)})


@never_cache
@require_POST
def lift(request: HttpRequest, slug: str, entry: int) -> HttpResponse:
    access = organiser_access(request, slug)
    found = get_object_or_404(Blacklisted, organisation=access.event.organisation_id, pk=entry)
    form = LiftForm(request.POST)
    if not form.is_valid():
        return _page(request, access, lifting=entry, lift_form=form, status=422)
    try:
        services.lift(entry_id=found.pk, reason=form.cleaned_data["reason"], **_who(access))
    except Refused as refusal:
        return _page(request, access, refusal=refusal.detail, status=refusal.status)
    messages.success(request, _("%(name)s 已由黑名單解除。") % {"name": found.name})
    return redirect("tournaments:blacklist", slug)


def _who(access: EventAccess) -> dict[str, Any]:
    return {
        "organisation_id": access.event.organisation_id,
        "user_id": access.actor.user_id,
        "now": timezone.now(),
    }


def _page(
    request: HttpRequest, access: EventAccess, form: BlacklistForm | None = None, status: int = 200, **context: Any
) -> HttpResponse:
    shown = {
        "access": access,
        "event": access.event,
        "page": blacklist_page(access.event.organisation_id, timezone.localdate()),
        "form": form or BlacklistForm(),
    }
    return render(request, "tournaments/players/blacklist.html", shown | context, status=status)
