"""判決 over HTTP: rule at a table or in the hall, and reverse a ruling. Each: access, one service, an answer."""

from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.proof import asked_again
from penalties.access import ruling_access
from penalties.models import Ruling
from penalties.services import hall, reversals, rulings
from penalties.services.suspensions import confirm
from penalties.views.suspensions import suspension_access
from tournaments.access import GameAccess, event_access, require, writing_access
from tournaments.api.base import OpenView
from tournaments.api.errors import REFUSED
from tournaments.api.steps import checked
from tournaments.book.claims import SUBSTITUTE_KINDS
from tournaments.exceptions import Invalid
from tournaments.locks import tried_twice


class RuleSerializer(serializers.Serializer):
    """A ruling at a table; `hand`: number of a closed hand that it is about, null for the one in progress."""

    event = serializers.DictField(help_text="a ruling as in the replay document")
    facts = serializers.CharField(max_length=300, allow_blank=True, default="")
    hand = serializers.IntegerField(min_value=1, allow_null=True, default=None)
    substitute = serializers.ChoiceField(
        choices=SUBSTITUTE_KINDS,
        allow_blank=True,
        default="",
        help_text="Taiwanese sets: the player may have to pay in others' place in this hand",
    )
    client_key = serializers.UUIDField()
    seen = serializers.IntegerField(min_value=0, help_text="book_version that was shown")


class HallRuleSerializer(serializers.Serializer):
    """A ruling on a player who sits in no hand; `ruling`: offence, consequences, tiles as in the replay document."""

    player = serializers.IntegerField(help_text="the player's number")
    ruling = serializers.DictField()
    facts = serializers.CharField(max_length=300)
    client_key = serializers.UUIDField()


class ReverseSerializer(serializers.Serializer):
    """Why a ruling is taken back."""

    reason = serializers.CharField(max_length=300)
    client_key = serializers.UUIDField()


class ArticleSerializer(serializers.Serializer):
    """The number of the article that was written."""

    article = serializers.IntegerField()


@tried_twice
@transaction.atomic
def _ruled(game_id: int, access: GameAccess, data: dict[str, Any]) -> int:
    """The number of the article, before a correction may move it."""
    answer = rulings.rule(
        game_id=game_id,
        actor=access.actor,
        event={**data["event"], "type": "ruling"},
        note=data["facts"],
        hand=data["hand"],
        substitute=data["substitute"],
        client_key=data["client_key"],
        seen=data["seen"],
        now=timezone.now(),
    )
    return Ruling.objects.get(game=game_id, act=answer["act"], place=0, reverses=None).number


class RuleView(OpenView):
    """Rule at a table: its referees and the head referee."""

    @extend_schema(
        operation_id="rule",
        tags=["rulings"],
        request=RuleSerializer,
        responses={200: ArticleSerializer, 409: REFUSED},
    )
    def post(self, request: Request, game_id: int) -> Response:
        access = writing_access(request, game_id)
        data = checked(RuleSerializer, request)
        if data["event"].get("type", "ruling") != "ruling":
            raise Invalid(_("這不是判決。"), field="event")
        return Response({"article": _ruled(game_id, access, data)})


class HallRuleView(OpenView):
    """Rule in the hall: the head referee."""

    @extend_schema(
        operation_id="rule_in_hall",
        tags=["rulings"],
        request=HallRuleSerializer,
        responses={200: ArticleSerializer, 409: REFUSED},
    )
    def post(self, request: Request, slug: str) -> Response:
        access = event_access(request, slug)
        require(access.heads)
        data = checked(HallRuleSerializer, request)
        player = access.event.players.filter(number=data["player"]).first()
        if player is None:
            raise Invalid(_("名單上沒有 %(number)s 號選手。") % {"number": data["player"]}, field="player")
        answer = hall.rule(
            event_id=access.event.pk,
            player=player,
            actor=access.actor,
            ruling=data["ruling"],
            facts=data["facts"],
            client_key=data["client_key"],
            now=timezone.now(),
        )
        return Response(answer)


class ReverseView(OpenView):
    """Reverse a ruling: its table's referees until the card is signed, the head referee always."""

    @extend_schema(
        operation_id="reverse_ruling",
        tags=["rulings"],
        request=ReverseSerializer,
        responses={200: ArticleSerializer, 409: REFUSED},
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        access, ruling = ruling_access(request, slug, number)
        asked_again(request)
        data: dict[str, Any] = checked(ReverseSerializer, request)
        reversals.reverse(ruling_id=ruling.pk, actor=access.actor, heads=access.heads, now=timezone.now(), **data)
        return Response({"article": Ruling.objects.get(reverses=ruling).number})


class ConfirmSuspensionView(OpenView):
    """Confirm the suspension that a ruling proposes: the head referee and organisers. Repeating it changes nothing."""

    @extend_schema(
        operation_id="confirm_suspension",
        tags=["rulings"],
        request=None,
        responses={200: ArticleSerializer, 400: REFUSED},
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        access, ruling = suspension_access(request, slug, number)
        confirm(ruling_id=ruling.pk, actor=access.actor, now=timezone.now())
        return Response({"article": ruling.number})
