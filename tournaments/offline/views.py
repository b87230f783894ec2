"""待送: entries that a phone stored while offline, one at a time, in order.

They go through the same services as those from pages, against the version of the log that the page had seen; the phone
replaces it by the version that its previous entry led to (docs/adr/0020). Only the response differs: JSON for a script
(static/js/outbox.js), which keeps the entry until it is in the log or a person has decided.
"""

import hashlib
import uuid
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from functools import lru_cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.template.loader import get_template
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_POST, require_safe

from accounts.factor_pages import asked_at
from accounts.inputs import parse_int
from accounts.language import KEPT
from accounts.step_up import SecondFactorRequired, StepUpRequired
from tournaments.core.access import SESSION_PLAYERS, GameAccess, game_access, require
from tournaments.core.confirmation_rules import may_confirm
from tournaments.core.exceptions import Conflict, Invalid, NeedsConfirmation, NotAllowed, Refused, rules_changed
from tournaments.core.idempotency import client_key, recorded_sentence, seen_version
from tournaments.core.locks import in_one_transaction
from tournaments.models import Event
from tournaments.tables.forms import OtherForm, RewardForm, clean_draw, clean_hand, opened_mark
from tournaments.tables.game_log.changes import latest
from tournaments.tables.game_log.read import GameLog, read_book, rules_mark
from tournaments.tables.game_log.timeline import Played
from tournaments.tables.selectors.offline import identity
from tournaments.tables.selectors.table import wording_of
from tournaments.tables.selectors.visible import shown_book, viewer_of
from tournaments.tables.services.confirmations import confirm
from tournaments.tables.services.recording import record

LONGEST = timedelta(days=7)
"""The longest credible wait of an entry; more means that the phone's clock was changed."""

MILLISECOND = timedelta(milliseconds=1)


kept_for_a_day = cache_control(private=True, max_age=12 * 3600)
"""Lets the browser open the page without a request: offline, and on plain http, which has no service worker."""


@kept_for_a_day
@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """Show the waiting entries and saved tables of this device; only the script has them."""
    response = render(request, "tournaments/offline/outbox.html", {"kept_by_browser": True})
    setattr(response, KEPT, True)
    return response


@cache_control(private=True, max_age=3600)
@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """Serve the service worker, for browsers that support it (https), from the root so that it covers every page."""
    return render(request, "worker.js", shell(), content_type="text/javascript")


@require_safe
def state(request: HttpRequest) -> JsonResponse:
    user = request.user
    known: Mapping[str, list[int]] = request.session.get(SESSION_PLAYERS, {})
    who = [f"u{user.pk}"] if user.is_authenticated else []
    who += [f"p{entry[0]}" for entry in known.values()]
    return JsonResponse({"token": get_token(request), "who": who, "language": get_language()})


@require_POST
def deliver(request: HttpRequest, game_id: int) -> JsonResponse:
    """Take 食糊, 流局, 獎勵, 起莊 and 確認 from the outbox (POST: `what`, the form's fields, and those `taken`
    needs)."""
    return taken(request, game_id, _enter)


Enter = Callable[[HttpRequest, GameAccess, GameLog], Mapping[str, Any]]


def taken(request: HttpRequest, game_id: int, enter: Enter) -> JsonResponse:
    """Return the result of `enter` for this request's entry, or the conflict to be decided.

    `by`: the author of the entry, as in `identity`, if known · `seen`: the version of the log that it was made against
    · `number`: the hand that its page showed, "" for none · `client_key`. If a second factor is missing or outdated,
    the answer is the address to show it, because a script cannot follow the redirect as a page does. Raises Http404,
    PermissionDenied.
    """
    try:
        return JsonResponse(_entered(request, game_id, enter))
    except (StepUpRequired, SecondFactorRequired):
        return JsonResponse({"code": "second_factor", "where": asked_at(request)[0]}, status=403)
    except Refused as refusal:
        return JsonResponse(_conflict(request, game_id, refusal), status=refusal.status)


@in_one_transaction
def _entered(request: HttpRequest, game_id: int, enter: Enter) -> dict[str, Any]:
    access = game_access(request, game_id, lock=True)
    require(access.writes or access.seat is not None)
    if request.POST.get("by", "") not in ("", identity(access)):
        raise NotAllowed(_("這一項是另一個帳戶記錄的，請用那個帳戶登入再送。"))
    answer = enter(request, access, read_book(access.game))
    return {"version": answer.get("book_version", access.game.book_version)}


def as_entered(request: HttpRequest, access: GameAccess, book: GameLog, key: uuid.UUID) -> GameLog:
    """Return the log for the entry; for a repeat, as it was when first entered. Raises Conflict if the rules or the
    next hand are not those of its page. If the log has moved on, the service refuses."""
    number = book.keys.get(key)
    if number is not None:
        return book.before(book.entries[number - 1 :])
    if "rules" in request.POST and request.POST["rules"] != rules_mark(access.event, access.game.round):
        raise rules_changed()
    meant = request.POST.get("number", "")
    if seen_version(request) == book.game.book_version and meant and parse_int(meant) != book.folded.state.hand_number:
        raise Conflict(_("這一項是為第 %(number)s 鋪記錄的，這一檯現在不是那一鋪。") % {"number": meant})
    return book


