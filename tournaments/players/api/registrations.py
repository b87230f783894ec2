"""報名: the desk for everybody, one's own entry by its private link, all entries for organisers.

The form's checks and sentences apply here too.
"""

from datetime import date, datetime
from typing import Any

from django.http import Http404
from django.utils import timezone
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.permissions import AllowAny, BasePermission
from rest_framework.request import Request

from accounts.network import client_network
from tournaments.api import base
from tournaments.api.base import Endpoints, Organises, get_or_404, read_endpoint, write_endpoint
from tournaments.api.errors import ErrorResponseSerializer
from tournaments.api.fields import NameField
from tournaments.core.access import check_moved, event_named
from tournaments.core.services.events import day_fault
from tournaments.models import Event, Registration, RegistrationDesk
from tournaments.players.forms import RegistrationForm
from tournaments.players.selectors import EntryRow, desk_page, entry_page, organisers_page
from tournaments.players.services import registrations as services

_ACTIONS = ["accept", "decline", "restore", "paid", "unpaid", "renew"]
_DESK = ("opens_at", "closes_at", "capacity", "fee", "intro", "consent")
_THROTTLED = {429: ErrorResponseSerializer}


class HasDesk(BasePermission):
    """Loads the event of a desk: everybody may read it as soon as there is one, of a private event too."""

    def has_permission(self, request: Request, view: Any) -> bool:
        slug = view.kwargs["slug"]
        view.event = event_named(slug)
        if not RegistrationDesk.objects.filter(event=view.event).exists():
            raise Http404
        check_moved(view.event, slug)
        timezone.activate(view.event.zone)
        return True


class HasEntry(BasePermission):
    """Loads the entry of a private link."""

    def has_permission(self, request: Request, view: Any) -> bool:
        view.applied = get_or_404(services.by_token(view.kwargs["token"]))
        timezone.activate(view.applied.event.zone)
        return True


class MomentField(serializers.DateTimeField):
    """A moment in any time zone: DRF converts it to UTC, which has no day before the year 1."""

    def to_internal_value(self, value: Any) -> datetime:
        try:
            return super().to_internal_value(value)
        except OverflowError as error:
            raise serializers.ValidationError(day_fault(date.min)) from error


class DeskSerializer(base.Serializer):
    """報名處: its hours, and how many places are left (null: no limit)."""

    opens_at = MomentField()
    closes_at = MomentField()
    capacity = serializers.IntegerField(min_value=1, max_value=32_767, allow_null=True, default=None)
    fee = serializers.CharField(max_length=100, allow_blank=True, default="")
    intro = serializers.CharField(max_length=2000, allow_blank=True, default="")
    consent = serializers.CharField(max_length=2000, allow_blank=True, default="")
    state = serializers.ChoiceField(choices=["before", "open", "after"], read_only=True)
    free = serializers.IntegerField(read_only=True, allow_null=True)
    waiting = serializers.IntegerField(read_only=True)


class DeskSettingsSerializer(DeskSerializer):
    members = serializers.CharField(max_length=60_000, allow_blank=True, default="", help_text="one number a line")


class EntrySerializer(base.Serializer):
    name = NameField(max_length=60)
    latin_name = NameField(max_length=60, allow_blank=True, default="")
    alias = NameField(max_length=60, allow_blank=True, default="", help_text="the public name")
    club = NameField(max_length=60, allow_blank=True, default="")
    member = NameField(max_length=40, allow_blank=True, default="")
    email = serializers.CharField(max_length=254, allow_blank=True, default="")
    phone = serializers.CharField(max_length=40, allow_blank=True, default="")
    note = NameField(max_length=300, allow_blank=True, default="")


class ApplicationSerializer(EntrySerializer):
    consents = serializers.BooleanField(default=False, help_text="to the desk's `consent`, where there is one")
    client_key = serializers.UUIDField(help_text="made by the client before the first try; a repeat is harmless")


class OwnEntrySerializer(EntrySerializer):
    """One's own entry. `token` names it in addresses and is its only key."""

    token = serializers.CharField()
    state = serializers.ChoiceField(choices=Registration.State.values)
    standing = serializers.CharField(help_text="its place, in a sentence")
    changeable = serializers.BooleanField()


class EntryRowSerializer(EntrySerializer):
    """One entry as organisers read it. `waiting`: its place among those who wait; 0 for none."""

    id = serializers.IntegerField()
    token = serializers.CharField(help_text="of the applicant's private link")
    state = serializers.ChoiceField(choices=Registration.State.values)
    inside = serializers.BooleanField()
    waiting = serializers.IntegerField()
    held = serializers.BooleanField(help_text="an organiser has to look at it first")
    reasons = serializers.ListField(child=serializers.CharField())
    again = serializers.BooleanField(help_text="another entry has the same name")
    hints = serializers.ListField(child=serializers.CharField(), help_text="perhaps the same person")
    player = serializers.IntegerField(allow_null=True, help_text="the player's number")
    created_at = serializers.DateTimeField()
    accepted_at = serializers.DateTimeField(allow_null=True)
    paid_at = serializers.DateTimeField(allow_null=True)


class GoneEntrySerializer(serializers.Serializer):
    id = serializers.IntegerField()
    name = serializers.CharField()
    state = serializers.ChoiceField(choices=Registration.State.values)


class LineSerializer(serializers.Serializer):
    desk = DeskSerializer(allow_null=True)
    entries = EntryRowSerializer(many=True)
    gone = GoneEntrySerializer(many=True)


class EntryDecisionSerializer(base.Serializer):
    """What to do with an entry; an accepted one moves up before all who wait."""

    action = serializers.ChoiceField(choices=_ACTIONS)


