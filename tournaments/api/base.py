"""What the API's views have in common."""

from rest_framework.authentication import BaseAuthentication
from rest_framework.permissions import AllowAny
from rest_framework.views import APIView

from accounts.authentication import TokenAuthentication
from tournaments.api.authentication import CookieAuthentication, NoOtherScheme, PlayerAuthentication


class OpenView(APIView):
    """A view whose rights are decided by `tournaments.access` alone: 404 or 403 like the pages."""

    permission_classes = [AllowAny]
    authentication_classes: list[type[BaseAuthentication]] = [
        TokenAuthentication,
        PlayerAuthentication,
        NoOtherScheme,
        CookieAuthentication,
    ]
