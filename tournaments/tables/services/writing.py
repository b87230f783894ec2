"""Write an act: lock the game's row, add the act, rebuild the derived rows.

Every other service module that changes a game uses `open_book` and `write`. One transaction, one commit.
"""

import uuid
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from typing import Any

from django.db import transaction
from django.db.models import F, Model
from django.dispatch import Signal
from django.utils.translation import gettext as _

from tournaments.core import event_log
from tournaments.core.exceptions import CardSigned, Invalid, NotOpen, rules_changed
from tournaments.core.locks import lock_event, lock_game
from tournaments.models import Act, Event, Game, GameSeat, HandRecord, Round, Transfer
from tournaments.models.digests import act_digest
from tournaments.models.fields import PointsTooFine
from tournaments.tables.game_log import projection
from tournaments.tables.game_log.projection import hand_book
from tournaments.tables.game_log.read import Actor, GameLog, chosen_rules, load_game, read_book, rules_of, seats_of
from tournaments.tables.game_log.replay import TAKEN_OVER, FoldedGame, FoldedHand, take_overs
from tournaments.tables.game_log.timeline import CARRIES, CHANGES_HANDS, COUNTED, Entry, build
from tournaments.tables.services.refunds import redistribute


@contextmanager
def locked_game(game_id: int) -> Iterator[Game]:
    """Lock a game and load it with its event, round and table. Raises Invalid if there is no such game."""
    with transaction.atomic():
        lock_game(game_id)
        game = load_game(game_id)
        if game is None:
            raise Invalid(_("找不到這一檯的記錄。"))
        yield game


@contextmanager
def open_book(game_id: int, locked: GameLog | None = None) -> Iterator[GameLog]:
    """Lock a game as `locked_game` does and read its acts. `locked`: the log, if the caller has already locked its game
    (`writing_access(lock=True)`) before reading it, in a transaction of its own."""
    if locked is not None:
        yield locked
        return
    with locked_game(game_id) as game:
        yield read_book(game)


def check_open(book: GameLog) -> None:
    if book.game.round.state == Round.State.CLOSED:
        raise NotOpen(_("已結束，不能記錄或更改。要更改，請大會先重開。"))
    if book.game.round.state != Round.State.OPEN:
        raise NotOpen(_("未開始，不能記錄。請大會先開始。"))
    if book.folded.timeline.signed:
        raise CardSigned(_("記分卡已有人簽署。要更改，請裁判長先重開記分卡。"))


def check_unsigned(book: GameLog, number: int) -> None:
    if number <= book.folded.timeline.signed_hands:
        raise CardSigned(_("這一圈已有人簽署。要更改，請裁判長先重開記分卡。"))


def checked_hand(book: GameLog, number: int) -> FoldedHand:
    hand = book.folded.hand(number)
    if hand is None:
        raise Invalid(_("沒有第 %(number)s 鋪。") % {"number": number}, field="hand")
    return hand


@dataclass(frozen=True)
class Change:
    """One act that changed the hands of a game: the locked log, the game before and after it, the author and the
    reason."""

    book: GameLog
    before: FoldedGame
    after: FoldedGame
    act: int
    kind: str
    payload: Mapping[str, Any]
    reason: str
    actor: Actor
    now: datetime

    @cached_property
    def seats(self) -> list[GameSeat]:
        """Return the seats as written by the act: a correction of seats has replaced players."""
        if self.kind != "reseat":
            return seats_of(self.book.game)
        rows = GameSeat.objects.filter(game=self.book.game).select_related("player", "substitute")
        return list(rows.order_by("seat"))


game_changed = Signal()
"""`change`: a Change of a game with rulings. Sent inside the transaction, once its act is written, to the register of
rulings and the cards carried into later games, which are in an app above this one. A receiver returns whether it has
raised the version of the standings."""

counting_changed = Signal()
"""`event`, `players`, `after`, `reason`, `actor`, `now`: the counted games of these players changed (round voided or
reseated), so games after that round may start with other cards."""

_listening: ContextVar[list[Change] | None] = ContextVar("listening", default=None)


@contextmanager
def listening() -> Iterator[list[Change]]:
    """Collect the changes of this block. To see the effects of a write beyond its own game, roll the transaction back
    afterwards."""
    heard: list[Change] = []
    token = _listening.set(heard)
    try:
        yield heard
    finally:
        _listening.reset(token)


