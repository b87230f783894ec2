import hashlib
import secrets
from datetime import datetime, timedelta

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils.text import slugify

from accounts import devices, log
from accounts.acting import acting_user_id
from accounts.log import Kind
from accounts.models import ApiToken, Organisation, OrganisationMember, User
from accounts.names import cleaned

TOKEN_PREFIX = "paiju_"  # noqa: S105 - no secret
HINT_LENGTH = 10
# A token's last use is written at most this often, so that reading through the API costs no write each time.
LAST_USE_STEP = timedelta(minutes=10)
# Without letters and digits that look alike: passwords are read aloud across a hall.
PASSWORD_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # noqa: S105


class NameTaken(IntegrityError):
    """The sign-in name (in any case), or the name or handle of an organisation, is in use."""


class UnknownLanguage(ValueError):
    """Not one of settings.LANGUAGES."""


def create_user(
    *,
    username: str,
    display_name: str,
    password: str | None = None,
    language: str = settings.LANGUAGE_CODE,
    is_staff: bool = False,
    is_superuser: bool = False,
    organisation: Organisation | None = None,
    creates: bool = False,
) -> tuple[User, str]:
    """Create an account; return it with its password, generated when none is given.

    `creates`: may make the organisation's events and accounts. Raises NameTaken. Not inside a transaction: use
    `prepared_user` before it and `save_user` in it.
    """
    user, password = prepared_user(
        username=username,
        display_name=display_name,
        password=password,
        language=language,
        is_staff=is_staff,
        is_superuser=is_superuser,
    )
    save_user(user=user, organisation=organisation, creates=creates)
    return user, password


def prepared_user(
    *,
    username: str,
    display_name: str,
    password: str | None = None,
    language: str = settings.LANGUAGE_CODE,
    is_staff: bool = False,
    is_superuser: bool = False,
) -> tuple[User, str]:
    """An unsaved account with its password, generated when none is given.

    Separate from saving, because hashing takes long, and on SQLite an open transaction blocks all other writers.
    """
    password = password or make_password()
    user = User(
        username=User.normalize_username(username),
        display_name=display_name.strip(),
        language=_known(language),
        is_staff=is_staff,
        is_superuser=is_superuser,
    )
    user.set_password(password)
    return user, password


def save_user(*, user: User, organisation: Organisation | None = None, creates: bool = False) -> None:
    """The other arguments are those of `create_user`. Raises NameTaken."""
    try:
        with transaction.atomic():
            user.save()
            if organisation is not None:
                OrganisationMember.objects.create(organisation=organisation, user=user, creates=creates)
            said: dict[str, object] = {"keeper": user.is_staff or user.is_superuser}
            said |= {organisation.handle: _right(True, creates)} if organisation is not None else {}
            log.tell(Kind.ACCOUNT_MADE, about=user.username, after=said)
    except IntegrityError as error:
        raise NameTaken(user.username) from error


def create_organisation(*, name: str, handle: str = "", now: datetime) -> Organisation:
    """Without a handle one is made from the Latin letters of the name. Raises NameTaken."""
    name = cleaned(name)
    try:
        with transaction.atomic():
            made = Organisation.objects.create(name=name, handle=handle or _free_handle(name), created_at=now)
            log.tell(Kind.ORGANISATION_MADE, about=name, after={"handle": made.handle}, organisation_id=made.pk)
            return made
    except IntegrityError as error:
        raise NameTaken(name) from error


def _free_handle(name: str) -> str:
    stem = slugify(name)[:16].strip("-_") or "club"
    taken = set(Organisation.objects.filter(handle__startswith=stem).values_list("handle", flat=True))
    return next(handle for handle in [stem, *(f"{stem}{n}" for n in range(2, len(taken) + 3))] if handle not in taken)


@transaction.atomic
def set_right(*, user: User, organisation: Organisation, member: bool, creates: bool) -> None:
    rows = OrganisationMember.objects.filter(user=user, organisation=organisation)
    stood = rows.values_list("creates", flat=True).first()
    if member:
        OrganisationMember.objects.update_or_create(user=user, organisation=organisation, defaults={"creates": creates})
    else:
        rows.delete()
    before, after = _right(stood is not None, bool(stood)), _right(member, creates)
    if before != after:
        said = ({organisation.handle: before}, {organisation.handle: after})
        log.tell(Kind.RIGHTS_CHANGED, about=user.username, before=said[0], after=said[1])


