"""牌局網址: a game in an address: its number and letters that cannot be guessed ("25-k7m2…").

Pages link to the long address, which opens the game's public pages. The bare number works only for officials and the
four players, so that cards and hands cannot be read by counting up. The letters derive from the secret key: none are
stored, and a new key changes the addresses (but not the code of a signed card).
"""

import base64
from functools import lru_cache

from django.conf import settings
from django.urls import register_converter
from django.utils.crypto import constant_time_compare, salted_hmac

from accounts.inputs import parse_int

_SALT = "tournaments.game"
_LETTERS = 16


class VerifiedGameId(int):
    """The id of a game whose whole address was given, or that was found in another way (by its ruling)."""


@lru_cache(maxsize=8192)
def _letters(secret: str, game_id: int) -> str:
    """16 letters, 80 bits."""
    digest = salted_hmac(_SALT, str(game_id), secret=secret, algorithm="sha256").digest()
    return base64.b32encode(digest).decode().lower()[:_LETTERS]


def address_code(game_id: int | str) -> str:
    return f"{int(game_id)}-{_letters(settings.SECRET_KEY, int(game_id))}"


class GameInAddress:
    """牌局 in an address, "12" or "12-" and check letters: the id, a `VerifiedGameId` with the right letters; 404 with
    wrong ones."""

    regex = f"[0-9]{{1,19}}(?:-[a-z2-7]{{{_LETTERS}}})?"

    def to_python(self, value: str) -> int:
        digits, _hyphen, letters = value.partition("-")
        number = parse_int(digits)
        if number is None or (letters and not constant_time_compare(letters, _letters(settings.SECRET_KEY, number))):
            raise ValueError(value)
        return VerifiedGameId(number) if letters else number

    to_url = staticmethod(address_code)


register_converter(GameInAddress, "game")