def is_tried() -> bool:
    return _listening.get() is not None


def write(
    book: GameLog,
    kind: str,
    payload: Mapping[str, Any],
    answer: Mapping[str, Any],
    *,
    actor: Actor,
    client_key: uuid.UUID,
    now: datetime,
    reason: str = "",
    after: FoldedGame | None = None,
) -> Mapping[str, Any]:
    """Add an act, replay the part it affects and store the derived rows. Returns `answer`, as do repeats.

    `after`: the game with this act, if the caller has already replayed it. Raises Invalid, before anything is written,
    if an amount of points is too fine or too large to be stored exactly.
    """
    game, before, raised = book.game, book.folded, False
    entry = Entry(len(book.entries) + 1, kind, payload, reason)
    if after is None:
        after = book.replay(build([*book.entries, entry]), kind)
    act = Act(
        game=game,
        number=entry.number,
        kind=kind,
        payload=payload,
        reason=reason,
        client_key=client_key,
        answer=answer,
        user_id=actor.user_id,
        player_id=actor.player_id,
        created_at=now,
    )
    try:
        act.digest = book.last_digest = act_digest(book.last_digest, act)
        act.save(force_insert=True)
        _store(game, act, before, after)
        book.entries.append(entry)
        book.folded = after
        if kind in CHANGES_HANDS:
            if before.ruled or after.ruled:
                change = Change(book, before, after, entry.number, kind, payload, reason, actor, now)
                heard = _listening.get()
                if heard is not None:
                    heard.append(change)
                raised = any(answer for _receiver, answer in game_changed.send(GameLog, change=change))
            # After the signal: its receivers may lock further games, and the event must be locked after those.
            freeze_rules(book.game.event)
            if before.state.finished or after.state.finished:
                redistribute(game, book.rules.game)
        if kind != "confirm" and not raised:
            Event.objects.filter(pk=book.game.event.pk).update(standings_version=F("standings_version") + 1)
    except PointsTooFine as error:
        raise Invalid(_("分數 %(points)s 過細或過大，無法準確記錄。") % {"points": error.points}) from error
    return answer


def _store(game: Game, act: Act, before: FoldedGame, after: FoldedGame) -> None:
    """Store the rows derived from the game: hands, transfers, seats and the game itself."""
    kind, now = act.kind, act.created_at
    start = next(
        (
            new.number
            for old, new in zip(before.hands, after.hands, strict=False)
            if old.result is not new.result and (old.result != new.result or old.items != new.items)
        ),
        min(len(before.hands), len(after.hands)) + 1,
    )
    said_before, said = (  # confirmations and objections: hand, seat, act
        {(hand, seat, act) for (hand, seat), (_digest, act) in folded.timeline.confirmed.items()}
        | {(hand, seat, act) for hand, (seat, act, _reason) in folded.timeline.objections.items()}
        for folded in (before, after)
    )
    if kind in CHANGES_HANDS:
        _store_hands(game, before, after, start, now)
    if kind not in ("play", "amend", "carry", "sign", "reopen", "pause", "resume"):
        changed = {hand for hand, _seat, _act in said_before ^ said}
        rows = hand_rows(game, after, now, min(changed)) if changed else []
        _upsert(HandRecord, [row for row in rows if row.number in changed], ["game", "number"], ["state", "book"])
    if start > len(before.hands) and said_before == said:  # no earlier hand has changed: only new ones are counted
        unconfirmed = game.unconfirmed + sum(hand.state != "confirmed" for hand in after.hands[start - 1 :])
    else:
        unconfirmed = len(after.unconfirmed)
    values = projection.game_values(after, unconfirmed)
    for name, value in values.items():
        setattr(game, name, value)
    game.act_count = act.number
    game.last_act_at = max(now, game.last_act_at or now)  # a request that waited for the lock may have begun earlier
    if kind in COUNTED:
        game.book_version += 1
    if kind in ("play", "amend"):
        game.last_hand_at = max(now, game.last_hand_at or now)
    written = [*values, "act_count", "last_act_at", "book_version", "last_hand_at"]
    game.save(update_fields=[*written, "standing"] if kind in CARRIES else written)


