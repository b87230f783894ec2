from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.addresses import shared_address
from tournaments.core.access import organiser_access
from tournaments.core.qr import qr_svg

_HEAD = _("用手機掃一掃")
_LINES = (_("即時排名：誰領先，我第幾"), _("座位：我坐哪一檯"), _("每一鋪的牌和分"), _("規則和計番"))
_FOOT = _("不用安裝，不用登記")


@never_cache
@require_safe
def poster(request: HttpRequest, slug: str) -> HttpResponse:
    """In the language of the event, below it in the other."""
    event = organiser_access(request, slug).event
    shared = shared_address(request, reverse("tournaments:event", args=[event.slug]))
    codes = [event.language, *(code for code, _name in settings.LANGUAGES if code != event.language)][:2]
    said = []
    for code in codes:
        with translation.override(code):
            said.append([str(_HEAD), *map(str, _LINES), str(_FOOT)])
    (head, *lines, foot) = zip(*said, strict=True)
    context = {
        "event": event,
        "shared": shared,
        "plain": shared.address.partition("://")[2].rstrip("/"),
        "qr": qr_svg(shared.address),
        "head": head,
        "lines": lines,
        "foot": foot,
        "languages": codes,
    }
    return render(request, "tournaments/poster.html", context)
