"""Types of requests, for the type checker."""

from django.http import HttpRequest

from accounts.models import User


class SignedInRequest(HttpRequest):
    """A request that came past `login_required`."""

    user: User
