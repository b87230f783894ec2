"""誰在做: the request being answered, so that services can log who acted and from where.

Set by AccountMiddleware. Rights are not checked against it but before a service is called.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from django.http import HttpRequest

from accounts.network import client_address

_request: ContextVar[HttpRequest | None] = ContextVar("acting", default=None)


@contextmanager
def acting(request: HttpRequest) -> Iterator[None]:
    """Make this the acting request while it is answered."""
    token = _request.set(request)
    try:
        yield
    finally:
        _request.reset(token)


def acting_request() -> HttpRequest | None:
    """None in commands on the machine itself."""
    return _request.get()


def acting_user_id() -> int | None:
    """None in commands on the machine itself, and for players, who have no account."""
    user = getattr(_request.get(), "user", None)
    return user.pk if user is not None and user.is_authenticated else None


def acting_address() -> str:
    """The client's address; empty in commands on the machine itself."""
    request = _request.get()
    return client_address(request) if request is not None else ""
