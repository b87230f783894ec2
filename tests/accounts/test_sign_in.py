import re
from datetime import timedelta
from unittest import mock

import pytest
import time_machine
from django.contrib.auth.hashers import Argon2PasswordHasher
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from accounts import services
from accounts.models import User
from config import settings as config_settings
from tests.markup import markup, shows, url

from .conftest import PASSWORD, signed_in

URL = url("accounts:sign_in")


@pytest.fixture
def throttled(settings: Settings) -> None:
    settings.AXES_ENABLED = True


def try_password(client: Client, password: str, username: str = "chan", **extra: str) -> object:
    return client.post(URL, {"username": username, "password": password}, **extra)


def test_the_sign_in_signs_in_with_the_name_in_any_case(client: Client, person: User) -> None:
    response = try_password(client, PASSWORD, username="Chan")
    assert (response.status_code, response["Location"]) == (302, "/?start")
    assert signed_in(client)


def test_the_sign_in_goes_on_to_the_page_that_asked_for_it_and_to_no_other_site(client: Client, person: User) -> None:
    asked = client.get(url("accounts:account"))
    assert asked["Location"] == f"{URL}?next=/account/"
    assert 'name="next" value="/account/"' in markup(client.get(asked["Location"]))
    for then, where in (("/account/", "/account/"), ("https://evil.example/", "/?start")):
        response = Client().post(URL, {"username": "chan", "password": PASSWORD, "next": then})
        assert response["Location"] == where


def test_the_sign_in_refuses_a_wrong_password_with_the_next_step(client: Client, person: User) -> None:
    assert "找大會重設" in markup(try_password(client, "wrong"))
    assert not signed_in(client)


@pytest.mark.parametrize("length", [151, 60_000])
def test_the_sign_in_looks_for_no_name_that_is_longer_than_any(client: Client, person: User, length: int) -> None:
    shows(try_password(client, PASSWORD, username="x" * length), "登入名稱或密碼不對")


def test_the_sign_in_refuses_somebody_switched_off(client: Client, person: User) -> None:
    services.set_active(user=person, active=False)
    try_password(client, PASSWORD)
    assert not signed_in(client)


def test_signing_out_takes_a_post(client: Client, person: User) -> None:
    client.force_login(person)
    assert client.get(url("accounts:sign_out")).status_code == 405
    assert signed_in(client)
    client.post(url("accounts:sign_out"))
    assert not signed_in(client)


def test_the_sign_in_needs_a_token_of_the_form(person: User) -> None:
    strict = Client(enforce_csrf_checks=True)
    shows(try_password(strict, PASSWORD), "已經過期", status=403)


@pytest.mark.usefixtures("throttled")
def test_five_wrong_passwords_lock_out_for_a_quarter_of_an_hour_and_say_why(client: Client, person: User) -> None:
    answers = [try_password(client, f"wrong{n}").status_code for n in range(6)]
    assert answers[:4] == [200] * 4
    assert answers[-1] == 429
    page = try_password(client, PASSWORD)
    assert page["Retry-After"] == "900"
    shows(page, "15 分鐘後再試", status=429)
    assert not signed_in(client)
    with time_machine.travel(timezone.now() + timedelta(minutes=14)):
        assert try_password(client, PASSWORD).status_code == 429
    with time_machine.travel(timezone.now() + timedelta(minutes=16)):
        assert try_password(client, PASSWORD).status_code == 302


@pytest.mark.usefixtures("throttled")
@pytest.mark.parametrize(
    ("name", "spellings"),
    [
        ("chan", ("chan", "Chan", "CHAN", " chan", "chaN")),
        ("straße", ("STRASSE", "strasse", "straße", "ｓｔｒａｓｓｅ", " Strasse")),
    ],
)
def test_all_spellings_count_together(client: Client, person: User, name: str, spellings: tuple[str, ...]) -> None:
    services.create_user(username="Straße", display_name="周", password=PASSWORD)
    for spelling in spellings:
        try_password(client, "wrong", username=spelling)
    assert try_password(client, PASSWORD, username=name).status_code == 429


