from django.urls import URLPattern, URLResolver, include, path

from tournaments.audit import views as acts
from tournaments.hall.views import clocks, event_home, pictures, poster, room, screen
from tournaments.offline import views as outbox
from tournaments.organising.views import events, home, reveal, staff
from tournaments.players.views import blacklist, checkins, imports, persons, players, registrations
from tournaments.rounds.views import event_draws, rounds, seating_otherwise, seats, stages, swaps
from tournaments.rulebook import views as calculator
from tournaments.rulebook import views as learn
from tournaments.rulebook import views as rules
from tournaments.scorecards import views as cards
from tournaments.standings.views import player_pages, standings, sums
from tournaments.tables.views import (
    calls,
    confirmations,
    corrections,
    hands,
    other_events,
    recording,
    rewards,
    story,
    substitutes,
    tables,
    whatif,
)
from tournaments.webhooks import views as webhooks

app_name = "tournaments"

# For everyone and for caches: no session, no cookie, the language in the address.
LIVE_EVENT = [
    path("now/", event_home.home_rows, name="live_home_rows"),
    path("now/names/", event_home.names, name="live_home_names"),
    path("now/<number:number>/", event_home.own_card, name="live_home_own"),
    path("standings/rows/", standings.standings_rows, name="live_standings_rows"),
    path("standings/courses/", standings.courses, name="live_courses"),
    path("stage-<number:number>/rows/", standings.stage_rows, name="live_stage_rows"),
    path("screen/rows/", screen.screen_rows, name="live_screen_rows"),
    path("history/<number:number>/", standings.history_rows, name="live_history"),
    path("history/<number:number>/place/", standings.place_rows, name="live_place"),
    path("seats/", seats.seats_rows, name="live_seats"),
    path("seats/<number:number>/", seats.seats_of, name="live_seats_of"),
    path("picture.png", pictures.event_picture, name="live_event_picture"),
    path("standings.png", pictures.standings_picture, name="live_standings_picture"),
    path("history/<number:number>.png", pictures.player_picture, name="live_player_picture"),
]

LIVE_GAME = [
    path("", tables.live_table, name="live_table"),
    path("card.png", pictures.card_picture, name="live_card_picture"),
    path("hands/<number:number>.png", pictures.hand_picture, name="live_hand_picture"),
    path("hands/", hands.live_hands, name="live_hands"),
    path("story/", story.live_story, name="live_story"),
]

LIVE: list[URLPattern | URLResolver] = [
    path("count.png", pictures.count_picture, name="live_count_picture"),
    path("e/<slug:slug>/", include(LIVE_EVENT)),
    path("g/<game:game_id>/", include(LIVE_GAME)),
]

CALL = [
    path("", calls.call, name="call"),
    path("withdraw/", calls.withdraw, name="call_withdraw"),
    path("take/", calls.take, name="call_take"),
    path("end/", calls.end, name="call_end"),
]

GAME: list[URLPattern | URLResolver] = [
    path("", tables.table, name="table"),
    path("call/", include(CALL)),
    path("win/", recording.win, name="win"),
    path("draw/", recording.draw, name="draw"),
    path("preview/", recording.preview_again, name="preview"),
    path("save/", recording.save, name="save"),
    path("deliver/", outbox.deliver, name="deliver"),
    path("recorded/", recording.recorded, name="recorded"),
    path("count/", recording.count, name="count"),
    path("substitute/", substitutes.substitute, name="substitute"),
    path("whatif/", whatif.whatif, name="whatif"),
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
    path("card/", cards.card, name="card"),
    path("card.pdf", cards.card_pdf, name="card_pdf"),
    path("sign/", cards.sign, name="sign"),
    path("sign/<number:seat>/", cards.sign_seat, name="sign_seat"),
    path("sign/<number:seat>/ruled/", cards.sign_ruled, name="sign_ruled"),
    path("reopen/", cards.reopen, name="reopen"),
    path("no-show/<number:seat>/", checkins.fill, name="fill_no_show"),
]

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

