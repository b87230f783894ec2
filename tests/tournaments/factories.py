"""Small events for tests, made the short way: rows only, no services. Keep it small."""

import datetime as dt
import uuid
from typing import Any

from django.contrib.auth.hashers import make_password
from django.utils import timezone

from accounts.models import Organisation, User
from accounts.selectors import creates_for
from accounts.services import set_right
from tournaments.core import event_log
from tournaments.models import (
    Blacklisted,
    Event,
    EventAct,
    Game,
    GameSeat,
    Membership,
    Player,
    Registration,
    Role,
    Round,
    Stage,
    Table,
    TableReferee,
)
from tournaments.players.services import registrations
from tournaments.players.services.blacklist import put_on
from tournaments.rounds.services import seating
from tournaments.tables.game_log.read import Actor
from tournaments.tables.game_log.timeline import Played
from tournaments.tables.services.confirmations import confirm
from tournaments.tables.services.recording import record

NAMES = ["張國強", "李小龍", "陳大文", "何家珍"]
TODAY = dt.date(2026, 11, 21)


def make_user(username: str = "referee", **fields: Any) -> User:
    """A person who can sign in with the password "pass"."""
    values = {"display_name": username, "password": make_password("pass"), **fields}
    return User.objects.get_or_create(username=username, defaults=values)[0]


def make_club(handle: str = "club", name: str = "聽雨軒") -> Organisation:
    """An organisation that holds events; the first one unless told."""
    made = {"name": name, "created_at": timezone.now()}
    return Organisation.objects.get_or_create(handle=handle, defaults=made)[0]


def belong(user: User, club: Organisation | None = None, *, creates: bool = False) -> User:
    """Make a person one of the club's; with `creates` they may make its events and accounts (and keep that right)."""
    club = club or make_club()
    creates = creates or creates_for(user, club.pk)
    set_right(user=user, organisation=club, right="creates" if creates else "member")
    return user


def make_event(slug: str = "evening", **fields: Any) -> Event:
    """A league evening."""
    values = {
        "organisation": fields.pop("organisation", None) or make_club(),
        "name": "聯賽夜",
        "starts_on": TODAY,
        "ends_on": TODAY,
        "rule_set": "hkma-league",
        "created_at": timezone.now(),
    } | fields
    event = Event.objects.create(slug=slug, **values)
    Stage.objects.create(event=event, number=1, name="正賽")
    return event


def main_stage(event: Event) -> Stage:
    """The one stage of an event that has no others; its rounds belong to it."""
    return Stage.objects.get_or_create(event=event, number=1, defaults={"name": "正賽"})[0]


def make_players(event: Event, count: int = 4) -> list[Player]:
    """`count` players, the first four with known names."""
    names = NAMES + [f"選手{n}" for n in range(5, count + 1)]
    players = Player.objects.bulk_create(
        Player(event=event, number=number, name=name) for number, name in enumerate(names[:count], start=1)
    )
    tell_of(event, *players)
    return players


def add_member(event: Event, user: User, role: str = Role.REFEREE) -> Membership:
    """Give a person a role in an event, as one of its organisation's people; an organiser may make events there."""
    belong(user, event.organisation, creates=role == Role.ORGANISER)
    member, made = Membership.objects.get_or_create(event=event, user=user, role=role)
    if made:
        tell_of(event, member)
    return member


def tell_of(event: Event, *rows: Any) -> None:
    """What the services would: an event whose history has begun hears of rows that a test makes by itself."""
    if EventAct.objects.filter(event=event).exists():
        event_log.append_act(event.pk, event_log.Kind.EVENT_CHANGED, event_log.added(*rows))


def close_rounds(event: Event) -> None:
    """Every round of the event has ended, whatever is on its tables."""
    for round_ in Round.objects.filter(event=event):
        round_.state = Round.State.CLOSED
        round_.save(update_fields=["state"])
        tell_of(event, round_)