@pytest.mark.usefixtures("throttled")
@pytest.mark.parametrize(
    ("tried", "locked", "free"),
    [
        (["203.0.113.9"] * 6, "203.0.113.9", "192.0.2.7"),
        # One network of IPv6 has as many tries as one address: it has millions of them.
        ([f"2001:db8::{n}" for n in range(1, 7)], "2001:db8::ffff", "2001:db8:0:1::1"),
    ],
)
def test_another_network_is_not_locked(client: Client, person: User, tried: list[str], locked: str, free: str) -> None:
    for address in tried:
        try_password(client, "wrong", REMOTE_ADDR=address)
    assert try_password(client, PASSWORD, REMOTE_ADDR=locked).status_code == 429
    assert try_password(client, PASSWORD, REMOTE_ADDR=free).status_code == 302


@pytest.mark.usefixtures("throttled")
def test_a_right_password_clears_the_wrong_ones_before_it(client: Client, person: User) -> None:
    for _time in range(2):
        for n in range(4):
            try_password(client, f"wrong{n}")
        assert try_password(client, PASSWORD).status_code == 302
        client.logout()


@pytest.mark.usefixtures("throttled")
@pytest.mark.parametrize("spelling", ["ıan.kwok", "ıan.kwok ", "ıAN.KWOK"])
def test_a_name_that_a_database_would_take_for_another_opens_nothing(client: Client, db: None, spelling: str) -> None:
    """PostgreSQL takes ı for i where it compares capitals, and so each odd spelling had five tries of its own."""
    services.create_user(username="ian.kwok", display_name="郭", password=PASSWORD)
    assert try_password(client, PASSWORD, username=spelling).status_code == 200
    assert not signed_in(client)


def test_a_network_has_ten_wrong_passwords_a_minute_whatever_the_names(client: Client, person: User) -> None:
    with mock.patch.object(User, "set_password") as hashed:  # what Django does for a name that nobody has
        for n in range(40):
            page = try_password(client, "wrong", username=f"nobody{n}", REMOTE_ADDR="203.0.113.9")
    assert hashed.call_count == 10
    wait = int(page["Retry-After"])
    assert 0 < wait <= 61, "no longer than the page says"
    shows(page, f"請 {wait} 秒後再試", status=429)
    assert 'value="nobody39"' in markup(page), "what was typed stays"
    assert try_password(client, PASSWORD, REMOTE_ADDR="203.0.113.9").status_code == 429
    assert try_password(client, PASSWORD, REMOTE_ADDR="192.0.2.7").status_code == 302
    with time_machine.travel(timezone.now() + timedelta(seconds=61)):
        assert try_password(client, PASSWORD, REMOTE_ADDR="203.0.113.9").status_code == 302


def test_right_passwords_of_a_whole_hall_are_not_counted(person: User) -> None:
    assert {try_password(Client(), PASSWORD).status_code for _phone in range(25)} == {302}


@pytest.mark.usefixtures("throttled")
def test_the_sign_in_speaks_the_language_of_the_device_when_it_locks_out(client: Client, person: User) -> None:
    client.cookies["paiju_language"] = "en"
    for n in range(6):
        page = try_password(client, f"wrong{n}")
    assert re.search(r'<html lang="en', markup(page))


def test_the_sign_in_takes_passwords_of_django_on_one_core(client: Client, person: User, settings: Settings) -> None:
    settings.PASSWORD_HASHERS = config_settings.PASSWORD_HASHERS
    person.password = Argon2PasswordHasher().encode(PASSWORD, "salt of sixteen!")
    person.save()
    assert "p=8" in person.password
    try_password(client, PASSWORD)
    assert signed_in(client)
    person.refresh_from_db()
    assert person.password.startswith("argon2$argon2id$")
    assert "m=102400,t=2,p=1" in person.password
