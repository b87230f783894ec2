"""A signed card by its short code: public, for everybody who holds a printed card."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.access import game_known
from tournaments.api.base import OpenView
from tournaments.api.games import signatures_json
from tournaments.api.serializers import CheckSerializer
from tournaments.api.steps import there
from tournaments.models import Scorecard
from tournaments.selectors.as_told import told_card
from tournaments.selectors.visible_book import viewer_of
from tournaments.selectors.visible_cards import checked_card
from tournaments.services.cards import read_code


class CheckView(OpenView):
    """查核: the stored card, and whether text, digest, code, signatures and the book of today agree."""

    @extend_schema(operation_id="check_card", tags=["cards"], responses=CheckSerializer)
    def get(self, request: Request, code: str) -> Response:
        found = Scorecard.objects.select_related("game__event", "game__round").filter(code=read_code(code))
        card = there(found.first())
        access = game_known(request, card.game)
        checked = checked_card(card, viewer_of(access))
        told_card(card, access.until)
        return Response(
            {
                "code": card.code,
                "digest": card.digest,
                "matches": not checked.differences,
                "version": card.version,
                "locked_at": card.locked_at,
                "reopened_at": card.reopened_at,
                "reopen_reason": card.reopen_reason,
                "signatures": signatures_json(checked.signatures),
                "withheld": checked.withheld,
                "content": checked.content,
            }
        )
