from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.response import Response

from accounts import log
from tournaments.api import base
from tournaments.api.base import (
    OBJECT,
    Endpoints,
    Leads,
    Organises,
    PageSerializer,
    Works,
    get_or_404,
    page,
    read_endpoint,
    write_endpoint,
)
from tournaments.api.fields import NameField, UtcField
from tournaments.core.access import EventAccess
from tournaments.core.exceptions import NeedsConfirmation
from tournaments.core.locks import lock_event, tried_twice
from tournaments.models import Apart, Blacklisted, Game, GameSeat, Player
from tournaments.phrases.names import name_key
from tournaments.players.lists.players import HIGHEST_NUMBER, ListedPlayer
from tournaments.players.selectors import Pair, blacklist_page, check_in_page, day_of, kept_apart, pair_of, person_of
from tournaments.players.services import apart, blacklist, checkins, roster
from tournaments.players.services.blacklist import Vouched, key_of
from tournaments.players.services.erasure import erase
from tournaments.tables.api import GameSerializer, loaded_games
from tournaments.tables.book.earlier import Earlier


class PlayerSerializer(base.Serializer):
    number = serializers.IntegerField(min_value=1, max_value=HIGHEST_NUMBER, required=False)
    name = NameField(max_length=60)
    club = NameField(max_length=60, allow_blank=True, default="")
    staff = serializers.BooleanField(default=False)
    namesake = serializers.BooleanField(default=False, write_only=True, help_text="not the person on the black list")
    barred = serializers.CharField(read_only=True, help_text="suspended, disqualified, withdrawn by a ruling; or empty")


class PlayersQuerySerializer(PageSerializer):
    number = serializers.IntegerField(min_value=0, max_value=2_000_000_000, required=False)
    club = serializers.CharField(max_length=100, required=False)


class EraseSerializer(base.Serializer):
    """`confirmed`: it cannot be undone."""

    confirmed = serializers.BooleanField()


class ErasedSerializer(serializers.Serializer):
    number = serializers.IntegerField()
    name = serializers.CharField()


class PlayerEndpoints(Endpoints):
    tag = "players"
    prefix = "events/<slug:slug>/players/"

    @read_endpoint("", PlayerSerializer(many=True), query=PlayersQuerySerializer)
    def players(self, query: dict[str, Any]) -> Response:
        """The players of an event."""
        event, until = self.access.event, self.access.until
        players = event.players.filter(withdrawn_at__isnull=True).order_by("number")
        if "number" in query:
            players = players.filter(number=query["number"])
        if "club" in query:
            clubs = event.players.order_by().values_list("club", flat=True).distinct()
            players = players.filter(club__in=[club for club in clubs if name_key(club) == name_key(query["club"])])
        found, headers = page(self.request, players, query)
        if until is not None:
            earlier = Earlier(event.pk, until)
            for player in found:
                player.barred = earlier.barred(player.pk, player.barred)
        return Response(PlayerSerializer(found, many=True).data, headers=headers)

    @write_endpoint(players, PlayerSerializer(many=True), PlayerSerializer(many=True), status=201)
    def add_players(self, data: list[dict[str, Any]]) -> list[Player]:
        """Add one player or a list."""
        return _add_players(self.access, data)

    @read_endpoint("<number:number>/data/", OBJECT, may=Organises)
    def person(self, number: int) -> Any:
        """Everything that is stored about a player; photos by name only (the page has them in a zip)."""
        event = self.access.event
        person = person_of(self._player(number))
        log.tell(log.Kind.PERSON_EXPORTED, about=f"{event.slug} #{number}", event_id=event.pk)
        return person.data

    @write_endpoint("<number:number>/erase/", ErasedSerializer, EraseSerializer)
    def erase_person(self, data: dict[str, Any], number: int) -> Player:
        """Remove the person from the event, for good: results keep a pseudonym."""
        player = self._player(number)
        if not data["confirmed"]:
            raise NeedsConfirmation(_("刪除之後不能復原。"))
        erase(player=player, user_id=self.access.actor.user_id, today=timezone.localdate(), now=timezone.now())
        player.refresh_from_db()
        return player

    def _player(self, number: int) -> Player:
        return get_or_404(self.access.event.players.filter(number=number).first())


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


class ApartSerializer(base.Serializer):
    """Two players, by their numbers, who are not seated at one table."""

    id = serializers.IntegerField(read_only=True)
    first = serializers.IntegerField(source="first.number", min_value=1, help_text="the player's number")
    first_name = serializers.CharField(source="first.name", read_only=True)
    second = serializers.IntegerField(source="second.number", min_value=1, help_text="the other player's number")
    second_name = serializers.CharField(source="second.name", read_only=True)
    reason = serializers.CharField(max_length=60, allow_blank=True, default="")


