"""Addresses: tables and what is recorded at them."""

from django.urls import path

from tournaments.views import recording, tables, whatif

urlpatterns = [
    path("tables/", tables.my_tables, name="my_tables"),
    path("g/<int:game_id>/", tables.table, name="table"),
    path("g/<int:game_id>/win/", recording.win, name="win"),
    path("g/<int:game_id>/draw/", recording.draw, name="draw"),
    path("g/<int:game_id>/save/", recording.save, name="save"),
    path("g/<int:game_id>/count/", recording.count, name="count"),
    path("g/<int:game_id>/whatif/", whatif.whatif, name="whatif"),
]
