from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request

from penalties.access import concerned_players, objection_access, ruling_access, suspension_access
from penalties.forms import RegisterFilter
from penalties.models import Case, Ruling
from penalties.selectors import cases as case_selectors
from penalties.selectors import register
from penalties.services import cases as case_services
from penalties.services import rulings
from tournaments.api import base
from tournaments.api.base import (
    Endpoints,
    Heads,
    ProvedAgain,
    Reads,
    Referees,
    UtcField,
    Works,
    Writes,
    addresses,
    read_endpoint,
    write_endpoint,
)
from tournaments.core.access import GameAccess
from tournaments.core.exceptions import Invalid
from tournaments.core.locks import in_one_transaction
from tournaments.tables.api import ReasonSerializer
from tournaments.tables.game_log.claims import SUBSTITUTE_KINDS


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
    load = staticmethod(ruling_access)

    def has_permission(self, request: Request, view: Any) -> bool:
        view.access, view.ruling = self.load(request, view.kwargs["slug"], view.kwargs["number"])
        return True


class ConfirmsSuspension(Reverses):
    load = staticmethod(suspension_access)


class ObjectsToRuling(Reverses):
    load = staticmethod(objection_access)


class RulingEndpoints(Endpoints):
    tag = "rulings"
    ruling: Any = None

    @write_endpoint("games/<game:game_id>/rulings/", ArticleSerializer, RuleSerializer, may=Writes)
    def rule(self, data: dict[str, Any]) -> dict[str, int]:
        """Rule at a table; for its referees and the head referee."""
        if data["event"].get("type", "ruling") != "ruling":
            raise Invalid(_("這不是判決。"), field="event")
        return {"article": _ruled(self.access, data)}

    @write_endpoint("events/<slug:slug>/hall-rulings/", ArticleSerializer, HallRuleSerializer, may=Heads)
    def rule_in_hall(self, data: dict[str, Any]) -> Any:
        """Rule outside a game; for the head referee."""
        event, number = self.access.event, data.pop("player")
        player = event.players.filter(number=number).first()
        if player is None:
            raise Invalid(_("名單上沒有 %(number)s 號選手。") % {"number": number}, field="player")
        return rulings.rule_in_hall(
            event_id=event.pk, player=player, actor=self.access.actor, now=timezone.now(), **data
        )

    @write_endpoint(
        "events/<slug:slug>/rulings/<number:number>/reverse/",
        ArticleSerializer,
        ReasonSerializer,
        may=(Reverses, ProvedAgain),
        name="reverse",
    )
    def reverse_ruling(self, data: dict[str, Any], number: int) -> dict[str, int]:
        """Reverse a ruling; for its table's referees until the card is signed, for the head referee always."""
        access = self.access
        rulings.reverse(ruling_id=self.ruling.pk, actor=access.actor, heads=access.heads, now=timezone.now(), **data)
        return {"article": Ruling.objects.get(reverses=self.ruling).number}

    @write_endpoint("events/<slug:slug>/rulings/<number:number>/confirm/", ArticleSerializer, may=ConfirmsSuspension)
    def confirm_suspension(self, number: int) -> dict[str, int]:
        """Confirm the suspension that a ruling proposes; for the head referee and organisers. A repeat changes
        nothing."""
        rulings.confirm_suspension(ruling_id=self.ruling.pk, actor=self.access.actor, now=timezone.now())
        return {"article": self.ruling.number}


@in_one_transaction
def _ruled(access: GameAccess, data: dict[str, Any]) -> int:
    """Record a ruling and return the number of its article, read at once because a later correction may renumber it."""
    answer = rulings.rule(
        **access.entry,
        event={**data["event"], "type": "ruling"},
        note=data["facts"],
        **{name: data[name] for name in ("hand", "substitute", "client_key", "seen")},
    )
    return Ruling.objects.get(game=access.game.pk, act=answer["act"], place=0, reverses=None).number


class RulingSerializer(serializers.Serializer):
    """判決: one article of the register. Points are exact decimal strings; players are given by number."""

    number = serializers.IntegerField()
    at = UtcField(source="row.created_at")
    day = serializers.DateField(source="row.day")
    round = serializers.IntegerField(source="about.game.round.number", allow_null=True, help_text="null: in the hall")
    table = serializers.IntegerField(source="about.game.table.number", allow_null=True)
    game = serializers.IntegerField(source="about.game.pk", allow_null=True)
    hand = serializers.IntegerField(source="about.hand", allow_null=True)
    player = serializers.IntegerField(source="about.player.number", allow_null=True, help_text="the player's number")
    name = serializers.CharField(source="about.player.name", default="", read_only=True)
    offence = serializers.CharField(source="about.offence", help_text="slug of the catalogue; may be empty")
    offence_name = serializers.CharField(source="name")
    section = serializers.CharField()
    facts = serializers.CharField(source="row.facts")
    effect = serializers.DictField(
        source="row.effect", help_text="what it does now: transfers, after_game, cards, ban, ends, notes, times"
    )
    lines = serializers.ListField(source="effects", child=serializers.CharField(), help_text="the same in words")
    photo = serializers.BooleanField(source="row.has_photo")
    referee = serializers.CharField()
    state = serializers.ChoiceField(choices=["in_force", "reversed", "reversal"])
    reverses = serializers.IntegerField(allow_null=True, help_text="number of the article that this one reverses")
    reversed_by = serializers.IntegerField(allow_null=True, help_text="number of the article that reverses this one")
    reason = serializers.CharField(help_text="of a reversal")
    proposed = serializers.BooleanField(help_text="its suspension waits to be confirmed")


