from datetime import date, datetime
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.permissions import AllowAny, BasePermission
from rest_framework.request import Request
from rest_framework.response import Response

from accounts import log
from accounts.network import client_network
from tournaments.api import base
from tournaments.api.errors import ErrorResponseSerializer
from tournaments.core.exceptions import NeedsConfirmation
from tournaments.core.locks import in_one_transaction, lock_event
from tournaments.core.services import day_fault
from tournaments.models import Apart, Blacklisted, Event, Game, GameSeat, Player, Registration
from tournaments.phrases.names import name_key
from tournaments.players import selectors as select
from tournaments.players.forms import RegistrationForm
from tournaments.players.lists.players import HIGHEST_NUMBER, ListedPlayer
from tournaments.players.services import apart, blacklist, registrations, roster
from tournaments.players.services.blacklist import Vouched, key_of
from tournaments.players.services.erasure import erase
from tournaments.tables.api import GameSerializer, loaded_games
from tournaments.tables.game_log.as_of import Earlier

_ACTIONS = ["accept", "decline", "restore", "paid", "unpaid", "renew"]
_DESK = ("opens_at", "closes_at", "capacity", "fee", "intro", "consent")
_THROTTLED = {429: ErrorResponseSerializer}


class PlayerSerializer(base.Serializer):
    number = serializers.IntegerField(min_value=1, max_value=HIGHEST_NUMBER, required=False)
    name = base.NameField(max_length=60)
    club = base.NameField(max_length=60, allow_blank=True, default="")
    staff = serializers.BooleanField(default=False)
    namesake = serializers.BooleanField(default=False, write_only=True, help_text="not the person on the black list")
    barred = serializers.CharField(read_only=True, help_text="suspended, disqualified, withdrawn by a ruling; or empty")


class PlayersQuerySerializer(base.PageSerializer):
    number = serializers.IntegerField(min_value=0, max_value=2_000_000_000, required=False)
    club = serializers.CharField(max_length=100, required=False)


class EraseSerializer(base.Serializer):
    """Erasure of a person. `confirmed`: the caller knows that it cannot be undone."""

    confirmed = serializers.BooleanField()


class ErasedSerializer(serializers.Serializer):
    number = serializers.IntegerField()
    name = serializers.CharField()


class PlayerEndpoints(base.Endpoints):
    tag = "players"
    prefix = "events/<slug:slug>/players/"

    @base.read_endpoint("", PlayerSerializer(many=True), query=PlayersQuerySerializer)
    def players(self, query: dict[str, Any]) -> Response:
        """List the players of an event."""
        event, until = self.access.event, self.access.until
        players = event.players.filter(withdrawn_at__isnull=True).order_by("number")
        if "number" in query:
            players = players.filter(number=query["number"])
        if "club" in query:
            clubs = event.players.order_by().values_list("club", flat=True).distinct()
            players = players.filter(club__in=[club for club in clubs if name_key(club) == name_key(query["club"])])
        found, headers = base.page(self.request, players, query)
        if until is not None:
            earlier = Earlier(event.pk, until)
            for player in found:
                player.barred = earlier.barred(player.pk, player.barred)
        return Response(PlayerSerializer(found, many=True).data, headers=headers)

    @base.write_endpoint(players, PlayerSerializer(many=True), PlayerSerializer(many=True), status=201)
    @in_one_transaction
    def add_players(self, data: list[dict[str, Any]]) -> list[Player]:
        """Add one player or a list."""
        event, listed = lock_event(self.access.event.pk), []
        taken = set(event.players.values_list("number", flat=True))
        for row in data:
            number = row.get("number") or roster.next_number(taken)
            taken.add(number)
            listed.append(ListedPlayer(number, row["name"], row["club"], row["staff"]))
        keys = {key_of(row["name"]) for row in data if row["namesake"]}
        vouched = Vouched(keys, self.access.actor.user_id, timezone.now())
        return roster.add_players(event=event, players=listed, vouched=vouched)

    @base.read_endpoint("<number:number>/data/", base.OBJECT, may=base.Organises)
    def person(self, number: int) -> Any:
        """Return all data stored about a player; photos by name only (the page has them in a zip)."""
        event = self.access.event
        person = select.person_of(self._player(number))
        log.add_entry(log.Kind.PERSON_EXPORTED, about=f"{event.slug} #{number}", event_id=event.pk)
        return person.data

    @base.write_endpoint("<number:number>/erase/", ErasedSerializer, EraseSerializer)
    def erase_person(self, data: dict[str, Any], number: int) -> Player:
        """Erase the person from the event for good: results keep a pseudonym."""
        player = self._player(number)
        if not data["confirmed"]:
            raise NeedsConfirmation(_("刪除之後不能復原。"))
        erase(player=player, user_id=self.access.actor.user_id, today=timezone.localdate(), now=timezone.now())
        player.refresh_from_db()
        return player

    def _player(self, number: int) -> Player:
        return base.get_or_404(self.access.event.players.filter(number=number).first())


