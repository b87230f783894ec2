from django.urls import URLPattern, URLResolver, include, path

from tournaments.players.views import blacklist, checkins, imports, persons, players, registrations

PLAYERS = [
    path("", players.players, name="players"),
    path("add/", players.add_player, name="add_player"),
    path("import/", imports.import_players, name="import_players"),
    path("import/<number:number>/undo/", imports.undo, name="undo_import"),
    path("apart/", players.keep_apart, name="keep_apart"),
    path("apart/<number:pair>/remove/", players.let_together, name="let_together"),
]

PLAYER = [
    path("", players.player, name="player"),
    path("leave/", players.withdraw, name="withdraw_player"),
    path("data/", persons.player_data, name="player_data"),
    path("erase/", persons.erase_player, name="erase_player"),
]

EVENT: list[URLPattern | URLResolver] = [
    path("players/", include(PLAYERS)),
    path("blacklist/", blacklist.blacklist, name="blacklist"),
    path("blacklist/<number:entry>/lift/", blacklist.lift, name="lift_blacklisted"),
    path("register/", registrations.register, name="register"),
    path("registrations/", registrations.registrations, name="registrations"),
    path("registrations/to-players/", registrations.to_players, name="registrations_to_players"),
    path("registrations/<number:number>/", registrations.decide, name="decide_registration"),
    path("check-in/", checkins.check_in, name="check_in"),
    path("check-in/<number:number>/", checkins.mark, name="mark_check_in"),
    path("players/<number:number>/", include(PLAYER)),
]

urlpatterns = [
    path("g/<game:game_id>/no-show/<number:seat>/", checkins.fill, name="fill_no_show"),
    path("me/<slug:slug>/data/", persons.my_data, name="my_data"),
    path("r/<str:token>/", registrations.registration, name="registration"),
    path("e/<slug:slug>/", include(EVENT)),
]
