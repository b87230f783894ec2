"""房間: every table of the open rounds: those that need attention first, the others as a map."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, FilteredRelation, Q, Sum
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.hall.clock import DayPlan, day_plans
from tournaments.models import Call, Event, Game, GameSeat, Round, TableReferee
from tournaments.phrases.names import told_apart
from tournaments.phrases.wording import hand_title
from tournaments.tables.game_log.clock import ClockView, clock_view
from tournaments.tables.game_log.read import rules_of
from tournaments.tables.game_log.timeline import played_since, running
from tournaments.tables.selectors.calls import LEFT_UNSIGNED, call_of, with_open_calls

SILENT_AFTER = timedelta(minutes=15)
"""A table without an entry for this long is worth a visit."""
PATIENCE = 3
"""Minutes in which four players usually confirm a hand on their own."""
FEW = 16
"""Up to this number all tables are listed by need; in larger halls those without a need are only on the map."""
MOST_FIRST = 24
"""Limit of that list; further tables are coloured on the map."""

# The needs of a table, most urgent first: label, badge, row class.
_NEEDS: dict[str, tuple[Promise, str, str]] = {
    "disputed": (_("有異議"), "trouble", "urgent"),
    "calling": (pgettext_lazy("state", "叫裁判"), "trouble", "urgent"),
    "vacant": (_("要替補"), "trouble", "urgent"),
    "waiting": (_("待確認"), "waiting", "need"),
    "silent": (_("久未記錄"), "waiting", "need"),
    "paused": (pgettext_lazy("state", "暫停"), "waiting", "need"),
    "complete": (_("待簽署"), "news", "need"),
    "playing": (_("進行中"), "", ""),
    "seated": (_("未開始"), "", ""),
    "signed": (_("已簽署"), "done", ""),
}
NEEDS = tuple(_NEEDS)
_RANK = {need: place for place, need in enumerate(NEEDS)}


@dataclass(frozen=True)
class RoomRow:
    game: int
    round: int
    table: int
    need: str
    hand: str
    names: tuple[str, ...]
    referees: tuple[str, ...]
    since: datetime | None
    minutes: int | None
    call: Call | None
    waited: int | None  # minutes since the call

    @property
    def label(self) -> Promise:
        return _NEEDS[self.need][0]

    @property
    def badge(self) -> str:
        return "waiting" if self.attended else _NEEDS[self.need][1]

    @property
    def urgency(self) -> str:
        return "need" if self.attended else _NEEDS[self.need][2]

    @property
    def needs_help(self) -> bool:
        """Whether the table is listed before the map. Players about to confirm, sign or continue need no help yet."""
        waits_long = self.need == "waiting" and (self.minutes or 0) >= PATIENCE
        return waits_long or self.need in ("disputed", "calling", "vacant", "silent")

    @property
    def attended(self) -> bool:
        return self.need == "calling" and self.call is not None and bool(self.call.taken_by)


@dataclass(frozen=True)
class Room:
    rows: Sequence[RoomRow]
    rounds: Sequence[int]
    clocks: Sequence[ClockView] = ()
    plans: Sequence[tuple[int, DayPlan]] = ()

    @property
    def first(self) -> Sequence[RoomRow]:
        """Return tables that need attention, most urgent first; all tables in a small hall."""
        return self.rows if len(self.rows) <= FEW else [row for row in self.rows if row.needs_help][:MOST_FIRST]

    @property
    def others(self) -> list[tuple[int, list[RoomRow]]]:
        """Return all other tables by round, in table order, for the map."""
        listed = {row.game for row in self.first}
        rest = sorted((row for row in self.rows if row.game not in listed), key=lambda row: row.table)
        found = [(number, [row for row in rest if row.round == number]) for number in self.rounds]
        return [(number, rows) for number, rows in found if rows]

    @property
    def counts(self) -> list[tuple[str, Promise, int]]:
        """Return (need, label, number of tables), most urgent first, without empty ones."""
        found = [(need, _NEEDS[need][0], sum(row.need == need for row in self.rows)) for need in NEEDS]
        return [(need, label, count) for need, label, count in found if count]

    @property
    def done(self) -> list[int]:
        return [one for one in self.rounds if all(row.need == "signed" for row in self.rows if row.round == one)]


def room_mark(event: Event, now: datetime) -> str:
    """Return the value that polls compare: it changes with the event, with acts and calls at open and unsigned tables,
    and every ten seconds for the minutes. One query."""
    calls = FilteredRelation("calls", condition=Q(calls__ended_at=None))
    unsigned = Q(round__state=Round.State.CLOSED) & ~Q(state=Game.State.SIGNED)
    games = Game.objects.filter(Q(round__state=Round.State.OPEN) | unsigned, event=event).annotate(call=calls)
    sums = games.aggregate(
        tables=Count("pk"), acts=Sum("act_count"), calls=Sum("call__pk"), taken=Sum("call__taken_by")
    )
    return "-".join(map(str, (event.page_version, *sums.values(), int(now.timestamp()) // 10)))


def room(event: Event, now: datetime) -> Room:
    """Return all tables of the open rounds, and the hall's clocks. Four queries."""
    games = Game.objects.filter(event=event, round__state=Round.State.OPEN).select_related("round", "table")
    rules = rules_of(event)
    found = list(games.prefetch_related(with_open_calls()))
    names, vacant = _names(found)
    referees: defaultdict[int, list[str]] = defaultdict(list)
    placed = TableReferee.objects.filter(table__in=[game.table_id for game in found]).order_by("user__display_name")
    for table, shown, username in placed.values_list("table", "user__display_name", "user__username"):
        referees[table].append(shown or username)
    rows = []
    for game in found:
        since = running(game.pauses) or played_since(game.pauses, game.last_hand_at or game.round.opened_at, now)
        age = now - since if since else timedelta(0)
        call = call_of(game)
        over = game.state in (Game.State.COMPLETE, Game.State.SIGNED)
        row = RoomRow(
            game=game.pk,
            round=game.round.number,
            table=game.table.number,
            need=need_of(game, age, calls=call is not None, vacant=game.pk in vacant),
            hand=str(_("打完")) if over else hand_title(game.hand_name, game.dealer_streak, rules),
            names=tuple(names[game.pk]),
            referees=tuple(referees[game.table_id]),
            since=since,
            minutes=max(0, int(age.total_seconds() // 60)) if since else None,
            call=call,
            waited=max(0, int((now - call.created_at).total_seconds() // 60)) if call else None,
        )
        rows.append(row)
    rows.sort(key=_urgency)
    times = sorted({game.round.number: game.time for game in found}.items())
    # The hall's clock, made from any game's row without that table's extra time.
    views = (clock_view(number, time | {"extra": 0} if time else {}, (), now) for number, time in times)
    rounds, plans = sorted({row.round for row in rows}), sorted(day_plans(event, found, now).items())
    return Room(rows, rounds, [view for view in views if view is not None], plans)


def unsigned_cards(event: Event) -> list[Game]:
    games = Game.objects.filter(LEFT_UNSIGNED, event=event).select_related("round", "table")
    return list(games.order_by("round__number", "table__number"))


def _names(games: Sequence[Game]) -> tuple[Mapping[int, list[str]], set[int]]:
    """Return each game's names by seat, and the games in which a barred player has no substitute yet."""
    vacant = set[int]()
    found: defaultdict[int, list[tuple[int, str]]] = defaultdict(list)
    seats = GameSeat.objects.filter(round__in={game.round_id for game in games}).order_by("game", "seat")
    fields = ("game", "player__number", "player__name", "player__barred", "substitute__number", "substitute__name")
    for game, number, name, barred, come, instead in seats.values_list(*fields):
        if barred and come is None:
            vacant.add(game)
        found[game].append((come or number, instead or name))
    return {game: told_apart(people) for game, people in found.items()}, vacant


def _urgency(row: RoomRow) -> tuple[int, bool, int, int, int]:
    """Sort by need; among calls those without a referee on the way first; then by waiting time."""
    waits = row.waited if row.need == "calling" else row.minutes
    return _RANK[row.need], row.attended, -(waits or 0), row.round, row.table


def need_of(game: Game, age: timedelta, *, calls: bool = False, vacant: bool = False) -> str:
    if game.disputed:
        return "disputed"
    if calls:
        return "calling"
    if game.state == Game.State.SIGNED:
        return "signed"
    if vacant and game.state != Game.State.COMPLETE:
        return "vacant"
    if game.unconfirmed:
        return "waiting"
    if game.state == Game.State.COMPLETE:
        return "complete"
    if running(game.pauses):
        return "paused"
    if age > SILENT_AFTER:
        return "silent"
    return "seated" if game.state == Game.State.SEATED else "playing"
