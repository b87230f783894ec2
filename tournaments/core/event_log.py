"""操作紀錄: the log of an event outside its hands, written in the transaction of each change.

Every act holds the new values of the rows it changed, so that replaying the acts gives the tables, and a digest over
itself and the act before. A column that an act does not name is unchanged: a service logs only the columns it wrote.
Play is covered by the acts of each game: recording a hand writes nothing here.

The event's row is locked for it, after every game that the caller locks (games first, the event last).
"""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

from django.core.serializers.json import DjangoJSONEncoder
from django.db import transaction
from django.db.models import F, Model
from django.utils import timezone

from accounts.audit_context import current_address, current_user_id
from accounts.log import LONGEST_ADDRESS
from scoring import format_points
from tournaments import models
from tournaments.core.locks import lock_event
from tournaments.models import Act, Event, EventAct, Game, Scorecard
from tournaments.models.digests import canonical, event_act_digest, moment, seal_of, sha256

Kind = EventAct.Kind
Facts = dict[str, Any]

_ON_NO_PAGE = frozenset({
    Kind.BEGIN, Kind.RULES_FROZEN, Kind.MEMBER_ADDED, Kind.MEMBER_REMOVED, Kind.STAFF_ADDED, Kind.STAFF_UNDONE,
    Kind.KEPT, Kind.ENTRY_MADE, Kind.ENTRY_CHANGED, Kind.ENTRY_WITHDRAWN, Kind.ENTRY_DECIDED, Kind.CHECKED_IN,
    Kind.CHECK_IN_UNDONE, Kind.PIN_RENEWED, Kind.WEBHOOK_SET, Kind.WEBHOOK_ENDED,
})  # fmt: skip
"""Acts that change no public or player's page, so that a thousand check-ins invalidate none."""
MOST_LETTERS = 2000


@dataclass(frozen=True)
class Watched:
    """A table whose history is logged. `path`: from a row to its event · `without`: columns that are caches or
    counters, or are covered by another chain."""

    model: type[Model]
    path: str
    without: tuple[str, ...]


WATCHED: dict[str, Watched] = {}


def watch(model: type[Model], *, path: str = "event", without: Sequence[str] = ()) -> None:
    """Log the history of this table. Columns added to the table later are logged from their first change on."""
    WATCHED[model._meta.label_lower] = Watched(model, path, tuple(without))


watch(models.Event, path="pk", without=["standings_version", "page_version", "act_count"])
watch(models.FormerSlug)
watch(models.Membership)
watch(models.Table)
watch(models.TableReferee, path="table__event")
watch(models.Player, without=["pin_failures", "pin_locked_until"])
watch(models.Apart, path="first__event")
watch(models.FixedTable, path="player__event")
watch(models.Stage)
watch(models.StageEntry, path="stage__event")
watch(models.Declined, path="stage__event")
watch(models.Lot, path="stage__event")
watch(models.LockedList)
watch(models.DrawLine, path="list__event", without=["progress", "searched_at", "stopping"])
watch(models.Round)
# Apart from its seats a game is derived from its acts; the cards its players bring are logged beside the rows.
watch(models.Game, without=[f.attname for f in Game._meta.concrete_fields if f.name not in ("event", "round", "table")])
watch(models.GameSeat, path="game__event", without=[
    "score", "pending_in", "pending_out", "penalties", "after_game", "place", "wins", "self_drawn", "best_fan",
    "substitute_from"
])  # fmt: skip
watch(models.HallRuling)
# The log is permanent, so it omits personal data of registrations and names them by number.
watch(models.Registration, without=[
    "name", "latin_name", "alias", "club", "member", "email", "phone", "note", "source", "client_key"
])  # fmt: skip
watch(models.RegistrationDesk, without=["members"])
watch(models.CheckIn, path="player__event")
watch(models.RoundClock, path="round__event")
watch(models.ExtraTime, path="game__event")
watch(models.Webhook)


@dataclass(frozen=True)
class RowChange:
    table: str
    key: int
    facts: Facts | None


def added(*rows: Model) -> list[RowChange]:
    return [RowChange(row._meta.label_lower, row.pk, facts_of(row)) for row in rows]


def changed(row: Model, *names: str) -> list[RowChange]:
    columns = {row._meta.get_field(name).attname for name in names}  # type: ignore[union-attr]
    return [RowChange(row._meta.label_lower, row.pk, {name: v for name, v in facts_of(row).items() if name in columns})]


