"""賽事: creating and changing an event, who works in it, its tables and who referees where. Knows no HTTP."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import F, Max
from django.utils.functional import Promise
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from accounts.models import User
from accounts.services import create_user
from scoring.errors import ScoringError
from scoring.rulesets import get_rule_set
from tournaments.exceptions import Conflict, Invalid, refused_by_rules
from tournaments.models import Event, Membership, Role, Table, TableReferee

MOST_TABLES = 500


@dataclass(frozen=True)
class EventTemplate:
    """範本: what a usual kind of event looks like; every value can still be changed."""

    id: str
    name: Promise
    hint: Promise
    days: int
    games: int
    confirmation: str = Event.Confirmation.TAP
    signing: str = Event.Signing.DRAWN
    phones: bool = True
    public: bool = True

    def values(self, today: date) -> dict[str, Any]:
        """First values of the form, for an event that begins today."""
        return {
            "starts_on": today,
            "ends_on": today + timedelta(days=self.days - 1),
            "games_planned": self.games,
            "confirmation": self.confirmation,
            "signing": self.signing,
            "phones": self.phones,
            "public": self.public,
        }


TEMPLATES: Mapping[str, EventTemplate] = {
    template.id: template
    for template in (
        EventTemplate("evening", lazy("聯賽夜"), lazy("一晚兩個半莊，各家輕按確認，手指簽名。"), days=1, games=2),
        EventTemplate("one-day", lazy("一日賽"), lazy("一日四個半莊，每個半莊執位。"), days=1, games=4),
        EventTemplate("two-day", lazy("兩日賽"), lazy("兩日八個半莊，各家用個人密碼確認。"), days=2, games=8,
                      confirmation=Event.Confirmation.PIN),
        EventTemplate("friendly", lazy("友誼賽"), lazy("一個半莊，裁判代四家確認，不公開排名。"), days=1, games=1,
                      confirmation=Event.Confirmation.REFEREE, phones=False, public=False),
    )
}  # fmt: skip


def free_slug(name: str, day: date) -> str:
    """An address that is not taken: from the name where it has Latin letters, else from the day."""
    stem = slugify(name)[:40].strip("-_")
    wanted = f"{stem}-{day:%Y%m%d}" if stem else f"{day:%Y-%m-%d}"
    taken = set(Event.objects.filter(slug__startswith=wanted).values_list("slug", flat=True))
    if wanted not in taken:
        return wanted
    return next(f"{wanted}-{n}" for n in range(2, len(taken) + 3) if f"{wanted}-{n}" not in taken)


@transaction.atomic
def create_event(*, creator: User, heads: bool = False, now: datetime, slug: str = "", **values: Any) -> Event:
    """新賽事: the creator becomes its organiser, and with `heads` its head referee too.

    Raises Invalid for options and settings that the rule set does not know, Conflict when the address is taken.
    """
    slug = slug or free_slug(values["name"], values["starts_on"])
    if Event.objects.filter(slug=slug).exists():
        raise Conflict(_("這個網址代號已經有賽事使用。"), field="slug")
    values["rule_options"] = chosen_options(values["rule_set"], values.get("rule_options", {}))
    values["rule_settings"] = chosen_settings(values["rule_set"], values.get("rule_settings", {}))
    event = Event.objects.create(slug=slug, created_at=now, **values)
    for role in [Role.ORGANISER, Role.HEAD_REFEREE] if heads else [Role.ORGANISER]:
        Membership.objects.create(event=event, user=creator, role=role)
    return event


def chosen_options(rule_set: str, options: Mapping[str, str]) -> dict[str, str]:
    """The options that differ from the rule set's defaults. Raises Invalid (unknown rule set, bad option)."""
    try:
        rules = get_rule_set(rule_set, options)
    except ScoringError as error:
        raise refused_by_rules(error) from error
    defaults = {reading.id: reading.default for reading in rules.readings}
    return {id_: value for id_, value in sorted(options.items()) if value != defaults[id_]}


def chosen_settings(rule_set: str, settings: Mapping[str, object]) -> dict[str, object]:
    """The settings that differ from the rule set's defaults, each in its one spelling. Raises Invalid (bad setting)."""
    try:
        rules = get_rule_set(rule_set, None, settings)
    except ScoringError as error:
        raise refused_by_rules(error) from error
    values = rules.setting_values
    return {one.id: one.write(values[one.id]) for one in rules.settings if values[one.id] != one.default}