class RegisterQuerySerializer(serializers.Serializer):
    """Describes the parameters only; the form of the register's page validates them."""

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
        """判決登記冊: list the articles of an event, newest first; for officials."""
        event = self.access.event
        form = RegisterFilter(self.request.query_params, event=event)
        if not form.is_valid():
            raise ValidationError({name: [str(error) for error in errors] for name, errors in form.errors.items()})
        return register.describe(register.wanted_rows(event, form.rules, form.cleaned_data), form.rules)

    @read_endpoint("rulings/<number:number>/", RulingSerializer, may=Works)
    def ruling(self, number: int) -> Any:
        """Return one article of the register."""
        return register.article_page(self.access.event, number)["article"]

    @read_endpoint("cards/", InForceSerializer(many=True), may=Works)
    def cards(self) -> Any:
        """有效紅黃牌: list cards and bans in force by player; players without any are left out."""
        return register.in_force(self.access.event, timezone.now())


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
    ruling = serializers.IntegerField(
        source="ruling.number", allow_null=True, help_text="null: the case is about a hand"
    )
    outcome = serializers.SerializerMethodField(help_text="open, upheld or changed")
    decision = serializers.CharField(allow_blank=True)
    decided_by = serializers.CharField(source="decided_by_name", allow_blank=True)
    decided_at = UtcField(allow_null=True)

    def get_outcome(self, case: Case) -> str:
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
    """An objection (異議) to a ruling. A referee who enters it for one of the four names the `player`."""

    reason = serializers.CharField(max_length=300)
    player = serializers.IntegerField(required=False, allow_null=True, default=None)


class CaseEndpoints(Endpoints):
    tag = "cases"
    prefix = "events/<slug:slug>/"
    ruling: Any = None

    @read_endpoint("cases/", CaseSerializer(many=True), may=Works)
    def cases(self) -> Any:
        """List the cases of an event, open ones first."""
        return case_selectors.cases(self.access.event)

    @read_endpoint("cases/<case:ref>/", CaseThreadSerializer, may=Works)
    def case(self, ref: str) -> Any:
        """Return one case with its notes."""
        return self._thread(ref)

    @write_endpoint("cases/<case:ref>/notes/", CaseThreadSerializer, NoteSerializer, may=Referees, name="case_notes")
    def write_case_note(self, data: dict[str, Any], ref: str) -> Any:
        """Add a note to a case."""
        case = case_selectors.case_of(self.access.event, ref)
        case_services.note(case=case, user=self.access.user, now=timezone.now(), **data)
        return self._thread(ref)

    @write_endpoint("cases/<case:ref>/decide/", CaseThreadSerializer, DecisionSerializer, may=Heads, name="case_decide")
    def decide_case(self, data: dict[str, Any], ref: str) -> Any:
        """Decide a case about a ruling. A case about a hand is decided by correcting or upholding that hand."""
        case = case_selectors.case_of(self.access.event, ref)
        case_services.decide(case=case, user=self.access.user, now=timezone.now(), **data)
        return self._thread(ref)

    @write_endpoint("rulings/<number:number>/object/", CaseSerializer, RulingObjectionSerializer, may=ObjectsToRuling)
    def object_to_ruling(self, data: dict[str, Any], number: int) -> Any:
        """Object to a ruling; for the players concerned, or a referee on their behalf."""
        access, players = self.access, concerned_players(self.access, self.ruling)
        named = [one for one in players if data["player"] in (None, one.number)] if access.referees else players[:1]
        if len(named) != 1:
            raise Invalid(_("請揀哪一位提出異議。"), field="player")
        made = case_services.object_to(
            ruling_id=self.ruling.pk,
            player=named[0],
            user=access.user if access.referees else None,
            text=data["reason"],
            now=timezone.now(),
        )
        return case_selectors.case_of(self.access.event, str(made.pk))

    def _thread(self, ref: str) -> Any:
        found = case_selectors.case_of(self.access.event, ref)
        notes = NoteSerializer(case_selectors.notes_of(found), many=True).data
        return {**CaseSerializer(found).data, "notes": notes}


app_name = "penalties_api"

urlpatterns = addresses(CaseEndpoints, RegisterEndpoints, RulingEndpoints)
