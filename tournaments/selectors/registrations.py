from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Event, Registration, RegistrationDesk
from tournaments.names import alike, name_key, variant_key
from tournaments.selectors.blacklist import hint_sentence
from tournaments.services.blacklist import perhaps_listed
from tournaments.services.registrations import Place, in_line, line_of, reasons, token_of


@dataclass(frozen=True)
class DeskPage:
    """`free`: places left; None without a limit."""

    desk: RegistrationDesk
    state: str
    free: int | None
    waiting: int

    @property
    def is_open(self) -> bool:
        return self.state == "open"

    @property
    def words(self) -> str:
        return {"before": _("未開始"), "open": _("接受報名中"), "after": _("已截止")}[self.state]

    @property
    def places(self) -> str:
        if self.free:
            words = {"capacity": self.desk.capacity, "free": self.free}
            return _("%(capacity)s 個，還有 %(free)s 個") % words if self.is_open else str(self.desk.capacity)
        words = {"capacity": self.desk.capacity, "waiting": self.waiting}
        return _("%(capacity)s 個，已滿，候補 %(waiting)s 人") % words


def desk_page(event: Event, now: datetime) -> DeskPage:
    desk = RegistrationDesk.objects.get(event=event)
    line = line_of(event, told=True)
    state = "before" if now < desk.opens_at else "open" if now < desk.closes_at else "after"
    inside = sum(place.inside for place in line)
    free = None if desk.capacity is None else max(0, desk.capacity - inside)
    return DeskPage(desk, state, free, sum(place.waiting > 0 for place in line))


@dataclass(frozen=True)
class EntryPage:
    registration: Registration
    sentence: str
    own: bool


def entry_page(registration: Registration) -> EntryPage:
    place = next(
        (one for one in line_of(registration.event, told=True) if one.registration.pk == registration.pk), None
    )
    own = registration.state == Registration.State.LIVE and registration.player_id is None
    return EntryPage(registration, _where(registration, place), own)


def _where(registration: Registration, place: Place | None) -> str:
    if registration.state == Registration.State.DECLINED:
        return _("大會未能接納這個報名。有疑問請找大會。")
    if registration.state == Registration.State.WITHDRAWN or place is None:
        return _("這個報名已經取消。")
    if registration.player is not None:
        return _("你是 %(number)s 號選手。") % {"number": registration.player.number}
    if place.inside:
        return _("你有名額。") if registration.accepted_at else _("已收到，你在名額之內。大會會核對每個報名。")
    before = place.waiting - 1
    sentence = ngettext(
        "你在候補名單，前面還有 %(count)s 人。有人退出會自動補上。",
        "你在候補名單，前面還有 %(count)s 人。有人退出會自動補上。",
        before,
    )
    return sentence % {"count": before}


@dataclass(frozen=True)
class EntryRow:
    """`reasons`: points to check · `again`: another entry or player has the same name · `hints`: who may be the same
    person under another spelling."""

    place: Place
    token: str
    reasons: Sequence[str]
    again: bool
    hints: Sequence[str] = ()

    @property
    def one(self) -> Registration:
        return self.place.registration

    @property
    def badge(self) -> str:
        if self.one.player is not None:
            return _("%(number)s 號選手") % {"number": self.one.player.number}
        if self.place.inside:
            return _("有名額")
        return _("候補 %(number)s") % {"number": self.place.waiting} if self.place.waiting else _("待核對")


@dataclass(frozen=True)
class OrganisersPage:
    """所有報名 in order; `gone` are no longer valid."""

    rows: Sequence[EntryRow]
    gone: Sequence[Registration]
    inside: int
    waiting: int
    held: int
    paid: int
    ready: int
    desk: DeskPage | None


def organisers_page(event: Event, now: datetime) -> OrganisersPage:
    entries = list(Registration.objects.filter(event=event).select_related("player").order_by("created_at", "pk"))
    desk = RegistrationDesk.objects.filter(event=event).first()
    line = in_line(entries, desk.capacity if desk else None)
    names = [place.registration.name for place in line]
    players = event.players.filter(registration=None).values_list("name", "contact__real_name")
    others = alike([*names, *(real or name for name, real in players)])
    perhaps = perhaps_listed(event.organisation_id, names, event.starts_on)
    rows = [_row(event, place, others[variant_key(place.registration.name)], perhaps) for place in line]
    standing = {row.one.pk for row in rows}
    return OrganisersPage(
        rows,
        [one for one in entries if one.pk not in standing],
        inside=sum(place.inside for place in line),
        waiting=sum(place.waiting > 0 for place in line),
        held=sum(place.held for place in line),
        paid=sum(place.registration.paid_at is not None for place in line),
        ready=sum(place.inside and place.registration.player_id is None for place in line),
        desk=desk_page(event, now) if desk else None,
    )


def _row(event: Event, place: Place, names: Sequence[str], perhaps: Mapping[str, str]) -> EntryRow:
    """`names`: of all entries and players whose names fold to the same key."""
    one = place.registration
    found = reasons(event, one.name, one.member) if one.held and one.player_id is None else []
    key = name_key(one.name)
    other = next((name for name in names if name_key(name) != key), "")
    hints = [_("可能與 %(name)s 是同一人（異體字），請核對。") % {"name": other}] if other else []
    if one.name in perhaps:
        hints.append(hint_sentence(perhaps[one.name]))
    return EntryRow(place, token_of(one), found, sum(name_key(name) == key for name in names) > 1, hints)
