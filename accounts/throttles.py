"""Limits by network: of wrong passwords, whatever the names, before the slow hash; of costly requests to the API."""

from typing import Any

from django.contrib.auth.signals import user_login_failed
from django.dispatch import receiver
from django.http import HttpRequest
from rest_framework.throttling import ScopedRateThrottle, SimpleRateThrottle

from accounts.network import client_network


class NetworkThrottle(ScopedRateThrottle):
    """DRF's own counts by address, of which one IPv6 line has more than could ever be used up."""

    def get_ident(self, request: Any) -> str:
        return client_network(request)


class WrongPasswordThrottle(SimpleRateThrottle):
    """Ten wrong passwords a minute. Right ones do not count: a whole hall may sign in from one address at once.

    Kept in Django's cache, so each process counts for itself: inexact, but good enough.
    """

    rate = "10/min"

    def get_cache_key(self, request: Any, view: Any) -> str:
        return f"wrong-passwords:{client_network(request)}"

    def throttle_success(self) -> bool:
        return True

    def count(self) -> None:
        super().throttle_success()


def seconds_to_wait(request: HttpRequest) -> int:
    throttle = WrongPasswordThrottle()
    return 0 if throttle.allow_request(request, None) else int(throttle.wait() or 0) + 1  # type: ignore[arg-type]


@receiver(user_login_failed)
def count_wrong_password(request: HttpRequest | None = None, **kwargs: Any) -> None:
    throttle = WrongPasswordThrottle()
    if request is not None and throttle.allow_request(request, None):  # type: ignore[arg-type]
        throttle.count()
