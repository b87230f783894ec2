import uuid
from datetime import datetime, time, timedelta
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.network import client_network, qr_svg, shared_address
from tournaments.core.access import EventAccess, check_moved, event_named, organiser_access
from tournaments.core.exceptions import Conflict, Refused
from tournaments.models import Event, Registration, RegistrationDesk
from tournaments.players.forms import DeskForm, RegistrationForm
from tournaments.players.selectors import desk_page, entry_page, organisers_page
from tournaments.players.services import registrations as services


@never_cache
@require_http_methods(["GET", "POST"])
def register(request: HttpRequest, slug: str) -> HttpResponse:
    """For anyone with the address, once organisers have set hours."""
    event = event_named(slug)
    if not RegistrationDesk.objects.filter(event=event).exists():
        raise Http404
    check_moved(event, slug)
    timezone.activate(event.zone)
    if request.method != "POST":
        return _form_page(request, event, RegistrationForm(initial={"client_key": uuid.uuid4()}))
    form = RegistrationForm(request.POST)
    if not form.is_valid():
        return _form_page(request, event, form, status=422)
    if form.cleaned_data["website"]:
        return _form_page(request, event, form)  # a bot: no error, nothing stored
    try:
        made = services.apply(
            event=event,
            values=form.values,
            consents=form.cleaned_data["consents"],
            address=client_network(request),
            client_key=form.cleaned_data["client_key"],
            now=timezone.now(),
        )
    except Refused as refusal:
        if isinstance(refusal, Conflict):
            data = request.POST.copy()
            data["client_key"] = str(uuid.uuid4())  # the next press is another form
            form.data = data
        form.add_error(refusal.field if refusal.field in form.fields else None, refusal.detail)
        return _form_page(request, event, form, status=refusal.status)
    messages.success(request, _("已收到報名。請保存這一頁的連結：更改和取消都用它。"))
    return redirect("tournaments:registration", services.token_of(made))


def _form_page(request: HttpRequest, event: Event, form: RegistrationForm, status: int = 200) -> HttpResponse:
    context = {"event": event, "form": form, "page": desk_page(event, timezone.now())}
    return render(request, "tournaments/players/register.html", context, status=status)


@never_cache
@require_http_methods(["GET", "POST"])
def registration(request: HttpRequest, token: str) -> HttpResponse:
    found = services.by_token(token)
    if found is None:
        return render(request, "tournaments/players/registration_gone.html", status=404)
    timezone.activate(found.event.zone)
    if request.method != "POST":
        return _entry_page(request, token, found, _own_form(found))
    try:
        if request.POST.get("action") == "withdraw":
            services.withdraw(registration=found, now=timezone.now())
            messages.success(request, _("已取消報名。"))
            return redirect("tournaments:registration", token)
        form = RegistrationForm(request.POST)
        if not form.is_valid():
            return _entry_page(request, token, found, form, status=422)
        services.change(registration=found, values=form.values, now=timezone.now())
    except Refused as refusal:
        return _entry_page(request, token, found, _own_form(found), status=refusal.status, refusal=refusal.detail)
    messages.success(request, _("已更改報名資料。"))
    return redirect("tournaments:registration", token)


def _own_form(found: Registration) -> RegistrationForm:
    return RegistrationForm(instance=found, initial={"client_key": found.client_key})


def _entry_page(
    request: HttpRequest, token: str, found: Registration, form: RegistrationForm, status: int = 200, **more: Any
) -> HttpResponse:
    address = shared_address(request, reverse("tournaments:registration", args=[token])).address
    context = {"event": found.event, "form": form, "page": entry_page(found), "address": address}
    return render(request, "tournaments/players/registration.html", context | more, status=status)


# --- the organisers ---------------------------------------------------------------------------------------------------


@never_cache
@require_http_methods(["GET", "POST"])
def registrations(request: HttpRequest, slug: str) -> HttpResponse:
    access = organiser_access(request, slug)
    desk = RegistrationDesk.objects.filter(event=access.event).first()
    if request.method != "POST":
        return _list_page(request, access, _desk_form(access.event, desk))
    form = DeskForm(request.POST)
    if not form.is_valid():
        return _list_page(request, access, form, status=422)
    try:
        services.set_desk(event=access.event, **form.cleaned_data)
    except Refused as refusal:
        form.add_error(refusal.field or None, refusal.detail)
        return _list_page(request, access, form, status=refusal.status)
    messages.success(request, _("報名設定已經儲存。"))
    return redirect("tournaments:registrations", slug)


def _desk_form(event: Event, desk: RegistrationDesk | None) -> DeskForm:
    if desk is not None:
        return DeskForm(instance=desk)
    now = timezone.localtime().replace(minute=0, second=0, microsecond=0)
    closes = timezone.make_aware(datetime.combine(event.starts_on - timedelta(days=1), time(18)))
    return DeskForm(initial={"opens_at": now, "closes_at": max(closes, now + timedelta(days=1))})


def _list_page(
    request: HttpRequest, access: EventAccess, form: DeskForm, status: int = 200, **more: Any
) -> HttpResponse:
    public = shared_address(request, reverse("tournaments:register", args=[access.event.slug]))
    context = {"access": access, "event": access.event, "form": form, "public": public}
    context["qr"] = qr_svg(public.address)
    context["page"] = organisers_page(access.event, timezone.now())
    return render(request, "tournaments/players/registrations.html", context | more, status=status)


@never_cache
@require_POST
def decide(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    access = organiser_access(request, slug)
    found = get_object_or_404(Registration, event=access.event, pk=number)
    if access.user is None:
        raise Http404
    action = request.POST.get("action", "")
    try:
        services.decide(registration=found, action=action, user_id=access.user.pk, now=timezone.now())
    except Refused as refusal:
        messages.error(request, refusal.detail)
        return redirect("tournaments:registrations", slug)
    if action == "renew":
        messages.success(request, _("%(name)s 的舊連結已失效，新的在下面。") % {"name": found.name})
    return redirect(f"{reverse('tournaments:registrations', args=[slug])}#r{found.pk}")


@never_cache
@require_POST
def to_players(request: HttpRequest, slug: str) -> HttpResponse:
    access = organiser_access(request, slug)
    if access.user is None:
        raise Http404
    try:
        added = services.to_players(event=access.event, user_id=access.user.pk, now=timezone.now())
    except Refused as refusal:
        messages.error(request, refusal.detail)
        return redirect("tournaments:registrations", slug)
    sentence = ngettext("加了 %(count)s 名選手。", "加了 %(count)s 名選手。", len(added))
    messages.success(request, sentence % {"count": len(added)})
    return redirect("tournaments:players" if added else "tournaments:registrations", slug)
