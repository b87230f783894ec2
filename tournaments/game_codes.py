"""牌局網址: how a game stands in an address: its number, and behind it letters that nobody can guess ("25-k7m2…").

Everybody is given the long address, and it leads to the public pages of the game. With the number alone only officials
and the four get in, so that nobody reads cards and hands by counting. The letters follow from the secret key: nothing
is stored, and a new key makes new addresses (the code of a signed card stays).
"""

import base64
from functools import lru_cache

from django.conf import settings
from django.urls import register_converter
from django.utils.crypto import constant_time_compare, salted_hmac

from accounts.numbers import whole

_SALT = "tournaments.game"
_LETTERS = 16


class Known(int):
    """The number of a game of which the whole address was given, or that was found otherwise (by its ruling)."""


def letters_of(game_id: int) -> str:
    """What stands behind the number of a game: 16 letters, 80 bits."""
    return _letters(settings.SECRET_KEY, int(game_id))


@lru_cache(maxsize=8192)
def _letters(secret: str, game_id: int) -> str:
    digest = salted_hmac(_SALT, str(game_id), secret=secret, algorithm="sha256").digest()
    return base64.b32encode(digest).decode().lower()[:_LETTERS]


def address_code(game_id: int) -> str:
    """The game as it stands in addresses."""
    return f"{int(game_id)}-{letters_of(game_id)}"


class GameInAddress:
    """牌局 in an address: a number, `Known` where its letters stand behind it. Wrong letters are no address: 404."""

    regex = f"[0-9]{{1,19}}(?:-[a-z2-7]{{{_LETTERS}}})?"

    def to_python(self, value: str) -> int:
        digits, _hyphen, letters = value.partition("-")
        number = whole(digits)
        if number is None or (letters and not constant_time_compare(letters, letters_of(number))):
            raise ValueError(value)
        return Known(number) if letters else number

    def to_url(self, value: int | str) -> str:
        return address_code(int(value))


register_converter(GameInAddress, "game")
