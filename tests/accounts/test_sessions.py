"""Who is signed in: the session and its account are found by prepared statements, and mean what Django's own mean."""

from datetime import timedelta

import pytest
from django.contrib.auth import BACKEND_SESSION_KEY
from django.contrib.auth.backends import ModelBackend
from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.forms.models import model_to_dict
from django.test import Client
from django.utils import timezone

from accounts.backends import PersonBackend
from accounts.models import User
from accounts.sessions import SessionStore
from tests.tournaments.factories import make_user

pytestmark = pytest.mark.django_db

DJANGOS = "django.contrib.auth.backends.ModelBackend"


def signed_in(user: User, backend: str = "accounts.backends.PersonBackend") -> Client:
    client = Client()
    client.force_login(user, backend=backend)
    return client


def who(client: Client) -> object:
    return client.get("/").context["user"]


@pytest.mark.parametrize("backend", ["accounts.backends.PersonBackend", DJANGOS])
def test_who_signed_in_stays_signed_in(backend: str):
    user = make_user()
    assert who(signed_in(user, backend)) == user


def test_a_session_reads_as_django_reads_it():
    session = db.SessionStore()
    session["players"] = {"3": [7, 1]}
    session.create()
    mine, djangos = SessionStore(session.session_key), db.SessionStore(session.session_key)
    assert dict(mine.items()) == dict(djangos.items()) == {"players": {"3": [7, 1]}}


@pytest.mark.parametrize("key", ["x" * 32, "' OR 1=1 --" + "x" * 21])
def test_a_key_that_nobody_has_is_no_session(key: str):
    session = SessionStore(key)
    assert dict(session.items()) == {}
    assert session.session_key is None


def test_a_session_that_has_run_out_is_none():
    client = signed_in(make_user())
    Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))
    assert who(client).is_anonymous  # type: ignore[attr-defined]


def test_an_account_that_is_switched_off_is_signed_out():
    user = make_user()
    client = signed_in(user)
    User.objects.filter(pk=user.pk).update(is_active=False)
    assert who(client).is_anonymous  # type: ignore[attr-defined]


def test_a_new_password_signs_out():
    user = make_user()
    client = signed_in(user)
    user.set_password("an other one 98")
    user.save()
    assert who(client).is_anonymous  # type: ignore[attr-defined]


def test_an_account_is_the_one_that_django_finds():
    user = make_user("referee", display_name="陳師傅")
    mine, djangos = PersonBackend().get_user(user.pk), ModelBackend().get_user(user.pk)
    assert mine is not None
    assert mine == djangos
    assert model_to_dict(mine) == model_to_dict(djangos)
    assert (mine.date_joined, mine.last_login) == (djangos.date_joined, djangos.last_login)
    mine.display_name = "陳"
    mine.save()
    assert User.objects.get(pk=user.pk).display_name == "陳"


def test_there_is_no_account_with_another_number():
    assert PersonBackend().get_user(10**6) is None


def test_an_old_session_says_the_backend_of_now():
    session = db.SessionStore()
    session[BACKEND_SESSION_KEY] = DJANGOS
    session.create()
    assert SessionStore(session.session_key)[BACKEND_SESSION_KEY] == "accounts.backends.PersonBackend"
