from django.http import HttpRequest

from accounts.models import User


class SignedInRequest(HttpRequest):
    user: User
