"""報名: registrations, their order, and how they become players.

Places follow from the order: accepted registrations first, then the others by time, up to the capacity. So the waiting
list moves up by itself when one leaves.
"""

import hmac
import uuid
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from django.conf import settings
from django.core import signing
from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from tournaments.core.event_log import Kind, added, append_act, changed, removed
from tournaments.core.exceptions import Conflict, Invalid, NotAllowed, Refused
from tournaments.core.locks import in_one_transaction, lock_event, lock_game, retry_on_deadlock
from tournaments.core.services import day_fault
from tournaments.models import CheckIn, Event, EventAct, GameSeat, Player, Registration, RegistrationDesk
from tournaments.phrases.names import name_key
from tournaments.players.lists.players import ListedPlayer, free_numbers
from tournaments.players.services import blacklist, roster
from tournaments.players.services.blacklist import Vouched, key_of
from tournaments.tables.services import substitutes

SALT = "tournaments.registration"
FIELDS = ("name", "latin_name", "alias", "club", "member", "email", "phone", "note")
MOST_AN_HOUR = 30
"""Registrations from one address: a whole club may share one."""
MOST_ENTRIES = 3000
MOST_CHANGES = 20

State = Registration.State
_DECIDED = ("state", "accepted_at", "accepted_by", "paid_at", "paid_by", "link_version")


class NotOpenYet(Refused):
    code = "closed"
    status = 409


class TooMany(Refused):
    code = "too_many"
    status = 429


@dataclass(frozen=True)
class Place:
    """One registration in line: whether it has a place and, if not, its position on the waiting list (from 1)."""

    registration: Registration
    inside: bool
    waiting: int = 0

    @property
    def held(self) -> bool:
        return counts(self.registration) and self.registration.held and self.registration.accepted_at is None


@retry_on_deadlock
def set_desk(*, event: Event, **values: Any) -> RegistrationDesk:
    for field in ("opens_at", "closes_at"):
        if fault := day_fault(values[field].date()):
            raise Invalid(fault, field=field)
    if values["closes_at"] <= values["opens_at"]:
        raise Invalid(_("截止要在開始之後。"), field="closes_at")
    with transaction.atomic():
        lock_event(event.pk)
        desk, made = RegistrationDesk.objects.update_or_create(event=event, defaults=values)
        append_act(event.pk, Kind.DESK_SET, added(desk) if made else changed(desk, *values))
    return desk


def counts(registration: Registration) -> bool:
    """Whether the registration is valid: neither declined nor withdrawn, nor its player removed."""
    if registration.state != State.LIVE:
        return False
    return registration.player is None or registration.player.withdrawn_at is None


def in_line(entries: Iterable[Registration], capacity: int | None, *, public: bool = False) -> list[Place]:
    """Return valid registrations in order: players and accepted ones first, then by time; held ones last.

    `public`: for applicants and strangers. Here a held registration keeps its order like any other, because its
    position would reveal that the name is on the black list.
    """
    counting = [one for one in entries if counts(one)]
    taken = [one for one in counting if one.player_id or one.accepted_at]
    coming = [one for one in counting if one not in taken and (public or not one.held)]
    held = [one for one in counting if one not in taken and one not in coming]
    free = len(coming) if capacity is None else max(0, capacity - len(taken))
    return [
        *(Place(one, True) for one in taken),
        *(Place(one, True) for one in coming[:free]),
        *(Place(one, False, number) for number, one in enumerate(coming[free:], start=1)),
        *(Place(one, False) for one in held),
    ]


def line_of(event: Event, *, public: bool = False) -> list[Place]:
    desk = RegistrationDesk.objects.filter(event=event).first()
    entries = Registration.objects.filter(event=event).select_related("player", "accepted_by")
    return in_line(entries.order_by("created_at", "pk"), desk.capacity if desk else None, public=public)


@in_one_transaction
def apply(
    *, event: Event, values: Mapping[str, str], consents: bool, address: str, client_key: uuid.UUID, now: datetime
) -> Registration:
    """報名: register one person. If `client_key` was used before, return the registration made then.

    Raises NotOpenYet outside the hours, Invalid without a required consent, TooMany for too many registrations in an
    hour; Conflict if the key belongs to different data: another person may be using the form on the same device, and
    may not read the first registration.
    """
    lock_event(event.pk)
    known = Registration.objects.filter(client_key=client_key).first()
    if known is not None:
        if known.event_id != event.pk or any(getattr(known, name) != values.get(name, "") for name in FIELDS):
            raise Conflict(_("這張表格已經報了名。要更改，請用報名之後的那一頁；要再報另一個人，請再按一次。"))
        return known
    desk = RegistrationDesk.objects.filter(event=event).first()
    if desk is None or not desk.opens_at <= now < desk.closes_at:
        raise NotOpenYet(_("現在不接受報名。"))
    if desk.consent and not consents:
        raise Invalid(_("請剔選同意。"), field="consents")
    source = hmac.digest(settings.SECRET_KEY.encode(), f"{SALT}:{address}".encode(), "sha256").hex()[:32]
    recent = Registration.objects.filter(source=source, created_at__gt=now - timedelta(hours=1))
    if recent.count() >= MOST_AN_HOUR or event.registrations.count() >= MOST_ENTRIES:
        raise TooMany(_("這裡剛剛有太多人報名，請一小時後再試，或者找大會。"))
    made = Registration.objects.create(
        event=event,
        **{name: values.get(name, "") for name in FIELDS},
        held=any(reasons(event, [(values["name"], values.get("member", ""))])),
        consent=desk.consent,
        created_at=now,
        changed_at=now,
        source=source,
        client_key=client_key,
    )
    append_act(event.pk, Kind.ENTRY_MADE, added(made))
    return made


