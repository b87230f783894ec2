"""Secrets stored so that a copy of the database alone opens nothing.

Both keys come from the secret key of the installation. A backup file holds that key too: it is as safe as its place.
"""

import hmac
from base64 import urlsafe_b64encode

from cryptography.fernet import Fernet, InvalidToken
from django.conf import settings


class DecryptionError(ValueError):
    """Sealed for another purpose, or under another key: the secret key of the installation has changed since."""


def seal(text: str, purpose: str) -> str:
    return _box(purpose).encrypt(text.encode()).decode()


def unseal(sealed: str, purpose: str) -> str:
    try:
        return _box(purpose).decrypt(sealed.encode()).decode()
    except InvalidToken:
        raise DecryptionError from None


def fingerprint(text: str) -> str:
    return hmac.digest(_key(b"accounts.fingerprint"), text.encode(), "sha256").hex()


def _box(purpose: str) -> Fernet:
    return Fernet(urlsafe_b64encode(_key(f"accounts.sealing {purpose}".encode())))


def _key(purpose: bytes) -> bytes:
    return hmac.digest(settings.SECRET_KEY.encode(), purpose, "sha256")