def ended(request: HttpRequest, now: datetime) -> datetime:
    """Return when the entry was made, by this server's clock: `age` is how many milliseconds it has waited."""
    age = parse_int(request.POST.get("age", "")) or 0
    return now - min(age, LONGEST // MILLISECOND) * MILLISECOND


def _enter(request: HttpRequest, access: GameAccess, book: GameLog) -> Mapping[str, Any]:
    what = request.POST.get("what", "")
    if what == "confirm":
        return _confirm(request, access, book)
    require(access.writes)
    key = client_key(request, request.POST.get("pick", "")) if what == "reward" else client_key(request)
    played, mark, shown = _played(request, access, as_entered(request, access, book, key), what)
    return record(
        **access.entry,
        played=played,
        client_key=key,
        seen=seen_version(request),
        locked=book,
        counted_under=mark,
        at_bell=request.POST.get("at_bell", ""),
        shown=shown,
    )


def _played(request: HttpRequest, access: GameAccess, book: GameLog, what: str) -> tuple[Played, str, datetime | None]:
    if what == "save":  # from a preview: its differences are already decided
        mark, shown = opened_mark(request.POST.get("counted", ""), access.game.pk)
        return clean_hand(request.POST, book.as_seen(seen_version(request)))[0], mark, shown
    if what == "win":
        # Its count had no preview: if it differs from the called one, a person decides.
        played, win = clean_hand(request.POST, book)
        if win is not None and any(count.differs for count in win.counts):
            raise NeedsConfirmation(_("報的番數和計出的不同，請打開這一鋪，揀照哪個付。"))
    elif what == "draw":
        played = clean_draw(request.POST, book.rules, book.folded.state)
    elif what == "reward":
        reward = RewardForm(request.POST, rules=book.rules)
        if not reward.is_valid() or reward.payer_missing:
            raise Invalid(_("請揀獎勵和座位。"), field="pick")
        played = Played(reward.event)
    elif what == "first_dealer":
        other = OtherForm(request.POST, complete=True)
        if not other.is_valid() or other.event["type"] != "first_dealer":
            raise Invalid(_("請揀起莊的一家。"), field="pick")
        played = Played(other.event)
    else:
        raise Invalid(_("不明白這一項。"), field="what")
    return played, request.POST.get("rules", "?"), ended(request, timezone.now())


def _confirm(request: HttpRequest, access: GameAccess, book: GameLog) -> Mapping[str, Any]:
    """確認: confirm the state that the page showed; later entries and changes are not confirmed."""
    seats = sorted({int(seat) for seat in request.POST.getlist("seats") if seat in ("0", "1", "2", "3")})
    key = client_key(request, *seats)
    if key not in book.keys and seen_version(request) != access.game.book_version:
        raise Conflict(_("按確認之後，這一檯的記錄更改了。請在牌檯再確認。"))
    if access.writes and access.event.confirmation == Event.Confirmation.PIN:
        raise Invalid(_("個人密碼要有網絡才可核對，請在牌檯確認。"), field="pin")
    now = timezone.now()
    method = may_confirm(access, seats, {}, now)
    return confirm(game_id=access.game.pk, actor=access.actor, seats=seats, method=method, client_key=key, now=now)


def _conflict(request: HttpRequest, game_id: int, refusal: Refused) -> dict[str, Any]:
    access = game_access(request, game_id)
    book = shown_book(read_book(access.game), viewer_of(access))
    wording = wording_of(book)
    recorded, correct = refusal.extra.get("recorded") or latest(book.folded), ""
    if access.writes and recorded is not None and recorded["result"] != "open":
        correct = reverse("tournaments:correct", args=[game_id, recorded["number"]])
    return {
        "code": refusal.code,
        "detail": refusal.detail,
        "theirs": recorded_sentence(recorded, wording) if recorded else wording.said(_("這個半莊現在沒有記錄。")),
        "version": access.game.book_version,
        "number": 0 if book.folded.state.finished else book.folded.state.hand_number,
        "correct": correct,
    }


FILES = (
    "paiju.css",
    "paiju.js",
    "table.js",
    "icons.svg",
    "tiles.svg",
    "favicon.svg",
    "css/calculator.css",
    "css/learn.css",
    "js/learn.js",
)
_PAGES = ("worker.js", "base.html", "tournaments/offline/outbox.html", "tournaments/rulebook/learn.html")


def shell() -> dict[str, object]:
    """Return the configuration of the worker; `name` changes with every file that it caches."""
    files = [static(name) for name in FILES]
    digest = hashlib.sha256("\n".join([*files, _sources()]).encode()).hexdigest()[:12]
    return {
        "name": f"paiju-{digest}",
        "files": files,
        "shell": reverse("tournaments:outbox"),
        "learn": reverse("tournaments:learn"),
        "static": settings.STATIC_URL,
    }


@lru_cache(maxsize=1)
def _sources() -> str:
    paths = [Path(get_template(name).template.origin.name) for name in _PAGES]  # type: ignore[attr-defined]
    return hashlib.sha256(b"".join(path.read_bytes() for path in paths)).hexdigest()
