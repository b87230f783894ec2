"""One event a statement: what a hall asks for all evening never reads rows of two events together."""

import uuid

import pytest
from django.apps import apps
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.services import create_token
from tests.markup import url, words
from tests.offline.test_outbox import entry
from tests.security.hall import digest_of
from tests.tables.test_recording_pages import TYPED, hidden
from tests.tournaments.book_pages import phone_of, signed_in
from tests.tournaments.factories import (
    add_member,
    confirm_all,
    make_event,
    make_game,
    make_players,
    make_user,
    play,
    play_and_confirm,
)
from tests.tournaments.one_event import OF_NO_EVENT, WAY, everything_of, strays
from tournaments.models import Game, Role
from tournaments.tables.game_log.read import Actor, read_book

pytestmark = pytest.mark.sqlite

ON_PURPOSE = {"my tables": "the tables of one referee at whatever events: found by the person, asked by referees alone"}
"""Requests that read several events, and why."""


def test_every_table_is_of_an_event_or_says_of_whom_it_is() -> None:
    others = set().union(*OF_NO_EVENT.values())
    assert WAY.keys() | others == {model._meta.label for model in apps.get_models(include_auto_created=True)}


def play_to_the_end(game: Game) -> None:
    while not (state := read_book(Game.objects.get(pk=game.pk)).folded.state).finished:
        win = {"winner": (state.dealer + 1) % 4, "source": state.dealer, "fan": 12}
        play_and_confirm(game, Actor(make_user().pk), type="win", **win)


class Asked:
    def __init__(self) -> None:
        self.statements: dict[str, list[str]] = {}

    def get(self, what: str, client: Client, path: str, q: str = "", **headers: str) -> None:
        with CaptureQueriesContext(connection) as seen:
            answer = client.get(path, {"q": q} if q else {}, headers=headers)
        assert answer.status_code == 200, (what, answer.status_code)
        self.statements[what] = [query["sql"] for query in seen]

    def post(self, what: str, client: Client, path: str, data: dict[str, object], *, json: bool = False) -> object:
        with CaptureQueriesContext(connection) as seen:
            answer = client.post(path, data, **({"content_type": "application/json"} if json else {}))
        assert answer.status_code in (200, 201, 302), (what, words(answer)[:300])
        self.statements[what] = [query["sql"] for query in seen]
        return answer

    def stray(self, game: Game) -> dict[str, dict[str, list[str]]]:
        """What was asked for → its statements that are not bound to the event of this game, with their tables."""
        own = everything_of(game.event)
        return {
            what: stray
            for what, statements in self.statements.items()
            if (stray := {sql: tables for sql in statements if (tables := strays(sql, own))})
        }


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
        return url(name, game.pk, *more)

    def live(name: str, *more: object) -> str:
        return url(f"live_{name}", "zh-hant", *more)

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
    asked.get("my page", player, url("me", slug))
    asked.get("room", head, url("room", slug), **{"HX-Request": "true"})
    asked.get("my tables", referee, f"{reverse('tournaments:my_tables')}?live=1")
    asked.get("table, for everybody", anybody, at("table").replace("/g/", "/live/zh-hant/g/"))
    asked.get("standings", anybody, live("standings_rows", slug))
    asked.get("stage", anybody, live("stage_rows", slug, 1))
    asked.get("big screen", anybody, live("screen_rows", slug))
    asked.get("record of a player", anybody, live("history", slug, 1))
    asked.get("seats", anybody, live("seats", slug))
    asked.get("standings, the page", referee, url("standings", slug))
    asked.get("home, what moves in it", anybody, live("home_rows", slug))
    asked.get("home, the names", anybody, live("home_names", slug))
    asked.get("home, one player", anybody, live("home_own", slug, 1))
    asked.get("courses", anybody, live("courses", slug))
    asked.get("seats, the page", anybody, url("seats", slug))
    asked.get("seats, a search", anybody, url("seats", slug), q="1")
    assert asked.stray(game).keys() == ON_PURPOSE.keys(), asked.stray(game)
    assert sum(len(statements) for statements in asked.statements.values()) > 100


