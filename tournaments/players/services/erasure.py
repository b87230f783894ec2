"""刪除個人資料: remove a person from an event; their games remain, under a pseudonym.

Deleted: name, club (also from lists locked for a draw), contact data, the registration, drawings of signatures, their
texts (objections, cases), photos of them, their links. Kept: points, hands, rulings and their reasons, which others'
results follow from and only officials read; a black-list entry that is in force. It cannot be undone.
"""

import json
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from django.core.cache import caches
from django.db import models, transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from accounts import log
from tournaments.core import event_log
from tournaments.core.event_log import REDUCIBLE, Anonymised, act_mark, card_mark, history_mark
from tournaments.core.exceptions import Conflict
from tournaments.core.locks import in_one_transaction, lock_event, lock_games, lock_rounds
from tournaments.models import (
    Act,
    Apart,
    Blacklisted,
    Contact,
    DrawLine,
    Event,
    EventAct,
    Game,
    GameSeat,
    LockedList,
    Namesake,
    Player,
    Registration,
    Round,
    Scorecard,
    triggers,
)
from tournaments.models.digests import canonical, seal_of
from tournaments.tables.game_log.read import half_signed
from tournaments.tables.services.carried_over import played_by
from tournaments.tables.services.substitutes import sitting

TAKEN_OUT = "（已刪除）"  # data
PRIVATE = ("latin_name", "alias", "club", "member", "email", "phone", "note", "source")
_KEPT = ("link_version", "pin_version")


@dataclass
class Plan:
    """Changes of rows with history, and rows to delete. `changes`: table → key → column → new value, for the rows and
    for every act that repeats them."""

    changes: dict[type[models.Model], dict[int, dict[str, Any]]] = field(default_factory=dict)
    gone: list[models.Model] = field(default_factory=list)

    def change(self, row: models.Model, **values: Any) -> None:
        self.changes.setdefault(type(row), {})[row.pk] = values


FURTHER: list[Callable[[Player, Plan], None]] = []
"""Functions of higher-level apps that add what else is erased with a player."""


def pseudonym(player: Player) -> str:
    return f"選手 {player.number}"  # data


def check_erasable(player: Player, today: date) -> None:
    """Raise Conflict while the player is in a game or due to play, or has a half-signed card."""
    done = EventAct.objects.filter(event=player.event_id, kind=EventAct.Kind.PERSON_ERASED)
    if done.filter(payload__player=player.pk).exists():
        raise Conflict(_("這名選手的個人資料已經刪除。"))
    if player.withdrawn_at is None and player.event.ends_on >= today:
        raise Conflict(_("賽事還未結束。請先替這名選手退出，再刪除個人資料。"))
    seats = GameSeat.objects.filter(Q(player=player) | Q(substitute=player)).exclude(round__state=Round.State.CLOSED)
    if DrawLine.objects.filter(list__event=player.event_id, ended_at=None).exists():
        raise Conflict(_("正在抽籤。抽完之後才可以刪除個人資料。"))
    if seats.exclude(game__state=Game.State.SIGNED).exists() or half_signed(played_by([player.pk])) is not None:
        raise Conflict(_("這名選手有一檯未打完或者記分卡未簽妥，打完之後才可以刪除個人資料。"))


@in_one_transaction
def erase(*, player: Player, user_id: int | None, today: date, now: datetime) -> None:
    lock_rounds(player.event_id)
    games = lock_games(played_by([player.pk]))
    event = lock_event(player.event_id)
    player = Player.objects.select_related("event").get(pk=player.pk)
    check_erasable(player, today)
    event_log.begin(event.pk)
    names = _former_values(player, "name")
    plan = _plan(player, names)
    # Black-list entries made by rulings lose the name once they no longer count; others are kept for their own reason.
    over = Q(lifted_at__isnull=False) | Q(until__lt=today)
    listed = Blacklisted.objects.filter(over, player=player)
    listed.update(name=TAKEN_OUT, key="", reason=TAKEN_OUT)
    listed.exclude(lift_reason="").update(lift_reason=TAKEN_OUT)
    Contact.objects.filter(player=player).delete()
    Namesake.objects.filter(player=player).delete()
    for entry in Registration.objects.filter(player=player):
        forget_entry(entry, pseudonym(player))
    kept: list[type[models.Model]] = [Act, EventAct, Scorecard, *plan.changes]
    tables = {model._meta.db_table for model in kept}
    with triggers.disabled(tables=tables | {type(row)._meta.db_table for row in plan.gone}):
        erased = Anonymised(history=_reduce_history(event, plan), cards=_reduce_cards(games, player, names))
        erased.acts = {game: marks for game in games if (marks := _reduce_game(game, player))}
        said = _reduce_rows(plan)
    replayed = event_log.replay_log(EventAct.objects.filter(event=event).order_by("number"))
    seals: dict[str, tuple[int, str]] = {}
    for game in erased.acts:
        number, _seal = replayed.seals.get(game, (0, ""))
        if number:
            acts = Act.objects.filter(game=game, number__lte=number).order_by("number")
            seals[str(game)] = (number, seal_of(acts))
    beside: dict[str, Any] = {"player": player.pk, "erased": erased.as_json(), "seals": seals}
    event_log.append_act(event.pk, EventAct.Kind.PERSON_ERASED, said, user_id=user_id, played=True, **beside)
    log.add_entry(log.Kind.PERSON_ERASED, about=f"{event.slug} #{player.number}", event_id=event.pk)
    transaction.on_commit(caches["drawn"].clear)  # its files contain names and clubs


