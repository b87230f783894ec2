"""叫裁判: call, withdraw, take, end. Each: load with access, one service call, back to where it was pressed."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_POST

from accounts.numbers import whole
from tournaments.access import calling_access, refereeing_access
from tournaments.exceptions import Refused
from tournaments.services import calls as services
from tournaments.views.keys import next_url


@require_POST
def call(request: HttpRequest, game_id: int) -> HttpResponse:
    """叫裁判: by whoever writes at the table, or by a player of it. A second call is the first one."""
    caller = calling_access(request, game_id)
    return _done(request, game_id, lambda: services.call(game_id=game_id, actor=caller, now=timezone.now()))


@require_POST
def withdraw(request: HttpRequest, game_id: int) -> HttpResponse:
    """收回, by whoever called."""
    caller = calling_access(request, game_id)
    return _done(
        request,
        game_id,
        lambda: services.withdraw(game_id=game_id, call_id=_call_id(request), actor=caller, now=timezone.now()),
    )


@require_POST
def take(request: HttpRequest, game_id: int) -> HttpResponse:
    """我去, by any referee of the event."""
    return _by_referee(request, game_id, services.take)


@require_POST
def end(request: HttpRequest, game_id: int) -> HttpResponse:
    """完成, by any referee of the event."""
    return _by_referee(request, game_id, services.end)


def _by_referee(request: HttpRequest, game_id: int, service: Callable[..., object]) -> HttpResponse:
    user = refereeing_access(request, game_id)
    return _done(
        request,
        game_id,
        lambda: service(game_id=game_id, call_id=_call_id(request), user=user, now=timezone.now()),
    )


def _done(request: HttpRequest, game_id: int, step: Callable[[], object]) -> HttpResponse:
    """Take the step; a refusal is told on the page that comes next, which shows the call as it is now."""
    try:
        step()
    except Refused as refusal:
        messages.error(request, refusal.detail)
    return redirect(next_url(request, game_id))


def _call_id(request: HttpRequest) -> int | None:
    """The call that the page showed; without one the open call is meant."""
    sent = request.POST.get("call", "")
    return whole(sent)
