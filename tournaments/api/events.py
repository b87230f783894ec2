"""Events, players, tables and standings over HTTP. Each method: access, one service, an answer."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.db import transaction
from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.models import User
from tournaments.access import EventAccess, check_own_events, creating_access, event_access, organiser_access, require
from tournaments.api import serializers as shapes
from tournaments.api.base import OpenView, with_version
from tournaments.api.errors import REFUSED
from tournaments.api.lists import PageSerializer, PlayersAskedSerializer, asked, page
from tournaments.api.steps import checked, valid
from tournaments.book.earlier import Earlier
from tournaments.lists.players import ListedPlayer
from tournaments.locks import lock_event, tried_twice
from tournaments.models import Event, Membership, Player
from tournaments.names import name_key
from tournaments.services import events, roster
from tournaments.services.blacklist import Vouched, key_of
from tournaments.services.screens import departing
from tournaments.tally.cutline import event_standings as standings
from tournaments.web.standings_html import standing_json


def player_json(player: Player) -> dict[str, Any]:
    """選手 as JSON; nothing that proves who somebody is."""
    return {
        "number": player.number,
        "name": player.name,
        "club": player.club,
        "staff": player.staff,
        "barred": player.barred,
    }


def visible_events(request: Request) -> Any:
    """Public events, and those in which the caller works or plays."""
    found = Event.objects.filter(public=True)
    if isinstance(request.user, User):
        mine = Membership.objects.filter(user=request.user).values("event")
        found = Event.objects.filter(public=True) | Event.objects.filter(pk__in=mine)
    elif isinstance(request.auth, Player):
        found = found | Event.objects.filter(pk=request.auth.event_id)
    return found.select_related("organisation").order_by("-starts_on", "-pk")


def told_late(found: Iterable[Event], user: object) -> set[int]:
    """Those of these events of which the caller, who works at none of them, is told with a delay."""
    delayed = {event.pk for event in found if event.delay}
    if not delayed or not isinstance(user, User):
        return delayed
    return delayed - set(Membership.objects.filter(user=user, event__in=delayed).values_list("event", flat=True))


class EventsView(OpenView):
    """Events that the caller may see; posting makes a new one with the caller as its organiser.

    Making events is a right of its own, given with the account; without it the answer is 403.
    """

    @extend_schema(
        operation_id="events",
        tags=["events"],
        parameters=[PageSerializer],
        responses=shapes.EventSerializer(many=True),
    )
    def get(self, request: Request) -> Response:
        check_own_events(request)
        found, more = page(request, visible_events(request), asked(PageSerializer, request))
        late = told_late(found, request.user)
        return Response(shapes.EventSerializer(found, many=True, context={"late": late}).data, headers=more)

    @extend_schema(
        operation_id="create_event",
        tags=["events"],
        request=shapes.NewEventSerializer,
        responses={201: shapes.EventSerializer, 409: REFUSED},
    )
    def post(self, request: Request) -> Response:
        creator = creating_access(request)
        values = _with_turns(checked(shapes.NewEventSerializer, request), {})
        event = events.create_event(creator=creator, now=timezone.now(), **values)
        return Response(shapes.EventSerializer(event).data, status=201)


class EventView(OpenView):
    """One event; its organisers change it."""

    @extend_schema(operation_id="event", tags=["events"], responses=shapes.EventSerializer)
    def get(self, request: Request, slug: str) -> Response:
        access = event_access(request, slug)
        late = {access.event.pk} if access.until else ()
        return Response(shapes.EventSerializer(access.event, context={"late": late}).data)

    @extend_schema(
        operation_id="change_event",
        tags=["events"],
        request=shapes.EventSerializer(partial=True),
        responses={200: shapes.EventSerializer, 409: REFUSED},
    )
    def patch(self, request: Request, slug: str) -> Response:
        access = organiser_access(request, slug)
        serializer = shapes.EventSerializer(access.event, data=request.data, partial=True)
        values = _with_turns(valid(serializer), access.event.screen)
        event = events.change_event(event=access.event, **values)
        return Response(shapes.EventSerializer(event).data)


def _with_turns(values: dict[str, Any], chosen: Mapping[str, int]) -> dict[str, Any]:
    """What was said of an event, with the turns of its screen as they are kept. Raises Invalid."""
    return values | {"screen": departing(chosen, values["screen"])} if "screen" in values else values


class PlayersView(OpenView):
    """The players of an event; organisers add one or a list."""

    @extend_schema(
        operation_id="players",
        tags=["players"],
        parameters=[PlayersAskedSerializer],
        responses=shapes.PlayerSerializer(many=True),
    )
    def get(self, request: Request, slug: str) -> Response:
        access = event_access(request, slug)
        what = asked(PlayersAskedSerializer, request)
        players = access.event.players.filter(withdrawn_at__isnull=True).order_by("number")
        if "number" in what:
            players = players.filter(number=what["number"])
        if "club" in what:
            clubs = access.event.players.order_by().values_list("club", flat=True).distinct()
            players = players.filter(club__in=[club for club in clubs if name_key(club) == name_key(what["club"])])
        found, more = page(request, players, what)
        if access.until is not None:
            earlier = Earlier(access.event.pk, access.until)
            for player in found:
                player.barred = earlier.barred(player.pk, player.barred)
        return Response([player_json(player) for player in found], headers=more)

    @extend_schema(
        operation_id="add_players",
        tags=["players"],
        request=shapes.PlayerSerializer(many=True),
        responses={201: shapes.PlayerSerializer(many=True), 409: REFUSED},
    )
    def post(self, request: Request, slug: str) -> Response:
        access = organiser_access(request, slug)
        serializer = shapes.PlayerSerializer(
            data=request.data if isinstance(request.data, list) else [request.data], many=True
        )
        added = _add_players(access, valid(serializer))
        return Response([player_json(player) for player in added], status=201)


@tried_twice
@transaction.atomic
def _add_players(access: EventAccess, rows: list[dict[str, Any]]) -> list[Player]:
    lock_event(access.event.pk)
    taken = set(access.event.players.values_list("number", flat=True))
    listed = []
    for row in rows:
        number = row.get("number") or roster.next_number(taken)
        taken.add(number)
        listed.append(ListedPlayer(number, row["name"], row["club"], row["staff"]))
    keys = {key_of(row["name"]) for row in rows if row["namesake"]}
    vouched = Vouched(keys, access.actor.user_id, timezone.now())
    return roster.add_players(event=access.event, players=listed, vouched=vouched)


class TablesView(OpenView):
    """The tables of an event and who referees there."""

    @extend_schema(operation_id="tables", tags=["tables"], responses=shapes.TableSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        access = event_access(request, slug)
        require(access.works)
        tables = access.event.tables.prefetch_related("referees__user").order_by("number")
        return Response(
            [
                {"number": table.number, "referees": sorted(row.user.username for row in table.referees.all())}
                for table in tables
            ]
        )


class StandingsView(OpenView):
    """排名: places, points banked and pending, results per 半莊. Answers 304 to a client that has the version, 403 to
    all but officials while the standings are hidden."""

    @extend_schema(operation_id="standings", tags=["standings"], responses={200: OpenApiTypes.OBJECT, 304: None})
    def get(self, request: Request, slug: str) -> HttpResponse:
        access = event_access(request, slug)
        require(access.adds_up)

        def told() -> dict[str, Any]:
            return {"rows": [standing_json(row) for row in standings(access.event, access.until).rows]}

        return with_version(request, access, "standings", told)
