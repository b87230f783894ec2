"""Addresses: rewards, confirmations, history, corrections."""

from django.urls import path

from tournaments.views import confirmations, corrections, hands, other_events, rewards

urlpatterns = [
    path("g/<number:game_id>/reward/", rewards.reward, name="reward"),
    path("g/<number:game_id>/ruling/other/", other_events.other, name="other"),
    path("g/<number:game_id>/confirm/", confirmations.confirm, name="confirm"),
    path("g/<number:game_id>/object/<number:number>/", confirmations.object_to, name="object"),
    path("g/<number:game_id>/uphold/<number:number>/", confirmations.uphold, name="uphold"),
    path("g/<number:game_id>/hands/", hands.hands, name="hands"),
    path("g/<number:game_id>/hands/<number:number>/", hands.hand, name="hand"),
    path("g/<number:game_id>/hands/<number:number>/correct/", corrections.correct, name="correct"),
    path("g/<number:game_id>/hands/<number:number>/correct/count/", corrections.correct_count, name="correct_count"),
    path("g/<number:game_id>/undo/", corrections.undo, name="undo"),
    path("g/<number:game_id>/export.json", hands.export, name="export"),
]
