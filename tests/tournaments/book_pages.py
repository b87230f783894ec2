"""People in front of the pages of a book: referees, players, strangers, each with a browser of their own."""

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tests.made_once import made_once
from tests.tournaments.factories import add_member, make_event, make_game, make_players, make_user
from tests.tournaments.recorder import Recorder
from tournaments.core.access import SESSION_PLAYERS
from tournaments.models import Event, Game, Player, Role
from tournaments.tables.forms import draft_text
from tournaments.tables.game_log.read import Actor
from tournaments.tables.game_log.timeline import Played
from tournaments.tables.recording.corrections import Draft


@dataclass(kw_only=True)
class Hall(Recorder):
    """One event with two tables; the referee writes at the first."""

    event: Event
    elsewhere: Game
    referee: Client

    def url(self, name: str, *args: object) -> str:
        """The address of a page of this game."""
        return reverse(name if ":" in name else f"tournaments:{name}", args=[self.game.pk, *args])

    def player(self, seat: int) -> Client:
        """The own phone of the player in a seat of this game."""
        return phone_of(self.game.seats.get(seat=seat).player)

    def post(self, name: str, *args: object, client: Client | None = None, **data: Any) -> HttpResponse:
        """Post a form of a page, with a fresh client key and the book version of now unless given. A draft of a
        correction that is given as a list of entries is signed, as its page has it."""
        given = {"client_key": str(uuid.uuid4()), "seen": self.fresh().book_version} | data
        if isinstance(given.get("draft"), list):
            given["draft"] = self.draft(*given["draft"])
        headers = given.pop("headers", None)
        return (client or self.referee).post(self.url(name, *args), given, headers=headers)

    def draft(self, *entries: Mapping[str, Any]) -> str:
        """更正 of a hand of this game with these entries, as its page carries it."""
        return draft_text(Draft(tuple(Played(entry["event"], entry["claim"]) for entry in entries)), self.game.pk)

    def get(self, name: str, *args: object, client: Client | None = None, **data: Any) -> HttpResponse:
        """Open a page."""
        headers = data.pop("headers", None)
        return (client or self.referee).get(self.url(name, *args), data, headers=headers)


def make_hall(**fields: Any) -> Hall:
    """Two tables in one event; the referee of the first is signed in."""
    return made_once(("hall", repr(fields)), lambda: _make_hall(**fields))


def _make_hall(**fields: Any) -> Hall:
    event = make_event(**fields)
    make_players(event, 8)
    referee = make_user("referee", display_name="陳師傅")
    game = make_game(event, referee)
    elsewhere = make_game(event, make_user("other-referee"), number=2)
    by = Actor(user_id=referee.pk)
    return Hall(event=event, game=game, elsewhere=elsewhere, referee=signed_in(referee), actor=by)


def signed_in(user: Any, **more: Any) -> Client:
    """A browser in which somebody has signed in."""
    client = Client(**more)
    client.force_login(user)
    return client


def phone_of(player: Player, **more: Any) -> Client:
    """A phone that has opened the player's link and given the PIN."""
    client = Client(**more)
    session = client.session
    session[SESSION_PLAYERS] = {str(player.event_id): [player.pk, player.link_version]}
    session.save()
    return client


def somebody(hall: Hall, who: str) -> Client:
    """One of the people who may come to a page."""
    if who == "referee":
        return hall.referee
    if who == "head referee":
        return member_of(hall.event, who, Role.HEAD_REFEREE)
    if who == "organiser":
        return member_of(hall.event, who, Role.ORGANISER)
    if who == "referee of another table":
        return signed_in(make_user("other-referee"))
    if who == "stranger":
        return signed_in(make_user("stranger"))
    if who == "player here":
        return hall.player(2)
    if who == "player elsewhere":
        return phone_of(hall.elsewhere.seats.get(seat=0).player)
    return Client()


def member_of(event: Event, name: str, role: str) -> Client:
    """The browser of a new member of an event."""
    user = make_user(name.replace(" ", "-"))
    add_member(event, user, role)
    return signed_in(user)
