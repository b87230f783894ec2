"""What a table and a watcher cost (docs/scale.md): CPU time of the server and of PostgreSQL, bytes, rows of a game.

An event of 256 players at 64 tables. CPU time is that of the fastest round: neighbours make the others slower.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count
from typing import NamedTuple

from django.contrib.sessions.backends.db import SessionStore
from django.db import connection
from django.db.models import F
from django.urls import reverse

from tests.bench import posts
from tests.bench.client import Answer, Connection, form
from tests.bench.database import vendor
from tests.bench.figures import Figure
from tests.bench.hall import LONG, Hall, new_key
from tests.bench.posts import CSRF
from tests.bench.servers import Server, Servers, cpu_seconds_of
from tournaments.access import SESSION_PLAYERS
from tournaments.models import Act, Event, Game, GameSeat, HandRecord, Scorecard, Transfer

GZIP = "Accept-Encoding: gzip\r\n"
OF_A_GAME = (Act, HandRecord, Transfer, GameSeat, Scorecard)


class Cost(NamedTuple):
    """Milliseconds of CPU time of one request, and its bytes in both directions but for TCP's own."""

    server: float
    database: float
    sent: int


def figures(hall: Hall, running: Servers, *, rounds: int = 5, each: int = 12) -> list[Figure]:
    """All figures; each request `rounds` × `each` times."""
    asked = Asked(hall, running.product, rounds, each)
    return [*asked.recording(), *asked.watching(), *_rows()]


class Asked:
    """Requests of one event, each measured alone."""

    def __init__(self, hall: Hall, server: Server, rounds: int, each: int) -> None:
        self.hall, self.server, self.rounds, self.each = hall, server, rounds, each
        self.subject = f"scale, {vendor()}"

    def recording(self) -> list[Figure]:
        """A hand from the form to the four who confirm."""
        games = self.hall.games
        places = games.take(self.rounds * self.each + 1)
        save = posts.page(self.server, games)
        entered = form(**{"kind": "win", "winner-0": 2, "source": 1, "mode-0": "typed", "typed-0": 32})

        def at(name: str, place: int) -> str:
            return reverse(f"tournaments:{name}", args=[games.ids[place]])

        def confirm() -> bytes:
            return form(client_key=new_key(), csrfmiddlewaretoken=CSRF) + b"&seats=0&seats=1&seats=2&seats=3"

        steps: dict[str, Callable[[Connection, int], Answer]] = {
            "the form": lambda line, place: line.get(at("win", place), GZIP),
            "the preview": lambda line, place: line.post(at("win", place), entered),
            "recorded": save,
            "the table": lambda line, place: line.get(at("table", place), GZIP),
            "the four confirm": lambda line, place: line.post(at("confirm", place), confirm()),
        }
        with posts.connection(self.server, games.sessions[0]) as line:
            line.get(at("table", places[-1]))
        found = []
        for name, step in steps.items():
            turn = iter(places)

            def ask(step: Callable[[Connection, int], Answer] = step, turn: object = turn) -> int:
                place = next(turn)  # type: ignore[call-overload]
                with posts.connection(self.server, games.session_of(place)) as line:
                    return size(step(line, place))

            found.append(self._figure(f"a hand: {name}", self._measured(ask)))
        return found

    def watching(self) -> list[Figure]:
        """Pages that are opened, polls that bring nothing new, polls that do."""
        game = Game.objects.filter(event__slug=LONG).order_by("pk")[0]
        player = GameSeat.objects.get(game=game, seat=0).player
        session = SessionStore()
        session[SESSION_PLAYERS] = {str(game.event_id): [player.pk, player.link_version]}
        session.save()
        phone = f"Cookie: sessionid={session.session_key}\r\n"
        table = reverse("tournaments:table", args=[game.pk])
        pages = {
            "standings": (f"/e/{LONG}/standings/", f"/live/zh-hant/e/{LONG}/standings/rows/", ""),
            "big screen": (f"/e/{LONG}/screen/", f"/live/zh-hant/e/{LONG}/screen/rows/", ""),
            "a table": (table, f"/live/zh-hant{table}", ""),
            "a player's own": (f"/me/{LONG}/", f"/me/{LONG}/?live=1", phone),
        }
        found = []
        with Connection(self.server.port) as line:
            for name, (page, rows, who) in pages.items():
                mark = line.get(rows, f"{GZIP}{who}").value("etag")
                same = f"{GZIP}{who}If-None-Match: {mark}\r\n"
                found += [
                    self._one(line, f"{name}: opened", page, f"{GZIP}{who}", 200),
                    self._one(line, f"{name}: asked, nothing new", rows, same, 304),
                    self._one(line, f"{name}: asked, sent", rows, f"{GZIP}{who}", 200),
                ]
            found += [self._changed(line, name, pages[name][1]) for name in ("standings", "big screen")]
            found.append(self._trusted_no_more(line, f"/me/{LONG}/?live=1", phone))
        return found

    def _trusted_no_more(self, line: Connection, path: str, who: str) -> Figure:
        """An own page that a worker does not know yet, or has known for so long that it asks the site again."""
        mark, times = line.get(path, f"{GZIP}{who}").value("etag"), count()

        def ask() -> int:
            where = f"{path}&time={next(times)}"
            return size(line.get(where, f"{GZIP}{who}If-None-Match: {mark}\r\n")) + len(where) + len(who)

        return self._figure("a player's own: asked of the site, nothing new", self._measured(ask))

    def _one(self, line: Connection, name: str, path: str, headers: str, status: int) -> Figure:
        def ask() -> int:
            answer = line.get(path, headers)
            if answer.status != status:
                raise ValueError(f"{name}: {answer.status}")
            return size(answer) + len(path) + len(headers)

        return self._figure(name, self._measured(ask))

    def _changed(self, line: Connection, name: str, path: str) -> Figure:
        """The first poll after a hand, which makes the page for all; past the time for which a page rests."""

        def ask() -> int:
            Event.objects.filter(slug=LONG).update(standings_version=F("standings_version") + 1)
            return size(line.get(path.replace("/live/zh-hant/", "/"), GZIP))

        return self._figure(f"{name}: made after a change", self._measured(ask))

    def _measured(self, ask: Callable[[], int]) -> Cost:
        ask()
        costs = [self._round(ask) for _round in range(self.rounds - 1)]
        return min(costs, key=lambda cost: cost.server + cost.database)

    def _round(self, ask: Callable[[], int]) -> Cost:
        server, database = self.server.cpu_seconds(), _database_seconds()
        sent = sum(ask() for _time in range(self.each)) // self.each
        took = self.server.cpu_seconds() - server, _database_seconds() - database
        return Cost(1000 * took[0] / self.each, 1000 * took[1] / self.each, sent)

    def _figure(self, name: str, cost: Cost) -> Figure:
        beside = f"PostgreSQL {cost.database:.2f} ms; " if cost.database else ""
        return Figure(self.subject, name, cost.server, "ms", note=f"{beside}{cost.sent:,} bytes")


