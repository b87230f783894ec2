from django.contrib.auth.views import LogoutView
from django.urls import include, path

from accounts import factor_pages, people, views

app_name = "accounts"

SECOND_FACTOR = [
    path("", factor_pages.second_factor_page, name="second_factor"),
    path("prove/", factor_pages.prove, name="prove"),
    path("authenticator/", factor_pages.add_authenticator, name="add_authenticator"),
    path("authenticator/remove/", factor_pages.remove_authenticator, name="remove_authenticator"),
    path("passkeys/", factor_pages.add_passkey, name="add_passkey"),
    path("passkeys/<number:key_id>/remove/", factor_pages.remove_passkey, name="remove_passkey"),
    path("codes/", factor_pages.renew_codes, name="renew_codes"),
]

ACCOUNT = [
    path("", views.account, name="account"),
    path("password/", views.change_password, name="password"),
    path("tokens/", views.create_token, name="create_token"),
    path("tokens/<number:token_id>/revoke/", views.revoke_token, name="revoke_token"),
    path("devices/<number:device_id>/end/", views.end_devices, name="end_device"),
    path("devices/end-others/", views.end_devices, name="end_other_devices"),
]

PEOPLE = [
    path("", people.people, name="people"),
    path("log/", people.log_page, name="log"),
    path("log.csv", people.log_csv, name="log_csv"),
    path("organisations/add/", people.add_organisation, name="add_organisation"),
    path(
        "organisations/<number:organisation_id>/second-factor/",
        people.demand_second_factor,
        name="demand_second_factor",
    ),
    path("add/", people.add_person, name="add_person"),
]

PERSON = [
    path("rights/", people.set_rights, name="set_rights"),
    path("password/", people.reset_password, name="reset_password"),
    path("second-factor/reset/", people.reset_second_factor, name="reset_second_factor"),
    path("devices/", people.devices_of, name="devices_of"),
    path("devices/end/", people.end_devices_of, name="end_devices_of"),
    path("devices/<number:device_id>/end/", people.end_devices_of, name="end_device_of"),
    path("tokens/revoke/", people.revoke_tokens_of, name="revoke_tokens_of"),
    path("tokens/<number:token_id>/revoke/", people.revoke_tokens_of, name="revoke_token_of"),
    path("active/", people.set_active, name="set_active"),
]

urlpatterns = [
    path("sign-in/", views.SignInView.as_view(), name="sign_in"),
    path("sign-in/second/", factor_pages.second_step, name="second_step"),
    path("sign-out/", LogoutView.as_view(), name="sign_out"),
    path("slip/<str:token>/", views.slip, name="slip"),
    path("language/", views.language, name="language"),
    path("account/", include(ACCOUNT)),
    path("account/second-factor/", include(SECOND_FACTOR)),
    path("people/", include(PEOPLE)),
    path("first/", views.first_account, name="first_account"),
    path("people/<number:person_id>/", include(PERSON)),
]