def make_game(event: Event | None = None, referee: User | None = None, number: int = 1, **round_fields: Any) -> Game:
    """A game of four in an open round at table `number`, with a referee who may write there."""
    event = event or make_event()
    players = list(event.players.order_by("number")[4 * (number - 1) : 4 * number]) or make_players(event)
    values = {"day": event.starts_on, "state": Round.State.OPEN, "stage": main_stage(event)} | round_fields
    round_, _made = Round.objects.get_or_create(event=event, number=values.pop("number", 1), defaults=values)
    table, _made = Table.objects.get_or_create(event=event, number=number)
    game = Game.objects.create(event=event, round=round_, table=table)
    made = GameSeat.objects.bulk_create(
        GameSeat(game=game, round=round_, player=player, seat=seat) for seat, player in enumerate(players)
    )
    tell_of(event, round_, table, game, *made)
    if referee:
        member, _made = Membership.objects.get_or_create(event=event, user=referee, role=Role.REFEREE)
        placed, _made = TableReferee.objects.get_or_create(table=table, user=referee)
        tell_of(event, member, placed)
    return game


def next_game(game: Game, *, turned: bool = False, **round_fields: Any) -> Game:
    """A game of the next round with the same four at the same table; `turned`: seated the other way about."""
    event, number = game.event, game.round.number + 1
    values = {"stage": game.round.stage, "day": event.starts_on, "state": Round.State.OPEN} | round_fields
    round_ = Round.objects.create(event=event, number=number, **values)
    made = Game.objects.create(event=event, round=round_, table=game.table)
    for seat in game.seats.all():
        made.seats.create(round=round_, player=seat.player, seat=3 - seat.seat if turned else seat.seat)
    return made


def entry_of(game: Game, actor: Actor) -> dict[str, Any]:
    """The arguments that every service of a game log takes."""
    return {"game_id": game.pk, "actor": actor, "client_key": uuid.uuid4(), "now": timezone.now()}


def play(game: Game, actor: Actor, **event: Any) -> dict[str, Any]:
    """Record one event through the service; `source` stands for "from"."""
    if "source" in event:
        event["from"] = event.pop("source")
    seen = Game.objects.values_list("book_version", flat=True).get(pk=game.pk)
    return dict(record(**entry_of(game, actor), played=Played(event), seen=seen))


def confirm_all(game: Game, actor: Actor) -> None:
    """All four confirm what waits."""
    confirm(**entry_of(game, actor), seats=[0, 1, 2, 3], method="tap")


def play_and_confirm(game: Game, actor: Actor, **event: Any) -> dict[str, Any]:
    """One hand, confirmed by all."""
    answer = play(game, actor, **event)
    confirm_all(game, actor)
    return answer


def event_form(**changes: Any) -> dict[str, Any]:
    """Return the fields that the form of a new event sends."""
    days = {"starts_on": TODAY, "ends_on": TODAY, "games_planned": 2}
    ways = {"confirmation": "tap", "signing": "drawn", "public": "on"}
    return {"template": "evening", "name": "秋季聯賽", "rule_set": "hkma-league", **days, **ways} | changes


def put_on_list(event: Event, name: str, user: User | None = None) -> Blacklisted:
    """Put a name on the black list of the organisation of an event, without an end."""
    said = {"reason": "打架", "until": None, "user_id": (user or make_user("boss")).pk, "now": timezone.now()}
    return put_on(organisation_id=event.organisation_id, name=name, today=event.starts_on, **said)


def open_desk(event: Event, capacity: int | None = 1, *, now: dt.datetime | None = None, **more: Any) -> Any:
    """Open registration from yesterday until tomorrow."""
    now, day = now or timezone.now(), dt.timedelta(days=1)
    values = {"opens_at": now - day, "closes_at": now + day, "fee": "", "intro": "", "consent": "", "members": ""}
    return registrations.set_desk(event=event, capacity=capacity, **values | more)


def enter(event: Event, name: str = "報名人", *, now: dt.datetime | None = None, **more: Any) -> Registration:
    """Make an application to play."""
    values = {"name": name, "phone": "91234567"} | more
    said = {"consents": True, "address": "::1", "client_key": uuid.uuid4(), "now": now or timezone.now()}
    return registrations.apply(event=event, values=values, **said)


def seat_by_hand(*, round_id, seats):
    """Seat these numbers of players at these tables, as an organiser writes them down."""
    lines = [f"{table}: {' '.join(map(str, four))}" for table, four in seats.items()]
    seating.seat_as_written(round_id=round_id, text="\n".join(lines))
