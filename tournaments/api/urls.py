"""Addresses of the API, below /api/."""

from django.urls import path

from tournaments.api import apart, blacklist, calls, checks, documents, events, games, pauses, rounds, substitutes, sums

app_name = "api"

urlpatterns = [
    path("score/", documents.ScoreView.as_view(), name="score"),
    path("replay/", documents.ReplayView.as_view(), name="replay"),
    path("draw/", documents.DrawView.as_view(), name="draw"),
    path("rule-sets/", documents.RuleSetsView.as_view(), name="rule_sets"),
    path("rule-sets/<slug:rule_set>/", documents.RuleSetView.as_view(), name="rule_set"),
    path("events/", events.EventsView.as_view(), name="events"),
    path("events/<slug:slug>/", events.EventView.as_view(), name="event"),
    path("events/<slug:slug>/players/", events.PlayersView.as_view(), name="players"),
    path("events/<slug:slug>/apart/", apart.ApartView.as_view(), name="apart"),
    path("events/<slug:slug>/apart/<number:pair>/remove/", apart.TogetherView.as_view(), name="let_together"),
    path("events/<slug:slug>/tables/", events.TablesView.as_view(), name="tables"),
    path("events/<slug:slug>/rounds/", rounds.RoundsView.as_view(), name="rounds"),
    path("events/<slug:slug>/rounds/<number:number>/", rounds.RoundView.as_view(), name="round"),
    path("events/<slug:slug>/rounds/<number:number>/publish/", rounds.PublishView.as_view(), name="publish_round"),
    path(
        "events/<slug:slug>/rounds/<number:number>/unpublish/", rounds.UnpublishView.as_view(), name="unpublish_round"
    ),
    path("events/<slug:slug>/rounds/<number:number>/open/", rounds.OpenRoundView.as_view(), name="open_round"),
    path("events/<slug:slug>/rounds/<number:number>/take-back/", rounds.TakeBackView.as_view(), name="take_back_round"),
    path("events/<slug:slug>/rounds/<number:number>/close/", rounds.CloseView.as_view(), name="close_round"),
    path("events/<slug:slug>/rounds/<number:number>/reopen/", rounds.ReopenRoundView.as_view(), name="reopen_round"),
    path("events/<slug:slug>/rounds/<number:number>/void/", rounds.VoidView.as_view(), name="void_round"),
    path("events/<slug:slug>/rounds/<number:number>/unvoid/", rounds.UnvoidView.as_view(), name="unvoid_round"),
    path("events/<slug:slug>/rounds/<number:number>/seats/", rounds.CorrectSeatsView.as_view(), name="correct_seats"),
    path("events/<slug:slug>/standings/", events.StandingsView.as_view(), name="standings"),
    path("events/<slug:slug>/sum/", sums.SumView.as_view(), name="sum"),
    path("events/<slug:slug>/games/", games.GamesView.as_view(), name="games"),
    path("games/<number:game_id>/", games.GameView.as_view(), name="game"),
    path("games/<number:game_id>/replay/", games.ExportView.as_view(), name="export"),
    path("games/<number:game_id>/hands/", games.HandsView.as_view(), name="hands"),
    path("games/<number:game_id>/preview/", games.PreviewView.as_view(), name="preview"),
    path("games/<number:game_id>/pause/", pauses.PauseView.as_view(), name="pause"),
    path("games/<number:game_id>/resume/", pauses.ResumeView.as_view(), name="resume"),
    path("games/<number:game_id>/undo/", games.UndoView.as_view(), name="undo"),
    path("games/<number:game_id>/confirm/", games.ConfirmView.as_view(), name="confirm"),
    path("games/<number:game_id>/hands/<number:number>/", games.HandView.as_view(), name="hand"),
    path("games/<number:game_id>/hands/<number:number>/correct/", games.CorrectView.as_view(), name="correct"),
    path(
        "games/<number:game_id>/hands/<number:number>/correct/preview/",
        games.CorrectPreviewView.as_view(),
        name="correct_preview",
    ),
    path("games/<number:game_id>/hands/<number:number>/object/", games.ObjectView.as_view(), name="object"),
    path("games/<number:game_id>/hands/<number:number>/uphold/", games.UpholdView.as_view(), name="uphold"),
    path("events/<slug:slug>/calls/", calls.CallsView.as_view(), name="calls"),
    path("games/<number:game_id>/call/", calls.CallView.as_view(), name="call"),
    path("games/<number:game_id>/call/withdraw/", calls.WithdrawView.as_view(), name="call_withdraw"),
    path("games/<number:game_id>/call/take/", calls.TakeView.as_view(), name="call_take"),
    path("games/<number:game_id>/call/end/", calls.EndView.as_view(), name="call_end"),
    path("games/<number:game_id>/substitute/", substitutes.SubstituteView.as_view(), name="substitute"),
    path("events/<slug:slug>/blacklist/", blacklist.BlacklistView.as_view(), name="blacklist"),
    path("events/<slug:slug>/blacklist/<number:entry>/lift/", blacklist.LiftView.as_view(), name="lift_blacklisted"),
    path("games/<number:game_id>/card/", games.CardView.as_view(), name="card"),
    path("games/<number:game_id>/card/sign/", games.SignView.as_view(), name="sign"),
    path("games/<number:game_id>/card/reopen/", games.ReopenView.as_view(), name="reopen"),
    path("cards/<str:code>/", checks.CheckView.as_view(), name="check"),
]
