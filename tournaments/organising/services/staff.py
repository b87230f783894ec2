"""一批工作人員: a whole list of people with roles and tables at once, and its undo.

People are found by name among those of the event's organisation; new ones get an account without a password, which only
a printed slip opens (`accounts.slips`).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, time, timedelta
from typing import Any

from django.utils.translation import gettext as _

from accounts import slips
from accounts.models import OrganisationMember, User
from accounts.selectors import creates_for, people_of
from accounts.services import account_without_password, save_user
from tournaments.core.event_log import Kind, RowChange, added, append_act, removed
from tournaments.core.exceptions import Conflict, Invalid, NotAllowed
from tournaments.core.locks import in_one_transaction, lock_event
from tournaments.models import Event, EventAct, FixedTable, Membership, Role, Table, TableReferee
from tournaments.organising.services.events import MOST_TABLES, last_table, remove_member, unplace
from tournaments.organising.staff_list import StaffLine
from tournaments.phrases.names import name_key
from tournaments.tables.services.reopening import ask_before_leading, ask_before_slip

SLIP_DAYS = 2


@dataclass
class StaffAdded:
    memberships: list[Membership] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    placed: list[TableReferee] = field(default_factory=list)
    made: list[User] = field(default_factory=list)
    gone: list[RowChange] = field(default_factory=list)
    before: dict[int, list[int]] = field(default_factory=dict)


def known_people(event: Event) -> dict[str, list[User]]:
    found: dict[str, list[User]] = {}
    for user in people_of(event.organisation_id):
        short = user.username.removesuffix(event.organisation.username(""))
        for key in {name_key(user.display_name), name_key(user.username), name_key(short)}:
            found.setdefault(key, []).append(user)
    return found


def staff_faults(event: Event, maker: User | None, lines: Iterable[StaffLine]) -> dict[int, str]:
    """Return line → error: an ambiguous name, a new person whom `maker` may not add, a table number too high."""
    known = known_people(event)
    makes = creates_for(maker, event.organisation_id)
    faults: dict[int, str] = {}
    for line in lines:
        people = known.get(name_key(line.name), [])
        if len(people) > 1:
            names = _("、").join(person.username for person in people)
            words = {"name": line.name, "names": names}
            faults[line.place] = _("你們有幾個人叫「%(name)s」：請寫登入名稱（%(names)s）。") % words
        elif not people and not makes:
            faults[line.place] = _("%(name)s 未有帳戶，而你未有權開帳戶。請找管理帳戶的人。") % {"name": line.name}
        elif max(line.tables, default=0) > MOST_TABLES:
            faults[line.place] = _("牌檯數目要由 1 至 %(most)s。") % {"most": MOST_TABLES}
    return faults


@in_one_transaction
def add_staff(*, event: Event, maker: User, lines: Sequence[StaffLine], tables: int, now: datetime) -> StaffAdded:
    """Give these people their roles and tables, all of them or none; missing tables are added up to `tables` and to the
    highest number in the list. Idempotent.

    Raises Invalid for a faulty line, NotAllowed without the right to create the missing accounts, StepUpRequired for a
    role that leads a running event.
    """
    lock_event(event.pk)
    highest = max([tables, *(number for line in lines for number in line.tables)])
    _check(event, maker, lines, highest)
    done = StaffAdded()
    last = last_table(event)
    done.tables = Table.objects.bulk_create(Table(event=event, number=n) for n in range(last + 1, highest + 1))
    there = {table.number: table for table in event.tables.all()}
    known = known_people(event)
    for line in lines:
        user = next(iter(known.get(name_key(line.name), [])), None)
        if user is None:
            user = _new_person(event, line.name)
            done.made.append(user)
            known[name_key(line.name)] = [user]
        membership, new = Membership.objects.get_or_create(event=event, user=user, role=Role(line.role))
        if new:
            ask_before_leading(event, line.role)
            done.memberships.append(membership)
        _place(event, user, line, there, done)
    until = slip_until(event)
    users = {user.pk: user for line in lines for user in known[name_key(line.name)][:1]}
    takers = slip_takers(event=event, maker=maker, users=users.values(), now=now) if until > now else ()
    for user in users.values():
        if user.pk in takers and slips.may_use_slips(user):
            ask_before_slip(user)
            slips.issue(user=user, made_by=maker, now=now, until=until)
    if done.memberships or done.tables or done.placed:
        said = [*done.gone, *added(*done.memberships, *done.tables, *done.placed)]
        before = {str(user): numbers for user, numbers in done.before.items()}
        append_act(event.pk, Kind.STAFF_ADDED, said, before=before, made=[user.pk for user in done.made])
    return done


@in_one_transaction
def change_staff(
    *,
    event: Event,
    maker: User,
    lines: Sequence[StaffLine],
    gone: Sequence[tuple[str, str]],
    tables: int,
    now: datetime,
) -> None:
    """Give these people their roles and tables, and remove the roles `gone` (sign-in name, role); all of it or none.
    Idempotent. Raises as `add_staff` and `events.remove_member` do."""
    lock_event(event.pk)
    if lines or not gone:
        add_staff(event=event, maker=maker, lines=lines, tables=tables, now=now)
    for username, role in gone:
        member = Membership.objects.filter(event=event, user__username=username, role=role).first()
        if member is not None:
            remove_member(membership=member)


def _check(event: Event, maker: User, lines: Sequence[StaffLine], highest: int) -> None:
    if not lines:
        raise Invalid(_("名單是空的：請打字或貼上。"), field="text")
    for line in lines:
        if line.errors:
            raise Invalid(line.errors[0], field="text")
    if highest > MOST_TABLES:
        raise Invalid(_("牌檯數目要由 1 至 %(most)s。") % {"most": MOST_TABLES}, field="tables")
    if faults := staff_faults(event, maker, lines):
        raise NotAllowed(next(iter(faults.values())), field="text")


def _new_person(event: Event, name: str) -> User:
    stem = User.normalize_username("".join(sign for sign in name if sign.isalnum())[:40]) or "staff"
    taken = set(User.objects.filter(username__startswith=stem).values_list("username", flat=True))
    names = (event.organisation.username(f"{stem}{n or ''}") for n in (0, *range(2, len(taken) + 3)))
    username = next(one for one in names if one not in taken)
    user = account_without_password(username=username, display_name=name)
    save_user(user=user, organisation=event.organisation)
    return user


def _place(event: Event, user: User, line: StaffLine, there: Mapping[int, Table], done: StaffAdded) -> None:
    stored = list(TableReferee.objects.filter(table__event=event, user=user).select_related("table"))
    if not line.tables or {one.table.number for one in stored} == line.tables:
        return
    missing = sorted(line.tables - there.keys())
    if missing:
        raise Invalid(_("沒有第 %(number)s 檯。") % {"number": missing[0]}, field="text")
    if stored:
        done.before[user.pk] = sorted(one.table.number for one in stored)
        done.gone += unplace(event, user)
    done.placed += TableReferee.objects.bulk_create(
        TableReferee(table=there[number], user=user) for number in sorted(line.tables)
    )


def slip_until(event: Event) -> datetime:
    return datetime.combine(event.ends_on + timedelta(days=SLIP_DAYS + 1), time(), event.zone)


def slip_takers(*, event: Event, maker: User, users: Iterable[User], now: datetime) -> set[int]:
    """Return those for whom this organiser may issue a slip: one that opens only events of this organiser. A person
    who works in another organiser's event, or belongs to another organisation too, is not theirs alone."""
    if not creates_for(maker, event.organisation_id):
        return set()
    found = {user.pk for user in users if slips.renewable(user, maker, now)}
    elsewhere = OrganisationMember.objects.filter(user__in=found).exclude(organisation=event.organisation_id)
    mine = Membership.objects.filter(user=maker, role=Role.ORGANISER).values("event")
    running = Membership.objects.filter(user__in=found, event__ends_on__gte=event.starts_on).exclude(event__in=mine)
    return found - {*elsewhere.values_list("user", flat=True), *running.values_list("user", flat=True)}


