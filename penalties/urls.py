"""Addresses of the penalties app, one module per subject."""

from django.urls import include, path

from penalties.views import rulings

app_name = "penalties"

urlpatterns = [
    path("g/<number:game_id>/ruling/", rulings.ruling, name="ruling"),
    path("g/<number:game_id>/ruling/other/", rulings.other, name="other"),
    path("", include("penalties.urls_register")),
    path("", include("penalties.urls_reversals")),
    path("", include("penalties.urls_hall")),
    path("", include("penalties.urls_cases")),
]
