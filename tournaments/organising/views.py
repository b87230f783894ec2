import io
import uuid
import zipfile
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import resolve, reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST, require_safe

import scoring
from accounts import log
from accounts.models import User
from accounts.network import qr_svg, shared_address
from accounts.selectors import creates_for, creating_organisations, people_of
from accounts.step_up import SignedInRequest, needs_step_up
from scoring import RuleSet
from scoring.rulebook import RULE_SETS
from tournaments.core.access import (
    SESSION_PLAYERS,
    EventAccess,
    check_own_events,
    creating_access,
    event_access,
    organiser_access,
    require,
    working_access,
)
from tournaments.core.idempotency import ShowRefusal, done, organiser_step, status_of
from tournaments.core.public import respond
from tournaments.hall.room import room, room_mark
from tournaments.hall.views import event_home, home_of, known, own_event_home, shared
from tournaments.models import Game, Membership, Player, RegistrationDesk, Role, Table
from tournaments.organising import forms
from tournaments.organising import selectors as select
from tournaments.organising.services import events as services
from tournaments.organising.services import staff as staff_services
from tournaments.organising.staff_list import StaffLine, read_staff, share
from tournaments.phrases.days import moment_text
from tournaments.phrases.wording import plural
from tournaments.players.lists.players import write_numbers
from tournaments.players.services.blacklist import entered_in
from tournaments.standings.cutline import event_standings
from tournaments.tables.game_log.read import rules_of
from tournaments.tables.services.reopening import can_reopen_cards

ROWS = 9
LAST = (3, 8, 16, 32)


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show the home page. `?start`: just signed in; the referee of a running event is sent on to their tables."""
    ids = [entry[0] for entry in request.session.get(SESSION_PLAYERS, {}).values()]
    playing = Player.objects.filter(pk__in=ids, withdrawn_at=None).select_related("event")
    context = _events(request, limit=20)
    if "start" in request.GET:
        referees = any(facts.running and facts.roles == {Role.REFEREE} for facts in context["mine"])
        return redirect("tournaments:my_tables" if referees else "tournaments:home")
    context |= {"playing": playing.order_by("-event__starts_on")}
    return render(request, "tournaments/organising/home.html", context)


@require_safe
def events(request: HttpRequest) -> HttpResponse:
    return render(request, "tournaments/organising/events.html", _events(request, limit=200))


def _events(request: HttpRequest, limit: int) -> dict[str, Any]:
    check_own_events(request)
    user = request.user if isinstance(request.user, User) else None
    mine = select.my_events(user) if user else []
    return {
        "mine": mine,
        "creates": user is not None and creating_organisations(user).exists(),
        "public": select.public_events(but=[facts.event.pk for facts in mine], limit=limit),
    }


@require_safe
def event(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the state of the event and, to its officials, their tasks; `?public`: the public view."""
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
    event, now = access.event, timezone.now()
    etag = f'"hub-{room_mark(event, now)}-{get_language()}"'

    def written(template: str) -> HttpResponse:
        facts, open_tables = select.event_facts(event, access.roles), room(event, now)
        before, share = access.organises and facts.phase == "before", shared(request, access)
        context = {
            "etag": etag,
            "facts": facts,
            "room": open_tables,
            "home": home_of(access),
            "prepared": select.prepared(event, facts) if before else (),
            "to_do": select.to_do(event, facts, open_tables, timezone.localdate(now))
            if access.leads and not before
            else (),
            "more": select.event_places(access, facts),
            "share": share and replace(share, bar=not facts.over),
            "listed": entered_in(event) if access.organises and facts.phase != "after" else (),
        }
        return access.page(request, f"tournaments/organising/{template}", context)

    if request.htmx:  # type: ignore[attr-defined]
        return respond(request, lambda: written("event.html#now"), etag)
    return written("event.html")