def renew_slip(*, event: Event, maker: User, user: User, now: datetime) -> None:
    """換新登入條: replace a slip and end its sessions. Raises Invalid after the event, NotAllowed, StepUpRequired."""
    until = slip_until(event)
    if until <= now:
        raise Invalid(_("賽事完了，登入條不再有效。"))
    if not slip_takers(event=event, maker=maker, users=[user], now=now):
        raise NotAllowed(_("%(name)s 用自己的密碼登入，不用登入條。") % {"name": user})
    ask_before_slip(user)
    slips.renew(user=user, made_by=maker, now=now, until=until)


def last_batch(event: Event) -> EventAct | None:
    about = (Kind.STAFF_ADDED, Kind.STAFF_UNDONE, Kind.MEMBER_ADDED, Kind.MEMBER_REMOVED, Kind.REFEREE_PLACED)
    last = EventAct.objects.filter(event=event, kind__in=about).order_by("-number").first()
    return last if last is not None and last.kind == Kind.STAFF_ADDED else None


@in_one_transaction
def undo_staff(*, event: Event, number: int, now: datetime) -> None:
    """復原: restore roles, tables and referees as before this list. Accounts remain, without role or slip.

    Raises Conflict if it was already undone, if staff were changed after it, or if a game has been seated at one of its
    tables.
    """
    lock_event(event.pk)
    act = last_batch(event)
    if act is None or act.number != number:
        raise Conflict(_("之後工作人員又有更改，或者已經復原，不能再復原這一批。"))
    rows = act.payload["rows"]
    placed, memberships, tables = (_rows_made(rows, model) for model in (TableReferee, Membership, Table))
    organisers = Membership.objects.filter(event=event, role=Role.ORGANISER)
    if not organisers.exclude(pk__in=[one.pk for one in memberships]).exists():
        raise Conflict(_("賽事最少要有一名大會人員。請先加另一人。"))
    used = next((table for table in tables if table.games.exists()), None)
    if used is not None:
        raise Conflict(_("第 %(number)s 檯已編了座位，不能移除。") % {"number": used.number})
    fixed = FixedTable.objects.filter(table__in=tables)
    gone = removed(*placed, *memberships, *fixed, *tables)
    for several in (placed, memberships, tables):
        type(several[0])._default_manager.filter(pk__in=[one.pk for one in several]).delete() if several else None
    there = {table.number: table for table in event.tables.all()}
    back = TableReferee.objects.bulk_create(
        TableReferee(table=there[number], user_id=int(user))
        for user, numbers in act.payload.get("before", {}).items()
        for number in numbers
        if number in there
    )
    slips.take_back(users=User.objects.filter(pk__in=act.payload.get("made", [])), now=now)
    append_act(event.pk, Kind.STAFF_UNDONE, [*gone, *added(*back)], undoes=act.number)


