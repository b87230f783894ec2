from django.urls import URLPattern, URLResolver, include, path

from tournaments.views import event_draws, seating_otherwise

DRAWS = [
    path("", event_draws.page, name="draws"),
    path("lock/", event_draws.lock, name="lock_list"),
    path("release/", event_draws.release, name="release_list"),
    path("seed/", event_draws.seed, name="draw_rounds"),
    path("look/", event_draws.look, name="look_at_draw"),
    path("stop/", event_draws.stop, name="stop_draw"),
    path("<number:number>.json", event_draws.list_document, name="list_document"),
]

EVENT: list[URLPattern | URLResolver] = [
    path("rounds/<number:number>/ways/", seating_otherwise.ways, name="seat_otherwise"),
    path("draws/", include(DRAWS)),
    path("draws/<number:number>/<number:line>/", event_draws.one, name="draw_line"),
    path("draws/<number:number>/<number:line>.json", event_draws.line_document, name="draw_document"),
]

urlpatterns = [
    path("e/<slug:slug>/", include(EVENT)),
]
