import uuid
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

from django.db import IntegrityError, transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

import scoring
from accounts.models import Organisation, User
from accounts.selectors import creating_organisations, people_of, unused_account
from accounts.services import NameTaken, prepared_user, save_user
from scoring import ScoringError
from scoring.rulebook import overrides
from tournaments.core.event_log import Kind, RowChange, added, append_act, changed, removed
from tournaments.core.exceptions import Conflict, Invalid, NotAllowed, refused_by_rules
from tournaments.core.locks import in_one_transaction, lock_event, lock_later, lock_rounds, retry_on_deadlock
from tournaments.core.services import RULE_FIELDS, day_fault
from tournaments.models import (
    Event,
    FormerSlug,
    GameSeat,
    Membership,
    RegistrationDesk,
    Role,
    Round,
    Table,
    TableReferee,
)
from tournaments.players.lists.players import write_numbers
from tournaments.players.selectors import listed_players
from tournaments.players.services.blacklist import key_of, listed
from tournaments.players.services.roster import add_players
from tournaments.rounds.services.stages import FIELDS as STAGE_FIELDS
from tournaments.rounds.services.stages import FORMATS, add_stage, change_stage, check_stages, first_stage, use_format
from tournaments.tables.game_log.read import half_signed, rules_of
from tournaments.tables.services.reopening import ask_before_leading

MOST_TABLES = 500
MOST_GAMES = 40
PLAN_FIELDS = ("starts_on", "ends_on", "games_planned", "time_zone")
_SLUG_TAKEN = lazy("這個網址代號已經有賽事使用。")


@dataclass(frozen=True)
class EventTemplate:
    """範本: defaults for a usual kind of event; every value can still be changed. `format`: its stages (`FORMATS` of
    `tournaments.rounds.services.stages`), "" for one stage. `others`: values that differ from an evening's."""

    id: str
    name: Promise
    hint: Promise
    days: int
    games: int
    format: str = ""
    others: dict[str, Any] = field(default_factory=dict)

    def values(self, today: date) -> dict[str, Any]:
        return {
            "starts_on": today,
            "ends_on": today + timedelta(days=self.days - 1),
            "games_planned": self.games,
            "confirmation": Event.Confirmation.TAP,
            "signing": Event.Signing.DRAWN,
            "phones": True,
            "public": True,
        } | self.others


TEMPLATES: Mapping[str, EventTemplate] = {
    template.id: template
    for template in (
        EventTemplate("evening", lazy("聯賽夜"), lazy("一晚兩個半莊，各家輕按確認，手指簽名。"), 1, 2),
        EventTemplate("one-day", lazy("一日賽"), lazy("一日四個半莊，每個半莊執位。"), 1, 4),
        EventTemplate("two-day", lazy("兩日賽"), lazy("兩日八個半莊，各家用個人密碼確認。"), 2, 8,
                      others={"confirmation": Event.Confirmation.PIN}),
        EventTemplate("masters", lazy("大師賽"),
                      lazy("兩日：初賽四場，64 強，16 強蛇形編檯，決賽可連莊；選手不用電話；人數可以再改。"),
                      2, 3, "masters", {"phones": False, "rule_set": "hkma-masters"}),
        EventTemplate("taiwan", lazy("台灣麻將賽"), lazy("一日三將，每將四圈，限時兩小時。"), 1, 3,
                      others={"rule_set": "tw-club"}),
        EventTemplate("mcr", lazy("國標賽"), lazy("一日四場，每場四圈十六局，限時兩小時；先比名次分，再比總分。"), 1, 4,
                      others={"rule_set": "mcr"}),
        EventTemplate("friendly", lazy("友誼賽"), lazy("一個半莊，裁判代四家確認，不公開排名。"), 1, 1,
                      others={"confirmation": Event.Confirmation.REFEREE, "phones": False, "public": False}),
    )
}  # fmt: skip

# data: what events are called
_SLUG_WORDS = {
    "大師賽": "masters", "聯賽夜": "league-night", "聯賽": "league", "公開賽": "open", "錦標賽": "championship",  # data
    "邀請賽": "invitational", "友誼賽": "friendly", "選拔賽": "trials", "資格賽": "qualifier",  # data
    "一日賽": "one-day", "兩日賽": "two-day", "初賽": "heats", "總決賽": "grand-final", "決賽": "final",  # data
    "團體賽": "team", "盃": "cup", "杯": "cup",  # data
    "新春": "new-year", "中秋": "mid-autumn", "聖誕": "christmas", "週年": "anniversary",  # data
}  # fmt: skip