def reasons(event: Event, applied: Collection[tuple[str, str]]) -> list[list[str]]:
    """Return what an organiser has to check in each entry of this name and member's number."""
    listed = blacklist.listed(event.organisation_id, [name for name, _member in applied], event.starts_on)
    desk = RegistrationDesk.objects.filter(event=event).first()
    allowed = {name_key(line) for line in desk.members.splitlines()} - {""} if desk else set()
    found = []
    for name, member in applied:
        found.append([_("在黑名單上")] if key_of(name) in listed else [])
        if allowed and name_key(member) not in allowed:
            found[-1].append(_("會員號碼不在名單上") if member.strip() else _("沒有寫會員號碼"))
    return found


def token_of(registration: Registration) -> str:
    return signing.Signer(salt=SALT).sign_object([registration.pk, registration.link_version])


def by_token(token: str) -> Registration | None:
    try:
        pk, version = signing.Signer(salt=SALT).unsign_object(token)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    found = Registration.objects.select_related("event", "player").filter(pk=pk, link_version=version)
    return found.first()


@in_one_transaction
def change(*, registration: Registration, values: Mapping[str, str], now: datetime) -> None:
    """Change the applicant's data, not the position. Raises Conflict if they are a player by now or the registration
    has ended, TooMany after too many changes in an hour."""
    locked = _own(registration)
    wrote = [name for name in FIELDS if getattr(locked, name) != values.get(name, "")]
    if not wrote:
        return
    # Every change is logged permanently, so a script that has a link must not write without limit.
    since = now - timedelta(hours=1)
    recent = EventAct.objects.filter(event=locked.event_id, kind=Kind.ENTRY_CHANGED, created_at__gt=since)
    if recent.filter(payload__entry=locked.pk).count() >= MOST_CHANGES:
        raise TooMany(_("剛剛更改得太多次，請一小時後再試，或者找大會。"))
    renamed = name_key(values["name"]) != name_key(locked.name) or values.get("member", "") != locked.member
    for name in FIELDS:
        setattr(locked, name, values.get(name, ""))
    if renamed:
        locked.held = any(reasons(locked.event, [(locked.name, locked.member)]))
        # Only the old name was accepted. Keeping that for unlisted names would reveal which names are listed.
        locked.accepted_at, locked.accepted_by_id = None, None
    locked.changed_at = now
    locked.save()
    said = changed(locked, "held", "accepted_at", "accepted_by", "changed_at")
    append_act(locked.event_id, Kind.ENTRY_CHANGED, said, entry=locked.pk, fields=wrote)


@in_one_transaction
def withdraw(*, registration: Registration, now: datetime) -> None:
    """取消報名: end a registration, so that the next in line moves up. Raises Conflict if the applicant is a player by
    now or the registration has already ended."""
    locked = _own(registration)
    locked.state, locked.changed_at = State.WITHDRAWN, now
    locked.save(update_fields=["state", "changed_at"])
    append_act(locked.event_id, Kind.ENTRY_WITHDRAWN, changed(locked, "state", "changed_at"))


def _locked(registration: Registration) -> Registration:
    lock_event(registration.event_id)
    return Registration.objects.select_related("event").get(pk=registration.pk)


def _own(registration: Registration) -> Registration:
    """Lock and return the registration while its applicant may change it."""
    locked = _locked(registration)
    if locked.player_id is not None:
        raise Conflict(_("你已經在選手名單上，要更改或退出請找大會。"))
    if locked.state != State.LIVE:
        raise Conflict(_("這個報名已經取消，要再參加請重新報名。"))
    return locked


@in_one_transaction
def decide(*, registration: Registration, action: str, user_id: int | None, now: datetime) -> None:
    """接納, 不接納, 恢復, 收費, 未收費 or 換連結 a registration. Raises Conflict if it has already become a player."""
    one = _locked(registration)
    if one.player_id is not None and action in ("accept", "decline"):
        raise Conflict(_("%(name)s 已經在選手名單上。") % {"name": one.name})
    match action:
        case "accept":
            one.state, one.accepted_at, one.accepted_by_id = State.LIVE, now, user_id
        case "decline":
            one.state, one.accepted_at, one.accepted_by_id = State.DECLINED, None, None
        case "restore":
            one.state = State.LIVE
        case "paid":
            one.paid_at, one.paid_by_id = now, user_id
        case "unpaid":
            one.paid_at, one.paid_by_id = None, None
        case "renew":
            one.link_version = F("link_version") + 1
        case _:
            raise Invalid(_("不知道要做甚麼。"))
    one.save()
    one.refresh_from_db()
    append_act(one.event_id, Kind.ENTRY_DECIDED, changed(one, *_DECIDED), user_id=user_id, action=action)


