from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import Any

from django.db.models import Model, Prefetch, Q
from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring import format_points
from tournaments.core.access import check_moved, event_named
from tournaments.core.event_log import facts_of, replay_log
from tournaments.models import (
    Act,
    Apart,
    Blacklisted,
    CheckIn,
    Contact,
    Event,
    EventAct,
    Game,
    GameSeat,
    Namesake,
    Player,
    Registration,
    RegistrationDesk,
    Round,
)
from tournaments.phrases.names import alike, name_key, variant_key
from tournaments.phrases.wording import plural
from tournaments.players.lists.players import Line, ListedPlayer
from tournaments.players.services import blacklist
from tournaments.players.services.registrations import Place, in_line, line_of, next_in_line, reasons, token_of
from tournaments.tables.services.substitutes import may_step_in, sitting


def blacklist_entries(organisation_id: int, today: date) -> tuple[list[Blacklisted], list[Blacklisted]]:
    """Return an organisation's valid entries, and its lifted and expired ones; newest first."""
    namesakes = Prefetch("namesakes", Namesake.objects.select_related("player__event", "user"))
    rows = Blacklisted.objects.filter(organisation=organisation_id).prefetch_related(namesakes)
    rows = rows.select_related("player__event", "user", "lifted_by")
    current = [row for row in rows if row.lifted_at is None and (row.until is None or row.until >= today)]
    return current, [row for row in rows if row not in current]


def hint_sentence(name: str) -> str:
    return _("可能與黑名單上的 %(name)s 是同一人（異體字），請核對。") % {"name": name}


def name_hints(event: Event, name: str, but: Player) -> list[str]:
    """Return players of the event and black-list entries that may be the same person in another spelling."""
    others = event.players.exclude(pk=but.pk).values_list("number", "name", "contact__real_name")
    alike = [
        _("可能與 %(number)s 號 %(name)s 是同一人（異體字），請核對。") % {"number": number, "name": real or shown}
        for number, shown, real in others
        if variant_key(real or shown) == variant_key(name) and name_key(real or shown) != name_key(name)
    ]
    listed_as = blacklist.perhaps_listed(event.organisation_id, [name], event.starts_on)
    return [*alike, *map(hint_sentence, listed_as.values())]


def mark_listed(lines: Sequence[Line], event: Event, vouched: Collection[str]) -> None:
    """Mark lines whose name is on the black list on the event's first day: an error unless vouched for."""
    names = [line.cells["name"] for line in lines]
    found = blacklist.listed(event.organisation_id, names, event.starts_on)
    perhaps = blacklist.perhaps_listed(event.organisation_id, names, event.starts_on)
    for line in lines:
        if other := perhaps.get(line.cells["name"]):
            line.warnings.append(hint_sentence(other))
        key = blacklist.key_of(line.cells["name"])
        if key not in found:
            continue
        line.listed, line.vouched = key, key in vouched
        if not line.vouched and not line.skipped:
            line.fault("name", blacklist.refusal_sentence(line.cells["name"]))
            line.player = None


def listed_players(event: Event) -> list[ListedPlayer]:
    """Return the list in a form that can be imported again, without players who withdrew or were erased."""
    erased = EventAct.objects.filter(event=event, kind=EventAct.Kind.PERSON_ERASED).values("player_id")
    there, found = event.players.filter(withdrawn_at=None).exclude(pk__in=erased), []
    for player in there.select_related("contact").order_by("number"):
        contact = getattr(player, "contact", None) or Contact()
        found.append(
            ListedPlayer(
                number=player.number,
                name=contact.real_name or player.name,
                alias=player.name if contact.real_name else "",
                club=player.club,
                staff=player.staff,
                latin=player.latin_name,
                **{name: getattr(contact, name) for name in ("member", "email", "phone", "note")},
            )
        )
    return found


@dataclass(frozen=True)
class CheckInRow:
    """One player on the check-in page. `at`: None before check-in · `late`: minutes after the bell."""

    player: Player
    at: datetime | None
    table: int | None
    seat: GameSeat | None
    late: int = 0

    @property
    def name(self) -> str:
        """Return the name with the real one behind an alias, which officials need."""
        contact = getattr(self.player, "contact", None)
        real = contact.real_name if contact is not None else ""
        return _("%(name)s（%(real)s）") % {"name": self.player.name, "real": real} if real else self.player.name

    @property
    def chair(self) -> str:
        """Return table and seat in the form used by a change of seats; "" without a seat."""
        return f"{self.table}.{self.seat.seat}" if self.seat is not None else ""

    @property
    def facts(self) -> str:
        return _("遲到 %(minutes)s 分鐘") % {"minutes": self.late}

    @property
    def missing(self) -> bool:
        return self.seat is not None and not self.here

    @property
    def here(self) -> bool:
        """Whether the player has checked in at the desk, or a hand has been played at their seat."""
        return self.at is not None or (self.seat is not None and self.seat.game.hands_closed > 0)

    @property
    def fillable(self) -> bool:
        return self.missing and self.seat is not None and self.seat.substitute_id is None


