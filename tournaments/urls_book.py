"""Addresses: rewards, confirmations, history, corrections."""

from django.urls import path

from tournaments.views import confirmations, corrections, hands, rewards

urlpatterns = [
    path("g/<int:game_id>/reward/", rewards.reward, name="reward"),
    path("g/<int:game_id>/confirm/", confirmations.confirm, name="confirm"),
    path("g/<int:game_id>/object/<int:number>/", confirmations.object_to, name="object"),
    path("g/<int:game_id>/uphold/<int:number>/", confirmations.uphold, name="uphold"),
    path("g/<int:game_id>/hands/", hands.hands, name="hands"),
    path("g/<int:game_id>/hands/<int:number>/", hands.hand, name="hand"),
    path("g/<int:game_id>/hands/<int:number>/correct/", corrections.correct, name="correct"),
    path("g/<int:game_id>/hands/<int:number>/correct/count/", corrections.correct_count, name="correct_count"),
    path("g/<int:game_id>/undo/", corrections.undo, name="undo"),
    path("g/<int:game_id>/export.json", hands.export, name="export"),
]
