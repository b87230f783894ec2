from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from accounts import log
from accounts.addresses import shared_address
from accounts.models import User
from accounts.proof import is_asked
from accounts.selectors import creates_for
from tournaments.core.access import EventAccess, organiser_access
from tournaments.core.exceptions import Refused
from tournaments.core.qr import qr_svg
from tournaments.models import Membership
from tournaments.organising.forms.events import HandOverForm, StaffListForm
from tournaments.organising.selectors.events import event_facts, workers
from tournaments.organising.selectors.staff import StaffRow, StaffSlip, free_tables, staff_rows, staff_slips
from tournaments.organising.services import staff as services
from tournaments.organising.staff_list import StaffLine, read_staff, share
from tournaments.players.lists.players import write_numbers
from tournaments.scorecards.services.reopening import opens_cards


@never_cache
def staff(request: HttpRequest, slug: str) -> HttpResponse:
    access = organiser_access(request, slug)
    if request.method != "POST":
        facts = event_facts(access.event)
        first = {"tables": max(facts.tables_wanted, facts.tables), "share": True}
        return _page(request, access, StaffListForm(initial=first))
    form = StaffListForm(request.POST)
    if not form.is_valid():
        return _page(request, access, form, status=422)
    lines = _read(access, form.cleaned_data)
    faulty = any(line.errors for line in lines)
    if faulty or not lines or "save" not in request.POST:
        return _page(request, access, form, lines, status=422 if faulty and "save" in request.POST else 200)
    return _save(request, access, form, lines)


def _read(access: EventAccess, data: dict[str, Any]) -> list[StaffLine]:
    lines = read_staff(data["text"])
    if data["share"]:
        share(lines, free_tables(access.event, lines, data["tables"]))
    faults = services.staff_faults(access.event, access.user, lines, data["tables"])
    for line in lines:
        if line.place in faults and not line.errors:
            line.errors.append(faults[line.place])
    return lines


def _save(request: HttpRequest, access: EventAccess, form: StaffListForm, lines: list[StaffLine]) -> HttpResponse:
    assert access.user is not None
    try:
        done = services.add_staff(
            event=access.event,
            maker=access.user,
            lines=lines,
            tables=form.cleaned_data["tables"],
            now=timezone.now(),
        )
    except Refused as refusal:
        form.add_error(refusal.field if refusal.field in form.fields else None, refusal.detail)
        return _page(request, access, form, lines, status=refusal.status)
    people = len({member.user_id for member in done.memberships})
    sentence = ngettext(
        "加了 %(people)s 名工作人員，%(tables)s 張檯。", "加了 %(people)s 名工作人員，%(tables)s 張檯。", people
    )
    messages.success(request, sentence % {"people": people, "tables": len(done.tables)})
    return redirect("tournaments:staff_slips", access.event.slug)


def _page(
    request: HttpRequest,
    access: EventAccess,
    form: StaffListForm,
    lines: list[StaffLine] | None = None,
    status: int = 200,
) -> HttpResponse:
    rows: list[StaffRow] = staff_rows(access.event, lines or [])
    highest = max((number for row in rows for number in row.line.tables), default=0)
    count = form.cleaned_data.get("tables") or 0 if form.is_bound and hasattr(form, "cleaned_data") else 0
    there = access.event.tables.count()
    context = {
        "access": access,
        "event": access.event,
        "form": form,
        "rows": rows,
        "numbered": any(row.line.numbered for row in rows),
        "faulty": sum(bool(row.line.errors) for row in rows),
        "new_accounts": len({row.line.name for row in rows if not row.username and not row.line.errors}),
        "new_tables": max(0, max(highest, count) - there),
        "makes_accounts": creates_for(access.user, access.event.organisation_id),
    }
    return render(request, "tournaments/staff.html", context, status=status)


# --- slips ------------------------------------------------------------------------------------------------------------


@never_cache
@require_GET
def slips(request: HttpRequest, slug: str) -> HttpResponse:
    access = organiser_access(request, slug)
    log.tell(log.Kind.EXPORTED, about="staff-slips", event_id=access.event.pk)
    return _slips_page(request, access)


def _slips_page(
    request: HttpRequest, access: EventAccess, hand_over: HandOverForm | None = None, status: int = 200, **more: Any
) -> HttpResponse:
    assert access.user is not None
    now = timezone.now()
    found = staff_slips(access.event, access.user, now)
    if is_asked(request, now):  # a code signs in as who may reopen cards: shown to who has just shown a second factor
        found = [replace(one, token="") if one.token and opens_cards(one.user) else one for one in found]
    context = {
        "access": access,
        "event": access.event,
        "slips": [{"slip": one, "qr": _code(request, one)} for one in found if one.token],
        "others": [one for one in found if not one.token],
        "facts": event_facts(access.event, access.roles),
        "until": services.slip_until(access.event),
        "address": shared_address(request, reverse("tournaments:event", args=[access.event.slug])).address,
        "batch": services.last_batch(access.event),
        "shared": shared_address(request, "/"),
        "hand_over": hand_over or HandOverForm(workers=workers(access.event)),
    }
    return render(request, "tournaments/staff_slips.html", context | more, status=status)


def _code(request: HttpRequest, slip: StaffSlip) -> str:
    return qr_svg(shared_address(request, reverse("accounts:slip", args=[slip.token])).address)


@never_cache
@require_POST
def renew_slip(request: HttpRequest, slug: str, person: int) -> HttpResponse:
    access = organiser_access(request, slug)
    member = Membership.objects.filter(event=access.event, user=person).select_related("user").first()
    if member is None or access.user is None:
        raise Http404
    user: User = member.user
    try:
        services.renew_slip(event=access.event, maker=access.user, user=user, now=timezone.now())
    except Refused as refusal:
        return _slips_page(request, access, status=refusal.status, refusal=refusal.detail)
    messages.success(request, _("%(name)s 有新的登入條，舊的一張和舊電話已失效。") % {"name": user})
    return redirect("tournaments:staff_slips", slug)


@never_cache
@require_POST
def undo(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    access = organiser_access(request, slug)
    try:
        services.undo_staff(event=access.event, number=number, now=timezone.now())
    except Refused as refusal:
        return _slips_page(request, access, status=refusal.status, refusal=refusal.detail)
    messages.success(request, _("已復原：這一批的職責、檯和登入條都取消了。"))
    return redirect("tournaments:tables", slug)


@never_cache
@require_POST
def hand_over(request: HttpRequest, slug: str) -> HttpResponse:
    """換裁判: all tables of one referee go to another, in the middle of a round too."""
    access = organiser_access(request, slug)
    form = HandOverForm(request.POST, workers=workers(access.event))
    if not form.is_valid():
        return _slips_page(request, access, form, 422)
    people = (form.people[form.cleaned_data[name]] for name in ("from_user", "to_user"))
    from_user, to_user = people
    try:
        numbers = services.hand_over(event=access.event, from_user=from_user, to_user=to_user)
    except Refused as refusal:
        form.add_error("to_user" if refusal.field == "to" else "from_user", refusal.detail)
        return _slips_page(request, access, form, refusal.status)
    words = {"tables": write_numbers(numbers), "name": to_user}
    messages.success(request, _("第 %(tables)s 檯現在由 %(name)s 看。") % words)
    return redirect("tournaments:tables", slug)
