"""黑名單: people excluded from the events of an organisation. Each organisation has its own list and reads no other.

Entries are made by hand or by a ruling, and lifted, never deleted. Names are compared by `key_of`.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import F, Q, QuerySet
from django.utils.translation import gettext as _

from accounts import log
from accounts.inputs import clean_name
from accounts.models import Organisation
from tournaments.core.exceptions import Conflict, Invalid, Refused
from tournaments.core.locks import in_one_transaction
from tournaments.core.services import day_fault
from tournaments.models import Blacklisted, Contact, Event, Namesake, Player
from tournaments.phrases.names import name_key, variant_key

KEY_LENGTH = 60


class OnBlacklist(Refused):
    """The name is on the list. `extra["key"]` is the key to vouch for if it is another person."""

    code = "blacklisted"
    status = 409


@dataclass(frozen=True)
class Vouched:
    """同名的另一人: names (as keys) that an organiser declared to be other people, with the organiser and the time."""

    keys: Collection[str]
    user_id: int | None
    now: datetime


def key_of(name: str) -> str:
    return name_key(name)[:KEY_LENGTH]


def in_force(organisation_id: int, day: date) -> QuerySet[Blacklisted]:
    counting = Q(until__isnull=True) | Q(until__gte=day)
    return Blacklisted.objects.filter(counting, organisation=organisation_id, lifted_at__isnull=True)


def listed(organisation_id: int, names: Iterable[str], day: date) -> dict[str, list[Blacklisted]]:
    found: dict[str, list[Blacklisted]] = {}
    for entry in in_force(organisation_id, day).filter(key__in={key_of(name) for name in names}):
        found.setdefault(entry.key, []).append(entry)
    return found


def perhaps_listed(organisation_id: int, names: Iterable[str], day: date) -> dict[str, str]:
    """Return name → a listed name that differs only in variant characters (黃, 黄). A hint, not a refusal."""
    variants = {variant_key(entry.name): entry.name for entry in in_force(organisation_id, day)}
    found = {name: variants[variant_key(name)] for name in names if variant_key(name) in variants}
    return {name: other for name, other in found.items() if key_of(other) != key_of(name)}


def entered(organisation_id: int, day: date, players: QuerySet[Player]) -> list[Player]:
    entries: dict[str, set[int]] = {}
    for key, entry in in_force(organisation_id, day).values_list("key", "pk"):
        entries.setdefault(key, set()).add(entry)
    if not entries:
        return []
    others: dict[int, set[int]] = {}
    namesakes = Namesake.objects.filter(entry__organisation=organisation_id)
    for player_id, entry in namesakes.values_list("player", "entry"):
        others.setdefault(player_id, set()).add(entry)
    active = players.filter(withdrawn_at=None, barred="").annotate(real=F("contact__real_name"))
    return [
        player
        for player in active.order_by("event", "number")
        if entries.get(key_of(player.real or player.name), set()) - others.get(player.pk, set())
    ]


def entered_in(event: Event, day: date | None = None) -> list[Player]:
    return entered(event.organisation_id, day or event.starts_on, event.players.all())


def no_seat_sentence(name: str) -> str:
    return _(
        "%(name)s 在黑名單上，不能入座。請在選手名單讓他退出；如果是同名的另一人，請在他的頁剔「同名的另一人」再儲存。"
    ) % {"name": name}


def refusal_sentence(name: str) -> str:
    """Return the refusal for the organiser who enters this name. Omits the reason: others may see the screen."""
    text = _("%(name)s 在黑名單上，不能報名。請看黑名單；如果是同名的另一人，請剔「同名的另一人」再儲存。")
    return text % {"name": name}


def check_names(*, event: Event, names: Sequence[str], vouched: Vouched | None) -> Mapping[str, Sequence[Blacklisted]]:
    """Return the entries of names that are on the black list on the event's first day. Raises OnBlacklist unless all of
    them are vouched for."""
    found = listed(event.organisation_id, names, event.starts_on)
    known = vouched.keys if vouched else ()
    for name in names:
        key = key_of(name)
        if key in found and key not in known:
            raise OnBlacklist(refusal_sentence(name), field="name", key=key)
    return found


def keep_namesakes(
    *, players: Iterable[tuple[str, Player]], found: Mapping[str, Sequence[Blacklisted]], vouched: Vouched | None
) -> None:
    if not found or vouched is None:
        return
    Namesake.objects.bulk_create(
        [
            Namesake(entry=entry, player=player, user_id=vouched.user_id, created_at=vouched.now)
            for name, player in players
            for entry in found.get(key_of(name), ())
        ],
        ignore_conflicts=True,
    )


@in_one_transaction
def put_on(
    *, organisation_id: int, name: str, reason: str, until: date | None, user_id: int, today: date, now: datetime
) -> Blacklisted:
    """列入: add a name by hand. Raises Invalid without name or reason or for a past day, Conflict if listed already."""
    name, reason = clean_name(name), reason.strip()
    if not key_of(name):
        raise Invalid(_("請寫姓名。"), field="name")
    if not reason:
        raise Invalid(_("請寫下原因。"), field="reason")
    if until is not None and until < today:
        raise Invalid(_("這一天已經過去。要長期列入，請留空。"), field="until")
    if until is not None and (fault := day_fault(until)):
        raise Invalid(fault, field="until")
    # One entry at a time, so that two concurrent requests with one name make only one.
    Organisation.objects.select_for_update(no_key=True).get(pk=organisation_id)
    if listed(organisation_id, [name], today):
        raise Conflict(_("%(name)s 已經在名單上。") % {"name": name}, field="name")
    entry = Blacklisted.objects.create(
        organisation_id=organisation_id,
        name=name,
        key=key_of(name),
        reason=reason,
        until=until,
        user_id=user_id,
        created_at=now,
    )
    _tell(log.Kind.BLACKLISTED, entry)
    return entry


def _tell(kind: log.LogEntry.Kind, entry: Blacklisted) -> None:
    """Log the entry by number: an entry may be erased, the log remains."""
    said = {"until": entry.until.isoformat() if entry.until else ""}
    log.add_entry(kind, about=f"#{entry.pk}", after=said, organisation_id=entry.organisation_id)


@in_one_transaction
def lift(*, organisation_id: int, entry_id: int, reason: str, user_id: int, now: datetime) -> Blacklisted:
    """解除: lift an entry by hand. Raises Blacklisted.DoesNotExist for an entry of another organisation, Invalid
    without a reason, Conflict if it is already lifted."""
    entry = Blacklisted.objects.select_for_update(no_key=True).get(organisation=organisation_id, pk=entry_id)
    if entry.lifted_at:
        raise Conflict(_("%(name)s 已經解除。") % {"name": entry.name})
    if not reason.strip():
        raise Invalid(_("請寫下解除的原因。"), field="reason")
    entry.lifted_at, entry.lifted_by_id, entry.lift_reason = now, user_id, reason.strip()
    entry.save(update_fields=["lifted_at", "lifted_by", "lift_reason"])
    _tell(log.Kind.BLACKLIST_LIFTED, entry)
    return entry


def follow_ruling(*, player: Player, ruled: bool, reason: str, user_id: int | None, now: datetime) -> None:
    """Update a player's entry by the rulings on them: added with the first in force, lifted with the reversal of the
    last. An entry lifted by hand (`lifted_by`) stays lifted while the same ruling is in force; after that it keeps its
    history, but no longer concerns the player."""
    latest = Blacklisted.objects.filter(player=player).order_by("-created_at", "-pk").first()
    if not ruled:
        if latest is not None and latest.lifted_at is None:
            words = (reason or _("判決已經推翻"))[:300]
            Blacklisted.objects.filter(pk=latest.pk).update(lifted_at=now, lift_reason=words)
            _tell(log.Kind.BLACKLIST_LIFTED, latest)
        elif latest is not None and latest.lifted_by_id is not None:
            Blacklisted.objects.filter(pk=latest.pk).update(player=None)
    elif latest is None or (latest.lifted_at is not None and latest.lifted_by_id is None):
        if user_id is None:
            raise ValueError("an entry by a ruling needs its author")
        contact = Contact.objects.filter(player=player).first()
        name = (contact.real_name if contact else "") or player.name
        entry = Blacklisted.objects.create(
            organisation_id=player.event.organisation_id,
            name=name,
            key=key_of(name),
            reason=(reason or _("%(event)s 的判決") % {"event": player.event.name})[:300],
            player=player,
            user_id=user_id,
            created_at=now,
        )
        _tell(log.Kind.BLACKLISTED, entry)


def no_seat(player: Player) -> str:
    sentences = {
        Player.Barred.DISQUALIFIED: _("%(name)s 已被取消資格，不能入座。"),
        Player.Barred.SUSPENDED: _("%(name)s 正在停賽，不能入座。"),
        Player.Barred.WITHDRAWN: _("%(name)s 已由裁判長判決退出，不能入座。"),
    }
    if player.barred:
        return sentences[Player.Barred(player.barred)] % {"name": player.name}
    return _("%(name)s 已經退出。") % {"name": player.name} if player.withdrawn_at else ""