def like(source: Event) -> EventTemplate:
    """照樣再開: return the settings of an earlier event."""
    names = ("rule_set", "venue", "time_zone", "confirmation", "signing", "phones", "public", "searchable", "hidden")
    more = (*names, "keep_months", "delay")
    days = (source.ends_on - source.starts_on).days + 1
    others = {name: getattr(source, name) for name in more}
    return EventTemplate(
        "", lazy("照樣再開一個"), lazy("選手、會所、裁判、牌檯和設定"), days, source.games_planned, "", others
    )


@in_one_transaction
def create_event(
    *,
    creator: User,
    organisation: str = "",
    heads: bool = False,
    now: datetime,
    slug: str = "",
    client_key: uuid.UUID | None = None,
    format_id: str = "",
    source: Event | None = None,
    **values: Any,
) -> Event:
    """新賽事: create an event; the creator becomes its organiser, and with `heads` its head referee too.

    `organisation`: handle of its organisation; optional for users of only one. `client_key`: a repeat returns the event
    already created. `format_id`: with the stages of this format · `source`: with the players, officials, tables and
    stages of an earlier event of the organisation.

    Raises NotAllowed for users who may not create events there; Invalid if there are several organisations and none is
    named, for options, settings and values that the rule set does not accept, and for impossible days and numbers of
    games; Conflict if the address is taken or the organisation has an event of this name on this day.
    """
    _check_plan({name: values.get(name) for name in PLAN_FIELDS})
    mine = creating_organisations(creator)
    holders = list(mine.filter(handle=organisation) if organisation else mine[:2])
    if not holders:
        detail = _("你未有權開賽事。請管理帳戶的人給你這個權。")
        raise NotAllowed(detail, field="organisation" if organisation else "")
    if len(holders) > 1:
        raise Invalid(_("請揀主辦單位。"), field="organisation")
    [holder] = holders
    # One event of an organisation at a time, so that a second request sees the name and key of the first.
    Organisation.objects.select_for_update(no_key=True).get(pk=holder.pk)
    known = Event.objects.filter(organisation=holder, client_key=client_key).first() if client_key else None
    if known is not None:
        return known
    # Two events of one name on one day could not be told apart; demo events may repeat.
    same = Event.objects.filter(organisation=holder, name=values["name"], starts_on=values["starts_on"], is_demo=False)
    if not values.get("is_demo") and same.exists():
        words = {"name": values["name"]}
        raise Conflict(_("這一天已經有一個叫「%(name)s」的賽事。請改名稱或日期。") % words, field="name")
    values |= chosen_rules(rule_set=values["rule_set"], **{name: values.get(name, {}) for name in RULE_FIELDS[1:]})
    event = _insert(slug, organisation=holder, client_key=client_key, created_at=now, **values)
    roles = [Role.ORGANISER, Role.HEAD_REFEREE] if heads else [Role.ORGANISER]
    members = [Membership.objects.create(event=event, user=creator, role=role) for role in roles]
    append_act(event.pk, Kind.EVENT_MADE, added(event, *members, first_stage(event)), user_id=creator.pk)
    if format_id:
        chosen, days = FORMATS[format_id], (event.ends_on - event.starts_on).days + 1
        use_format(event=event, format_id=format_id, players=chosen.players, sessions=chosen.sessions_a_day * days)
        event.refresh_from_db()
    if source is not None:
        _carry_on(source, event)
    return event


def _carry_on(source: Event, event: Event) -> None:
    """Copy the players who are not on the black list now, and the officials who are still in the organisation."""
    players = listed_players(source)
    refused = listed(event.organisation_id, [player.name for player in players], event.starts_on)
    add_players(event=event, players=[player for player in players if key_of(player.name) not in refused])
    if count := source.tables.count():
        add_tables(event=event, count=count)
    here = people_of(event.organisation_id)
    for member in Membership.objects.filter(event=source, user__in=here).select_related("user").order_by("pk"):
        add_member(event=event, user=member.user, role=member.role)
    places: dict[User, list[int]] = {}
    stored = source.tables.order_by("number").values_list("number", flat=True)
    numbers = {number: n for n, number in enumerate(stored, 1)}
    for row in TableReferee.objects.filter(table__event=source, user__in=here).select_related("user", "table"):
        places.setdefault(row.user, []).append(numbers[row.table.number])
    set_tables_of_all(event=event, wanted=[RefereeTables(user, tables) for user, tables in places.items()])
    later = event.starts_on - source.starts_on
    for stage in source.stages.order_by("number"):
        values = {name: getattr(stage, name) for name in STAGE_FIELDS}
        values["session_days"] = [(date.fromisoformat(day) + later).isoformat() for day in stage.session_days]
        if stage.number == 1:
            change_stage(stage_id=event.stages.get(number=1).pk, **values)
        else:
            add_stage(event=event, **values)


