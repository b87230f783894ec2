from django.urls import include, path

from tournaments.standings.views import player_pages, standings, sums

# For everyone and for caches: no session, no cookie, the language in the address.
LIVE_EVENT = [
    path("standings/rows/", standings.standings_rows, name="live_standings_rows"),
    path("standings/courses/", standings.courses, name="live_courses"),
    path("stage-<number:number>/rows/", standings.stage_rows, name="live_stage_rows"),
    path("history/<number:number>/", standings.history_rows, name="live_history"),
    path("history/<number:number>/place/", standings.place_rows, name="live_place"),
]

ME = [
    path("", player_pages.me, name="me"),
    path("leave/", player_pages.leave, name="leave"),
]

EVENT = [
    path("stage-<number:number>/", standings.stage_standings, name="stage_standings"),
    path("stage-<number:number>/rows/", standings.stage_rows, name="stage_rows"),
    path("standings/", standings.standings, name="standings"),
    path("standings/rows/", standings.standings_rows, name="standings_rows"),
    path("standings/courses/", standings.courses, name="courses"),
    path("standings.csv", standings.standings_csv, name="standings_csv"),
    path("history/<number:number>/", standings.player_history, name="player_history"),
    path("history/<number:number>/place/", standings.place_rows, name="place"),
    path("sum/", sums.event_total, name="sum"),
    path("sum/<number:number>/", sums.round_total, name="round_sum"),
    path("links/", player_pages.links, name="links"),
    path("links/<number:number>/", player_pages.renew, name="renew_link"),
]

urlpatterns = [
    path("live/<language:language>/e/<slug:slug>/", include(LIVE_EVENT)),
    path("p/<str:token>/", player_pages.link, name="player_link"),
    path("me/<slug:slug>/", include(ME)),
    path("e/<slug:slug>/", include(EVENT)),
]
