import hashlib
import hmac
import secrets
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils.crypto import constant_time_compare, get_random_string
from django.utils.text import slugify

from accounts import devices, log
from accounts.audit_context import current_user_id
from accounts.inputs import clean_name
from accounts.log import Kind
from accounts.models import ApiToken, Organisation, OrganisationMember, User

TOKEN_PREFIX = "paiju_"  # noqa: S105 - no secret
HINT_LENGTH = 10
# Without letters and digits that look or sound alike, because passwords are read aloud across a hall.
PASSWORD_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # noqa: S105

RIGHT_OF = {None: "none", False: "member", True: "creates"}
"""`creates` of a person's row in an organisation, None without a row → the right that they have in it."""


class NameTaken(IntegrityError):
    """The sign-in name (in any case), or the name or handle of an organisation, is in use."""


def create_user(*, organisation: Organisation | None = None, creates: bool = False, **account: Any) -> tuple[User, str]:
    """Create an account from the arguments of `prepared_user` and `save_user`. In a transaction, call those two
    separately: hashing takes long."""
    user, password = prepared_user(**account)
    save_user(user=user, organisation=organisation, creates=creates)
    return user, password


def prepared_user(
    *,
    username: str,
    display_name: str,
    password: str | None = None,
    is_staff: bool = False,
    is_superuser: bool = False,
) -> tuple[User, str]:
    """Return an unsaved account with its password, generated if none is given.

    Separate from saving, because hashing takes long, and on SQLite an open transaction blocks all other writers.
    """
    password = password or make_password()
    user = User(
        username=User.normalize_username(username),
        display_name=display_name.strip(),
        is_staff=is_staff,
        is_superuser=is_superuser,
    )
    user.set_password(password)
    return user, password


def save_user(*, user: User, organisation: Organisation | None = None, creates: bool = False) -> None:
    """Save the account. `creates`: may make the organisation's events and accounts. Raises NameTaken."""
    try:
        with transaction.atomic():
            user.save()
            if organisation is not None:
                OrganisationMember.objects.create(organisation=organisation, user=user, creates=creates)
            said: dict[str, object] = {"keeper": user.is_staff or user.is_superuser}
            said |= {organisation.handle: RIGHT_OF[creates]} if organisation is not None else {}
            log.add_entry(Kind.ACCOUNT_MADE, about=user.username, after=said)
    except IntegrityError as error:
        raise NameTaken(user.username) from error


def create_organisation(*, name: str, handle: str = "", now: datetime) -> Organisation:
    """Create an organisation; the default handle consists of the Latin letters of its name. Raises NameTaken."""
    name = clean_name(name)
    try:
        with transaction.atomic():
            if not handle:
                stem = slugify(name)[:16].strip("-_") or "club"
                taken = set(Organisation.objects.filter(handle__startswith=stem).values_list("handle", flat=True))
                tried = [stem, *(f"{stem}{number}" for number in range(2, len(taken) + 3))]
                handle = next(each for each in tried if each not in taken)
            made = Organisation.objects.create(name=name, handle=handle, created_at=now)
            log.add_entry(Kind.ORGANISATION_MADE, about=name, after={"handle": made.handle}, organisation_id=made.pk)
            return made
    except IntegrityError as error:
        raise NameTaken(name) from error


@transaction.atomic
def set_right(*, user: User, organisation: Organisation, right: str) -> None:
    """Give one of the rights in `RIGHT_OF`."""
    rows = OrganisationMember.objects.filter(user=user, organisation=organisation)
    before = RIGHT_OF[rows.values_list("creates", flat=True).first()]
    if right == "none":
        rows.delete()
    else:
        rows.update_or_create(user=user, organisation=organisation, defaults={"creates": right == "creates"})
    if before != right:
        key = organisation.handle
        log.add_entry(Kind.RIGHTS_CHANGED, about=user.username, before={key: before}, after={key: right})


@transaction.atomic
def demand_second_factor(*, organisation: Organisation, demanded: bool) -> None:
    rows = Organisation.objects.filter(pk=organisation.pk).exclude(second_factor=demanded)
    if rows.update(second_factor=demanded):
        log.add_entry(
            Kind.RIGHTS_CHANGED,
            about=organisation.name,
            before={"second_factor": not demanded},
            after={"second_factor": demanded},
            organisation_id=organisation.pk,
        )


def make_password() -> str:
    """Make three groups of four characters that are easy to read aloud (about 59 bits)."""
    return "-".join(get_random_string(4, PASSWORD_LETTERS) for _ in range(3))


