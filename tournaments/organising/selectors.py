from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from django.db.models import Count, Prefetch, Q, QuerySet
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts import slips
from accounts.models import SignInSlip, User
from accounts.selectors import creating_organisations
from tournaments.core.access import EventAccess, anonymous_access
from tournaments.hall.room import Room, RoomRow
from tournaments.models import (
    Event,
    Game,
    Membership,
    Player,
    Registration,
    RegistrationDesk,
    Role,
    Round,
    Stage,
    StageEntry,
    Table,
    TableReferee,
)
from tournaments.organising.services.staff import known_people, slip_takers
from tournaments.organising.staff_list import StaffLine
from tournaments.phrases.names import name_key
from tournaments.phrases.stages import stage_name
from tournaments.phrases.wording import plural
from tournaments.players.lists.players import write_numbers
from tournaments.players.selectors import check_in_page
from tournaments.standings.tally import is_over
from tournaments.tables.game_log.as_of import rounds_then, stages_then
from tournaments.tables.selectors.visible import apply_delay


@dataclass(frozen=True)
class RoundFacts:
    round: Round
    games: int
    signed: int
    disputed: int
    waiting: int
    begun: int
    """Games with at least one hand."""

    @property
    def counts(self) -> bool:
        return bool(self.begun) and not self.round.void and self.round.state == Round.State.CLOSED

    @property
    def unsigned(self) -> int:
        """Return the number of unsigned cards, which block the end of the stage."""
        return self.games - self.signed if self.counts else 0


@dataclass(frozen=True)
class Step:
    """The next step (下一步), or a condition missing for it. `page`: url name · `number`: of a round or stage · `does`:
    url name of the button's action."""

    text: Promise | str
    button: Promise
    page: str
    number: int | None = None
    missing: Sequence["Step"] = ()
    does: str = ""


@dataclass
class EventFacts:
    event: Event
    roles: frozenset[str] = frozenset()
    players: int = 0
    staff: int = 0
    tables: int = 0
    unattended: int = 0
    referees: int = 0
    heads: int = 0
    unattended_games: int = 0
    short: list[int] = field(default_factory=list)
    """Tables of the latest round, if it is ahead, with an empty chair."""
    rounds: list[RoundFacts] = field(default_factory=list)
    stages: list[Stage] = field(default_factory=list)
    entered: int = 0
    """Players assigned to a session of the current stage, if it has sessions."""

    @property
    def stage(self) -> Stage | None:
        """Return the current stage: the first that is not closed."""
        return next((stage for stage in self.stages if stage.closed_at is None), None)

    @property
    def entrants(self) -> int:
        return self.players - self.staff

    @property
    def played(self) -> int:
        return sum(facts.counts for facts in self.rounds)

    @property
    def tables_wanted(self) -> int:
        """Count the tables needed for all players (of the largest session), the last one filled up with staff."""
        tables = (self.entrants + 3) // 4
        sessions = max(1, self.stage.sessions if self.stage else 0)
        return (tables + sessions - 1) // sessions

    @property
    def latest(self) -> RoundFacts | None:
        opened = [facts for facts in self.rounds if facts.round.state == Round.State.OPEN]
        ahead = [facts for facts in self.rounds if facts.round.ahead]
        return next(iter([*opened, *ahead, *self.rounds[-1:]]), None)

    @property
    def running(self) -> bool:
        return any(facts.round.state == Round.State.OPEN for facts in self.rounds)

    @property
    def open_tables(self) -> bool:
        return self.running or any(facts.unsigned for facts in self.rounds)

    @property
    def phase(self) -> str:
        if all(facts.round.ahead for facts in self.rounds):
            return "before"
        return "after" if self.over or self.played_out else "during"

    @property
    def state(self) -> Promise:
        if self.phase == "before":
            return _("籌備中")
        if self.over:
            return _("已結束")
        return _("打完，名次未定") if self.played_out else _("進行中")

    @property
    def over(self) -> bool:
        return is_over(self.stages, running=self.running)

    @property
    def played_out(self) -> bool:
        closed = all(facts.round.state == Round.State.CLOSED for facts in self.rounds)
        return closed and self.played >= self.event.games_planned

    @property
    def step(self) -> Step:
        return next_step(self)


