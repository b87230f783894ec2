"""A tournament in the database: 2,000 players, the first 半莊 finished at 500 tables, the second in the middle.

Beside it a small event with longer games, for corrections and the audit. One game of each is played through the
services, hand by hand with confirmations; the others get copies of its rows.
"""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import Any

from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.db import models, transaction

from accounts.models import User
from tests.bench.floor.models import Line, Sheet, Slip, Total
from tests.bench.games import RULE_SET, game
from tests.tournaments.factories import main_stage, make_club
from tournaments.book.read import Actor, rules_mark
from tournaments.book.timeline import Played
from tournaments.digests import act_digest
from tournaments.models import (
    Act,
    Event,
    Game,
    GameSeat,
    HandRecord,
    Membership,
    Player,
    Role,
    Round,
    Table,
    TableReferee,
    Transfer,
)
from tournaments.services import book, confirmations

SLUG = "bench"
LONG = "long"
NOW = dt.datetime(2026, 11, 21, 20, tzinfo=dt.UTC)
REFEREES = 16
UNITS = 10**10
BATCH = 2000


class Games:
    """Games of equal content, the referees' sessions, and the slips of the bare views for them, by place.

    `rules`: the mark that a preview of theirs carries.
    """

    def __init__(
        self, games: Sequence[int], sessions: Sequence[str], slips: Sequence[int], version: int, rules: str
    ) -> None:
        self.ids, self.sessions, self.slips, self.version, self.rules = games, sessions, slips, version, rules
        self._fresh = iter(range(len(games)))

    def session_of(self, place: int) -> str:
        """The session of the referee of the game at this place."""
        return self.sessions[place % REFEREES]

    def take(self, count: int) -> list[int]:
        """So many places that nobody has written to yet."""
        places = list(islice(self._fresh, count))
        if len(places) < count:
            raise ValueError("the hall has too few games")
        return places


@dataclass(frozen=True)
class Hall:
    """What the measurements need to know."""

    slug: str
    event: int
    games: Games
    long_slug: str
    long_games: Games


def fill(*, tables: int = 500, hands: int = 8, long_tables: int = 64, long_hands: int = 16, seed: int = 1) -> Hall:
    """Everything that lies in the database before the clock starts; `hands` are closed and confirmed in each game."""
    users = [_referee(number) for number in range(REFEREES)]
    sessions = [_session(user) for user in users]
    event, games, version = _tournament(SLUG, users, tables, game(seed, hands=hands), finished=True, seed=seed)
    slips = _floor(event, tables)
    _long, long_games, long_version = _tournament(LONG, users, long_tables, game(seed, hands=long_hands))
    long_slips = _floor_games(long_tables, long_hands)
    return Hall(
        SLUG,
        event.pk,
        Games(games, sessions, slips, version, rules_mark(Event.objects.get(pk=event.pk))),
        LONG,
        Games(long_games, sessions, long_slips, long_version, rules_mark(Event.objects.get(slug=LONG))),
    )


def _tournament(
    slug: str,
    users: Sequence[User],
    tables: int,
    events: Sequence[dict[str, Any]],
    *,
    finished: bool = False,
    seed: int = 0,
) -> tuple[Event, list[int], int]:
    """An event with an open round in which `events` have been played at each table; `finished`: a round before it."""
    with transaction.atomic():
        event = _event(slug)
        players = _players(event, 4 * tables)
        seated = _tables(event, users, tables)
        if finished:
            first = Round.objects.create(
                event=event, stage=main_stage(event), number=1, day=NOW.date(), state=Round.State.CLOSED
            )
            _finished_games(event, first, seated, players, Random(seed))
        open_round = Round.objects.create(
            event=event, stage=main_stage(event), number=2, day=NOW.date(), state=Round.State.OPEN
        )
        games = _games(event, open_round, seated, players)
    _play(games[0], users[0], events)
    with transaction.atomic():
        _copy_book(Game.objects.get(pk=games[0].pk), games[1:])
    version = Game.objects.values_list("book_version", flat=True).get(pk=games[0].pk)
    return event, [each.pk for each in games], version


def _event(slug: str) -> Event:
    return Event.objects.create(
        organisation=make_club(),
        slug=slug,
        name="錦標賽",
        starts_on=NOW.date(),
        ends_on=NOW.date(),
        rule_set=RULE_SET,
        created_at=NOW,
    )


def _referee(number: int) -> User:
    user = User(username=f"referee{number}", display_name=f"裁判{number}")
    user.set_unusable_password()
    user.save()
    return user


def _session(user: User) -> str:
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.create()
    return str(session.session_key)


def _players(event: Event, count: int) -> list[Player]:
    names = ("陳大文", "李小龍", "何家珍", "張國強", "黃美玲", "歐陽慧")
    clubs = ("九龍", "港島", "新界東", "")
    rows = [
        Player(event=event, number=n, name=f"{names[n % 6]}{n}", club=clubs[n % 4], staff=n % 200 == 0)
        for n in range(1, count + 1)
    ]
    return Player.objects.bulk_create(rows, batch_size=BATCH)


