"""兩步驗證: authenticator (TOTP), recovery codes, and their lock. Written only here; passkeys are in
`accounts.passkeys`.

A wrong code is counted on the person's locked row, so that parallel attempts cannot get around the limit.
"""

import hmac
import logging
import unicodedata
from base64 import urlsafe_b64encode
from collections.abc import Callable
from datetime import datetime, timedelta

import pyotp
from cryptography.fernet import Fernet, InvalidToken
from django.conf import settings
from django.db import transaction
from django.utils.crypto import constant_time_compare, get_random_string

from accounts.log import Kind, add_entry
from accounts.models import Passkey, RecoveryCode, SecondFactor, User
from accounts.services import PASSWORD_LETTERS

KEPT = "authenticator"
STEP = 30
"""Seconds per code (RFC 6238)."""
DRIFT = 1
"""Steps by which a phone's clock may be off."""
MOST_FAILURES = 5
LOCKED_FOR = timedelta(minutes=15)
CODES = 10

logger = logging.getLogger("accounts.second_factor")


class Wrong(ValueError):
    """The code or key is not this person's, or has been used."""


class Locked(Wrong):
    """Too many wrong codes; none is checked until the lock ends."""


def has_second_factor(user: User) -> bool:
    return SecondFactor.objects.filter(user=user).exists()


def new_secret() -> str:
    return str(pyotp.random_base32())


def step_of(secret: str, typed: str, now: datetime, *, after: int = 0) -> int | None:
    """Return the time step of this code, later than `after`; None if no current step matches."""
    code, present = digits(typed), int(now.timestamp()) // STEP
    totp = pyotp.TOTP(secret, interval=STEP)
    steps = [step for step in range(present - DRIFT, present + DRIFT + 1) if step > after]
    return next((step for step in steps if constant_time_compare(totp.at(step * STEP), code)), None)


@transaction.atomic
def enrol_authenticator(*, user: User, secret: str, typed: str, now: datetime) -> list[str]:
    """Set or replace the authenticator; return recovery codes if they are new.

    `typed`: a code from it, to show that it works. Raises Wrong.
    """
    step = step_of(secret, typed, now)
    if step is None:
        raise Wrong
    codes = begin(user=user, now=now)
    SecondFactor.objects.filter(user=user).update(secret=seal(secret, KEPT), last_step=step)
    add_entry(Kind.FACTOR_ADDED, about=user.username, after={"kind": "authenticator"})
    return codes


def begin(*, user: User, now: datetime) -> list[str]:
    """Create the row and its recovery codes unless they exist. Needs a transaction."""
    User.objects.select_for_update(no_key=True).get(pk=user.pk)
    _row, made = SecondFactor.objects.get_or_create(user=user, defaults={"created_at": now})
    return _renew(user) if made else []


@transaction.atomic
def renew_codes(*, user: User) -> list[str]:
    User.objects.select_for_update(no_key=True).get(pk=user.pk)
    add_entry(Kind.RECOVERY_CODES_MADE, about=user.username)
    return _renew(user)


def _renew(user: User) -> list[str]:
    RecoveryCode.objects.filter(user=user).delete()
    codes = ["-".join(get_random_string(5, PASSWORD_LETTERS) for _ in range(2)) for _ in range(CODES)]
    RecoveryCode.objects.bulk_create(RecoveryCode(user=user, digest=_mark(user.pk, code)) for code in codes)
    return codes


def _mark(user_id: int, typed: str) -> str:
    plain = "".join(letter for letter in typed.lower() if letter.isalnum())
    return hmac.digest(_key(b"accounts.fingerprint"), f"{user_id}:{plain}".encode(), "sha256").hex()


def codes_left(user: User) -> int:
    return RecoveryCode.objects.filter(user=user, used_at=None).count()


def prove(*, user: User, typed: str, now: datetime) -> None:
    """Accept a code of the authenticator or a recovery code, each once. Raises Wrong, Locked."""
    tried(user=user, check=lambda row: _takes(row, typed, now), now=now)


def tried(*, user: User, check: Callable[[SecondFactor], bool], now: datetime) -> None:
    """Run `check` on the person's locked row and count its result. Raises Wrong, Locked."""
    with transaction.atomic():
        row = SecondFactor.objects.select_for_update(no_key=True).filter(user=user).first()
        if row is None:
            raise Wrong
        if row.locked_until is not None and row.locked_until > now:
            raise Locked
        good = check(row)
        row.failures = 0 if good else row.failures + 1
        row.locked_until = None
        if row.failures >= MOST_FAILURES:
            row.failures, row.locked_until = 0, now + LOCKED_FOR
            logger.warning("account %s: locked after wrong second factors", user.pk)
            add_entry(Kind.SIGN_IN_BLOCKED, user=user, about=user.username, after={"kind": "second_factor"})
        row.save(update_fields=["failures", "locked_until", "last_step"])
    if not good:
        raise Wrong


def _takes(row: SecondFactor, typed: str, now: datetime) -> bool:
    if len(digits(typed)) != 6:
        unused = RecoveryCode.objects.filter(user=row.user_id, digest=_mark(row.user_id, typed), used_at=None)
        return bool(unused.update(used_at=now))
    try:
        step = step_of(unseal(row.secret, KEPT), typed, now, after=row.last_step) if row.secret else None
    except DecryptionError:
        logger.error("account %s: the secret key has changed, its authenticator is of no use", row.user_id)
        return False
    if step is not None:
        row.last_step = step
    return step is not None


def digits(typed: str) -> str:
    """Return a typed or pasted code as ASCII digits, without spaces; "" if it contains anything else."""
    plain = "".join(unicodedata.normalize("NFKC", typed).split())
    return plain if plain.isascii() and plain.isdigit() else ""


@transaction.atomic
def remove_authenticator(*, user: User) -> None:
    """Remove the authenticator; without a passkey the second factor is then off."""
    if SecondFactor.objects.filter(user=user).exclude(secret="").update(secret="", last_step=0):
        add_entry(Kind.FACTOR_REMOVED, about=user.username, before={"kind": "authenticator"})
    end_if_empty(user=user)


def end_if_empty(*, user: User) -> None:
    """Delete the second factor if neither authenticator nor passkey is left. Needs a transaction."""
    if not Passkey.objects.filter(user=user).exists() and SecondFactor.objects.filter(user=user, secret="").exists():
        SecondFactor.objects.filter(user=user).delete()
        RecoveryCode.objects.filter(user=user).delete()


@transaction.atomic
def reset(*, user: User) -> None:
    for model in (Passkey, RecoveryCode, SecondFactor):
        model._default_manager.filter(user=user).delete()
    add_entry(Kind.FACTOR_RESET, about=user.username)


class DecryptionError(ValueError):
    """An encrypted text cannot be opened: it was encrypted for another purpose, or SECRET_KEY has changed since."""


def seal(text: str, purpose: str) -> str:
    return _box(purpose).encrypt(text.encode()).decode()


def unseal(sealed: str, purpose: str) -> str:
    try:
        return _box(purpose).decrypt(sealed.encode()).decode()
    except InvalidToken:
        raise DecryptionError from None


def _box(purpose: str) -> Fernet:
    return Fernet(urlsafe_b64encode(_key(f"accounts.sealing {purpose}".encode())))


def _key(purpose: bytes) -> bytes:
    return hmac.digest(settings.SECRET_KEY.encode(), purpose, "sha256")