def _without_referee(tables: int, heads: int) -> list[Step]:
    if not tables:
        return []
    if heads:
        text = plural("%(count)s 張檯未有裁判看，只有裁判長可以在那裡記錄。", tables)
    else:
        text = plural("%(count)s 張檯未有裁判看，沒有人可以在那裡記錄。", tables)
    return [Step(text, _("安排裁判"), "tables")]


def _too_few(facts: EventFacts) -> list[Step]:
    found = []
    players, wanted = facts.entrants, facts.tables_wanted
    if wanted > facts.tables:
        words = {"players": players, "wanted": wanted, "tables": facts.tables}
        text = gettext("%(players)s 名選手要 %(wanted)s 張檯，現在有 %(tables)s 張。") % words
        found.append(Step(text, _("加牌檯"), "tables"))
    lacking = -players % 4 - facts.staff
    if lacking > 0:
        text = plural("坐滿最後一檯還差 %(count)s 人：請加選手或湊腳。", lacking)
        found.append(Step(text, _("加選手"), "players"))
    return found


def _of_first_stage(facts: EventFacts) -> list[Step]:
    stage, players = facts.stage, facts.entrants
    if stage is None or stage.number > 1:
        return []
    found = []
    words = {"stage": stage_name(stage.name), "places": stage.places, "players": players, "sessions": stage.sessions}
    if stage.places >= players:
        text = gettext("「%(stage)s」有 %(places)s 人晉級，但只有 %(players)s 名選手：請按人數再用一次賽制。") % words
        found.append(Step(text, _("改賽制"), "stages"))
    lacking = players - facts.entered
    if stage.sessions and lacking > 0:
        words["count"] = lacking
        text = gettext("「%(stage)s」分 %(sessions)s 場，還有 %(count)s 名選手未編入任何一場。") % words
        found.append(Step(text, _("編場次"), "stage", stage.number))
    return found


def next_step(facts: EventFacts) -> Step:
    if not facts.players:
        return Step(_("先加選手：打字、貼上名單，或者用 Excel、CSV 檔。"), _("加選手"), "import_players")
    if not facts.tables:
        return Step(_("未有牌檯和裁判：貼上裁判名單，檯會一併加好。"), _("加裁判和牌檯"), "staff")
    latest = facts.latest
    if latest is None:
        missing = [*_of_first_stage(facts), *_without_referee(facts.unattended, facts.heads), *_too_few(facts)]
        if missing:
            return Step(_("選手和牌檯都有了，但未齊："), _("編座位"), "rounds", missing=missing, does="make_round")
        all_there = _("選手、牌檯和裁判都齊了，可以編第一個半莊的座位。")
        return Step(all_there, _("編座位"), "rounds", does="make_round")
    if latest.round.ahead:
        number = latest.round.number
        if not latest.games:
            return Step(_("下一個半莊還未編座位。"), _("編座位"), "round", number, _of_first_stage(facts))
        missing = _without_referee(facts.unattended_games, facts.heads)
        if facts.short:
            text = gettext("第 %(tables)s 檯未坐滿四人。") % {"tables": write_numbers(facts.short)}
            missing = [Step(text, _("補上空位"), "swap_seats", number), *missing]
            return Step(_("座位編好了，還要處理："), _("座位"), "round", number, missing)
        if missing:
            return Step(_("座位編好了，還要處理："), _("開始半莊"), "round", number, missing, does="open_round")
        if latest.round.state == Round.State.DRAFT:
            text = gettext("第 %(number)s 個半莊的座位編好了，可以公布；四家坐好就可以開始。") % {"number": number}
            return Step(text, _("公布座位"), "round", number, does="publish_round")
        text = gettext("第 %(number)s 個半莊的座位公布了：先看報到，四家坐好就可以開始。") % {"number": number}
        return Step(text, _("開始半莊"), "round", number, does="open_round")
    number = latest.round.number
    if latest.round.state == Round.State.OPEN:
        if 0 < latest.games == latest.signed:
            return Step(_("所有記分卡都簽妥，可以結束。"), _("結束這個半莊"), "round", number, does="close_round")
        return Step(_("半莊進行中，看看哪一檯要人幫忙。"), _("看全場"), "room")
    return _step_between(facts)


