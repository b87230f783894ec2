"""A hall to look at: tables at which nothing is recorded yet, and a referee whose program records over the API."""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterator
from dataclasses import dataclass

from django.contrib.sessions.backends.db import SessionStore
from django.urls import reverse
from django.utils import timezone

from accounts.services import create_token
from tests.bench.client import Connection
from tests.tournaments.factories import make_event, make_game, make_players, make_user
from tournaments.access import SESSION_PLAYERS
from tournaments.models import Event, Game, Player

TABLES = 64


@dataclass
class Hall:
    """`token`: of the referee · `tables`: those without a hand · `player`: who sits at `table`, and their session."""

    event: Event
    token: str
    tables: Iterator[Game]
    table: Game
    player: Player
    session: str

    def record(self, port: int) -> None:
        """One win over the API, at another table each time."""
        self._record(port, next(self.tables), 0)

    def record_at_own(self, port: int) -> None:
        """Something at the table of the player."""
        self._record(port, self.table, Game.objects.get(pk=self.table.pk).book_version)

    def table_address(self) -> str:
        """The page of the player's table, as those see it who look on."""
        return reverse("tournaments:table", args=[self.table.pk])

    def _record(self, port: int, game: Game, seen: int) -> None:
        event: dict[str, object] = {"type": "reward", "kind": "concealed_kong", "seat": 0}
        body = {"event": event, "client_key": str(uuid.uuid4()), "seen": seen}
        with Connection(port, {"Authorization": f"Bearer {self.token}"}) as server:
            answer = server.post(reverse("api:hands", args=[game.pk]), json.dumps(body).encode(), "application/json")
        if answer.status != 200:
            raise SystemExit(f"not recorded: {answer.status} {answer.body[:300]!r}")

    def address(self, name: str, *at: object) -> str:
        """An address of the event for everybody."""
        return reverse(f"tournaments:live_{name}", args=["zh-hant", *at])


def make_hall() -> Hall:
    """An evening in an empty database."""
    referee, event = make_user(), make_event()
    make_players(event, 4 * TABLES)
    games = [make_game(event, referee, number) for number in range(1, TABLES + 1)]
    _row, token = create_token(user=referee, name="live", now=timezone.now())
    player = games[0].seats.get(seat=0).player
    session = SessionStore()
    session[SESSION_PLAYERS] = {str(event.pk): [player.pk, player.link_version]}
    session.save()
    return Hall(event, token, iter(games[1:]), games[0], player, session.session_key or "")
