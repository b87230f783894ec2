from collections.abc import Mapping
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.inputs import parse_int
from accounts.models import User
from accounts.selectors import log_entries
from accounts.step_up import check_keeper
from scoring.rulebook import RULE_SETS
from tournaments.api import base
from tournaments.audit.selectors import PAGE, acts_page
from tournaments.core.access import check_own_events, creating_access
from tournaments.core.exceptions import Invalid, Refused
from tournaments.hall.screen import LONGEST, TURNS, custom_seconds, seconds_of
from tournaments.models import Event, Membership, Player, Role
from tournaments.organising.selectors import Worker, workers
from tournaments.organising.services import events, staff
from tournaments.organising.services.events import MOST_TABLES
from tournaments.organising.staff_list import MOST_PEOPLE, listed_staff

OwnEvents, MakesEvents = base.checked(check_own_events), base.checked(creating_access)
KeepsAccounts = base.checked(check_keeper)


class TurnsSerializer(base.Serializer):
    """大屏幕: seconds per page for each kind of slide; 0: not shown. Missing kinds keep their time."""

    def get_fields(self) -> dict[str, serializers.Field]:
        return {kind: serializers.IntegerField(min_value=0, max_value=LONGEST, required=False) for kind in TURNS}

    def to_representation(self, chosen: Mapping[str, int]) -> dict[str, int]:
        return seconds_of(chosen)


class EventSerializer(base.ModelSerializer):
    name = base.NameField(max_length=80)
    venue = base.NameField(max_length=120, allow_blank=True, required=False)
    rule_set = serializers.ChoiceField(choices=[(slug, slug) for slug in RULE_SETS])
    rule_options = serializers.DictField(child=serializers.CharField(), default=dict)
    rule_settings = serializers.DictField(default=dict)
    rule_values = serializers.DictField(default=dict, help_text="fan → its value here, or [open, concealed]")
    organisation = serializers.CharField(source="organisation.handle", read_only=True, help_text="its handle")
    screen = TurnsSerializer(required=False)
    standings_version = serializers.SerializerMethodField(help_text="null for readers with a delay")

    class Meta:
        model = Event
        fields = [
            "slug", "organisation", "name", "venue", "starts_on", "ends_on",
            "rule_set", "rule_options", "rule_settings", "rule_values", "time_zone", "games_planned",
            "confirmation", "signing", "phones", "public", "searchable", "keep_months", "delay", "hidden",
            "language", "screen", "standings_version",
        ]  # fmt: skip
        read_only_fields = ["slug"]

    def get_standings_version(self, event: Event) -> int | None:
        return None if event.pk in self.context.get("late", ()) else event.standings_version


class NewEventSerializer(EventSerializer):
    organisation = serializers.SlugField(max_length=20, default="", allow_blank=True, help_text="if you have several")
    client_key = serializers.UUIDField(allow_null=True, default=None, write_only=True, help_text="to repeat safely")

    class Meta(EventSerializer.Meta):
        fields = [*EventSerializer.Meta.fields, "client_key"]


class TableSerializer(serializers.Serializer):
    number = serializers.IntegerField()
    referees = serializers.ListField(child=serializers.CharField())


class ActSerializer(serializers.Serializer):
    """One entry of the event's history. `changes`: before → after, in words."""

    number = serializers.IntegerField()
    at = serializers.DateTimeField()
    kind = serializers.CharField()
    what = serializers.CharField()
    about = serializers.CharField()
    changes = serializers.ListField(child=serializers.CharField())
    who = serializers.CharField()
    address = serializers.CharField()


class LogEntrySerializer(serializers.Serializer):
    """One entry of the site's log. `address`: the IP address, while it is kept."""

    number = serializers.IntegerField(source="pk")
    at = serializers.DateTimeField()
    kind = serializers.CharField()
    about = serializers.CharField()
    before = serializers.DictField()
    after = serializers.DictField()
    who = serializers.CharField(source="user.username", default="")
    address = serializers.CharField()


