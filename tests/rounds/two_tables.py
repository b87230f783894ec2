"""Eight players, two tables and a member of staff: the event in which most rounds of these tests are played."""

import datetime as dt
from typing import Any

from django.test import Client
from django.urls import reverse

from tests.made_once import made_once
from tests.tournaments.factories import TODAY, make_event, make_players, seat_by_hand
from tournaments.models import Event, Game, GameSeat, Player, Round, Table
from tournaments.rounds.services import rounds

NOW = dt.datetime(2026, 11, 21, 12, tzinfo=dt.UTC)
SEATS = {1: [1, 2, 3, 4], 2: [5, 6, 7, 8]}


def two_tables(**fields: Any) -> Event:
    return made_once(("two tables", repr(fields)), lambda: _two_tables(**fields))


def _two_tables(**fields: Any) -> Event:
    event = make_event(**{"games_planned": 3} | fields)
    make_players(event, 8)
    Player.objects.create(event=event, number=9, name="湊腳", staff=True)
    Table.objects.bulk_create(Table(event=event, number=number) for number in (1, 2))
    return event


def seated(event: Event, seats: dict[int, list[int]] = SEATS) -> Round:
    made = rounds.make_round(event=event, day=TODAY)
    seat_by_hand(round_id=made.pk, seats=seats)
    return made


def opened(event: Event) -> Round:
    return rounds.open_round(round_id=seated(event).pk, now=NOW, confirmed=True)


def game_of(round_: Round, table: int = 1) -> Game:
    return Game.objects.select_related("event", "round", "table").get(round=round_, table__number=table)


def holders(round_: Round) -> dict[int, list[int]]:
    """Players' numbers by table, in the order of their seats."""
    found: dict[int, list[int]] = {}
    rows = GameSeat.objects.filter(round=round_).order_by("game__table__number", "seat")
    for table, number in rows.values_list("game__table__number", "player__number"):
        found.setdefault(table, []).append(number)
    return found


def exchange(round_: Round, one: int, other: int) -> dict[tuple[int, int], int]:
    rows = GameSeat.objects.filter(round=round_, player__number__in=(one, other))
    places = {
        number: (table, seat)
        for number, table, seat in rows.values_list("player__number", "game__table__number", "seat")
    }
    return {places[who]: whose for who, whose in ((one, other), (other, one)) if who in places}


def chairs_said(round_: Round, chairs: dict[tuple[int, int], int]) -> str:
    now = holders(round_)
    return "_".join(f"{table}.{seat}.{now[table][seat]}.{number}" for (table, seat), number in chairs.items())


def address(name: str, round_: Round, app: str = "tournaments") -> str:
    return reverse(f"{app}:{name}", args=[round_.event.slug, round_.number])


def shown(client: Client, name: str, round_: Round) -> str:
    return client.get(address(name, round_)).content.decode()