class ApartEndpoints(Endpoints):
    tag = "players"
    prefix = "events/<slug:slug>/apart/"

    @read_endpoint("", ApartSerializer(many=True), may=Organises, name="apart")
    def kept_apart(self) -> Sequence[Pair]:
        """The pairs who are not seated at one table."""
        return kept_apart(self.access.event)

    @write_endpoint(kept_apart, ApartSerializer, ApartSerializer, status=201)
    def keep_apart(self, data: dict[str, Any]) -> Pair:
        """Add a pair, or give an existing one its reason."""
        first, second = data["first"]["number"], data["second"]["number"]
        return pair_of(apart.keep_apart(event=self.access.event, first=first, second=second, reason=data["reason"]))

    @write_endpoint("<number:pair>/remove/", ApartSerializer(many=True))
    def let_together(self, pair: int) -> Sequence[Pair]:
        """Let a pair be seated at one table again; answers with the other pairs."""
        found = Apart.objects.filter(pk=pair, first__event=self.access.event).first()
        apart.let_together(pair=get_or_404(found))
        return kept_apart(self.access.event)


class BlacklistedSerializer(base.ModelSerializer):
    """One person on the list; `until`: the last day, null for ever."""

    name = NameField(max_length=60)
    until = serializers.DateField(allow_null=True, default=None)

    class Meta:
        model = Blacklisted
        fields = ["id", "name", "reason", "until", "created_at", "lifted_at", "lift_reason"]
        read_only_fields = ["created_at", "lifted_at", "lift_reason"]


class LiftSerializer(base.Serializer):
    reason = serializers.CharField(max_length=300)


class BlacklistEndpoints(Endpoints):
    tag = "players"
    prefix = "events/<slug:slug>/blacklist/"

    @read_endpoint("", BlacklistedSerializer(many=True), may=Organises)
    def blacklist(self) -> list[Blacklisted]:
        """The list of the event's organisation, valid entries first."""
        found = blacklist_page(self.access.event.organisation_id, timezone.localdate())
        return [*found.current, *found.past]

    @write_endpoint(blacklist, BlacklistedSerializer, BlacklistedSerializer, status=201)
    def put_on_blacklist(self, data: dict[str, Any]) -> Blacklisted:
        """Add a person to the list."""
        return blacklist.put_on(**data, **self._by(), today=timezone.localdate())

    @write_endpoint("<number:entry>/lift/", BlacklistedSerializer, LiftSerializer, name="lift_blacklisted")
    def lift_from_blacklist(self, data: dict[str, Any], entry: int) -> Blacklisted:
        """Take a person off the list, with a reason."""
        listed = Blacklisted.objects.filter(organisation=self.access.event.organisation_id, pk=entry)
        return blacklist.lift(entry_id=get_or_404(listed.first()).pk, **data, **self._by())

    def _by(self) -> dict[str, Any]:
        access = self.access
        return {"organisation_id": access.event.organisation_id, "user_id": access.actor.user_id, "now": timezone.now()}


class CheckInRowSerializer(serializers.Serializer):
    number = serializers.IntegerField(source="player.number")
    name = serializers.CharField(help_text="with the real name behind a public one")
    at = UtcField(allow_null=True)
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
    """報到 of one day. `staff` and `waiting`, who could sit down now, only for those who may fill a seat."""

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
    """補上: a house player by number, or the first on the waiting list by its registration."""

    player = serializers.IntegerField(min_value=1, max_value=HIGHEST_NUMBER, allow_null=True, default=None)
    registration = serializers.IntegerField(min_value=1, max_value=2**53, allow_null=True, default=None)


class CheckInEndpoints(Endpoints):
    tag = "check-in"

    @read_endpoint("events/<slug:slug>/check-in/", CheckInSerializer, may=Works, name="check_in")
    def check_ins(self) -> Any:
        """Who has come today and who is missing, by table; for officials of the event."""
        return self._page()

    @write_endpoint(
        "events/<slug:slug>/check-in/<number:number>/",
        CheckInSerializer,
        HereSerializer,
        may=Works,
        name="mark_check_in",
    )
    def check_in(self, data: dict[str, Any], number: int) -> Any:
        """報到 of one player, or taking it back. A repeat changes nothing."""
        event, user = self.access.event, get_or_404(self.access.user)
        player = get_or_404(event.players.filter(number=number).first())
        day = day_of(event, timezone.localdate())
        if data["here"]:
            checkins.check_in(player=player, day=day, user_id=user.pk, now=timezone.now())
        else:
            checkins.take_back(player=player, day=day)
        return self._page()

    @write_endpoint("games/<game:game_id>/no-show/<number:seat>/", GameSerializer, FillSerializer, may=Leads)
    def fill_no_show(self, data: dict[str, Any], seat: int) -> Game:
        """補上 for a missing player, from now on: organisers and the head referee."""
        game = self.access.game
        found = get_or_404(GameSeat.objects.select_related("game__event").filter(game=game.pk, seat=seat).first())
        checkins.fill(seat=found, number=data["player"], registration_id=data["registration"], now=timezone.now())
        return loaded_games(self.access.event.pk).get(pk=game.pk)

    def _page(self) -> dict[str, Any]:
        access = self.access
        page = check_in_page(access.event, timezone.localdate(), drafts=access.organises)
        return {
            "day": page.day,
            "round": page.round.number if page.round else None,
            "open": page.open,
            "players": CheckInRowSerializer(page.rows, many=True).data,
            "missing": MissingSerializer([row for table in page.missing for row in table.rows], many=True).data,
            "staff": [player.number for player in page.staff] if access.leads else [],
            "waiting": WaitingSerializer(page.waiting).data if access.leads and page.waiting else None,
        }
