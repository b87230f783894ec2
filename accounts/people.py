from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST, require_safe

from accounts import devices, log, second_factor, selectors, services, step_up
from accounts.forms import OrganisationForm, PersonForm
from accounts.inputs import parse_int
from accounts.models import Organisation, OrganisationMember, User
from accounts.spreadsheet import csv_response, safe_cell
from accounts.step_up import SignedInRequest

MOST_SHOWN = 50
LOG_PAGE = 100


def may_change(keeper: User, person: User) -> bool:
    """Whether the account manager may reset, disable or give rights to this account: not their own, and none with more
    rights."""
    return keeper.pk != person.pk and (keeper.is_superuser or not (person.is_superuser or person.is_staff))


def staff_only(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    @login_required
    def inner(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        step_up.check_keeper(request)
        return view(request, *args, **kwargs)

    return inner


def person_step(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Decorate a step that changes a person's account: the account manager must be allowed to change it."""

    @staff_only
    @require_POST
    def inner(request: SignedInRequest, person_id: int, **more: object) -> HttpResponse:
        return view(request, _changeable(request, person_id), **more)

    return inner


@staff_only
def people(request: SignedInRequest) -> HttpResponse:
    return _people_page(request, form=PersonForm())


@staff_only
@require_POST
def add_person(request: SignedInRequest) -> HttpResponse:
    """Create an account and show its generated password once. A repeat says that the account exists."""
    form = PersonForm(request.POST)
    if not form.is_valid():
        return _people_page(request, form=form, status=422)
    try:
        person, password = services.create_user(**form.cleaned_data)
    except services.NameTaken:
        said = form.cleaned_data
        made = selectors.unused_account(said["username"], said["display_name"], said["organisation"])
        if made is not None:
            return _people_page(request, form=PersonForm(), made_before=made)
        form.add_error("username", _("這個登入名稱已經有人用。"))
        return _people_page(request, form=form, status=422)
    return _people_page(request, form=PersonForm(), person=person, password=password)


@person_step
def reset_password(request: SignedInRequest, person: User) -> HttpResponse:
    """Show a new password once and end the account's sessions. Asks for the manager's second factor first."""
    step_up.require_step_up()
    password = services.make_password()
    services.set_password(user=person, password=password)
    return _people_page(request, form=PersonForm(), person=person, password=password)


@person_step
def reset_second_factor(request: SignedInRequest, person: User) -> HttpResponse:
    """Let the password alone sign in again, for people who lost phone and recovery codes."""
    step_up.require_step_up()
    second_factor.reset(user=person)
    messages.success(request, _("%(name)s 的兩步驗證已經重設。") % {"name": person.display_name})
    return redirect("accounts:people")


@staff_only
@require_safe
def devices_of(request: SignedInRequest, person_id: int) -> HttpResponse:
    person = _changeable(request, person_id)
    context = {
        "person": person,
        "devices": devices.live(person, timezone.now()),
        "tokens": selectors.tokens_of(person),
        "end_all": reverse("accounts:end_devices_of", args=[person.pk]),
    }
    return render(request, "accounts/devices_of.html", context)


@person_step
def end_devices_of(request: SignedInRequest, person: User, device_id: int | None = None) -> HttpResponse:
    count = devices.end(user=person, device_id=device_id)
    if device_id is None:
        messages.success(request, _("已登出 %(count)s 部裝置。") % {"count": count})
    elif count:
        messages.success(request, _("那部裝置已經登出。"))
    return redirect("accounts:devices_of", person.pk)


@person_step
def revoke_tokens_of(request: SignedInRequest, person: User, token_id: int | None = None) -> HttpResponse:
    count = services.revoke_tokens(user=person, token_id=token_id, now=timezone.now())
    if token_id is None:
        messages.success(request, _("已撤銷 %(count)s 個權杖。") % {"count": count})
    elif count:
        messages.success(request, _("權杖已經撤銷。"))
    return redirect("accounts:devices_of", person.pk)


@person_step
def set_active(request: SignedInRequest, person: User) -> HttpResponse:
    active = request.POST.get("active") == "yes"
    services.set_active(user=person, active=active)
    sentence = _("%(name)s 的帳戶已經恢復。") if active else _("%(name)s 的帳戶已經停用。")
    messages.success(request, sentence % {"name": person.display_name})
    return redirect("accounts:people")


@person_step
def set_rights(request: SignedInRequest, person: User) -> HttpResponse:
    for organisation in selectors.organisations():
        right = request.POST.get(f"right-{organisation.pk}", "")
        if right in services.RIGHT_OF.values():
            services.set_right(user=person, organisation=organisation, right=right)
    messages.success(request, _("%(name)s 的權限已經儲存。") % {"name": person.display_name})
    return redirect("accounts:people")


@staff_only
@require_POST
def add_organisation(request: SignedInRequest) -> HttpResponse:
    form = OrganisationForm(request.POST)
    if not form.is_valid():
        return _people_page(request, form=PersonForm(), organisation_form=form, status=422)
    try:
        made = services.create_organisation(**form.cleaned_data, now=timezone.now())
    except services.NameTaken:
        form.add_error(None, _("已經有主辦單位用這個名稱或代號。"))
        return _people_page(request, form=PersonForm(), organisation_form=form, status=409)
    messages.success(request, _("已新增%(name)s，代號 %(handle)s。") % {"name": made.name, "handle": made.handle})
    return redirect("accounts:people")


@staff_only
@require_POST
def demand_second_factor(request: SignedInRequest, organisation_id: int) -> HttpResponse:
    """Require 兩步驗證 of organisers and head referees in an organisation's events; lifting the requirement asks for
    the second factor first."""
    organisation = get_object_or_404(Organisation, pk=organisation_id)
    demanded = request.POST.get("demanded") == "yes"
    if not demanded:
        step_up.require_step_up()
    services.demand_second_factor(organisation=organisation, demanded=demanded)
    sentence = (
        _("%(name)s的大會和裁判長現在要用兩步驗證。") if demanded else _("%(name)s的大會和裁判長可以不用兩步驗證。")
    )
    messages.success(request, sentence % {"name": organisation.name})
    return redirect("accounts:people")


def _changeable(request: SignedInRequest, person_id: int) -> User:
    person = get_object_or_404(User, pk=person_id)
    if not may_change(request.user, person):
        raise PermissionDenied
    return person


def _people_page(request: SignedInRequest, status: int = 200, **context: object) -> HttpResponse:
    named = request.GET.get("q", "").replace("\x00", "").strip()[:150]
    organisations = list(selectors.organisations())
    found = selectors.people(named)
    rows = list(found[:MOST_SHOWN])
    members = OrganisationMember.objects.filter(user__in=rows)
    known = {(row.user_id, row.organisation_id): row.creates for row in members}
    for row in rows:
        row.may_be_changed = may_change(request.user, row)  # type: ignore[attr-defined]
        row.rights = [  # type: ignore[attr-defined]
            (one, services.RIGHT_OF[known.get((row.pk, one.pk))]) for one in organisations
        ]
    context.setdefault("organisation_form", OrganisationForm())
    listed = {"people": rows, "organisations": organisations, "named": named}
    listed["more"] = found.count() - len(rows) if len(rows) == MOST_SHOWN else 0
    return render(request, "accounts/people.html", context | listed, status=status)


@staff_only
@require_safe
def log_page(request: SignedInRequest) -> HttpResponse:
    wanted, before = log.wanted_entries(request, log.KINDS), parse_int(request.GET.get("before", ""))
    found = list(selectors.log_entries(**wanted, before=before)[: LOG_PAGE + 1])
    shown = found[:LOG_PAGE]
    context = {
        "lines": [(one, log.KINDS.get(one.kind, one.kind), log.about_text(one), log.entry_texts(one)) for one in shown],
        "older": shown[-1].pk if len(found) > LOG_PAGE else None,
        "kinds": log.KINDS,
        "wanted": wanted,
        "kept_days": log.ADDRESS_KEPT.days,
    }
    return render(request, "accounts/log.html", context)


@staff_only
@require_GET
def log_csv(request: SignedInRequest) -> HttpResponse:
    log.add_entry(log.Kind.EXPORTED, about="log.csv")
    what = [_("代號"), _("由誰"), _("對象"), _("有甚麼改了"), _("賽事")]
    rows = [[_("編號"), _("時間"), *what, _("網絡位址")]]
    for one in selectors.log_entries(**log.wanted_entries(request, log.KINDS)).iterator():
        at, user = timezone.localtime(one.at).isoformat(timespec="seconds"), one.user.username if one.user else ""
        changes = " · ".join(log.entry_texts(one))
        texts = [str(one.pk), at, one.kind, user, one.about, changes, str(one.event_id or ""), one.address]
        rows.append([safe_cell(text) for text in texts])
    return csv_response("log.csv", rows)
