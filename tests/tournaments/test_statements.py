"""Prepared statements write what the ORM would write."""

import datetime as dt
import uuid
from decimal import Decimal
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.forms.models import model_to_dict
from django.test.utils import CaptureQueriesContext

from tests.tournaments.factories import make_event, make_game, make_user
from tournaments.book.read import load_game
from tournaments.models import Act, Game, Transfer, prepared_sql

pytestmark = pytest.mark.django_db

NOW = dt.datetime(2026, 11, 21, 20, 30, 15, 123456, tzinfo=dt.UTC)


def insert(rows: Any, **given: Any) -> None:
    writes = prepared_sql.Writes()
    writes.insert(rows, **given)
    writes.send()


def store(row: Any, names: tuple[str, ...]) -> None:
    writes = prepared_sql.Writes()
    writes.store(row, names)
    writes.send()


def count_up(model: Any, pk: int, name: str) -> None:
    writes = prepared_sql.Writes()
    writes.count_up(model, pk, name)
    writes.send()


def act(game: Game, **fields: Any) -> Act:
    values = {
        "number": 1,
        "kind": "play",
        "payload": {"event": {"type": "draw"}, "說": ["一", None, 2.5]},
        "reason": "100 % \"sure\" '是'",
        "client_key": uuid.UUID(int=7),
        "answer": {"act": 1},
        "user": make_user(),
        "digest": "0" * 64,
        "created_at": NOW,
    }
    return Act(game=game, **values | fields)


def transfer(game: Game, position: int, points: str) -> Transfer:
    return Transfer(
        game=game, hand=1, position=position, source=None, target=2, points=Decimal(points), reason="reward"
    )


def test_it_adds_the_row_that_the_orm_would_add():
    game = make_game()
    other = make_game(make_event("other"))
    insert([act(game)])
    act(other).save(force_insert=True)
    mine, theirs = (model_to_dict(Act.objects.get(game=each), exclude=["id", "game"]) for each in (game, other))
    assert mine == theirs
    assert mine["payload"]["說"] == ["一", None, 2.5]
    assert mine["reason"] == "100 % \"sure\" '是'"


def test_it_refuses_what_the_table_refuses():
    game = make_game()
    insert([act(game)])
    with pytest.raises(IntegrityError):
        insert([act(game, client_key=uuid.UUID(int=8))])


def test_it_adds_many_rows_in_one_statement_and_exact_points():
    game = make_game()
    rows = [transfer(game, place, f"{place}.0000000001") for place in range(1, 61)]
    with CaptureQueriesContext(connection) as seen:
        insert(rows)
    assert len(seen) == 1
    assert [each.points for each in Transfer.objects.filter(game=game)] == [row.points for row in rows]


def test_it_adds_more_rows_than_fit_into_one_statement():
    game = make_game()
    insert([transfer(game, place, "5") for place in range(250)])
    assert Transfer.objects.filter(game=game).count() == 250


def test_it_does_nothing_for_no_rows():
    with CaptureQueriesContext(connection) as seen:
        insert([], unique=("game",), update=("points",))
    assert len(seen) == 0


def test_it_changes_only_the_named_columns_of_a_row_that_is_there():
    game = make_game()
    insert([transfer(game, 0, "5")])
    again = transfer(game, 0, "7.5")
    again.reason = "fine"
    insert([again], unique=("game", "hand", "position"), update=("points",))
    kept = Transfer.objects.get(game=game)
    assert (kept.points, kept.reason) == (Decimal("7.5"), "reward")


def test_it_stores_the_named_columns_of_one_row():
    game = make_game()
    other = make_game(make_event("other"))
    game.hand_name, game.last_act_at, game.disputed, game.dealer = "南一局", NOW, True, 3
    store(game, ("hand_name", "last_act_at", "disputed"))
    kept = Game.objects.get(pk=game.pk)
    assert (kept.hand_name, kept.last_act_at, kept.disputed, kept.dealer) == ("南一局", NOW, True, 0)
    assert Game.objects.get(pk=other.pk).hand_name == "東一局"


def test_it_counts_up_from_what_stands_in_the_table():
    game = make_game()
    Game.objects.filter(pk=game.pk).update(act_count=41)
    count_up(Game, game.pk, "act_count")
    assert Game.objects.get(pk=game.pk).act_count == 42


def test_it_sends_all_at_once_and_once():
    game = make_game()
    row, writes = act(game), prepared_sql.Writes()
    with CaptureQueriesContext(connection) as seen:
        writes.insert([row])
        writes.insert([transfer(game, 0, "5"), transfer(game, 1, "7.5")])
        writes.count_up(Game, game.pk, "act_count")
        assert len(seen) == 0
        writes.send()
        writes.send()
    assert len(seen) == (1 if connection.vendor == "postgresql" else 3)
    assert (Act.objects.get(game=game).answer, Transfer.objects.filter(game=game).count()) == ({"act": 1}, 2)
    assert Game.objects.get(pk=game.pk).act_count == 1


def test_it_writes_nothing_where_one_of_them_is_refused():
    game = make_game()
    insert([act(game)])
    writes = prepared_sql.Writes()
    writes.count_up(Game, game.pk, "act_count")
    writes.insert([act(game, client_key=uuid.UUID(int=8))])
    with pytest.raises(IntegrityError), transaction.atomic():
        writes.send()
    assert Game.objects.get(pk=game.pk).act_count == 0


def test_a_game_comes_with_what_it_belongs_to_in_one_statement():
    game = make_game(make_event("other", public=False))
    with CaptureQueriesContext(connection) as seen:
        found = load_game(game.pk)
        assert found is not None
        loaded = [model_to_dict(one) for one in (found, found.event, found.round, found.table)]
    assert len(seen) == 1
    game = Game.objects.select_related("event", "round", "table").get(pk=game.pk)
    assert loaded == [model_to_dict(one) for one in (game, game.event, game.round, game.table)]
    assert load_game(0) is None
