"""場地 A hall of so many tables with a referee for every four, all signed in, in the database of the server."""

from dataclasses import dataclass
from typing import Any

from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.db import connection, transaction

from accounts.models import User
from tests.load.used import parent_of
from tests.tournaments.factories import add_member, main_stage, make_event, make_players
from tournaments.access import SESSION_PLAYERS
from tournaments.models import Event, Game, GameSeat, Player, Round, Table, TableReferee

SLUG = "load"
TABLES_EACH = 4
"""Tables that one referee looks after."""


@dataclass(frozen=True)
class Hall:
    """The event, its games in the order of the tables, the session of each table's referee and of each player."""

    event: Event
    games: list[Game]
    referees: list[str]
    players: list[str]
    database_process: int
    """Of the server of the database, where there is one."""


def fill(tables: int, each: int = TABLES_EACH) -> Hall:
    """Make it, with a referee for `each` so many tables. Nothing is in the database before."""
    with transaction.atomic():
        event = make_event(SLUG, name="錦標賽", confirmation="referee")
        players = make_players(event, 4 * tables)
        # Four 圈: no game may be over before the minutes are.
        round_ = Round.objects.create(
            event=event, stage=main_stage(event), number=1, day=event.starts_on, state=Round.State.OPEN, wind_rounds=4
        )
        referees = [_referee(event, number) for number in range(-(-tables // each))]
        games = [_game(event, round_, n, players[4 * n : 4 * n + 4], referees[n // each]) for n in range(tables)]
        sessions = [_session_of(user) for user in referees]
        phones = [_session(**{SESSION_PLAYERS: {str(event.pk): [one.pk, one.link_version]}}) for one in players]
    return Hall(event, games, [sessions[place // each] for place in range(tables)], phones, _database_process())


def _database_process() -> int:
    if connection.vendor != "postgresql":
        return 0
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        return parent_of(int(cursor.fetchone()[0]))


def _referee(event: Event, number: int) -> User:
    user = User(username=f"referee{number}", display_name=f"裁判{number}")
    user.set_unusable_password()
    user.save()
    add_member(event, user)
    return user


def _game(event: Event, round_: Round, place: int, four: list[Player], referee: User) -> Game:
    table = Table.objects.create(event=event, number=place + 1)
    TableReferee.objects.create(table=table, user=referee)
    game = Game.objects.create(event=event, round=round_, table=table)
    GameSeat.objects.bulk_create(
        [GameSeat(game=game, round=round_, player=player, seat=seat) for seat, player in enumerate(four)]
    )
    return game


def _session_of(user: User) -> str:
    signed_in = {
        SESSION_KEY: str(user.pk),
        BACKEND_SESSION_KEY: "django.contrib.auth.backends.ModelBackend",
        HASH_SESSION_KEY: user.get_session_auth_hash(),
    }
    return _session(**signed_in)


def _session(**values: Any) -> str:
    session = SessionStore()
    session.update(values)
    session.create()
    return str(session.session_key)
