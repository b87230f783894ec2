"""替補 over HTTP: a staff player steps in, or is taken back. Access, one service, an answer."""

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.access import game_access, require
from tournaments.api import serializers as shapes
from tournaments.api.base import OpenView
from tournaments.api.errors import REFUSED
from tournaments.api.games import game_json, loaded_games
from tournaments.api.steps import checked
from tournaments.services import substitutes as services


class SubstituteSerializer(serializers.Serializer):
    """替補 of a seat from the hand in progress on; null takes them back until they have finished a hand."""

    seat = serializers.IntegerField(min_value=0, max_value=3)
    player = serializers.IntegerField(min_value=1, allow_null=True, help_text="number of a staff player")


class SubstituteView(OpenView):
    """Put a staff player into a seat in play: organisers and the head referee."""

    @extend_schema(
        operation_id="substitute",
        tags=["games"],
        request=SubstituteSerializer,
        responses={200: shapes.GameSerializer, 409: REFUSED},
    )
    def post(self, request: Request, game_id: int) -> Response:
        access = game_access(request, game_id)
        require(access.leads)
        data = checked(SubstituteSerializer, request)
        seat, number, now = data["seat"], data["player"], timezone.now()
        if number is None:
            services.take_back(game_id=game_id, seat=seat, now=now)
        else:
            services.step_in(game_id=game_id, seat=seat, number=number, now=now)
        return Response(game_json(loaded_games(access.event.pk).get(pk=game_id)))
