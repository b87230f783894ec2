"""誰在做: who is signed in where this runs, for what is written down beside the work itself.

Set for each request by the middleware. Rights are never asked of it: those are checked before a service is called.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from django.http import HttpRequest

from accounts.network import client_address

_request: ContextVar[HttpRequest | None] = ContextVar("acting", default=None)


@contextmanager
def acting(request: HttpRequest) -> Iterator[None]:
    """While this request is answered, whoever is signed in with it acts."""
    token = _request.set(request)
    try:
        yield
    finally:
        _request.reset(token)


def acting_request() -> HttpRequest | None:
    """The request that is answered now; None on the machine itself."""
    return _request.get()


def acting_user_id() -> int | None:
    """The person who acts; None on the machine itself and for players, who have no account."""
    user = getattr(_request.get(), "user", None)
    return user.pk if user is not None and user.is_authenticated else None


def acting_address() -> str:
    """From where the request came that is answered now; "" on the machine itself."""
    request = _request.get()
    return client_address(request) if request is not None else ""
