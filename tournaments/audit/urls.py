from django.urls import include, path

from tournaments.audit import views

EVENT = [
    path("acts/", views.acts, name="event_acts"),
    path("acts.csv", views.acts_csv, name="acts_csv"),
]

urlpatterns = [
    path("e/<slug:slug>/", include(EVENT)),
]
