"""Addresses: tables and what is recorded at them."""

from django.urls import path

from tournaments.views import calls, outbox, recording, substitutes, tables, whatif

urlpatterns = [
    path("tables/", tables.my_tables, name="my_tables"),
    path("g/<game:game_id>/", tables.table, name="table"),
    path("g/<game:game_id>/call/", calls.call, name="call"),
    path("g/<game:game_id>/call/withdraw/", calls.withdraw, name="call_withdraw"),
    path("g/<game:game_id>/call/take/", calls.take, name="call_take"),
    path("g/<game:game_id>/call/end/", calls.end, name="call_end"),
    path("g/<game:game_id>/win/", recording.win, name="win"),
    path("g/<game:game_id>/draw/", recording.draw, name="draw"),
    path("g/<game:game_id>/preview/", recording.preview_again, name="preview"),
    path("g/<game:game_id>/save/", recording.save, name="save"),
    path("g/<game:game_id>/deliver/", outbox.deliver, name="deliver"),
    path("outbox/", outbox.page, name="outbox"),
    path("worker.js", outbox.worker, name="worker"),
    path("outbox/state/", outbox.state, name="outbox_state"),
    path("g/<game:game_id>/recorded/", recording.recorded, name="recorded"),
    path("g/<game:game_id>/count/", recording.count, name="count"),
    path("g/<game:game_id>/substitute/", substitutes.substitute, name="substitute"),
    path("g/<game:game_id>/whatif/", whatif.whatif, name="whatif"),
]
