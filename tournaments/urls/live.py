"""Addresses for everybody and for caches: no session, no cookie, the language in the address."""

from django.urls import path

from tournaments.views import event_home, hands, pictures, screen, seats, standings, story, tables

urlpatterns = [
    path("e/<slug:slug>/now/", event_home.home_rows.live, name="live_home_rows"),
    path("e/<slug:slug>/now/names/", event_home.names.live, name="live_home_names"),
    path("e/<slug:slug>/now/<number:number>/", event_home.own_card.live, name="live_home_own"),
    path("e/<slug:slug>/standings/rows/", standings.standings_rows.live, name="live_standings_rows"),
    path("e/<slug:slug>/standings/courses/", standings.courses.live, name="live_courses"),
    path("e/<slug:slug>/stage-<number:number>/rows/", standings.stage_rows.live, name="live_stage_rows"),
    path("e/<slug:slug>/screen/rows/", screen.screen_rows.live, name="live_screen_rows"),
    path("e/<slug:slug>/history/<number:number>/", standings.history_rows.live, name="live_history"),
    path("e/<slug:slug>/history/<number:number>/place/", standings.place_rows.live, name="live_place"),
    path("e/<slug:slug>/seats/", seats.seats_rows.live, name="live_seats"),
    path("e/<slug:slug>/seats/<number:number>/", seats.seats_rows.live, name="live_seats_of"),
    path("g/<game:game_id>/", tables.live_table, name="live_table"),
    path("e/<slug:slug>/picture.png", pictures.event_picture.live, name="live_event_picture"),
    path("e/<slug:slug>/standings.png", pictures.standings_picture.live, name="live_standings_picture"),
    path("e/<slug:slug>/history/<number:number>.png", pictures.player_picture.live, name="live_player_picture"),
    path("g/<game:game_id>/card.png", pictures.card_picture, name="live_card_picture"),
    path("g/<game:game_id>/hands/<number:number>.png", pictures.hand_picture, name="live_hand_picture"),
    path("count.png", pictures.count_picture, name="live_count_picture"),
    path("g/<game:game_id>/hands/", hands.live_hands, name="live_hands"),
    path("g/<game:game_id>/story/", story.live_story, name="live_story"),
]
