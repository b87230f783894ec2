"""判決登記冊: one article for each ruling and each reversal, in order.

Follows the game logs: whichever way a ruling enters or leaves a game (its own page, a correction, an undo, the API),
the act writes the article in the same transaction. Later changes elsewhere may change the effect; only the effect of
the article is then updated.
"""

import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.db.models import Max

from penalties.models import Ruling
from penalties.services.suspensions import confirm_own, notes_in_force
from scoring import RulingResult, Transfer, text
from tournaments.core.event_log import Kind, RowChange, added, append_act, changed
from tournaments.core.locks import lock_event
from tournaments.models import Event, GameSeat, Player
from tournaments.players.services import status
from tournaments.tables.game_log.read import Actor, rules_of
from tournaments.tables.game_log.replay import FoldedGame, Ruled
from tournaments.tables.game_log.timeline import Ref
from tournaments.tables.services import carried_over
from tournaments.tables.services.listeners import Change
from tournaments.tables.services.substitutes import sitting


def follow(change: Change) -> None:
    """跟帳: write the articles of this act, and update those of the same game."""
    before, after = change.before.ruled, change.after.ruled
    gone = [ref for ref in before if ref not in after]
    come = [ref for ref in after if ref not in before]
    if not gone and not come and _same(before, after) and change.kind != "reseat":
        return
    seats = Seats(change.seats)
    rows = {(row.act or 0, row.place): row for row in Ruling.objects.filter(game=change.book.game, reverses=None)}
    come, gone = _moved(rows, before, after, come, gone)
    author = _Author(change.book.event, change.actor.user_id, change.now, change.book.game.round.day)
    for ref in gone:
        if ref in rows:
            author.reverse(rows[ref], change.reason)
    for ref in come:
        rows[ref] = author.article(
            game=change.book.game,
            act=ref[0],
            place=ref[1],
            player_id=seats.player(change.after, after[ref]),
            said=dict(after[ref].item.event),
            facts=(after[ref].item.claim or {}).get("note", ""),
            **_derived(after[ref], seats),
        )
        confirm_own(rows[ref], change.book.event, change.actor, change.now)
    _renew(rows, change, seats)
    if change.kind == "reseat":
        _follow_seats(rows, change, seats)
    renew_hall(change.book.event, seats.people)
    _tell_players(rows, gone, come, change)


def _same(before: Mapping[Ref, Ruled], after: Mapping[Ref, Ruled]) -> bool:
    return all((before[ref].hand, before[ref].result) == (after[ref].hand, after[ref].result) for ref in after)


def _moved(
    rows: Mapping[Ref, Ruling],
    before: Mapping[Ref, Ruled],
    after: Mapping[Ref, Ruled],
    come: Sequence[Ref],
    gone: Sequence[Ref],
) -> tuple[list[Ref], list[Ref]]:
    """A correction that enters the same ruling again makes no new one: the article moves with it."""
    left, new = list(gone), []
    for ref in come:
        item = after[ref].item
        same = next((old for old in left if before[old].item.event == item.event and old in rows), None)
        if same is None:
            new.append(ref)
            continue
        left.remove(same)
        row = rows[same]
        row.act, row.place = ref
        row.save(update_fields=["act", "place"])
        append_act(row.event_id, Kind.RULING_MOVED, changed(row, "act", "place"))
    return new, left


def _derived(ruled: Ruled, seats: "Seats") -> dict[str, Any]:
    return {"hand": ruled.hand, "effect": effect_of(ruled.result, seats.numbers)}


def _renew(rows: Mapping[Ref, Ruling], change: Change, seats: "Seats") -> None:
    before, after = change.before.ruled, change.after.ruled
    renewed: list[RowChange] = []
    for row in rows.values():
        ref = (row.act or 0, row.place)
        if ref not in after:
            continue
        if change.kind != "reseat" and ref in before and before[ref][1:] == after[ref][1:]:
            continue
        derived = _derived(after[ref], seats)
        if (row.hand, row.effect) != (derived["hand"], derived["effect"]):
            row.hand, row.effect = derived["hand"], derived["effect"]
            row.save(update_fields=["hand", "effect"])
            renewed += changed(row, "hand", "effect")
    _tell_renewed(change.book.event, renewed)


def _follow_seats(rows: Mapping[Ref, Ruling], change: Change, seats: "Seats") -> None:
    """更正座位: a ruling is on the person who sat there, and so is what it says of them beyond the game."""
    for ref, ruled in change.after.ruled.items():
        row, holder = rows[ref], seats.player(change.after, ruled)
        if row.player_id == holder:
            continue
        concerned = [pk for pk in (row.player_id, holder) if pk is not None]
        row.player_id = holder
        row.save(update_fields=["player"])
        append_act(row.event_id, Kind.RULING_MOVED, changed(row, "player"))
        if row.effect.get("notes"):
            for pk in concerned:
                follow_player(pk, actor=change.actor, reason=change.reason, now=change.now)


