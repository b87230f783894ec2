from django.urls import URLPattern, URLResolver, include, path

from tournaments.views import calls, outbox, recording, substitutes, tables, whatif

CALL = [
    path("", calls.call, name="call"),
    path("withdraw/", calls.withdraw, name="call_withdraw"),
    path("take/", calls.take, name="call_take"),
    path("end/", calls.end, name="call_end"),
]

GAME: list[URLPattern | URLResolver] = [
    path("", tables.table, name="table"),
    path("call/", include(CALL)),
    path("win/", recording.win, name="win"),
    path("draw/", recording.draw, name="draw"),
    path("preview/", recording.preview_again, name="preview"),
    path("save/", recording.save, name="save"),
    path("deliver/", outbox.deliver, name="deliver"),
    path("recorded/", recording.recorded, name="recorded"),
    path("count/", recording.count, name="count"),
    path("substitute/", substitutes.substitute, name="substitute"),
    path("whatif/", whatif.whatif, name="whatif"),
]

urlpatterns = [
    path("tables/", tables.my_tables, name="my_tables"),
    path("outbox/", outbox.page, name="outbox"),
    path("outbox/state/", outbox.state, name="outbox_state"),
    path("worker.js", outbox.worker, name="worker"),
    path("g/<game:game_id>/", include(GAME)),
]
