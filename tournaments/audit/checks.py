"""核數: fold every game again from its acts and compare the stored data with it. Reads only.

The acts are the truth; hands, transfers, seats and the columns of a game are a cache of their fold. What happens
outside the games is in the acts of the event (`tournaments.core.event_log`). Every act carries a digest over
itself and the act before it, every signed card one over its text. Differences are reported, never repaired: each is a
mistake of the program or a change by hand, and needs a person to look at it.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.db.models import Prefetch, QuerySet
from django.utils.translation import gettext as _

from scoring import text
from tournaments.audit.card_checks import UNREADABLE, Found, check_card, check_cards, check_chain, entries_of
from tournaments.audit.event_checks import (
    check_clocks,
    check_entries,
    check_hall,
    check_history,
    check_rows,
    line,
    read_history,
)
from tournaments.core.event_log import LogState, anonymised_in
from tournaments.models import Act, Adjustment, Event, EventAct, Game, GameSeat, HandRecord, Scorecard, Transfer
from tournaments.models.digests import seal_of
from tournaments.tables.game_log.read import rules_of
from tournaments.tables.game_log.replay import TAKEN_OVER, FoldedGame, replay_acts, take_overs
from tournaments.tables.game_log.timeline import CARRIES, COUNTED
from tournaments.tables.services.refunds import shares
from tournaments.tables.services.writing import game_state, game_values, hand_rows, seat_values, transfer_rows

# Games read at a time: enough to make few statements, few enough to keep the memory of one web machine.
CHUNK = 100
_HAND_COLUMNS = ("name", "dealer", "dealer_streak", "result", "state", "book")


@dataclass(frozen=True)
class Difference:
    event: str
    place: str
    what: str
    stored: object
    folded: object

    def __str__(self) -> str:
        return _("%(event)s%(place)s：%(what)s：現存 %(stored)s，應為 %(folded)s") % {
            "event": self.event,
            "place": self.place,
            "what": self.what,
            "stored": _short(self.stored),
            "folded": _short(self.folded),
        }


def _short(value: object) -> str:
    shown = repr(value) if not isinstance(value, str) else value
    return shown if len(shown) <= 120 else shown[:117] + "…"


@dataclass(frozen=True)
class Further:
    """Checks of an app above this one: `prefetch` for games, `game` checks a folded game, `event` an event."""

    prefetch: Sequence[str]
    game: Callable[[Game, FoldedGame], Iterator[Found]]
    event: Callable[[Event], Iterator[Found]]


_further: list[Further] = []


def audit_too(further: Further) -> None:
    _further.append(further)


def audit(slug: str = "") -> Iterator[Difference]:
    """Every difference of all events, or of one. Raises Event.DoesNotExist for an unknown address."""
    events = [Event.objects.get(slug=slug)] if slug else Event.objects.order_by("pk")
    for event in events:
        acts = list(EventAct.objects.filter(event=event).order_by("number"))
        said = read_history(acts)
        for found in _of_event(event, acts, said):
            yield Difference(event.slug, "", *found)
        del acts
        yield from _of_games(event, said)


def _of_event(event: Event, acts: list[EventAct], said: LogState) -> Iterator[Found]:
    yield from check_history(event, acts)
    if acts:
        yield from check_rows(event, said)
    yield from check_entries(acts)
    yield from check_hall(event)
    yield from check_clocks(event)
    for further in _further:
        yield from further.event(event)


def _of_games(event: Event, said: LogState) -> Iterator[Difference]:
    wanted = list(Game.objects.filter(event=event).order_by("pk").values_list("pk", flat=True))
    for start in range(0, len(wanted), CHUNK):
        for game in loaded(wanted[start : start + CHUNK]):
            place = _(" 第 %(round)s 個半莊 第 %(table)s 檯（%(game)s）") % {
                "round": game.round.number,
                "table": game.table.number,
                "game": game.pk,
            }
            for found in differences(game, said):
                yield Difference(event.slug, place, *found)


def loaded(ids: Sequence[int]) -> QuerySet[Game]:
    return (
        Game.objects.filter(pk__in=ids)
        .select_related("event", "round", "table")
        .prefetch_related(
            Prefetch("acts", Act.objects.order_by("number")),
            Prefetch("hands", HandRecord.objects.order_by("number")),
            Prefetch("transfers", Transfer.objects.order_by("hand", "position")),
            Prefetch("seats", GameSeat.objects.select_related("player", "substitute").order_by("seat")),
            Prefetch("adjustments", Adjustment.objects.order_by("pk")),
            Prefetch("scorecards", Scorecard.objects.order_by("version")),
            *(name for further in _further for name in further.prefetch),
        )
        .order_by("pk")
    )


def differences(game: Game, said: LogState) -> Iterator[Found]:
    acts = list(game.acts.all())
    yield from check_chain(acts, said.erased.of_game(game.pk))
    yield from _counted(game, acts)
    yield from _sealed(game, acts, said)
    yield from _seating(game)
    yield from _brought(game, acts, said)
    try:
        folded = replay_acts(rules_of(game.event, game.round), game.standing, entries_of(acts))
    except UNREADABLE as error:
        yield _("紀錄重算不到"), "", str(error)
        return
    yield from _columns(game, acts, folded)
    yield from _hands(game, acts, folded)
    yield from _transfers(game, folded)
    yield from _seats(game, folded)
    yield from _shared(game, folded)
    yield from _sum(game, folded)
    yield from check_cards(game, acts, folded, said.erased)
    for further in _further:
        yield from further.game(game, folded)


def card_differences(card: Scorecard) -> list[Found]:
    """查核: what has changed since the signing: this card, and the acts behind it, here and now."""
    game = loaded([card.game_id]).get()
    acts = list(game.acts.all())
    try:
        folded = replay_acts(rules_of(game.event, game.round), game.standing, entries_of(acts))
    except UNREADABLE as error:
        return [(_("紀錄重算不到"), "", str(error))]
    erased = anonymised_in(game.event_id)
    return [*check_chain(acts, erased.of_game(game.pk)), *check_card(game, card, acts, folded, erased)]


def _counted(game: Game, acts: Sequence[Act]) -> Iterator[Found]:
    if game.act_count != len(acts):
        yield _("紀錄的數目"), game.act_count, len(acts)
    last = max((act.created_at for act in acts if act.kind in ("play", "amend")), default=None)
    if game.last_hand_at != last:
        yield _("半莊的 %(column)s") % {"column": "last_hand_at"}, game.last_hand_at, last


def _sealed(game: Game, acts: Sequence[Act], said: LogState) -> Iterator[Found]:
    """The acts match the digests in the event's acts: from before there was a history, from a closing."""
    number, seal = said.seals.get(game.pk, (0, ""))
    if seal_of(acts[:number]) != seal:
        yield _("首 %(number)s 項紀錄的封存") % {"number": number}, seal_of(acts[:number]), seal
    digests = {act.number: act.digest for act in acts}
    for number, head in said.heads.get(game.pk, ()):
        if digests.get(number) != head:
            what = _("第 %(number)s 項紀錄的摘要，按結束半莊時所記") % {"number": number}
            yield what, digests.get(number), head


