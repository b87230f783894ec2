"""One event a statement: what a hall asks for all evening never reads rows of two events together (docs/scale.md)."""

import uuid

import pytest
from django.apps import apps
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.tournaments.book_pages import phone_of, signed_in
from tests.tournaments.factories import (
    add_member,
    make_event,
    make_game,
    make_players,
    make_user,
    play,
    play_and_confirm,
)
from tests.tournaments.one_event import OF_NO_EVENT, WAY, everything_of, strays
from tests.tournaments.test_recording_pages import TYPED, hidden, words
from tournaments.book.read import Actor
from tournaments.models import Game, Role

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]

ON_PURPOSE = {"my tables": "the tables of one referee at whatever events: found by the person, asked by referees alone"}
"""Requests that read several events, and why."""


def test_every_table_is_of_an_event_or_says_of_whom_it_is() -> None:
    others = set().union(*OF_NO_EVENT.values())
    assert WAY.keys() | others == {model._meta.label for model in apps.get_models(include_auto_created=True)}
    assert not WAY.keys() & others


class Asked:
    """Statements by what was asked for."""

    def __init__(self) -> None:
        self.statements: dict[str, list[str]] = {}

    def get(self, what: str, client: Client, path: str, **headers: str) -> None:
        with CaptureQueriesContext(connection) as seen:
            answer = client.get(path, headers=headers)
        assert answer.status_code == 200, (what, answer.status_code)
        self.statements[what] = [query["sql"] for query in seen]

    def post(self, what: str, client: Client, path: str, data: dict[str, object]) -> object:
        with CaptureQueriesContext(connection) as seen:
            answer = client.post(path, data)
        assert answer.status_code in (200, 302), (what, words(answer)[:300])
        self.statements[what] = [query["sql"] for query in seen]
        return answer


@pytest.fixture
def game() -> Game:
    """A game of one of two events that have the same people, whose rows lie among each other."""
    referee, head = make_user(), make_user("head")
    events = [make_event(slug) for slug in ("other", "evening")]
    for number in (1, 2):
        for event in events:
            make_players(event, 8) if number == 1 else None
            played = make_game(event, referee, number)
            play_and_confirm(played, Actor(referee.pk), type="win", winner=0, source=1, fan=12)
            play(played, Actor(referee.pk), type="win", winner=1, self_draw=True, fan=9)
    for event in events:
        add_member(event, head, Role.HEAD_REFEREE)
    return Game.objects.select_related("event").get(event__slug="evening", table__number=1)


def test_what_a_hall_asks_for_all_evening_is_bound_to_its_event(game: Game) -> None:
    slug = game.event.slug

    def at(name: str, *more: object) -> str:
        return reverse(f"tournaments:{name}", args=[game.pk, *more])

    def live(name: str, *more: object) -> str:
        return reverse(f"tournaments:live_{name}", args=["zh-hant", *more])

    referee, head = signed_in(make_user()), signed_in(make_user("head"))
    player, anybody = phone_of(game.seats.get(seat=0).player), Client()
    asked = Asked()
    four = {"client_key": str(uuid.uuid4()), "seats": [0, 1, 2, 3]}
    asked.post("confirm", referee, at("confirm"), four)
    asked.get("form", referee, at("win"))
    preview = asked.post("preview", referee, at("win"), TYPED)
    asked.post("record", referee, at("save"), hidden(preview))
    asked.post("a player confirms", player, at("confirm"), {"client_key": str(uuid.uuid4()), "seats": [0]})
    asked.get("table", referee, at("table"))
    asked.get("table, asked again", referee, f"{at('table')}?live=1")
    asked.get("has the book moved", referee, f"{at('recorded')}?seen=0")
    asked.get("hands", referee, at("hands"))
    asked.get("my page", player, reverse("tournaments:me", args=[slug]))
    asked.get("room", head, reverse("tournaments:room", args=[slug]), **{"HX-Request": "true"})
    asked.get("my tables", referee, f"{reverse('tournaments:my_tables')}?live=1")
    asked.get("table, for everybody", anybody, at("table").replace("/g/", "/live/zh-hant/g/"))
    asked.get("standings", anybody, live("standings_rows", slug))
    asked.get("stage", anybody, live("stage_rows", slug, 1))
    asked.get("big screen", anybody, live("screen_rows", slug))
    asked.get("record of a player", anybody, live("history", slug, 1))
    asked.get("seats", anybody, live("seats", slug))
    asked.get("standings, the page", referee, reverse("tournaments:standings", args=[slug]))

    own = everything_of(game.event)
    found = {
        what: stray
        for what, statements in asked.statements.items()
        if (stray := {sql: tables for sql in statements if (tables := strays(sql, own))})
    }
    assert found.keys() == ON_PURPOSE.keys(), {what: sqls for what, sqls in found.items() if what not in ON_PURPOSE}
    assert sum(len(statements) for statements in asked.statements.values()) > 100


def test_a_statement_that_reads_two_events_is_found(game: Game) -> None:
    own, mine = everything_of(game.event), game.pk
    other = Game.objects.exclude(event=game.event).values_list("pk", flat=True)[0]
    games, seats = "tournaments_game", "tournaments_gameseat"
    both = f'SELECT * FROM "{seats}" INNER JOIN "{games}" ON ("{seats}"."game_id" = "{games}"."id") WHERE '  # noqa: S608
    assert strays(f'{both}"{games}"."state" = \'playing\'', own) == [games, seats]
    assert strays(f'{both}"{games}"."event_id" = {game.event_id}', own) == []
    within = f'EXISTS(SELECT 1 FROM "{seats}" U0 WHERE U0."game_id" = ("{games}"."id"))'  # noqa: S608
    assert strays(f'SELECT * FROM "{games}" WHERE {within} AND "{games}"."event_id" = {game.event_id}', own) == []  # noqa: S608
    assert strays(f'SELECT * FROM "{games}" WHERE {within}', own) == [games, seats]  # noqa: S608
    assert strays(f'{both}"{seats}"."game_id" IN ({mine}, {other})', own) == [games, seats]
    members = 'FROM "tournaments_membership" U0 INNER JOIN "accounts_user" U1 ON (U0."user_id" = U1."id")'
    assert strays(f'SELECT * {members} WHERE U1."id" = 1', own) == ["tournaments_membership"]
    assert strays(f'UPDATE "{games}" SET "event_id" = {game.event_id} WHERE "id" = {other}', own) == [games]  # noqa: S608
    inserted = f'INSERT INTO "{seats}" ("game_id", "seat") VALUES ({mine}, 1)'  # noqa: S608
    assert (strays(inserted, own), strays(f"{inserted}, ({other}, 1)", own)) == ([], [seats])
