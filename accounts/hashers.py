from collections.abc import Iterator
from contextlib import contextmanager
from fcntl import LOCK_EX, flock
from threading import BoundedSemaphore
from typing import Any

from django.conf import settings
from django.contrib.auth.hashers import Argon2PasswordHasher
from django.db import connection

PLACES = BoundedSemaphore(settings.SIGN_INS_WAITING)
"""Sign-ins that may wait in one process; the remaining threads are reserved for recording."""


class NarrowArgon2PasswordHasher(Argon2PasswordHasher):
    """argon2id with Django's settings (100 MiB, two passes), on one core.

    Django's own uses eight threads per password: forty simultaneous sign-ins would delay the recording of hands. The
    cost per guess is the same. Passwords stored by Django's hasher are accepted and rehashed at the next sign-in.
    """

    parallelism = 1

    def encode(self, *given: Any, **more: Any) -> str:
        with turn():
            return super().encode(*given, **more)

    def verify(self, *given: Any, **more: Any) -> bool:
        with turn():
            return super().verify(*given, **more)


@contextmanager
def turn() -> Iterator[None]:
    """Hash one password at a time on this machine, as each takes 100 MiB; the others wait without a database
    connection."""
    if not connection.in_atomic_block:
        connection.close()
    with (settings.DATA_DIR / "hashing.lock").open("w") as held:
        flock(held, LOCK_EX)
        yield
