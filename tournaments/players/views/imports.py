from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from accounts.inputs import parse_int
from tournaments.core.access import EventAccess, organiser_access
from tournaments.core.exceptions import Conflict, Refused
from tournaments.models import Contact, Event
from tournaments.players.forms import ListForm, chosen_columns, column_choices
from tournaments.players.lists.columns import FIELDS
from tournaments.players.lists.players import FIELD_NAMES, PlayerList, read_list
from tournaments.players.selectors import mark_listed
from tournaments.players.services import imports, roster
from tournaments.players.services.blacklist import Vouched

_MOST_NOTICES = 5


@never_cache
def import_players(request: HttpRequest, slug: str) -> HttpResponse:
    access = organiser_access(request, slug)
    if request.method != "POST":
        return _page(request, access, ListForm())
    form = ListForm(request.POST, request.FILES)
    if not form.is_valid():
        return _page(request, access, form, status=422)
    vouched = Vouched(set(request.POST.getlist("namesake")), access.actor.user_id, timezone.now())
    text, line = form.cleaned_data["text"], form.cleaned_data["heading_line"]
    if form.cleaned_data["file"]:
        line = None  # another list: where its headings are is guessed again
    found = _read(request, access, text, line, vouched)
    # The text of an uploaded file is now in the field: the next request needs no file.
    shown = ListForm(initial={"text": found.under_each_other or text, "heading_line": found.heading_line})
    # What was not read of the file is said again with each preview of its text.
    shown.notices = form.notices if form.cleaned_data["file"] else request.POST.getlist("notice")[:_MOST_NOTICES]
    if found.problem:
        return _page(request, access, shown, found, status=422)
    faulty = any(line.errors for line in found.lines)
    if faulty or not found.lines or "save" not in request.POST:
        return _page(request, access, shown, found, status=422 if faulty and "save" in request.POST else 200)
    return _save(request, access, shown, found, vouched)


def _read(
    request: HttpRequest, access: EventAccess, text: str, heading_line: int | None, vouched: Vouched
) -> PlayerList:
    found = read_list(
        text,
        roster.real_names(access.event),
        members=set(Contact.objects.filter(player__event=access.event).values_list("member", flat=True)),
        chosen=imports.remembered(access.event) | chosen_columns(request.POST),
        heading_line=heading_line,
        skipped={number for place in request.POST.getlist("skip") if (number := parse_int(place)) is not None},
    )
    mark_listed(found.lines, access.event, vouched.keys)
    return found


def _save(
    request: HttpRequest, access: EventAccess, form: ListForm, found: PlayerList, vouched: Vouched
) -> HttpResponse:
    """Add all rows, or with the button for it only those with a unique name."""
    once = request.POST["save"] == "once"
    players = [line.player for line in found.lines if line.player and not (once and line.again)]
    columns = {column.key: column.field for column in found.columns}
    try:
        _check_same_list(request, access.event)
        added = imports.import_players(event=access.event, players=players, columns=columns, vouched=vouched)
    except Refused as refusal:
        line = int(form.initial["heading_line"])
        again = _read(request, access, str(form.initial["text"]), line, vouched)
        return _page(request, access, form, again, status=refusal.status, refusal=refusal.detail)
    sentence = ngettext("加了 %(count)s 名選手。", "加了 %(count)s 名選手。", len(added))
    messages.success(request, sentence % {"count": len(added)})
    return redirect("tournaments:players", access.event.slug)


def _check_same_list(request: HttpRequest, event: Event) -> None:
    """Raise Conflict when players have been added since the preview: the same list sent twice gives new numbers."""
    seen = request.POST.get("seen", "")
    if seen and seen != str(_highest(event)):
        raise Conflict(_("名單剛剛加了選手（可能是這一份），請核對後再按「加入」。"))


def _highest(event: Event) -> int:
    return max(event.players.values_list("number", flat=True), default=0)


def _page(
    request: HttpRequest,
    access: EventAccess,
    form: ListForm,
    found: PlayerList | None = None,
    status: int = 200,
    **context: Any,
) -> HttpResponse:
    found = found or PlayerList([])
    ready = sum(line.player is not None for line in found.lines)
    again = sum(line.again for line in found.lines if line.player)
    used = [name for name in FIELDS if any(line.cells.get(name) for line in found.lines)]
    shown = [name for name in used if name not in ("number", "name", "family", "given", "staff")]
    context |= {
        "access": access,
        "event": access.event,
        "form": form,
        "found": found,
        "file_notices": form.notices,
        "rows": [(line, [line.cells[name] for name in shown]) for line in found.lines],
        "shown": [FIELD_NAMES[name] for name in shown],
        "columns": [(column, column_choices(column)) for column in found.columns],
        "seen": _highest(access.event),
        "ready": ready,
        "again": again,
        "once": ready - again,
        "skipped": sum(line.skipped for line in found.lines),
        "faulty": sum(bool(line.errors) for line in found.lines),
        "faults": sum(len(line.errors) for line in found.lines),
    }
    return render(request, "tournaments/players/players_import.html", context, status=status)


@never_cache
@require_POST
def undo(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    access = organiser_access(request, slug)
    try:
        names = imports.undo_import(event=access.event, number=number)
    except Refused as refusal:
        messages.error(request, refusal.detail)
        return redirect("tournaments:players", slug)
    sentence = ngettext("已復原：移除了 %(count)s 名選手。", "已復原：移除了 %(count)s 名選手。", len(names))
    messages.success(request, sentence % {"count": len(names)})
    return redirect("tournaments:players", slug)
