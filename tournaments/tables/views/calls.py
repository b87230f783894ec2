from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_POST

from accounts.inputs import parse_int
from tournaments.core.access import calling_access, refereeing_access
from tournaments.core.exceptions import Refused
from tournaments.core.idempotency import next_url
from tournaments.tables.services import calls as services


@require_POST
def call(request: HttpRequest, game_id: int) -> HttpResponse:
    """By anyone who writes at the table, or a player of it. A second call is the first one."""
    caller = calling_access(request, game_id)
    return _done(request, game_id, lambda: services.call(game_id=game_id, actor=caller, now=timezone.now()))


@require_POST
def withdraw(request: HttpRequest, game_id: int) -> HttpResponse:
    caller = calling_access(request, game_id)
    return _done(
        request,
        game_id,
        lambda: services.withdraw(game_id=game_id, call_id=_call_id(request), actor=caller, now=timezone.now()),
    )


@require_POST
def take(request: HttpRequest, game_id: int) -> HttpResponse:
    return _by_referee(request, game_id, services.take)


@require_POST
def end(request: HttpRequest, game_id: int) -> HttpResponse:
    return _by_referee(request, game_id, services.end)


def _by_referee(request: HttpRequest, game_id: int, service: Callable[..., object]) -> HttpResponse:
    user = refereeing_access(request, game_id)
    return _done(
        request,
        game_id,
        lambda: service(game_id=game_id, call_id=_call_id(request), user=user, now=timezone.now()),
    )


def _done(request: HttpRequest, game_id: int, step: Callable[[], object]) -> HttpResponse:
    """Take the step; a refusal appears on the next page, which shows the current call."""
    try:
        step()
    except Refused as refusal:
        messages.error(request, refusal.detail)
    return redirect(next_url(request, game_id))


def _call_id(request: HttpRequest) -> int | None:
    sent = request.POST.get("call", "")
    return parse_int(sent)
