import uuid
from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.requests import SignedInRequest
from accounts.selectors import creates_for, creating_organisations, people_of
from scoring import RuleSet
from scoring.rulesets import RULE_SETS, get_rule_set
from tournaments.core.access import EventAccess, creating_access, event_access, organiser_access, require
from tournaments.core.exceptions import Refused
from tournaments.hall.views.event_home import event_home, known, own_event_home, shared
from tournaments.models import Event, Membership, RegistrationDesk, Role, Table
from tournaments.organising.forms.events import (
    EventForm,
    MemberForm,
    NewEventForm,
    NewMemberForm,
    RefereesForm,
    TablesForm,
)
from tournaments.organising.forms.rule_choices import RuleChoices
from tournaments.organising.selectors import events as select
from tournaments.organising.services import events as services
from tournaments.phrases.days import moment_text
from tournaments.phrases.wording import rule_set_name
from tournaments.players.services.blacklist import entered_in
from tournaments.tables.book.read import rules_of


@require_safe
def event(request: HttpRequest, slug: str) -> HttpResponse:
    """The state of the event, for those who work in it their tasks; `?public`: the public view."""
    if not known(request):
        return event_home(request, slug)
    access = event_access(request, slug)
    if access.works and "public" not in request.GET:
        return _hub(request, access)
    if access.player is not None:
        return own_event_home(request, access)
    return event_home(request, slug)


@never_cache
def _hub(request: HttpRequest, access: EventAccess) -> HttpResponse:
    facts = select.event_facts(access.event, access.roles)
    seats_to_come = access.organises and not (facts.over or facts.played_out)
    context = {
        "access": access,
        "event": access.event,
        "facts": facts,
        "rules_name": rule_set_name(rules_of(access.event)),
        "share": shared(request, access),
        "listed": entered_in(access.event) if seats_to_come else (),
    }
    return render(request, "tournaments/event.html", context)


# --- new event and settings ----------------------------------------------------------------------------------


@login_required
@never_cache
def new_event(request: SignedInRequest) -> HttpResponse:
    creating_access(request)
    template = services.TEMPLATES.get(request.GET.get("template") or request.POST.get("template", ""))
    if template is None:
        return render(request, "tournaments/event_templates.html", {"templates": services.TEMPLATES.values()})
    if request.method != "POST":
        own = {"heads": True, "language": get_language(), "client_key": uuid.uuid4()}
        first = {"name": str(template.name), **own}
        return _new_page(request, template, _new_form(request, initial=template.values(timezone.localdate()) | first))
    if "show" in request.POST:
        return _new_page(request, template, _new_form(request, initial=request.POST.dict()))
    return _create(request, template)


def _new_form(request: SignedInRequest, *args: Any, **more: Any) -> NewEventForm:
    return NewEventForm(*args, organisations=creating_organisations(request.user), **more)


def _create(request: SignedInRequest, template: services.EventTemplate) -> HttpResponse:
    form = _new_form(request, request.POST)
    chosen = request.POST.get("rule_set", "")
    if request.POST.get("choices_of", chosen) != chosen:
        # Without a script the choices still are those of the rule set that was shown before.
        return _new_page(request, template, form, status=422, changed=True)
    choices = RuleChoices(request.POST, rules=_known_rules(chosen))
    if not (form.is_valid() and choices.is_valid()):
        return _new_page(request, template, form, choices, status=422)
    try:
        made = services.create_event(
            creator=request.user, now=timezone.now(), format_id=template.format, **choices.chosen, **form.cleaned_data
        )
    except Refused as refusal:
        _show(form, refusal)
        return _new_page(request, template, form, choices, status=refusal.status)
    messages.success(request, _("賽事開好了。下一步：加選手。"))
    return redirect("tournaments:event", made.slug)


def _known_rules(rule_set: object) -> RuleSet:
    """The posted rule set; the first one when it is unknown (the form says so)."""
    return get_rule_set(rule_set if rule_set in RULE_SETS else RULE_SETS[0])


def _new_page(
    request: HttpRequest,
    template: services.EventTemplate,
    form: NewEventForm,
    choices: RuleChoices | None = None,
    *,
    status: int = 200,
    changed: bool = False,
) -> HttpResponse:
    choices = choices or RuleChoices(rules=_known_rules(form["rule_set"].value()))
    context = {"form": form, "choices": choices, "template": template, "changed": changed}
    return render(request, "tournaments/event_new.html", context, status=status)


@never_cache
def event_settings(request: HttpRequest, slug: str) -> HttpResponse:
    """Everything that can still be changed; rules are locked from the first hand on."""
    access = organiser_access(request, slug)
    locked = access.event.rules_snapshot is not None
    rules = rules_of(access.event)
    if request.method != "POST":
        choices = RuleChoices(rules=rules, locked=locked)
        return _settings_page(request, access, EventForm(instance=access.event), choices)
    form = EventForm(request.POST, instance=access.event)
    choices = RuleChoices(request.POST, rules=rules, locked=locked)
    if not (form.is_valid() and choices.is_valid()):
        return _settings_page(request, access, form, choices, status=422)
    values = form.cleaned_data | choices.chosen
    values["slug"] = values["slug"] or slug
    try:
        event = services.change_event(event=access.event, **values)
    except Refused as refusal:
        _show(form, refusal)
        return _settings_page(request, access, form, choices, status=refusal.status)
    messages.success(request, _("設定已經儲存。"))
    if "time_zone" in form.changed_data:
        _say_hours(request, event)
    return redirect("tournaments:event", values["slug"])


