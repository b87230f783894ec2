import pytest
from django.test import Client

from accounts.models import User
from tests.rounds.two_tables import two_tables
from tests.tournaments.book_pages import member_of
from tests.tournaments.factories import add_member, make_event, make_players
from tournaments.models import Event, Role
from tournaments.organising.services.events import add_tables


@pytest.fixture
def event(db: None) -> Event:
    return two_tables()


@pytest.fixture
def desk(event: Event) -> Client:
    return member_of(event, "organiser", Role.ORGANISER)


@pytest.fixture
def sixteen(boss: User) -> Event:
    event = make_event()
    add_member(event, boss, Role.ORGANISER)
    make_players(event, 16)
    add_tables(event=event, count=4)
    return event
