from django.urls import path

from tournaments.webhooks import views

urlpatterns = [
    path("e/<slug:slug>/webhooks/", views.webhooks, name="webhooks"),
    path("e/<slug:slug>/webhooks/<number:number>/", views.webhook, name="webhook"),
    path("e/<slug:slug>/webhooks/<number:number>/end/", views.end_webhook, name="end_webhook"),
    path("e/<slug:slug>/webhooks/<number:number>/test/", views.test_webhook, name="test_webhook"),
]
