"""Hidden fields of every form that writes (client key, seen book version, next page), and the text of a refusal."""

import uuid
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any

from django.contrib import messages
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_POST

from accounts.inputs import parse_int
from tournaments.core.access import GameAccess, organiser_access
from tournaments.core.exceptions import Refused
from tournaments.phrases.kinds import event_words
from tournaments.phrases.wording import Wording, hand_name, listed

kept_for_going_back = cache_control(private=True, no_cache=True)
"""For pages that a form leads to: revalidated on every visit, but kept for the browser's back button.

With the usual `no-store` Chrome answers 返回 to a posted preview with an error page, and asks for a previewed draw
again, which after saving would be the next hand's. The kept page still has its client key, so saving it is a repeat.
"""


def new_key() -> str:
    return str(uuid.uuid4())


def form_frame(access: GameAccess) -> dict[str, Any]:
    """Return the context of a form that writes in a game log."""
    return {"event": access.event, "game": access.game, "seen": access.game.book_version, "key": new_key()}


def client_key(request: HttpRequest, *choice: object) -> uuid.UUID:
    """Return the key of this write; with a `choice` (one of a form's buttons) each choice has its own key.

    So a second tap on the same button of the same page is a repeat, but a tap on another button is not.
    """
    try:
        key = uuid.UUID(request.POST.get("client_key", ""))
    except ValueError:
        key = uuid.uuid4()
    return uuid.uuid5(key, ":".join(str(part) for part in choice)) if choice else key


def entry_by(request: HttpRequest, access: GameAccess, *choice: object) -> dict[str, Any]:
    """Return what every entry of a game log names: game, actor, time, and the key of this write as in `client_key`."""
    return {**access.entry, "client_key": client_key(request, *choice)}


def seen_version(request: HttpRequest) -> int:
    """Return the book version that the page showed; −1, which no book has, if it sent none."""
    value = parse_int((request.POST if request.method == "POST" else request.GET).get("seen", ""))
    return -1 if value is None else value


def next_url(request: HttpRequest, game_id: int) -> str:
    """Return the page to go to afterwards if it is on this site, else the table."""
    wanted = request.POST.get("next") or request.GET.get("next") or ""
    # Only whole addresses: `redirect` would take a bare word for the name of a view.
    safe = url_has_allowed_host_and_scheme(wanted, {request.get_host()}, require_https=request.is_secure())
    if safe and wanted.startswith(("/", "http://", "https://")):
        return wanted
    return reverse("tournaments:table", args=[game_id])


def done(request: HttpRequest, sentence: str, to: str, *args: Any, tags: str = "") -> HttpResponse:
    """Redirect to the next page, with a message about what was done."""
    messages.success(request, sentence, extra_tags=tags)
    return redirect(to, *args)


def organiser_step(page: Callable[..., HttpResponse]) -> Callable[[Callable[..., HttpResponse]], Callable[..., Any]]:
    """Make a view that takes a form of organisers; a refusal shows `page` again, with its status and the reason."""

    def decorate(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
        @require_POST
        @wraps(view)
        def step(request: HttpRequest, slug: str, **at: Any) -> HttpResponse:
            access = organiser_access(request, slug)
            try:
                return view(request, access, **at)
            except Refused as refusal:
                return page(request, access, refusal.status, refusal=refusal.detail)

        return step

    return decorate


class ShowRefusal:
    """Show a service's refusal at its field of the form, or else above the form; `status_of` returns its status."""

    def __init__(self, form: Any, *, at_field: bool = True) -> None:
        self.form, self.fields = form, form.fields if at_field else ()

    def __enter__(self) -> None: ...

    def __exit__(self, _kind: object, refusal: BaseException | None, _trace: object) -> bool:
        if isinstance(refusal, Refused):
            self.form.add_error(refusal.field if refusal.field in self.fields else None, refusal.detail)
            self.form.status = refusal.status
        return isinstance(refusal, Refused)


def status_of(form: BaseForm, invalid: int = 422) -> int:
    return getattr(form, "status", invalid if form.errors else 200)


def refusal_lines(refusal: Refused, wording: Wording) -> list[str]:
    """Return the text of a refusal and, after a conflict, of the entry made on the other device."""
    recorded = refusal.extra.get("recorded")
    if not recorded:
        return [refusal.detail]
    return [refusal.detail, recorded_sentence(recorded, wording)]


def recorded_sentence(recorded: Mapping[str, Any], wording: Wording) -> str:
    """Describe the recorded result: "第 7 鋪 東二局：張國強 自摸 37 番"."""
    if recorded["result"] == "open":
        entries = listed([event_words(wording.at(recorded["number"]), event) for event in recorded["events"]])
    else:
        entries = wording.result(recorded)
    words = {"number": recorded["number"], "hand": hand_name(recorded["name"]), "entries": entries}
    return _("現在的記錄：第 %(number)s 鋪 %(hand)s：%(entries)s") % words
