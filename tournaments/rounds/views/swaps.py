from typing import Any, NamedTuple

from django.contrib import messages
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from tournaments.core.access import EventAccess, event_access, require
from tournaments.core.exceptions import Invalid, Refused
from tournaments.models import Round
from tournaments.rounds.forms import SwapForm
from tournaments.rounds.services import swaps
from tournaments.tables.selectors.published_seats import seated_tables


@never_cache
@require_http_methods(["GET", "POST"])
def swap(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The form, its effect, and doing it. For organisers and the head referee."""
    access = event_access(request, slug)
    require(access.leads)
    found = access.round(number)
    players = list(access.event.players.filter(withdrawn_at=None).order_by("number"))
    form = SwapForm(request.POST if request.method == "POST" else None, players=players)
    if request.method == "GET":
        return _page(request, access, found, form)
    if not form.is_valid():
        return _page(request, access, found, form, 422)
    try:
        return _shown_or_done(request, access, found, form)
    except Refused as refusal:
        return _page(request, access, found, form, refusal.status, refusal=refusal.detail)


def _shown_or_done(request: HttpRequest, access: EventAccess, found: Round, form: SwapForm) -> HttpResponse:
    said: dict[str, Any] = {"round_id": found.pk, "actor": access.actor, "now": timezone.now()}
    if "save" not in request.POST:
        chairs = swaps.exchanged(found, form.pairs)
        sealed = SealedChairs(swaps.holders(found, chairs), chairs)
        preview = swaps.preview(**said, chairs=chairs)
        return _page(request, access, found, form, preview=preview, chairs=sealed.text(found.pk))
    # Of the preview, not of the pairs: those, said twice, would change the two back.
    shown = opened_chairs(request.POST.get("chairs", ""), found.pk)
    reason = form.cleaned_data["reason"]
    swaps.reseat(**said, chairs=shown.after, seen=shown.before, reason=reason, confirmed=True)
    messages.success(request, _("座位已更正，有關的紀錄重新計算了。"))
    return redirect("tournaments:round", access.event.slug, found.number)


def _page(
    request: HttpRequest, access: EventAccess, found: Round, form: SwapForm, status: int = 200, **more: Any
) -> HttpResponse:
    tables = seated_tables(found)
    context = {
        "access": access,
        "event": access.event,
        "round": found,
        "form": form,
        "tables": tables,
        "players": access.event.players.filter(withdrawn_at=None).order_by("number"),
    }
    return render(request, "tournaments/rounds/swap.html", context | more, status=status)


class SealedChairs(NamedTuple):
    """更正座位 in its preview: recorded and actual player of each of these chairs."""

    before: swaps.Chairs
    after: swaps.Chairs

    def text(self, round_id: int) -> str:
        said = [[*place, self.before[place], holder] for place, holder in self.after.items()]
        return signing.dumps(said, salt=_chairs_salt(round_id), compress=True)


def opened_chairs(text: str, round_id: int) -> SealedChairs:
    """Raises Invalid unless this server signed it for this round."""
    try:
        said = signing.loads(text, salt=_chairs_salt(round_id))
    except signing.BadSignature as error:
        raise Invalid(_("這一頁的內容不完整，請再輸入一次。")) from error
    return SealedChairs(
        {(table, seat): before for table, seat, before, _after in said},
        {(table, seat): after for table, seat, _before, after in said},
    )


def _chairs_salt(round_id: int) -> str:
    return f"chairs:{round_id}"