def _step_between(facts: EventFacts) -> Step:
    stage, missing = facts.stage, []
    for one in facts.rounds:
        if one.unsigned and stage and one.round.stage_id == stage.pk:
            number = one.round.number
            text = plural("第 %(number)s 個半莊有 %(count)s 張記分卡未簽妥。", one.unsigned, number=number)
            missing.append(Step(text, _("看牌檯"), "round", number))
    if len(facts.stages) < 2:
        if facts.over:
            return Step(_("賽事已經結束。"), _("看最後名次"), "final_order")
        if facts.played_out:
            number = stage.number if stage else 1
            if missing:
                return Step(_("所有半莊都打完了，但未齊："), _("核對名次"), "stage", number, missing)
            return Step(_("所有半莊都打完了：核對名次，結束賽事。"), _("結束賽事"), "stage", number, does="close_stage")
        again = _("已經結束，可以編下一個半莊的座位。")
        return Step(again, _("編座位"), "rounds", missing=_too_few(facts), does="make_round")
    if stage is None:
        return Step(_("所有階段都結束了。"), _("看最後名次"), "final_order")
    played = sum(one.counts for one in facts.rounds if one.round.stage_id == stage.pk)
    if played >= stage.rounds_in_all:
        text = gettext("「%(stage)s」打完了：核對名單，結束這個階段。") % {"stage": stage_name(stage.name)}
        return Step(text, _("結束階段"), "stage", stage.number, missing)
    text = gettext("現在打「%(stage)s」，可以編下一個半莊的座位。") % {"stage": stage_name(stage.name)}
    return Step(text, _("編座位"), "rounds", does="make_round")


def facts_of(
    events: Sequence[Event],
    roles: Mapping[int, frozenset[str]] | None = None,
    late: Mapping[int, datetime | None] | None = None,
) -> list[EventFacts]:
    """Collect facts of these events in the given order. `late`: event → broadcast cutoff. At most eleven queries for
    any number of events, and a few more per delayed event."""
    found = {event.pk: EventFacts(event, (roles or {}).get(event.pk, frozenset())) for event in events}
    ids = list(found)
    delayed = {pk: until for pk, until in (late or {}).items() if until is not None}
    # With a delay, a disqualification becomes visible no earlier than the hand in which it was ruled.
    playing = Player.objects.filter(Q(barred="") | Q(event__in=delayed), event__in=ids, withdrawn_at=None)
    tables, members = Table.objects.filter(event__in=ids), Membership.objects.filter(event__in=ids)
    counted: dict[str, QuerySet[Any]] = {
        "players": playing,
        "staff": playing.filter(staff=True),
        "tables": tables,
        "unattended": tables.filter(referees=None),
        "referees": members.filter(role=Role.REFEREE),
        "unattended_games": tables.filter(referees=None, games__round__state__in=Round.AHEAD),
        "heads": members.filter(role=Role.HEAD_REFEREE),
    }
    for name, rows in counted.items():
        for event_id, count in rows.order_by().values_list("event").annotate(count=Count("pk", distinct=True)):
            setattr(found[event_id], name, count)
    for facts in round_facts(Round.objects.filter(event__in=[pk for pk in ids if pk not in delayed])):
        found[facts.round.event_id].rounds.append(facts)
    for stage in Stage.objects.filter(event__in=ids).order_by("event", "number"):
        stage.event = found[stage.event_id].event
        found[stage.event_id].stages.append(stage)
    for pk, until in delayed.items():
        found[pk].rounds = round_facts(Round.objects.filter(event=pk), until)
        stages_then(found[pk].stages, until)
    ahead = {one.latest.round.pk: one for one in found.values() if one.latest and one.latest.round.ahead}
    if ahead:
        games = Game.objects.filter(round__in=ahead).annotate(seated=Count("seats")).filter(seated__lt=4)
        for round_id, table in games.order_by("table__number").values_list("round", "table__number"):
            ahead[round_id].short.append(table)
    divided = {facts.stage.pk: facts for facts in found.values() if facts.stage and facts.stage.sessions}
    if divided:
        entries = StageEntry.objects.filter(stage__in=divided, session__gt=0, player__staff=False)
        entries = entries.filter(player__withdrawn_at=None, player__barred="")
        for stage_id, count in entries.order_by().values_list("stage").annotate(count=Count("pk")):
            divided[stage_id].entered = count
    return [found[event.pk] for event in events]


