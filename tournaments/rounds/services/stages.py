import itertools
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db.models import Q, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from scoring import ScoringError
from tournaments.core.event_log import Kind, RowChange, added, append_act, changed, removed
from tournaments.core.exceptions import Conflict, Invalid, Refused, refused_by_rules
from tournaments.core.locks import in_one_transaction, lock_event, lock_games, lock_later, lock_rounds
from tournaments.models import Act, Declined, Event, Game, GameSeat, Lot, Player, Round, Stage, StageEntry
from tournaments.models.digests import sha256
from tournaments.standings.cutline import advancement
from tournaments.standings.ranking import TIE_BREAKS, Cut, Through, draw_order
from tournaments.standings.tally import counted_rounds
from tournaments.tables.game_log.read import in_words_of, round_text, rules_of

ALWAYS = ("name", "rounds_planned")
"""Fields that may be changed at any time; all others only before the first hand of the stage."""
FIELDS = (
    *ALWAYS, "session_days", "rule_settings", "wind_rounds", "carry", "tie_breaks", "places", "per_table", "share",
    "quotas", "seating",
)  # fmt: skip
LONGEST_NAME = 40
MOST_STAGES = 12
MOST_SESSIONS = 20
_WITH_FINAL = "hkma-masters"
WAITING: list[Callable[[Stage], list[str]]] = []
"""Functions of higher-level apps that return, as sentences, what a stage waits for."""


def first_stage(event: Event) -> Stage:
    """正賽: create the only stage of an event without a plan. Not logged here, but with the creation of the event."""
    return Stage.objects.create(event=event, number=1, name=_("正賽"))


def current_stage(event: Event) -> Stage:
    stages = list(event.stages.order_by("number"))
    if not stages:  # for an event inserted into the database by hand
        made = first_stage(event)
        append_act(event.pk, Kind.STAGE_MADE, added(made))
        return made
    return next((stage for stage in stages if stage.closed_at is None), stages[-1])


def next_session(stage: Stage) -> int:
    """場次: return the first session with fewer rounds (not void) than planned, else the last; 0 without sessions."""
    made = list(Round.objects.filter(stage=stage, voided_at=None).values_list("session", flat=True))
    waiting = (one for one in range(1, stage.sessions + 1) if made.count(one) < stage.planned)
    return next(waiting, stage.sessions)


def players_of(stage: Stage, session: int = 0) -> QuerySet[Player]:
    """Return players of a stage (or one of its sessions), without staff, whether or not they still play. The first
    stage is open to all listed players; an entry there only sets a session."""
    entered = StageEntry.objects.filter(stage=stage)
    if session:
        entered = entered.filter(session=session)
    players = Player.objects.filter(event=stage.event_id, staff=False)
    if stage.number > 1 or session:
        players = players.filter(pk__in=entered.values("player"))
    return players.order_by("number")


def seatable(round_: Round) -> Q:
    if round_.stage.number == 1 and not round_.session:
        return Q()
    entered = StageEntry.objects.filter(stage=round_.stage_id, session=round_.session)
    return Q(staff=True) | Q(pk__in=entered.values("player"))


def not_in_stage(round_: Round, players: Collection[int]) -> QuerySet[Player]:
    inside, named = seatable(round_), Player.objects.filter(pk__in=players).order_by("number")
    return named.exclude(inside) if inside else named.none()


def outside(player: Player) -> str:
    return _("%(name)s 不在這個階段（或這一場）的名單上。") % {"name": player.name}


def begun(stage: Stage) -> bool:
    return Act.objects.filter(game__round__stage=stage).exists()


@in_one_transaction
def add_stage(*, event: Event, **values: Any) -> Stage:
    """加階段: add a stage after the others. Raises Invalid for impossible values, Conflict once the last stage is
    closed or if there are too many."""
    lock_rounds(event.pk)
    locked = lock_event(event.pk)
    last = locked.stages.order_by("-number").first()
    if last is not None and last.closed_at is not None:
        raise Conflict(_("最後一個階段已經結束。請先重開它。"))
    if last is not None and last.number >= MOST_STAGES:
        raise Conflict(_("一個賽事最多 %(most)s 個階段。") % {"most": MOST_STAGES})
    stage = Stage(event=locked, number=last.number + 1 if last else 1)
    _set(stage, values)
    stage.save(force_insert=True)
    _log(locked, Kind.STAGE_MADE, added(stage))
    return stage


