"""People for the tests of accounts."""

import pytest
from django.test import Client

from accounts import services
from accounts.models import User

PASSWORD = "wind-3-dragon"


def signed_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


@pytest.fixture
def person(db: None) -> User:
    """陳大文, who speaks Chinese; his password is PASSWORD."""
    return services.create_user(username="chan", display_name="陳大文", password=PASSWORD)[0]


@pytest.fixture
def keeper(db: None) -> User:
    return services.create_user(username="keeper", display_name="何家珍", password=PASSWORD, is_staff=True)[0]