@transaction.atomic
def change_event(*, event: Event, **values: Any) -> Event:
    """Change an event. Rules, options and settings are locked once a hand is recorded: raises Conflict."""
    locked = Event.objects.select_for_update().get(pk=event.pk)
    if "rule_options" in values:
        values["rule_options"] = chosen_options(values.get("rule_set", locked.rule_set), values["rule_options"])
    if "rule_settings" in values:
        values["rule_settings"] = chosen_settings(values.get("rule_set", locked.rule_set), values["rule_settings"])
    _check_rules_kept(locked, values)
    for name, value in values.items():
        setattr(locked, name, value)
    locked.standings_version += 1
    locked.save(update_fields=[*values, "standings_version"])
    return locked


_LOCKED = ("rule_set", "rule_options", "rule_settings")


def _check_rules_kept(event: Event, values: Mapping[str, Any]) -> None:
    if event.rules_snapshot is None:
        return
    if any(name in values and values[name] != getattr(event, name) for name in _LOCKED):
        raise Conflict(_("第一鋪已經記錄，規則和選項不能再改。"), field="rule_set")


def touch_standings(event_id: int) -> None:
    """Tell every reader of the standings that something they show has changed."""
    Event.objects.filter(pk=event_id).update(standings_version=F("standings_version") + 1)


# --- people who work in the event ----------------------------------------------------------------------------


def add_member(*, event: Event, user: User, role: str) -> Membership:
    """Give a person a role; giving it twice changes nothing."""
    return Membership.objects.get_or_create(event=event, user=user, role=Role(role))[0]


@transaction.atomic
def remove_member(*, membership: Membership) -> None:
    """Take a role away. Raises Conflict for the last organiser; a referee's tables are taken away with it."""
    event = Event.objects.select_for_update().get(pk=membership.event_id)
    others = Membership.objects.filter(event=event, role=membership.role).exclude(pk=membership.pk)
    if membership.role == Role.ORGANISER and not others.exists():
        raise Conflict(_("賽事最少要有一名大會人員。請先加另一人。"))
    if membership.role == Role.REFEREE:
        TableReferee.objects.filter(table__event=event, user=membership.user).delete()
    membership.delete()


@transaction.atomic
def create_member(*, event: Event, username: str, display_name: str, role: str) -> tuple[User, str]:
    """A new account with a role in this event, and its password, which is shown once and can be had nowhere else."""
    user, password = create_user(username=username, display_name=display_name)
    add_member(event=event, user=user, role=role)
    return user, password


# --- tables --------------------------------------------------------------------------------------------------


@transaction.atomic
def add_tables(*, event: Event, count: int) -> list[Table]:
    """Add `count` tables, numbered on from the last. Raises Invalid beyond 500 tables in all."""
    Event.objects.select_for_update().get(pk=event.pk)
    last = event.tables.aggregate(last=Max("number"))["last"] or 0
    if count < 1 or event.tables.count() + count > MOST_TABLES:
        raise Invalid(_("牌檯數目要由 1 至 %(most)s。") % {"most": MOST_TABLES}, field="count")
    return Table.objects.bulk_create(Table(event=event, number=last + n) for n in range(1, count + 1))


def remove_table(*, table: Table) -> None:
    """Take a table away. Raises Conflict when games were played (or are seated) there."""
    if table.games.exists():
        raise Conflict(_("第 %(number)s 檯已有半莊編在這裡，不能移除。") % {"number": table.number})
    table.delete()


@transaction.atomic
def set_referee_tables(*, event: Event, user: User, numbers: Collection[int]) -> None:
    """看檯: the tables (by number) at which this referee writes, instead of those before.

    Raises Invalid when there is no such table or the person is no referee of the event.
    """
    if not Membership.objects.filter(event=event, user=user, role=Role.REFEREE).exists():
        raise Invalid(_("%(name)s 不是這個賽事的裁判。") % {"name": user})
    tables = {table.number: table for table in event.tables.filter(number__in=numbers)}
    unknown = sorted(set(numbers) - set(tables))
    if unknown:
        raise Invalid(_("沒有第 %(number)s 檯。") % {"number": unknown[0]}, field="tables")
    TableReferee.objects.filter(table__event=event, user=user).delete()
    TableReferee.objects.bulk_create(TableReferee(table=tables[number], user=user) for number in sorted(tables))