@in_one_transaction
def change_stage(*, stage_id: int, **values: Any) -> Stage:
    """更改階段: change a stage. Raises Invalid for impossible values; once its first hand is recorded or it is closed,
    Conflict for all but its name and number of games."""
    stage = _locked(stage_id)
    before = {name: getattr(stage, name) for name in FIELDS}
    _set(stage, values)
    differs = [name for name in FIELDS if getattr(stage, name) != before[name]]
    fixed = [name for name in differs if name not in ALWAYS]
    if fixed and begun(stage):
        raise Conflict(_("這個階段的第一鋪已經記錄，賽制不能再改。"), field=fixed[0])
    if fixed and stage.closed_at is not None:
        raise Conflict(_("這個階段已經結束。請先重開它。"), field=fixed[0])
    stage.save(update_fields=differs)
    said = changed(stage, *differs)
    if "session_days" in differs:
        said += _sessions_gone(stage)
    if "rule_settings" in differs or "wind_rounds" in differs:
        said += _play_by(stage, before["wind_rounds"])
    _log(stage.event, Kind.STAGE_CHANGED, said)
    return stage


def _set(stage: Stage, values: Mapping[str, Any]) -> None:
    for name, value in values.items():
        if name not in FIELDS:
            raise Invalid(_("階段沒有這一項。"), field=name)
        setattr(stage, name, value)
    stage.name = stage.name.strip()
    if not stage.name:
        raise Invalid(_("請寫階段的名稱。"), field="name")
    if len(stage.name) > LONGEST_NAME:
        raise Invalid(_("最多 %(most)s 個字。") % {"most": LONGEST_NAME}, field="name")
    if stage.rounds_planned is not None and not 1 <= stage.rounds_planned <= 40:
        raise Invalid(_("數目要由一至四十。"), field="rounds_planned")
    if stage.sessions > MOST_SESSIONS:
        raise Invalid(_("一個階段最多 %(most)s 場。") % {"most": MOST_SESSIONS}, field="session_days")
    if not 0 <= stage.per_table <= 4:
        raise Invalid(_("每檯最多四人晉級。"), field="per_table")
    unknown = [word for word in stage.tie_breaks if word not in TIE_BREAKS]
    if unknown or len(set(stage.tie_breaks)) < len(stage.tie_breaks):
        raise Invalid(_("同分比較的項目不對，或者重複了。"), field="tie_breaks")
    if stage.quotas and (len(stage.quotas) != stage.sessions or sum(stage.quotas) != stage.places):
        raise Invalid(_("每場一個名額，加起來要等於晉級人數。"), field="quotas")
    if stage.number == 1 and (stage.carry != Stage.Carry.NONE or "previous" in stage.tie_breaks):
        raise Invalid(_("第一個階段之前沒有成績。"), field="carry")
    check_settings(stage.event, stage)


def check_settings(event: Event, own: Stage | Round) -> None:
    try:
        rules_of(event, Round(rule_settings=own.rule_settings, wind_rounds=own.wind_rounds))
    except ScoringError as error:
        refusal = refused_by_rules(error)
        refusal.field = "wind_rounds" if error.code == "bad_option" else "rule_settings"
        raise refusal from error


def check_stages(event: Event) -> None:
    owners: list[Stage | Round] = [*event.stages.exclude(rule_settings={}, wind_rounds=None)]
    for own in [*owners, *event.rounds.exclude(wind_rounds=None)]:
        try:
            check_settings(event, own)
        except Invalid as refusal:
            if isinstance(own, Stage):
                words = {"stage": own.name, "detail": refusal.detail}
                text = _("「%(stage)s」的設定：%(detail)s請先改這個階段。") % words
            else:
                said = {"number": own.number, "detail": refusal.detail}
                text = in_words_of(event, _("第 %(number)s 個半莊：%(detail)s請先改它的圈數。")) % said
            raise Invalid(text, field="rule_set") from refusal


