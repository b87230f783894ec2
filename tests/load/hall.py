"""場地 An event of so many tables with a referee for every few, all signed in, in the database of the server."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from random import Random
from typing import Any

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.db import connection, transaction

from accounts.models import User
from tests.tournaments.factories import add_member, main_stage, make_event
from tournaments.core.access import SESSION_PLAYERS
from tournaments.models import Act, Event, Game, GameSeat, Player, Round, Table, TableReferee

SLUG = "load"
TABLES_EACH = 4
"""Tables of one referee."""


@dataclass(frozen=True)
class Hall:
    """The event, its games in the order of the tables, the session of each table's referee and of each player."""

    event: Event
    games: list[Game]
    referees: list[str]
    players: list[str]


def fill(tables: int, each: int = TABLES_EACH, *, played: bool = False) -> Hall:
    """Make it in an empty database. `played`: with results of a round before, which have no game log behind them."""
    with transaction.atomic():
        event = make_event(SLUG, name="錦標賽", confirmation="referee")
        names = [Player(event=event, number=n, name=f"選手{n}", club=f"會{n % 9}") for n in range(1, 4 * tables + 1)]
        players = Player.objects.bulk_create(names)
        rows = Table.objects.bulk_create([Table(event=event, number=n) for n in range(1, tables + 1)])
        referees = []
        for number in range(-(-tables // each)):
            user = User.objects.create(username=f"referee{number}", display_name=f"裁判{number}", password="!")
            add_member(event, user)
            referees.append(user)
        TableReferee.objects.bulk_create(
            [TableReferee(table=table, user=referees[n // each]) for n, table in enumerate(rows)]
        )
        if played:
            _round(event, 1, rows, players, Round.State.CLOSED, Game.State.SIGNED, Random(1))
        games = _round(event, 1 + played, rows, players, Round.State.OPEN, Game.State.SEATED)
        backend = settings.AUTHENTICATION_BACKENDS[-1]
        signed_in = [(str(user.pk), backend, user.get_session_auth_hash()) for user in referees]
        keys = (SESSION_KEY, BACKEND_SESSION_KEY, HASH_SESSION_KEY)
        sessions = [_session(dict(zip(keys, values, strict=True))) for values in signed_in]
        phones = [_session({SESSION_PLAYERS: {str(event.pk): [one.pk, one.link_version]}}) for one in players]
    connection.close()
    return Hall(event, games, [sessions[place // each] for place in range(tables)], phones)


def lost_or_doubled(acknowledged: Iterable[tuple[int, str]]) -> list[str]:
    """Hands, by game and client key, that are not in the log of their game exactly once."""
    connection.close()
    kept = Counter(str(one) for one in Act.objects.values_list("client_key", flat=True))
    return [f"game {game}: hand {key} is stored {kept[key]} times" for game, key in acknowledged if kept[key] != 1]


def _round(
    event: Event, number: int, tables: list[Table], players: list[Player], state: str, game: str, points: Any = None
) -> list[Game]:
    # Four 圈: no game may be over before the minutes are.
    stage = main_stage(event)
    round_ = Round.objects.create(
        event=event, stage=stage, number=number, day=event.starts_on, state=state, wind_rounds=4
    )
    games = Game.objects.bulk_create([Game(event=event, round=round_, table=table, state=game) for table in tables])
    seats = []
    for place, one in enumerate(games):
        won = [points.randrange(-400, 400) / 2 for _seat in range(3)] if points else [0, 0, 0]
        seats += [
            GameSeat(game=one, round=round_, player=players[4 * place + seat], seat=seat, score=score)
            for seat, score in enumerate([*won, -sum(won)])
        ]
    GameSeat.objects.bulk_create(seats)
    return games


def _session(values: dict[str, Any]) -> str:
    session = SessionStore()
    session.update(values)
    session.create()
    return str(session.session_key)
