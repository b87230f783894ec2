from django.db.models import Q, QuerySet

from accounts.models import ApiToken, LogEntry, Organisation, User


def tokens_of(user: User) -> QuerySet[ApiToken]:
    return ApiToken.objects.filter(user=user, revoked_at=None)


def organisations() -> QuerySet[Organisation]:
    return Organisation.objects.order_by("name")


def creating_organisations(user: User) -> QuerySet[Organisation]:
    if user.is_superuser:
        return organisations()
    return organisations().filter(members__user=user, members__creates=True)


def creates_for(user: User | None, organisation_id: int) -> bool:
    return user is not None and creating_organisations(user).filter(pk=organisation_id).exists()


def people_of(organisation_id: int) -> QuerySet[User]:
    found = User.objects.filter(is_active=True, organisations__organisation=organisation_id)
    return found.order_by("display_name", "pk")


def people(named: str = "") -> QuerySet[User]:
    found = User.objects.select_related("second_factor").order_by("-is_active", "display_name", "pk")
    return found.filter(Q(username__icontains=named) | Q(display_name__icontains=named)) if named else found


def unused_account(username: str, display_name: str, organisation: Organisation | None) -> User | None:
    """Return an account with these names and this organisation that has never signed in.

    A double tap finds the account made by the first tap; any other account of that name is a conflict.
    """
    found = User.objects.filter(
        username=User.normalize_username(username), display_name=display_name.strip(), last_login=None
    )
    found = found.filter(is_active=True, is_staff=False, is_superuser=False)
    if organisation is None:
        return found.filter(organisations=None).first()
    return found.filter(organisations__organisation=organisation).first()


def log_entries(
    *, kind: str = "", who: str = "", before: int | None = None, event_id: int | None = None
) -> QuerySet[LogEntry]:
    found = LogEntry.objects.select_related("user").order_by("-pk")
    if kind:
        found = found.filter(kind=kind)
    if who:
        named = Q(user__username__icontains=who) | Q(user__display_name__icontains=who) | Q(about__icontains=who)
        found = found.filter(named)
    if before is not None:
        found = found.filter(pk__lt=before)
    return found if event_id is None else found.filter(event_id=event_id)
