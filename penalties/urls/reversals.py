"""Addresses: reversing a ruling."""

from django.urls import path

from penalties.views import reversals

urlpatterns = [path("e/<slug:slug>/rulings/<number:number>/reverse/", reversals.reverse_ruling, name="reverse")]
