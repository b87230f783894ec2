from django.http import HttpRequest

from accounts.models import User


class SignedInRequest(HttpRequest):
    """A request past `login_required`, for the type checker."""

    user: User
