"""The requests that record a hand, as a page, a program and the bare view send them."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.core import signing

from tests.bench import deals
from tests.bench.client import Answer, Connection, form
from tests.bench.hall import Games, new_key
from tests.bench.servers import Server

CSRF = "m" * 32
SUITS = "mpsz"
FORM = "application/x-www-form-urlencoded"


@dataclass(frozen=True)
class Post:
    """One kind of request for the game (or slip) at a place. `once`: only for a game that nobody has written to yet."""

    name: str
    server: Server
    address: Callable[[int], str]
    body: Callable[[int], bytes]
    kind: str = FORM
    once: bool = True

    def __call__(self, connection: Connection, place: int) -> Answer:
        answer = connection.post(self.address(place), self.body(place), self.kind)
        if answer.status not in (200, 302):
            raise ValueError(f"{self.name}: {answer.status} {answer.body[:300]!r}")
        return answer

    def places(self, games: Games, count: int) -> list[int]:
        """Where to send so many of them; the bare view may use any place."""
        return games.take(count) if self.once else [place % len(games.ids) for place in range(count)]


def connection(server: Server, session: str) -> Connection:
    """A referee's browser."""
    return Connection(server.port, {"Cookie": f"sessionid={session}; csrftoken={CSRF}", "X-CSRFToken": CSRF})


def bare(name: str, server: Server, games: Games) -> Post:
    """The bare view; it takes a form of about the same size."""

    def body(place: int) -> bytes:
        return form(csrfmiddlewaretoken=CSRF, client_key=new_key(), seen=place % 9, entry="x" * 150)

    return Post(name, server, lambda place: f"/write/{games.slips[place]}/", body, once=False)


def page(server: Server, games: Games) -> Post:
    """記錄 from the preview page."""

    def body(place: int) -> bytes:
        entry = played(place) | {"rules": games.rules}
        sealed = signing.dumps(entry, salt=f"entry:{games.ids[place]}", compress=True)
        return form(csrfmiddlewaretoken=CSRF, client_key=new_key(), seen=games.version, entry=sealed)

    return Post("page", server, lambda place: f"/g/{games.ids[place]}/save/", body)


def api(server: Server, games: Games) -> Post:
    """The same over the API, signed in by the session."""

    def body(place: int) -> bytes:
        return json.dumps(played(place) | {"client_key": new_key(), "seen": games.version}).encode()

    return Post("API", server, lambda place: f"/api/games/{games.ids[place]}/hands/", body, "application/json")


def correction(server: Server, games: Games, number: int) -> Post:
    """更正 of hand `number` over the API: another hand in its place."""

    def body(place: int) -> bytes:
        change = {"entries": [played(place % 2)], "reason": "計錯番", "seen": games.version, "client_key": new_key()}
        return json.dumps(change).encode()

    def address(place: int) -> str:
        return f"/api/games/{games.ids[place]}/hands/{number}/correct/"

    return Post("correction", server, address, body, "application/json")


def worked_out_anew(server: Server, games: Games) -> Post:
    """The bare view that reads, removes, adds and updates as many rows as a correction does."""

    def body(place: int) -> bytes:
        return form(csrfmiddlewaretoken=CSRF, client_key=new_key(), seen=place % 9, entry="計錯番")

    return Post("anew", server, lambda place: f"/again/{games.slips[place]}/", body, once=False)


def played(place: int) -> dict[str, Any]:
    """What is recorded at a place: a win on a discard, by own draw, of two, in turn; and one laid out in tiles."""
    kinds = (_discard, _own_draw, _of_two, _of_tiles)
    return kinds[place % len(kinds)](place)


def _discard(place: int) -> dict[str, Any]:
    return _typed({"type": "win", "winner": 1, "from": 2}, 20 + place % 30)


def _own_draw(place: int) -> dict[str, Any]:
    return _typed({"type": "win", "winner": 3, "self_draw": True}, 15 + place % 30)


def _typed(event: dict[str, Any], called: int) -> dict[str, Any]:
    return {"event": event | {"fan": called + 5}, "claim": {"mode": "typed", "typed": called}}


def _of_two(place: int) -> dict[str, Any]:
    fans = {0: 12 + place % 9, 2: 20}
    event = {"type": "win", "from": 1, "winners": [{"seat": seat, "fan": fan + 5} for seat, fan in fans.items()]}
    return {"event": event, "claim": {"winners": [{"seat": s, "mode": "typed", "typed": f} for s, f in fans.items()]}}


def _of_tiles(place: int) -> dict[str, Any]:
    hand = laid_out(deals.called(place, 1, 5)[0])
    return {"event": {"type": "win", "winner": 2, "from": 0, "hand": hand}, "claim": {"mode": "tiles", "typed": 30}}


def laid_out(hand: deals.Dealt) -> dict[str, Any]:
    """A hand as part of a `score` document."""
    melds = [{"kind": _kind(group), "tiles": written(group.tiles)} for group in hand.melds]
    return {"concealed": written(hand.held), "winning_tile": written([hand.winning]), "melds": melds}


def _kind(group: deals.Group) -> str:
    return "concealed_kong" if group.kind == "kong" and not group.claimed else group.kind


def written(tiles: Any) -> str:
    """Tiles in the interface's notation."""
    return "".join(f"{tile % 9 + 1}{SUITS[tile // 9]}" for tile in tiles)
