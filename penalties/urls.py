"""Addresses of rulings."""

from django.urls import path

from penalties import views

app_name = "penalties"

urlpatterns = [
    path("g/<int:game_id>/ruling/", views.ruling, name="ruling"),
    path("g/<int:game_id>/ruling/other/", views.other, name="other"),
]
