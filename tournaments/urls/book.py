"""Addresses: rewards, confirmations, history, corrections."""

from django.urls import path

from tournaments.views import confirmations, corrections, hands, other_events, rewards, story

urlpatterns = [
    path("g/<game:game_id>/reward/", rewards.reward, name="reward"),
    path("g/<game:game_id>/ruling/other/", other_events.other, name="other"),
    path("g/<game:game_id>/confirm/", confirmations.confirm, name="confirm"),
    path("g/<game:game_id>/object/<number:number>/", confirmations.object_to, name="object"),
    path("g/<game:game_id>/uphold/<number:number>/", confirmations.uphold, name="uphold"),
    path("g/<game:game_id>/hands/", hands.hands, name="hands"),
    path("g/<game:game_id>/hands/beside/", hands.hands_beside, name="hands_beside"),
    path("g/<game:game_id>/hands/<number:number>/", hands.hand, name="hand"),
    path("g/<game:game_id>/hands/<number:number>/correct/", corrections.correct, name="correct"),
    path("g/<game:game_id>/hands/<number:number>/correct/count/", corrections.correct_count, name="correct_count"),
    path("g/<game:game_id>/story/", story.story, name="story"),
    path("g/<game:game_id>/story/<number:number>/", story.story, name="story_step"),
    path("g/<game:game_id>/undo/", corrections.undo, name="undo"),
    path("g/<game:game_id>/export.json", hands.export, name="export"),
]