def removed(*rows: Model) -> list[RowChange]:
    """Describe deleted rows; call this before deleting them."""
    return [RowChange(row._meta.label_lower, row.pk, None) for row in rows]


def facts_of(row: Model, without: Sequence[str] | None = None) -> Facts:
    """Return a row's columns and values. `without`: columns left out, by default those without history."""
    if without is None:
        without = WATCHED[row._meta.label_lower].without
    columns = [f for f in row._meta.concrete_fields if not f.primary_key and f.attname not in without]
    return {f.attname: plain(f.to_python(getattr(row, f.attname))) for f in columns}


def plain(value: Any) -> Any:
    match value:
        case None | bool() | int() | str():
            return value
        case datetime():
            return moment(value)
        case date():
            return value.isoformat()
        case Decimal():
            return format_points(value)
        case UUID():
            return str(value)
        case bytes() | memoryview():
            return f"sha256:{hashlib.sha256(value).hexdigest()}"
    whole = json.loads(json.dumps(value, cls=DjangoJSONEncoder))
    return whole if len(canonical(whole)) <= MOST_LETTERS else f"sha256:{sha256(whole)}"


def append_act(
    event_id: int,
    kind: EventAct.Kind,
    said: Iterable[RowChange],
    *,
    user_id: int | None = None,
    player_id: int | None = None,
    locked: bool = False,
    played: bool = False,
    **beside: Any,
) -> None:
    """Add an act to the event. The actor is the signed-in user unless given. An event without history first gets one
    act with its current rows.

    `locked`: the caller has locked the event · `played`: the standings may change, so their version is raised ·
    `beside`: data stored in the act apart from rows (`brought`).
    """
    with transaction.atomic(savepoint=False):
        if not locked:
            lock_event(event_id)
        acts = EventAct.objects.filter(event=event_id).order_by("-number")
        last = acts.values_list("number", "digest").first() or (0, "")
        if not last[0] and kind != Kind.EVENT_MADE:
            last = _add(event_id, last, Kind.BEGIN, snapshot(event_id), (None, None))
        by = (user_id or (current_user_id() if player_id is None else None), player_id)
        _add(event_id, last, kind, {"rows": _rows(said), **beside}, by, played)


def begin(event_id: int) -> None:
    with transaction.atomic():
        lock_event(event_id)
        if not EventAct.objects.filter(event=event_id).exists():
            _add(event_id, (0, ""), Kind.BEGIN, snapshot(event_id), (None, None))


def _add(
    event_id: int,
    last: tuple[int, str],
    kind: EventAct.Kind,
    payload: Mapping[str, Any],
    by: tuple[int | None, int | None],
    played: bool = False,
) -> tuple[int, str]:
    number, digest = last
    act = EventAct(
        event_id=event_id,
        number=number + 1,
        kind=kind,
        payload=payload,
        user_id=by[0],
        player_id=by[1],
        created_at=timezone.now(),
        address=current_address()[:LONGEST_ADDRESS],
    )
    act.digest = event_act_digest(digest, act)
    act.save(force_insert=True)
    raised = [*([] if kind in _ON_NO_PAGE else ["page_version"]), *(["standings_version"] if played else [])]
    Event.objects.filter(pk=event_id).update(act_count=act.number, **{name: F(name) + 1 for name in raised})
    return act.number, act.digest


def _rows(said: Iterable[RowChange]) -> dict[str, dict[str, Facts | None]]:
    rows: dict[str, dict[str, Facts | None]] = {}
    for one in said:
        table = rows.setdefault(one.table, {})
        before = table.get(str(one.key))
        table[str(one.key)] = before | one.facts if before and one.facts else one.facts
    return rows


def snapshot(event_id: int) -> dict[str, Any]:
    """Return all watched rows, and a seal on the acts of each game so far."""
    games = list(Game.objects.filter(event=event_id).order_by("pk"))
    return {
        "rows": _rows(one for watched in WATCHED.values() for one in added(*rows_of(watched, event_id))),
        "brought": brought(*games),
        "seals": {str(game.pk): _seal(game) for game in games},
    }


def _seal(game: Game) -> tuple[int, str]:
    acts = list(Act.objects.filter(game=game).order_by("number"))
    return len(acts), seal_of(acts)


def rows_of(watched: Watched, event_id: int) -> Iterable[Model]:
    return watched.model._default_manager.filter(**{watched.path: event_id}).order_by("pk")


