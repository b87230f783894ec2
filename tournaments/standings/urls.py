from django.urls import include, path

from tournaments.standings import views

# The same for everyone, and cacheable: no session, no cookie, the language in the address.
LIVE_EVENT = [
    path("standings/rows/", views.standings_rows, name="live_standings_rows"),
    path("standings/courses/", views.courses, name="live_courses"),
    path("stage-<number:number>/rows/", views.standings_rows, name="live_stage_rows"),
    path("history/<number:number>/", views.history_rows, name="live_history"),
    path("history/<number:number>/place/", views.place_rows, name="live_place"),
]

ME = [path("", views.me, name="me"), path("leave/", views.leave, name="leave")]

EVENT = [
    path("stage-<number:number>/", views.standings, name="stage_standings"),
    path("stage-<number:number>/rows/", views.standings_rows, name="stage_rows"),
    path("standings/", views.standings, name="standings"),
    path("standings/rows/", views.standings_rows, name="standings_rows"),
    path("standings/courses/", views.courses, name="courses"),
    path("standings.csv", views.standings_csv, name="standings_csv"),
    path("history/<number:number>/", views.player_history, name="player_history"),
    path("history/<number:number>/place/", views.place_rows, name="place"),
    path("sum/", views.event_total, name="sum"),
    path("sum/<number:number>/", views.round_total, name="round_sum"),
    path("links/", views.links, name="links"),
    path("links/<number:number>/", views.renew, name="renew_link"),
]

urlpatterns = [
    path("live/<language:language>/e/<slug:slug>/", include(LIVE_EVENT)),
    path("p/<str:token>/", views.link, name="player_link"),
    path("me/<slug:slug>/", include(ME)),
    path("e/<slug:slug>/", include(EVENT)),
]
