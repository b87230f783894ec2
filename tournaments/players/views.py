import io
import json
import uuid
import zipfile
from dataclasses import fields
from datetime import datetime, time, timedelta
from typing import Any

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import log
from accounts.inputs import parse_int
from accounts.network import client_network, qr_svg, shared_address
from accounts.spreadsheet import csv_response, safe_cell
from tournaments.core.access import EventAccess, organiser_access, player_access
from tournaments.core.exceptions import Conflict, Refused
from tournaments.core.idempotency import ShowRefusal, done, organiser_step, status_of
from tournaments.models import Apart, Blacklisted, Contact, Event, Namesake, Player, Registration, RegistrationDesk
from tournaments.organising.selectors import event_facts
from tournaments.phrases.wording import listed, plural
from tournaments.players import forms
from tournaments.players import selectors as select
from tournaments.players.lists.columns import FIELDS
from tournaments.players.lists.players import FIELD_NAMES, ListedPlayer, PlayerList, read_list
from tournaments.players.services import apart, blacklist, places, registrations, roster
from tournaments.players.services.blacklist import OnBlacklist, Vouched, entered_in, key_of, no_seat_sentence
from tournaments.players.services.erasure import check_erasable, erase, pseudonym
from tournaments.tables.game_log.read import rules_of

_MOST_NOTICES = 5


@require_safe
def players(request: HttpRequest, slug: str) -> HttpResponse:
    return _players_page(request, organiser_access(request, slug))


def _players_page(request: HttpRequest, access: EventAccess, status: int = 200, **context: Any) -> HttpResponse:
    everybody = list(access.event.players.select_related("contact").order_by("number"))
    number = roster.next_number(player.number for player in everybody)
    shown = {
        "players": everybody,
        "active": sum(player.plays_on and not player.staff for player in everybody),
        "staff": sum(player.plays_on and player.staff for player in everybody),
        "form": forms.PlayerForm(initial={"number": number}),
        "facts": event_facts(access.event, access.roles),
        "listed": entered_in(access.event),
        "batch": roster.undoable_batch(access.event),
        "pairs": select.kept_apart(access.event),
        "apart_form": forms.ApartForm(players=[player for player in everybody if player.withdrawn_at is None]),
        "couples_apart": rules_of(access.event).game.couples_apart,
    }
    return access.page(request, "tournaments/players/players.html", shown | context, status=status)


@require_safe
def players_csv(request: HttpRequest, slug: str) -> HttpResponse:
    """Download the list with headings under which it can be imported again; logged, because it includes contacts."""
    event = organiser_access(request, slug).event
    log.add_entry(log.Kind.EXPORTED, about="players.csv", event_id=event.pk)
    names = [one.name for one in fields(ListedPlayer)]
    rows: list[list[object]] = [[FIELD_NAMES[name] for name in names]]
    for player in select.listed_players(event):
        cells = [getattr(player, name) for name in names]
        rows.append([(_("是") if cell else "") if isinstance(cell, bool) else safe_cell(str(cell)) for cell in cells])
    return csv_response(f"{slug}-players.csv", rows)


@organiser_step(_players_page)
def keep_apart(request: HttpRequest, access: EventAccess) -> HttpResponse:
    stay = access.event.players.filter(withdrawn_at=None).order_by("number")
    form = forms.ApartForm(request.POST, players=list(stay))
    if form.is_valid():
        with ShowRefusal(form):
            pair = select.by_number(apart.keep_apart(event=access.event, **form.cleaned_data))
            words = {"first": pair.first.name, "second": pair.second.name}
            said = _("%(first)s和%(second)s不會再編在同一檯。") % words
            return done(request, said, "tournaments:players", access.event.slug)
    return _players_page(request, access, status_of(form), apart_form=form)


@organiser_step(_players_page)
def let_together(request: HttpRequest, access: EventAccess, pair: int) -> HttpResponse:
    found = get_object_or_404(Apart.objects.select_related("first", "second"), pk=pair, first__event=access.event)
    apart.let_together(pair=found)
    select.by_number(found)
    words = {"first": found.first.name, "second": found.second.name}
    said = _("%(first)s和%(second)s可以再編在同一檯。") % words
    return done(request, said, "tournaments:players", access.event.slug)