def size(answer: Answer) -> int:
    return len(answer.header) + len(answer.body)


def _database_seconds() -> float:
    """CPU time of the processes of PostgreSQL that serve somebody else; SQLite works in the server's own."""
    if connection.vendor != "postgresql":
        return 0.0
    with connection.cursor() as cursor:
        cursor.execute("SELECT pid FROM pg_stat_activity WHERE pid != pg_backend_pid()")
        return sum(cpu_seconds_of(pid) for (pid,) in cursor.fetchall())


def _rows() -> Sequence[Figure]:
    """What a game of sixteen hands, confirmed and not yet signed, leaves in the database; the size from PostgreSQL."""
    games = Game.objects.filter(event__slug=LONG).count()
    found, rows, used = [], games, 0.0
    for model in OF_A_GAME:
        of_games = model._default_manager.filter(game__event__slug=LONG).count()
        rows += of_games
        used += of_games * _bytes_a_row(model._meta.db_table, model._default_manager.count())
    used += games * _bytes_a_row(Game._meta.db_table, Game.objects.count())
    found.append(Figure(f"scale, {vendor()}", "rows of a game of 16 hands", rows / games, ""))
    if used:
        found.append(Figure(f"scale, {vendor()}", "their bytes, with indexes", used / games, "bytes"))
    return found


def _bytes_a_row(table: str, rows: int) -> float:
    if connection.vendor != "postgresql" or not rows:
        return 0.0
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_total_relation_size(%s)", [table])
        return float(cursor.fetchone()[0]) / rows
