"""Addresses of the API: ruling, reversing, confirming a suspension."""

from django.urls import path

from penalties.api import rulings

urlpatterns = [
    path("games/<game:game_id>/rulings/", rulings.RuleView.as_view(), name="rule"),
    path("events/<slug:slug>/hall-rulings/", rulings.HallRuleView.as_view(), name="rule_in_hall"),
    path("events/<slug:slug>/rulings/<number:number>/reverse/", rulings.ReverseView.as_view(), name="reverse"),
    path(
        "events/<slug:slug>/rulings/<number:number>/confirm/",
        rulings.ConfirmSuspensionView.as_view(),
        name="confirm_suspension",
    ),
]
