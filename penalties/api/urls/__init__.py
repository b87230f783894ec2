"""Addresses of the API of rulings, below /api/; one module per subject."""

from django.urls import include, path

app_name = "penalties_api"

urlpatterns = [
    path("", include("penalties.api.urls.cases")),
    path("", include("penalties.api.urls.register")),
    path("", include("penalties.api.urls.rulings")),
]