def _insert(slug: str, **values: Any) -> Event:
    """Insert the event, by default at the next free address, even if others take some meanwhile."""
    for _attempt in range(5):
        try:
            with transaction.atomic():
                wanted = slug or free_slug(values["name"], values["starts_on"], values["organisation"].handle)
                return Event.objects.create(slug=wanted, **values)
        except IntegrityError as error:
            if slug and Event.objects.filter(slug=slug).exists():
                raise Conflict(_SLUG_TAKEN, field="slug") from error
            if "unique" not in str(error).lower():
                raise
    raise Conflict(_("剛剛有另一個賽事用了這個網址代號，請再試一次。"), field="slug")


def free_slug(name: str, day: date, handle: str = "") -> str:
    """網址代號: return an unused address from the name's Latin letters and usual words (or the handle) and the day."""
    for word in sorted(_SLUG_WORDS, key=len, reverse=True):
        name = name.replace(word, f" {_SLUG_WORDS[word]} ")
    stem = slugify(name)
    if not any(sign.isalpha() for sign in stem) or stem in _SLUG_WORDS.values():
        stem = f"{handle}-{stem}"
    stem = stem[:40].strip("-_")
    wanted = f"{stem}-{day:%Y%m%d}" if stem else f"{day:%Y-%m-%d}"
    taken = {
        slug
        for model in (Event, FormerSlug)
        for slug in model._default_manager.filter(slug__startswith=wanted).values_list("slug", flat=True)
    }
    if wanted not in taken:
        return wanted
    return next(f"{wanted}-{n}" for n in range(2, len(taken) + 3) if f"{wanted}-{n}" not in taken)


def plan_faults(
    starts_on: date | None = None,
    ends_on: date | None = None,
    games_planned: int | None = None,
    time_zone: str | None = None,
) -> dict[str, str]:
    days = {"starts_on": starts_on, "ends_on": ends_on}
    faults = {field: fault for field, day in days.items() if day and (fault := day_fault(day))}
    if starts_on and ends_on and ends_on < starts_on:
        faults.setdefault("ends_on", _("結束日期不能早過開始日期。"))
    if games_planned is not None and not 1 <= games_planned <= MOST_GAMES:
        faults["games_planned"] = _("數目要由一至四十。")
    if time_zone is not None and time_zone not in available_timezones():
        faults["time_zone"] = _("沒有這個時區。請用例如 Asia/Hong_Kong 的寫法。")
    return faults


def _check_plan(plan: Mapping[str, Any]) -> None:
    for name, sentence in plan_faults(**plan).items():
        raise Invalid(sentence, field=name)


def chosen_rules(
    *,
    rule_set: str,
    rule_options: Mapping[str, str],
    rule_settings: Mapping[str, object],
    rule_values: Mapping[str, object],
) -> dict[str, Any]:
    """Return the choices that differ from the published rules, in canonical form. Raises Invalid for unknown ones."""
    try:
        rules = scoring.rule_set(rule_set, rule_options, rule_settings, rule_values)
    except ScoringError as error:
        raise refused_by_rules(error) from error
    defaults = {reading.id: reading.default for reading in rules.readings}
    chosen = rules.setting_values
    return {
        "rule_set": rule_set,
        "rule_options": {id_: value for id_, value in sorted(rule_options.items()) if value != defaults[id_]},
        "rule_settings": {one.id: one.write(chosen[one.id]) for one in rules.settings if chosen[one.id] != one.default},
        "rule_values": overrides(rules),
    }


