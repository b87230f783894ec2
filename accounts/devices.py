"""裝置 on which people are signed in. Only this module writes them and ends their sessions.

The time a device was last seen is stored at most once in `SEEN_SECONDS`, for which a process remembers it in its cache.
"""

import logging
from datetime import datetime

from django.contrib.auth import SESSION_KEY
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.db import DatabaseError, transaction
from django.http import HttpRequest
from django.utils import timezone

from accounts.log import Kind, add_entry
from accounts.models import Device, User

SEEN_SECONDS = 600
MOST_LETTERS = 300

logger = logging.getLogger("accounts.devices")


def live(user: User, now: datetime) -> list[Device]:
    sessions = Session.objects.filter(expire_date__gt=now).values("session_key")
    return list(Device.objects.filter(user=user, session_key__in=sessions))


def note_sign_in(
    sender: object, user: User | AnonymousUser, request: HttpRequest | None = None, **_more: object
) -> None:
    if not isinstance(user, User) or request is None:
        return
    if request.session.session_key is None:
        request.session.save()
    now = timezone.now()
    with transaction.atomic():
        gone = Session.objects.filter(expire_date__gt=now).values("session_key")
        Device.objects.filter(user=user).exclude(session_key__in=gone).delete()
        _keep(user.pk, request, now)


def note_sign_out(sender: object, request: HttpRequest | None = None, **_more: object) -> None:
    if request is not None and request.session.session_key:
        Device.objects.filter(session_key=request.session.session_key).delete()


def follow_session(request: HttpRequest, before: str | None) -> None:
    """Keep the device listed after its session changed its key from `before`."""
    if before:
        Device.objects.filter(session_key=before).update(session_key=request.session.session_key)


def note_seen(request: HttpRequest) -> None:
    """Record that the device was seen. Never fails a page, and loads no session the page did not load."""
    session = getattr(request, "session", None)
    if session is None or not session.accessed:
        return
    key, pk = session.session_key, session.get(SESSION_KEY)
    if key is None or pk is None or not cache.add(f"seen:{key}", True, SEEN_SECONDS):
        return
    now = timezone.now()
    try:
        if not Device.objects.filter(session_key=key).update(seen_at=now):
            known = Session.objects.filter(session_key=key).exists() and User.objects.filter(pk=pk).exists()
            if known:  # the session began before devices were listed
                _keep(int(pk), request, now)
    except DatabaseError as error:
        logger.warning("device not noted: %s", error)


def _keep(user_id: int, request: HttpRequest, now: datetime) -> None:
    key, agent = request.session.session_key, request.META.get("HTTP_USER_AGENT", "")[:MOST_LETTERS]
    said = {"user_id": user_id, "agent": agent, "created_at": now, "seen_at": now}
    Device.objects.update_or_create(session_key=key, defaults=said)
    cache.set(f"seen:{key}", True, SEEN_SECONDS)


@transaction.atomic
def end(*, user: User, device_id: int | None = None, but: str = "") -> int:
    """Sign a person out on one device, or on all except the one of session `but`; return how many."""
    found = Device.objects.filter(user=user).exclude(session_key=but)
    if device_id is not None:
        found = found.filter(pk=device_id)
    keys = list(found.values_list("session_key", flat=True))
    Session.objects.filter(session_key__in=keys).delete()
    Device.objects.filter(session_key__in=keys).delete()
    if keys:
        add_entry(Kind.SIGNED_OUT_ELSEWHERE, about=user.username, after={"devices": len(keys)})
    return len(keys)