class ToPlayersSerializer(base.Serializer):
    """Which entries become players; without any, all that have a place."""

    only = serializers.ListField(child=serializers.IntegerField(min_value=1, max_value=2**53), default=list)


class ListedSerializer(serializers.Serializer):
    players = serializers.ListField(child=serializers.IntegerField())


def _desk_json(event: Event) -> dict[str, Any]:
    page = desk_page(event, timezone.now())
    facts = {name: getattr(page.desk, name) for name in _DESK}
    return facts | {"state": page.state, "free": page.free, "waiting": page.waiting}


def _written(entry: Registration) -> dict[str, Any]:
    return {name: getattr(entry, name) for name in services.FIELDS}


def _own_json(entry: Registration) -> dict[str, Any]:
    page = entry_page(entry)
    more = {"token": services.token_of(entry), "state": entry.state}
    return _written(entry) | more | {"standing": page.sentence, "changeable": page.own}


def _row_json(row: EntryRow) -> dict[str, Any]:
    one, place = row.one, row.place
    facts = {name: getattr(one, name) for name in ("state", "created_at", "accepted_at", "paid_at")}
    line = {"inside": place.inside, "waiting": place.waiting, "held": place.held}
    named = {"id": one.pk, "token": row.token, "player": one.player.number if one.player else None}
    found = {"reasons": list(row.reasons), "again": row.again, "hints": list(row.hints)}
    return _written(one) | facts | line | named | found


def _line_json(event: Event) -> dict[str, Any]:
    page = organisers_page(event, timezone.now())
    return {
        "desk": _desk_json(event) if page.desk else None,
        "entries": [_row_json(row) for row in page.rows],
        "gone": [{"id": one.pk, "name": one.name, "state": one.state} for one in page.gone],
    }


def _values(said: dict[str, Any]) -> dict[str, str]:
    """The values to store, by the checks of the form. Raises ValidationError that names the fields."""
    form = RegistrationForm({"client_key": "00000000-0000-0000-0000-000000000000", **said})
    if not form.is_valid():
        raise ValidationError({name: [str(one) for one in faults] for name, faults in form.errors.items()})
    return form.values


class RegistrationEndpoints(Endpoints):
    tag = "registrations"
    prefix = "events/<slug:slug>/"
    event: Event

    @read_endpoint("register/", DeskSerializer, may=(AllowAny, HasDesk), name="register")
    def desk(self) -> Any:
        """報名處, for everybody as soon as organisers have set its hours."""
        return _desk_json(self.event)

    @write_endpoint(
        desk, OwnEntrySerializer, ApplicationSerializer, may=(AllowAny, HasDesk), status=201, also=_THROTTLED
    )
    def apply(self, data: dict[str, Any]) -> Any:
        """Apply. The answer's `token` is the key of the entry."""
        key, consents = data.pop("client_key"), data.pop("consents")
        made = services.apply(
            event=self.event,
            values=_values(data),
            consents=consents,
            address=client_network(self.request),
            client_key=key,
            now=timezone.now(),
        )
        return _own_json(made)

    @read_endpoint("registrations/", LineSerializer, may=Organises)
    def registrations(self) -> Any:
        """所有報名 in their order; for organisers."""
        return _line_json(self.access.event)

    @write_endpoint("registrations/desk/", DeskSerializer, DeskSettingsSerializer)
    def set_desk(self, data: dict[str, Any]) -> Any:
        """Open, change or close the desk."""
        services.set_desk(event=self.access.event, **data)
        return _desk_json(self.access.event)

    @write_endpoint(
        "registrations/<number:number>/", LineSerializer, EntryDecisionSerializer, name="decide_registration"
    )
    def decide_entry(self, data: dict[str, Any], number: int) -> Any:
        """One entry: accept (it moves up), decline, restore, paid or not, another private link."""
        event = self.access.event
        found = get_or_404(Registration.objects.filter(event=event, pk=number).first())
        services.decide(registration=found, user_id=self.access.user.pk, now=timezone.now(), **data)
        return _line_json(event)

    @write_endpoint("registrations/to-players/", ListedSerializer, ToPlayersSerializer, name="registrations_to_players")
    def entries_to_players(self, data: dict[str, Any]) -> Any:
        """Add everybody who has a place (or `only` these) to the players; a repeat adds none."""
        added = services.to_players(event=self.access.event, user_id=self.access.user.pk, now=timezone.now(), **data)
        return {"players": [player.number for player in added]}


class OwnEntryEndpoints(Endpoints):
    tag = "registrations"
    prefix = "registrations/<str:token>/"
    applied: Registration

    @read_endpoint("", OwnEntrySerializer, may=(AllowAny, HasEntry), name="registration")
    def own_entry(self, token: str) -> Any:
        """One's own entry by its private link."""
        return _own_json(self.applied)

    @write_endpoint(
        own_entry, OwnEntrySerializer, EntrySerializer, may=(AllowAny, HasEntry), also=_THROTTLED, method="patch"
    )
    def change_own_entry(self, data: dict[str, Any], token: str) -> Any:
        """Change one's own entry."""
        services.change(registration=self.applied, values=_values(_written(self.applied) | data), now=timezone.now())
        return _own_json(get_or_404(services.by_token(token)))

    @write_endpoint("withdraw/", OwnEntrySerializer, may=(AllowAny, HasEntry), name="withdraw_registration")
    def withdraw_own_entry(self, token: str) -> Any:
        """取消報名: the next in line moves up."""
        services.withdraw(registration=self.applied, now=timezone.now())
        return _own_json(get_or_404(services.by_token(token)))