def _play_by(stage: Stage, length_before: int | None) -> list[RowChange]:
    """Give existing rounds the stage's current settings and length; a round with a length of its own keeps it."""
    rounds = list(Round.objects.filter(stage=stage))
    for one in rounds:
        one.rule_settings = stage.rule_settings
        one.wind_rounds = stage.wind_rounds if one.wind_rounds == length_before else one.wind_rounds
        one.save(update_fields=["rule_settings", "wind_rounds"])
        if not one.ahead:
            GameSeat.objects.filter(round=one).update(score=rules_of(stage.event, one).game.start)
    return [said for one in rounds for said in changed(one, "rule_settings", "wind_rounds")]


def _sessions_gone(stage: Stage) -> list[RowChange]:
    gone = StageEntry.objects.filter(stage=stage, session__gt=stage.sessions)
    if stage.number == 1:
        said = removed(*gone)
        gone.delete()
        return said
    rows = list(gone)
    for row in rows:
        row.session = 0
        row.save(update_fields=["session"])
    return [said for row in rows for said in changed(row, "session")]


@in_one_transaction
def remove_stage(*, stage_id: int) -> None:
    """取消階段: remove a stage. Raises Conflict if it is the first, not the last, or has a round or lot."""
    event = lock_event(_found(stage_id).event_id)
    stage = _found(stage_id)
    if stage.number == 1 or event.stages.filter(number__gt=stage.number).exists():
        raise Conflict(_("只可以取消最後一個階段，第一個要留下。"))
    if stage.rounds.exists() or stage.lots.exists():
        raise Conflict(_("這個階段已經編了座位，不能取消。"))
    gone = removed(stage, *stage.entries.all(), *stage.declined.all())
    stage.delete()
    _log(event, Kind.STAGE_REMOVED, gone)


def format_open(event: Event) -> bool:
    """Whether all stages of an event may still be replaced: no hand was recorded, and no later stage has a round."""
    later = Round.objects.filter(stage__event=event, stage__number__gt=1)
    return not (Act.objects.filter(game__event=event).exists() or later.exists())