def _store_hands(game: Game, before: FoldedGame, after: FoldedGame, start: int, now: datetime) -> None:
    """Store the hands from `start` on, their transfers, and the four seats."""
    seats, come = seats_of(game), take_overs(game.standing)
    seated = [replace(one, from_hand=after.taken[one.seat].hand) if one.seat in after.taken else one for one in come]
    if seated != come:  # an earlier hand was added or removed, so a substitute's first hand has another number
        game.standing = {**game.standing, TAKEN_OVER: [one.as_json() for one in seated]}
        Game.objects.filter(pk=game.pk).update(standing=game.standing)
        first = {one.seat: one.from_hand for one in seated}
        for seat in seats:
            if seat.seat in first:
                seat.substitute_from = first[seat.seat]
                seat.save(update_fields=["substitute_from"])
    rows = hand_rows(game, after, now, start)
    old, new = before.timeline.items, after.timeline.items
    if len(new) <= len(old) or new[: len(old)] != old:
        # Remaining rows are overwritten below, and keep the time at which they were first recorded.
        HandRecord.objects.filter(game=game, number__gte=start + len(rows)).delete()
        Transfer.objects.filter(game=game, hand__gte=start).delete()
    columns = ["name", "dealer", "dealer_streak", "result", "state", "book"]
    _upsert(HandRecord, rows, ["game", "number"], columns)
    columns = ["source", "target", "points", "reason"]
    _upsert(Transfer, transfer_rows(game, after, start), ["game", "hand", "position"], columns)
    values = projection.seat_values(after)
    for seat in seats:
        for name, value in values[seat.seat].items():
            setattr(seat, name, value)
    # An upsert although all of them exist: `bulk_update` would take a third of a recorded hand's time.
    _upsert(GameSeat, seats, ["id"], list(values[0]))


def _upsert(model: type[Model], rows: list[Any], unique: list[str], columns: list[str]) -> None:
    model._default_manager.bulk_create(rows, update_conflicts=True, unique_fields=unique, update_fields=columns)


def hand_rows(game: Game, folded: FoldedGame, now: datetime, start: int = 1) -> list[HandRecord]:
    rows = [
        HandRecord(
            game=game,
            number=hand.number,
            name=hand.result.name,
            dealer=hand.result.dealer,
            dealer_streak=hand.result.dealer_streak,
            result=hand.result.result,
            state=hand.state,
            book=hand_book(hand) | {"confirmations": list(hand.confirmations)},
            recorded_at=now,
        )
        for hand in folded.hands
        if hand.number >= start
    ]
    state = folded.state
    if state.open_hand.listed:
        rows.append(
            HandRecord(
                game=game,
                number=state.hand_number,
                name=state.name,
                dealer=state.dealer,
                dealer_streak=state.dealer_streak,
                result="open",
                state=HandRecord.State.OPEN,
                book={"events": [{"event": i.event, "claim": i.claim, "act": i.ref[0]} for i in folded.open_items]},
                recorded_at=now,
            )
        )
    return rows


def transfer_rows(game: Game, folded: FoldedGame, start: int = 1) -> list[Transfer]:
    hands = [(hand.number, hand.result.transfers) for hand in folded.hands if hand.number >= start]
    if folded.state.open_hand.transfers:
        hands.append((folded.state.hand_number, folded.state.open_hand.transfers))
    return [
        Transfer(game=game, hand=number, position=position, **transfer._asdict())
        for number, transfers in hands
        for position, transfer in enumerate(transfers)
    ]


def freeze_rules(event: Event) -> None:
    """Keep the event's rules from its first hand or ruling on. Locks the event if necessary. Raises RulesChanged if
    they are no longer those of `event` as it was read: the first writer has decided."""
    if event.rules_snapshot is not None:
        return
    now = lock_event(event.pk)
    if chosen_rules(now) != chosen_rules(event):
        raise rules_changed()
    if now.rules_snapshot is None:
        rules = rules_of(now)
        now.rules_snapshot = {
            "rule_set": rules.id,
            "version": rules.version,
            "options": dict(now.rule_options),
            "settings": dict(now.rule_settings),
        } | ({"values": dict(now.rule_values)} if now.rule_values else {})
        now.save(update_fields=["rules_snapshot"])
        event_log.append_act(now.pk, event_log.Kind.RULES_FROZEN, event_log.changed(now, "rules_snapshot"))
    event.rules_snapshot = now.rules_snapshot
