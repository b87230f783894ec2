from django.urls import include, path

from tournaments.views import cards, persons, player_pages

GAME = [
    path("card/", cards.card, name="card"),
    path("card.pdf", cards.card_pdf, name="card_pdf"),
    path("sign/", cards.sign, name="sign"),
    path("sign/<number:seat>/", cards.sign_seat, name="sign_seat"),
    path("sign/<number:seat>/ruled/", cards.sign_ruled, name="sign_ruled"),
    path("reopen/", cards.reopen, name="reopen"),
]

urlpatterns = [
    path("c/", cards.find, name="find_card"),
    path("c/<str:code>/", cards.check, name="check"),
    path("p/<str:token>/", player_pages.link, name="player_link"),
    path("me/<slug:slug>/", player_pages.me, name="me"),
    path("me/<slug:slug>/data/", persons.my_data, name="my_data"),
    path("me/<slug:slug>/leave/", player_pages.leave, name="leave"),
    path("e/<slug:slug>/links/", player_pages.links, name="links"),
    path("e/<slug:slug>/links/<number:number>/", player_pages.renew, name="renew_link"),
    path("g/<game:game_id>/", include(GAME)),
]
