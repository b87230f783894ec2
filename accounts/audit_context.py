"""The current request, so that services can log the actor and the address.

Set by AccountMiddleware. Rights are checked before a service is called, never against it.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from django.http import HttpRequest

from accounts.network import client_address

_request: ContextVar[HttpRequest | None] = ContextVar("acting", default=None)


@contextmanager
def audit_context(request: HttpRequest) -> Iterator[None]:
    token = _request.set(request)
    try:
        yield
    finally:
        _request.reset(token)


def current_request() -> HttpRequest | None:
    """Return the current request; None in management commands."""
    return _request.get()


def current_user_id() -> int | None:
    user = getattr(_request.get(), "user", None)
    return user.pk if user is not None and user.is_authenticated else None


def current_address() -> str:
    request = _request.get()
    return client_address(request) if request is not None else ""
