from django.urls import include, path

app_name = "tournaments"

urlpatterns = [
    path("live/<language:language>/", include("tournaments.urls.live")),
    path("", include("tournaments.urls.tables")),
    path("", include("tournaments.urls.book")),
    path("", include("tournaments.urls.cards")),
    path("", include("tournaments.urls.events")),
    path("", include("tournaments.urls.draws")),
]
