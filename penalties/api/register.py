"""The register of rulings over HTTP, with the filters of its page. Reads only; for those who work at the event."""

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.response import Response

from penalties.register_filter import RegisterFilter
from penalties.selectors import register as selectors
from penalties.selectors.in_force import InForce, Line, in_force
from penalties.selectors.register import Article
from tournaments.access import EventAccess, event_access, require
from tournaments.api.base import OpenView
from tournaments.api.steps import there
from tournaments.book.read import rules_of


class RulingSerializer(serializers.Serializer):
    """判決: one article of the register. Points are exact decimal strings, players are numbers."""

    number = serializers.IntegerField()
    at = serializers.DateTimeField()
    day = serializers.DateField()
    round = serializers.IntegerField(allow_null=True, help_text="null: in the hall")
    table = serializers.IntegerField(allow_null=True)
    game = serializers.IntegerField(allow_null=True)
    hand = serializers.IntegerField(allow_null=True)
    player = serializers.IntegerField(allow_null=True, help_text="the player's number; null: nobody in particular")
    name = serializers.CharField(help_text="the player's name")
    offence = serializers.CharField(help_text="slug of the catalogue; empty where none was named")
    offence_name = serializers.CharField()
    section = serializers.CharField()
    facts = serializers.CharField()
    effect = serializers.DictField(help_text="what it does now: transfers, after_game, cards, ban, ends, notes, times")
    lines = serializers.ListField(child=serializers.CharField(), help_text="the same in words")
    photo = serializers.BooleanField()
    referee = serializers.CharField()
    state = serializers.ChoiceField(choices=["in_force", "reversed", "reversal"])
    reverses = serializers.IntegerField(allow_null=True, help_text="number of the article that this one reverses")
    reversed_by = serializers.IntegerField(allow_null=True, help_text="number of the article that reverses this one")
    reason = serializers.CharField(help_text="of a reversal")
    proposed = serializers.BooleanField(help_text="its suspension waits to be confirmed")


def article_json(article: Article) -> dict[str, Any]:
    """一則 as JSON."""
    game, player = article.game, article.player
    return {
        "number": article.number,
        "at": article.at,
        "day": article.day,
        "round": game.round.number if game else None,
        "table": game.table.number if game else None,
        "game": game.pk if game else None,
        "hand": article.hand,
        "player": player.number if player else None,
        "name": player.name if player else "",
        "offence": article.offence,
        "offence_name": article.name,
        "section": article.section,
        "facts": article.facts,
        "effect": article.effect,
        "lines": article.effects,
        "photo": article.photo,
        "referee": article.referee,
        "state": article.state,
        "reverses": article.reverses,
        "reversed_by": article.reversed_by,
        "reason": article.reason,
        "proposed": article.proposed,
    }


def _working(request: Request, slug: str) -> EventAccess:
    access = event_access(request, slug)
    require(access.works)
    return access


_FILTERS = [
    OpenApiParameter("day", str, description="2026-11-21"),
    OpenApiParameter("round", int),
    OpenApiParameter("table", int),
    OpenApiParameter("player", str, description="a number, or a part of a name"),
    OpenApiParameter("offence", str, description="a slug, or a part of a name"),
    OpenApiParameter("card", str, enum=["yellow", "red"]),
    OpenApiParameter("state", str, enum=["in_force", "reversed"]),
    OpenApiParameter("referee", str, description="a sign-in name"),
]


class RulingsView(OpenView):
    """判決登記冊: the articles of an event, the newest first."""

    @extend_schema(operation_id="rulings", tags=["rulings"], parameters=_FILTERS, responses=RulingSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        access = _working(request, slug)
        rules = rules_of(access.event)
        form = RegisterFilter(request.query_params, rules=rules, choices=selectors.choices(access.event, rules))
        if not form.is_valid():
            raise ValidationError({name: [str(error) for error in errors] for name, errors in form.errors.items()})
        articles = selectors.told(selectors.wanted_rows(access.event, form.wanted), rules)
        return Response([article_json(article) for article in articles])


class RulingView(OpenView):
    """One article of the register."""

    @extend_schema(operation_id="ruling", tags=["rulings"], responses=RulingSerializer)
    def get(self, request: Request, slug: str, number: int) -> Response:
        access = _working(request, slug)
        return Response(article_json(there(selectors.article_page(access.event, number)).article))


class HeldCardSerializer(serializers.Serializer):
    """一張牌 in force."""

    card = serializers.ChoiceField(choices=["yellow", "red"])
    until = serializers.CharField(help_text="in words")
    articles = serializers.ListField(child=serializers.IntegerField(), help_text="by which articles")


class HeldLineSerializer(serializers.Serializer):
    """A ban or points due, in words."""

    words = serializers.CharField()
    game = serializers.IntegerField()
    articles = serializers.ListField(child=serializers.IntegerField())


class InForceSerializer(serializers.Serializer):
    """在身的 of one player."""

    player = serializers.IntegerField(help_text="the player's number")
    name = serializers.CharField()
    cards = HeldCardSerializer(many=True)
    bans = HeldLineSerializer(many=True, help_text="in the hand in progress")
    due = HeldLineSerializer(many=True, help_text="points to be deducted when the game ends")
    barred = serializers.CharField(help_text="disqualified, suspended, withdrawn by a ruling, or empty")
    barred_by = serializers.ListField(child=serializers.IntegerField())


def in_force_json(one: InForce) -> dict[str, Any]:
    """在身的 of one player as JSON."""
    return {
        "player": one.player.number,
        "name": one.player.name,
        "cards": [{"card": card.colour, "until": card.until, "articles": card.articles} for card in one.cards],
        "bans": [_line_json(line) for line in one.bans],
        "due": [_line_json(line) for line in one.due],
        "barred": one.player.barred,
        "barred_by": one.barred_by,
    }


def _line_json(line: Line) -> dict[str, Any]:
    return {"words": line.words, "game": line.game.pk, "articles": line.articles}


class CardsView(OpenView):
    """有效紅黃牌: what is in force now, by player; who has nothing is left out."""

    @extend_schema(operation_id="cards", tags=["rulings"], responses=InForceSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        access = _working(request, slug)
        return Response([in_force_json(one) for one in in_force(access.event, timezone.now())])