class ApartSerializer(base.Serializer):
    """Two players, by number, who may not share a table."""

    id = serializers.IntegerField(read_only=True)
    first = serializers.IntegerField(source="first.number", min_value=1, help_text="the player's number")
    first_name = serializers.CharField(source="first.name", read_only=True)
    second = serializers.IntegerField(source="second.number", min_value=1, help_text="the other player's number")
    second_name = serializers.CharField(source="second.name", read_only=True)
    reason = serializers.CharField(max_length=60, allow_blank=True, default="")


class ApartEndpoints(base.Endpoints):
    tag = "players"
    prefix = "events/<slug:slug>/apart/"

    @base.read_endpoint("", ApartSerializer(many=True), may=base.Organises, name="apart")
    def kept_apart(self) -> list[Apart]:
        """List the pairs who may not share a table."""
        return select.kept_apart(self.access.event)

    @base.write_endpoint(kept_apart, ApartSerializer, ApartSerializer, status=201)
    def keep_apart(self, data: dict[str, Any]) -> Apart:
        """Add a pair, or give an existing one its reason."""
        first, second = data["first"]["number"], data["second"]["number"]
        pair = apart.keep_apart(event=self.access.event, first=first, second=second, reason=data["reason"])
        return select.by_number(pair)

    @base.write_endpoint("<number:pair>/remove/", kept_apart)
    def let_together(self, pair: int) -> None:
        """Let a pair share a table again; returns the remaining pairs."""
        found = Apart.objects.filter(pk=pair, first__event=self.access.event).first()
        apart.let_together(pair=base.get_or_404(found))


class BlacklistedSerializer(base.ModelSerializer):
    """One person on the list; `until`: the last day, null: for ever."""

    name = base.NameField(max_length=60)
    until = serializers.DateField(allow_null=True, default=None)

    class Meta:
        model = Blacklisted
        fields = ["id", "name", "reason", "until", "created_at", "lifted_at", "lift_reason"]
        read_only_fields = ["created_at", "lifted_at", "lift_reason"]


class LiftSerializer(base.Serializer):
    reason = serializers.CharField(max_length=300)


class BlacklistEndpoints(base.Endpoints):
    tag = "players"
    prefix = "events/<slug:slug>/blacklist/"

    @base.read_endpoint("", BlacklistedSerializer(many=True), may=base.Organises)
    def blacklist(self) -> list[Blacklisted]:
        """Return the black list of the event's organisation, valid entries first."""
        current, past = select.blacklist_entries(self.access.event.organisation_id, timezone.localdate())
        return [*current, *past]

    @base.write_endpoint(blacklist, BlacklistedSerializer, BlacklistedSerializer, status=201)
    def put_on_blacklist(self, data: dict[str, Any]) -> Blacklisted:
        """Add a person to the list."""
        return blacklist.put_on(**data, **self._by(), today=timezone.localdate())

    @base.write_endpoint("<number:entry>/lift/", BlacklistedSerializer, LiftSerializer, name="lift_blacklisted")
    def lift_from_blacklist(self, data: dict[str, Any], entry: int) -> Blacklisted:
        """Remove a person from the list, with a reason."""
        listed = Blacklisted.objects.filter(organisation=self.access.event.organisation_id, pk=entry)
        return blacklist.lift(entry_id=base.get_or_404(listed.first()).pk, **data, **self._by())

    def _by(self) -> dict[str, Any]:
        access = self.access
        return {"organisation_id": access.event.organisation_id, "user_id": access.actor.user_id, "now": timezone.now()}


