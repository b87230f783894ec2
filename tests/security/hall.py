"""A league evening with a table in every state, and everybody who may come to its door."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from django.conf import settings
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from accounts.models import ApiToken, User
from accounts.services import create_token
from penalties.models import RulingPhoto
from penalties.services.rulings import rule
from tests.made_once import made_once
from tests.penalties.articles import make_article
from tests.tournaments.book_pages import phone_of, signed_in
from tests.tournaments.factories import (
    TODAY,
    add_member,
    belong,
    enter,
    entry_of,
    main_stage,
    make_club,
    make_event,
    make_game,
    make_players,
    make_user,
    open_desk,
)
from tests.tournaments.recorder import DRAW, Recorder, ruling, won
from tournaments.core.services import link_token, pin_of
from tournaments.models import Apart, Blacklisted, Event, Game, Player, Registration, Role, Round, Table, Webhook
from tournaments.organising.services import staff
from tournaments.organising.staff_list import read_staff
from tournaments.players.services.apart import keep_apart
from tournaments.players.services.blacklist import put_on
from tournaments.rounds.seating.document import draw_document
from tournaments.rounds.services import event_draws, seating
from tournaments.tables.game_log.read import Actor
from tournaments.webhooks.services import set_webhook

PEOPLE = (
    "anybody",
    "stranger",
    "keeper of accounts",
    "referee elsewhere",
    "referee",
    "head referee",
    "organiser",
    "organiser of another event",
    "player",
    "player elsewhere",
    "player of another event",
)
"""Who may come. "referee" and "player" belong to the table in question, "elsewhere" is another table of the event."""

WRITING = frozenset({"referee", "head referee"})
WORKING = WRITING | {"referee elsewhere", "organiser"}
INSIDE = WORKING | {"player", "player elsewhere"}
WITHOUT_ACCOUNT = frozenset({"anybody", "player", "player elsewhere", "player of another event"})
ACCOUNTS = [who for who in PEOPLE if who not in WITHOUT_ACCOUNT]


@dataclass
class FullHall:
    """The event, its tables by what is going on there, and another event."""

    users: dict[str, User]
    event: Event
    draft: Round
    free_table: Table
    other: Event
    other_game: Game
    token: ApiToken
    newcomer: User
    entry: Registration
    listed: Blacklisted
    apart: Apart
    webhook: Webhook
    settled: Game
    waiting: Game
    disputed: Game
    complete: Game
    signed: Game
    elsewhere: Game
    sessions: dict[str, Session] = field(default_factory=dict)
    """Of who has signed in, as it was then."""

    @property
    def open_round(self) -> Round:
        return self.settled.round

    def browser(self, who: str, game: Game | None = None, **more: Any) -> Client:
        """The browser of somebody as he stands to a table; "player" is sitting at it."""
        game, more = game or self.settled, {"raise_request_exception": False} | more
        if who == "anybody":
            return Client(**more)
        if who == "player":
            return phone_of(game.seats.get(seat=0).player, **more)
        if who == "player elsewhere":
            away = self.elsewhere if game.pk != self.elsewhere.pk else self.settled
            return phone_of(away.seats.get(seat=0).player, **more)
        if who == "player of another event":
            return phone_of(self.other_game.seats.get(seat=0).player, **more)
        if who not in self.sessions:
            client = signed_in(self.users[who], **more)
            self.sessions[who] = Session.objects.get(pk=client.cookies[settings.SESSION_COOKIE_NAME].value)
            return client
        return self._again(self.sessions[who], **more)

    @staticmethod
    def _again(session: Session, **more: Any) -> Client:
        """Another browser, just after signing in. To sign in takes longer than most requests of a walk, whose writes
        are taken back: so the session is written again as it was."""
        how = {"update_conflicts": True, "unique_fields": ["session_key"]}
        Session.objects.bulk_create([session], update_fields=["session_data", "expire_date"], **how)  # type: ignore[arg-type]
        client = Client(**more)
        client.cookies[settings.SESSION_COOKIE_NAME] = session.session_key
        return client


def player_header(player: Player, pin: str | None = None) -> dict[str, str]:
    return {"Authorization": f"Player {link_token(player)}:{pin_of(player) if pin is None else pin}"}


Opening = Callable[[Game, Actor], None]


def make_full_hall(*, public: bool = True, opening: Opening | None = None, just_now: bool = False) -> FullHall:
    """Everything: six tables in an open round, a drawn round after it, another event with a game.

    `opening`: what is recorded at every table before its hands. `just_now`: no moment in it is of an earlier test.
    """
    if just_now:
        return _make_full_hall(public=public, opening=opening)
    return made_once((make_full_hall, public, opening), lambda: _make_full_hall(public=public, opening=opening))


def _make_full_hall(*, public: bool, opening: Opening | None) -> FullHall:
    # It has not ended yet: sign-in slips of an event that is over open nothing.
    event = make_event("hall", name="聽雨軒聯賽", public=public, ends_on=max(TODAY, timezone.localdate()))
    make_players(event, 24)
    Player.objects.create(event=event, number=25, name="湊腳甲", staff=True)
    users = _people(event)
    games = [make_game(event, users["referee"], number) for number in range(1, 6)]
    games.append(make_game(event, users["referee elsewhere"], 6))
    by = Actor(user_id=users["referee"].pk)
    for game in games if opening else ():
        opening(game, by)  # type: ignore[misc]
    _play(games, by)
    # Article 1 of the register: in the hall, on the player who sits at the settled table, with a photo.
    player = games[0].seats.get(seat=0).player
    article = make_article(event, player, facts="向鄰檯說話", user=users["head referee"])
    RulingPhoto.objects.create(ruling=article, image=b"jpeg")
    # Article 2: a yellow card in the hand in progress of that table.
    rule(**entry_of(games[0], by), event=ruling(3, "talking"), seen=Game.objects.get(pk=games[0].pk).book_version)
    draft = Round.objects.create(event=event, stage=main_stage(event), number=2, day=TODAY)
    _draw_all(event)
    seating.draw_round(round_id=draft.pk, seed="1")
    other, other_game = _other_event(users["organiser of another event"], public)
    token, _secret = create_token(user=users["stranger"], name="program", now=timezone.now())
    said = {"name": "某乙", "reason": "打架", "until": None, "today": TODAY, "now": timezone.now()}
    listed = put_on(organisation_id=event.organisation_id, user_id=users["organiser"].pk, **said)
    apart = keep_apart(event=event, first=8, second=25)
    free = Table.objects.create(event=event, number=9)
    lines = read_staff("登入條裁判 裁判")
    [newcomer] = staff.add_staff(event=event, maker=users["organiser"], lines=lines, tables=0, now=timezone.now()).made
    entry = _entry(event)
    told = set_webhook(event=event, address="https://results.example/", now=timezone.now())
    return FullHall(users, event, draft, free, other, other_game, token, newcomer, entry, listed, apart, told, *games)


def _entry(event: Event) -> Registration:
    open_desk(event, None)
    return enter(event, phone="", email="entry@example.com")


def _draw_all(event: Event) -> None:
    locked = event_draws.lock_list(event=event, count=1, today=TODAY, now=timezone.now())
    line = event_draws.give_seed(event=event, seed="4 17", reason="", now=timezone.now())
    answer = draw_document({**locked.document, "seed": line.seed})
    event_draws.finish_draw(line_id=line.pk, answer=answer, facts={}, ways=0, now=timezone.now())
    event_draws.release_list(event=event, reason="試抽", now=timezone.now())


def _people(event: Event) -> dict[str, User]:
    users = {name: make_user(name.replace(" ", "-"), display_name=name) for name in ACCOUNTS}
    User.objects.filter(pk=users["keeper of accounts"].pk).update(is_staff=True)
    add_member(event, users["head referee"], Role.HEAD_REFEREE)
    add_member(event, users["organiser"], Role.ORGANISER)
    belong(users["stranger"])
    return users


def _other_event(organiser: User, public: bool) -> tuple[Event, Game]:
    elsewhere = make_club("other", "別處雀會")
    other = make_event("other", name="別處的賽事", public=public, organisation=elsewhere)
    make_players(other, 4)
    add_member(other, organiser, Role.ORGANISER)
    game = make_game(other, organiser)
    Recorder(game=game, actor=Actor(user_id=organiser.pk)).play(DRAW)
    return other, game


def _play(games: list[Game], by: Actor) -> None:
    settled, waiting, disputed, complete, signed, elsewhere = (Recorder(game=game, actor=by) for game in games)
    for table in (settled, waiting, disputed, elsewhere):
        table.settle(won(0, 1, 12))
    for table in (waiting, disputed):
        table.play(won(1, None, 9))
    disputed.object_to(2, 1)
    for table in (complete, signed):
        table.settle(*(won((deal + 1) % 4, deal % 4, 10) for deal in range(8)))
    signed.sign()


def digest_of(game: Game) -> str:
    return Recorder(game=game, actor=Actor()).digest()
