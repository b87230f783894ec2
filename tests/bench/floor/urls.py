"""Addresses of the bare views."""

from django.urls import path

from tests.bench.floor import views

urlpatterns = [
    path("write/<int:slip>/", views.write),
    path("again/<int:slip>/", views.again),
    path("finished/", views.finished),
    path("rows/", views.rows),
]
