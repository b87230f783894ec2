from collections.abc import Generator

import pytest
from django.test import Client

from tests.rounds.two_tables import two_tables
from tests.tournaments.factories import add_member, make_user
from tournaments.audit.checks import audit
from tournaments.models import Event, Role


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
def audited(db: None) -> Generator[None]:
    """Whatever the test has done, books and history agree with the tables."""
    yield
    assert [str(difference) for difference in audit()] == []