def round_facts(rounds: "QuerySet[Round]", until: datetime | None = None) -> list[RoundFacts]:
    rounds = rounds.order_by("event", "number")
    if until is not None:
        found = []
        for round_ in rounds_then(list(rounds), until):
            games = round_.games.select_related("event", "round", "table")
            then = [game for game, _fold in apply_delay(games, until)]
            signed = sum(game.state == Game.State.SIGNED for game in then)
            disputed, waiting = sum(game.disputed for game in then), sum(game.unconfirmed > 0 for game in then)
            begun = sum(game.state != Game.State.SEATED for game in then)
            found.append(RoundFacts(round_, len(then), signed, disputed, waiting, begun))
        return found
    counted: QuerySet[Any] = rounds.annotate(
        n_games=Count("games"),
        n_signed=Count("games", filter=Q(games__state=Game.State.SIGNED)),
        n_disputed=Count("games", filter=Q(games__disputed=True)),
        n_waiting=Count("games", filter=Q(games__unconfirmed__gt=0)),
        n_begun=Count("games", filter=~Q(games__state=Game.State.SEATED)),
    )
    return [RoundFacts(r, r.n_games, r.n_signed, r.n_disputed, r.n_waiting, r.n_begun) for r in counted]


def event_facts(event: Event, roles: frozenset[str] = frozenset(), until: datetime | None = None) -> EventFacts:
    return facts_of([event], {event.pk: roles}, {event.pk: until})[0]


def my_events(user: User) -> list[EventFacts]:
    roles: dict[int, frozenset[str]] = {}
    for event, role in Membership.objects.filter(user=user).values_list("event", "role"):
        roles[event] = roles.get(event, frozenset()) | {role}
    return _playing_first(facts_of(list(Event.objects.filter(pk__in=roles).order_by("-starts_on", "-pk")), roles))


def public_events(but: Iterable[int] = (), limit: int = 20) -> list[EventFacts]:
    """Return the newest public events, running ones first; `but`: those shown elsewhere on the page."""
    events = Event.objects.filter(public=True).exclude(pk__in=list(but)).order_by("-starts_on", "-pk")[:limit]
    late = {event.pk: anonymous_access(event).until for event in events}
    return _playing_first(facts_of(list(events), late=late))


def _playing_first(found: list[EventFacts]) -> list[EventFacts]:
    """Sort by running, upcoming, finished; otherwise keep the order."""
    return sorted(found, key=lambda facts: (facts.over or facts.played_out, not facts.running))


