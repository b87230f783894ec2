"""Addresses of rulings."""

from django.urls import path

from penalties.views import rulings

app_name = "penalties"

urlpatterns = [
    path("g/<int:game_id>/ruling/", rulings.ruling, name="ruling"),
    path("g/<int:game_id>/ruling/other/", rulings.other, name="other"),
]
