"""What the API's views have in common."""

from collections.abc import Callable
from typing import Any

from django.http import HttpResponse
from rest_framework.authentication import BaseAuthentication
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts.authentication import TokenAuthentication
from tournaments.access import EventAccess
from tournaments.api.authentication import CookieAuthentication, NoOtherScheme, PlayerAuthentication
from tournaments.web.conditional import unchanged


class OpenView(APIView):
    """A view whose rights are decided by `tournaments.access` alone: 404 or 403 like the pages."""

    permission_classes = [AllowAny]
    authentication_classes: list[type[BaseAuthentication]] = [
        TokenAuthentication,
        PlayerAuthentication,
        NoOtherScheme,
        CookieAuthentication,
    ]


def with_version(request: Request, access: EventAccess, what: str, told: Callable[[], dict[str, Any]]) -> HttpResponse:
    """What the standings add up to, with their version; 304 for who has it. Who is told with a delay is given neither
    version nor a mark made of it: Django's ConditionalGetMiddleware marks such an answer
    by its content."""
    version = access.version
    if version is None:
        return Response({"version": None} | told())
    mark = f'"{what}-{access.event.pk}-{version}-{access.event.page_version}"'
    return unchanged(request, mark) or Response({"version": version} | told(), headers={"ETag": mark})