@dataclass(frozen=True)
class Worker:
    user: User
    memberships: tuple[Membership, ...]
    tables: tuple[int, ...]

    @property
    def tables_text(self) -> str:
        return write_numbers(self.tables)

    @property
    def referees(self) -> bool:
        return any(member.role == Role.REFEREE for member in self.memberships)


def workers(event: Event) -> list[Worker]:
    by_user: dict[int, list[Membership]] = {}
    order = {role: place for place, role in enumerate(Role.values)}
    for member in Membership.objects.filter(event=event).select_related("user"):
        by_user.setdefault(member.user_id, []).append(member)
    tables: dict[int, list[int]] = {}
    placed = TableReferee.objects.filter(table__event=event).order_by("table__number")
    for user, number in placed.values_list("user", "table__number"):
        tables.setdefault(user, []).append(number)
    found = [
        Worker(members[0].user, tuple(sorted(members, key=lambda m: order[m.role])), tuple(tables.get(user, ())))
        for user, members in by_user.items()
    ]
    return sorted(found, key=lambda w: (order[w.memberships[0].role], str(w.user), w.user.pk))


def tables_of(event: Event) -> list[dict[str, Any]]:
    """Return each table with the names of its referees; `used`: a game was seated there."""
    referees = Prefetch("referees", TableReferee.objects.select_related("user"))
    tables = event.tables.annotate(games_there=Count("games")).prefetch_related(referees).order_by("number")
    return [
        {"table": table, "referees": [str(row.user) for row in table.referees.all()], "used": table.games_there > 0}
        for table in tables
    ]


def prepared(event: Event, facts: EventFacts) -> list[dict[str, Any]]:
    """籌備: return the parts of the preparation: players, tables with officials, seats, check-in or registrations.
    `done`: the part is complete."""
    players = plural("%(count)s 名選手", facts.entrants)
    tables = plural("%(tables)s 張檯", facts.tables, tables=facts.tables)
    referees = plural("%(referees)s 名裁判", facts.referees, referees=facts.referees)
    four = bool(facts.players) and -facts.entrants % 4 <= facts.staff
    enough = facts.tables >= facts.tables_wanted > 0 and not facts.unattended
    latest, seats, page = facts.latest, gettext("座位"), reverse("tournaments:rounds", args=[event.slug])
    if latest is not None:
        seats = gettext("座位：%(state)s") % {"state": latest.round.state_word}
        page = reverse("tournaments:round", args=[event.slug, latest.round.number])
    found = [
        (players, reverse("tournaments:players", args=[event.slug]), four),
        (tables + gettext("，") + referees, reverse("tournaments:tables", args=[event.slug]), enough),
        (seats, page, bool(latest and latest.games and latest.round.state != Round.State.DRAFT and not facts.short)),
    ]
    if facts.rounds:
        found.append((gettext("報到"), reverse("tournaments:check_in", args=[event.slug]), False))
    elif RegistrationDesk.objects.filter(event=event).exists():
        waiting = Registration.objects.filter(event=event, state=Registration.State.LIVE, player=None).count()
        text = gettext("報名：%(count)s 人未加入") % {"count": waiting}
        found.append((text, reverse("tournaments:registrations", args=[event.slug]), not waiting))
    return [{"text": text, "address": address, "done": done} for text, address, done in found]


def unsigned_games(rounds: Iterable[RoundFacts]) -> "QuerySet[Game] | list[Game]":
    if not (late := [one.round.pk for one in rounds if one.unsigned]):
        return []
    games = Game.objects.filter(round__in=late).exclude(state=Game.State.SIGNED)
    return games.select_related("round", "table").order_by("round__number", "table__number")


