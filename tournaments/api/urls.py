from django.urls import path

from tournaments.api.base import addresses
from tournaments.organising import api as events
from tournaments.players import api as players
from tournaments.rounds import api as rounds
from tournaments.rulebook.api import DocumentEndpoints, RuleSetEndpoints
from tournaments.scorecards import api as cards
from tournaments.standings import api as standings
from tournaments.tables import api as games
from tournaments.webhooks import api as webhooks

app_name = "api"

urlpatterns = [
    path("score/", DocumentEndpoints.as_view({"post": "score"}), name="score"),
    path("replay/", DocumentEndpoints.as_view({"post": "replay"}), name="replay"),
    path("draw/", DocumentEndpoints.as_view({"post": "draw"}), name="draw"),
    path("rule-sets/", RuleSetEndpoints.as_view({"get": "rule_sets"}), name="rule_sets"),
    path("rule-sets/<slug:rule_set>/", RuleSetEndpoints.as_view({"get": "rule_set"}), name="rule_set"),
    *addresses(
        events.EventEndpoints,
        events.TableEndpoints,
        events.StaffEndpoints,
        events.SiteEndpoints,
        players.PlayerEndpoints,
        players.ApartEndpoints,
        players.BlacklistEndpoints,
        players.CheckInEndpoints,
        players.RegistrationEndpoints,
        players.OwnEntryEndpoints,
        rounds.RoundEndpoints,
        rounds.ClockEndpoints,
        rounds.DrawEndpoints,
        rounds.StageEndpoints,
        standings.StandingsEndpoints,
        games.GameEndpoints,
        games.HandEndpoints,
        games.CallEndpoints,
        cards.CardEndpoints,
        webhooks.WebhookEndpoints,
    ),
]
