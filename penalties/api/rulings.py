from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework import serializers
from rest_framework.request import Request

from penalties.access import ruling_access, suspension_access
from penalties.models import Ruling
from penalties.services import hall, reversals, rulings
from penalties.services.suspensions import confirm
from tournaments.api import base
from tournaments.api.base import Endpoints, Heads, ProvedAgain, Reads, Writes, write_endpoint
from tournaments.core.access import GameAccess
from tournaments.core.exceptions import Invalid
from tournaments.core.locks import tried_twice
from tournaments.tables.api import ReasonSerializer
from tournaments.tables.book.claims import SUBSTITUTE_KINDS


class RuleSerializer(base.Serializer):
    """A ruling at a table; `hand`: number of a closed hand, null for the one in progress."""

    event = serializers.DictField(help_text="a ruling as in the replay document")
    facts = serializers.CharField(max_length=300, allow_blank=True, default="")
    hand = serializers.IntegerField(min_value=1, allow_null=True, default=None)
    substitute = serializers.ChoiceField(
        choices=SUBSTITUTE_KINDS,
        allow_blank=True,
        default="",
        help_text="Taiwanese sets: the player may have to pay for others in this hand",
    )
    client_key = serializers.UUIDField()
    seen = serializers.IntegerField(min_value=0, help_text="book_version that was shown")


class HallRuleSerializer(base.Serializer):
    """A ruling on a player outside a hand; `ruling`: offence, consequences, tiles as in the replay document."""

    player = serializers.IntegerField(help_text="the player's number")
    ruling = serializers.DictField()
    facts = serializers.CharField(max_length=300)
    client_key = serializers.UUIDField()


class ArticleSerializer(serializers.Serializer):
    article = serializers.IntegerField()


class Reverses(Reads):
    """Loads the ruling, for those who may reverse it."""

    def has_permission(self, request: Request, view: Any) -> bool:
        view.access, view.ruling = ruling_access(request, view.kwargs["slug"], view.kwargs["number"])
        return True


class ConfirmsSuspension(Reads):
    """Loads the ruling, for those who may confirm its suspension."""

    def has_permission(self, request: Request, view: Any) -> bool:
        view.access, view.ruling = suspension_access(request, view.kwargs["slug"], view.kwargs["number"])
        return True


class RulingEndpoints(Endpoints):
    tag = "rulings"
    ruling: Any = None

    @write_endpoint("games/<game:game_id>/rulings/", ArticleSerializer, RuleSerializer, may=Writes)
    def rule(self, data: dict[str, Any]) -> dict[str, int]:
        """Rule at a table: its referees and the head referee."""
        if data["event"].get("type", "ruling") != "ruling":
            raise Invalid(_("這不是判決。"), field="event")
        return {"article": _ruled(self.access, data)}

    @write_endpoint("events/<slug:slug>/hall-rulings/", ArticleSerializer, HallRuleSerializer, may=Heads)
    def rule_in_hall(self, data: dict[str, Any]) -> Any:
        """Rule in the hall: the head referee."""
        event, number = self.access.event, data.pop("player")
        player = event.players.filter(number=number).first()
        if player is None:
            raise Invalid(_("名單上沒有 %(number)s 號選手。") % {"number": number}, field="player")
        return hall.rule(event_id=event.pk, player=player, actor=self.access.actor, now=timezone.now(), **data)

    @write_endpoint(
        "events/<slug:slug>/rulings/<number:number>/reverse/",
        ArticleSerializer,
        ReasonSerializer,
        may=(Reverses, ProvedAgain),
        name="reverse",
    )
    def reverse_ruling(self, data: dict[str, Any], number: int) -> dict[str, int]:
        """Reverse a ruling: its table's referees until the card is signed, the head referee always."""
        access = self.access
        reversals.reverse(ruling_id=self.ruling.pk, actor=access.actor, heads=access.heads, now=timezone.now(), **data)
        return {"article": Ruling.objects.get(reverses=self.ruling).number}

    @write_endpoint("events/<slug:slug>/rulings/<number:number>/confirm/", ArticleSerializer, may=ConfirmsSuspension)
    def confirm_suspension(self, number: int) -> dict[str, int]:
        """Confirm the suspension that a ruling proposes: the head referee and organisers. A repeat changes nothing."""
        confirm(ruling_id=self.ruling.pk, actor=self.access.actor, now=timezone.now())
        return {"article": self.ruling.number}


@tried_twice
@transaction.atomic
def _ruled(access: GameAccess, data: dict[str, Any]) -> int:
    """The number of the article, before a correction may move it."""
    answer = rulings.rule(
        game_id=access.game.pk,
        actor=access.actor,
        event={**data["event"], "type": "ruling"},
        note=data["facts"],
        hand=data["hand"],
        substitute=data["substitute"],
        client_key=data["client_key"],
        seen=data["seen"],
        now=timezone.now(),
    )
    return Ruling.objects.get(game=access.game.pk, act=answer["act"], place=0, reverses=None).number
