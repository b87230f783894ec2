"""暫停 over HTTP. Each method: access, one service, an answer."""

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.access import writing_access
from tournaments.api import serializers as shapes
from tournaments.api.base import OpenView
from tournaments.api.errors import REFUSED
from tournaments.api.games import checked
from tournaments.services import pauses


class PauseView(OpenView):
    """Stop the time of a table, or enter a pause that has ended. No points move; no replay document has it."""

    @extend_schema(
        operation_id="pause",
        tags=["games"],
        request=shapes.PauseSerializer,
        responses={200: shapes.AnswerSerializer, 409: REFUSED},
    )
    def post(self, request: Request, game_id: int) -> Response:
        access = writing_access(request, game_id)
        data = checked(shapes.PauseSerializer, request)
        return Response(pauses.pause(game_id=game_id, actor=access.actor, now=timezone.now(), **data))


class ResumeView(OpenView):
    """The table plays on."""

    @extend_schema(
        operation_id="resume",
        tags=["games"],
        request=shapes.ResumeSerializer,
        responses={200: shapes.AnswerSerializer, 409: REFUSED},
    )
    def post(self, request: Request, game_id: int) -> Response:
        access = writing_access(request, game_id)
        data = checked(shapes.ResumeSerializer, request)
        return Response(pauses.resume(game_id=game_id, actor=access.actor, now=timezone.now(), **data))
