"""Addresses of the API: the register of rulings."""

from django.urls import path

from penalties.api import register

urlpatterns = [
    path("events/<slug:slug>/rulings/", register.RulingsView.as_view(), name="rulings"),
    path("events/<slug:slug>/rulings/<number:number>/", register.RulingView.as_view(), name="ruling"),
    path("events/<slug:slug>/cards/", register.CardsView.as_view(), name="cards"),
]
