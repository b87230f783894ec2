from django.urls import path

from penalties.views import hall

urlpatterns = [
    path("e/<slug:slug>/rulings/new/", hall.ruling, name="hall"),
]
