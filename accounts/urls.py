"""Addresses of accounts."""

from django.contrib.auth.views import LogoutView
from django.urls import path

from accounts import people, views

app_name = "accounts"

urlpatterns = [
    path("sign-in/", views.SignInView.as_view(), name="sign_in"),
    path("sign-out/", LogoutView.as_view(), name="sign_out"),
    path("slip/<str:token>/", views.slip, name="slip"),
    path("language/", views.language, name="language"),
    path("account/", views.account, name="account"),
    path("account/password/", views.change_password, name="password"),
    path("account/tokens/", views.create_token, name="create_token"),
    path("account/tokens/<number:token_id>/revoke/", views.revoke_token, name="revoke_token"),
    path("people/", people.people, name="people"),
    path("first/", views.first_account, name="first_account"),
    path("people/organisations/add/", people.add_organisation, name="add_organisation"),
    path("people/<number:person_id>/rights/", people.set_rights, name="set_rights"),
    path("people/add/", people.add_person, name="add_person"),
    path("people/<number:person_id>/password/", people.reset_password, name="reset_password"),
    path("people/<number:person_id>/active/", people.set_active, name="set_active"),
]