class EventLogSerializer(serializers.Serializer):
    acts = ActSerializer(many=True)
    exports = LogEntrySerializer(many=True)


_LOG_FILTERS = extend_schema(
    parameters=[
        OpenApiParameter("kind", str, description="one kind only"),
        OpenApiParameter("who", str, description="part of a name"),
        OpenApiParameter("before", str, description="only numbers below this one"),
    ]
)


class EventEndpoints(base.Endpoints):
    tag = "events"
    prefix = "events/"

    @base.read_endpoint("", EventSerializer(many=True), query=base.PageSerializer, may=(AllowAny, OwnEvents))
    def events(self, query: dict[str, Any]) -> Response:
        """List the events that the caller may see: public ones, and those in which they work or play."""
        user, visible = self.request.user, Event.objects.filter(public=True)
        if isinstance(user, User):
            mine = Membership.objects.filter(user=user).values("event")
            visible = visible | Event.objects.filter(pk__in=mine)
        elif isinstance(self.request.auth, Player):
            visible = visible | Event.objects.filter(pk=self.request.auth.event_id)
        visible = visible.select_related("organisation").order_by("-starts_on", "-pk")
        found, headers = base.page(self.request, visible, query)
        late = {event.pk for event in found if event.delay}
        if late and isinstance(user, User):
            late -= set(Membership.objects.filter(user=user, event__in=late).values_list("event", flat=True))
        return Response(EventSerializer(found, many=True, context={"late": late}).data, headers=headers)

    @base.write_endpoint(events, EventSerializer, NewEventSerializer, may=MakesEvents, status=201)
    def create_event(self, data: dict[str, Any]) -> Event:
        """Create an event with the caller as its organiser. Needs the right to create events."""
        assert isinstance(self.request.user, User)
        return events.create_event(creator=self.request.user, now=timezone.now(), **_with_turns(data, {}))

    @base.read_endpoint("<slug:slug>/", EventSerializer)
    def event(self) -> Response:
        """Return one event."""
        event = self.access.event
        late = {event.pk} if self.access.until else ()
        return Response(EventSerializer(event, context={"late": late}).data)

    @base.write_endpoint(event, EventSerializer, EventSerializer, method="patch")
    def change_event(self, data: dict[str, Any]) -> Event:
        """Change an event; for its organisers."""
        event = self.access.event
        return events.change_event(event=event, **_with_turns(data, event.screen))

    @_LOG_FILTERS
    @base.read_endpoint("<slug:slug>/log/", EventLogSerializer, may=base.Organises)
    def event_log(self) -> Response:
        """Return the history of an event outside its hands."""
        event = self.access.event
        found = acts_page(event, **_log_filter(self.request))
        exports = log_entries(event_id=event.pk)[:PAGE]
        return Response(EventLogSerializer({"acts": found.lines, "exports": exports}).data)


def _with_turns(values: dict[str, Any], chosen: Mapping[str, int]) -> dict[str, Any]:
    """Return the values with the screen's slides in stored form. Raises Invalid."""
    return values | {"screen": custom_seconds(chosen, values["screen"])} if "screen" in values else values


def _log_filter(request: Request) -> dict[str, Any]:
    asked = {name: request.query_params.get(name, "").replace("\x00", "")[:60] for name in ("kind", "who", "before")}
    return asked | {"before": parse_int(asked["before"])}


class TableEndpoints(base.Endpoints):
    tag = "tables"
    prefix = "events/<slug:slug>/tables/"

    @base.read_endpoint("", TableSerializer(many=True), may=base.Works)
    def tables(self) -> Any:
        """List the tables of an event and their referees."""
        tables = self.access.event.tables.prefetch_related("referees__user").order_by("number")
        return [
            {"number": table.number, "referees": sorted(row.user.username for row in table.referees.all())}
            for table in tables
        ]


class SiteEndpoints(base.Endpoints):
    tag = "site"
    prefix = "log/"

    @_LOG_FILTERS
    @base.read_endpoint("", LogEntrySerializer(many=True), may=KeepsAccounts)
    def log(self) -> Any:
        """Return the site's log outside the games, for account managers."""
        return log_entries(**_log_filter(self.request))[:PAGE]


