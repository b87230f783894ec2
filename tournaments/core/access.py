"""Permissions in an event: the one place where roles become rights to read and act.

Organisers run the event; the head referee rules everywhere and reopens cards; a referee writes at their own tables; a
player (by personal link and PIN, no account) confirms, objects and signs for one seat; the public reads public pages.
Strangers get 404 for unknown and forbidden pages alike; a member without the right gets 403.
"""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.selectors import creating_organisations
from accounts.step_up import SecondFactorRequired, proved
from tournaments.core.game_codes import VerifiedGameId
from tournaments.core.locks import lock_game
from tournaments.models import Event, FormerSlug, Game, GameSeat, Membership, Player, Role, Round, TableReferee
from tournaments.tables.game_log.as_of import Earlier, game_at
from tournaments.tables.game_log.read import Actor

STEP = 10  # seconds


def broadcast_cutoff(event: Event, now: datetime) -> datetime:
    """轉播延遲: return the moment up to which readers without a role see play, in steps of ten seconds so that they all
    see the same."""
    step = int(now.timestamp()) // STEP * STEP
    return datetime.fromtimestamp(step, tz=UTC) - timedelta(minutes=event.delay)


SESSION_PLAYERS = "players"
"""Session key: {event id: [player id, link version]} of the personal links opened with their PIN."""


@dataclass
class EventAccess:
    """A reader's rights in an event. `adds_up`: whether they see added-up results; before the reveal, only officials
    do."""

    event: Event
    user: User | None
    roles: frozenset[str]
    player: Player | None = None
    seat: int | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        self.organises = Role.ORGANISER in self.roles
        self.heads = Role.HEAD_REFEREE in self.roles
        self.referees = self.heads or Role.REFEREE in self.roles
        self.leads = self.organises or self.heads  # may run the clock, correct and fill seats
        self.works = bool(self.roles)
        self.sees = self.event.public or self.works or self.player is not None
        self.adds_up = self.works or not self.event.hidden
        self.actor = Actor(self.user.pk if self.user else None, self.player.pk if self.player else None)
        self.until: datetime | None = None
        # the four players see their own table without delay
        if self.event.delay and not self.works and self.seat is None:
            self.until = broadcast_cutoff(self.event, timezone.now())

    def page(self, request: HttpRequest, template: str, context: Mapping[str, Any], status: int = 200) -> HttpResponse:
        return render(request, template, {**self.frame, **context}, status=status)

    @property
    def frame(self) -> dict[str, Any]:
        return {"access": self, "event": self.event}

    @property
    def version(self) -> int | None:
        """Return the version of the standings; None for delayed readers, to whom it would reveal new entries."""
        return self.event.standings_version if self.until is None else None

    def reads_round(self, round_: Round) -> bool:
        """Whether this reader may see the round: 編排中 is for organisers only, as seats may be drawn several times
        before they are published."""
        return self.organises or round_.state != Round.State.DRAFT

    def round(self, number: int) -> Round:
        found = Round.objects.select_related("event", "stage").filter(event=self.event, number=number).first()
        if found is None or not self.reads_round(found):
            raise Http404
        return found if self.until is None else Earlier(found.event_id, self.until).round(found)


@dataclass
class GameAccess(EventAccess):
    """A reader's rights in a game."""

    game: Game = None  # type: ignore[assignment]

    def __post_init__(self) -> None:
        self.places: list[GameSeat] = []  # both a substitute and the player they replaced have one of these
        if self.player is not None:
            mine = Q(substitute=self.player) | Q(player=self.player)
            self.places = list(GameSeat.objects.filter(mine, game=self.game))
            self.seat = next((one.seat for one in self.places if one.holder_id == self.player.pk), None)
        super().__post_init__()
        self.writes = self.heads or (
            self.referees and TableReferee.objects.filter(table=self.game.table_id, user=self.user).exists()
        )
        self.own_seat = self.seat if self.event.phones else None
        self.takes_part = self.writes or self.own_seat is not None
        self.belongs = self.works or self.seat is not None
        self.caller: Actor | None = None
        if self.writes:
            self.caller = Actor(user_id=self.actor.user_id)
        elif self.seat is not None:
            self.caller = Actor(player_id=self.actor.player_id)

    @property
    def frame(self) -> dict[str, Any]:
        return {"access": self, "event": self.event, "game": self.game}

    @property
    def mark(self) -> str:
        """Return a value that changes with the game and with the rights of the reader, for ETags."""
        game = self.game
        # A substitute writes no act, but updates the time of the last one.
        moved = game.last_act_at.timestamp() if game.last_act_at else 0
        looking = ("-".join(sorted(self.roles)), int(self.writes), self.player.pk if self.player else 0)
        parts = (game.pk, game.act_count, self.event.page_version, game.book_version, moved, game.round.state, *looking)
        return ".".join(map(str, parts))

    @property
    def entry(self) -> dict[str, Any]:
        return {"game_id": self.game.pk, "actor": self.actor, "now": timezone.now()}