def _brought(game: Game, acts: Sequence[Act], said: LogState) -> Iterator[Found]:
    """What the players brought is the latest value: in an act of the event, or since then in one of the game."""
    if not said.rows:
        return
    number, standing = said.brought.get(game.pk, (0, {}))
    for act in acts:
        if act.kind in CARRIES and act.number > number:
            standing = act.payload["standing"]
    if _told_standing(game.standing) != _told_standing(standing):
        yield _("帶來的牌和犯規"), game.standing, standing


def _told_standing(standing: Mapping[str, Any]) -> dict[str, Any]:
    come = [{name: value for name, value in one.items() if name != "from_hand"} for one in standing.get(TAKEN_OVER, ())]
    return {**standing, TAKEN_OVER: come}


def _seating(game: Game) -> Iterator[Found]:
    """Four different players of this event in seats 0–3, in the round and at a table of this event."""
    seats = list(game.seats.all())
    if [seat.seat for seat in seats] != [0, 1, 2, 3] and not game.round.ahead:
        yield _("座位"), [seat.seat for seat in seats], [0, 1, 2, 3]
    for seat in seats:
        if seat.round_id != game.round_id:
            yield _("座位 %(seat)s 的半莊") % {"seat": seat.seat}, seat.round_id, game.round_id
        if seat.player.event_id != game.event_id:
            yield _("座位 %(seat)s 的選手所屬賽事") % {"seat": seat.seat}, seat.player.event_id, game.event_id
    yield from _substitutes(game, seats)
    if game.round.event_id != game.event_id or game.table.event_id != game.event_id:
        yield _("半莊所屬賽事"), [game.round.event_id, game.table.event_id], game.event_id