def _tables(event: Event, users: Sequence[User], count: int) -> list[Table]:
    tables = Table.objects.bulk_create([Table(event=event, number=n) for n in range(1, count + 1)], batch_size=BATCH)
    Membership.objects.bulk_create([Membership(event=event, user=user, role=Role.REFEREE) for user in users])
    referees = [TableReferee(table=table, user=users[place % REFEREES]) for place, table in enumerate(tables)]
    TableReferee.objects.bulk_create(referees, batch_size=BATCH)
    return tables


def _games(
    event: Event, round_: Round, tables: Sequence[Table], players: Sequence[Player], **fields: Any
) -> list[Game]:
    rows = [Game(event=event, round=round_, table=table, **fields) for table in tables]
    games = Game.objects.bulk_create(rows, batch_size=BATCH)
    seats = [
        GameSeat(game=each, round=round_, player=players[4 * place + seat], seat=seat)
        for place, each in enumerate(games)
        for seat in range(4)
    ]
    GameSeat.objects.bulk_create(seats, batch_size=BATCH)
    return games


def _finished_games(
    event: Event, round_: Round, tables: Sequence[Table], players: Sequence[Player], random: Random
) -> None:
    """Results of the first 半莊: no acts behind them, the standings read the seats only."""
    games = _games(event, round_, tables, players, state=Game.State.SIGNED)
    seats = list(GameSeat.objects.filter(round=round_).order_by("game", "seat"))
    for place in range(len(games)):
        points = [random.randrange(-400, 400) / 2 for _ in range(3)]
        for seat, score in zip(seats[4 * place : 4 * place + 4], [*points, -sum(points)], strict=True):
            seat.score = score
    GameSeat.objects.bulk_update(seats, ["score"], batch_size=100)


def _play(played: Game, referee: User, events: Sequence[dict[str, Any]]) -> None:
    actor = Actor(referee.pk)
    keys = _keys(played.pk)
    version = 0
    for event in events:
        written = {"game_id": played.pk, "actor": actor, "now": NOW}
        typed = {"mode": "typed", "typed": event["fan"]} if "fan" in event else None
        answer = book.record(played=Played(event, typed), client_key=next(keys), seen=version, **written)
        version = answer["book_version"]
        confirmations.confirm(seats=[0, 1, 2, 3], method="tap", client_key=next(keys), **written)


def new_key() -> str:
    """A client key."""
    return str(uuid.uuid4())


def _keys(start: int) -> Iterator[uuid.UUID]:
    random = Random(start)
    while True:
        yield uuid.UUID(int=random.getrandbits(128), version=4)


def _copy_book(first: Game, others: Sequence[Game]) -> None:
    """Give the other games the acts, hands, transfers, seats and state of the first."""
    for model in (Act, HandRecord, Transfer):
        rows = list(model._default_manager.filter(game=first).order_by("pk"))
        copies = [_copy(row, game_id=other.pk) for other in others for row in rows]
        if model is Act:
            _chain(copies)
        model._default_manager.bulk_create(copies, batch_size=BATCH)
    state = {f.attname: getattr(first, f.attname) for f in Game._meta.concrete_fields}
    for name in ("id", "table_id"):
        del state[name]
    Game.objects.filter(pk__in=[other.pk for other in others]).update(**state)
    for seat in first.seats.all():
        names = ("score", "pending_in", "pending_out", "penalties", "after_game", "wins", "self_drawn", "best_fan")
        values = {name: getattr(seat, name) for name in names}
        GameSeat.objects.filter(round=first.round, seat=seat.seat).update(**values)


def _chain(acts: Sequence[Any]) -> None:
    """A digest says in which game its act is."""
    before = ""
    for act in acts:
        before = act.digest = act_digest("" if act.number == 1 else before, act)


def _copy(row: models.Model, **changed: Any) -> models.Model:
    values = {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}
    del values["id"]
    return type(row)(**values | changed)


def _floor(event: Event, tables: int) -> list[int]:
    """The bare views' share: a slip for each game, and the standings as finished totals."""
    players = Player.objects.filter(event=event).order_by("number")
    Total.objects.bulk_create([_total(player, place) for place, player in enumerate(players, 1)], batch_size=BATCH)
    return _floor_games(tables, 0)


def _floor_games(tables: int, hands: int) -> list[int]:
    """A slip for each game, with so many sheets and eight lines for each of them."""
    text = {"scores": ["12.5", "-20", "7.5", "0"], "transfers": [{"from": 0, "to": 1, "points": "10"}] * 8}
    slips = Slip.objects.bulk_create([Slip() for _ in range(tables)], batch_size=BATCH)
    places = [(slip, number) for slip in slips for number in range(1, hands + 1)]
    Sheet.objects.bulk_create([Sheet(slip=slip, number=n, book=text) for slip, n in places], batch_size=BATCH)
    lines = [Line(slip=slip, hand=n, position=at, points=at * UNITS) for slip, n in places for at in range(8)]
    Line.objects.bulk_create(lines, batch_size=BATCH)
    return [slip.pk for slip in slips]


def _total(player: Player, place: int) -> Total:
    points = [(7919 * place * n % 800 - 400) * UNITS // 2 for n in range(1, 7)]
    names = ("points", "pending_in", "pending_out", "first", "second", "penalties")
    fields = dict(zip(names, points, strict=True))
    return Total(place=place, number=player.number, name=player.name, club=player.club, **fields)