@in_one_transaction
def to_players(*, event: Event, user_id: int | None, now: datetime, only: Collection[int] = ()) -> list[Player]:
    """Turn all registrations with a place (or `only` these) into players, all of them or none.

    By accepting a name on the black list, the organiser declared it to be another person. Raises NotAllowed for one of
    `only` without a place, and as `roster.add_players` does.
    """
    lock_event(event.pk)
    places = [one for one in line_of(event) if one.inside and one.registration.player_id is None]
    chosen = [one.registration for one in places if not only or one.registration.pk in only]
    if len(chosen) < len(only):
        raise NotAllowed(_("只有名額之內的報名可以成為選手。請先接納。"))
    if not chosen:
        return []
    free = free_numbers(set(event.players.values_list("number", flat=True)))
    listed = [ListedPlayer(next(free), latin=one.latin_name, **_texts(one)) for one in chosen]
    known = {key_of(one.name) for one in chosen if one.held and one.accepted_at}
    players = roster.add_players(event=event, players=listed, vouched=Vouched(known, user_id, now))
    for one, player in zip(chosen, players, strict=True):
        one.player = player
    Registration.objects.bulk_update(chosen, ["player"])
    said = [one_said for one in chosen for one_said in changed(one, "player")]
    append_act(event.pk, Kind.ENTRIES_LISTED, said, user_id=user_id)
    return players


def _texts(one: Registration) -> dict[str, Any]:
    return {name: getattr(one, name) for name in ("name", "club", "alias", "member", "email", "phone", "note")}


@in_one_transaction
def check_in(*, player: Player, day: date, user_id: int, now: datetime) -> CheckIn:
    """報到: check a player in; idempotent. Raises Conflict for a player who has withdrawn or is barred."""
    lock_event(player.event_id)
    fresh = Player.objects.filter(pk=player.pk).first()
    if fresh is None or not fresh.plays_on:
        raise Conflict(_("%(name)s 已經退出或不能參賽。") % {"name": player.name})
    made, new = CheckIn.objects.get_or_create(player=fresh, day=day, defaults={"at": now, "user_id": user_id})
    if new:
        append_act(fresh.event_id, Kind.CHECKED_IN, added(made), user_id=user_id)
    return made


@in_one_transaction
def undo_check_in(*, player: Player, day: date, at: str = "") -> bool:
    """Undo a check-in, and return whether there was one. `at`: only if it was made at this time (ISO 8601)."""
    lock_event(player.event_id)
    made = CheckIn.objects.filter(player=player, day=day).first()
    if made is None or (at and made.at.isoformat() != at):
        return False
    gone = removed(made)
    made.delete()
    append_act(player.event_id, Kind.CHECK_IN_UNDONE, gone, player=player.pk)
    return True


def next_in_line(event: Event) -> Registration | None:
    return next((one.registration for one in line_of(event) if one.waiting == 1), None)


def bring_in(*, event: Event, registration_id: int | None, name: str = "", staff: bool) -> Player:
    """Turn the first on the waiting list, or a new person of this name, into a player.

    Raises Invalid if neither is given, Conflict if the given registration is no longer the first in line, and as
    `roster.add_player` does. Runs in the caller's transaction.
    """
    event = lock_event(event.pk)  # if two tables do this at once, the second gets the next in line
    if registration_id is None:
        if not name:
            raise Invalid(_("請揀由誰補上。"), field="number")
        return roster.add_player(event=event, name=name, staff=staff)
    first = next_in_line(event)
    if first is None or first.pk != registration_id:
        raise Conflict(_("候補的次序剛剛有變，請再看一次。"))
    first.player = roster.add_player(event=event, staff=staff, latin=first.latin_name, **_texts(first))
    first.save(update_fields=["player"])
    append_act(event.pk, Kind.ENTRIES_LISTED, changed(first, "player"), waiting=True)
    return first.player


@in_one_transaction
def fill(*, seat: GameSeat, number: int | None, registration_id: int | None, name: str = "", now: datetime) -> Player:
    """Fill the seat of an absent player, from now on: with the house player of this number, or with a person added as
    湊腳. Raises as `bring_in` and `substitutes.step_in` do."""
    if number is None:
        lock_game(seat.game_id)  # before the event, which adding a player locks
        number = bring_in(event=seat.game.event, registration_id=registration_id, name=name, staff=True).number
    substitutes.step_in(game_id=seat.game_id, seat=seat.seat, number=number, now=now)
    return Player.objects.get(event=seat.game.event_id, number=number)
