"""大事紀錄 for organisers: who did what outside the hands, and when, the latest first.

Acts hold no names of applicants: names are read from the entries as they are now.
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
from tournaments.core.event_log import LogState, apply_act, watched
from tournaments.models import CheckIn, Event, EventAct, Membership, Player, Registration, Round, Stage, Table

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


@dataclass(frozen=True)
class ActLine:
    """`who`: "" without an account · `changes`: before → after · `address`: as long as it is kept."""

    number: int
    at: datetime
    what: str
    about: str
    who: str
    kind: str = ""
    changes: Sequence[str] = ()
    address: str = ""


@dataclass(frozen=True)
class ActsPage:
    """`older`: earlier acts have smaller numbers than this; None if there are none."""

    lines: Sequence[ActLine]
    older: int | None
    count: int


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
    lines = [
        ActLine(
            act.number, act.created_at, _what(act), names.about(act), _who(act, by),
            act.kind, moved.get(act.number, ()), act.address,
        )
        for act in shown
    ]  # fmt: skip
    return ActsPage(lines, shown[-1].number if len(found) > most else None, event.act_count)


def _changes(event: Event, shown: Sequence[EventAct]) -> dict[int, list[str]]:
    """Changes by number of the act, for rows whose earlier state is known."""
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
    """The first few, as 「公開排名：是 → 否」."""
    texts: list[str] = []
    for table, rows in act.payload.get("rows", {}).items():
        for key, facts in rows.items():
            before = stood.rows.get(table, {}).get(int(key))
            if before is None or facts is None:
                continue
            names, values = _columns(table)
            after = {name: value for name, value in facts.items() if name in before and name in names}
            texts += change_texts({name: before[name] for name in after}, after, names, values)
    return texts if len(texts) <= _NAMED else [*texts[:_NAMED], "…"]


def _columns(table: str) -> tuple[Mapping[str, Any], Mapping[str, Mapping[str, Any]]]:
    """Field labels and choices of a table; empty for tables whose acts say enough in words."""
    fields = watched()[table].model._meta.concrete_fields if table in watched() else ()
    named = {field.attname: field.verbose_name for field in fields if isinstance(field.verbose_name, Promise)}
    return named, {field.attname: dict(field.flatchoices) for field in fields if field.choices}


def _what(act: EventAct) -> str:
    action = ENTRY_ACTIONS.get(act.payload.get("action", ""))
    words = str(KINDS.get(act.kind, act.kind))
    return _("%(what)s：%(action)s") % {"what": words, "action": action} if action else words


def _who(act: EventAct, players: Mapping[int, str]) -> str:
    if act.user is not None:
        return str(act.user)
    return players.get(act.player_id or 0, "")


class _Names:
    def __init__(self, event: Event, acts: Iterable[EventAct]) -> None:
        self._said: dict[str, Callable[[int, Mapping[str, Any] | None], str]] = {
            _label(Player): self._of(Player, acts, str, event=event),
            _label(Registration): self._of(Registration, acts, str, event=event),
            _label(Round): self._of(Round, acts, lambda row: _("第 %(n)s 個半莊") % {"n": row.number}, event=event),
            _label(Stage): self._of(Stage, acts, lambda row: f"「{row.name}」", event=event),
            _label(Table): self._of(Table, acts, lambda row: _("第 %(n)s 檯") % {"n": row.number}, event=event),
        }
        through = {CheckIn: ("player_id", Player), Membership: ("user_id", User)}
        for model, (column, named) in through.items():
            keys = {facts[column] for act in acts for facts in _rows(act, model).values() if facts}
            found = {row.pk: str(row) for row in named._default_manager.filter(pk__in=keys)}
            self._said[_label(model)] = _through(column, found)

    def _of(
        self, model: type[Model], acts: Iterable[EventAct], say: Callable[[Any], str], **where: Any
    ) -> Callable[[int, Mapping[str, Any] | None], str]:
        keys = {key for act in acts if act.kind not in _WHOLE for key in _rows(act, model)}
        keys |= {act.payload["player"] for act in acts if model is Player and "player" in act.payload}
        found = {row.pk: say(row) for row in model._default_manager.filter(pk__in=keys, **where)}
        return lambda key, _facts: found.get(key, "")

    def about(self, act: EventAct) -> str:
        if act.kind in _WHOLE:
            return ""
        names = [
            self._said[table](int(key), facts)
            for table, rows in act.payload.get("rows", {}).items()
            if table in self._said
            for key, facts in rows.items()
        ]
        if "player" in act.payload:
            names.append(self._said[_label(Player)](act.payload["player"], None))
        names = list(dict.fromkeys(name for name in names if name))
        shown = "、".join(names[:_NAMED])
        if len(names) > _NAMED:
            return _("%(names)s 等 %(count)s 項") % {"names": shown, "count": len(names)}
        return shown


def _through(column: str, found: Mapping[int, str]) -> Callable[[int, Mapping[str, Any] | None], str]:
    return lambda _key, facts: found.get(facts[column], "") if facts else ""


def _label(model: type[Model]) -> str:
    return model._meta.label_lower


def _rows(act: EventAct, model: type[Model]) -> dict[int, Any]:
    rows = act.payload.get("rows", {}).get(_label(model), {})
    return {int(key): facts for key, facts in rows.items()}
