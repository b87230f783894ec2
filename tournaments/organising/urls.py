from django.urls import URLPattern, URLResolver, include, path

from tournaments.organising import views

STAFF = [
    path("", views.staff, name="staff"),
    path("slips/", views.slips, name="staff_slips"),
    path("slips/<number:person>/renew/", views.renew_slip, name="renew_slip"),
    path("hand-over/", views.hand_over, name="hand_over"),
]

EVENT: list[URLPattern | URLResolver] = [
    path("", views.event, name="event"),
    path("event.zip", views.event_zip, name="event_zip"),
    path("settings/", views.event_settings, name="event_settings"),
    path("tables/", views.tables, name="tables"),
    path("tables/add/", views.add_tables, name="add_tables"),
    path("tables/<number:number>/remove/", views.remove_table, name="remove_table"),
    path("members/add/", views.add_member, name="add_member"),
    path("members/create/", views.create_member, name="create_member"),
    path("members/tables/", views.referee_tables, name="referee_tables"),
    path("members/<number:member>/remove/", views.remove_member, name="remove_member"),
    path("staff/", include(STAFF)),
    path("staff/<number:number>/undo/", views.undo, name="undo_staff"),
    path("reveal/<number:step>/", views.reveal, name="reveal"),
    path("reveal/publish/", views.publish_standings, name="publish_standings"),
]

urlpatterns = [
    path("", views.home, name="home"),
    path("e/", views.events, name="events"),
    path("e/new/", views.new_event, name="new_event"),
    path("e/<slug:slug>/", include(EVENT)),
]
