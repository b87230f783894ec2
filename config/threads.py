"""How many threads a worker has for each kind of work; the process beside it has as many for who looks on."""

from django.conf import settings

from config.environment import number

PG_THREADS, PG_WATCHERS = 4, 2
GIVES_WAY = 0.001
"""Seconds after which a thread that counts ten thousand hands gives way, instead of 0.005: a short answer beside it
needs Python's lock dozens of times, and waits for it each time."""


def threads() -> int:
    """Threads that record and read. SQLite: one, as two writers would only wait for each other's lock."""
    return number("WEB_THREADS", 1 if _on_sqlite() else PG_THREADS)


def watchers() -> int:
    """Threads that make pages for those who look on. On SQLite a reader waits for no writer, and no writer for it."""
    return 1 if _on_sqlite() else PG_WATCHERS


def _on_sqlite() -> bool:
    return bool(settings.DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3")