@in_one_transaction
def use_format(*, event: Event, format_id: str, players: int, sessions: int = 0) -> list[Stage]:
    """用賽制: replace the stages of the event by those of a published format.

    The first stage keeps its row and rounds. Raises Invalid for an unknown format and impossible numbers, Conflict once
    a hand was recorded or a later stage has rounds.
    """
    if format_id not in FORMATS:
        raise Invalid(_("沒有這個賽制。"), field="format")
    if not 4 <= players <= 9999 or not 0 <= sessions <= MOST_SESSIONS:
        raise Invalid(_("選手人數要由 4 至 9999，場次最多 20。"), field="players")
    lock_rounds(event.pk)
    lock_later(event.pk)
    locked = lock_event(event.pk)
    old = list(locked.stages.order_by("number"))
    if not format_open(locked):
        raise Conflict(_("已經有記錄，或者之後的階段已編了座位：賽制不能一次過換，請逐個階段更改。"))
    days = (locked.ends_on - locked.starts_on).days + 1
    session_days = [
        date.fromordinal(locked.starts_on.toordinal() + n * days // sessions).isoformat()
        for n in range(sessions if sessions > 1 else 0)
    ]
    plans = FORMATS[format_id].plan(locked, players, session_days)
    first = old[0] if old else Stage(event=locked, number=1)
    length_before = first.wind_rounds
    said: list[RowChange] = []
    for stage in reversed(old[1:]):
        said += removed(stage, *stage.entries.all(), *stage.declined.all())
        stage.delete()
    made = [first, *(Stage(event=locked, number=n) for n in range(2, len(plans) + 1))]
    for stage, plan in zip(made, plans, strict=True):
        stage.event = locked
        fresh = Stage()
        _set(stage, {name: getattr(fresh, name) for name in FIELDS} | plan)
        stage.save()
        said += added(stage)
    if len(plans) > 1:
        locked.games_planned = sum(stage.rounds_in_all for stage in made)
        locked.save(update_fields=["games_planned"])
        said += changed(locked, "games_planned")
    said += _sessions_gone(first) + _play_by(first, length_before)
    _log(locked, Kind.STAGE_MADE, said)
    return made


@in_one_transaction
def assign_sessions(*, stage_id: int, sessions: Mapping[int, int]) -> None:
    """編場次: set the session of each player number; other players have none yet. Raises Invalid for unlisted numbers
    or unknown sessions, Conflict for players already seated in another session."""
    event_id = _found(stage_id).event_id
    lock_rounds(event_id)
    event = lock_event(event_id)
    stage = _found(stage_id)
    players = {player.number: player for player in event.players.filter(staff=False)}
    known = {entry.player_id: entry for entry in StageEntry.objects.filter(stage=stage)}
    for number, session in sessions.items():
        if number not in players or (stage.number > 1 and players[number].pk not in known):
            raise Invalid(_("%(number)s 號不在這個階段的名單上。") % {"number": number}, field="sessions")
        if not 1 <= session <= stage.sessions:
            raise Invalid(_("這個階段沒有第 %(number)s 場。") % {"number": session}, field="sessions")
    sat = dict(GameSeat.objects.filter(round__stage=stage).values_list("player", "round__session"))
    made, moved, gone = list[StageEntry](), list[StageEntry](), list[StageEntry]()
    for number, player in players.items():
        session = sessions.get(number, 0)
        if sat.get(player.pk, session) != session:
            words = {"number": number, "session": sat[player.pk]}
            raise Conflict(_("%(number)s 號已編入第 %(session)s 場的座位。") % words)
        entry = known.get(player.pk)
        if entry is None:
            made += [StageEntry(stage=stage, player=player, session=session)] if session else []
        elif entry.session and not session and stage.number == 1:
            gone.append(entry)
        elif entry.session != session:
            entry.session = session
            moved.append(entry)
    _log(event, Kind.STAGE_ENTERED, _stored(made, moved, gone, "session"))


def _stored(
    made: Sequence[StageEntry], moved: Sequence[StageEntry], gone: Sequence[StageEntry], column: str
) -> list[RowChange]:
    """Write entries in three statements; return the changes. `moved`: those with another value in `column`."""
    said = removed(*gone)
    StageEntry.objects.filter(pk__in=[entry.pk for entry in gone]).delete()
    StageEntry.objects.bulk_update(moved, [column])
    said += [one for entry in moved for one in changed(entry, column)]
    return said + added(*StageEntry.objects.bulk_create(made))


def draw_sessions(*, stage_id: int, word: str) -> None:
    """編場次: divide the players, in the order drawn by the word, into sessions of tables. Raises as
    `assign_sessions`."""
    stage = _found(stage_id)
    if not stage.sessions:
        raise Invalid(_("這個階段沒有第 %(number)s 場。") % {"number": 1}, field="sessions")
    numbers = players_of(stage).filter(withdrawn_at=None).values_list("number", flat=True)
    order = draw_order(stage.number, numbers, word)
    assign_sessions(stage_id=stage_id, sessions=divided(order, stage.sessions))


def divided(numbers: Sequence[int], sessions: int) -> dict[int, int]:
    tables, rest = divmod(len(numbers), 4)
    sizes = [4 * (tables // sessions + (n < tables % sessions)) for n in range(sessions)]
    sizes[-1] += rest
    placed = [session for session, size in enumerate(sizes, start=1) for _seat in range(size)]
    return dict(zip(numbers, placed, strict=True))


def _log(event: Event, kind: Kind, said: list[RowChange]) -> None:
    if said:
        append_act(event.pk, kind, said, played=True)


@dataclass(frozen=True)
class Format:
    """A published format. `plan`: makes the columns of each stage from an event, its players and session days."""

    id: str
    name: Promise
    hint: Promise
    plan: Callable[[Event, int, list[str]], list[dict[str, Any]]]
    players: int
    sessions_a_day: int = 0


def masters(event: Event, players: int, session_days: list[str]) -> list[dict[str, Any]]:
    """大師賽: 初賽 of three games, 64強 of two, 16強 and 決賽 of one, the 決賽 with 連莊. The sizes are those
    of the published format from 128 players on; a smaller field halves them. 四圈為一輪 is set if the event plays
    the published rules at another length; other rules have their own."""
    published = event.rule_set == _WITH_FINAL
    length = 4 if published and rules_of(event).game.wind_rounds != 4 else None
    fields = ((128, [64, 16, 4]), (64, [32, 16, 4]), (32, [16, 8, 4]), (16, [8, 4]), (0, [4]))
    sizes = next(sizes for least, sizes in fields if players >= least)
    share = Stage.Share.SESSION if session_days else Stage.Share.STAGE
    first = {"name": _("初賽"), "rounds_planned": 3, "session_days": session_days, "places": sizes[0], "share": share}
    stages: list[dict[str, Any]] = [first]
    for size, following in itertools.pairwise(sizes):
        stage = {"name": _("%(count)s 強") % {"count": size}, "places": following, "rounds_planned": 2}
        if following == 4:
            stage |= {"rounds_planned": 1, "per_table": 16 // size, "seating": Stage.Seating.SNAKE}
        stages.append(stage | {"tie_breaks": ["previous"]})
    final = {"name": _("決賽"), "rounds_planned": 1, "tie_breaks": ["previous"]}
    stages.append(final | ({"rule_settings": {"dealer_stays": True}} if published else {}))
    return [stage | {"wind_rounds": length} for stage in stages]


FORMATS: Mapping[str, Format] = {
    one.id: one
    for one in (
        Format("masters", lazy("大師賽"), lazy("初賽分場，每場各有名額；16 強蛇形編檯，決賽可連莊。"), masters, 256, 2),
        Format(
            "one", lazy("一個階段"), lazy("聯賽夜、一次四圈：全部打完，按總分排名。"),
            lambda event, players, session_days: [{"name": _("正賽")}], 32,
        ),
    )
}  # fmt: skip


class NeedsLot(Refused):
    """Players are equal in every criterion, and not all of them can advance (or their order matters for the snake)."""

    code = "needs_lot"
    status = 409


def waits_of(stage: Stage) -> list[str]:
    """Return why a stage cannot be closed yet: unfinished rounds, unsigned cards, open disputes, or no games."""
    found: list[str] = []
    if stage.closed_at is not None:
        found.append(_("「%(stage)s」已經結束。") % {"stage": stage.name})
    if Stage.objects.filter(event=stage.event_id, number__lt=stage.number, closed_at=None).exists():
        found.append(_("前一個階段未結束。"))
    return [*found, *unfinished(stage)]


def unfinished(stage: Stage) -> list[str]:
    """Return which results are still open, as sentences; also for a closed stage with a reopened round."""
    found: list[str] = []
    rounds = list(counted_rounds(stage.event).filter(stage=stage))
    if not rounds:
        found.append(_("這個階段未打過牌。"))
    ahead = Round.objects.filter(stage=stage, state__in=Round.AHEAD).order_by("number")
    found += [round_text(one, _("第 %(number)s 個半莊未開始：打完它，或者取消它。")) for one in ahead]
    for one in rounds:
        if one.state == Round.State.OPEN:
            found.append(round_text(one, _("第 %(number)s 個半莊未結束。")))
        tables = Game.objects.filter(round=one).exclude(state=Game.State.SIGNED).order_by("table__number")
        numbers = _("、").join(map(str, tables.values_list("table__number", flat=True)))
        if numbers:
            found.append(round_text(one, _("第 %(number)s 個半莊第 %(tables)s 檯的記分卡未簽妥。"), tables=numbers))
    for waiting in WAITING:
        found += waiting(stage)
    return found


def list_mark(found: Cut) -> str:
    return sha256([one.number for one in found.through])[:16]


@in_one_transaction
def draw_lots(*, stage_id: int, word: str, now: datetime, user_id: int | None = None) -> list[Lot]:
    """抽籤: draw an order by a public word for every tie that the other criteria leave. A tie with a lot is no longer a
    tie, so each is drawn once.

    Raises Invalid without a word, Conflict if the stage has an obstacle or no ties.
    """
    stage = _locked(stage_id)
    word = word.strip()
    if not word:
        raise Invalid(_("請寫公開的字或數，例如現場擲骰的點數。"), field="word")
    if len(word) > 80:
        raise Invalid(_("最多 80 個字。"), field="word")
    _check_ready(stage)
    made: list[Lot] = []
    while ties := advancement(stage).cut.ties:
        for tie in ties:
            numbers = list(tie.numbers)
            order = draw_order(stage.number, numbers, word)
            lot = {"numbers": numbers, "word": word, "order": order, "user_id": user_id, "created_at": now}
            made.append(Lot.objects.create(stage=stage, **lot))
    if not made:
        raise Conflict(_("沒有要抽籤的同分。"))
    _log(stage.event, Kind.LOT_DRAWN, added(*made))
    return made


@in_one_transaction
def close_stage(*, stage_id: int, mark: str, now: datetime) -> Stage:
    """結束階段: finalise its results and enter the players who advance in the next stage.

    `mark`: of the next stage's list as the page showed it (`list_mark`). Raises Conflict if there is an obstacle or the
    list has changed; NeedsLot while there is an open tie.
    """
    stage = _locked(stage_id)
    _check_ready(stage)
    found = advancement(stage)
    if found.following is not None and not found.cut.through:
        raise Conflict(_("未定多少人晉級。請先在階段的設定寫晉級人數。"), field="places")
    if found.cut.ties:
        numbers = _("、").join(str(number) for number in found.cut.ties[0].numbers)
        raise NeedsLot(_("%(numbers)s 號同分，要先抽籤。") % {"numbers": numbers})
    if found.following is not None and mark != list_mark(found.cut):
        raise Conflict(_("晉級名單剛剛有更改，請再看一次。"))
    said = _set_closed(stage, now)
    if found.following is not None:
        said += _put_in(found.following, found.cut.through)
    _log(stage.event, Kind.STAGE_CLOSED, said)
    return stage


def close_only_stage(event: Event, now: datetime) -> None:
    """Close the only stage (of a locked event) after its last planned round, unless results are still open."""
    [stage, *others] = event.stages.all()
    if others or stage.closed_at is not None:
        return
    stage.event = event
    played = counted_rounds(event).filter(stage=stage).count() >= stage.rounds_in_all
    if played and not unfinished(stage) and not advancement(stage).cut.ties:
        _log(event, Kind.STAGE_CLOSED, _set_closed(stage, now))


def reopen_only_stage(stage: Stage) -> None:
    """Reopen the only stage of a locked event, if it is closed, for one more round than planned."""
    if stage.closed_at is not None and stage.event.stages.count() == 1:
        _log(stage.event, Kind.STAGE_REOPENED, _set_closed(stage, None))


def _set_closed(stage: Stage, at: datetime | None) -> list[RowChange]:
    stage.closed_at = at
    stage.save(update_fields=["closed_at"])
    return changed(stage, "closed_at")


def _check_ready(stage: Stage) -> None:
    if waits := waits_of(stage):
        raise Conflict("".join(waits))


def _put_in(stage: Stage, through: Sequence[Through], *, again: bool = False) -> list[RowChange]:
    """Set the entries of a stage to the players who advance, in order; players entered by hand stay. `again`: the list
    is filled up after a place became free, so new players are marked as moved up."""
    keys = dict(Player.objects.filter(event=stage.event_id).values_list("number", "pk"))
    known = {entry.player_id: entry for entry in stage.entries.all()}
    wanted = {keys[one.number] for one in through}
    gone = [one for pk, one in known.items() if pk not in wanted and one.how != StageEntry.How.LISTED]
    seats = GameSeat.objects.filter(round__stage=stage, round__state__in=Round.AHEAD)
    seats = seats.filter(player__in=[entry.player_id for entry in gone])
    said = removed(*seats)
    seats.delete()
    made, moved = list[StageEntry](), list[StageEntry]()
    for rank, one in enumerate(through, start=1):
        entry = known.get(keys[one.number])
        if entry is None:
            how = StageEntry.How.LOT if one.lot else StageEntry.How.ADVANCED
            how = StageEntry.How.REPLACEMENT if one.moved_up or again else how
            session = (rank - 1) % stage.sessions + 1 if stage.sessions else 0
            made.append(StageEntry(stage=stage, player_id=keys[one.number], rank=rank, how=how, session=session))
        elif entry.how != StageEntry.How.LISTED and entry.rank != rank:
            entry.rank = rank
            moved.append(entry)
    return said + _stored(made, moved, gone, "rank")


@in_one_transaction
def reopen_stage(*, stage_id: int) -> Stage:
    """重開階段: open its results again, and remove its players' entries from the next stage. Raises Conflict if it is
    not closed, or once the next stage has a round, which must first be discarded or taken back."""
    stage = _locked(stage_id)
    if stage.closed_at is None:
        raise Conflict(_("這個階段未結束。"))
    following = Stage.objects.filter(event=stage.event_id, number=stage.number + 1).first()
    if following is not None:
        _check_not_begun(following)
        drawn = following.rounds.order_by("number").values_list("number", flat=True)
        if drawn:
            text = in_words_of(stage.event, _("第 %(numbers)s 個半莊已按這個名單編排，請先取消或收回它。"))
            raise Conflict(text % {"numbers": _("、").join(map(str, drawn))})
    said = _set_closed(stage, None)
    if following is not None:
        entries = following.entries.exclude(how=StageEntry.How.LISTED)
        said += removed(*entries)
        entries.delete()
    _log(stage.event, Kind.STAGE_REOPENED, said)
    return stage


@in_one_transaction
def decline(*, stage_id: int, number: int, now: datetime, user_id: int | None = None, declines: bool = True) -> None:
    """放棄晉級: give a player's place to the next in order, immediately if the stage is already closed. `declines`
    False undoes it.

    Raises Conflict once the next stage's first hand is recorded, Invalid for a number that did not play in the stage,
    NeedsLot if the place falls to tied players.
    """
    stage = _locked(stage_id)
    player = Player.objects.filter(event=stage.event_id, number=number).first()
    if player is None or not GameSeat.objects.filter(player=player, round__stage=stage).exists():
        raise Invalid(_("%(number)s 號沒有打這個階段。") % {"number": number}, field="number")
    known = Declined.objects.filter(stage=stage, player=player).first()
    if declines == (known is not None):
        return
    if declines:
        made = Declined.objects.create(stage=stage, player=player, user_id=user_id, created_at=now)
        _log(stage.event, Kind.PLACE_DECLINED, added(made))
    elif known is not None:
        gone = removed(known)
        known.delete()
        _log(stage.event, Kind.PLACE_TAKEN, gone)
    if stage.closed_at is not None:
        _fill_up(stage)


@in_one_transaction
def fill_up(*, stage_id: int) -> None:
    """遞補: give the place of a withdrawn or disqualified player to the next in order. Raises as `decline` does."""
    stage = _locked(stage_id)
    if stage.closed_at is None:
        raise Conflict(_("這個階段未結束。"))
    _fill_up(stage)


def _fill_up(stage: Stage) -> None:
    found = advancement(stage)
    if found.following is None:
        return
    _check_not_begun(found.following)
    if found.cut.ties:
        numbers = _("、").join(str(number) for number in found.cut.ties[0].numbers)
        raise NeedsLot(_("%(numbers)s 號同分，要先重開這個階段再抽籤。") % {"numbers": numbers})
    said = _put_in(found.following, found.cut.through, again=True)
    if said:
        _log(stage.event, Kind.STAGE_ENTERED, said)


def _check_not_begun(following: Stage) -> None:
    if begun(following):
        raise Conflict(_("「%(stage)s」的第一鋪已經記錄，名單不能再改。") % {"stage": following.name})


def _locked(stage_id: int) -> Stage:
    event_id = _found(stage_id).event_id
    lock_rounds(event_id)
    lock_games(Game.objects.filter(round__stage=stage_id))
    lock_event(event_id)
    return _found(stage_id)


def _found(stage_id: int) -> Stage:
    found = Stage.objects.select_related("event").filter(pk=stage_id).first()
    if found is None:
        raise Conflict(_("這個階段剛剛取消了。"))
    return found