@login_required
def new_event(request: SignedInRequest) -> HttpResponse:
    creating_access(request)
    slug, source = request.GET.get("from", ""), None
    if slug:
        source = organiser_access(request, slug).event
    named = request.GET.get("template") or request.POST.get("template", "")
    template = services.like(source) if source else services.TEMPLATES.get(named)
    if template is None:
        context = {"templates": services.TEMPLATES.values()}
        return render(request, "tournaments/organising/event_templates.html", context)
    mine = creating_organisations(request.user)
    mine = mine.filter(pk=source.organisation_id) if source else mine
    new_form = partial(forms.NewEventForm, organisations=mine)
    if request.method != "POST":
        club = mine.filter(members__user=request.user).first()  # administrators may choose among all clubs
        own = {"heads": True, "language": get_language(), "client_key": uuid.uuid4()}
        own |= {"organisation": club.handle} if club else {}
        first = {"name": source.name if source else str(template.name), **own}
        choices = forms.RulesForm(rules=rules_of(source)) if source else None
        day = timezone.localdate()
        if source:  # the next of a series, never on the same day as the last
            day = max(day, source.starts_on + timedelta(weeks=1))
        return _new_page(request, template, new_form(initial=template.values(day) | first), choices)
    if "show" in request.POST:
        return _new_page(request, template, new_form(initial=request.POST.dict()))
    form = new_form(request.POST)
    chosen = request.POST.get("rule_set", "")
    if request.POST.get("choices_of", chosen) != chosen:
        # Without scripts, the choices are still those of the previous rule set.
        return _new_page(request, template, form, status=422, changed=True)
    choices = forms.RulesForm(request.POST, rules=_known_rules(chosen))
    if not (form.is_valid() and choices.is_valid()):
        return _new_page(request, template, form, choices, status=422)
    given = choices.chosen | form.cleaned_data
    if source:
        given |= {"organisation": source.organisation.handle, "screen": source.screen}
    with ShowRefusal(form):
        made = services.create_event(
            creator=request.user, now=timezone.now(), format_id=template.format, source=source, **given
        )
        sentence = _("賽事開好了。") if source else _("賽事開好了。下一步：加選手。")
        return done(request, sentence, "tournaments:event", made.slug)
    return _new_page(request, template, form, choices, status=status_of(form))


def _known_rules(rule_set: object) -> RuleSet:
    """Return the posted rule set; if it is unknown, the first one, because the form reports the error."""
    return scoring.rule_set(rule_set if rule_set in RULE_SETS else RULE_SETS[0])


def _new_page(
    request: HttpRequest,
    template: services.EventTemplate,
    form: forms.NewEventForm,
    choices: forms.RulesForm | None = None,
    *,
    status: int = 200,
    changed: bool = False,
) -> HttpResponse:
    choices = choices or forms.RulesForm(rules=_known_rules(form["rule_set"].value()))
    context = {"form": form, "choices": choices, "template": template, "changed": changed}
    return render(request, "tournaments/organising/event_new.html", context, status=status)


def event_settings(request: HttpRequest, slug: str) -> HttpResponse:
    """Show all values that can still be changed; rules are locked from the first hand on."""
    access = organiser_access(request, slug)
    locked = access.event.rules_snapshot is not None
    rules = rules_of(access.event)
    if request.method != "POST":
        choices = forms.RulesForm(rules=rules, locked=locked)
        return _settings_page(request, access, forms.EventForm(instance=access.event), choices)
    form = forms.EventForm(request.POST, instance=access.event)
    choices = forms.RulesForm(request.POST, rules=rules, locked=locked)
    if not (form.is_valid() and choices.is_valid()):
        return _settings_page(request, access, form, choices, status=422)
    values = form.cleaned_data | choices.chosen
    values["slug"] = values["slug"] or slug
    event = None
    with ShowRefusal(form):
        event = services.change_event(event=access.event, **values)
    if event is None:
        return _settings_page(request, access, form, choices, status=status_of(form))
    messages.success(request, _("設定已經儲存。"))
    desk = RegistrationDesk.objects.filter(event=event).first() if "time_zone" in form.changed_data else None
    if desk is not None:
        with timezone.override(event.zone):
            hours = {"opens": moment_text(desk.opens_at), "closes": moment_text(desk.closes_at)}
        said = _("時區改了；報名時間照當地的鐘不變：%(opens)s 開始，%(closes)s 截止。") % hours
        messages.info(request, said)
    return redirect("tournaments:event", values["slug"])


