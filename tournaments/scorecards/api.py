from collections.abc import Iterable
from typing import Any

from django.utils import timezone
from rest_framework import serializers
from rest_framework.permissions import AllowAny

from tournaments.api.base import (
    OBJECT,
    Endpoints,
    Heads,
    ProvedAgain,
    SpeaksForSeat,
    UtcField,
    Writes,
    get_or_404,
    read_endpoint,
    write_endpoint,
)
from tournaments.core import confirmation_rules
from tournaments.core.access import game_known
from tournaments.models import Scorecard
from tournaments.scorecards import services as cards
from tournaments.scorecards.selectors import CardSignature, checked_card, shown_card, signatures_in
from tournaments.tables.api import KeyedSerializer, ReasonSerializer
from tournaments.tables.game_log.read import read_book
from tournaments.tables.selectors.visible import delayed_card, delayed_cards, viewer_of


class SignSerializer(KeyedSerializer):
    """簽署: the digest of the card shown to the player, and the drawn strokes or the PIN."""

    seat = serializers.IntegerField(min_value=0, max_value=3)
    digest = serializers.CharField(max_length=64)
    strokes = serializers.CharField(allow_blank=True, default="", max_length=20_000)
    pin = serializers.CharField(allow_blank=True, default="", max_length=4)


class SignRulingSerializer(ReasonSerializer):
    """裁判裁定作實: a referee's decision in place of a missing signature. `seat`: the one that did not sign · `digest`:
    of the card that the referee was shown."""

    seat = serializers.IntegerField(min_value=0, max_value=3)
    digest = serializers.CharField(max_length=64)


class SignatureSerializer(serializers.Serializer):
    seat = serializers.IntegerField()
    method = serializers.CharField(help_text="drawn, pin, phone, or ruled: the referee's decision in its place")
    at = UtcField()
    ruled_by = serializers.CharField(allow_blank=True)
    reason = serializers.CharField(allow_blank=True, help_text="of a ruling")


class CardSerializer(serializers.Serializer):
    digest = serializers.CharField()
    signed = serializers.ListField(child=serializers.IntegerField())
    signatures = SignatureSerializer(many=True)
    code = serializers.CharField(allow_null=True)
    withheld = serializers.BooleanField(help_text="rulings in `content` are shortened for this reader")
    content = serializers.DictField()


class CheckSerializer(serializers.Serializer):
    code = serializers.CharField()
    digest = serializers.CharField()
    matches = serializers.BooleanField(help_text="text, digest, code, signatures and today's game log agree")
    version = serializers.IntegerField()
    locked_at = serializers.DateTimeField()
    reopened_at = serializers.DateTimeField(allow_null=True)
    reopen_reason = serializers.CharField()
    signatures = SignatureSerializer(many=True)
    withheld = serializers.BooleanField(help_text="rulings in `content` are shortened for this reader")
    content = serializers.DictField()


def _signed(signatures: Iterable[CardSignature]) -> Any:
    return SignatureSerializer([one for one in signatures if one.at is not None], many=True).data


class CardEndpoints(Endpoints):
    tag = "cards"

    @read_endpoint("games/<game:game_id>/card/", CardSerializer)
    def card(self) -> Any:
        """Return the current scorecard."""
        game = self.access.game
        found = read_book(game)
        content, withheld = shown_card(game, found, viewer_of(self.access))
        signing = [act for _digest, act in found.folded.signatures.values()]
        in_force = next((card for card in delayed_cards(game) if card.reopened_at is None), None)
        return {
            "digest": cards.current_digest(game, found.folded),
            "signed": sorted(found.folded.signatures),
            "signatures": _signed(signatures_in(game.pk, signing, [""] * 4, drawn=False)),
            "code": in_force.code if in_force else None,
            "withheld": withheld,
            "content": content,
        }

    @write_endpoint("games/<game:game_id>/card/sign/", OBJECT, SignSerializer, may=SpeaksForSeat)
    def sign(self, data: dict[str, Any]) -> Any:
        """Sign the card for one seat."""
        method = confirmation_rules.may_sign(self.access, data["seat"], data.pop("pin"), timezone.now())
        return cards.sign(**self.access.entry, method=method, **data)

    @write_endpoint("games/<game:game_id>/card/sign/ruled/", OBJECT, SignRulingSerializer, may=Writes)
    def sign_ruled(self, data: dict[str, Any]) -> Any:
        """Rule that the card is valid without the signature of one seat; for the referee, with a reason."""
        return cards.rule_signed(**self.access.entry, **data)

    @write_endpoint("games/<game:game_id>/card/reopen/", OBJECT, ReasonSerializer, may=(Heads, ProvedAgain))
    def reopen(self, data: dict[str, Any]) -> Any:
        """Reopen a signed card; for the head referee, with a reason."""
        return cards.reopen(**self.access.entry, **data)

    @read_endpoint("cards/<str:code>/", CheckSerializer, may=AllowAny, name="check")
    def check_card(self, code: str) -> Any:
        """查核: return the stored card, and whether text, digest, code, signatures and the current game log agree."""
        found = Scorecard.objects.select_related("game__event", "game__round").filter(code=cards.read_code(code))
        card = get_or_404(found.first())
        access = game_known(self.request, card.game)
        checked = checked_card(card, viewer_of(access))
        delayed_card(card, access.until)
        names = ("code", "digest", "version", "locked_at", "reopened_at", "reopen_reason")
        return {name: getattr(card, name) for name in names} | {
            "matches": not checked.differences,
            "signatures": _signed(checked.signatures),
            "withheld": checked.withheld,
            "content": checked.content,
        }
