from django.urls import include, path

app_name = "tournaments"

urlpatterns = [
    path("", include("tournaments.tables.urls")),
    path("", include("tournaments.standings.urls")),
    path("", include("tournaments.rounds.urls")),
    path("", include("tournaments.players.urls")),
    path("", include("tournaments.hall.urls")),
    path("", include("tournaments.scorecards.urls")),
    path("", include("tournaments.organising.urls")),
    path("", include("tournaments.offline.urls")),
    path("", include("tournaments.rulebook.urls")),
    path("", include("tournaments.audit.urls")),
    path("", include("tournaments.webhooks.urls")),
]