def set_password(*, user: User, password: str, session: str = "") -> None:
    """Set a password and end the account's sessions, except the one with this key."""
    user.set_password(password)
    with transaction.atomic():
        user.save(update_fields=["password"])
        devices.end(user=user, but=session)
        own = current_user_id() == user.pk
        log.add_entry(Kind.PASSWORD_CHANGED if own else Kind.PASSWORD_RESET, about=user.username)


def account_without_password(*, username: str, display_name: str) -> User:
    """Return an unsaved account that only a slip opens (`accounts.slips`). Quick, because nothing is hashed."""
    user = User(username=User.normalize_username(username), display_name=display_name.strip())
    user.set_unusable_password()
    return user


def end_sessions(*, user: User, now: datetime) -> None:
    """Sign out an account without a password everywhere, and revoke its tokens."""
    user.set_unusable_password()
    with transaction.atomic():
        user.save(update_fields=["password"])
        ApiToken.objects.filter(user=user, revoked_at=None).update(revoked_at=now)
        devices.end(user=user)
        log.add_entry(Kind.SLIPS_REVOKED, about=user.username)


def set_active(*, user: User, active: bool) -> None:
    """Switch an account on or off, and end its sessions if off. Accounts are never deleted: records name them."""
    user.is_active = active
    with transaction.atomic():
        user.save(update_fields=["is_active"])
        if not active:
            devices.end(user=user)
        log.add_entry(Kind.ACCOUNT_OPENED if active else Kind.ACCOUNT_CLOSED, about=user.username)


def choose_language(*, user: User, language: str) -> None:
    user.language = language
    user.save(update_fields=["language"])


def create_token(*, user: User, name: str, now: datetime) -> tuple[ApiToken, str]:
    """Return a new API token and its secret, which is not stored."""
    secret = TOKEN_PREFIX + secrets.token_urlsafe(32)
    with transaction.atomic():
        token = ApiToken.objects.create(
            user=user, name=name.strip(), digest=token_digest(secret), hint=secret[:HINT_LENGTH], created_at=now
        )
        log.add_entry(Kind.TOKEN_MADE, about=str(token))
    return token, secret


def token_digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


@transaction.atomic
def revoke_tokens(*, user: User, token_id: int | None = None, now: datetime) -> int:
    live = ApiToken.objects.filter(user=user, revoked_at=None)
    wanted = live if token_id is None else live.filter(pk=token_id)
    # One by one, so that a concurrent request neither revokes nor logs a token twice.
    revoked = [token for token in list(wanted) if live.filter(pk=token.pk).update(revoked_at=now)]
    for token in revoked:
        log.add_entry(Kind.TOKEN_REVOKED, about=str(token))
    return len(revoked)


class AlreadyAdministered(ValueError):
    """There is already an account manager."""


def first_code() -> str:
    """Return three groups of four characters that are easy to type (about 59 bits).

    Only the terminal shows it, as everyone in the room can open the page. Derived from the secret key, so that every
    process knows it and nothing is stored.
    """
    digest = hmac.digest(settings.SECRET_KEY.encode(), b"accounts.first", "sha256")
    # Using the other bytes too would make some letters more frequent.
    even = [byte for byte in digest if byte < 256 - 256 % len(PASSWORD_LETTERS)]
    letters = [PASSWORD_LETTERS[byte % len(PASSWORD_LETTERS)] for byte in even[:12]]
    return "-".join("".join(letters[start : start + 4]) for start in range(0, 12, 4))


def has_administrator() -> bool:
    """Whether there is an account manager. Until then the first account can be made in the browser."""
    return User.objects.filter(Q(is_staff=True) | Q(is_superuser=True)).exists()


def open_first_account(
    *, username: str, display_name: str, password: str, organisation: str, handle: str = "", now: datetime
) -> User:
    """Create the account manager's account and their organisation. Raises AlreadyAdministered, NameTaken."""
    if has_administrator():
        raise AlreadyAdministered
    user, _password = prepared_user(
        username=username, display_name=display_name, password=password, is_staff=True, is_superuser=True
    )
    with transaction.atomic():
        if has_administrator():  # another request was faster
            raise AlreadyAdministered
        made = create_organisation(name=organisation, handle=handle, now=now)
        save_user(user=user, organisation=made, creates=True)
    return user


def is_first_code(code: str) -> bool:
    """Whether this is the code of the first account; hyphens and case do not matter."""
    plain = "".join(letter for letter in code.lower() if letter.isalnum())
    return constant_time_compare(plain, first_code().replace("-", ""))