def _settings_page(
    request: HttpRequest, access: EventAccess, form: forms.EventForm, choices: forms.RulesForm, status: int = 200
) -> HttpResponse:
    # The form has changed its instance; headings and links need the stored values.
    access.event.refresh_from_db()
    context = {"form": form, "choices": choices}
    return access.page(request, "tournaments/organising/event_settings.html", context, status=status)


@require_safe
def tables(request: HttpRequest, slug: str) -> HttpResponse:
    return _tables_page(request, organiser_access(request, slug))


def _tables_page(request: HttpRequest, access: EventAccess, status: int = 200, **more: Any) -> HttpResponse:
    workers = select.workers(access.event)
    tables = select.tables_of(access.event)
    lacking = select.event_facts(access.event).tables_wanted - len(tables)
    context = {
        "tables": tables,
        "workers": workers,
        "referees_form": forms.RefereesForm(workers=workers),
        "tables_form": forms.TablesForm(initial={"count": max(lacking, 1), "after": services.last_table(access.event)}),
        "member_form": forms.MemberForm(organisation=access.event.organisation),
        "new_member_form": forms.NewMemberForm(prefix="new", organisation=access.event.organisation),
        "own_people": people_of(access.event.organisation_id),
        "makes_accounts": creates_for(access.user, access.event.organisation_id),
    } | more
    return access.page(request, "tournaments/organising/tables.html", context, status=status)


@organiser_step(_tables_page)
def add_tables(request: HttpRequest, access: EventAccess) -> HttpResponse:
    form = forms.TablesForm(request.POST)
    if not form.is_valid():
        return _tables_page(request, access, 422, tables_form=form)
    added = services.add_tables(event=access.event, **form.cleaned_data)
    return done(request, _("加了 %(count)s 張檯。") % {"count": len(added)}, "tournaments:tables", access.event.slug)


@organiser_step(_tables_page)
def remove_table(request: HttpRequest, access: EventAccess, number: int) -> HttpResponse:
    services.remove_table(table=get_object_or_404(Table, event=access.event, number=number))
    return done(request, _("已移除第 %(number)s 檯。") % {"number": number}, "tournaments:tables", access.event.slug)


@organiser_step(_tables_page)
def add_member(request: HttpRequest, access: EventAccess) -> HttpResponse:
    form = forms.MemberForm(request.POST, organisation=access.event.organisation)
    if not form.is_valid():
        return _tables_page(request, access, 422, member_form=form)
    assert form.user is not None
    member = services.add_member(event=access.event, user=form.user, role=form.cleaned_data["role"])
    messages.success(request, _("%(name)s 現在是%(role)s。") % {"name": form.user, "role": member.get_role_display()})
    return redirect("tournaments:tables", access.event.slug)


@organiser_step(_tables_page)
def create_member(request: HttpRequest, access: EventAccess) -> HttpResponse:
    """開帳戶: create an account, if the organiser has that right; only this response shows the password."""
    require(creates_for(access.user, access.event.organisation_id))
    form = forms.NewMemberForm(request.POST, prefix="new", organisation=access.event.organisation)
    if form.is_valid():
        with ShowRefusal(form):
            user, password = services.create_member(event=access.event, **form.cleaned_data)
            return _tables_page(request, access, made=user, password=password)
    return _tables_page(request, access, status_of(form), new_member_form=form)


@organiser_step(_tables_page)
def remove_member(request: HttpRequest, access: EventAccess, member: int) -> HttpResponse:
    found = get_object_or_404(Membership.objects.select_related("user"), event=access.event, pk=member)
    services.remove_member(membership=found)
    messages.success(request, _("%(name)s 不再是%(role)s。") % {"name": found.user, "role": found.get_role_display()})
    if found.role == Role.ORGANISER and found.user_id == access.actor.user_id:
        return redirect("tournaments:home")
    return redirect("tournaments:tables", access.event.slug)


