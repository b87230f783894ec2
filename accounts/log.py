"""系統紀錄: who did what outside the games, when and from which address. The only writer of it, and only by adding.

What is done inside an event is told by the history of the event (`tournaments.services.history`). Here stands the rest:
signing in, second factors, tokens, accounts, rights, organisations, the black list, and what was taken out of the
site (exports). An entry names accounts, never players: it cannot be taken back.

The address is kept for `ADDRESS_KEPT`, long enough to look into a break-in, and then taken out (`manage.py retention`).
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
    """Add an entry, in the transaction of what it tells of.

    `user`: who did it, where the request does not say so yet (signing in) · `about`: the account, token or file, by
    its name · `before`, `after`: the values that were changed, never a secret · `event_id`: its organisers read it.
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
    """Take out the addresses that are old enough; return how many."""
    old = LogEntry.objects.filter(at__lt=now - ADDRESS_KEPT).exclude(address="")
    return old.update(address="")


def note_block(sender: object, request: HttpRequest | None = None, username: str | None = None, **_more: Any) -> None:
    """Receives the signal of the throttle that a name was tried too often from one network: once a lock, for accounts
    that there are. Other names are not written down: somebody may have typed a password there."""
    if getattr(request, "axes_failures_since_start", None) is None:
        return  # a further try while it is locked
    known = User.objects.filter(username=User.normalize_username(username or "")).first()
    if known is not None:
        tell(Kind.SIGN_IN_BLOCKED, about=known.username, after={"kind": "password"})


def note_sign_in(sender: object, user: User | AnonymousUser, request: HttpRequest | None = None, **_more: Any) -> None:
    """Receives Django's signal that somebody has signed in, by whichever door."""
    if isinstance(user, User):
        address = client_address(request) if request is not None else acting_address()
        LogEntry.objects.create(kind=Kind.SIGNED_IN, user=user, address=address[:LONGEST_ADDRESS], at=timezone.now())