def _substitutes(game: Game, seats: Sequence[GameSeat]) -> Iterator[Found]:
    come = {one.seat: one.from_hand for one in take_overs(game.standing)}
    sat = {seat.seat: seat.substitute_from for seat in seats if seat.substitute_id is not None and seat.seat in come}
    if come != sat:
        yield _("替補"), sat, come
    for seat in seats:
        if (seat.substitute_id is None) != (seat.substitute_from is None):
            yield _("替補"), [seat.substitute_id, seat.substitute_from], None


def _columns(game: Game, acts: Sequence[Act], folded: FoldedGame) -> Iterator[Found]:
    expected = game_values(folded, len(folded.unconfirmed)) | {
        "state": game_state(folded),
        "book_version": sum(act.kind in COUNTED for act in acts),
    }
    for name, value in expected.items():
        if getattr(game, name) != value:
            yield _("半莊的 %(column)s") % {"column": name}, getattr(game, name), value
    if folded.timeline.items and game.event.rules_snapshot is None:
        yield _("賽事的規則"), None, _("第一鋪之後應已鎖定")


def _hands(game: Game, acts: Sequence[Act], folded: FoldedGame) -> Iterator[Found]:
    moments = {act.created_at for act in acts}
    stored = {row.number: row for row in game.hands.all()}
    expected = {row.number: row for row in hand_rows(game, folded, game.round.opened_at or game.event.created_at)}
    for number in sorted(stored.keys() | expected.keys()):
        old, new = stored.get(number), expected.get(number)
        what = _("第 %(number)s 鋪") % {"number": number}
        if old is None or new is None:
            yield what, old and old.name, new and new.name
        else:
            yield from _hand(what, old, new)
        if old is not None and old.recorded_at not in moments:
            yield f"{what} recorded_at", old.recorded_at, _("沒有這個時間的紀錄")


def _hand(what: str, old: HandRecord, new: HandRecord) -> Iterator[Found]:
    for name in _HAND_COLUMNS:
        stored, folded = getattr(old, name), getattr(new, name)
        if stored != folded and name == "book":
            parts = [key for key in sorted(stored.keys() | folded.keys()) if stored.get(key) != folded.get(key)]
            for part in parts:
                yield f"{what} {part}", stored.get(part), folded.get(part)
        elif stored != folded:
            yield f"{what} {name}", stored, folded


def _transfers(game: Game, folded: FoldedGame) -> Iterator[Found]:
    stored = {(row.hand, row.position): _transfer(row) for row in game.transfers.all()}
    expected = {(row.hand, row.position): _transfer(row) for row in transfer_rows(game, folded)}
    for hand, position in sorted(stored.keys() | expected.keys()):
        old, new = stored.get((hand, position)), expected.get((hand, position))
        if old != new:
            yield _("第 %(hand)s 鋪的第 %(position)s 項付分") % {"hand": hand, "position": position + 1}, old, new


def _transfer(row: Transfer) -> tuple[int | None, int | None, str, str]:
    return row.source, row.target, text(row.points), row.reason


def _seats(game: Game, folded: FoldedGame) -> Iterator[Found]:
    values = seat_values(folded)
    if game.round.ahead:  # the initial points are not set yet
        values = [{**one, "score": Decimal(0)} for one in values]
    for seat in game.seats.all():
        for name, value in values[seat.seat].items():
            if getattr(seat, name) != value:
                what = _("座位 %(seat)s 的 %(column)s") % {"seat": seat.seat, "column": name}
                yield what, getattr(seat, name), value


def _shared(game: Game, folded: FoldedGame) -> Iterator[Found]:
    day = game.round.day.isoformat()
    stored = [line(row) for row in game.adjustments.all()]
    due = shares(game, list(game.seats.all()), folded.rules.game, lambda: folded)
    expected = [(game.event_id, one.source, one.target, text(one.points), one.reason, day) for one in due]
    if stored != expected:
        yield _("平均發還"), stored, expected


def _sum(game: Game, folded: FoldedGame) -> Iterator[Found]:
    state, start = folded.state, folded.rules.game.start * 4
    if sum(state.scores) + state.house != start:
        yield _("四家和大會的總和"), sum(state.scores) + state.house, start
    moved = sum(
        (row.points * ((row.target is not None) - (row.source is not None)) for row in game.transfers.all()), Decimal(0)
    )
    held = sum((seat.score for seat in game.seats.all()), Decimal(0))
    if folded.timeline.items and moved + start != held:
        yield _("四家分數與付分"), held, moved + start
