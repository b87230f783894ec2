"""Addresses: the register of rulings, one article, what is in force, a player's own part."""

from django.urls import path

from penalties.views import in_force, register

urlpatterns = [
    path("e/<slug:slug>/rulings/", register.register, name="register"),
    path("e/<slug:slug>/rulings.csv", register.register_csv, name="register_csv"),
    path("e/<slug:slug>/rulings/<number:number>/", register.article, name="article"),
    path("e/<slug:slug>/rulings/<number:number>/photo.jpg", register.photo, name="article_photo"),
    path("e/<slug:slug>/cards/", in_force.cards, name="in_force"),
    path("me/<slug:slug>/rulings/", in_force.mine, name="mine"),
]
