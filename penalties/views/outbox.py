from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from penalties.forms import RulingForm
from penalties.selectors.catalogue import rewards_of
from penalties.services.rulings import rule
from tournaments.core.access import GameAccess, require
from tournaments.core.exceptions import Invalid
from tournaments.core.keys import client_key, seen_version
from tournaments.offline.views import as_entered, taken
from tournaments.tables.book.read import Book


@never_cache
@require_POST
def deliver(request: HttpRequest, game_id: int) -> JsonResponse:
    return taken(request, game_id, _rule)


def _rule(request: HttpRequest, access: GameAccess, book: Book) -> Mapping[str, Any]:
    require(access.writes)
    key = client_key(request)
    then = as_entered(request, access, book, key)
    form = RulingForm(request.POST, rules=then.rules)
    form.look_at(rewards_of(then.folded, str(request.POST.get("hand", ""))))
    if not form.is_valid():
        field, errors = next(iter(form.errors.items()))
        raise Invalid(str(errors[0]), field=field)
    return rule(
        game_id=access.game.pk,
        actor=access.actor,
        event=form.event,
        note=form.cleaned_data.get("note", ""),
        client_key=key,
        seen=seen_version(request),
        now=timezone.now(),
        hand=form.closed_hand,
        substitute=form.substitute_kind,
        locked=book,
    )
