"""報名 over HTTP: the desk for anybody, one's own entry by its private link, the whole line for organisers.

What the form refuses is refused here in the same words. Each method: access, one service, an answer.
"""

from datetime import date, datetime
from typing import Any

from django.http import Http404
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.network import client_network
from tournaments.access import EventAccess, check_moved, event_named, organiser_access
from tournaments.api.base import OpenView
from tournaments.api.errors import REFUSED
from tournaments.api.fields import NameField
from tournaments.api.steps import checked, organises, there
from tournaments.forms.registrations import RegistrationForm
from tournaments.models import Event, Registration, RegistrationDesk
from tournaments.selectors.registrations import EntryRow, desk_page, entry_page, organisers_page
from tournaments.services import registrations as services
from tournaments.services.events import day_fault

_TAG = "registrations"
_ACTIONS = ["accept", "decline", "restore", "paid", "unpaid", "renew"]
_DESK = ("opens_at", "closes_at", "capacity", "fee", "intro", "consent")


class MomentField(serializers.DateTimeField):
    """A moment that exists in every time zone: DRF compares it with UTC, which has no day before the year 1."""

    def to_internal_value(self, value: Any) -> datetime:
        try:
            return super().to_internal_value(value)
        except OverflowError as error:
            raise serializers.ValidationError(day_fault(date.min)) from error


class DeskSerializer(serializers.Serializer):
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
    """報名處 as organisers set it."""

    members = serializers.CharField(
        max_length=60_000, allow_blank=True, default="", help_text="numbers of those who may play, one a line"
    )


class EntrySerializer(serializers.Serializer):
    """What an applicant writes: a name, and an e-mail or a phone."""

    name = NameField(max_length=60)
    latin_name = NameField(max_length=60, allow_blank=True, default="")
    alias = NameField(max_length=60, allow_blank=True, default="", help_text="the public name")
    club = NameField(max_length=60, allow_blank=True, default="")
    member = NameField(max_length=40, allow_blank=True, default="")
    email = serializers.CharField(max_length=254, allow_blank=True, default="")
    phone = serializers.CharField(max_length=40, allow_blank=True, default="")
    note = NameField(max_length=300, allow_blank=True, default="")


class ApplicationSerializer(EntrySerializer):
    """報名."""

    consents = serializers.BooleanField(default=False, help_text="to the desk's `consent`, where there is one")
    client_key = serializers.UUIDField(help_text="made by the client before the first try; a repeat is harmless")


class OwnEntrySerializer(EntrySerializer):
    """One's own entry. `token` names it in addresses and is its only key."""

    token = serializers.CharField()
    state = serializers.ChoiceField(choices=Registration.State.values)
    standing = serializers.CharField(help_text="where it stands, in a sentence")
    changeable = serializers.BooleanField()


class EntryRowSerializer(EntrySerializer):
    """One entry as organisers read it. `waiting`: its place among those who wait; 0 for none."""

    id = serializers.IntegerField()
    token = serializers.CharField(help_text="of the applicant's private link")
    state = serializers.ChoiceField(choices=Registration.State.values)
    inside = serializers.BooleanField()
    waiting = serializers.IntegerField()
    held = serializers.BooleanField(help_text="has to be looked at first")
    reasons = serializers.ListField(child=serializers.CharField())
    again = serializers.BooleanField(help_text="somebody else has the name too")
    hints = serializers.ListField(
        child=serializers.CharField(), help_text="who is perhaps the same person, in variant characters"
    )
    player = serializers.IntegerField(allow_null=True, help_text="the player's number")
    created_at = serializers.DateTimeField()
    accepted_at = serializers.DateTimeField(allow_null=True)
    paid_at = serializers.DateTimeField(allow_null=True)