@organiser_step(_players_page)
def add_player(request: HttpRequest, access: EventAccess) -> HttpResponse:
    form = forms.PlayerForm(request.POST)
    if not form.is_valid():
        return _players_page(request, access, 422, form=form)
    data = form.player_data | form.contact
    data["latin"] = data.pop("latin_name")
    try:
        with transaction.atomic():
            player = roster.add_player(event=access.event, vouched=_vouched(access, form), **data)
            places.keep_at(player=player, numbers=form.cleaned_data["tables"])
    except OnBlacklist as refusal:
        form.add_error("name", refusal.detail)
        return _players_page(request, access, refusal.status, form=form, asks_namesake=True)
    except Refused as refusal:
        taken = _("號碼 %(number)s 已經有人用。") % {"number": form.cleaned_data["number"]}
        known = refusal.field in ("member", "tables")
        form.add_error(*((refusal.field, refusal.detail) if known else ("number", taken)))
        return _players_page(request, access, refusal.status, form=form)
    messages.success(request, _("加了 %(player)s。") % {"player": player})
    for sentence in select.name_hints(access.event, form.cleaned_data["name"], but=player):
        messages.warning(request, sentence)
    return redirect("tournaments:players", access.event.slug)


def _vouched(access: EventAccess, form: forms.PlayerForm) -> Vouched | None:
    if not form.cleaned_data["namesake"]:
        return None
    return Vouched({key_of(form.cleaned_data["name"])}, access.actor.user_id, timezone.now())


