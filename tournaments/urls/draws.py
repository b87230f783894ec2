"""Addresses: all rounds drawn at once, how anybody repeats it, and other ways to seat a round."""

from django.urls import path

from tournaments.views import event_draws, seating_otherwise

urlpatterns = [
    path("e/<slug:slug>/rounds/<number:number>/ways/", seating_otherwise.ways, name="seat_otherwise"),
    path("e/<slug:slug>/draws/", event_draws.page, name="draws"),
    path("e/<slug:slug>/draws/lock/", event_draws.lock, name="lock_list"),
    path("e/<slug:slug>/draws/release/", event_draws.release, name="release_list"),
    path("e/<slug:slug>/draws/seed/", event_draws.seed, name="draw_rounds"),
    path("e/<slug:slug>/draws/look/", event_draws.look, name="look_at_draw"),
    path("e/<slug:slug>/draws/stop/", event_draws.stop, name="stop_draw"),
    path("e/<slug:slug>/draws/<number:number>.json", event_draws.list_document, name="list_document"),
    path("e/<slug:slug>/draws/<number:number>/<number:line>/", event_draws.one, name="draw_line"),
    path("e/<slug:slug>/draws/<number:number>/<number:line>.json", event_draws.line_document, name="draw_document"),
]
