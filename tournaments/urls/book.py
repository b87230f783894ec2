from django.urls import include, path

from tournaments.views import confirmations, corrections, hands, other_events, rewards, story

GAME = [
    path("reward/", rewards.reward, name="reward"),
    path("ruling/other/", other_events.other, name="other"),
    path("confirm/", confirmations.confirm, name="confirm"),
    path("object/<number:number>/", confirmations.object_to, name="object"),
    path("uphold/<number:number>/", confirmations.uphold, name="uphold"),
    path("hands/", hands.hands, name="hands"),
    path("hands/beside/", hands.hands_beside, name="hands_beside"),
    path("hands/<number:number>/", hands.hand, name="hand"),
    path("hands/<number:number>/correct/", corrections.correct, name="correct"),
    path("hands/<number:number>/correct/count/", corrections.correct_count, name="correct_count"),
    path("story/", story.story, name="story"),
    path("story/<number:number>/", story.story, name="story_step"),
    path("undo/", corrections.undo, name="undo"),
    path("export.json", hands.export, name="export"),
]

urlpatterns = [
    path("g/<game:game_id>/", include(GAME)),
]