class CheckInRowSerializer(serializers.Serializer):
    number = serializers.IntegerField(source="player.number")
    name = serializers.CharField(help_text="with the real name behind a public one")
    at = base.UtcField(allow_null=True)
    here = serializers.BooleanField(help_text="checked in at the desk, or a hand was played at their seat")
    table = serializers.IntegerField(allow_null=True)
    late = serializers.IntegerField()


class MissingSerializer(serializers.Serializer):
    """A missing player. `game` and `seat` name the seat that can be filled."""

    table = serializers.IntegerField()
    game = serializers.IntegerField(source="seat.game_id")
    seat = serializers.IntegerField(source="seat.seat")
    player = serializers.IntegerField(source="player.number")
    fillable = serializers.BooleanField()


class WaitingSerializer(serializers.Serializer):
    registration = serializers.IntegerField(source="pk")
    name = serializers.CharField()


class CheckInSerializer(serializers.Serializer):
    """報到 of one day. `staff` and `waiting` (people who could sit down now): only for callers who may fill a seat."""

    day = serializers.DateField()
    round = serializers.IntegerField(allow_null=True, help_text="whose seats are shown")
    open = serializers.BooleanField(help_text="it is being played")
    players = CheckInRowSerializer(many=True)
    missing = MissingSerializer(many=True)
    staff = serializers.ListField(child=serializers.IntegerField())
    waiting = WaitingSerializer(allow_null=True)


class HereSerializer(base.Serializer):
    here = serializers.BooleanField(default=True)


class FillSerializer(base.Serializer):
    """補上: a house player by number, or the first on the waiting list by registration."""

    player = serializers.IntegerField(min_value=1, max_value=HIGHEST_NUMBER, allow_null=True, default=None)
    registration = serializers.IntegerField(min_value=1, max_value=2**53, allow_null=True, default=None)


class CheckInEndpoints(base.Endpoints):
    tag = "check-in"

    @base.read_endpoint("events/<slug:slug>/check-in/", CheckInSerializer, may=base.Works, name="check_in")
    def check_ins(self) -> Any:
        """List present and missing players by table; for officials of the event."""
        access = self.access
        page = select.check_in_page(access.event, timezone.localdate(), drafts=access.organises)
        return {
            "day": page.day,
            "round": page.round.number if page.round else None,
            "open": page.open,
            "players": CheckInRowSerializer(page.rows, many=True).data,
            "missing": MissingSerializer([row for rows in page.missing.values() for row in rows], many=True).data,
            "staff": [player.number for player in page.staff] if access.leads else [],
            "waiting": WaitingSerializer(page.waiting).data if access.leads and page.waiting else None,
        }

    @base.write_endpoint(
        "events/<slug:slug>/check-in/<number:number>/", check_ins, HereSerializer, may=base.Works, name="mark_check_in"
    )
    def check_in(self, data: dict[str, Any], number: int) -> None:
        """報到: check one player in, or undo it. A repeat changes nothing."""
        event, user = self.access.event, base.get_or_404(self.access.user)
        player = base.get_or_404(event.players.filter(number=number).first())
        day = select.day_of(event, timezone.localdate())
        if data["here"]:
            registrations.check_in(player=player, day=day, user_id=user.pk, now=timezone.now())
        else:
            registrations.undo_check_in(player=player, day=day)

    @base.write_endpoint("games/<game:game_id>/no-show/<number:seat>/", GameSerializer, FillSerializer, may=base.Leads)
    def fill_no_show(self, data: dict[str, Any], seat: int) -> Game:
        """補上: seat a house player or the first on the waiting list in place of an absent player, from now on; for
        organisers and the head referee."""
        game = self.access.game
        found = base.get_or_404(GameSeat.objects.select_related("game__event").filter(game=game.pk, seat=seat).first())
        registrations.fill(seat=found, number=data["player"], registration_id=data["registration"], now=timezone.now())
        return loaded_games(self.access.event.pk).get(pk=game.pk)


