from django.urls import include, path

from penalties.views import outbox, rulings

app_name = "penalties"

urlpatterns = [
    path("g/<game:game_id>/ruling/", rulings.ruling, name="ruling"),
    path("g/<game:game_id>/ruling/deliver/", outbox.deliver, name="deliver"),
    path("", include("penalties.urls.register")),
    path("", include("penalties.urls.reversals")),
    path("", include("penalties.urls.hall")),
    path("", include("penalties.urls.cases")),
]
