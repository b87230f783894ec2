"""Sees whether a request has written anything."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from django.apps import apps
from django.db import connection, transaction

WRITES = re.compile(r'\s*(?:INSERT INTO|UPDATE|DELETE FROM)\s+"?(\w+)', re.IGNORECASE)
# Sessions come and go; who signed in when, in which language, and how often a PIN was wrong is no part of an event.
_PASSING = {"last_login", "language", "last_used_at", "pin_failures", "pin_locked_until"}
_OURS = ("accounts", "tournaments", "penalties")
# What was asked for is written down beside it: signing in, an export (`accounts.log`), and on which device.
_BESIDE = ("accounts.LogEntry", "accounts_logentry", "accounts.Device", "accounts_device")


def everything() -> dict[str, list[tuple[Any, ...]]]:
    """All rows of all tables of the apps, as the database holds them."""
    found = {}
    with connection.cursor() as cursor:
        for label, sql in _selects().items():
            cursor.execute(sql)
            found[label] = cursor.fetchall()
    return found


@cache
def _selects() -> dict[str, str]:
    """The statement for each model. Written out: a walk asks thousands of times."""
    found = {}
    for app in _OURS:
        for model in apps.get_app_config(app).get_models():
            if model._meta.label not in _BESIDE:
                columns = [field.column for field in model._meta.concrete_fields if field.attname not in _PASSING]
                names = ", ".join(map(connection.ops.quote_name, filter(None, columns)))
                table, key = model._meta.db_table, model._meta.pk.column
                found[model._meta.label] = f'SELECT {names} FROM "{table}" ORDER BY "{key}"'  # noqa: S608
    return found


@contextmanager
def taken_back() -> Iterator[None]:
    """Whatever the block writes is taken back, so that the next try finds the same hall."""
    with transaction.atomic():
        mark = transaction.savepoint()
        try:
            yield
        finally:
            transaction.savepoint_rollback(mark)


@contextmanager
def written() -> Iterator[list[str]]:
    """The tables that statements of the block wrote to, sessions aside."""
    tables: list[str] = []

    def note(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        found = WRITES.match(sql)
        if found and found[1] not in ("django_session", *_BESIDE):
            tables.append(found[1])
        return execute(sql, params, many, context)

    with connection.execute_wrapper(note):
        yield tables