class WorkerSerializer(serializers.Serializer):
    username = serializers.CharField(source="user.username")
    name = serializers.CharField(source="user.display_name")
    roles = serializers.SerializerMethodField()
    tables = serializers.ListField(child=serializers.IntegerField())

    @extend_schema_field(serializers.ListField(child=serializers.ChoiceField(choices=Role.values)))
    def get_roles(self, worker: Worker) -> list[str]:
        return [member.role for member in worker.memberships]


class StaffSerializer(serializers.Serializer):
    """The officials, organisers first. `batch`: the last change, while it can be undone."""

    people = WorkerSerializer(many=True)
    batch = serializers.IntegerField(allow_null=True)


class StaffRowSerializer(base.Serializer):
    """One person and role, by name or sign-in name; a referee's tables replace the old ones; no tables: no change."""

    name = base.NameField(max_length=60)
    role = serializers.ChoiceField(choices=Role.values, default=Role.REFEREE.value)
    tables = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=MOST_TABLES), default=list, max_length=MOST_TABLES
    )


class RoleGoneSerializer(base.Serializer):
    username = serializers.CharField(max_length=150)
    role = serializers.ChoiceField(choices=Role.values)


class StaffChangeSerializer(base.Serializer):
    """Applied as a whole or not at all. A repeat changes nothing."""

    people = StaffRowSerializer(many=True, default=list, max_length=MOST_PEOPLE)  # type: ignore[call-arg]
    gone = RoleGoneSerializer(many=True, default=list, max_length=MOST_PEOPLE)  # type: ignore[call-arg]
    tables = serializers.IntegerField(min_value=0, max_value=MOST_TABLES, default=0, help_text="at least so many")


class HandOverSerializer(base.Serializer):
    from_user = serializers.CharField(max_length=150)
    to_user = serializers.CharField(max_length=150)


class StaffEndpoints(base.Endpoints):
    tag = "staff"
    prefix = "events/<slug:slug>/staff/"

    @base.read_endpoint("", StaffSerializer, may=base.Organises)
    def staff(self) -> Any:
        """List the officials of the event."""
        event = self.access.event
        batch = staff.last_batch(event)
        people = WorkerSerializer(workers(event), many=True).data
        return {"people": people, "batch": batch.number if batch else None}

    @base.write_endpoint(staff, staff, StaffChangeSerializer)
    def change_staff(self, data: dict[str, Any]) -> None:
        """Add and remove roles and tables at once. New people get accounts that only a printed slip opens, if the
        caller may create accounts."""
        rows = [(one["name"], one["role"], one["tables"]) for one in data["people"]]
        try:
            staff.change_staff(
                event=self.access.event,
                maker=self.access.user,
                lines=listed_staff(rows),
                gone=[(one["username"], one["role"]) for one in data["gone"]],
                tables=data["tables"],
                now=timezone.now(),
            )
        except Refused as refusal:
            refusal.field = "people" if refusal.field == "text" else refusal.field
            raise

    @base.write_endpoint("<number:number>/undo/", staff)
    def undo_staff(self, number: int) -> None:
        """復原: undo the last change, given by number."""
        staff.undo_staff(event=self.access.event, number=number, now=timezone.now())

    @base.write_endpoint("hand-over/", staff, HandOverSerializer)
    def hand_over(self, data: dict[str, Any]) -> None:
        """換裁判, also during a round: transfer all tables of one referee to another."""
        event = self.access.event
        people = {name: _referee(event, data[name], name) for name in ("from_user", "to_user")}
        staff.hand_over(event=event, **people)


def _referee(event: Event, username: str, field: str) -> User:
    found = Membership.objects.filter(event=event, role=Role.REFEREE, user__username=username)
    member = found.select_related("user").first()
    if member is None:
        raise Invalid(_("%(name)s 不是這個賽事的裁判。") % {"name": username}, field=field)
    return member.user
