"""一批工作人員: the preview of a pasted list, and the slips (登入條) to sign in with."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from accounts import slips
from accounts.models import SignInSlip, User
from tournaments.models import Event, Role
from tournaments.organising.selectors.events import Worker, workers
from tournaments.organising.services.staff import known_people, may_slip
from tournaments.organising.staff_list import StaffLine
from tournaments.phrases.names import name_key
from tournaments.players.lists.players import write_numbers


@dataclass(frozen=True)
class StaffRow:
    """`username`: "" for a new account."""

    line: StaffLine
    username: str

    @property
    def role(self) -> str:
        return str(Role(self.line.role).label)

    @property
    def tables_text(self) -> str:
        return write_numbers(self.line.tables)


def staff_rows(event: Event, lines: Sequence[StaffLine]) -> list[StaffRow]:
    known = known_people(event)
    found = {key: people[0].username for key, people in known.items() if len(people) == 1}
    return [StaffRow(line, found.get(name_key(line.name), "")) for line in lines]


def free_tables(event: Event, lines: Sequence[StaffLine], count: int) -> list[int]:
    """Tables of `count` that have no referee, neither yet nor by these lines."""
    stored = dict(event.tables.values_list("number", "referees"))
    taken = {number for number, referee in stored.items() if referee is not None}
    for line in lines:
        taken |= line.tables
    return [number for number in {*stored, *range(1, count + 1)} if number not in taken]


@dataclass(frozen=True)
class StaffSlip:
    """`slip`: None for people who sign in with a password."""

    worker: Worker
    slip: SignInSlip | None
    token: str
    renewable: bool
    used: bool

    @property
    def user(self) -> User:
        return self.worker.user

    @property
    def roles(self) -> str:
        return _("、").join(member.get_role_display() for member in self.worker.memberships)


def staff_slips(event: Event, maker: User, now: datetime) -> list[StaffSlip]:
    """Everyone who works in the event, printable slips first."""
    people = workers(event)
    given = slips.slips_of(worker.user.pk for worker in people)
    found = [_slip(event, maker, worker, given.get(worker.user.pk), now) for worker in people]
    return sorted(found, key=lambda one: not one.token)


def _slip(event: Event, maker: User, worker: Worker, slip: SignInSlip | None, now: datetime) -> StaffSlip:
    renewable = may_slip(event=event, maker=maker, user=worker.user, now=now)
    fresh = renewable and slip is not None and slip.used_at is None and slips.opens(slip, now)
    token = slips.token_of(slip) if fresh and slip is not None else ""
    return StaffSlip(worker, slip, token, renewable, bool(renewable and slip and slip.used_at))