@in_one_transaction
def change_event(*, event: Event, **values: Any) -> Event:
    """Change an event. Raises Conflict if the rules or choices in them change after a hand (or a ruling outside a game)
    is recorded, if name or address change while a card is half signed, or if the address is taken; Invalid for
    impossible days and numbers of games."""
    lock_rounds(event.pk)
    lock_later(event.pk)
    locked = lock_event(event.pk)
    _check_plan({name: values.get(name, getattr(locked, name)) for name in PLAN_FIELDS})
    if any(name in values for name in RULE_FIELDS):
        values |= chosen_rules(**{name: values.get(name, getattr(locked, name)) for name in RULE_FIELDS})
        _check_rules_kept(locked, values)
    # A card names its event: signatures under two event names would be under two different texts.
    renamed = any(values.get(name, getattr(locked, name)) != getattr(locked, name) for name in ("name", "slug"))
    if renamed and (game := half_signed(locked.games.all())):
        detail = _("第 %(table)s 檯的記分卡已有人簽署。四家簽妥，或裁判長重開記分卡後，才可改賽事的名稱或網址代號。")
        raise Conflict(detail % {"table": game.table.number}, field="name")
    before, zone = locked.slug, locked.zone
    for name, value in values.items():
        setattr(locked, name, value)
    check_stages(locked)
    locked.standings_version += 1
    try:
        with transaction.atomic():
            locked.save(update_fields=[*values, "standings_version"])
    except IntegrityError as error:
        if "slug" in values and Event.objects.filter(slug=values["slug"]).exclude(pk=event.pk).exists():
            raise Conflict(_SLUG_TAKEN, field="slug") from error
        raise
    said = changed(locked, *values)
    if locked.slug != before:
        row, made = FormerSlug.objects.update_or_create(event=locked, slug=before, defaults={"left_at": timezone.now()})
        said += added(row) if made else changed(row, "left_at")
    if locked.zone != zone:
        said += _keep_hours(locked, zone)
    append_act(locked.pk, Kind.EVENT_CHANGED, said)
    if locked.rules_snapshot is None and "rule_set" in values:
        # Open games without hands start from the points of the new rules.
        seats = GameSeat.objects.filter(game__event=locked, round__state__in=Round.BEGUN)
        seats.update(score=rules_of(locked).game.start)
    return locked


def _keep_hours(event: Event, zone: ZoneInfo) -> list[RowChange]:
    """Keep registration's wall-clock hours: 10:00 stays 10:00 in another zone."""
    desk = RegistrationDesk.objects.filter(event=event).first()
    if desk is None:
        return []
    for name in ("opens_at", "closes_at"):
        setattr(desk, name, getattr(desk, name).astimezone(zone).replace(tzinfo=event.zone))
    desk.save(update_fields=["opens_at", "closes_at"])
    return changed(desk, "opens_at", "closes_at")


def _check_rules_kept(event: Event, values: Mapping[str, Any]) -> None:
    if event.rules_snapshot is None and not event.hall_rulings.exists():
        return
    if all(values[name] == getattr(event, name) for name in RULE_FIELDS):
        return
    if event.games.filter(book_version__gt=0).exists():
        raise Conflict(_("第一鋪已經記錄，規則、選項、設定和番數不能再改。"), field="rule_set")
    raise Conflict(_("已有局外判決，規則、選項、設定和番數不能再改。"), field="rule_set")


@in_one_transaction
def add_member(*, event: Event, user: User, role: str) -> Membership:
    """Give a person a role; a repeat changes nothing. Raises StepUpRequired for a leading role while the event runs."""
    membership, made = Membership.objects.get_or_create(event=event, user=user, role=Role(role))
    if made:
        ask_before_leading(event, role)
        append_act(event.pk, Kind.MEMBER_ADDED, added(membership))
    return membership


@in_one_transaction
def remove_member(*, membership: Membership) -> None:
    """Remove a role and, with it, a referee's tables; idempotent. Raises Conflict for the last organiser."""
    event = lock_event(membership.event_id)
    if not Membership.objects.filter(pk=membership.pk).exists():
        return
    others = Membership.objects.filter(event=event, role=membership.role).exclude(pk=membership.pk)
    if membership.role == Role.ORGANISER and not others.exists():
        raise Conflict(_("賽事最少要有一名大會人員。請先加另一人。"))
    gone = removed(membership)
    if membership.role == Role.REFEREE:
        gone += unplace(event, membership.user)
    membership.delete()
    append_act(event.pk, Kind.MEMBER_REMOVED, gone)


def unplace(event: Event, user: User) -> list[RowChange]:
    """Take all tables from a referee; return the changes."""
    placed = TableReferee.objects.filter(table__event=event, user=user)
    gone = removed(*placed)
    placed.delete()
    return gone


@retry_on_deadlock
def create_member(*, event: Event, username: str, display_name: str, role: str) -> tuple[User, str]:
    """Create an account with a role in this event; return it with its password, which is shown only once.

    A repeat before the first sign-in returns that account and "" for the password. The sign-in name ends in the handle
    of the event's organisation, "chan@hkma", so that names of other organisations neither collide nor become known.
    Raises Conflict if this organisation already uses the name.
    """
    name = event.organisation.username(username)
    user, password = prepared_user(username=name, display_name=display_name)
    try:
        with transaction.atomic():
            save_user(user=user, organisation=event.organisation)
            add_member(event=event, user=user, role=role)
    except NameTaken as taken:
        made = unused_account(name, display_name, event.organisation)
        if made is not None and Membership.objects.filter(event=event, user=made, role=role).exists():
            return made, ""
        detail = _("%(name)s 已經是你們的人的登入名稱。如果是同一個人，請在上面加他；不是的話，請另選一個。")
        raise Conflict(detail % {"name": name}, field="username") from taken
    return user, password


