"""全賽抽籤: the organiser locks the list, enters the public seed and draws all rounds; anyone can repeat a draw."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from scoring import ScoringError
from tournaments.core.access import EventAccess, event_access
from tournaments.core.exceptions import Busy
from tournaments.core.idempotency import done, organiser_step
from tournaments.models import DrawLine, LockedList
from tournaments.models.digests import sha256
from tournaments.rounds import selectors as select
from tournaments.rounds.forms import LockForm, ReleaseForm, SeedForm
from tournaments.rounds.selectors import ListOfDraws
from tournaments.rounds.services import event_draws as services


def _page(request: HttpRequest, access: EventAccess, status: int = 200, **more: Any) -> HttpResponse:
    lists = select.lists_of_draws(access.event)
    current = lists[0] if lists and lists[0].locked.released_at is None else None
    running = current.running if current else None
    coming = services.next_draw(access.event) if access.organises and current is None else None
    context = {
        "lists": lists,
        "current": current,
        "running": running,
        "progress": running.progress if running else None,
        "lock_form": LockForm(coming=coming) if coming else None,
        "coming": coming,
        "seed_form": SeedForm(again=bool(current and current.lines)),
        "release_form": ReleaseForm(),
    }
    return access.page(request, "tournaments/rounds/draws.html", context | more, status=status)


@require_safe
def page(request: HttpRequest, slug: str) -> HttpResponse:
    return _page(request, event_access(request, slug))


@organiser_step(_page)
def lock(request: HttpRequest, access: EventAccess) -> HttpResponse:
    form = LockForm(request.POST, coming=services.next_draw(access.event))
    if not form.is_valid():
        return _page(request, access, 422, lock_form=form)
    now, count = timezone.now(), form.cleaned_data["count"]
    services.lock_list(event=access.event, count=count, today=timezone.localdate(now), now=now)
    return done(request, _("名單已經鎖定，摘要已經公開。現在可以定公開號碼。"), "tournaments:draws", access.event.slug)


@organiser_step(_page)
def release(request: HttpRequest, access: EventAccess) -> HttpResponse:
    form = ReleaseForm(request.POST)
    if not form.is_valid():
        return _page(request, access, 422, release_form=form)
    services.release_list(event=access.event, reason=form.cleaned_data["reason"], now=timezone.now())
    return done(request, _("名單已經解除鎖定。"), "tournaments:draws", access.event.slug)


@organiser_step(_page)
def seed(request: HttpRequest, access: EventAccess) -> HttpResponse:
    form = SeedForm(request.POST, again="reason" in request.POST)
    if not form.is_valid():
        return _page(request, access, 422, seed_form=form)
    said = {"seed": form.cleaned_data["seed"], "reason": form.cleaned_data.get("reason", "")}
    line = services.give_seed(event=access.event, now=timezone.now(), **said)
    services.begin(line)
    return redirect("tournaments:draws", access.event.slug)


@organiser_step(_page)
def look(request: HttpRequest, access: EventAccess) -> HttpResponse:
    """看進度. Restarts an interrupted draw."""
    lines = DrawLine.objects.filter(list__event=access.event, list__released_at=None).select_related("list")
    line = lines.order_by("number").last()
    if line is not None:
        services.begin(line)
    if line is None or line.ended_at is not None:
        if line and line.refusal:
            messages.error(request, line.refusal)
        elif line:
            messages.success(request, _("抽好了，座位已經寫入。公布之後，選手的電話才會顯示。"))
        if request.headers.get("HX-Request"):
            answer = HttpResponse(status=204)
            # Redirect: a reload would keep the scroll position, but the message is at the top.
            answer["HX-Redirect"] = reverse("tournaments:draws", args=[access.event.slug])
            return answer
        return redirect("tournaments:draws", access.event.slug)
    if request.headers.get("HX-Request"):
        context = {"event": access.event, "running": line, "progress": line.progress, "access": access}
        return render(request, "tournaments/rounds/draws.html#progress", context)
    return _page(request, access)


@organiser_step(_page)
def stop(request: HttpRequest, access: EventAccess) -> HttpResponse:
    line = select.running_line(access.event)
    if line is not None:
        services.stop(line)
    return redirect("tournaments:draws", access.event.slug)


@require_http_methods(["GET", "HEAD", "POST"])
def one(request: HttpRequest, slug: str, number: int, line: int) -> HttpResponse:
    """Show 一次抽籤; POST repeats it from the published list and says whether the seats are the same."""
    access = event_access(request, slug)
    found, drawn = _line(access, number, line)
    context = {"found": found, "line": drawn}
    status = 200
    if request.method == "POST" and drawn.seats and not found.reduced:
        try:
            answer = services.repeated(select.document_of(drawn.list, drawn), drawn.ways)
            rounds = answer["rounds"]
            context |= {
                "repeated": True,
                "same": answer["digest"] == drawn.digest and sha256(rounds) == drawn.seats,
                "changed": select.changed_since(drawn, rounds),
                "rounds": list(zip(drawn.list.rounds, rounds, strict=True)),
            }
        except ScoringError:
            context |= {"repeated": True, "same": False}
        except Busy as busy:
            context["refusal"], status = busy.detail, busy.status
    page = access.page(request, "tournaments/rounds/draw_line.html", context, status=status)
    if status == Busy.status:
        page["Retry-After"] = str(Busy.wait)
    return page


def _line(access: EventAccess, number: int, line: int) -> tuple[ListOfDraws, DrawLine]:
    for found in select.lists_of_draws(access.event, number=number):
        for drawn in found.lines:
            if drawn.number == line:
                return found, drawn
    raise Http404


@require_safe
def list_document(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Return the locked list as input of `manage.py draw`, without a seed."""
    access = event_access(request, slug)
    locked = get_object_or_404(LockedList, event=access.event, number=number)
    return _document(select.document_of(locked, None), f"{slug}-{number}.json")


@require_safe
def line_document(request: HttpRequest, slug: str, number: int, line: int) -> HttpResponse:
    """Return the input of `manage.py draw` that gives the same seats."""
    found, drawn = _line(event_access(request, slug), number, line)
    return _document(select.document_of(found.locked, drawn), f"{slug}-{number}-{line}.json")


def _document(document: dict[str, Any], name: str) -> HttpResponse:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return JsonResponse(document, json_dumps_params={"ensure_ascii": False, "indent": 1}, headers=headers)