class HasDesk(BasePermission):
    """Loads the event of a registration desk: once there is one, anyone may read it, even of a private event."""

    def has_permission(self, request: Request, view: Any) -> bool:
        view.event = select.registering_event(view.kwargs["slug"])
        return True


class HasEntry(BasePermission):
    """Loads the registration of a private link."""

    def has_permission(self, request: Request, view: Any) -> bool:
        view.applied = base.get_or_404(registrations.by_token(view.kwargs["token"]))
        timezone.activate(view.applied.event.zone)
        return True


class MomentField(serializers.DateTimeField):
    """A time in any time zone: DRF converts it to UTC, which has no day before the year 1."""

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
    name = base.NameField(max_length=60)
    latin_name = base.NameField(max_length=60, allow_blank=True, default="")
    alias = base.NameField(max_length=60, allow_blank=True, default="", help_text="the public name")
    club = base.NameField(max_length=60, allow_blank=True, default="")
    member = base.NameField(max_length=40, allow_blank=True, default="")
    email = serializers.CharField(max_length=254, allow_blank=True, default="")
    phone = serializers.CharField(max_length=40, allow_blank=True, default="")
    note = base.NameField(max_length=300, allow_blank=True, default="")


class ApplicationSerializer(EntrySerializer):
    consents = serializers.BooleanField(default=False, help_text="to the desk's `consent`, where there is one")
    client_key = serializers.UUIDField(help_text="made by the client before the first try; a repeat is harmless")


class OwnEntrySerializer(EntrySerializer):
    """The caller's own registration. `token` identifies it in addresses and is its only key."""

    token = serializers.CharField()
    state = serializers.ChoiceField(choices=Registration.State.values)
    standing = serializers.CharField(help_text="its place, in a sentence")
    changeable = serializers.BooleanField()


class EntryRowSerializer(EntrySerializer):
    """One registration, for organisers. `waiting`: its position on the waiting list; 0 if it has a place."""

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
    """A decision on a registration; an accepted one moves ahead of the whole waiting list."""

    action = serializers.ChoiceField(choices=_ACTIONS)


class ToPlayersSerializer(base.Serializer):
    """The registrations to turn into players; by default, all that have a place."""

    only = serializers.ListField(child=serializers.IntegerField(min_value=1, max_value=2**53), default=list)


class ListedSerializer(serializers.Serializer):
    players = serializers.ListField(child=serializers.IntegerField())


def _desk_json(event: Event) -> dict[str, Any]:
    page = select.desk_page(event, timezone.now())
    facts = {name: getattr(page.desk, name) for name in _DESK}
    return facts | {"state": page.state, "free": page.free, "waiting": page.waiting}


def _written(entry: Registration) -> dict[str, Any]:
    return {name: getattr(entry, name) for name in registrations.FIELDS}


def _own_json(entry: Registration) -> dict[str, Any]:
    sentence, own = select.own_place(entry)
    more = {"token": registrations.token_of(entry), "state": entry.state}
    return _written(entry) | more | {"standing": sentence, "changeable": own}


def _values(said: dict[str, Any]) -> dict[str, str]:
    """Return the values to store, validated by the form. Raises ValidationError that names the fields."""
    form = RegistrationForm({"client_key": "00000000-0000-0000-0000-000000000000", **said})
    if not form.is_valid():
        raise ValidationError({name: [str(one) for one in faults] for name, faults in form.errors.items()})
    return form.values