def _tell_renewed(event: Event, renewed: Sequence[RowChange]) -> None:
    if renewed:
        append_act(event.pk, Kind.RULING_RENEWED, renewed)


def renew_hall(event: Event, players: Sequence[int]) -> None:
    rows = {row.hall_id: row for row in in_force().filter(event=event, player__in=players, hall__isnull=False)}
    if not rows:
        return
    numbers = dict(Player.objects.filter(pk__in=players).values_list("pk", "number"))
    renewed: list[RowChange] = []
    for player, results in carried_over.hall_results(event, players).items():
        for one in results:
            row = rows[one.ruling.pk]
            effect = effect_of(one.result, (numbers[player],))
            if row.effect != effect:
                row.effect = effect
                row.save(update_fields=["effect"])
                renewed += changed(row, "effect")
    _tell_renewed(event, renewed)


def _tell_players(rows: Mapping[Ref, Ruling], gone: Iterable[Ref], come: Iterable[Ref], change: Change) -> None:
    rulings = [rows[ref] for ref in (*gone, *come) if ref in rows]
    noted = {row.player_id: row.facts for row in rulings if row.player_id and row.effect.get("notes")}
    for player_id, facts in noted.items():
        follow_player(player_id, actor=change.actor, reason=change.reason or facts, now=change.now)


def follow_player(player_id: int, *, actor: Actor, reason: str, now: datetime) -> None:
    """Set the player's status from the rulings in force; `reason`: why that has just changed."""
    player = Player.objects.select_related("event").get(pk=player_id)
    rulings = in_force().filter(player=player_id).select_related("confirmation")
    status.follow_notes(
        player=player,
        notes_in_force=notes_in_force(rulings, rules_of(player.event)),
        user_id=actor.user_id,
        reason=reason,
        now=now,
    )


def in_force() -> Any:
    return Ruling.objects.filter(reverses=None, reversal=None)


@dataclass(frozen=True)
class _Author:
    event: Event
    user_id: int | None
    now: datetime
    day: date

    def article(self, *beside: RowChange, **fields: Any) -> Ruling:
        said = fields.get("said", {})
        article = Ruling.objects.create(
            event=self.event,
            number=self._next(),
            offence=said.get("offence") or "",
            day=fields.pop("day", self.day),
            user_id=self.user_id,
            created_at=self.now,
            **fields,
        )
        kind = Kind.RULED if article.reverses_id is None else Kind.RULING_REVERSED
        append_act(self.event.pk, kind, [*beside, *added(article)], user_id=self.user_id)
        return article

    def reverse(self, ruling: Ruling, reason: str, *beside: RowChange, client_key: uuid.UUID | None = None) -> Ruling:
        return self.article(
            *beside,
            game=ruling.game,
            hand=ruling.hand,
            player_id=ruling.player_id,
            reverses=ruling,
            reason=reason,
            client_key=client_key,
        )

    def _next(self) -> int:
        """Numbers are given out one at a time: the event is locked until the transaction ends."""
        lock_event(self.event.pk)
        return (Ruling.objects.filter(event=self.event).aggregate(last=Max("number"))["last"] or 0) + 1


def author(event: Event, actor: Actor, now: datetime, day: date) -> _Author:
    return _Author(event, actor.user_id, now, day)


class Seats:
    """Players by seat. `numbers`: whose points they are: a ruling is on the person who sat there, and its cost is paid
    from the seat.
    """

    def __init__(self, seats: Sequence[GameSeat]) -> None:
        self._seats = seats
        self.numbers = [seat.player.number for seat in seats]

    @property
    def people(self) -> list[int]:
        found = [pk for seat in self._seats for pk in (seat.player_id, seat.substitute_id)]
        return [pk for pk in found if pk is not None]

    def player(self, folded: FoldedGame, ruled: Ruled) -> int | None:
        if ruled.result.seat is None:
            return None
        seat = self._seats[ruled.result.seat]
        late = folded.plays(seat.seat, ruled.item.ref)
        return sitting(seat, ruled.hand).pk if late is None else seat.substitute_id if late else seat.player_id


def effect_of(result: RulingResult, numbers: Sequence[int]) -> dict[str, Any]:
    return {
        "times": result.times,
        "consequences": list(result.consequences),
        "transfers": [_line(transfer, numbers) for transfer in result.transfers],
        "after_game": [_line(transfer, numbers) for transfer in result.after_game],
        "cards": [card.card for card in result.cards],
        "given": [card.given for card in result.cards],
        "ban": result.ban,
        "ends": result.ends,
        "false_win": result.false_win,
        "notes": list(result.notes),
    }


def _line(transfer: Transfer, numbers: Sequence[int]) -> dict[str, Any]:
    return {
        "from": None if transfer.source is None else numbers[transfer.source],
        "to": None if transfer.target is None else numbers[transfer.target],
        "points": text(transfer.points),
        "reason": transfer.reason,
    }