def vacated_chairs(player: Player) -> list[tuple[int, int]]:
    """Return game and seat of each chair freed by the player's last withdrawal, from the history of the event."""
    acts = list(EventAct.objects.filter(event=player.event_id).order_by("number"))
    while acts:
        act = acts.pop()
        rows = act.payload.get("rows", {})
        if act.kind == EventAct.Kind.PLAYER_WITHDRAWN and str(player.pk) in rows.get("tournaments.player", {}):
            chairs = replay_log(acts).rows.get("tournaments.gameseat", {})
            freed = [chairs[int(pk)] for pk in rows.get("tournaments.gameseat", {}) if int(pk) in chairs]
            return [(chair["game_id"], chair["seat"]) for chair in freed]
    return []


@dataclass(frozen=True)
class CheckInTable:
    """One table on the check-in page. `rows`: by seat, None if empty."""

    game: Game
    rows: list[CheckInRow | None]

    @property
    def full(self) -> bool:
        return None not in self.rows

    @property
    def missing(self) -> list[CheckInRow]:
        return [row for row in self.rows if row and row.missing and row.player.plays_on]


@dataclass(frozen=True)
class CheckInPage:
    """報到 of one day. `rows`: active players by number · `gone`: withdrawn ones · `rounds`: those whose seats are
    shown · `elsewhere`: players without a seat in those rounds."""

    day: date
    rows: Sequence[CheckInRow]
    gone: Sequence[CheckInRow]
    tables: Sequence[CheckInTable]
    rounds: Sequence[Round]
    staff: Sequence[Player]
    waiting: Registration | None

    @property
    def here(self) -> int:
        return sum(row.here for row in self.rows)

    @property
    def missing(self) -> dict[int, list[CheckInRow]]:
        found: dict[int, list[CheckInRow]] = {}
        for table in self.tables:
            if table.missing:
                found.setdefault(table.game.table.number, []).extend(table.missing)
        return found

    def find(self, number: int | None) -> CheckInRow | None:
        there = [row for table in self.tables for row in table.rows if row is not None]
        return next((row for row in [*self.rows, *self.gone, *there] if row.player.number == number), None)

    @property
    def elsewhere(self) -> list[CheckInRow]:
        seats = [row.seat for table in self.tables for row in table.rows if row and row.seat]
        playing = {seat.substitute_id for seat in seats}
        return [row for row in [*self.rows, *self.gone] if row.seat is None and row.player.pk not in playing]

    @property
    def round(self) -> Round | None:
        return self.rounds[-1] if self.rounds else None

    @property
    def round_numbers(self) -> str:
        return _("、").join(str(round_.number) for round_ in self.rounds)

    @property
    def open(self) -> bool:
        return self.round is not None and self.round.state == Round.State.OPEN


def day_of(event: Event, today: date) -> date:
    return min(max(today, event.starts_on), event.ends_on)


