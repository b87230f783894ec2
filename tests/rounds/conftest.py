from collections.abc import Generator

import pytest
from django.test import Client

from accounts.models import User
from tests.rounds.two_tables import two_tables
from tests.tournaments.factories import add_member, belong, make_event, make_players, make_user
from tournaments.audit.checks import audit
from tournaments.models import Event, Role
from tournaments.organising.services.events import add_tables


@pytest.fixture
def event(db: None) -> Event:
    return two_tables()


@pytest.fixture
def desk(event: Event) -> Client:
    """An organiser of the event."""
    user = make_user("organiser")
    add_member(event, user, Role.ORGANISER)
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def boss(client: Client) -> User:
    """An organiser who is signed in."""
    user = belong(make_user("boss"), creates=True)
    client.force_login(user)
    return user


@pytest.fixture
def sixteen(boss: User) -> Event:
    """Sixteen players and four tables."""
    event = make_event()
    add_member(event, boss, Role.ORGANISER)
    make_players(event, 16)
    add_tables(event=event, count=4)
    return event


@pytest.fixture
def audited(db: None) -> Generator[None]:
    """Whatever the test has done, books and history agree with the tables."""
    yield
    assert [str(difference) for difference in audit()] == []
