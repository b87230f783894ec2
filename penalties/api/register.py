from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ValidationError

from penalties.register_filter import RegisterFilter
from penalties.selectors import register as selectors
from penalties.selectors.in_force import in_force
from tournaments.api.base import Endpoints, Works, get_or_404, read_endpoint
from tournaments.api.fields import UtcField
from tournaments.tables.book.read import rules_of


class RulingSerializer(serializers.Serializer):
    """判決: one article of the register. Points are exact decimal strings, players are numbers."""

    number = serializers.IntegerField()
    at = UtcField()
    day = serializers.DateField()
    round = serializers.IntegerField(source="game.round.number", allow_null=True, help_text="null: in the hall")
    table = serializers.IntegerField(source="game.table.number", allow_null=True)
    game = serializers.IntegerField(source="game.pk", allow_null=True)
    hand = serializers.IntegerField(allow_null=True)
    player = serializers.IntegerField(source="player.number", allow_null=True, help_text="the player's number")
    name = serializers.CharField(source="player.name", default="", read_only=True)
    offence = serializers.CharField(help_text="slug of the catalogue; may be empty")
    offence_name = serializers.CharField(source="name")
    section = serializers.CharField()
    facts = serializers.CharField()
    effect = serializers.DictField(help_text="what it does now: transfers, after_game, cards, ban, ends, notes, times")
    lines = serializers.ListField(source="effects", child=serializers.CharField(), help_text="the same in words")
    photo = serializers.BooleanField()
    referee = serializers.CharField()
    state = serializers.ChoiceField(choices=["in_force", "reversed", "reversal"])
    reverses = serializers.IntegerField(allow_null=True, help_text="number of the article that this one reverses")
    reversed_by = serializers.IntegerField(allow_null=True, help_text="number of the article that reverses this one")
    reason = serializers.CharField(help_text="of a reversal")
    proposed = serializers.BooleanField(help_text="its suspension waits to be confirmed")


class RegisterQuerySerializer(serializers.Serializer):
    """Described here, checked by the form of the register's page."""

    day = serializers.CharField(required=False, allow_blank=True, help_text="2026-11-21")
    round = serializers.IntegerField(required=False)
    table = serializers.IntegerField(required=False)
    player = serializers.CharField(required=False, allow_blank=True, help_text="a number, or a part of a name")
    offence = serializers.CharField(required=False, allow_blank=True, help_text="a slug, or a part of a name")
    card = serializers.ChoiceField(["yellow", "red"], required=False)
    state = serializers.ChoiceField(["in_force", "reversed"], required=False)
    referee = serializers.CharField(required=False, allow_blank=True, help_text="a sign-in name")


class HeldCardSerializer(serializers.Serializer):
    card = serializers.ChoiceField(source="colour", choices=["yellow", "red"])
    until = serializers.CharField(help_text="in words")
    articles = serializers.ListField(child=serializers.IntegerField(), help_text="by which articles")


class HeldLineSerializer(serializers.Serializer):
    words = serializers.CharField()
    game = serializers.IntegerField(source="game.pk")
    articles = serializers.ListField(child=serializers.IntegerField())


class InForceSerializer(serializers.Serializer):
    player = serializers.IntegerField(source="player.number", help_text="the player's number")
    name = serializers.CharField(source="player.name")
    cards = HeldCardSerializer(many=True)
    bans = HeldLineSerializer(many=True, help_text="in the hand in progress")
    due = HeldLineSerializer(many=True, help_text="points to be deducted when the game ends")
    barred = serializers.CharField(source="player.barred", help_text="disqualified, suspended, withdrawn, or empty")
    barred_by = serializers.ListField(child=serializers.IntegerField())


class RegisterEndpoints(Endpoints):
    tag = "rulings"
    prefix = "events/<slug:slug>/"

    @extend_schema(parameters=[RegisterQuerySerializer])
    @read_endpoint("rulings/", RulingSerializer(many=True), may=Works)
    def rulings(self) -> Any:
        """判決登記冊: the articles of an event, the newest first; for officials."""
        event = self.access.event
        rules = rules_of(event)
        form = RegisterFilter(self.request.query_params, rules=rules, choices=selectors.choices(event, rules))
        if not form.is_valid():
            raise ValidationError({name: [str(error) for error in errors] for name, errors in form.errors.items()})
        return selectors.describe(selectors.wanted_rows(event, form.wanted), rules)

    @read_endpoint("rulings/<number:number>/", RulingSerializer, may=Works)
    def ruling(self, number: int) -> Any:
        """One article of the register."""
        return get_or_404(selectors.article_page(self.access.event, number)).article

    @read_endpoint("cards/", InForceSerializer(many=True), may=Works)
    def cards(self) -> Any:
        """有效紅黃牌: what is in force now, by player; others are left out."""
        return in_force(self.access.event, timezone.now())