@in_one_transaction
def add_tables(*, event: Event, count: int, after: int | None = None) -> list[Table]:
    """Add `count` tables, numbered on from the last. Raises Invalid beyond 500 tables in all.

    `after`: the number of the last table on the page (0: none). A repeat finds the tables already added; if others were
    added meanwhile, raises Conflict.
    """
    lock_event(event.pk)
    last = last_table(event)
    if after is not None and last != after:
        if last == after + count:
            return list(event.tables.filter(number__gt=after).order_by("number"))
        raise Conflict(_("牌檯剛剛有變：現在最後一張是第 %(last)s 檯。請核對後再加。") % {"last": last}, field="count")
    if count < 1 or event.tables.count() + count > MOST_TABLES:
        raise Invalid(_("牌檯數目要由 1 至 %(most)s。") % {"most": MOST_TABLES}, field="count")
    made = Table.objects.bulk_create(Table(event=event, number=last + n) for n in range(1, count + 1))
    append_act(event.pk, Kind.TABLES_ADDED, added(*made))
    return made


def last_table(event: Event) -> int:
    return event.tables.aggregate(last=Max("number"))["last"] or 0


@in_one_transaction
def remove_table(*, table: Table) -> None:
    """Remove a table; idempotent. Raises Conflict if games were played or are seated there."""
    lock_rounds(table.event_id)  # no seats are put there meanwhile
    lock_event(table.event_id)
    if not Table.objects.filter(pk=table.pk).exists():
        return
    if table.games.exists():
        raise Conflict(_("第 %(number)s 檯已編了座位，不能移除。") % {"number": table.number})
    event_id, gone = table.event_id, removed(table, *table.referees.all(), *table.fixed_players.all())
    table.delete()
    append_act(event_id, Kind.TABLE_REMOVED, gone)


@dataclass(frozen=True)
class RefereeTables:
    """看檯: the tables an organiser gives one referee; `before`: the tables that the page showed (None: any)."""

    user: User
    numbers: Collection[int]
    before: Collection[int] | None = None


class WrongTables(Invalid):
    def __init__(self, faults: Mapping[int, str]) -> None:
        super().__init__(next(iter(faults.values())), field="tables")
        self.faults = faults


def set_referee_tables(*, event: Event, user: User, numbers: Collection[int]) -> None:
    set_tables_of_all(event=event, wanted=[RefereeTables(user, numbers)])


@in_one_transaction
def set_tables_of_all(*, event: Event, wanted: Sequence[RefereeTables]) -> None:
    """Replace the 看檯 (table numbers) of these referees; all of them or none.

    A row equal to its `before` is left alone, so that it does not undo another organiser's change. Raises WrongTables,
    with a sentence for each person: no such table, no referee of the event, or changed meanwhile.
    """
    lock_event(event.pk)
    touched = [one for one in wanted if one.before is None or set(one.numbers) != set(one.before)]
    tables = {table.number: table for table in event.tables.all()}
    referees = set(Membership.objects.filter(event=event, role=Role.REFEREE).values_list("user", flat=True))
    stored: dict[int, set[int]] = {}
    for user, number in TableReferee.objects.filter(table__event=event).values_list("user", "table__number"):
        stored.setdefault(user, set()).add(number)
    faults: dict[int, str] = {}
    for one in touched:
        numbers, now = set(one.numbers), stored.get(one.user.pk, set())
        if one.user.pk not in referees:
            faults[one.user.pk] = _("%(name)s 不是這個賽事的裁判。") % {"name": one.user}
        elif one.before is not None and set(one.before) != now != numbers:
            words = {"tables": write_numbers(now) or "—"}
            faults[one.user.pk] = _("另一人剛剛改了：現在是「%(tables)s」。請核對後再儲存。") % words
        elif unknown := numbers - tables.keys():
            faults[one.user.pk] = _("沒有第 %(number)s 檯。") % {"number": min(unknown)}
    if faults:
        raise WrongTables(faults)
    if not touched:
        return
    gone = [one for person in touched for one in unplace(event, person.user)]
    placed = TableReferee.objects.bulk_create(
        TableReferee(table=tables[number], user=one.user) for one in touched for number in sorted(one.numbers)
    )
    append_act(event.pk, Kind.REFEREE_PLACED, [*gone, *added(*placed)])