def to_do(event: Event, facts: EventFacts, room: Room, today: date) -> list[tuple[str, str]]:
    """要你處理: return sentences with their addresses, most urgent first."""
    needs: dict[str, list[RoomRow]] = {}
    for row in room.rows:
        if row.needs_help or row.need == "complete":
            needs.setdefault(str(row.label), []).append(row)
    found = []
    for label, rows in needs.items():
        tables = write_numbers([row.table for row in rows])
        text = plural("第 %(tables)s 檯：%(need)s", len(rows), tables=tables, need=label)
        one = reverse("tournaments:table", args=[rows[0].game])
        address = one if len(rows) == 1 else reverse("tournaments:room", args=[event.slug])
        found.append((text, address))
    for game in unsigned_games(facts.rounds):
        late = {"number": game.round.number, "table": game.table.number}
        text = gettext("第 %(number)s 個半莊第 %(table)s 檯：待簽署") % late
        found.append((text, reverse("tournaments:table", args=[game.pk])))
    absent = sum(row.fillable for row in check_in_page(event, today).rows)
    if absent:
        found.append((plural("%(count)s 人未到", absent), reverse("tournaments:check_in", args=[event.slug])))
    return found


_PREPARING, _MATCH_DAY, _RESULTS = _("籌備"), _("比賽日"), _("排名和座位")
_PLACES: Mapping[str, tuple[Promise, Promise, Promise]] = {
    "players": (_PREPARING, _("選手"), _("名單、會所、湊腳")),
    "registrations": (_PREPARING, _("報名"), _("報名表、名額、候補名單")),
    "tables": (_PREPARING, _("牌檯和裁判"), _("誰看哪一檯")),
    "links": (_PREPARING, _("選手連結"), _("列印二維碼和密碼")),
    "poster": (_PREPARING, _("海報"), _("A4 一張，電話一掃就看到賽事")),
    "event_settings": (_PREPARING, _("設定"), _("名稱、日期、確認方式、規則選項")),
    "new_event": (_PREPARING, _("照樣再開一個"), _("選手、會所、裁判、牌檯和設定")),
    "screen_settings": (_PREPARING, _("大屏幕的設定"), _("顯示甚麼，每頁多久")),
    "event_acts": (_PREPARING, _("操作紀錄"), _("牌局以外，誰在何時做了甚麼")),
    "webhooks": (_PREPARING, _("自動通知"), _("結果送到網站、轉播或即時通訊")),
    "room": (_MATCH_DAY, _("全場"), _("所有牌檯的近況")),
    "check_in": (_MATCH_DAY, _("報到"), _("誰到了，誰未到，由誰補上")),
    "my_tables": (_MATCH_DAY, _("記錄"), _("打開一檯，記錄和判決")),
    "cases": (_MATCH_DAY, _("異議個案"), _("提出、裁決、覆核")),
    "in_force": (_MATCH_DAY, _("有效紅黃牌"), _("黃牌、紅牌、禁令，有效至何時")),
    "register": (_MATCH_DAY, _("判決登記冊"), _("每一則判決，篩選、列印和下載")),
    "public": (_RESULTS, _("公開頁"), _("觀眾和選手在這個網址看到的")),
    "standings": (_RESULTS, _("排名"), _("即時更新，可以列印和下載")),
    "final_order": (_RESULTS, _("最後名次"), _("所有選手的名次，可以列印")),
    "reveal": (_RESULTS, _("揭曉排名"), _("排名只有工作人員看到，直至揭曉。")),
    "cards_pdf": (_RESULTS, _("列印全部記分卡"), _("至今打過的牌檯，一份 PDF")),
    "event_zip": (_RESULTS, _("下載全部"), _("排名、名單、紀錄、每鋪和記分卡")),
    "seats": (_RESULTS, _("座位"), _("按檯、按姓名找座位")),
    "rounds": (_RESULTS, _("半莊和座位"), _("編座位、開始、結束")),
    "stages": (_RESULTS, _("賽制和階段"), _("晉級名單、抽籤、最後名次")),
    "sum": (_RESULTS, _("核對分數"), _("所有分數加大會，逐鋪核對")),
    "draws": (_RESULTS, _("全賽抽籤"), _("由公開的名單和號碼抽座位，人人可以核對")),
    "screen": (_RESULTS, _("大屏幕"), _("給場內的電視")),
    "event_rules": (_RESULTS, _("規則"), _("番種、犯規、讀法")),
    "apply": (_RESULTS, _("報名"), _("報名時間和名額")),
}
_VIEWS = {name: f"penalties:{name}" for name in ("cases", "in_force", "register")} | {"apply": "tournaments:register"}


