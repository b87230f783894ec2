from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from accounts.models import User
from tests.tournaments.book_pages import signed_in as browser_of
from tests.tournaments.factories import make_user


@pytest.fixture
def user() -> User:
    return make_user()


@pytest.fixture
def signed_in(user: User) -> Client:
    return browser_of(user)


def who(client: Client) -> User:
    return client.get("/").context["user"]


def test_who_signed_in_stays_signed_in_until_the_session_has_run_out(signed_in: Client, user: User) -> None:
    assert who(signed_in) == who(signed_in) == user
    Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))
    assert who(signed_in).is_anonymous


def test_an_account_that_is_switched_off_is_signed_out(signed_in: Client, user: User) -> None:
    User.objects.filter(pk=user.pk).update(is_active=False)
    assert who(signed_in).is_anonymous


def test_a_new_password_signs_out(signed_in: Client, user: User) -> None:
    user.set_password("an other one 98")
    user.save()
    assert who(signed_in).is_anonymous


@pytest.mark.parametrize("key", ["x" * 32, "' OR 1=1 --" + "x" * 21])
def test_a_key_that_nobody_has_is_no_session(key: str) -> None:
    client = Client()
    client.cookies["sessionid"] = key
    assert who(client).is_anonymous