class SlugChanged(Http404):
    """The event has a new address, `slug`. Raised only for readers who may see the event."""

    def __init__(self, slug: str) -> None:
        super().__init__(slug)
        self.slug = slug

    def redirect(self, request: HttpRequest) -> HttpResponseRedirect:
        """Redirect by 301 for pages; by 308 for forms, which are sent again unchanged, and for API clients. Never
        cached: another event may take the former address."""
        match = request.resolver_match
        assert match is not None
        where = reverse(match.view_name, kwargs={**match.kwargs, "slug": self.slug})
        query = request.META.get("QUERY_STRING", "")
        answer = HttpResponseRedirect(f"{where}?{query}" if query else where)
        reads = request.method in ("GET", "HEAD") and not request.path.startswith("/api/")
        answer.status_code = 301 if reads else 308
        answer["Cache-Control"] = "private, no-store"
        return answer


def event_named(slug: str, *fields: str) -> Event:
    """Find the event by its current or a former address, if wanted with some of its fields only. Raises Http404.
    Callers call `check_moved` once they know that the reader may see it."""
    with suppress(Event.DoesNotExist):
        return Event.objects.only(*fields).get(slug=slug)
    left = FormerSlug.objects.filter(slug=slug).select_related("event").order_by("-left_at", "-pk").first()
    if left is None:
        raise Http404
    return left.event


def player_numbered(event: Event, number: int) -> Player:
    return get_object_or_404(event.players, number=number)


def check_moved(event: Event, slug: str) -> None:
    if event.slug != slug:
        raise SlugChanged(event.slug)


def event_access(request: HttpRequest, slug: str) -> EventAccess:
    """Load an event for this request. Raises Http404 if it is unknown or hidden from this reader, SlugChanged at a
    former address."""
    event = event_named(slug)
    timezone.activate(event.time_zone)
    user, roles, owes_factor = _member(request, event)
    access = EventAccess(event, user, roles, player_of(request, event))
    if not access.sees:
        raise Http404
    check_moved(event, slug)
    if event.public and event.searchable:
        may_be_listed(request)
    if owes_factor:
        raise SecondFactorRequired
    return access


def may_be_listed(request: HttpRequest) -> None:
    """Let search engines list this response (`config.middleware.ResponseDefaultsMiddleware`)."""
    request.searchable = True  # type: ignore[attr-defined]


def player_access(request: HttpRequest, slug: str) -> tuple[Event, Player]:
    """Return the event and the player of this phone. Raises Http404 if it belongs to no player of the event,
    SlugChanged as `event_access` does."""
    event = event_named(slug)
    player = player_of(request, event)
    if player is None:
        raise Http404
    player.event = event
    check_moved(event, slug)
    timezone.activate(event.time_zone)
    return event, player


def game_access(request: HttpRequest, game_id: int, *, lock: bool = False) -> GameAccess:
    """Load a game (with event, round and table) and the rights of this request in it.

    Raises Http404 if it is unknown or hidden, or if someone without a role or seat asks for it by its bare number.
    `lock`: lock the game first, inside the caller's transaction, so that all data read is current.
    """
    if lock:
        lock_game(game_id)
    game = get_object_or_404(Game.objects.select_related("event", "round", "table"), pk=int(game_id))
    event = game.event
    timezone.activate(event.time_zone)
    user, roles, owes_factor = _member(request, event)
    access = GameAccess(event, user, roles, player_of(request, event), game=game)
    if not access.sees or not access.reads_round(game.round):
        raise Http404
    if not (isinstance(game_id, VerifiedGameId) or access.belongs):
        raise Http404
    if owes_factor:
        raise SecondFactorRequired
    if access.until is not None:  # 轉播延遲: the game as of the last moment this reader may see
        Earlier(event.pk, access.until).round(game.round)
        access.game = game_at(game, access.until)
    return access