def _say_hours(request: HttpRequest, event: Event) -> None:
    desk = RegistrationDesk.objects.filter(event=event).first()
    if desk is not None:
        with timezone.override(event.zone):
            hours = {"opens": moment_text(desk.opens_at), "closes": moment_text(desk.closes_at)}
        said = _("時區改了；報名時間照當地的鐘不變：%(opens)s 開始，%(closes)s 截止。") % hours
        messages.info(request, said)


def _settings_page(
    request: HttpRequest, access: EventAccess, form: EventForm, choices: RuleChoices, status: int = 200
) -> HttpResponse:
    # The form has changed its instance; headings and links use the stored values.
    access.event.refresh_from_db()
    context = {"access": access, "event": access.event, "form": form, "choices": choices}
    return render(request, "tournaments/event_settings.html", context, status=status)


def _show(form: Any, refusal: Refused) -> None:
    form.add_error(refusal.field if refusal.field in form.fields else None, refusal.detail)


# --- tables and people ----------------------------------------------------------------------------------------


@never_cache
@require_safe
def tables(request: HttpRequest, slug: str) -> HttpResponse:
    return _tables_page(request, organiser_access(request, slug))


def _tables_page(request: HttpRequest, access: EventAccess, status: int = 200, **forms: Any) -> HttpResponse:
    workers = select.workers(access.event)
    tables = select.tables_of(access.event)
    lacking = select.event_facts(access.event).tables_wanted - len(tables)
    context = {
        "access": access,
        "event": access.event,
        "tables": tables,
        "workers": workers,
        "referees_form": RefereesForm(workers=workers),
        "tables_form": TablesForm(initial={"count": max(lacking, 1), "after": services.last_table(access.event)}),
        "member_form": MemberForm(organisation=access.event.organisation),
        "new_member_form": NewMemberForm(prefix="new", organisation=access.event.organisation),
        "own_people": people_of(access.event.organisation_id),
        "makes_accounts": creates_for(access.user, access.event.organisation_id),
    } | forms
    return render(request, "tournaments/tables.html", context, status=status)


def _organiser_action(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    @never_cache
    @require_POST
    def inner(request: HttpRequest, slug: str, **rest: Any) -> HttpResponse:
        access = organiser_access(request, slug)
        try:
            return view(request, access, **rest)
        except Refused as refusal:
            return _tables_page(request, access, refusal.status, refusal=refusal.detail)

    return inner


@_organiser_action
def add_tables(request: HttpRequest, access: EventAccess) -> HttpResponse:
    form = TablesForm(request.POST)
    if not form.is_valid():
        return _tables_page(request, access, 422, tables_form=form)
    added = services.add_tables(event=access.event, **form.cleaned_data)
    messages.success(request, _("加了 %(count)s 張檯。") % {"count": len(added)})
    return redirect("tournaments:tables", access.event.slug)


@_organiser_action
def remove_table(request: HttpRequest, access: EventAccess, number: int) -> HttpResponse:
    services.remove_table(table=get_object_or_404(Table, event=access.event, number=number))
    messages.success(request, _("已移除第 %(number)s 檯。") % {"number": number})
    return redirect("tournaments:tables", access.event.slug)


@_organiser_action
def add_member(request: HttpRequest, access: EventAccess) -> HttpResponse:
    form = MemberForm(request.POST, organisation=access.event.organisation)
    if not form.is_valid():
        return _tables_page(request, access, 422, member_form=form)
    assert form.user is not None
    member = services.add_member(event=access.event, user=form.user, role=form.cleaned_data["role"])
    messages.success(request, _("%(name)s 現在是%(role)s。") % {"name": form.user, "role": member.get_role_display()})
    return redirect("tournaments:tables", access.event.slug)


@_organiser_action
def create_member(request: HttpRequest, access: EventAccess) -> HttpResponse:
    """開帳戶, for those who have the right to: the password is on this answer only."""
    require(creates_for(access.user, access.event.organisation_id))
    form = NewMemberForm(request.POST, prefix="new", organisation=access.event.organisation)
    if not form.is_valid():
        return _tables_page(request, access, 422, new_member_form=form)
    try:
        user, password = services.create_member(event=access.event, **form.cleaned_data)
    except Refused as refusal:
        _show(form, refusal)
        return _tables_page(request, access, refusal.status, new_member_form=form)
    return _tables_page(request, access, made=user, password=password)


@_organiser_action
def remove_member(request: HttpRequest, access: EventAccess, member: int) -> HttpResponse:
    found = get_object_or_404(Membership.objects.select_related("user"), event=access.event, pk=member)
    services.remove_member(membership=found)
    messages.success(request, _("%(name)s 不再是%(role)s。") % {"name": found.user, "role": found.get_role_display()})
    if found.role == Role.ORGANISER and found.user_id == access.actor.user_id:
        return redirect("tournaments:home")
    return redirect("tournaments:tables", access.event.slug)


@_organiser_action
def referee_tables(request: HttpRequest, access: EventAccess) -> HttpResponse:
    form = RefereesForm(request.POST, workers=select.workers(access.event))
    if not form.is_valid():
        return _tables_page(request, access, 422, referees_form=form)
    try:
        services.set_tables_of_all(event=access.event, wanted=form.wanted)
    except services.WrongTables as refusal:
        form.add_faults(refusal.faults)
        return _tables_page(request, access, refusal.status, referees_form=form)
    messages.success(request, _("已儲存裁判看的檯。"))
    return redirect("tournaments:tables", access.event.slug)
