from django.urls import include, path

from penalties.views import cases, register, rulings

app_name = "penalties"

EVENT = [
    path("rulings/", register.register, name="register"),
    path("rulings.csv", register.register_csv, name="register_csv"),
    path("rulings/<number:number>/", register.article, name="article"),
    path("rulings/<number:number>/photo.jpg", register.photo, name="article_photo"),
    path("cards/", register.cards, name="in_force"),
    path("rulings/<number:number>/reverse/", register.reverse_ruling, name="reverse"),
    path("rulings/<number:number>/confirm/", register.confirm_suspension, name="confirm_suspension"),
    path("rulings/new/", rulings.hall_ruling, name="hall"),
    path("cases/", cases.cases, name="cases"),
    path("cases/<case:ref>/", cases.case, name="case"),
    path("cases/<case:ref>/note/", cases.note, name="case_note"),
    path("cases/<case:ref>/decide/", cases.decide, name="case_decide"),
    path("rulings/<number:number>/object/", cases.object_to, name="object_to_ruling"),
]

urlpatterns = [
    path("g/<game:game_id>/ruling/", rulings.ruling, name="ruling"),
    path("g/<game:game_id>/ruling/deliver/", rulings.deliver, name="deliver"),
    path("me/<slug:slug>/rulings/", register.mine, name="mine"),
    path("e/<slug:slug>/", include(EVENT)),
]
