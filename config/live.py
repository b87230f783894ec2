"""The addresses for everybody by themselves: what is asked for most is found without trying all others first."""

from django.urls import URLResolver, include, path

urlpatterns: list[URLResolver] = [
    path("live/<language:language>/", include(("tournaments.urls.live", "tournaments"))),
]