def _right(member: bool, creates: bool) -> str:
    return ("creates" if creates else "member") if member else "none"


@transaction.atomic
def demand_second_factor(*, organisation: Organisation, demanded: bool) -> None:
    rows = Organisation.objects.filter(pk=organisation.pk).exclude(second_factor=demanded)
    if rows.update(second_factor=demanded):
        log.tell(
            Kind.RIGHTS_CHANGED,
            about=organisation.name,
            before={"second_factor": not demanded},
            after={"second_factor": demanded},
            organisation_id=organisation.pk,
        )


def make_password() -> str:
    """Three groups of four that are easy to read aloud (about 59 bits)."""
    groups = ("".join(secrets.choice(PASSWORD_LETTERS) for _ in range(4)) for _ in range(3))
    return "-".join(groups)


def set_password(*, user: User, password: str, session: str = "") -> None:
    """Its sessions end, except the one with this key."""
    user.set_password(password)
    with transaction.atomic():
        user.save(update_fields=["password"])
        devices.end_all(user=user, but=session)
        own = acting_user_id() == user.pk
        log.tell(Kind.PASSWORD_CHANGED if own else Kind.PASSWORD_RESET, about=user.username)


def account_without_password(*, username: str, display_name: str) -> User:
    """An unsaved account that only a slip opens (`accounts.slips`). No hashing: it is quick."""
    user = User(username=User.normalize_username(username), display_name=display_name.strip())
    user.set_unusable_password()
    return user


def end_sessions(*, user: User, now: datetime) -> None:
    """Sign out an account without a password everywhere: sessions carry the old mark, tokens end."""
    user.set_unusable_password()
    with transaction.atomic():
        user.save(update_fields=["password"])
        ApiToken.objects.filter(user=user, revoked_at=None).update(revoked_at=now)
        devices.end_all(user=user)
        log.tell(Kind.SLIPS_REVOKED, about=user.username)


def set_active(*, user: User, active: bool) -> None:
    """An inactive account's sessions end. Accounts are never deleted: records name them."""
    user.is_active = active
    with transaction.atomic():
        user.save(update_fields=["is_active"])
        if not active:
            devices.end_all(user=user)
        log.tell(Kind.ACCOUNT_OPENED if active else Kind.ACCOUNT_CLOSED, about=user.username)


def choose_language(*, user: User, language: str) -> None:
    user.language = _known(language)
    user.save(update_fields=["language"])


def _known(language: str) -> str:
    if language not in dict(settings.LANGUAGES):
        raise UnknownLanguage(language)
    return language


def create_token(*, user: User, name: str, now: datetime) -> tuple[ApiToken, str]:
    """A new API token and its secret, which is not stored."""
    secret = TOKEN_PREFIX + secrets.token_urlsafe(32)
    with transaction.atomic():
        token = ApiToken.objects.create(
            user=user, name=name.strip(), digest=token_digest(secret), hint=secret[:HINT_LENGTH], created_at=now
        )
        log.tell(Kind.TOKEN_MADE, about=str(token))
    return token, secret


def token_digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def revoke_token(*, user: User, token_id: int, now: datetime) -> bool:
    with transaction.atomic():
        token = ApiToken.objects.filter(user=user, pk=token_id, revoked_at=None).first()
        live = ApiToken.objects.filter(user=user, pk=token_id, revoked_at=None)
        if token is None or not live.update(revoked_at=now):
            return False
        log.tell(Kind.TOKEN_REVOKED, about=str(token))
        return True


@transaction.atomic
def revoke_tokens(*, user: User, now: datetime) -> int:
    live = ApiToken.objects.filter(user=user, revoked_at=None).values_list("pk", flat=True)
    return sum(revoke_token(user=user, token_id=pk, now=now) for pk in [*live])


def note_token_use(*, token: ApiToken, now: datetime) -> None:
    """To within LAST_USE_STEP."""
    if token.last_used_at is not None and now - token.last_used_at < LAST_USE_STEP:
        return
    stale = Q(last_used_at=None) | Q(last_used_at__lte=now - LAST_USE_STEP)
    ApiToken.objects.filter(stale, pk=token.pk).update(last_used_at=now)
