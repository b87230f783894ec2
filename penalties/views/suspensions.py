from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from penalties.models import Ruling
from penalties.services.suspensions import confirm
from tournaments.access import EventAccess, event_access, require
from tournaments.exceptions import Refused


@never_cache
@require_POST
def confirm_suspension(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    access, ruling = suspension_access(request, slug, number)
    try:
        confirm(ruling_id=ruling.pk, actor=access.actor, now=timezone.now())
        messages.success(request, _("第 %(number)s 則判決的停賽已作實。") % {"number": number})
    except Refused as refusal:
        messages.error(request, refusal.detail)
    return redirect("penalties:article", slug, number)


def suspension_access(request: HttpRequest, slug: str, number: int) -> tuple[EventAccess, Ruling]:
    access = event_access(request, slug)
    require(access.leads)
    ruling = Ruling.objects.filter(event=access.event, number=number).first()
    if ruling is None:
        raise Http404
    return access, ruling