@organiser_step(_tables_page)
def referee_tables(request: HttpRequest, access: EventAccess) -> HttpResponse:
    form = forms.RefereesForm(request.POST, workers=select.workers(access.event))
    if not form.is_valid():
        return _tables_page(request, access, 422, referees_form=form)
    try:
        services.set_tables_of_all(event=access.event, wanted=form.wanted)
    except services.WrongTables as refusal:
        form.add_faults(refusal.faults)
        return _tables_page(request, access, refusal.status, referees_form=form)
    return done(request, _("已儲存裁判看的檯。"), "tournaments:tables", access.event.slug)


def staff(request: HttpRequest, slug: str) -> HttpResponse:
    access = organiser_access(request, slug)
    if request.method != "POST":
        facts = select.event_facts(access.event)
        first = {"tables": max(facts.tables_wanted, facts.tables), "share": True}
        return _staff_page(request, access, forms.StaffListForm(initial=first))
    form = forms.StaffListForm(request.POST)
    if not form.is_valid():
        return _staff_page(request, access, form, status=422)
    lines, tables = read_staff(form.cleaned_data["text"]), form.cleaned_data["tables"]
    if form.cleaned_data["share"]:
        share(lines, select.free_tables(access.event, lines, tables))
    faults = staff_services.staff_faults(access.event, access.user, lines)
    for line in lines:
        if line.place in faults and not line.errors:
            line.errors.append(faults[line.place])
    faulty = any(line.errors for line in lines)
    if faulty or not lines or "save" not in request.POST:
        return _staff_page(request, access, form, lines, status=422 if faulty and "save" in request.POST else 200)
    assert access.user is not None
    with ShowRefusal(form):
        added = staff_services.add_staff(
            event=access.event, maker=access.user, lines=lines, tables=tables, now=timezone.now()
        )
        people = len({member.user_id for member in added.memberships})
        words = {"people": people, "tables": len(added.tables)}
        sentence = plural("加了 %(people)s 名工作人員，%(tables)s 張檯。", people, **words)
        return done(request, sentence, "tournaments:staff_slips", access.event.slug)
    return _staff_page(request, access, form, lines, status=status_of(form))


def _staff_page(
    request: HttpRequest,
    access: EventAccess,
    form: forms.StaffListForm,
    lines: Sequence[StaffLine] = (),
    status: int = 200,
) -> HttpResponse:
    select.name_accounts(access.event, lines)
    highest = max((number for line in lines for number in line.tables), default=0)
    count = form.cleaned_data.get("tables") or 0 if form.is_bound and hasattr(form, "cleaned_data") else 0
    there = access.event.tables.count()
    context = {
        "form": form,
        "lines": lines,
        "numbered": any(line.numbered for line in lines),
        "faulty": sum(bool(line.errors) for line in lines),
        "new_accounts": len({line.name for line in lines if not line.username and not line.errors}),
        "new_tables": max(0, max(highest, count) - there),
        "makes_accounts": creates_for(access.user, access.event.organisation_id),
    }
    return access.page(request, "tournaments/organising/staff.html", context, status=status)


@require_GET
def slips(request: HttpRequest, slug: str) -> HttpResponse:
    access = organiser_access(request, slug)
    log.add_entry(log.Kind.EXPORTED, about="staff-slips", event_id=access.event.pk)
    return _slips_page(request, access)


def _slips_page(request: HttpRequest, access: EventAccess, status: int = 200, **more: Any) -> HttpResponse:
    assert access.user is not None
    now = timezone.now()
    found = select.staff_slips(access.event, access.user, now)
    # a code signs in as a person who may reopen cards, so showing it needs a recent second factor
    if needs_step_up(request, now):
        found = [replace(one, token="") if can_reopen_cards(one.worker.user) else one for one in found]
    context = {
        "slips": [
            replace(one, qr=qr_svg(shared_address(request, reverse("accounts:slip", args=[one.token])).address))
            for one in found
            if one.token
        ],
        "others": [one for one in found if not one.token],
        "facts": select.event_facts(access.event, access.roles),
        "until": staff_services.slip_until(access.event),
        "batch": staff_services.last_batch(access.event),
        "shared": shared_address(request, "/"),
        "hand_over": forms.HandOverForm(workers=select.workers(access.event)),
    } | more
    return access.page(request, "tournaments/organising/staff_slips.html", context, status=status)


