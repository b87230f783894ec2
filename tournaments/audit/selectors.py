"""操作紀錄 for organisers: every action outside the hands with actor and time, latest first.

Acts contain no names of applicants: names are read from the current registrations.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Model, Q
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.log import change_texts
from accounts.models import User
from tournaments.core.event_log import WATCHED, LogState, apply_act
from tournaments.models import CheckIn, Event, EventAct, Membership, Player, Registration, Round, Stage, Table
from tournaments.tables.game_log.read import in_words_of, round_text

PAGE = 100
KINDS = dict(EventAct.Kind.choices)
ENTRY_ACTIONS: Mapping[str, Promise] = {
    "accept": gettext_lazy("已接納"),
    "decline": gettext_lazy("未接納"),
    "restore": gettext_lazy("恢復報名"),
    "paid": gettext_lazy("已收費"),
    "unpaid": gettext_lazy("取消收費"),
    "renew": gettext_lazy("換了連結"),
}
_NAMED = 6
_WHOLE = (EventAct.Kind.BEGIN, EventAct.Kind.EVENT_MADE, EventAct.Kind.KEPT)
"""Acts whose recorded changes are complete."""
_NAMED_BY_PERSON = (CheckIn._meta.label_lower, Membership._meta.label_lower)
_PEOPLE = {Player._meta.label_lower, Registration._meta.label_lower, *_NAMED_BY_PERSON}


@dataclass(frozen=True)
class ActLine:
    """An act as shown. `who`: "" without an account · `changes`: before → after · `address`: while it is kept."""

    number: int
    at: datetime
    kind: str
    address: str
    what: str
    about: str
    who: str
    changes: Sequence[str]


@dataclass(frozen=True)
class ActsPage:
    """`older`: continue with acts below this number; None if there are none."""

    lines: Sequence[ActLine]
    older: int | None


def acts_page(event: Event, before: int | None = None, *, kind: str = "", who: str = "", most: int = 0) -> ActsPage:
    most = most or PAGE
    acts = EventAct.objects.filter(event=event).select_related("user").order_by("-number")
    acts = acts.filter(number__lt=before) if before else acts
    acts = acts.filter(kind=kind) if kind else acts
    if who:
        acts = acts.filter(Q(user__display_name__icontains=who) | Q(user__username__icontains=who))
    found = list(acts[: most + 1])
    shown = found[:most]
    names = _Names(event, shown)
    players = {act.player_id for act in shown if act.player_id}
    by = {player.pk: str(player) for player in Player.objects.filter(event=event, pk__in=players)}
    moved = _changes(event, shown)
    lines = []
    for act in shown:
        what = in_words_of(event, KINDS.get(act.kind, act.kind))
        action = ENTRY_ACTIONS.get(act.payload.get("action", ""))
        if action:
            what = _("%(what)s：%(action)s") % {"what": what, "action": action}
        author = str(act.user) if act.user is not None else by.get(act.player_id or 0, "")
        about, changes = names.about(act), moved.get(act.number, ())
        lines.append(ActLine(act.number, act.created_at, act.kind, act.address, what, about, author, changes))
    return ActsPage(lines, shown[-1].number if len(found) > most else None)


def _changes(event: Event, shown: Sequence[EventAct]) -> dict[int, list[str]]:
    """Return changes by act number, for rows whose earlier state is known."""
    if not shown:
        return {}
    wanted = {act.number for act in shown if act.kind not in _WHOLE}
    stood, found = LogState(), {}
    for act in EventAct.objects.filter(event=event, number__lte=shown[0].number).order_by("number").iterator():
        if act.number in wanted:
            found[act.number] = _moved(stood, act)
        apply_act(stood, act)
    return found


def _moved(stood: LogState, act: EventAct) -> list[str]:
    """List the first few changes, as 「公開排名：是 → 否」; none for tables whose acts explain themselves."""
    texts: list[str] = []
    for table, rows in act.payload.get("rows", {}).items():
        fields = WATCHED[table].model._meta.concrete_fields if table in WATCHED else ()
        names = {field.attname: field.verbose_name for field in fields if isinstance(field.verbose_name, Promise)}
        values = {field.attname: dict(field.flatchoices) for field in fields if field.choices}
        for key, facts in rows.items():
            before = stood.rows.get(table, {}).get(int(key))
            if before is None or facts is None:
                continue
            after = {name: value for name, value in facts.items() if name in before and name in names}
            texts += change_texts({name: before[name] for name in after}, after, names, values)
    return texts if len(texts) <= _NAMED else [*texts[:_NAMED], "…"]


class _Names:
    """Names of the rows that acts changed, by database table and primary key."""

    def __init__(self, event: Event, acts: Iterable[EventAct]) -> None:
        shown: dict[type[Model], Callable[[Any], str]] = {
            Player: str,
            Registration: str,
            Round: lambda row: round_text(row, _("第 %(number)s 個半莊")),
            Stage: lambda row: f"「{row.name}」",
            Table: lambda row: _("第 %(n)s 檯") % {"n": row.number},
        }
        acts = [act for act in acts if act.kind not in _WHOLE]
        self._named: dict[str, dict[int, str]] = {}
        for model, say in shown.items():
            keys = {key for act in acts for key in _rows(act, model)}
            keys |= {act.payload["player"] for act in acts if model is Player and "player" in act.payload}
            found = model._default_manager.filter(pk__in=keys, event=event)
            self._named[model._meta.label_lower] = {row.pk: say(row) for row in found}
        for model, column, person in ((CheckIn, "player_id", Player), (Membership, "user_id", User)):
            touched = {key: facts[column] for act in acts for key, facts in _rows(act, model).items() if facts}
            people = {row.pk: str(row) for row in person._default_manager.filter(pk__in={*touched.values()})}
            self._named[model._meta.label_lower] = {key: people.get(pk, "") for key, pk in touched.items()}

    def about(self, act: EventAct) -> str:
        if act.kind in _WHOLE:
            return ""
        names = [
            self._named[table].get(int(key), "")
            for table, rows in act.payload.get("rows", {}).items()
            if table in self._named
            for key, facts in rows.items()
            if facts or table not in _NAMED_BY_PERSON
        ]
        if "player" in act.payload:
            names.append(self._named[Player._meta.label_lower].get(act.payload["player"], ""))
        names = list(dict.fromkeys(filter(None, names)))
        shown = _("、").join(names[:_NAMED])
        if len(names) <= _NAMED:
            return shown
        words = {"names": shown, "count": len(names)}
        named = {table for table in act.payload.get("rows", {}) if table in self._named}
        if named <= _PEOPLE:
            return _("%(names)s 等 %(count)s 人") % words
        if named == {Table._meta.label_lower}:
            return _("%(names)s，共 %(count)s 檯") % words
        return _("%(names)s 等 %(count)s 項") % words


def _rows(act: EventAct, model: type[Model]) -> dict[int, Any]:
    rows = act.payload.get("rows", {}).get(model._meta.label_lower, {})
    return {int(key): facts for key, facts in rows.items()}
