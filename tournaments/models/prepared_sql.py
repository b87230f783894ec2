"""Prepared statements for what every recorded hand reads and writes.

The ORM builds the text of a statement each time; for saving a hand that took longer than the database. The
texts here are made once; the values are prepared by the fields themselves, so that both databases get what the ORM
would send. Knows the tables' shapes, no games.
"""

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from typing import Any

from django.db import connection
from django.db.models import Model, QuerySet

Converters = list[tuple[int, list[Any], Any]]

# SQLite before 3.32 takes 999 parameters in a statement; no table here has ten columns.
_MOST_ROWS = 100


class Query:
    """A query for plain columns (`values_list`) whose text the ORM makes once, for each kind of database.

    `make` returns it with any values of the right kind, which each reading gives again, in the order in
    which they stand in the text.
    """

    def __init__(self, make: Callable[[], QuerySet[Any, Any]]) -> None:
        self._make = make
        self._made: dict[str, tuple[str, Converters]] = {}

    def rows(self, *values: Any, lock: type[Model] | None = None) -> list[list[Any]]:
        """What the ORM would read. `lock`: for update of this table's rows, inside a transaction of the caller."""
        text, converters = self._made.get(connection.vendor) or self._make_text()
        if lock and connection.features.has_select_for_update_of:
            text += f" FOR NO KEY UPDATE OF {_table(lock)}"
        with connection.cursor() as cursor:
            cursor.execute(text, values)
            rows = [list(row) for row in cursor.fetchall()]
        for place, functions, expression in converters:
            for row in rows:
                for function in functions:
                    row[place] = function(row[place], expression, connection)
        return rows

    def _make_text(self) -> tuple[str, Converters]:
        """The text, and what the ORM does to some columns (JSON, UUID, times on SQLite) after reading."""
        compiler = self._make().query.get_compiler(connection=connection)
        text, _numbers = compiler.as_sql()
        converters = compiler.get_converters([column for column, _sql, _alias in compiler.select])
        made = text, [(place, functions, expression) for place, (functions, expression) in converters.items()]
        self._made[connection.vendor] = made
        return made


def insert(rows: Sequence[Model], *, unique: tuple[str, ...] = (), update: tuple[str, ...] = ()) -> None:
    """Add rows of one table. Where a row with the same `unique` columns is there, its `update` columns are changed."""
    for start in range(0, len(rows), _MOST_ROWS):
        batch = rows[start : start + _MOST_ROWS]
        model = type(batch[0])
        values = [_prepared(field, row) for row in batch for field in _columns(model)]
        _execute(_insertion(model, len(batch), unique, update), values)


def store(row: Model, names: tuple[str, ...]) -> None:
    """Write these columns of a row that is there already."""
    model = type(row)
    values = [_prepared(_field(model, name), row) for name in names]
    _execute(_change(model, names), [*values, row.pk])


def count_up(model: type[Model], pk: int, name: str) -> None:
    """Raise a number by one, whatever it is by then."""
    _execute(_raise(model, name), [pk])


def _execute(text: str, values: Sequence[Any]) -> None:
    with connection.cursor() as cursor:
        cursor.execute(text, values)


def _prepared(field: Any, row: Model) -> Any:
    return field.get_db_prep_save(getattr(row, field.attname), connection)


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
