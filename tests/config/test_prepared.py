"""PostgreSQL keeps texts that come again and again, with their plans."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from accounts.prepared_query import Query, preparing_cursor
from tests.tournaments.factories import make_user

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

NAMES = Query(lambda: User.objects.filter(pk=0).order_by().values_list("username"))


def kept() -> int:
    """How many texts with the name of the table of users this connection keeps."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_prepared_statements WHERE statement LIKE '%accounts_user%'")
        return int(cursor.fetchone()[0])


@pytest.fixture
def nothing_kept() -> None:
    with connection.cursor() as cursor:
        cursor.execute("DEALLOCATE ALL")
    connection.connection._prepared.clear()


@pytest.mark.usefixtures("nothing_kept")
def test_a_query_is_kept_once_whatever_the_size_of_its_number() -> None:
    user = make_user()
    assert NAMES.rows(user.pk) == [[user.username]]
    assert NAMES.rows(70_000) == NAMES.rows(2**40) == []
    assert kept() == 1


@pytest.mark.usefixtures("nothing_kept")
def test_nothing_is_kept_where_the_settings_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    user = make_user()
    monkeypatch.setattr(connection.connection, "prepare_threshold", None)
    assert NAMES.rows(user.pk) == [[user.username]]
    assert kept() == 0


@pytest.mark.usefixtures("nothing_kept")
def test_what_the_orm_makes_each_time_is_not_kept() -> None:
    user = make_user()
    assert User.objects.get(pk=user.pk) == user
    assert kept() == 0


def test_the_log_of_statements_shows_the_values() -> None:
    with CaptureQueriesContext(connection) as captured:
        NAMES.rows(4711)
    assert "4711" in captured.captured_queries[0]["sql"]


def test_the_cursor_of_the_connection_is_as_it_was() -> None:
    usual: Any = connection.connection.cursor_factory
    with preparing_cursor(connection) as cursor:
        assert type(cursor.cursor) is not usual
    assert connection.connection.cursor_factory is usual
