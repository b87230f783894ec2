from django.urls import include, path

from tournaments.webhooks import views

EVENT = [
    path("webhooks/", views.webhooks, name="webhooks"),
    path("webhooks/<number:number>/", views.webhook, name="webhook"),
    path("webhooks/<number:number>/end/", views.end_webhook, name="end_webhook"),
    path("webhooks/<number:number>/test/", views.test_webhook, name="test_webhook"),
]

urlpatterns = [
    path("e/<slug:slug>/", include(EVENT)),
]