def test_what_a_table_writes_from_the_outbox_to_the_last_signature_is_bound_to_its_event(game: Game) -> None:
    referee, head, anybody = signed_in(make_user()), signed_in(make_user("head")), Client()
    asked = Asked()

    def at(name: str, *more: object) -> str:
        return reverse(name, args=[game.pk, *more])

    def seen() -> int:
        return Game.objects.get(pk=game.pk).book_version

    confirm_all(game, Actor(make_user().pk))
    hand = entry(game, seen=seen(), number=3)
    asked.post("a hand that has waited", referee, at("tournaments:deliver"), hand)
    confirm_all(game, Actor(make_user().pk))
    waited = entry(game, seen=seen(), number=4, seat="1", offence="talking")
    asked.post("a ruling that has waited", referee, at("penalties:deliver"), waited)
    asked.get("a ruling, what may follow", referee, f"{at('penalties:ruling')}?seat=2&offence=talking")
    ruled = {"client_key": str(uuid.uuid4()), "seen": seen(), "seat": "2", "offence": "talking"}
    asked.post("a ruling", referee, at("penalties:ruling"), ruled)
    asked.get("a ruling, its article", head, url("penalties:article", game.event.slug, 1))
    confirm_all(game, Actor(make_user().pk))
    play_to_the_end(game)
    asked.get("to sign", referee, at("tournaments:sign"))
    for seat in range(4):
        signs = {"client_key": str(uuid.uuid4()), "digest": digest_of(game), "strokes": "M1,1L2,2"}
        asked.post(f"seat {seat} signs", referee, at("tournaments:sign_seat", seat), signs)
    code = game.scorecards.get().code
    asked.get("card", anybody, at("tournaments:card"))
    asked.get("card, checked", anybody, url("check", code))
    asked.get("card, its picture", anybody, url("live_card_picture", "zh-hant", game.pk))
    asked.get("hand, its picture", anybody, url("live_hand_picture", "zh-hant", game.pk, 1))
    for name, more in (("event", ()), ("standings", ()), ("player", (1,))):
        where = url(f"live_{name}_picture", "zh-hant", game.event.slug, *more)
        asked.get(f"{name}, its picture", anybody, where)
    asked.get("story", anybody, url("live_story", "zh-hant", game.pk))
    asked.get("export", referee, at("tournaments:export"))
    asked.get("rulings", head, url("penalties:register", game.event.slug))
    assert not asked.stray(game), asked.stray(game)


def test_what_programs_ask_for_is_bound_to_its_event(game: Game) -> None:
    _token, secret = create_token(user=make_user(), name="program", now=timezone.now())
    program, asked = Client(headers={"Authorization": f"Token {secret}"}), Asked()

    def write(what: str, name: str, **said: object) -> None:
        data = {"client_key": str(uuid.uuid4())} | said
        asked.post(what, program, url(f"api:{name}", game.pk), data, json=True)

    def play(what: str, name: str, **event: object) -> None:
        write(what, name, event=event, seen=Game.objects.get(pk=game.pk).book_version)

    for name in ("event", "players", "tables", "rounds", "standings", "sum", "games", "stages"):
        asked.get(name, program, url(f"api:{name}", game.event.slug))
    asked.get("round", program, url("api:round", game.event.slug, 1))
    write("a confirmation", "confirm", seats=[0, 1, 2, 3])
    play("a hand, counted", "preview", type="win", winner=0, self_draw=True, fan=37)
    play("a hand", "hands", type="win", winner=0, self_draw=True, fan=37)
    for name in ("game", "export", "hands", "card"):
        asked.get(f"one game: {name}", program, url(f"api:{name}", game.pk))
    asked.get("one game: hand", program, url("api:hand", game.pk, 1))
    assert not asked.stray(game), asked.stray(game)


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
