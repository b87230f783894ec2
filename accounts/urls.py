"""Addresses of accounts."""

from django.contrib.auth.views import LogoutView
from django.urls import path

from accounts import factor_pages, log_pages, people, views

app_name = "accounts"

urlpatterns = [
    path("sign-in/", views.SignInView.as_view(), name="sign_in"),
    path("sign-in/second/", factor_pages.second_step, name="second_step"),
    path("sign-out/", LogoutView.as_view(), name="sign_out"),
    path("slip/<str:token>/", views.slip, name="slip"),
    path("language/", views.language, name="language"),
    path("account/", views.account, name="account"),
    path("account/password/", views.change_password, name="password"),
    path("account/tokens/", views.create_token, name="create_token"),
    path("account/tokens/<number:token_id>/revoke/", views.revoke_token, name="revoke_token"),
    path("account/devices/<number:device_id>/end/", views.end_device, name="end_device"),
    path("account/devices/end-others/", views.end_other_devices, name="end_other_devices"),
    path("account/second-factor/", factor_pages.second_factor_page, name="second_factor"),
    path("account/second-factor/prove/", factor_pages.prove, name="prove"),
    path("account/second-factor/authenticator/", factor_pages.add_authenticator, name="add_authenticator"),
    path("account/second-factor/authenticator/remove/", factor_pages.remove_authenticator, name="remove_authenticator"),
    path("account/second-factor/passkeys/", factor_pages.add_passkey, name="add_passkey"),
    path("account/second-factor/passkeys/<number:key_id>/remove/", factor_pages.remove_passkey, name="remove_passkey"),
    path("account/second-factor/codes/", factor_pages.renew_codes, name="renew_codes"),
    path("people/", people.people, name="people"),
    path("people/log/", log_pages.log_page, name="log"),
    path("people/log.csv", log_pages.log_csv, name="log_csv"),
    path("first/", views.first_account, name="first_account"),
    path("people/organisations/add/", people.add_organisation, name="add_organisation"),
    path(
        "people/organisations/<number:organisation_id>/second-factor/",
        people.demand_second_factor,
        name="demand_second_factor",
    ),
    path("people/<number:person_id>/rights/", people.set_rights, name="set_rights"),
    path("people/add/", people.add_person, name="add_person"),
    path("people/<number:person_id>/password/", people.reset_password, name="reset_password"),
    path("people/<number:person_id>/second-factor/reset/", people.reset_second_factor, name="reset_second_factor"),
    path("people/<number:person_id>/devices/", people.devices_of, name="devices_of"),
    path("people/<number:person_id>/devices/end/", people.end_devices_of, name="end_devices_of"),
    path("people/<number:person_id>/devices/<number:device_id>/end/", people.end_device_of, name="end_device_of"),
    path("people/<number:person_id>/tokens/revoke/", people.revoke_tokens_of, name="revoke_tokens_of"),
    path("people/<number:person_id>/tokens/<number:token_id>/revoke/", people.revoke_token_of, name="revoke_token_of"),
    path("people/<number:person_id>/active/", people.set_active, name="set_active"),
]
