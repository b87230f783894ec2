from django.urls import URLPattern, URLResolver, include, path

from tournaments.players import views

PLAYERS = [
    path("", views.players, name="players"),
    path("players.csv", views.players_csv, name="players_csv"),
    path("add/", views.add_player, name="add_player"),
    path("import/", views.import_players, name="import_players"),
    path("import/<number:number>/undo/", views.undo, name="undo_import"),
    path("apart/", views.keep_apart, name="keep_apart"),
    path("apart/<number:pair>/remove/", views.let_together, name="let_together"),
]

PLAYER = [
    path("", views.player, name="player"),
    path("leave/", views.withdraw, name="withdraw_player"),
    path("data/", views.player_data, name="player_data"),
    path("erase/", views.erase_player, name="erase_player"),
]

EVENT: list[URLPattern | URLResolver] = [
    path("players/", include(PLAYERS)),
    path("blacklist/", views.blacklisted, name="blacklist"),
    path("blacklist/<number:entry>/lift/", views.lift, name="lift_blacklisted"),
    path("register/", views.register, name="register"),
    path("registrations/", views.desk, name="registrations"),
    path("registrations/to-players/", views.to_players, name="registrations_to_players"),
    path("registrations/<number:number>/", views.decide, name="decide_registration"),
    path("players/<number:number>/", include(PLAYER)),
]

urlpatterns = [
    path("me/<slug:slug>/data/", views.my_data, name="my_data"),
    path("r/<str:token>/", views.registration, name="registration"),
    path("e/<slug:slug>/", include(EVENT)),
]