def event_places(access: EventAccess, facts: EventFacts) -> list[tuple[Promise, list[dict[str, Any]]]]:
    """Return all pages by subject, that of the current phase first. `hint`: what the page offers."""
    event, organises = access.event, access.organises
    creates = access.user is not None and creating_organisations(access.user).filter(pk=event.organisation_id).exists()
    nothing = facts.over or not any(one.begun for one in facts.rounds)  # the page of the end covers both
    hidden = {
        "cards_pdf": nothing,
        "event_zip": nothing or not organises,
        "my_tables": not (access.heads or (organises and len(access.roles) > 1)),
        "reveal": not event.hidden,
        "new_event": not creates,
        "apply": organises or not hasattr(event, "desk"),
        "final_order": facts.phase != "after",
    }
    arguments: dict[str, tuple[object, ...]] = {"my_tables": (), "new_event": (), "reveal": (event.slug, 0)}
    subjects = (_PREPARING, _MATCH_DAY, _RESULTS) if facts.phase == "before" else (_MATCH_DAY, _RESULTS, _PREPARING)
    found: dict[Promise, list[dict[str, Any]]] = {
        heading: [] for heading in subjects if organises or heading is not _PREPARING
    }
    for name, (heading, title, hint) in _PLACES.items():
        if hidden.get(name) or heading not in found:
            continue
        view = _VIEWS.get(name, f"tournaments:{name}")
        address = "?public" if name == "public" else reverse(view, args=arguments.get(name, (event.slug,)))
        address += f"?from={event.slug}" if name == "new_event" else ""
        found[heading].append({"name": name, "title": title, "hint": hint, "address": address})
    return list(found.items())


def name_accounts(event: Event, lines: Sequence[StaffLine]) -> None:
    known = {key: people[0].username for key, people in known_people(event).items() if len(people) == 1}
    for line in lines:
        line.username = known.get(name_key(line.name), "")


def free_tables(event: Event, lines: Sequence[StaffLine], count: int) -> list[int]:
    """Return which of `count` tables have no referee, neither stored nor in these lines."""
    stored = dict(event.tables.values_list("number", "referees"))
    taken = {number for number, referee in stored.items() if referee is not None}
    for line in lines:
        taken |= line.tables
    return [number for number in {*stored, *range(1, count + 1)} if number not in taken]


@dataclass(frozen=True)
class StaffSlip:
    """An official of the event. `token`: of a slip to print, `qr`: its code · `used`: when the official used a slip."""

    worker: Worker
    roles: str
    token: str
    renewable: bool
    used: datetime | None
    qr: str = ""


def staff_slips(event: Event, maker: User, now: datetime) -> list[StaffSlip]:
    people = workers(event)
    valid = SignInSlip.objects.filter(user__in=[worker.user for worker in people], revoked_at=None)
    given = {slip.user_id: slip for slip in valid}
    takers = slip_takers(event=event, maker=maker, users=[worker.user for worker in people], now=now)
    found = []
    for worker in people:
        slip, renewable = given.get(worker.user.pk), worker.user.pk in takers
        given_out = slip if renewable else None
        fresh = given_out is not None and given_out.used_at is None and slips.is_valid(given_out, now)
        roles = gettext("、").join(member.get_role_display() for member in worker.memberships)
        token = slips.token_of(given_out) if given_out is not None and fresh else ""
        found.append(StaffSlip(worker, roles, token, renewable, given_out.used_at if given_out else None))
    return found
