"""Prepared statements for what every recorded hand reads and writes.

The ORM builds the text of a statement each time; for saving a hand that took longer than the database. The
texts here are made once; the values are prepared by the fields themselves, so that both databases get what the ORM
would send. Knows the tables' shapes, no games.
"""

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import chain
from typing import Any

from django.db import connection, models
from django.db.models import Model

from accounts.prepared_query import preparing_cursor

# SQLite before 3.32 takes 999 parameters in a statement.
_MOST_ROWS, _MOST_VALUES = 100, 999


class Writes:
    """Writes that belong together, each of other rows than the rest: collected, then sent at once.

    PostgreSQL takes them as one statement, so that it is asked once and not six times. SQLite, which has no such
    statement and is asked in the same process, takes one after the other.
    """

    def __init__(self) -> None:
        self._collected: list[tuple[str, list[Any]]] = []

    def insert(self, rows: Sequence[Model], *, unique: tuple[str, ...] = (), update: tuple[str, ...] = ()) -> None:
        """Add rows of one table. Where a row with the same `unique` columns is there, its `update` columns are
        changed."""
        most = min(_MOST_ROWS, _MOST_VALUES // len(_columns(type(rows[0])))) if rows else 1
        for start in range(0, len(rows), most):
            batch = rows[start : start + most]
            model = type(batch[0])
            columns = [_prepared_column(field, batch) for field in _columns(model)]
            values = list(chain.from_iterable(zip(*columns, strict=True)))
            self.add(_insertion(model, len(batch), unique, update), values)

    def store(self, row: Model, names: tuple[str, ...]) -> None:
        """Write these columns of a row that is there already."""
        model = type(row)
        values = [_prepared(_field(model, name), row) for name in names]
        self.add(_change(model, names), [*values, row.pk])

    def count_up(self, model: type[Model], pk: int, name: str) -> None:
        """Raise a number by one, whatever it is by then."""
        self.add(_raise(model, name), [pk])

    def add(self, text: str, values: Sequence[Any]) -> None:
        """A statement that returns nothing, with its values as the database takes them."""
        self._collected.append((text, list(values)))

    def send(self) -> None:
        """Make all writes that were collected since the last time."""
        collected, self._collected = self._collected, []
        if connection.vendor == "postgresql" and len(collected) > 1:
            collected = [_as_one(collected)]
        if collected:
            with preparing_cursor(connection) as cursor:
                for text, values in collected:
                    cursor.execute(text, values)


def insert_all(rows: Sequence[Model]) -> None:
    """Add any number of rows of one table; their keys are the database's, and not set here.

    A quarter of the time that `bulk_create` takes, all of it while other writers wait.
    """
    for start in range(0, len(rows), _MOST_ROWS):
        writes = Writes()
        writes.insert(rows[start : start + _MOST_ROWS])
        writes.send()


def _as_one(statements: Sequence[tuple[str, list[Any]]]) -> tuple[str, list[Any]]:
    *others, (last, _values) = statements
    first = ", ".join(f"w{place} AS ({text})" for place, (text, _values) in enumerate(others))
    return f"WITH {first} {last}", [value for _text, values in statements for value in values]


def _prepared(field: Any, row: Model) -> Any:
    value = getattr(row, field.attname)
    return value if type(value) is _plain(field) else field.get_db_prep_save(value, connection)


def _prepared_column(field: Any, rows: Sequence[Model]) -> list[Any]:
    """One column of rows that are added together: most of them hold the same, nothing or nought, prepared once."""
    name, plain = field.attname, _plain(field)
    found: list[Any] = []
    before, prepared = object(), None
    for row in rows:
        value = getattr(row, name)
        if type(value) is plain:
            found.append(value)
            continue
        if value is not before:
            before, prepared = value, field.get_db_prep_save(value, connection)
        found.append(prepared)
    return found


@cache
def _plain(field: Any) -> type | None:
    """Whose values of this type the field sends to the database as they are: numbers and words, the most of a row."""
    if not type(field).__module__.startswith("django.db.models."):
        return None
    if isinstance(field, models.CharField | models.TextField):
        return str
    return int if isinstance(field, models.IntegerField | models.ForeignKey) else None


@cache
def _field(model: type[Model], name: str) -> Any:
    return model._meta.get_field(name)


@cache
def _columns(model: type[Model]) -> tuple[Any, ...]:
    """Every column but the key, which the database gives."""
    return tuple(field for field in model._meta.concrete_fields if not field.primary_key)


@lru_cache(maxsize=512)
def _insertion(model: type[Model], rows: int, unique: tuple[str, ...], update: tuple[str, ...]) -> str:
    columns = [_quoted(field.column) for field in _columns(model)]
    row = f"({', '.join(['%s'] * len(columns))})"
    text = f"INSERT INTO {_table(model)} ({', '.join(columns)}) VALUES {', '.join([row] * rows)}"  # noqa: S608 - names of columns
    if not unique:
        return text
    changes = [f"{name} = EXCLUDED.{name}" for name in _names(model, update)]
    return f"{text} ON CONFLICT ({', '.join(_names(model, unique))}) DO UPDATE SET {', '.join(changes)}"


@cache
def _change(model: type[Model], names: tuple[str, ...]) -> str:
    changes = ", ".join(f"{name} = %s" for name in _names(model, names))
    return f"UPDATE {_table(model)} SET {changes} WHERE {_key(model)} = %s"  # noqa: S608 - names of columns


@cache
def _raise(model: type[Model], name: str) -> str:
    (column,) = _names(model, (name,))
    return f"UPDATE {_table(model)} SET {column} = {column} + 1 WHERE {_key(model)} = %s"  # noqa: S608 - names of columns


def _names(model: type[Model], names: tuple[str, ...]) -> list[str]:
    return [_quoted(_field(model, name).column) for name in names]


def _table(model: type[Model]) -> str:
    return _quoted(model._meta.db_table)


def _key(model: type[Model]) -> str:
    return _quoted(_field(model, "id").column)


def _quoted(name: str) -> str:
    return f'"{name}"'