class GoneEntrySerializer(serializers.Serializer):
    """An entry that does not stand any more."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    state = serializers.ChoiceField(choices=Registration.State.values)


class LineSerializer(serializers.Serializer):
    """所有報名 in their order, and the desk (null before there is one)."""

    desk = DeskSerializer(allow_null=True)
    entries = EntryRowSerializer(many=True)
    gone = GoneEntrySerializer(many=True)


class EntryDecisionSerializer(serializers.Serializer):
    """What is done with an entry; accepting one moves it up before all who wait."""

    action = serializers.ChoiceField(choices=_ACTIONS)


class ToPlayersSerializer(serializers.Serializer):
    """Which entries become players; without any, all that have a place."""

    only = serializers.ListField(child=serializers.IntegerField(min_value=1, max_value=2**53), default=list)


class ListedSerializer(serializers.Serializer):
    """Numbers of those who are players now."""

    players = serializers.ListField(child=serializers.IntegerField())


# --- answers ----------------------------------------------------------------------------------------------------------


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
    return (
        _written(one)
        | facts
        | line
        | named
        | {"reasons": list(row.reasons), "again": row.again, "hints": list(row.hints)}
    )


def line_json(event: Event) -> dict[str, Any]:
    """Everything that organisers read of the entries of an event."""
    page = organisers_page(event, timezone.now())
    return {
        "desk": _desk_json(event) if page.desk else None,
        "entries": [_row_json(row) for row in page.rows],
        "gone": [{"id": one.pk, "name": one.name, "state": one.state} for one in page.gone],
    }


# --- the applicant ----------------------------------------------------------------------------------------------------


def _values(said: dict[str, Any]) -> dict[str, str]:
    """What is kept, by the checks of the form. Raises ValidationError that names the fields."""
    form = RegistrationForm({"client_key": "00000000-0000-0000-0000-000000000000", **said})
    if not form.is_valid():
        raise ValidationError({name: [str(one) for one in faults] for name, faults in form.errors.items()})
    return form.values


class DeskView(OpenView):
    """報名處, for anybody as soon as organisers have set hours; posting applies. The answer's `token` is the key."""

    @extend_schema(operation_id="desk", tags=[_TAG], responses=DeskSerializer)
    def get(self, request: Request, slug: str) -> Response:
        return Response(_desk_json(_with_desk(slug)))

    @extend_schema(
        operation_id="apply",
        tags=[_TAG],
        request=ApplicationSerializer,
        responses={201: OwnEntrySerializer, 409: REFUSED, 429: REFUSED},
    )
    def post(self, request: Request, slug: str) -> Response:
        event = _with_desk(slug)
        said = checked(ApplicationSerializer, request)
        key, consents = said.pop("client_key"), said.pop("consents")
        made = services.apply(
            event=event,
            values=_values(said),
            consents=consents,
            address=client_network(request),
            client_key=key,
            now=timezone.now(),
        )
        return Response(_own_json(made), status=201)


def _with_desk(slug: str) -> Event:
    event = event_named(slug)
    if not RegistrationDesk.objects.filter(event=event).exists():
        raise Http404
    check_moved(event, slug)
    timezone.activate(event.zone)
    return event


def _entry(token: str) -> Registration:
    found = there(services.by_token(token))
    timezone.activate(found.event.zone)
    return found


class OwnEntryView(OpenView):
    """One's own entry by its private link: read, changed."""

    @extend_schema(operation_id="own_entry", tags=[_TAG], responses=OwnEntrySerializer)
    def get(self, request: Request, token: str) -> Response:
        return Response(_own_json(_entry(token)))

    @extend_schema(
        operation_id="change_own_entry",
        tags=[_TAG],
        request=EntrySerializer(partial=True),
        responses={200: OwnEntrySerializer, 409: REFUSED, 429: REFUSED},
    )
    def patch(self, request: Request, token: str) -> Response:
        found = _entry(token)
        said = checked(EntrySerializer(partial=True), request)
        services.change(registration=found, values=_values(_written(found) | said), now=timezone.now())
        return Response(_own_json(_entry(token)))


class WithdrawEntryView(OpenView):
    """取消報名: the next in line moves up."""

    @extend_schema(
        operation_id="withdraw_own_entry",
        tags=[_TAG],
        request=None,
        responses={200: OwnEntrySerializer, 409: REFUSED},
    )
    def post(self, request: Request, token: str) -> Response:
        services.withdraw(registration=_entry(token), now=timezone.now())
        return Response(_own_json(_entry(token)))


# --- the organisers ---------------------------------------------------------------------------------------------------


class LineView(OpenView):
    """所有報名 in their order; for organisers."""

    @extend_schema(operation_id="registrations", tags=[_TAG], responses=LineSerializer)
    def get(self, request: Request, slug: str) -> Response:
        return Response(line_json(organiser_access(request, slug).event))


class SetDeskView(OpenView):
    """Open, change or close the desk."""

    @organises("set_desk", tag=_TAG, takes=DeskSettingsSerializer, answers=DeskSerializer)
    def post(self, by: EventAccess, said: dict[str, Any]) -> dict[str, Any]:
        services.set_desk(event=by.event, **said)
        return _desk_json(by.event)


class DecideEntryView(OpenView):
    """One entry: accept (it moves up), decline, restore, paid or not, another private link."""

    @organises("decide_entry", tag=_TAG, takes=EntryDecisionSerializer, answers=LineSerializer)
    def post(self, by: EventAccess, said: dict[str, Any], number: int) -> dict[str, Any]:
        assert by.user is not None
        found = there(Registration.objects.filter(event=by.event, pk=number).first())
        services.decide(registration=found, user_id=by.user.pk, now=timezone.now(), **said)
        return line_json(by.event)


class ToPlayersView(OpenView):
    """Everybody who has a place (or `only` these) onto the list of players; said again it adds nobody."""

    @organises("entries_to_players", tag=_TAG, takes=ToPlayersSerializer, answers=ListedSerializer)
    def post(self, by: EventAccess, said: dict[str, Any]) -> dict[str, Any]:
        assert by.user is not None
        added = services.to_players(event=by.event, user_id=by.user.pk, now=timezone.now(), **said)
        return {"players": [player.number for player in added]}
