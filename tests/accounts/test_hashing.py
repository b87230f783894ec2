"""Where passwords are hashed: never inside a transaction, and few at a time."""

from threading import BoundedSemaphore, Thread

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from accounts import hashers
from accounts.hashers import NarrowArgon2PasswordHasher, turn
from accounts.models import User
from accounts.services import create_user, open_first_account
from tests.markup import url
from tests.tournaments.factories import make_event
from tournaments.models import Role
from tournaments.organising.services.events import create_member


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("who", ["member", "person", "first"])
def test_no_password_is_hashed_while_others_wait_to_write(who: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Hashing takes long on purpose; SQLite has one writer."""
    inside: list[bool] = []
    hashed = User.set_password

    def noted(user: User, password: str) -> None:
        inside.append(connection.in_atomic_block)
        hashed(user, password)

    monkeypatch.setattr(User, "set_password", noted)
    event = make_event("made")
    if who == "member":
        create_member(event=event, username="ling", display_name="阿玲", role=Role.REFEREE)
    elif who == "person":
        create_user(username="ling", display_name="阿玲")
    else:
        said = {"username": "ling", "display_name": "阿玲", "password": "wind-3-dragon", "organisation": "新會"}
        open_first_account(now=timezone.now(), **said)
    assert inside == [False]


def test_passwords_wait_for_their_turn() -> None:
    """Forty people who sign in at once leave processors and memory to a recorded hand."""
    hasher = NarrowArgon2PasswordHasher()
    waiting = Thread(target=hasher.encode, args=("wind-3-dragon", hasher.salt()))
    with turn():
        waiting.start()
        waiting.join(0.1)
        assert waiting.is_alive()
    waiting.join(60)
    assert not waiting.is_alive()


def test_more_sign_ins_than_may_wait_leave_threads_to_the_hall(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    create_user(username="ling", display_name="阿玲", password="wind-3-dragon")
    said = {"username": "ling", "password": "wind-3-dragon"}
    places = BoundedSemaphore(1)
    monkeypatch.setattr(hashers, "PLACES", places)
    with places:
        answer = client.post(url("accounts:sign_in"), said)
        assert (answer.status_code, answer["Retry-After"]) == (429, "5")
        assert "請等幾秒再試一次" in answer.content.decode()
    assert client.post(url("accounts:sign_in"), said).status_code == 302
