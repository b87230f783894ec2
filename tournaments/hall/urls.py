from django.urls import include, path

from tournaments.hall import views

# The same for everyone, and cacheable: no session, no cookie, the language in the address.
LIVE_EVENT = [
    path("now/", views.home_rows, name="live_home_rows"),
    path("now/names/", views.names, name="live_home_names"),
    path("now/<number:number>/", views.own_card, name="live_home_own"),
    path("screen/rows/", views.screen_rows, name="live_screen_rows"),
    path("picture.png", views.event_picture, name="live_event_picture"),
    path("standings.png", views.standings_picture, name="live_standings_picture"),
    path("history/<number:number>.png", views.player_picture, name="live_player_picture"),
]

LIVE_GAME = [
    path("card.png", views.card_picture, name="live_card_picture"),
    path("hands/<number:number>.png", views.hand_picture, name="live_hand_picture"),
]

EVENT = [
    path("now/", views.home_rows, name="home_rows"),
    path("now/names/", views.names, name="home_names"),
    path("now/<number:number>/", views.own_card, name="home_own"),
    path("room/", views.room, name="room"),
    path("poster/", views.poster, name="poster"),
    path("screen/", views.screen, name="screen"),
    path("screen/settings/", views.screen_settings, name="screen_settings"),
    path("screen/rows/", views.screen_rows, name="screen_rows"),
    path("rounds/<number:number>/clock/", views.round_clock, name="round_clock"),
]

urlpatterns = [
    path("live/<language:language>/count.png", views.count_picture, name="live_count_picture"),
    path("live/<language:language>/e/<slug:slug>/", include(LIVE_EVENT)),
    path("live/<language:language>/g/<game:game_id>/", include(LIVE_GAME)),
    path("e/<slug:slug>/", include(EVENT)),
]
