"""Rounds over HTTP. Each method: access, one service, an answer."""

from typing import Any

from django.http import Http404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.access import organiser_access
from tournaments.api.base import OpenView
from tournaments.api.errors import REFUSED
from tournaments.models import Round
from tournaments.services import rounds


def round_json(round_: Round) -> dict[str, Any]:
    """半莊 as JSON."""
    return {"number": round_.number, "day": round_.day.isoformat(), "state": round_.state}


class TakeBackView(OpenView):
    """收回: a round that was opened by mistake, and in which nothing was recorded, is a draft again."""

    @extend_schema(
        operation_id="take_back_round",
        tags=["rounds"],
        request=None,
        responses={200: OpenApiTypes.OBJECT, 409: REFUSED},
    )
    def post(self, request: Request, slug: str, number: int) -> Response:
        event = organiser_access(request, slug).event
        round_id = Round.objects.filter(event=event, number=number).values_list("pk", flat=True).first()
        if round_id is None:
            raise Http404
        return Response(round_json(rounds.take_back_round(round_id=round_id, confirmed=True)))
