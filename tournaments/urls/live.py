"""Addresses for caches: no session, no cookie, the language in the address."""

from django.urls import include, path

from tournaments.views import event_home, hands, pictures, screen, seats, standings, story, tables

EVENT = [
    path("now/", event_home.home_rows, name="live_home_rows"),
    path("now/names/", event_home.names, name="live_home_names"),
    path("now/<number:number>/", event_home.own_card, name="live_home_own"),
    path("standings/rows/", standings.standings_rows, name="live_standings_rows"),
    path("standings/courses/", standings.courses, name="live_courses"),
    path("stage-<number:number>/rows/", standings.stage_rows, name="live_stage_rows"),
    path("screen/rows/", screen.screen_rows, name="live_screen_rows"),
    path("history/<number:number>/", standings.history_rows, name="live_history"),
    path("history/<number:number>/place/", standings.place_rows, name="live_place"),
    path("seats/", seats.seats_rows, name="live_seats"),
    path("seats/<number:number>/", seats.seats_rows, name="live_seats_of"),
    path("picture.png", pictures.event_picture, name="live_event_picture"),
    path("standings.png", pictures.standings_picture, name="live_standings_picture"),
    path("history/<number:number>.png", pictures.player_picture, name="live_player_picture"),
]

GAME = [
    path("", tables.live_table, name="live_table"),
    path("card.png", pictures.card_picture, name="live_card_picture"),
    path("hands/<number:number>.png", pictures.hand_picture, name="live_hand_picture"),
    path("hands/", hands.live_hands, name="live_hands"),
    path("story/", story.live_story, name="live_story"),
]

urlpatterns = [
    path("count.png", pictures.count_picture, name="live_count_picture"),
    path("e/<slug:slug>/", include(EVENT)),
    path("g/<game:game_id>/", include(GAME)),
]
