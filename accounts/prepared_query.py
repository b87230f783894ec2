"""A query whose text the ORM makes once, for what every request or every recorded hand reads.

The ORM builds the text of a statement each time it runs; for a row found by its key that takes longer than the
database. docs/performance.md lists who uses it, and what each was measured to save.
"""

from collections.abc import Callable
from typing import Any

from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Model, QuerySet

Converters = list[tuple[int, list[Any], Any]]

STAND_IN = -1
"""What a query is made with for a number that each reading gives, where other values stand in its text too."""


def preparing_cursor(connection: BaseDatabaseWrapper) -> Any:
    return connection.cursor()


class Query:
    """A query for plain columns (`values_list`) whose text the ORM makes once, for each kind of database.

    `make` returns it with any values of the right kind, which each reading gives again, in the order in
    which they stand in the text.
    """

    def __init__(self, make: Callable[[], QuerySet[Any, Any]]) -> None:
        self._make = make
        self._made: dict[str, tuple[str, Converters]] = {}
        self._given: dict[str, tuple[Any, ...]] = {}

    def rows(self, *values: Any, lock: type[Model] | None = None) -> list[list[Any]]:
        """What the ORM would read. `lock`: for update of this table's rows, inside a transaction of the caller."""
        text, converters = self._made.get(connection.vendor) or self._make_text(connection)
        if lock and connection.features.has_select_for_update_of:
            text += f' FOR NO KEY UPDATE OF "{lock._meta.db_table}"'
        with preparing_cursor(connection) as cursor:
            cursor.execute(text, values)
            rows = [list(row) for row in cursor.fetchall()]
        for place, functions, expression in converters:
            for row in rows:
                for function in functions:
                    row[place] = function(row[place], expression, connection)
        return rows

    def rows_of(self, number: int) -> list[list[Any]]:
        """What the ORM would read with this number in place of `STAND_IN`, and with the query's own other values."""
        if connection.vendor not in self._given:
            self._make_text(connection)
        return self.rows(*[number if one == STAND_IN else one for one in self._given[connection.vendor]])

    def raw(self, *values: Any) -> list[tuple[Any, ...]]:
        """The rows as they lie in the database, without what the ORM does to columns after reading."""
        text, _converters = self._made.get(connection.vendor) or self._make_text(connection)
        with preparing_cursor(connection) as cursor:
            cursor.execute(text, values)
            return list(cursor.fetchall())

    def _make_text(self, connection: BaseDatabaseWrapper) -> tuple[str, Converters]:
        """The text, and what the ORM does to some columns (JSON, UUID, times on SQLite) after reading."""
        compiler = self._make().query.get_compiler(connection=connection)
        text, given = compiler.as_sql()
        converters = compiler.get_converters([column for column, _sql, _alias in compiler.select])
        made = text, [(place, functions, expression) for place, (functions, expression) in converters.items()]
        self._made[connection.vendor], self._given[connection.vendor] = made, tuple(given)
        return made