def anonymous_access(event: Event) -> EventAccess:
    return EventAccess(event, None, frozenset())


def game_known(request: HttpRequest, game: Game) -> GameAccess:
    """Return the rights of this request in a game found by something other than its number (a card's code).

    Refuses no reader: the code permits a look, and the caller checks what may be read. Roles do not count while a
    required second factor is missing.
    """
    timezone.activate(game.event.time_zone)
    user, roles, owes_factor = _member(request, game.event)
    return GameAccess(
        game.event, user, frozenset() if owes_factor else roles, player_of(request, game.event), game=game
    )


LEADING = frozenset({Role.ORGANISER, Role.HEAD_REFEREE})


def _member(request: HttpRequest, event: Event) -> tuple[User | None, frozenset[str], bool]:
    """Return the user, their roles in the event, and whether those roles require a second factor this session lacks."""
    if not isinstance(request.user, User):
        return None, frozenset(), False
    mine = Membership.objects.filter(event=event, user=request.user)
    rows = list(mine.values_list("role", "event__organisation__second_factor"))
    roles = frozenset(role for role, _asks in rows)
    asks = settings.SECOND_FACTOR_DEMANDED or any(asks for _role, asks in rows)
    return request.user, roles, asks and bool(roles & LEADING) and not proved(request)


def check_own_events(request: HttpRequest) -> None:
    """Raise SecondFactorRequired if the user leads an event that requires a second factor this session lacks; for lists
    of several events."""
    if not isinstance(request.user, User) or proved(request):
        return
    led = Membership.objects.filter(user=request.user, role__in=LEADING)
    if not settings.SECOND_FACTOR_DEMANDED:
        led = led.filter(event__organisation__second_factor=True)
    if led.exists():
        raise SecondFactorRequired


def player_of(request: HttpRequest, event: Event) -> Player | None:
    """Return the player whose personal link (and PIN) opened this session, unless the link has been revoked."""
    signed_in = getattr(request, "auth", None)  # API clients: see tournaments.api.authentication
    if isinstance(signed_in, Player):
        return signed_in if signed_in.event_id == event.pk else None
    known: Mapping[str, list[int]] = getattr(request, "session", {}).get(SESSION_PLAYERS, {})
    entry = known.get(str(event.pk))
    if not entry:
        return None
    pk, link_version = entry
    return event.players.filter(pk=pk, link_version=link_version, withdrawn_at=None).first()


def require(allowed: bool) -> None:
    if not allowed:
        raise PermissionDenied


def creating_access(request: HttpRequest) -> User:
    """Return the user if they may create events, else raise PermissionDenied. As they will lead these events, raises
    SecondFactorRequired if one of their organisations requires a factor that this session lacks."""
    user = request.user
    asks = list(creating_organisations(user).values_list("second_factor", flat=True)) if isinstance(user, User) else []
    if not isinstance(user, User) or not asks:
        raise PermissionDenied
    if (settings.SECOND_FACTOR_DEMANDED or any(asks)) and not proved(request):
        raise SecondFactorRequired
    return user


def organiser_access(request: HttpRequest, slug: str) -> EventAccess:
    """Return the event for its organisers; 403 for other members, 404 for strangers to a private event."""
    access = event_access(request, slug)
    require(access.organises)
    return access


def working_access(request: HttpRequest, slug: str) -> EventAccess:
    """Return the event for all its members; refuses others as `organiser_access` does."""
    access = event_access(request, slug)
    require(access.works)
    return access


def calling_access(request: HttpRequest, game_id: int) -> Actor:
    caller = game_access(request, game_id).caller
    if caller is None:
        raise PermissionDenied
    return caller


def refereeing_access(request: HttpRequest, game_id: int) -> User:
    """Return the user if they referee any table and so may answer a call from this one; 403 for others."""
    access = game_access(request, game_id)
    if access.user is None or not access.referees:
        raise PermissionDenied
    return access.user


def writing_access(request: HttpRequest, game_id: int, *, lock: bool = False) -> GameAccess:
    access = game_access(request, game_id, lock=lock)
    if not access.writes:
        raise PermissionDenied
    return access
