"""Connections from Django's pool, without its long waits where there is no server to connect to.

The pool waits for a connection as long for a server that is away as for one that is busy, and begins to try less and
less often: after a minute away the site would stay away for another. Here it gives up at once (`reconnect_timeout`),
`config.away` remembers, and the next request a second later makes it try again. Connections that died in the pool are
sorted out together instead of one by one. A server that stands still is found out by `config.postgres.pulse`.
"""

from time import monotonic
from typing import Any

from django.conf import settings
from django.db.backends.postgresql import base, operations
from psycopg import Cursor, OperationalError
from psycopg.types.numeric import Int8Dumper
from psycopg_pool import PoolTimeout

from config.away import of
from config.postgres import pulse

LONGEST_TRY = 1.0
"""Seconds for which the one waits who finds out whether a server that was away is back; what it began goes on."""


class PreparingCursor(base.CursorMixin, Cursor[Any]):
    """Sends text and values apart, and has PostgreSQL keep each text on the connection with the plan it made."""

    def execute(self, query: Any, params: Any = None, **given: Any) -> Any:
        return super().execute(query, params, **{"prepare": True} | given)


class Operations(operations.DatabaseOperations):
    """Django's, which asks the cursor what it sent: there, values are not in the text."""

    def last_executed_query(self, cursor: Any, sql: Any, params: Any) -> Any:
        if isinstance(cursor, PreparingCursor):
            return self.compose_sql(sql, params)
        return super().last_executed_query(cursor, sql, params)


class DatabaseWrapper(base.DatabaseWrapper):
    """Django's, with a pool that is asked in short pieces (its `timeout`), and as long as settings.DATABASE_WAIT."""

    ops_class = Operations

    def preparing_cursor(self) -> Any:
        """A cursor for texts that are few and come again and again; Django's own where the settings prepare nothing."""
        self.ensure_connection()
        connection = self.connection
        if connection.prepare_threshold is None:
            return self.cursor()
        usual, connection.cursor_factory = connection.cursor_factory, PreparingCursor
        try:
            return self.cursor()
        finally:
            connection.cursor_factory = usual

    def get_connection_params(self) -> dict[str, Any]:
        """All whole numbers are sent as one type: a text whose types differ would be prepared again."""
        parameters: dict[str, Any] = super().get_connection_params()
        parameters["context"].adapters.register_dumper(int, Int8Dumper)
        return parameters

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        if not self.pool:
            return super().get_new_connection(conn_params)
        away = of(self.alias)
        if away.refuses():
            raise OperationalError("the database was away a moment ago")
        if away and pulse.of(self.alias).is_missed():
            away.begins()
            raise OperationalError("the database still stands still")
        times, give_up = away.times, monotonic() + (LONGEST_TRY if away else settings.DATABASE_WAIT)
        while True:
            try:
                connection = super().get_new_connection(conn_params)
            except PoolTimeout:
                if away.times == times and monotonic() < give_up:
                    self.pool.check()
                    continue
                if away:
                    away.begins()
                raise
            away.is_over()
            return connection

    def close_pool(self) -> None:
        super().close_pool()
        pulse.of(self.alias).end()

    def _configure_connection(self, connection: Any) -> bool:
        """Called by a thread of the pool, so that nobody waits for the pulse to be opened."""
        to_commit: bool = super()._configure_connection(connection)  # type: ignore[misc]  # unknown to the stubs
        if self.pool:
            pulse.of(self.alias).begin(self.get_connection_params())
        return to_commit