def player(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    access = organiser_access(request, slug)
    found = get_object_or_404(Player, event=access.event, number=number)
    if request.method != "POST":
        return _player_page(request, access, found, forms.PlayerForm(instance=found))
    form = forms.PlayerForm(request.POST)
    if not form.is_valid():
        return _player_page(request, access, found, form, status=422)
    before = roster.real_name(found)
    try:
        with transaction.atomic():
            roster.change_player(player=found, vouched=_vouched(access, form), contact=form.contact, **form.player_data)
            places.keep_at(player=found, numbers=form.cleaned_data["tables"])
    except Refused as refusal:
        on_list = isinstance(refusal, OnBlacklist)
        form.add_error("name" if on_list else refusal.field or None, refusal.detail)
        return _player_page(request, access, found, form, status=refusal.status, asks_namesake=on_list)
    messages.success(request, _("已更改 %(player)s。") % {"player": found})
    if form.cleaned_data["name"] != before:
        for sentence in select.name_hints(access.event, form.cleaned_data["name"], but=found):
            messages.warning(request, sentence)
    return redirect("tournaments:players", slug)


def _player_page(
    request: HttpRequest,
    access: EventAccess,
    player: Player,
    form: forms.PlayerForm,
    status: int = 200,
    refusal: str = "",
    asks_namesake: bool = False,
) -> HttpResponse:
    listed = player in entered_in(access.event)
    context = {
        "player": player,
        "form": form,
        "played": roster.has_played(player) or player.hall_rulings.exists(),
        "refusal": refusal,
        "asks_namesake": asks_namesake or listed,
        "listed": no_seat_sentence(player.name) if listed else "",
        "namesakes": Namesake.objects.filter(player=player).select_related("user"),
    }
    return access.page(request, "tournaments/players/player.html", context, status=status)


@require_POST
def withdraw(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    access = organiser_access(request, slug)
    found = get_object_or_404(Player, event=access.event, number=number)
    name, undo = str(found), ""
    try:
        match request.POST.get("action", ""):
            case "reinstate":
                roster.reinstate(player=found)
                sentence = _("%(player)s 重新參加。")
            case "remove":
                roster.remove_player(player=found)
                sentence = _("已移除 %(player)s。")
            case _:
                undo = f"{reverse('tournaments:mark_check_in', args=[slug, number])} back 1"
                roster.withdraw(player=found, now=timezone.now())
                sentence = _("%(player)s 已退出。")
    except Refused as refusal:
        return _player_page(request, access, found, forms.PlayerForm(instance=found), refusal.status, refusal.detail)
    return done(request, sentence % {"player": name}, "tournaments:players", slug, tags=undo)


@require_safe
def player_data(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    access = organiser_access(request, slug)
    found = Player.objects.select_related("event")
    return _export(get_object_or_404(found, event=access.event, number=number))


@require_safe
def my_data(request: HttpRequest, slug: str) -> HttpResponse:
    _event, player = player_access(request, slug)
    return _export(Player.objects.select_related("event").get(pk=player.pk))


def _export(player: Player) -> HttpResponse:
    where = f"{player.event.slug} #{player.number}"
    log.add_entry(log.Kind.PERSON_EXPORTED, about=where, event_id=player.event_id)
    person = select.person_of(player)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("data.json", json.dumps(person.data, ensure_ascii=False, indent=1))
        for file, content in person.files.items():
            archive.writestr(file, content)
    headers = {"Content-Disposition": f'attachment; filename="{player.event.slug}-{player.number}.zip"'}
    return HttpResponse(out.getvalue(), content_type="application/zip", headers=headers)


@require_http_methods(["GET", "POST"])
def erase_player(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Show which data will be deleted and kept; a second tap deletes it."""
    access = organiser_access(request, slug)
    player = get_object_or_404(Player.objects.select_related("event"), event=access.event, number=number)
    refusal, status = "", 200
    try:
        if request.method == "POST":
            user, now = access.actor.user_id, timezone.now()
            erase(player=player, user_id=user, today=timezone.localdate(), now=now)
            messages.success(request, _("個人資料已經刪除，成績以「%(name)s」保留。") % {"name": pseudonym(player)})
            return redirect("tournaments:player", slug, number)
        check_erasable(player, timezone.localdate())
    except Refused as error:
        refusal, status = error.detail, error.status if request.method == "POST" else 200
    context = {"event": access.event, "player": player, "refusal": refusal, "pseudonym": pseudonym(player)}
    return render(request, "tournaments/players/player_erase.html", context, status=status)


def import_players(request: HttpRequest, slug: str) -> HttpResponse:
    """Import a list. One button adds only rows with a unique name, the other adds all."""
    access = organiser_access(request, slug)
    if request.method != "POST":
        return _import_page(request, access, forms.ListForm())
    form = forms.ListForm(request.POST, request.FILES)
    if not form.is_valid():
        return _import_page(request, access, form, status=422)
    vouched = Vouched(set(request.POST.getlist("namesake")), access.actor.user_id, timezone.now())
    text, line = form.cleaned_data["text"], form.cleaned_data["heading_line"]
    if form.cleaned_data["file"] or line == form.cleaned_data["guessed"]:
        line = None  # maybe another list: guess its heading line again
    found = _read(request, access, text, line, vouched)
    guessed = found.heading_line if line is None and not found.under_each_other else None
    # The text of an uploaded file is now in the field, so the next request needs no file.
    text = found.under_each_other or text
    shown = forms.ListForm(initial={"text": text, "heading_line": found.heading_line, "guessed": guessed})
    # Each preview of the text repeats which parts of its file were not read.
    shown.notices = form.notices if form.cleaned_data["file"] else request.POST.getlist("notice")[:_MOST_NOTICES]
    if found.problem:
        return _import_page(request, access, shown, found, status=422)
    faulty = any(line.errors for line in found.lines)
    if faulty or not found.lines or "save" not in request.POST:
        status = 422 if faulty and "save" in request.POST else 200
        return _import_page(request, access, shown, found, status=status)
    once = request.POST["save"] == "once"
    players = [line.player for line in found.lines if line.player and not (once and line.again)]
    columns = {column.key: column.field for column in found.columns}
    try:
        # A list sent twice would be added twice, with new numbers.
        if request.POST.get("seen", "") not in ("", str(_highest(access.event))):
            raise Conflict(_("名單剛剛加了選手（可能是這一份），請核對後再按「加入」。"))
        added = roster.import_players(event=access.event, players=players, columns=columns, vouched=vouched)
    except Refused as refusal:
        again = _read(request, access, text, found.heading_line, vouched)
        return _import_page(request, access, shown, again, status=refusal.status, refusal=refusal.detail)
    _say_added(request, len(added))
    return redirect("tournaments:players", access.event.slug)


def _read(
    request: HttpRequest, access: EventAccess, text: str, heading_line: int | None, vouched: Vouched
) -> PlayerList:
    real_names = access.event.players.values_list("number", "name", "contact__real_name")
    found = read_list(
        text,
        {number: real or name for number, name, real in real_names},
        members=set(Contact.objects.filter(player__event=access.event).values_list("member", flat=True)),
        chosen=roster.known_columns(access.event) | forms.chosen_columns(request.POST),
        heading_line=heading_line,
        skipped={number for place in request.POST.getlist("skip") if (number := parse_int(place)) is not None},
    )
    select.mark_listed(found.lines, access.event, vouched.keys)
    return found


def _highest(event: Event) -> int:
    return max(event.players.values_list("number", flat=True), default=0)


def _say_added(request: HttpRequest, count: int) -> None:
    messages.success(request, plural("加了 %(count)s 名選手。", count))


def _import_page(
    request: HttpRequest,
    access: EventAccess,
    form: forms.ListForm,
    found: PlayerList | None = None,
    status: int = 200,
    **context: Any,
) -> HttpResponse:
    found = found or PlayerList([])
    ready = sum(line.player is not None for line in found.lines)
    again = sum(line.again for line in found.lines if line.player)
    used = [name for name in FIELDS if any(line.cells.get(name) for line in found.lines)]
    shown = [name for name in used if name not in ("number", "name", "family", "given", "staff")]
    fields = [("", _("不用")), *((name, FIELD_NAMES[name]) for name in FIELDS)]
    context |= {
        "form": form,
        "found": found,
        "file_notices": form.notices,
        "rows": [(line, [line.cells[name] for name in shown]) for line in found.lines],
        "shown": [FIELD_NAMES[name] for name in shown],
        "fields": fields,
        "seen": _highest(access.event),
        "ready": ready,
        "again": again,
        "once": ready - again,
        "faulty": sum(bool(line.errors) for line in found.lines),
    }
    return access.page(request, "tournaments/players/players_import.html", context, status=status)


@require_POST
def undo(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    access = organiser_access(request, slug)
    try:
        names = roster.undo_import(event=access.event, number=number)
    except Refused as refusal:
        messages.error(request, refusal.detail)
        return redirect("tournaments:players", slug)
    return done(request, plural("已復原：移除了 %(count)s 名選手。", len(names)), "tournaments:players", slug)


@require_http_methods(["GET", "POST"])
def blacklisted(request: HttpRequest, slug: str) -> HttpResponse:
    access = organiser_access(request, slug)
    if request.method != "POST":
        return _blacklist_page(request, access)
    form, today = forms.BlacklistForm(request.POST), timezone.localdate()
    entry = None
    if form.is_valid():
        with ShowRefusal(form):
            entry = blacklist.put_on(**form.cleaned_data, **_by(access), today=today)
    if entry is None:
        return _blacklist_page(request, access, status_of(form), form=form)
    messages.success(request, _("%(name)s 已列入黑名單。") % {"name": entry.name})
    coming = Player.objects.filter(event__organisation=entry.organisation_id, event__ends_on__gte=today)
    entered = blacklist.entered(entry.organisation_id, today, coming.select_related("event"))
    where = [f"{one.event.name}（{one}）" for one in entered if key_of(one.real or one.name) == entry.key]  # type: ignore[attr-defined]
    if where:
        said = _("%(name)s 已在這些賽事的名單上：%(events)s。他不會再編入座位；請到賽事的選手名單處理。")
        messages.warning(request, said % {"name": entry.name, "events": _("、").join(where)})
    return redirect("tournaments:blacklist", slug)


def _blacklist_page(request: HttpRequest, access: EventAccess, status: int = 200, **context: Any) -> HttpResponse:
    current, past = select.blacklist_entries(access.event.organisation_id, timezone.localdate())
    shown = {"current": current, "past": past, "form": forms.BlacklistForm()}
    return access.page(request, "tournaments/players/blacklist.html", shown | context, status=status)


@organiser_step(_blacklist_page)
def lift(request: HttpRequest, access: EventAccess, entry: int) -> HttpResponse:
    found = get_object_or_404(Blacklisted, organisation=access.event.organisation_id, pk=entry)
    form = forms.LiftForm(request.POST)
    if not form.is_valid():
        return _blacklist_page(request, access, 422, lifting=entry, lift_form=form)
    blacklist.lift(entry_id=found.pk, reason=form.cleaned_data["reason"], **_by(access))
    sentence = _("%(name)s 已由黑名單解除。") % {"name": found.name}
    return done(request, sentence, "tournaments:blacklist", access.event.slug)


def _by(access: EventAccess) -> dict[str, Any]:
    return {"organisation_id": access.event.organisation_id, "user_id": access.actor.user_id, "now": timezone.now()}


@require_http_methods(["GET", "POST"])
def register(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the registration form to anyone with the address, once organisers have set hours."""
    event = select.registering_event(slug)
    if request.method != "POST":
        return _form_page(request, event, forms.RegistrationForm(initial={"client_key": uuid.uuid4()}))
    form = forms.RegistrationForm(request.POST)
    if not form.is_valid():
        return _form_page(request, event, form, status=422)
    if form.cleaned_data["website"]:
        return _form_page(request, event, form)  # a bot: no error, nothing stored
    try:
        made = registrations.apply(
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
            data["client_key"] = str(uuid.uuid4())  # the next press makes another registration
            form.data = data
        form.add_error(refusal.field if refusal.field in form.fields else None, refusal.detail)
        return _form_page(request, event, form, status=refusal.status)
    messages.success(request, _("已收到報名。請保存這一頁的連結：更改和取消都用它。"))
    return redirect("tournaments:registration", registrations.token_of(made))


def _form_page(request: HttpRequest, event: Event, form: forms.RegistrationForm, status: int = 200) -> HttpResponse:
    context = {"event": event, "form": form, "page": select.desk_page(event, timezone.now())}
    return render(request, "tournaments/players/register.html", context, status=status)


@require_http_methods(["GET", "POST"])
def registration(request: HttpRequest, token: str) -> HttpResponse:
    found = registrations.by_token(token)
    if found is None:
        return render(request, "tournaments/players/registration_gone.html", status=404)
    timezone.activate(found.event.zone)
    form, status, refusal = forms.RegistrationForm(instance=found, initial={"client_key": found.client_key}), 200, ""
    if request.method == "POST":
        try:
            if request.POST.get("action") == "withdraw":
                registrations.withdraw(registration=found, now=timezone.now())
                return done(request, _("已取消報名。"), "tournaments:registration", token)
            form, status = forms.RegistrationForm(request.POST), 422
            if form.is_valid():
                registrations.change(registration=found, values=form.values, now=timezone.now())
                return done(request, _("已更改報名資料。"), "tournaments:registration", token)
        except Refused as error:
            status, refusal = error.status, error.detail
    sentence, own = select.own_place(found)
    context = {
        "event": found.event,
        "form": form,
        "registration": found,
        "sentence": sentence,
        "own": own,
        "address": shared_address(request, reverse("tournaments:registration", args=[token])).address,
        "refusal": refusal,
    }
    return render(request, "tournaments/players/registration.html", context, status=status)


@require_http_methods(["GET", "POST"])
def desk(request: HttpRequest, slug: str) -> HttpResponse:
    """所有報名, and the hours of the desk, for organisers."""
    access = organiser_access(request, slug)
    stored = RegistrationDesk.objects.filter(event=access.event).first()
    if request.method == "POST":
        form = forms.DeskForm(request.POST)
        if form.is_valid():
            with ShowRefusal(form):
                registrations.set_desk(event=access.event, **form.cleaned_data)
                return done(request, _("報名設定已經儲存。"), "tournaments:registrations", slug)
    elif stored is not None:
        form = forms.DeskForm(instance=stored)
    else:
        now = timezone.localtime().replace(minute=0, second=0, microsecond=0)
        closes = timezone.make_aware(datetime.combine(access.event.starts_on - timedelta(days=1), time(18)))
        form = forms.DeskForm(initial={"opens_at": now, "closes_at": max(closes, now + timedelta(days=1))})
    public = shared_address(request, reverse("tournaments:register", args=[access.event.slug]))
    context = {
        "form": form,
        "public": public,
        "qr": qr_svg(public.address),
        "page": select.organisers_page(access.event, timezone.now()),
    }
    return access.page(request, "tournaments/players/registrations.html", context, status=status_of(form))


def _refused_entry(request: HttpRequest, access: EventAccess, _status: int, refusal: str) -> HttpResponse:
    messages.error(request, refusal)
    return redirect("tournaments:registrations", access.event.slug)


@organiser_step(_refused_entry)
def decide(request: HttpRequest, access: EventAccess, number: int) -> HttpResponse:
    found = get_object_or_404(Registration, event=access.event, pk=number)
    action = request.POST.get("action", "")
    inside = {place.registration.pk for place in registrations.line_of(access.event) if place.inside}
    registrations.decide(registration=found, action=action, user_id=access.actor.user_id, now=timezone.now())
    line = registrations.line_of(access.event)
    waits = [place.registration.name for place in line if place.waiting and place.registration.pk in inside]
    if waits:
        messages.warning(request, _("名額已滿：%(names)s 改為候補。") % {"names": listed(waits)})
    if action == "renew":
        messages.success(request, _("%(name)s 的舊連結已失效，新的在下面。") % {"name": found.name})
    return redirect(f"{reverse('tournaments:registrations', args=[access.event.slug])}#r{found.pk}")


@organiser_step(_refused_entry)
def to_players(request: HttpRequest, access: EventAccess) -> HttpResponse:
    added = registrations.to_players(event=access.event, user_id=access.actor.user_id, now=timezone.now())
    _say_added(request, len(added))
    return redirect("tournaments:players" if added else "tournaments:registrations", access.event.slug)
