from django.urls import URLPattern, URLResolver, include, path

from tournaments.rounds.views import chart, event_draws, rounds, stages

# The same for everyone, and cacheable: no session, no cookie, the language in the address.
LIVE_EVENT = [
    path("seats/", rounds.seats_rows, name="live_seats"),
    path("seats/<number:number>/", rounds.seats_of, name="live_seats_of"),
]

STAGE = [
    path("", stages.stage, name="stage"),
    path("settings/", stages.change_stage, name="change_stage"),
    path("remove/", stages.remove_stage, name="remove_stage"),
    path("sessions/", stages.assign_sessions, name="assign_sessions"),
    path("lots/", stages.draw_lots, name="draw_lots"),
    path("close/", stages.close_stage, name="close_stage"),
    path("reopen/", stages.reopen_stage, name="reopen_stage"),
    path("decline/", stages.decline, name="decline_place"),
    path("fill/", stages.fill_up, name="fill_up_stage"),
]

ROUND = [
    path("", rounds.round_, name="round"),
    path("draw/", rounds.draw, name="draw_round"),
    path("by-rank/", rounds.seat_by_rank, name="seat_by_rank"),
    path("day/", rounds.set_day, name="round_day"),
    path("length/", rounds.set_length, name="round_length"),
    path("publish/", rounds.publish_round, name="publish_round"),
    path("unpublish/", rounds.unpublish_round, name="unpublish_round"),
    path("open/", rounds.open_round, name="open_round"),
    path("close/", rounds.close_round, name="close_round"),
    path("reopen/", rounds.reopen_round, name="reopen_round"),
    path("take-back/", rounds.take_back_round, name="take_back_round"),
    path("end-games/", rounds.end_games, name="end_games"),
    path("void/", rounds.void_round, name="void_round"),
    path("unvoid/", rounds.unvoid_round, name="unvoid_round"),
    path("discard/", rounds.discard_round, name="discard_round"),
    path("swap/", chart.swap, name="swap_seats"),
    path("print/", rounds.seats_print, name="round_print"),
    path("ways/", rounds.ways, name="seat_otherwise"),
]

DRAWS = [
    path("", event_draws.page, name="draws"),
    path("lock/", event_draws.lock, name="lock_list"),
    path("release/", event_draws.release, name="release_list"),
    path("seed/", event_draws.seed, name="draw_rounds"),
    path("look/", event_draws.look, name="look_at_draw"),
    path("stop/", event_draws.stop, name="stop_draw"),
    path("<number:number>.json", event_draws.list_document, name="list_document"),
    path("<number:number>/<number:line>/", event_draws.one, name="draw_line"),
    path("<number:number>/<number:line>.json", event_draws.line_document, name="draw_document"),
]

EVENT: list[URLPattern | URLResolver] = [
    path("stages/", stages.stages, name="stages"),
    path("stages/format/", stages.use_format, name="use_format"),
    path("stages/add/", stages.add_stage, name="add_stage"),
    path("final/", stages.final_order, name="final_order"),
    path("rounds/", rounds.rounds, name="rounds"),
    path("rounds/new/", rounds.make_round, name="make_round"),
    path("seats/", rounds.seats, name="seats"),
    path("check-in/", chart.check_in, name="check_in"),
    path("check-in/<number:number>/", chart.person, name="mark_check_in"),
    path("stages/<number:number>/", include(STAGE)),
    path("rounds/<number:number>/", include(ROUND)),
    path("draws/", include(DRAWS)),
]

urlpatterns = [
    path("live/<language:language>/e/<slug:slug>/", include(LIVE_EVENT)),
    path("e/<slug:slug>/", include(EVENT)),
    path("g/<game:game_id>/no-show/<number:seat>/", chart.fill, name="fill_no_show"),
    path("g/<game:game_id>/substitute/", chart.substitute, name="substitute"),
]