def _rows_made(rows: Mapping[str, Mapping[str, Any]], model: type[Any]) -> list[Any]:
    keys = [int(key) for key, facts in rows.get(model._meta.label_lower, {}).items() if facts is not None]
    return list(model._default_manager.filter(pk__in=keys))


@in_one_transaction
def hand_over(*, event: Event, from_user: User, to_user: User) -> list[int]:
    """換裁判: transfer all tables of one referee to another, at any time; return the table numbers. Raises Invalid if
    both are the same person, the other is no referee of the event, or there are no tables to transfer."""
    lock_event(event.pk)
    if from_user.pk == to_user.pk:
        raise Invalid(_("請揀另一位裁判。"), field="to_user")
    if not Membership.objects.filter(event=event, user=to_user, role=Role.REFEREE).exists():
        raise Invalid(_("%(name)s 不是這個賽事的裁判。") % {"name": to_user}, field="to_user")
    stored = list(TableReferee.objects.filter(table__event=event, user=from_user).select_related("table"))
    if not stored:
        raise Invalid(_("%(name)s 沒有看檯。") % {"name": from_user}, field="from_user")
    numbers = sorted(one.table.number for one in stored)
    has = set(TableReferee.objects.filter(table__event=event, user=to_user).values_list("table", flat=True))
    gone = unplace(event, from_user)
    placed = TableReferee.objects.bulk_create(
        TableReferee(table=one.table, user=to_user) for one in stored if one.table_id not in has
    )
    append_act(event.pk, Kind.REFEREE_PLACED, [*gone, *added(*placed)])
    return numbers
