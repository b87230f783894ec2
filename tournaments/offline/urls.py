from django.urls import path

from tournaments.offline import views

urlpatterns = [
    path("outbox/", views.page, name="outbox"),
    path("outbox/state/", views.state, name="outbox_state"),
    path("worker.js", views.worker, name="worker"),
    path("g/<game:game_id>/deliver/", views.deliver, name="deliver"),
]
