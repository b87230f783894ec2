"""第一個帳戶: made in the browser while nobody looks after the accounts, by whoever reads this machine's terminal.

Everybody in the room can open the page, so it asks for a code that only the terminal shows. The code comes from the
secret key: nothing has to be stored, each worker knows it, and it opens nothing once there is a keeper of accounts.
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
    """Not the code that stands on the terminal."""


class AlreadyAdministered(ValueError):
    """Somebody looks after the accounts already: there is no first account any more."""


def first_code() -> str:
    """The code of this installation: three groups of four that are easy to type (about 59 bits)."""
    digest = hmac.digest(settings.SECRET_KEY.encode(), b"accounts.first", "sha256")
    # Of a byte only what is spread evenly over the letters is taken.
    even = [byte for byte in digest if byte < 256 - 256 % len(PASSWORD_LETTERS)]
    letters = [PASSWORD_LETTERS[byte % len(PASSWORD_LETTERS)] for byte in even[:12]]
    return "-".join("".join(letters[start : start + 4]) for start in range(0, 12, 4))


def open_first_account(
    *, code: str, username: str, display_name: str, password: str, organisation: str, handle: str = "", now: datetime
) -> User:
    """Make the account that looks after all others, and its organisation. Raises WrongCode, AlreadyAdministered,
    NameTaken."""
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
    """Whether this is the code, typed with or without its hyphens, in any case."""
    plain = "".join(letter for letter in code.lower() if letter.isalnum())
    return constant_time_compare(plain, first_code().replace("-", ""))
