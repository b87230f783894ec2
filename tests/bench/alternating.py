"""Requests of several kinds one after the other, a few of each in turn: what else the machine does meets them all."""

from __future__ import annotations

import time
from collections.abc import Sequence
from statistics import median
from typing import NamedTuple

from tests.bench import posts
from tests.bench.hall import REFEREES, Games
from tests.bench.posts import Post

Times = list[float]
WARM = 8
IN_A_ROW = 4


class Taken(NamedTuple):
    """What a round took: milliseconds of each request by the clock, and of the server's CPU for one request."""

    times: Times
    cpu: float


class Alternating:
    """A few requests of each kind in turn, each on its referee's kept connection."""

    def __init__(self, kinds: Sequence[Post], games: Games) -> None:
        self.kinds, self.games = kinds, games
        self.connections = [[posts.connection(post.server, session) for session in games.sessions] for post in kinds]

    def rounds(self, count: int, each: int) -> list[list[Taken]]:
        """For each kind its rounds."""
        self._round(WARM)
        return [list(taken) for taken in zip(*(self._round(each) for _ in range(count)), strict=True)]

    def _round(self, each: int) -> list[Taken]:
        places = [post.places(self.games, each) for post in self.kinds]
        begin = [post.server.cpu_seconds() for post in self.kinds]
        times: list[Times] = [[] for _post in self.kinds]
        for start in range(0, each, IN_A_ROW):
            for kind, mine in enumerate(places):
                times[kind] += [self._time(kind, place) for place in mine[start : start + IN_A_ROW]]
        used = [post.server.cpu_seconds() - before for post, before in zip(self.kinds, begin, strict=True)]
        return [Taken(mine, cpu / each * 1000) for mine, cpu in zip(times, used, strict=True)]

    def _time(self, kind: int, place: int) -> float:
        connection = self.connections[kind][place % REFEREES]
        begin = time.perf_counter()
        self.kinds[kind](connection, place)
        return (time.perf_counter() - begin) * 1000


def medians(rounds: Sequence[Taken]) -> list[float]:
    """The median request of each round."""
    return [median(taken.times) for taken in rounds]
