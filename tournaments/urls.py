"""Addresses of the tournaments app, one module per subject."""

from django.urls import include, path

app_name = "tournaments"

urlpatterns = [
    path("", include("tournaments.urls_events")),
    path("", include("tournaments.urls_tables")),
    path("", include("tournaments.urls_book")),
    path("", include("tournaments.urls_cards")),
]