def brought(*games: Game) -> dict[str, tuple[int, Any]]:
    """Return the `standing` (帶來的牌) of each game, for `beside`, with the number of acts before it was set."""
    return {str(game.pk): (game.act_count, game.standing) for game in games}


def heads(round_: models.Round) -> dict[str, tuple[int, str]]:
    """Return the number and digest of the last act of each game of a round."""
    acts = Act.objects.filter(game__round=round_, number=F("game__act_count")).order_by("game")
    return {str(game): (number, digest) for game, number, digest in acts.values_list("game", "number", "digest")}


# --- what lost a name or a drawing ------------------------------------------------------------------------------------
# An act with a name keeps a pseudonym in its place and its old digest, so that the chain after it holds; the act of the
# erasure, part of the chain itself, holds the mark of the new content. So an audit still finds any other change. In a
# game only signatures and objections can be changed this way, never the play.


@dataclass
class Anonymised:
    """Marks of anonymised content, by number of the act (of the event, of each game) and by key of the card."""

    history: dict[int, str] = field(default_factory=dict)
    acts: dict[int, dict[int, str]] = field(default_factory=dict)
    cards: dict[int, str] = field(default_factory=dict)

    def of_game(self, game_id: int) -> dict[int, str]:
        return self.acts.get(game_id, {})

    def as_json(self) -> dict[str, Any]:
        acts = {str(game): _worded(marks) for game, marks in self.acts.items()}
        return {"history": _worded(self.history), "acts": acts, "cards": _worded(self.cards)}


def _worded(marks: Mapping[int, str]) -> dict[str, str]:
    """Use string keys as in JSON: digests are made before and after it is stored."""
    return {str(key): mark for key, mark in marks.items()}


def anonymised_by(acts: Iterable[EventAct]) -> Anonymised:
    found = Anonymised()
    for act in acts:
        if act.kind != EventAct.Kind.PERSON_ERASED:
            continue
        said = act.payload["erased"]
        found.history |= {int(number): mark for number, mark in said["history"].items()}
        found.cards |= {int(card): mark for card, mark in said["cards"].items()}
        for game, marks in said["acts"].items():
            found.acts[int(game)] = found.of_game(int(game)) | {int(number): mark for number, mark in marks.items()}
    return found


def anonymised_in(event_id: int) -> Anonymised:
    return anonymised_by(EventAct.objects.filter(event=event_id, kind=EventAct.Kind.PERSON_ERASED).order_by("number"))


def history_mark(act: EventAct) -> str:
    return sha256(act.number, act.payload)


def act_mark(act: Act) -> str:
    return sha256(act.number, act.kind, act.payload, act.reason)


def card_mark(card: Scorecard) -> str:
    return sha256(card.content, card.signatures)


REDUCIBLE = (Act.Kind.SIGN, Act.Kind.OBJECT)


def is_reduced(act: Act, marks: Mapping[int, str]) -> bool:
    return act.kind in REDUCIBLE and marks.get(act.number) == act_mark(act)


@dataclass
class LogState:
    """The result of an event's acts: rows by table and key, and each game's values beside them."""

    rows: dict[str, dict[int, Facts]] = field(default_factory=dict)
    brought: dict[int, tuple[int, Any]] = field(default_factory=dict)
    seals: dict[int, tuple[int, str]] = field(default_factory=dict)
    heads: dict[int, list[tuple[int, str]]] = field(default_factory=dict)
    erased: Anonymised = field(default_factory=Anonymised)


def apply_act(whole: LogState, act: EventAct) -> None:
    for table, rows in act.payload.get("rows", {}).items():
        stands = whole.rows.setdefault(table, {})
        for key, facts in rows.items():
            if facts is None:
                stands.pop(int(key), None)
            else:
                stands[int(key)] = stands.get(int(key), {}) | facts


def replay_log(acts: Iterable[EventAct]) -> LogState:
    acts = list(acts)
    whole = LogState(erased=anonymised_by(acts))
    for act in acts:
        apply_act(whole, act)
        for game, (number, standing) in act.payload.get("brought", {}).items():
            whole.brought[int(game)] = (number, standing)
        for game, (number, seal) in act.payload.get("seals", {}).items():
            whole.seals[int(game)] = (number, seal)
        for game, (number, digest) in act.payload.get("heads", {}).items():
            whole.heads.setdefault(int(game), []).append((number, digest))
    return whole