class RegistrationEndpoints(base.Endpoints):
    tag = "registrations"
    prefix = "events/<slug:slug>/"
    event: Event

    @base.read_endpoint("register/", DeskSerializer, may=(AllowAny, HasDesk), name="register")
    def desk(self) -> Any:
        """報名處: return the desk to everybody once organisers have set its hours."""
        return _desk_json(self.event)

    @base.write_endpoint(
        desk, OwnEntrySerializer, ApplicationSerializer, may=(AllowAny, HasDesk), status=201, also=_THROTTLED
    )
    def apply(self, data: dict[str, Any]) -> Any:
        """Register. The answer's `token` is the key of the registration."""
        key, consents = data.pop("client_key"), data.pop("consents")
        made = registrations.apply(
            event=self.event,
            values=_values(data),
            consents=consents,
            address=client_network(self.request),
            client_key=key,
            now=timezone.now(),
        )
        return _own_json(made)

    @base.read_endpoint("registrations/", LineSerializer, may=base.Organises)
    def registrations(self) -> Any:
        """所有報名: list the registrations in order; for organisers."""
        page = select.organisers_page(self.access.event, timezone.now())
        return {
            "desk": _desk_json(self.access.event) if page.desk else None,
            "entries": [
                _written(row.one)
                | {name: getattr(row.one, name) for name in ("state", "created_at", "accepted_at", "paid_at")}
                | {name: getattr(row.place, name) for name in ("inside", "waiting", "held")}
                | {name: getattr(row, name) for name in ("token", "reasons", "again", "hints")}
                | {"id": row.one.pk, "player": row.one.player.number if row.one.player else None}
                for row in page.rows
            ],
            "gone": [{"id": one.pk, "name": one.name, "state": one.state} for one in page.gone],
        }

    @base.write_endpoint("registrations/desk/", DeskSerializer, DeskSettingsSerializer)
    def set_desk(self, data: dict[str, Any]) -> Any:
        """Open, change or close registration."""
        registrations.set_desk(event=self.access.event, **data)
        return _desk_json(self.access.event)

    @base.write_endpoint(
        "registrations/<number:number>/", registrations, EntryDecisionSerializer, name="decide_registration"
    )
    def decide_entry(self, data: dict[str, Any], number: int) -> None:
        """Decide on one registration: accept (it moves up), decline, restore, mark paid or unpaid, replace the private
        link."""
        found = base.get_or_404(Registration.objects.filter(event=self.access.event, pk=number).first())
        registrations.decide(registration=found, user_id=self.access.user.pk, now=timezone.now(), **data)

    @base.write_endpoint(
        "registrations/to-players/", ListedSerializer, ToPlayersSerializer, name="registrations_to_players"
    )
    def entries_to_players(self, data: dict[str, Any]) -> Any:
        """Turn everybody who has a place (or `only` these) into players; a repeat adds none."""
        by = {"user_id": self.access.user.pk, "now": timezone.now()}
        added = registrations.to_players(event=self.access.event, **by, **data)
        return {"players": [player.number for player in added]}


class OwnEntryEndpoints(base.Endpoints):
    tag = "registrations"
    prefix = "registrations/<str:token>/"
    applied: Registration

    @base.read_endpoint("", OwnEntrySerializer, may=(AllowAny, HasEntry), name="registration")
    def own_entry(self, token: str) -> Any:
        """Return one's own registration by its private link."""
        return _own_json(self.applied)

    @base.write_endpoint(
        own_entry, OwnEntrySerializer, EntrySerializer, may=(AllowAny, HasEntry), also=_THROTTLED, method="patch"
    )
    def change_own_entry(self, data: dict[str, Any], token: str) -> Any:
        """Change one's own registration."""
        values = _values(_written(self.applied) | data)
        registrations.change(registration=self.applied, values=values, now=timezone.now())
        return _own_json(base.get_or_404(registrations.by_token(token)))

    @base.write_endpoint("withdraw/", OwnEntrySerializer, may=(AllowAny, HasEntry), name="withdraw_registration")
    def withdraw_own_entry(self, token: str) -> Any:
        """取消報名: withdraw one's own registration, so that the next in line moves up."""
        registrations.withdraw(registration=self.applied, now=timezone.now())
        return _own_json(base.get_or_404(registrations.by_token(token)))