def check_in_page(event: Event, today: date, *, drafts: bool = False, number: int | None = None) -> CheckInPage:
    """List players for check-in. `drafts`: with unpublished seats · `number`: of a round other than the current."""
    day = day_of(event, today)
    come = dict(CheckIn.objects.filter(player__event=event, day=day).values_list("player", "at"))
    rounds = event.rounds.filter(voided_at=None, games__isnull=False).distinct().order_by("number")
    rounds = rounds if drafts else rounds.exclude(state=Round.State.DRAFT)
    played = list(rounds.filter(state=Round.State.OPEN))
    shown = played or list(rounds.exclude(state=Round.State.CLOSED)[:1])
    if number is not None:
        shown = list(rounds.filter(number=number))
    games = Game.objects.filter(round__in=shown).select_related("table", "event", "round", "round__stage")
    by_game = {game.pk: game for game in games.order_by("round__number", "table__number")}
    seats = {}
    for seat in GameSeat.objects.filter(round__in=shown).select_related("substitute").order_by("round__number"):
        seat.game = by_game[seat.game_id]
        seats[seat.player_id] = seat
    rows: list[CheckInRow] = []
    gone: list[CheckInRow] = []
    tables = {pk: CheckInTable(game, [None] * 4) for pk, game in by_game.items()}
    for player in event.players.select_related("contact").order_by("number"):
        at, found = come.get(player.pk), seats.get(player.pk)
        late = 0
        if at is not None and found is not None and (opened := found.game.round.opened_at) is not None:
            same_day = timezone.localtime(opened).date() == timezone.localtime(at).date()
            late = max(0, (at - opened) // timedelta(minutes=1)) if same_day else 0
        row = CheckInRow(player, at, found.game.table.number if found else None, found, late)
        if player.plays_on:
            rows.append(row)
        elif player.withdrawn_at is not None:
            gone.append(row)
        if found is not None:
            tables[found.game_id].rows[found.seat] = row
    last = next((seat.game for seat in reversed(seats.values())), None) if played else None
    staff = [player for player in may_step_in(last) if player.pk not in seats] if last is not None else []
    return CheckInPage(day, rows, gone, list(tables.values()), shown, staff, next_in_line(event) if played else None)


@dataclass
class Person:
    """個人資料: all data stored about one player of an event, as an export for them or an organiser.

    `data`: plain JSON · `files`: photos by name.
    """

    data: dict[str, Any]
    files: dict[str, bytes] = field(default_factory=dict)


FURTHER: list[Callable[[Player, Person], None]] = []
"""Functions of higher-level apps that have data about players too."""


def person_of(player: Player) -> Person:
    seats = GameSeat.objects.filter(Q(player=player) | Q(substitute=player)).order_by("round__number", "pk")
    entries, listed = Registration.objects.filter(player=player), Blacklisted.objects.filter(player=player)
    acts = EventAct.objects.filter(event=player.event_id, player_id=player.pk).order_by("number")
    found = Person(
        {
            "event": {"slug": player.event.slug, "name": player.event.name},
            "player": _facts_without(player, "event"),
            "contact": [_facts_without(one, "player") for one in Contact.objects.filter(player=player)],
            "registrations": [_facts_without(one, "event", "player") for one in entries],
            "check_ins": [_facts_without(one, "player") for one in CheckIn.objects.filter(player=player)],
            "apart": [
                {"with": (one.second if one.first_id == player.pk else one.first).number, "reason": one.reason}
                for one in Apart.objects.filter(Q(first=player) | Q(second=player)).select_related("first", "second")
            ],
            "games": [
                _game(seat, player)
                for seat in seats.select_related("game__round", "game__table", "player", "substitute")
            ],
            "black_list": [_facts_without(one, "organisation", "player", "key") for one in listed],
            "done": [{"at": act.created_at.isoformat(), "what": act.kind} for act in acts],
        }
    )
    for further in FURTHER:
        further(player, found)
    return found


def _facts_without(row: Model, *without: str) -> dict[str, Any]:
    return facts_of(row, [row._meta.get_field(name).attname for name in without])  # type: ignore[union-attr]


def _game(seat: GameSeat, player: Player) -> dict[str, Any]:
    game: Game = seat.game
    own = Q(player=player) | Q(payload__seat=seat.seat)
    acts = [
        act
        for act in Act.objects.filter(
            own, game=game, kind__in=[Act.Kind.SIGN, Act.Kind.OBJECT, Act.Kind.CONFIRM]
        ).order_by("number")
        if act.player_id == player.pk or sitting(seat, act.payload.get("hand", act.payload.get("hands"))) == player
    ]
    return {
        "round": game.round.number,
        "table": game.table.number,
        "seat": seat.seat,
        "as_substitute": seat.substitute_id == player.pk,
        "score": format_points(seat.score),
        "place": seat.place,
        "hands": [
            {
                "number": hand.number,
                "name": hand.name,
                "result": hand.result,
                "score": hand.book["scores"][seat.seat],
                "at": hand.recorded_at.isoformat(),
            }
            for hand in game.hands.exclude(result="open").order_by("number")
        ],
        "signatures": [
            {"at": act.created_at.isoformat(), "method": act.payload["method"], "strokes": act.payload["strokes"]}
            for act in acts
            if act.kind == Act.Kind.SIGN
        ],
        "objections": [
            {"at": act.created_at.isoformat(), "hand": act.payload["hand"], "reason": act.reason}
            for act in acts
            if act.kind == Act.Kind.OBJECT
        ],
        "confirmed": [act.created_at.isoformat() for act in acts if act.kind == Act.Kind.CONFIRM],
    }


@dataclass(frozen=True)
class DeskPage:
    """The registration page. `free`: places left; None without a limit."""

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


def registering_event(slug: str) -> Event:
    """Return an event with a registration desk, even a private one, and use its time zone. Raises Http404, SlugChanged
    as `event_access` does."""
    event = event_named(slug)
    if not RegistrationDesk.objects.filter(event=event).exists():
        raise Http404
    check_moved(event, slug)
    timezone.activate(event.zone)
    return event


def desk_page(event: Event, now: datetime) -> DeskPage:
    desk = RegistrationDesk.objects.get(event=event)
    line = line_of(event, public=True)
    state = "before" if now < desk.opens_at else "open" if now < desk.closes_at else "after"
    inside = sum(place.inside for place in line)
    free = None if desk.capacity is None else max(0, desk.capacity - inside)
    return DeskPage(desk, state, free, sum(place.waiting > 0 for place in line))


def own_place(registration: Registration) -> tuple[str, bool]:
    """Describe a registration's position for its applicant, and whether they may still change it."""
    own = registration.state == Registration.State.LIVE and registration.player_id is None
    line = line_of(registration.event, public=True)
    place = next((one for one in line if one.registration.pk == registration.pk), None)
    if registration.state == Registration.State.DECLINED:
        return _("大會未能接納這個報名。有疑問請找大會。"), own
    if registration.state == Registration.State.WITHDRAWN or place is None:
        return _("這個報名已經取消。"), own
    if registration.player is not None:
        return _("你是 %(number)s 號選手。") % {"number": registration.player.number}, own
    if place.inside:
        return _("你有名額。") if registration.accepted_at else _(
            "已收到，按報名先後在名額之內；大會接納後才作實。"
        ), own
    return plural("按報名先後，你在候補名單，前面還有 %(count)s 人。有人退出會自動補上。", place.waiting - 1), own


@dataclass(frozen=True)
class EntryRow:
    """One registration. `reasons`: points to check · `again`: the name is taken · `hints`: similar names."""

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
class EntriesPage:
    """所有報名 in order, counts (`held`: to be checked, `ready`: to become players), and those that are `gone`."""

    rows: Sequence[EntryRow]
    gone: Sequence[Registration]
    inside: int
    waiting: int
    held: int
    paid: int
    ready: int
    desk: DeskPage | None


def organisers_page(event: Event, now: datetime) -> EntriesPage:
    entries = list(Registration.objects.filter(event=event).select_related("player").order_by("created_at", "pk"))
    desk = RegistrationDesk.objects.filter(event=event).first()
    line = in_line(entries, desk.capacity if desk else None)
    names = [place.registration.name for place in line]
    players = event.players.filter(registration=None).values_list("name", "contact__real_name")
    others = alike([*names, *(real or name for name, real in players)])
    perhaps = blacklist.perhaps_listed(event.organisation_id, names, event.starts_on)
    held = [one.registration for one in line if one.registration.held and one.registration.player_id is None]
    checked = zip(held, reasons(event, [(one.name, one.member) for one in held]), strict=True)
    to_check = {one.pk: why for one, why in checked}
    rows = []
    for place in line:
        one = place.registration
        key, same = name_key(one.name), others[variant_key(one.name)]
        other = next((name for name in same if name_key(name) != key), "")
        hints = [_("可能與 %(name)s 是同一人（異體字），請核對。") % {"name": other}] if other else []
        if one.name in perhaps:
            hints.append(hint_sentence(perhaps[one.name]))
        again = sum(name_key(name) == key for name in same) > 1
        rows.append(EntryRow(place, token_of(one), to_check.get(one.pk, ()), again, hints))
    standing = {row.one.pk for row in rows}
    return EntriesPage(
        rows=rows,
        gone=[one for one in entries if one.pk not in standing],
        inside=sum(place.inside for place in line),
        waiting=sum(place.waiting > 0 for place in line),
        held=sum(place.held for place in line),
        paid=sum(place.registration.paid_at is not None for place in line),
        ready=sum(place.inside and place.registration.player_id is None for place in line),
        desk=desk_page(event, now) if desk else None,
    )


def by_number(pair: Apart) -> Apart:
    """Order the pair by player number, in memory only: the database stores the lower id first."""
    pair.first, pair.second = sorted((pair.first, pair.second), key=lambda player: player.number)
    return pair


def kept_apart(event: Event) -> list[Apart]:
    rows = Apart.objects.filter(first__event=event).select_related("first", "second")
    return sorted(map(by_number, rows), key=lambda pair: (pair.first.number, pair.second.number))
