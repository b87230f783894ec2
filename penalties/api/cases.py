"""異議個案 over HTTP: list, read, write about, decide, and object to a ruling. Each: access, one service, an answer."""

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from penalties.access import concerned_players, ruling_of
from penalties.models import Case, CaseNote
from penalties.selectors import cases as select
from penalties.services import cases as services
from tournaments.access import EventAccess, event_access, require
from tournaments.api.base import OpenView
from tournaments.api.errors import REFUSED
from tournaments.api.steps import checked, there
from tournaments.exceptions import Invalid
from tournaments.models import Player


class CaseSerializer(serializers.Serializer):
    """個案: what a player objects to, and the decision. `ref` names it in addresses."""

    ref = serializers.CharField()
    player = serializers.IntegerField(help_text="the player's number")
    name = serializers.CharField()
    text = serializers.CharField()
    opened_at = serializers.DateTimeField()
    place = serializers.CharField()
    game = serializers.IntegerField(allow_null=True)
    hand = serializers.IntegerField(allow_null=True)
    ruling = serializers.IntegerField(allow_null=True, help_text="the article of the register; null for a hand")
    outcome = serializers.CharField(help_text="open, upheld or changed")
    decision = serializers.CharField(allow_blank=True)
    decided_by = serializers.CharField(allow_blank=True)
    decided_at = serializers.DateTimeField(allow_null=True)


class NoteSerializer(serializers.Serializer):
    """留言: what a referee writes about a case; players do not see it."""

    text = serializers.CharField(max_length=1000)
    by = serializers.CharField(read_only=True)
    at = serializers.DateTimeField(read_only=True)


class CaseThreadSerializer(CaseSerializer):
    """A case with what referees wrote about it."""

    notes = NoteSerializer(many=True)


class DecisionSerializer(serializers.Serializer):
    """裁決, with words that the player reads."""

    outcome = serializers.ChoiceField([Case.Outcome.UPHELD.value, Case.Outcome.CHANGED.value])
    decision = serializers.CharField(max_length=300)


class RulingObjectionSerializer(serializers.Serializer):
    """異議 to a ruling; `player` is asked of a referee who writes it down for one of the four."""

    reason = serializers.CharField(max_length=300)
    player = serializers.IntegerField(required=False, allow_null=True, default=None)


def case_json(case: select.CaseView) -> dict[str, Any]:
    """A case as JSON, without its thread."""
    return {
        "ref": case.ref,
        "player": case.player.number,
        "name": case.player.name,
        "text": case.text,
        "opened_at": case.opened_at,
        "place": case.place,
        "game": case.game.pk if case.game else None,
        "hand": case.hand,
        "ruling": case.article,
        "outcome": case.outcome or "open",
        "decision": case.decision,
        "decided_by": case.decided_by,
        "decided_at": case.decided_at,
    }


def note_json(note: CaseNote) -> dict[str, Any]:
    return {"text": note.text, "by": str(note.user), "at": note.created_at}


def _case(access: EventAccess, ref: str) -> select.CaseView:
    return there(select.case_of(access.event, ref))


def _thread(access: EventAccess, ref: str) -> Response:
    found = _case(access, ref)
    return Response(case_json(found) | {"notes": [note_json(note) for note in select.notes_of(found)]})


class CasesView(OpenView):
    """The cases of an event: those that wait first."""

    @extend_schema(operation_id="cases", tags=["cases"], responses=CaseSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        access = event_access(request, slug)
        require(access.works)
        return Response([case_json(case) for case in select.cases(access.event)])


class CaseView(OpenView):
    """One case with its thread."""

    @extend_schema(operation_id="case", tags=["cases"], responses=CaseThreadSerializer)
    def get(self, request: Request, slug: str, ref: str) -> Response:
        access = event_access(request, slug)
        require(access.works)
        return _thread(access, ref)


class NotesView(OpenView):
    """Write about a case."""

    @extend_schema(
        operation_id="write_case_note", tags=["cases"], request=NoteSerializer, responses=CaseThreadSerializer
    )
    def post(self, request: Request, slug: str, ref: str) -> Response:
        access = event_access(request, slug)
        require(access.referees)
        assert access.user is not None
        text = checked(NoteSerializer, request)["text"]
        services.note(case=_case(access, ref).row, user=access.user, text=text, now=timezone.now())
        return _thread(access, ref)


class DecideView(OpenView):
    """Decide a case about a ruling. A case about a hand is decided in its hand (correct, uphold)."""

    @extend_schema(
        operation_id="decide_case",
        tags=["cases"],
        request=DecisionSerializer,
        responses={200: CaseThreadSerializer, 409: REFUSED},
    )
    def post(self, request: Request, slug: str, ref: str) -> Response:
        access = event_access(request, slug)
        require(access.heads)
        assert access.user is not None
        data = checked(DecisionSerializer, request)
        services.decide(case=_case(access, ref).row, user=access.user, now=timezone.now(), **data)
        return _thread(access, ref)


class ObjectView(OpenView):
    """Object to a ruling: the player whom it concerns, or a referee for them."""

    @extend_schema(
        operation_id="object_to_ruling",
        tags=["cases"],
        request=RulingObjectionSerializer,
        responses={200: CaseSerializer, 409: REFUSED},
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        access = event_access(request, slug)
        ruling = ruling_of(access, number)
        players = concerned_players(access, ruling)
        data = checked(RulingObjectionSerializer, request)
        said: dict[str, Any] = {"ruling_id": ruling.pk, "text": data["reason"], "now": timezone.now()}
        if access.referees and access.user is not None:
            made = services.object_for(player=_meant(players, data["player"]), user=access.user, **said)
        else:
            made = services.object_to(player=players[0], **said)
        return Response(case_json(_case(access, str(made.pk))))


def _meant(players: list[Player], number: int | None) -> Player:
    """The player for whom a referee writes. Raises Invalid where several can be meant and none of them is named."""
    named = players if number is None else [player for player in players if player.number == number]
    if len(named) != 1:
        raise Invalid(_("請揀哪一位提出異議。"), field="player")
    return named[0]