STAFF = [
    path("", staff.staff, name="staff"),
    path("slips/", staff.slips, name="staff_slips"),
    path("slips/<number:person>/renew/", staff.renew_slip, name="renew_slip"),
    path("hand-over/", staff.hand_over, name="hand_over"),
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
    path("seats/", rounds.seats, name="seat_round"),
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
    path("swap/", swaps.swap, name="swap_seats"),
    path("clock/", clocks.round_clock, name="round_clock"),
    path("print/", rounds.seats_print, name="round_print"),
    path("ways/", seating_otherwise.ways, name="seat_otherwise"),
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
    path("", events.event, name="event"),
    path("now/", event_home.home_rows, name="home_rows"),
    path("now/names/", event_home.names, name="home_names"),
    path("now/<number:number>/", event_home.own_card, name="home_own"),
    path("acts/", acts.acts, name="event_acts"),
    path("acts.csv", acts.acts_csv, name="acts_csv"),
    path("settings/", events.event_settings, name="event_settings"),
    path("players/", include(PLAYERS)),
    path("blacklist/", blacklist.blacklist, name="blacklist"),
    path("blacklist/<number:entry>/lift/", blacklist.lift, name="lift_blacklisted"),
    path("tables/", events.tables, name="tables"),
    path("tables/add/", events.add_tables, name="add_tables"),
    path("tables/<number:number>/remove/", events.remove_table, name="remove_table"),
    path("members/add/", events.add_member, name="add_member"),
    path("members/create/", events.create_member, name="create_member"),
    path("members/tables/", events.referee_tables, name="referee_tables"),
    path("members/<number:member>/remove/", events.remove_member, name="remove_member"),
    path("register/", registrations.register, name="register"),
    path("registrations/", registrations.registrations, name="registrations"),
    path("registrations/to-players/", registrations.to_players, name="registrations_to_players"),
    path("registrations/<number:number>/", registrations.decide, name="decide_registration"),
    path("check-in/", checkins.check_in, name="check_in"),
    path("check-in/<number:number>/", checkins.mark, name="mark_check_in"),
    path("staff/", include(STAFF)),
    path("staff/<number:number>/undo/", staff.undo, name="undo_staff"),
    path("stages/", stages.stages, name="stages"),
    path("stages/format/", stages.use_format, name="use_format"),
    path("stages/add/", stages.add_stage, name="add_stage"),
    path("stage-<number:number>/", standings.stage_standings, name="stage_standings"),
    path("stage-<number:number>/rows/", standings.stage_rows, name="stage_rows"),
    path("final/", stages.final_order, name="final_order"),
    path("rounds/", rounds.rounds, name="rounds"),
    path("rounds/new/", rounds.make_round, name="make_round"),
    path("seats/", seats.seats, name="seats"),
    path("room/", room.room, name="room"),
    path("standings/", standings.standings, name="standings"),
    path("standings/rows/", standings.standings_rows, name="standings_rows"),
    path("standings/courses/", standings.courses, name="courses"),
    path("standings.csv", standings.standings_csv, name="standings_csv"),
    path("poster/", poster.poster, name="poster"),
    path("screen/", screen.screen, name="screen"),
    path("screen/settings/", screen.screen_settings, name="screen_settings"),
    path("screen/rows/", screen.screen_rows, name="screen_rows"),
    path("webhooks/", webhooks.webhooks, name="webhooks"),
    path("webhooks/<number:number>/", webhooks.webhook, name="webhook"),
    path("webhooks/<number:number>/end/", webhooks.end_webhook, name="end_webhook"),
    path("webhooks/<number:number>/test/", webhooks.test_webhook, name="test_webhook"),
    path("reveal/<number:step>/", reveal.reveal, name="reveal"),
    path("reveal/publish/", reveal.publish_standings, name="publish_standings"),
    path("history/<number:number>/", standings.player_history, name="player_history"),
    path("history/<number:number>/place/", standings.place_rows, name="place"),
    path("sum/", sums.event_total, name="sum"),
    path("sum/<number:number>/", sums.round_total, name="round_sum"),
    path("rules/", rules.event_rules, name="event_rules"),
    path("players/<number:number>/", include(PLAYER)),
    path("stages/<number:number>/", include(STAGE)),
    path("rounds/<number:number>/", include(ROUND)),
    path("links/", player_pages.links, name="links"),
    path("links/<number:number>/", player_pages.renew, name="renew_link"),
    path("draws/", include(DRAWS)),
]

ME = [
    path("", player_pages.me, name="me"),
    path("data/", persons.my_data, name="my_data"),
    path("leave/", player_pages.leave, name="leave"),
]

LEARN_RULE_SET = [
    path("day/", learn.day_page, name="learn_day"),
    path("day/<str:day>/", learn.day_page, name="learn_day_of"),
    path("quiz/<int:number>/", learn.quiz_page, name="learn_quiz"),
    path("exam/<int:number>/", learn.exam_page, name="learn_exam"),
]

urlpatterns = [
    path("live/<language:language>/", include(LIVE)),
    path("tables/", tables.my_tables, name="my_tables"),
    path("outbox/", outbox.page, name="outbox"),
    path("outbox/state/", outbox.state, name="outbox_state"),
    path("worker.js", outbox.worker, name="worker"),
    path("g/<game:game_id>/", include(GAME)),
    path("c/", cards.find, name="find_card"),
    path("c/<str:code>/", cards.check, name="check"),
    path("p/<str:token>/", player_pages.link, name="player_link"),
    path("me/<slug:slug>/", include(ME)),
    path("", home.home, name="home"),
    path("e/", home.events, name="events"),
    path("e/new/", events.new_event, name="new_event"),
    path("r/<str:token>/", registrations.registration, name="registration"),
    path("count/", calculator.calculator, name="calculator"),
    path("count/more/", calculator.calculator_more, name="calculator_more"),
    path("learn/", learn.learn, name="learn"),
    path("rules/", rules.rule_sets, name="rule_sets"),
    path("rules/<slug:rule_set>/", rules.rules, name="rules"),
    path("e/<slug:slug>/", include(EVENT)),
    path("learn/<slug:rule_set>/", include(LEARN_RULE_SET)),
]
