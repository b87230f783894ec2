from django.test import Client
from pytest_django import Settings

from accounts.models import User
from tests.markup import shows, url

from .conftest import PASSWORD, enrolled

URL = url("accounts:password")
NEW = "four-winds-blow"


def change(client: Client, old: str, new: str, again: str | None = None) -> object:
    return client.post(URL, {"old_password": old, "new_password1": new, "new_password2": again or new})


def test_a_change_wants_the_old_password_and_refuses_a_weak_or_mistyped_one(client: Client, person: User) -> None:
    client.force_login(person)
    shows(change(client, "wrong", NEW), "現在的密碼不對", status=422)
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
    totp, _codes = enrolled(person)
    client.force_login(person)
    assert change(client, PASSWORD, NEW).status_code == 403
    person.refresh_from_db()
    assert person.check_password(PASSWORD)
    sent = {"old_password": PASSWORD, "new_password1": NEW, "new_password2": NEW, "second_factor_code": totp.now()}
    assert client.post(URL, sent).status_code == 302
    person.refresh_from_db()
    assert person.check_password(NEW)
