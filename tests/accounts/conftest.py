"""People for the tests of accounts."""

from datetime import datetime, timedelta

import pyotp
import pytest
from django.test import Client
from django.utils import timezone

from accounts import second_factor, services
from accounts.models import User

PASSWORD = "wind-3-dragon"


def signed_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


def enrolled(user: User, now: datetime | None = None) -> tuple[pyotp.TOTP, list[str]]:
    """Set an authenticator up for somebody, an hour ago so that the code of now is unused; return it and its codes."""
    totp, then = pyotp.TOTP(second_factor.new_secret()), (now or timezone.now()) - timedelta(hours=1)
    codes = second_factor.enrol_authenticator(user=user, secret=totp.secret, typed=totp.at(then), now=then)
    return totp, codes


@pytest.fixture
def person(db: None) -> User:
    """陳大文, who speaks Chinese; his password is PASSWORD."""
    return services.create_user(username="chan", display_name="陳大文", password=PASSWORD)[0]


@pytest.fixture
def keeper(db: None) -> User:
    return services.create_user(username="keeper", display_name="何家珍", password=PASSWORD, is_staff=True)[0]
