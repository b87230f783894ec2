from django.urls import include, path

from tournaments.audit import views as audit
from tournaments.offline import views as offline
from tournaments.webhooks import views as webhooks

app_name = "tournaments"

urlpatterns = [
    path("", include("tournaments.tables.urls")),
    path("", include("tournaments.standings.urls")),
    path("", include("tournaments.rounds.urls")),
    path("", include("tournaments.players.urls")),
    path("", include("tournaments.hall.urls")),
    path("", include("tournaments.scorecards.urls")),
    path("", include("tournaments.organising.urls")),
    path("outbox/", offline.page, name="outbox"),
    path("outbox/state/", offline.state, name="outbox_state"),
    path("worker.js", offline.worker, name="worker"),
    path("g/<game:game_id>/deliver/", offline.deliver, name="deliver"),
    path("", include("tournaments.rulebook.urls")),
    path("e/<slug:slug>/acts/", audit.acts, name="event_acts"),
    path("e/<slug:slug>/acts.csv", audit.acts_csv, name="acts_csv"),
    path("e/<slug:slug>/webhooks/", webhooks.webhooks, name="webhooks"),
    path("e/<slug:slug>/webhooks/<number:number>/", webhooks.webhook, name="webhook"),
    path("e/<slug:slug>/webhooks/<number:number>/end/", webhooks.end_webhook, name="end_webhook"),
    path("e/<slug:slug>/webhooks/<number:number>/test/", webhooks.test_webhook, name="test_webhook"),
]
