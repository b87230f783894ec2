from django.urls import include, path

from tournaments.rulebook import views

LEARN_RULE_SET = [
    path("day/", views.day_page, name="learn_day"),
    path("day/<str:day>/", views.day_page, name="learn_day_of"),
    path("quiz/<int:number>/", views.quiz_page, name="learn_quiz"),
    path("exam/<int:number>/", views.exam_page, name="learn_exam"),
]

urlpatterns = [
    path("count/", views.calculator, name="calculator"),
    path("count/more/", views.calculator_more, name="calculator_more"),
    path("learn/", views.learn, name="learn"),
    path("rules/", views.rule_sets, name="rule_sets"),
    path("rules/<slug:rule_set>/", views.rules, name="rules"),
    path("e/<slug:slug>/rules/", views.event_rules, name="event_rules"),
    path("learn/<slug:rule_set>/", include(LEARN_RULE_SET)),
]
