from django.urls import include, path

from penalties.views import in_force, register

EVENT = [
    path("rulings/", register.register, name="register"),
    path("rulings.csv", register.register_csv, name="register_csv"),
    path("rulings/<number:number>/", register.article, name="article"),
    path("rulings/<number:number>/photo.jpg", register.photo, name="article_photo"),
    path("cards/", in_force.cards, name="in_force"),
]

urlpatterns = [
    path("me/<slug:slug>/rulings/", in_force.mine, name="mine"),
    path("e/<slug:slug>/", include(EVENT)),
]
