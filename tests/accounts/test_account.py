from datetime import timedelta

import pyotp
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from accounts import second_factor
from accounts.models import User
from tests.markup import url

from .conftest import PASSWORD

URL = url("accounts:password")
NEW = "four-winds-blow"


def change(client: Client, old: str, new: str, again: str | None = None) -> object:
    return client.post(URL, {"old_password": old, "new_password1": new, "new_password2": again or new})


def test_a_changed_password_leaves_its_own_session_open(client: Client, person: User) -> None:
    client.force_login(person)
    assert change(client, PASSWORD, NEW).status_code == 302
    person.refresh_from_db()
    assert person.check_password(NEW)
    assert client.get(url("accounts:account")).status_code == 200


def test_a_changed_password_ends_the_other_sessions(client: Client, person: User) -> None:
    other = Client()
    other.force_login(person)
    client.force_login(person)
    change(client, PASSWORD, NEW)
    assert other.get(url("accounts:account")).status_code == 302


def test_a_change_wants_the_old_password_and_refuses_a_weak_or_mistyped_one(client: Client, person: User) -> None:
    client.force_login(person)
    page = change(client, "wrong", NEW)
    assert page.status_code == 422
    assert "現在的密碼不對" in page.content.decode()
    assert change(client, PASSWORD, "12345678").status_code == 422
    assert "兩次輸入的新密碼不同" in change(client, PASSWORD, NEW, NEW + "x").content.decode()
    person.refresh_from_db()
    assert person.check_password(PASSWORD)


def test_wrong_old_passwords_are_counted_as_at_sign_in(client: Client, person: User, settings: Settings) -> None:
    settings.AXES_ENABLED = True
    client.force_login(person)
    for _try in range(5):
        change(client, "wrong", NEW)
    assert change(client, PASSWORD, NEW).status_code in {422, 429}
    person.refresh_from_db()
    assert person.check_password(PASSWORD)


def test_a_second_factor_is_asked_for_before_the_password_changes(client: Client, person: User) -> None:
    totp = pyotp.TOTP(second_factor.new_secret())
    then = timezone.now() - timedelta(hours=1)
    second_factor.enrol_authenticator(user=person, secret=totp.secret, typed=totp.at(then), now=then)
    client.force_login(person)
    assert change(client, PASSWORD, NEW).status_code == 403
    person.refresh_from_db()
    assert person.check_password(PASSWORD)
    sent = {"old_password": PASSWORD, "new_password1": NEW, "new_password2": NEW, "second_factor_code": totp.now()}
    assert client.post(URL, sent).status_code == 302
    person.refresh_from_db()
    assert person.check_password(NEW)
