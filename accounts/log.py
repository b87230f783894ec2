"""系統紀錄: actions outside the games with actor, time and address. Its only writer; append-only.

Actions inside an event are in the event's history (`tournaments.core.event_log`). Here is the rest: sign-ins,
second factors, tokens, accounts, rights, organisations, the black list, and exports. An entry names accounts, never
players: it cannot be taken back.

The address is kept for `ADDRESS_KEPT`, long enough to investigate a break-in, then removed (`manage.py retention`).
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.utils import timezone

from accounts.acting import acting_address, acting_user_id
from accounts.models import LogEntry, User
from accounts.network import client_address

ADDRESS_KEPT = timedelta(days=90)
MOST_LETTERS = 200
LONGEST_ADDRESS = 45

Kind = LogEntry.Kind


def tell(
    kind: LogEntry.Kind,
    *,
    about: str = "",
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
    user: User | None = None,
    event_id: int | None = None,
    organisation_id: int | None = None,
) -> None:
    """Add an entry, in the transaction of the action.

    `user`: the actor, where the request does not know them yet (signing in) · `about`: name of the account, token or
    file · `before`, `after`: the changed values, never a secret · `event_id`: its organisers read it.
    """
    LogEntry.objects.create(
        kind=kind,
        user_id=user.pk if user is not None else acting_user_id(),
        about=about[:MOST_LETTERS],
        before=dict(before or {}),
        after=dict(after or {}),
        event_id=event_id,
        organisation_id=organisation_id,
        address=acting_address()[:LONGEST_ADDRESS],
        at=timezone.now(),
    )


def forget_addresses(now: datetime) -> int:
    old = LogEntry.objects.filter(at__lt=now - ADDRESS_KEPT).exclude(address="")
    return old.update(address="")


def note_block(sender: object, request: HttpRequest | None = None, username: str | None = None, **_more: Any) -> None:
    """Receive the throttle's signal that a name was tried too often from one network: one lock, for existing accounts.
    Other names are not written down: they may be a password typed in the wrong field.
    """
    if getattr(request, "axes_failures_since_start", None) is None:
        return  # a further try while it is locked
    known = User.objects.filter(username=User.normalize_username(username or "")).first()
    if known is not None:
        tell(Kind.SIGN_IN_BLOCKED, about=known.username, after={"kind": "password"})


def note_sign_in(sender: object, user: User | AnonymousUser, request: HttpRequest | None = None, **_more: Any) -> None:
    if isinstance(user, User):
        address = client_address(request) if request is not None else acting_address()
        LogEntry.objects.create(kind=Kind.SIGNED_IN, user=user, address=address[:LONGEST_ADDRESS], at=timezone.now())
