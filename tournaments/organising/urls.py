from django.urls import URLPattern, URLResolver, include, path

from tournaments.organising.views import events, home, reveal, staff

STAFF = [
    path("", staff.staff, name="staff"),
    path("slips/", staff.slips, name="staff_slips"),
    path("slips/<number:person>/renew/", staff.renew_slip, name="renew_slip"),
    path("hand-over/", staff.hand_over, name="hand_over"),
]

EVENT: list[URLPattern | URLResolver] = [
    path("", events.event, name="event"),
    path("settings/", events.event_settings, name="event_settings"),
    path("tables/", events.tables, name="tables"),
    path("tables/add/", events.add_tables, name="add_tables"),
    path("tables/<number:number>/remove/", events.remove_table, name="remove_table"),
    path("members/add/", events.add_member, name="add_member"),
    path("members/create/", events.create_member, name="create_member"),
    path("members/tables/", events.referee_tables, name="referee_tables"),
    path("members/<number:member>/remove/", events.remove_member, name="remove_member"),
    path("staff/", include(STAFF)),
    path("staff/<number:number>/undo/", staff.undo, name="undo_staff"),
    path("reveal/<number:step>/", reveal.reveal, name="reveal"),
    path("reveal/publish/", reveal.publish_standings, name="publish_standings"),
]

urlpatterns = [
    path("", home.home, name="home"),
    path("e/", home.events, name="events"),
    path("e/new/", events.new_event, name="new_event"),
    path("e/<slug:slug>/", include(EVENT)),
]
