"""登入條: issue, reprint, use once, revoke. Written only here."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.core import signing
from django.db import transaction

from accounts import log, second_factor, services
from accounts.models import OrganisationMember, SignInSlip, User

SALT = "accounts.sign-in-slip"
SECOND_LOOK = timedelta(minutes=10)
"""How long a slip still works after its first use: a camera app opens it in its own browser, which forgets it."""


class SlipRefused(ValueError):
    """A slip may not open an account that has a password, manages other accounts, or creates events."""


def token_of(slip: SignInSlip) -> str:
    """Return the content of the printed code: always the same for a slip, so that it can be reprinted."""
    return signing.Signer(salt=SALT).sign_object([slip.pk, slip.user_id])


def slip_by_token(token: str, now: datetime) -> SignInSlip | None:
    """Return the slip of a token; None if it is forged, used, expired or revoked."""
    try:
        pk, user = signing.Signer(salt=SALT).unsign_object(token)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    slip = SignInSlip.objects.select_related("user").filter(pk=pk, user=user).first()
    return slip if slip is not None and is_valid(slip, now) and may_use_slips(slip.user) else None


def is_valid(slip: SignInSlip, now: datetime) -> bool:
    if slip.revoked_at is not None or slip.expires_at <= now:
        return False
    return slip.used_at is None or now < slip.used_at + SECOND_LOOK


def may_use_slips(user: User) -> bool:
    """Whether slips may open this account: not if it has a password, manages accounts or creates events."""
    return not user.has_usable_password() and _has_few_rights(user)


def _has_few_rights(user: User) -> bool:
    if not user.is_active or user.is_staff or user.is_superuser:
        return False
    return not OrganisationMember.objects.filter(user=user, creates=True).exists()


def renewable(user: User, maker: User, now: datetime) -> bool:
    """Whether a slip by this maker may replace the account's present access.

    A password set after signing in by slip gives way to a new slip until the old slip would have expired: the wrong
    person may have used it. The maker must belong to the same organisation, because others never gave out the account.
    """
    if may_use_slips(user):
        return True
    colleagues = OrganisationMember.objects.filter(organisation__in=maker.organisations.values("organisation"))
    used = SignInSlip.objects.filter(user=user, revoked_at=None, used_at__isnull=False, expires_at__gt=now)
    return _has_few_rights(user) and used.filter(made_by__in=colleagues.values("user")).exists()


@transaction.atomic
def redeem(*, token: str, now: datetime) -> User | None:
    slip = slip_by_token(token, now)
    if slip is None:
        return None
    locked = SignInSlip.objects.select_for_update(no_key=True).get(pk=slip.pk)
    if not is_valid(locked, now):
        return None
    if locked.used_at is None:
        locked.used_at = now
        locked.save(update_fields=["used_at"])
    return slip.user


@transaction.atomic
def issue(*, user: User, made_by: User, now: datetime, until: datetime) -> SignInSlip:
    """Return the person's unused slip, or revoke the used one and make a new one. Raises SlipRefused."""
    if not may_use_slips(user):
        raise SlipRefused(user.username)
    User.objects.select_for_update(no_key=True).get(pk=user.pk)
    slip = SignInSlip.objects.filter(user=user, revoked_at=None).first()
    if slip is not None and slip.used_at is None and slip.expires_at > now:
        if slip.expires_at < until:
            slip.expires_at = until
            slip.save(update_fields=["expires_at"])
        return slip
    SignInSlip.objects.filter(user=user, revoked_at=None).update(revoked_at=now)
    log.add_entry(log.Kind.SLIP_MADE, about=user.username)
    return SignInSlip.objects.create(user=user, made_by=made_by, created_at=now, expires_at=until)


@transaction.atomic
def renew(*, user: User, made_by: User, now: datetime, until: datetime) -> SignInSlip:
    """Replace the slip, with every session, password and second factor that came from it. Raises SlipRefused."""
    if not renewable(user, made_by, now):
        raise SlipRefused(user.username)
    SignInSlip.objects.filter(user=user, revoked_at=None).update(revoked_at=now)
    if second_factor.has_second_factor(user):
        second_factor.reset(user=user)
    services.end_sessions(user=user, now=now)
    return issue(user=user, made_by=made_by, now=now, until=until)


@transaction.atomic
def take_back(*, users: Iterable[User], now: datetime) -> None:
    """Revoke these people's slips and end sessions begun with them. Accounts with a password are left alone."""
    for user in users:
        if may_use_slips(user):
            SignInSlip.objects.filter(user=user, revoked_at=None).update(revoked_at=now)
            services.end_sessions(user=user, now=now)
