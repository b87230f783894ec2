"""第一個帳戶: made in the browser while there is no keeper of accounts, with a code that only the terminal shows.

Everyone in the room can open the page. The code comes from the secret key: nothing is stored, each worker knows it, and
it opens nothing once there is a keeper.
"""

import hmac
from datetime import datetime

from django.conf import settings
from django.db import transaction
from django.utils.crypto import constant_time_compare

from accounts import selectors, services
from accounts.models import User
from accounts.services import PASSWORD_LETTERS


class WrongCode(ValueError):
    """Not the code of the terminal."""


class AlreadyAdministered(ValueError):
    """There is a keeper of accounts already."""


def first_code() -> str:
    """Three groups of four that are easy to type (about 59 bits)."""
    digest = hmac.digest(settings.SECRET_KEY.encode(), b"accounts.first", "sha256")
    # Only bytes that spread evenly over the letters are used.
    even = [byte for byte in digest if byte < 256 - 256 % len(PASSWORD_LETTERS)]
    letters = [PASSWORD_LETTERS[byte % len(PASSWORD_LETTERS)] for byte in even[:12]]
    return "-".join("".join(letters[start : start + 4]) for start in range(0, 12, 4))


def open_first_account(
    *, code: str, username: str, display_name: str, password: str, organisation: str, handle: str = "", now: datetime
) -> User:
    """Make the keeper's account and its organisation. Raises WrongCode, AlreadyAdministered, NameTaken."""
    if not code_fits(code):
        raise WrongCode
    if selectors.administered():
        raise AlreadyAdministered
    user, _password = services.prepared_user(
        username=username, display_name=display_name, password=password, is_staff=True, is_superuser=True
    )
    with transaction.atomic():
        if selectors.administered():  # meanwhile
            raise AlreadyAdministered
        made = services.create_organisation(name=organisation, handle=handle, now=now)
        services.save_user(user=user, organisation=made, creates=True)
    return user


def code_fits(code: str) -> bool:
    """Hyphens and case do not matter."""
    plain = "".join(letter for letter in code.lower() if letter.isalnum())
    return constant_time_compare(plain, first_code().replace("-", ""))
