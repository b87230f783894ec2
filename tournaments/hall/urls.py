from django.urls import include, path

from tournaments.hall.views import clocks, event_home, pictures, poster, room, screen

# For everyone and for caches: no session, no cookie, the language in the address.
LIVE_EVENT = [
    path("now/", event_home.home_rows, name="live_home_rows"),
    path("now/names/", event_home.names, name="live_home_names"),
    path("now/<number:number>/", event_home.own_card, name="live_home_own"),
    path("screen/rows/", screen.screen_rows, name="live_screen_rows"),
    path("picture.png", pictures.event_picture, name="live_event_picture"),
    path("standings.png", pictures.standings_picture, name="live_standings_picture"),
    path("history/<number:number>.png", pictures.player_picture, name="live_player_picture"),
]

LIVE_GAME = [
    path("card.png", pictures.card_picture, name="live_card_picture"),
    path("hands/<number:number>.png", pictures.hand_picture, name="live_hand_picture"),
]

EVENT = [
    path("now/", event_home.home_rows, name="home_rows"),
    path("now/names/", event_home.names, name="home_names"),
    path("now/<number:number>/", event_home.own_card, name="home_own"),
    path("room/", room.room, name="room"),
    path("poster/", poster.poster, name="poster"),
    path("screen/", screen.screen, name="screen"),
    path("screen/settings/", screen.screen_settings, name="screen_settings"),
    path("screen/rows/", screen.screen_rows, name="screen_rows"),
    path("rounds/<number:number>/clock/", clocks.round_clock, name="round_clock"),
]

urlpatterns = [
    path("live/<language:language>/count.png", pictures.count_picture, name="live_count_picture"),
    path("live/<language:language>/e/<slug:slug>/", include(LIVE_EVENT)),
    path("live/<language:language>/g/<game:game_id>/", include(LIVE_GAME)),
    path("e/<slug:slug>/", include(EVENT)),
]