def _plan(player: Player, names: Collection[str]) -> Plan:
    plan = Plan()
    plan.change(
        player,
        name=pseudonym(player),
        latin_name="",
        club="",
        link_version=player.link_version + 1,
        pin_version=player.pin_version + 1,
    )
    for pair in Apart.objects.filter(Q(first=player) | Q(second=player)):
        plan.change(pair, reason="")
    for entry in Registration.objects.filter(player=player):
        plan.change(entry, link_version=entry.link_version + 1)
    # Remove the club from locked lists, and names from refusals of a draw. Published digests remain, but can no longer
    # be recomputed, and the page says why.
    numbers, clubs = _former_values(player, "number"), _former_values(player, "club")
    for locked in LockedList.objects.filter(event=player.event_id):
        listed = [
            one | {"club": ""} if one["id"] in numbers and one["club"] in clubs else one
            for one in locked.document["players"]
        ]
        if listed != locked.document["players"]:
            plan.change(locked, document=locked.document | {"players": listed})
    for line in DrawLine.objects.filter(list__event=player.event_id).exclude(refusal=""):
        refusal = line.refusal
        for name in sorted(names, key=len, reverse=True):
            refusal = refusal.replace(name, pseudonym(player))
        if refusal != line.refusal:
            plan.change(line, refusal=refusal[:600])
    for further in FURTHER:
        further(player, plan)
    return plan


def _former_values(player: Player, column: str) -> set[str]:
    """Return every value that this column has had for the player in this event; for `name`, also the real name."""
    contact = Contact.objects.filter(player=player).first()
    found = {str(getattr(player, column))}
    if column == "name" and contact:
        found.add(contact.real_name)
    for payload in EventAct.objects.filter(event=player.event_id).values_list("payload", flat=True):
        facts = payload.get("rows", {}).get(Player._meta.label_lower, {}).get(str(player.pk))
        found.add(str((facts or {}).get(column, "")))
    return found - {""}


def forget_entry(entry: Registration, name: str) -> None:
    Registration.objects.filter(pk=entry.pk).update(name=name, **dict.fromkeys(PRIVATE, ""))


def _reduce_history(event: Event, plan: Plan) -> dict[int, str]:
    marks, in_acts = {}, _values_in_acts(plan)
    for act in EventAct.objects.filter(event=event).order_by("number"):
        rows, touched = act.payload.get("rows", {}), False
        for model, changes in in_acts.items():
            stored = rows.get(model._meta.label_lower, {})
            for key, values in changes.items():
                facts = stored.get(str(key)) or {}
                wrong = {name: value for name, value in values.items() if name in facts and facts[name] != value}
                facts.update(wrong)
                touched |= bool(wrong)
        if touched:
            EventAct.objects.filter(pk=act.pk).update(payload=act.payload)
            marks[act.number] = history_mark(act)
    return marks


def _values_in_acts(plan: Plan) -> dict[type[models.Model], dict[int, dict[str, Any]]]:
    """Return the values for acts: no versions of links, which differed then, and blank digests of deleted photos."""
    found: dict[type[models.Model], dict[int, dict[str, Any]]] = {
        model: {
            key: {n: event_log.plain(v) for n, v in values.items() if n not in _KEPT} for key, values in changes.items()
        }
        for model, changes in plan.changes.items()
    }
    for row in plan.gone:
        blank = {f.attname: "" for f in row._meta.concrete_fields if isinstance(f, models.BinaryField)}
        found.setdefault(type(row), {})[row.pk] = blank
    return found


def _reduce_game(game_id: int, player: Player) -> dict[int, str]:
    seats = {seat.seat: seat for seat in GameSeat.objects.filter(game=game_id).select_related("player", "substitute")}
    marks = {}
    for act in Act.objects.filter(game=game_id, kind__in=REDUCIBLE).order_by("number"):
        hand = act.payload.get("hand", act.payload.get("hands"))
        if act.player_id != player.pk and sitting(seats[act.payload["seat"]], hand) != player:
            continue
        if act.kind == Act.Kind.SIGN and act.payload.get("strokes"):
            act.payload["strokes"] = ""
        elif act.kind == Act.Kind.OBJECT and act.reason != TAKEN_OUT:
            act.reason = TAKEN_OUT
        else:
            continue
        Act.objects.filter(pk=act.pk).update(payload=act.payload, reason=act.reason)
        marks[act.number] = act_mark(act)
    return marks


def _reduce_cards(games: Collection[int], player: Player, names: Collection[str]) -> dict[int, str]:
    marks = {}
    for card in Scorecard.objects.filter(game__in=games).order_by("pk"):
        content = json.loads(card.content)
        mine = set()
        for one in content["players"]:
            substitute = one.get("substitute")
            renamed = [who for who in (one, substitute) if who is not None and who["name"] in names]
            for who in renamed:
                who["name"] = pseudonym(player)
            if (substitute or one) in renamed:
                mine.add(one["seat"])
        if not mine:
            continue
        for signature in card.signatures:
            if signature["seat"] in mine:
                signature["strokes"] = ""
        card.content = canonical(content)
        Scorecard.objects.filter(pk=card.pk).update(content=card.content, signatures=card.signatures)
        marks[card.pk] = card_mark(card)
    return marks


def _reduce_rows(plan: Plan) -> list[event_log.RowChange]:
    said = []
    for model, changes in plan.changes.items():
        for key, values in changes.items():
            model._default_manager.filter(pk=key).update(**values)
            facts = {name: event_log.plain(value) for name, value in values.items()}
            said.append(event_log.RowChange(model._meta.label_lower, key, facts))
    for row in plan.gone:
        said += event_log.removed(row)
        type(row)._base_manager.filter(pk=row.pk).delete()
    return said
