"""Addresses for everybody and for caches: no session, no cookie, the language in the address."""

from django.urls import path

from tournaments.views import screen, seats, standings, tables

urlpatterns = [
    path("e/<slug:slug>/standings/rows/", standings.standings_rows.live, name="live_standings_rows"),
    path("e/<slug:slug>/stage-<number:number>/rows/", standings.stage_rows.live, name="live_stage_rows"),
    path("e/<slug:slug>/screen/rows/", screen.screen_rows.live, name="live_screen_rows"),
    path("e/<slug:slug>/history/<number:number>/", standings.history_rows.live, name="live_history"),
    path("e/<slug:slug>/seats/", seats.seats_rows.live, name="live_seats"),
    path("e/<slug:slug>/seats/<number:number>/", seats.seats_rows.live, name="live_seats_of"),
    path("g/<game:game_id>/", tables.live_table, name="live_table"),
]
