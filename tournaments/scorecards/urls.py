from django.urls import include, path

from tournaments.scorecards import views

GAME = [
    path("card/", views.card, name="card"),
    path("card.pdf", views.card_pdf, name="card_pdf"),
    path("sign/", views.sign, name="sign"),
    path("sign/<number:seat>/", views.sign_seat, name="sign_seat"),
    path("sign/<number:seat>/ruled/", views.sign_ruled, name="sign_ruled"),
    path("reopen/", views.reopen, name="reopen"),
]

urlpatterns = [
    path("g/<game:game_id>/", include(GAME)),
    path("e/<slug:slug>/cards.pdf", views.cards_pdf, name="cards_pdf"),
    path("e/<slug:slug>/rounds/<number:number>/cards.pdf", views.cards_pdf, name="round_cards_pdf"),
    path("c/", views.find, name="find_card"),
    path("c/<str:code>/", views.check, name="check"),
]
