from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework import serializers

from penalties.access import concerned_players, ruling_of
from penalties.models import Case
from penalties.selectors import cases as select
from penalties.services import cases as services
from tournaments.api import base
from tournaments.api.base import Endpoints, Heads, Reads, Referees, Works, get_or_404, read_endpoint, write_endpoint
from tournaments.api.fields import UtcField
from tournaments.core.exceptions import Invalid
from tournaments.models import Player


class CaseSerializer(serializers.Serializer):
    """個案: an objection of a player, and the decision. `ref` names it in addresses."""

    ref = serializers.CharField()
    player = serializers.IntegerField(source="player.number", help_text="the player's number")
    name = serializers.CharField(source="player.name")
    text = serializers.CharField()
    opened_at = UtcField()
    place = serializers.CharField()
    game = serializers.IntegerField(source="game.pk", allow_null=True)
    hand = serializers.IntegerField(allow_null=True)
    ruling = serializers.IntegerField(source="article", allow_null=True, help_text="null: the case is about a hand")
    outcome = serializers.SerializerMethodField(help_text="open, upheld or changed")
    decision = serializers.CharField(allow_blank=True)
    decided_by = serializers.CharField(allow_blank=True)
    decided_at = UtcField(allow_null=True)

    def get_outcome(self, case: select.CaseView) -> str:
        return case.outcome or "open"


class NoteSerializer(base.Serializer):
    text = serializers.CharField(max_length=1000)
    by = serializers.CharField(source="user", read_only=True)
    at = UtcField(source="created_at", read_only=True)


class CaseThreadSerializer(CaseSerializer):
    notes = NoteSerializer(many=True)


class DecisionSerializer(base.Serializer):
    outcome = serializers.ChoiceField([Case.Outcome.UPHELD.value, Case.Outcome.CHANGED.value])
    decision = serializers.CharField(max_length=300)


class RulingObjectionSerializer(base.Serializer):
    """異議 to a ruling; a referee who enters it for one of the four names the `player`."""

    reason = serializers.CharField(max_length=300)
    player = serializers.IntegerField(required=False, allow_null=True, default=None)


class ObjectsToRuling(Reads):
    """Loads the ruling, for those who may object to it."""

    def has_permission(self, request: Any, view: Any) -> bool:
        super().has_permission(request, view)
        view.ruling = ruling_of(view.access, view.kwargs["number"])
        return True


class CaseEndpoints(Endpoints):
    tag = "cases"
    prefix = "events/<slug:slug>/"
    ruling: Any = None

    @read_endpoint("cases/", CaseSerializer(many=True), may=Works)
    def cases(self) -> Any:
        """The cases of an event: open ones first."""
        return select.cases(self.access.event)

    @read_endpoint("cases/<case:ref>/", CaseThreadSerializer, may=Works)
    def case(self, ref: str) -> Any:
        """One case with its notes."""
        return self._thread(ref)

    @write_endpoint("cases/<case:ref>/notes/", CaseThreadSerializer, NoteSerializer, may=Referees, name="case_notes")
    def write_case_note(self, data: dict[str, Any], ref: str) -> Any:
        """Write about a case."""
        services.note(case=self._case(ref).row, user=self.access.user, now=timezone.now(), **data)
        return self._thread(ref)

    @write_endpoint("cases/<case:ref>/decide/", CaseThreadSerializer, DecisionSerializer, may=Heads, name="case_decide")
    def decide_case(self, data: dict[str, Any], ref: str) -> Any:
        """Decide a case about a ruling. A case about a hand is decided in its hand (correct, uphold)."""
        services.decide(case=self._case(ref).row, user=self.access.user, now=timezone.now(), **data)
        return self._thread(ref)

    @write_endpoint("rulings/<number:number>/object/", CaseSerializer, RulingObjectionSerializer, may=ObjectsToRuling)
    def object_to_ruling(self, data: dict[str, Any], number: int) -> Any:
        """Object to a ruling: a player whom it concerns, or a referee for them."""
        access, players = self.access, concerned_players(self.access, self.ruling)
        objection: dict[str, Any] = {"ruling_id": self.ruling.pk, "text": data["reason"], "now": timezone.now()}
        if access.referees:
            made = services.object_for(player=_meant(players, data["player"]), user=access.user, **objection)
        else:
            made = services.object_to(player=players[0], **objection)
        return self._case(str(made.pk))

    def _case(self, ref: str) -> select.CaseView:
        return get_or_404(select.case_of(self.access.event, ref))

    def _thread(self, ref: str) -> Any:
        found = self._case(ref)
        notes = NoteSerializer(select.notes_of(found), many=True).data
        return {**CaseSerializer(found).data, "notes": notes}


def _meant(players: list[Player], number: int | None) -> Player:
    """The player for whom a referee writes. Raises Invalid if that is ambiguous."""
    named = players if number is None else [player for player in players if player.number == number]
    if len(named) != 1:
        raise Invalid(_("請揀哪一位提出異議。"), field="player")
    return named[0]
