"""Who may see and do what in an event. The one place where roles become permissions.

Organisers run the event, the head referee rules everywhere and reopens cards, a referee writes at their own tables,
a player (by personal link and PIN, no account) confirms, objects and signs for one seat, anybody reads what is public.
Unknown and forbidden look alike to strangers: 404; a member who may not do a thing gets 403.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import cached_property

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.db.models import Exists, OuterRef, Q
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from django.utils import timezone

from accounts.models import Organisation, User
from accounts.proof import Demanded, proved
from accounts.selectors import creating_organisations
from tournaments.book.earlier import Earlier, game_at
from tournaments.book.read import Actor
from tournaments.game_codes import Known
from tournaments.locks import lock_game
from tournaments.models import Event, FormerSlug, Game, GameSeat, Membership, Player, Role, Round, TableReferee

STEP = 10
"""Seconds."""


def told_until(event: Event, now: datetime) -> datetime:
    """轉播延遲: up to when who is no official is told what was played, in steps of ten seconds, so that whoever asks at
    the same time is told the same."""
    step = int(now.timestamp()) // STEP * STEP
    return datetime.fromtimestamp(step, tz=UTC) - timedelta(minutes=event.delay)


SESSION_PLAYERS = "players"
"""Session key: {event id: [player id, link version]} of those who opened their personal link and gave the PIN."""


@dataclass(frozen=True)
class EventAccess:
    """An event as one person may use it."""

    event: Event
    user: User | None
    roles: frozenset[str]
    player: Player | None = None

    @property
    def organises(self) -> bool:
        return Role.ORGANISER in self.roles

    @property
    def heads(self) -> bool:
        return Role.HEAD_REFEREE in self.roles

    @property
    def leads(self) -> bool:
        """Organisers and the head referee: run the clock, put right who sits where, fill seats."""
        return self.organises or self.heads

    @property
    def works(self) -> bool:
        """Any role at all: sees rooms, cards in force, unfinished standings."""
        return bool(self.roles)

    @property
    def referees(self) -> bool:
        """Referees in this event, at whatever table: goes where a table calls, and discusses cases."""
        return self.heads or Role.REFEREE in self.roles

    @cached_property
    def until(self) -> datetime | None:
        """轉播延遲: up to when this reader is told what was played; None: up to now."""
        if self.works or not self.event.delay:
            return None
        return told_until(self.event, timezone.now())

    @property
    def version(self) -> int | None:
        """The version of the standings; None for who is told late: it would say that something was recorded."""
        return self.event.standings_version if self.until is None else None

    @property
    def adds_up(self) -> bool:
        """Whether this reader is shown what adds up the event: before the reveal officials alone."""
        return self.works or not self.event.hidden

    @property
    def sees(self) -> bool:
        return self.event.public or self.works or self.player is not None

    def reads_round(self, round_: Round) -> bool:
        """編排中 is for organisers alone: seats are drawn more than once before they are published."""
        return self.organises or round_.state != Round.State.DRAFT

    def round(self, number: int) -> Round:
        """The round of this number, with its event and stage. Raises Http404 unless it is there for this reader."""
        found = Round.objects.select_related("event", "stage").filter(event=self.event, number=number).first()
        if found is None or not self.reads_round(found):
            raise Http404
        return found if self.until is None else Earlier(found.event_id, self.until).round(found)

    @property
    def actor(self) -> Actor:
        return Actor(self.user.pk if self.user else None, self.player.pk if self.player else None)


@dataclass(frozen=True)
class GameAccess(EventAccess):
    """A game as one person may use it."""

    game: Game = None  # type: ignore[assignment]
    at_table: bool = False

    @property
    def writes(self) -> bool:
        """May record, correct and undo: the referees of this table and the head referee."""
        return self.heads or (self.at_table and Role.REFEREE in self.roles)

    @cached_property
    def until(self) -> datetime | None:
        """As for the event; the four are told of their own table at once."""
        return None if self.event.delay and self.seat is not None else super().until

    @cached_property
    def seat(self) -> int | None:
        """The seat that the player who is looking plays in now: their own, or the one they took over."""
        if self.player is None:
            return None
        theirs = Q(substitute=self.player) | Q(substitute__isnull=True, player=self.player)
        return GameSeat.objects.filter(theirs, game=self.game).values_list("seat", flat=True).first()

    @property
    def own_seat(self) -> int | None:
        """The seat for which a player may confirm, object and sign here; None where own phones are not allowed."""
        return self.seat if self.event.phones else None

    @property
    def takes_part(self) -> bool:
        """The referees of the table, and its players where they may use their own phones."""
        return self.writes or self.own_seat is not None

    @property
    def sees_calls(self) -> bool:
        """Knows that the table has called a referee: who works at the event, and the four."""
        return self.works or self.seat is not None

    @property
    def sees_signatures(self) -> bool:
        """Sees the signatures of the card as they were drawn: who works at the event, and the four who sign it.

        Everybody else who may read the card is told who has signed, when and how.
        """
        return self.works or self.seat is not None

    @property
    def caller(self) -> Actor | None:
        """叫裁判: as whom this person calls: officials as themselves, the four by their links; None may not."""
        if self.writes:
            return Actor(user_id=self.actor.user_id)
        return Actor(player_id=self.actor.player_id) if self.seat is not None else None


class Moved(Http404):
    """The event has moved: the requester may see it, and `slug` is its current address."""

    def __init__(self, slug: str) -> None:
        super().__init__(slug)
        self.slug = slug


def event_named(slug: str) -> Event:
    """The event at this address, or the last one that was. Raises Http404 for neither.

    Who shows something of it asks `check_moved` once it is clear that it may be shown.
    """
    event = Event.objects.filter(slug=slug).first()
    if event is not None:
        return event
    left = FormerSlug.objects.filter(slug=slug).select_related("event").order_by("-left_at", "-pk").first()
    if left is None:
        raise Http404
    return left.event


def player_numbered(event: Event, number: int) -> Player:
    """The player with this number, with the event. Raises Http404 where there is none."""
    return get_object_or_404(event.players, number=number)


def check_moved(event: Event, slug: str) -> None:
    """Raises Moved where a former address was used."""
    if event.slug != slug:
        raise Moved(event.slug)


def event_access(request: HttpRequest, slug: str) -> EventAccess:
    """Load an event for this request. Raises Http404 when it is unknown or not for these eyes, Moved where it has
    another address by now."""
    event = event_named(slug)
    timezone.activate(event.zone)
    user = _user(request)
    roles, asks = _roles(event, user)
    access = EventAccess(event, user, roles, player_of(request, event))
    if not access.sees:
        raise Http404
    check_moved(event, slug)
    if event.public and event.searchable:
        may_be_listed(request)
    _check_second_factor(request, access, asks=asks)
    return access


def may_be_listed(request: HttpRequest) -> None:
    """Search engines may list the answer to this request (`config.middleware.ResponseDefaultsMiddleware`)."""
    request.searchable = True  # type: ignore[attr-defined]


def player_access(request: HttpRequest, slug: str) -> tuple[Event, Player]:
    """The event and the player whose phone this is. Raises Http404 for everybody else, Moved as `event_access`."""
    event = event_named(slug)
    player = player_of(request, event)
    if player is None:
        raise Http404
    player.event = event
    check_moved(event, slug)
    timezone.activate(event.zone)
    return event, player


def game_access(request: HttpRequest, game_id: int, *, lock: bool = False) -> GameAccess:
    """Load a game (with event, round and table) and the rights of this request in it.

    Raises Http404 where it is unknown, not for these eyes, or asked for by its number alone by somebody who neither
    works at the event nor sits in the game.

    `lock`: the game is locked first, inside a transaction of the caller, so that all of it is as it is then.
    """
    user = _user(request)
    if lock:
        lock_game(game_id)
    at_table = Exists(TableReferee.objects.filter(table=OuterRef("table"), user=user))
    games = Game.objects.select_related("event", "round", "table").annotate(at_table=at_table)
    game = get_object_or_404(games, pk=int(game_id))
    timezone.activate(game.event.zone)
    roles, asks = _roles(game.event, user)
    player = player_of(request, game.event)
    writes_here: bool = game.at_table  # type: ignore[attr-defined]
    access = GameAccess(game.event, user, roles, player, game=game, at_table=writes_here)
    if not access.sees or not access.reads_round(game.round):
        raise Http404
    if not (isinstance(game_id, Known) or access.works or access.seat is not None):
        raise Http404
    _check_second_factor(request, access, asks=asks)
    return as_told(access)


def as_told(access: GameAccess) -> GameAccess:
    """With the game as this reader is told of it: under 轉播延遲 as it stood some minutes ago."""
    if access.until is None:
        return access
    Earlier(access.event.pk, access.until).round(access.game.round)
    return replace(access, game=game_at(access.game, access.until))


def everybodys(event: Event) -> EventAccess:
    """The event as those read it of whom nothing is known."""
    return EventAccess(event, None, frozenset())


def game_known(request: HttpRequest, game: Game) -> GameAccess:
    """The rights of this request in a game that was found by something other than its number (a card's code).

    Turns nobody away: who holds the code may look; what they may read of it is for the caller to ask. Who owes a second
    factor has no role here.
    """
    timezone.activate(game.event.zone)
    user = _user(request)
    roles, asks = _roles(game.event, user)
    if asks and roles & LEADING and not proved(request):
        roles = frozenset()
    return GameAccess(game.event, user, roles, player_of(request, game.event), game=game)


LEADING = frozenset({Role.ORGANISER, Role.HEAD_REFEREE})
"""Of whom an organisation may demand a second factor."""


def _roles(event: Event, user: User | None) -> tuple[frozenset[str], bool]:
    """The roles of somebody in an event, and whether those who lead it need a second factor."""
    if user is None:
        return frozenset(), False
    rows = list(
        Membership.objects.filter(event=event, user=user).values_list("role", "event__organisation__second_factor")
    )
    return frozenset(role for role, _asks in rows), settings.SECOND_FACTOR_DEMANDED or any(asks for _role, asks in rows)


def _check_second_factor(request: HttpRequest, access: EventAccess, *, asks: bool) -> None:
    """Raises Demanded where who leads the event owes a second factor in this session."""
    if (asks or settings.SECOND_FACTOR_DEMANDED) and access.leads and not proved(request):
        raise Demanded


def check_own_events(request: HttpRequest) -> None:
    """For lists of several events. Raises Demanded where the requester leads an event and owes a second factor."""
    user = _user(request)
    if user is None or proved(request):
        return
    led = Membership.objects.filter(user=user, role__in=LEADING)
    if not settings.SECOND_FACTOR_DEMANDED:
        led = led.filter(event__organisation__second_factor=True)
    if led.exists():
        raise Demanded


def _user(request: HttpRequest) -> User | None:
    return None if isinstance(request.user, AnonymousUser) else request.user


def player_of(request: HttpRequest, event: Event) -> Player | None:
    """The player whose personal link (and PIN) was given in this session, while the link is not revoked."""
    signed_in = getattr(request, "auth", None)  # the API's own way: see tournaments.api.authentication
    if isinstance(signed_in, Player):
        return signed_in if signed_in.event_id == event.pk else None
    known: Mapping[str, list[int]] = getattr(request, "session", {}).get(SESSION_PLAYERS, {})
    entry = known.get(str(event.pk))
    if not entry:
        return None
    pk, link_version = entry
    return event.players.filter(pk=pk, link_version=link_version, withdrawn_at=None).first()


def works_at(request: HttpRequest, event: Event) -> bool:
    """Whether whoever is signed in has any role in the event."""
    user = _user(request)
    return user is not None and Membership.objects.filter(event=event, user=user).exists()


def require(allowed: bool) -> None:
    """Raise PermissionDenied (403) unless allowed."""
    if not allowed:
        raise PermissionDenied


def creating_access(request: HttpRequest) -> User:
    """Who may make events (403 for others). They lead what they make: raises Demanded where one of the organisations
    for which they may asks for a second factor that this session owes."""
    user = _user(request)
    mine = creating_organisations(user) if user else Organisation.objects.none()
    asks = list(mine.values_list("second_factor", flat=True))
    if user is None or not asks:
        raise PermissionDenied
    if (settings.SECOND_FACTOR_DEMANDED or any(asks)) and not proved(request):
        raise Demanded
    return user


def organiser_access(request: HttpRequest, slug: str) -> EventAccess:
    """The event, for its organisers only (403 for other members, 404 for strangers to a private event)."""
    access = event_access(request, slug)
    require(access.organises)
    return access


def working_access(request: HttpRequest, slug: str) -> EventAccess:
    """The event, for everybody who works at it (refused as `organiser_access`)."""
    access = event_access(request, slug)
    require(access.works)
    return access


def leading_access(request: HttpRequest, slug: str) -> EventAccess:
    """The event, for those who lead it: organisers and the head referee (refused as `organiser_access`)."""
    access = event_access(request, slug)
    require(access.leads)
    return access


def calling_access(request: HttpRequest, game_id: int) -> Actor:
    """As whom this request may call a referee to the table (403 for others)."""
    caller = game_access(request, game_id).caller
    if caller is None:
        raise PermissionDenied
    return caller


def leading_game_access(request: HttpRequest, game_id: int) -> GameAccess:
    """The game, for those who lead its event (403 for others)."""
    access = game_access(request, game_id)
    require(access.leads)
    return access


def refereeing_access(request: HttpRequest, game_id: int) -> User:
    """The referee, of whatever table of the event, who goes to this one (403 for others)."""
    access = game_access(request, game_id)
    if access.user is None or not access.referees:
        raise PermissionDenied
    return access.user


def writing_access(request: HttpRequest, game_id: int, *, lock: bool = False) -> GameAccess:
    """The game, for those who may write at its table."""
    access = game_access(request, game_id, lock=lock)
    require(access.writes)
    return access
