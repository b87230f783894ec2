from django.urls import include, path

from tournaments.tables.views import confirmations, corrections, hands, other_events, recording, rewards, tables

LIVE_GAME = [
    path("", tables.live_table, name="live_table"),
    path("hands/", hands.hands_beside, name="live_hands"),
    path("story/", hands.live_story, name="live_story"),
]

GAME = [
    path("", tables.table, name="table"),
    path("call/", tables.call, name="call"),
    path("call/withdraw/", tables.withdraw, name="call_withdraw"),
    path("call/take/", tables.take, name="call_take"),
    path("call/end/", tables.end, name="call_end"),
    path("win/", recording.win, name="win"),
    path("draw/", recording.draw, name="draw"),
    path("preview/", recording.preview_again, name="preview"),
    path("save/", recording.save, name="save"),
    path("recorded/", recording.recorded, name="recorded"),
    path("count/", recording.count, name="count"),
    path("whatif/", recording.whatif, name="whatif"),
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
    path("story/", hands.story, name="story"),
    path("story/<number:number>/", hands.story, name="story_step"),
    path("undo/", corrections.undo, name="undo"),
    path("export.json", hands.export, name="export"),
]

urlpatterns = [
    path("live/<language:language>/g/<game:game_id>/", include(LIVE_GAME)),
    path("tables/", tables.my_tables, name="my_tables"),
    path("g/<game:game_id>/", include(GAME)),
]