@organiser_step(_slips_page)
def renew_slip(request: HttpRequest, access: EventAccess, person: int) -> HttpResponse:
    member = Membership.objects.filter(event=access.event, user=person).select_related("user").first()
    if member is None or access.user is None:
        raise Http404
    staff_services.renew_slip(event=access.event, maker=access.user, user=member.user, now=timezone.now())
    sentence = _("%(name)s 有新的登入條，舊的一張和舊電話已失效。") % {"name": member.user}
    return done(request, sentence, "tournaments:staff_slips", access.event.slug)


@organiser_step(_slips_page)
def undo(request: HttpRequest, access: EventAccess, number: int) -> HttpResponse:
    staff_services.undo_staff(event=access.event, number=number, now=timezone.now())
    return done(request, _("已復原：這一批的職責、檯和登入條都取消了。"), "tournaments:tables", access.event.slug)


@require_POST
def hand_over(request: HttpRequest, slug: str) -> HttpResponse:
    """換裁判: transfer all tables of one referee to another, also during a round."""
    access = organiser_access(request, slug)
    form = forms.HandOverForm(request.POST, workers=select.workers(access.event))
    if form.is_valid():
        people = {name: form.people[form.cleaned_data[name]] for name in ("from_user", "to_user")}
        with ShowRefusal(form):
            numbers = staff_services.hand_over(event=access.event, **people)
            words = {"tables": write_numbers(numbers), "name": people["to_user"]}
            return done(request, _("第 %(tables)s 檯現在由 %(name)s 看。") % words, "tournaments:tables", slug)
    return _slips_page(request, access, status_of(form), hand_over=form)


_LISTS = {
    "standings": "tournaments:standings_csv",
    "players": "tournaments:players_csv",
    "acts": "tournaments:acts_csv",
    "rulings": "penalties:register_csv",
}


@require_GET
def event_zip(request: HttpRequest, slug: str) -> HttpResponse:
    """Download the lists as CSV, each game as JSON, and each round's cards as PDF if this machine can make them."""
    event = organiser_access(request, slug).event
    files = {f"{name}.csv": reverse(view, args=[slug]) for name, view in _LISTS.items()}
    games = Game.objects.filter(event=event).exclude(state=Game.State.SEATED).order_by("round__number", "table__number")
    for pk, number, table in games.values_list("pk", "round__number", "table__number"):
        files[f"games/round-{number}-table-{table}.json"] = reverse("tournaments:export", args=[pk])
        files[f"cards/round-{number}.pdf"] = reverse("tournaments:round_cards_pdf", args=[slug, number])
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, address in files.items():
            found = resolve(address)
            answer = found.func(request, *found.args, **found.kwargs)
            if answer.status_code == 503:  # another PDF is being made: the page retries by itself
                return answer
            if answer.status_code == 200:
                archive.writestr(name, answer.content)
    headers = {"Content-Disposition": f'attachment; filename="{slug}.zip"'}
    return HttpResponse(out.getvalue(), content_type="application/zip", headers=headers)


@require_safe
def reveal(request: HttpRequest, slug: str, step: int) -> HttpResponse:
    """Reveal `step` places from the end, the newest on top; step 0 shows none."""
    access = working_access(request, slug)
    found = event_standings(access.event)
    ranked = [row for row in found.rows if row.place]
    if step > len(ranked):
        raise Http404
    left = len(ranked) - step
    context = {
        "rows": ranked[left : left + ROWS],
        "by_table": found.rules.game.table_points,
        "previous": step - 1 if step else None,
        "following": step + 1 if left else None,
        "starts": [(last, len(ranked) - last) for last in LAST if last < len(ranked)] if not step else [],
        "players": len(ranked),
    }
    return access.page(request, "tournaments/organising/reveal.html", context)


@require_POST
def publish_standings(request: HttpRequest, slug: str) -> HttpResponse:
    access = organiser_access(request, slug)
    services.change_event(event=access.event, hidden=False)
    return done(request, _("排名公開了。"), "tournaments:event", slug)
