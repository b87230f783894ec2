"""Django's sessions in the database, read by a statement whose text is made once: every signed-in page reads one."""

from collections.abc import Iterable
from typing import Any

from django.contrib.auth import BACKEND_SESSION_KEY
from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.db import connection
from django.utils import timezone

from accounts import devices
from accounts.prepared_query import Query

_BEFORE = "django.contrib.auth.backends.ModelBackend"
_NOW = "accounts.backends.PersonBackend"

_SESSIONS = Query(
    lambda: (
        Session.objects.filter(expire_date__gt=timezone.now())
        .filter(session_key="")
        .order_by()
        .values_list("session_data")
    )
)


class SessionStore(db.SessionStore):
    """As Django's own, which writes it. Who signed in while Django's own backend was the one in use stays signed in."""

    as_kept = ""
    """All that was kept in it when it was read, as it lies in the database."""

    def cycle_key(self) -> None:
        before = self.session_key
        super().cycle_key()
        if before and self.session_key:
            devices.renamed(before, self.session_key)

    def load(self) -> dict[str, Any]:
        now = connection.ops.adapt_datetimefield_value(timezone.now())
        found = _SESSIONS.rows(now, self.session_key)
        if not found:
            self._session_key = None
            return {}
        self.as_kept = found[0][0]
        data: dict[str, Any] = self.decode(self.as_kept)
        if data.get(BACKEND_SESSION_KEY) == _BEFORE:
            data[BACKEND_SESSION_KEY] = _NOW
        return data


def as_kept(keys: Iterable[str]) -> dict[str, str]:
    """All that is kept in each of these sessions that have not ended, as it lies in the database."""
    found = Session.objects.filter(session_key__in=keys, expire_date__gt=timezone.now())
    return dict(found.values_list("session_key", "session_data"))
