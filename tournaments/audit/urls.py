from django.urls import path

from tournaments.audit import views

urlpatterns = [
    path("e/<slug:slug>/acts/", views.acts, name="event_acts"),
    path("e/<slug:slug>/acts.csv", views.acts_csv, name="acts_csv"),
]
