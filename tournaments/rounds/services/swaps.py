"""座位錯了: correct the seats of a round after some hands, or before the first one.

Hands, points and confirmations of the other chairs belong to the chair; cards and offences from earlier games belong to
the person. So the acts stay, the players of the seats change, each affected game is replayed with the cards its players
bring, and so are later games with the cards they leave with. A ruling concerns the player who really sat there. Players
in a new chair confirm its hands again, and a signed card is reopened. All of it is done or nothing.
"""

import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any

from django.db import transaction
from django.db.models import Model
from django.utils.translation import gettext as _

from scoring import ScoringError
from tournaments.core.event_log import Kind, added, append_act, brought, changed, removed
from tournaments.core.exceptions import Conflict, Invalid, NeedsConfirmation, refused_by_rules
from tournaments.core.locks import in_one_transaction, lock_event, lock_later, lock_round, retry_on_deadlock
from tournaments.models import Act, EventAct, Game, GameSeat, Player, Round
from tournaments.players.services import blacklist, places, registrations, roster
from tournaments.players.services.apart import kept_apart_at, pairs_of
from tournaments.players.services.blacklist import no_seat
from tournaments.rounds.services.rounds import count_again
from tournaments.rounds.services.seating import SeatError, orders_kept
from tournaments.rounds.services.stages import not_in_stage
from tournaments.tables.game_log.read import Actor, read_book, round_text, rules_of
from tournaments.tables.services.carried_over import lock_played, standing_for
from tournaments.tables.services.refunds import redistribute
from tournaments.tables.services.reopening import reopen_card
from tournaments.tables.services.substitutes import sitting
from tournaments.tables.services.writing import listening, write

Chairs = Mapping[tuple[int, int], int]

LONGEST = 300
_ON_PLAYERS = (Kind.PLAYERS_ADDED, Kind.PLAYER_CHANGED)


@dataclass(frozen=True)
class Plan:
    """更正座位: the seats to change with the players who really sat there; and the questions to confirm."""

    seats: tuple[tuple[GameSeat, Player], ...]
    questions: tuple[str, ...]

    @property
    def people(self) -> list[int]:
        return sorted({pk for seat, player in self.seats for pk in (seat.player_id, player.pk) if pk})

    @property
    def games(self) -> list[int]:
        return sorted({seat.game_id for seat, _player in self.seats})


@in_one_transaction
def reseat(
    *,
    round_id: int,
    chairs: Chairs,
    reason: str,
    actor: Actor,
    now: datetime,
    confirmed: bool = False,
    seen: Chairs | None = None,
) -> Plan:
    """更正座位: put these players in these chairs of a round; players not named keep theirs. Idempotent.

    `seen`: the players of the chairs in the preview. Raises Invalid without a reason, for an unknown chair or player,
    two chairs for one person, a substitute in a chair, or a game that becomes impossible; before play begins, also for
    a table at which a player may not sit, or two who are kept apart. Raises Conflict for a void round, a closed stage,
    or other people in the chairs than in the preview; NeedsConfirmation for violations that may have happened in play.
    """
    round_ = lock_round(round_id)
    _check_round(round_)
    reason = reason.strip()[:LONGEST]
    if not reason:
        raise Invalid(_("請寫下原因。"), field="reason")
    _lock_games(round_, chairs)
    lock_event(round_.event_id)
    _check_seen(round_, chairs, seen)
    plan = _plan(round_, chairs)
    if plan.questions and not confirmed:
        raise NeedsConfirmation("".join(plan.questions) + _("確定座位是這樣？"))
    if plan.seats:
        _write(round_, plan, reason, actor, now)
    return plan


@in_one_transaction
def fill(
    *,
    game: Game,
    seat: int,
    number: int | None,
    registration_id: int | None,
    name: str,
    held: int | None,
    actor: Actor,
    now: datetime,
) -> Player:
    """補上: fill a seat. Before the start it is given to another player, after it a 湊腳 plays on in it. A new name is
    added to the list. `held`: the player whom the page showed in the seat, 0 for none. Raises as `reseat`,
    `registrations.bring_in` and `substitutes.step_in` do."""
    round_ = lock_round(game.round_id)
    who: dict[str, Any] = {"registration_id": registration_id, "name": name}
    if not round_.ahead:
        found = GameSeat.objects.select_related("game__event").filter(game=game, seat=seat).first()
        if found is None:
            raise Invalid(_("沒有這個座位。"), field="seat")
        return registrations.fill(seat=found, number=number, **who, now=now)
    if number is None:
        _lock_games(round_, {})  # before the event, which adding a player locks
        number = registrations.bring_in(event=round_.event, **who, staff=False).number
    chair = (game.table.number, seat)
    reseat(
        round_id=round_.pk,
        chairs={chair: number},
        seen=None if held is None else {chair: held} if held else {},
        reason=_("補上"),
        actor=actor,
        now=now,
        confirmed=True,
    )
    return Player.objects.get(event=round_.event_id, number=number)


@in_one_transaction
def unfill(*, game: Game, seat: int, number: int, held: int, actor: Actor, now: datetime) -> Player | None:
    """Undo `fill` before the start: give the seat of player `number` back to `held`, or leave it empty (0). If `fill`
    had added the player to the list, they are removed from it and returned, and their registration waits again. Raises
    as `reseat` does; Conflict once the round has begun or if the seat is another player's."""
    round_, chair = lock_round(game.round_id), (game.table.number, seat)
    _check_round(round_)
    if not round_.ahead or holders(round_, {chair: number}) != {chair: number}:
        raise Conflict(_("座位剛剛有更改，請再看一次會怎樣。"))
    found = GameSeat.objects.select_related("player").get(game=game, seat=seat)
    if held:
        reseat(round_id=round_.pk, chairs={chair: held}, reason=_("復原"), actor=actor, now=now, confirmed=True)
    else:
        lock_event(round_.event_id)
        gone = removed(found)
        GameSeat.objects.filter(pk=found.pk).delete()
        append_act(round_.event_id, Kind.SEATS_CORRECTED, gone, user_id=actor.user_id, played=True, reason=_("復原"))
    act = _listed_by_fill(found)
    if act is None:
        return None
    try:
        with transaction.atomic():
            gone = roster.delete_players([found.player])
    except Conflict:  # has another seat or a ruling
        return None
    append_act(round_.event_id, Kind.PLAYERS_UNDONE, gone, user_id=actor.user_id, undoes=act, played=True)
    return found.player


def _listed_by_fill(seat: GameSeat) -> int | None:
    """Return the act by which `fill` added the player of this seat to the list, if that is the last one about them."""
    player = seat.player
    if player.check_ins.exists():
        return None
    acts = EventAct.objects.filter(event=player.event_id).order_by("-number")
    named = [act for act in acts.filter(kind__in=_ON_PLAYERS) if _names(act, player)]
    if len(named) != 1:
        return None
    number = named[0].number
    filled = acts.filter(kind=Kind.SEATS_CORRECTED, number__range=(number + 1, number + 2))
    return number if any(_names(act, seat) for act in filled) else None


def _names(act: EventAct, row: Model) -> bool:
    return str(row.pk) in act.payload["rows"].get(row._meta.label_lower, {})


def _lock_games(round_: Round, chairs: Chairs) -> None:
    named = Player.objects.filter(event=round_.event_id, number__in=list(chairs.values())).values_list("pk", flat=True)
    seated = GameSeat.objects.filter(round=round_).values_list("player", flat=True)
    lock_played([*named, *seated], round__number__lt=round_.number)
    lock_later(round_.event_id, after=round_.number - 1)


def _check_round(round_: Round) -> None:
    words = {"number": round_.number, "stage": round_.stage.name}
    if round_.void:
        raise Conflict(round_text(round_, _("第 %(number)s 個半莊已作廢。請先取消作廢。")))
    if round_.stage.closed_at is not None:
        raise Conflict(_("「%(stage)s」已經結束。請先重開這個階段，才可更正座位。") % words)


def _check_seen(round_: Round, chairs: Chairs, seen: Chairs | None) -> None:
    if seen is not None and holders(round_, chairs) not in (seen, chairs):
        raise Conflict(_("座位剛剛有更改，請再看一次會怎樣。"))


def _write(round_: Round, plan: Plan, reason: str, actor: Actor, now: datetime) -> None:
    people, moves = plan.people, dict[int, dict[str, list[int]]]()
    for seat, player in plan.seats:
        before = seat.player.number if seat.player_id else 0
        moves.setdefault(seat.game_id, {})[str(seat.seat)] = [before, player.number]
        seat.player = player
    # No player may have two seats, even temporarily: the rows are deleted together and inserted again.
    rows = [seat for seat, _player in plan.seats]
    filled = [seat for seat in rows if seat.pk is None]
    GameSeat.objects.filter(pk__in=[seat.pk for seat in rows]).delete()
    rows = GameSeat.objects.bulk_create(rows)
    games = []
    for pk in sorted(moves):
        game = Game.objects.select_related("event", "round__stage", "table").get(pk=pk)
        _begin_again(game, moves[pk], reason, actor, now)
        games.append(game)
    append_act(
        round_.event_id,
        Kind.SEATS_CORRECTED,
        [one for seat in rows for one in (added(seat) if seat in filled else changed(seat, "player"))],
        user_id=actor.user_id,
        brought=brought(*games) if not round_.ahead else {},
        played=True,
        reason=reason,
    )
    if not round_.ahead:
        count_again(round_.event, people, after=round_.number, reason=reason, actor=actor, now=now)
        for game in games:
            redistribute(game, rules_of(round_.event, round_).game)


def _begin_again(game: Game, moves: Mapping[str, list[int]], reason: str, actor: Actor, now: datetime) -> None:
    book = read_book(game)
    old = game.standing
    game.standing = {} if game.round.ahead else standing_for(game)
    if not book.entries:
        game.last_act_at = now  # polling pages compare it
        game.save(update_fields=["standing", "last_act_at"])
        return
    try:
        after = book.replay(book.folded.timeline)
    except ScoringError as error:
        words = {"table": game.table.number, "detail": refused_by_rules(error).detail}
        refusal = Invalid(_("這樣第 %(table)s 檯的記錄便不成立：%(detail)s") % words, field="seats")
        refusal.code = error.code
        raise refusal from error
    payload = {
        "standing": game.standing,
        "before": old,
        "changes": after.state.hands != book.folded.state.hands,
        "seats": dict(moves),
    }
    answer = {"act": len(book.entries) + 1, "book_version": game.book_version + 1}
    write(book, "reseat", payload, answer, actor=actor, client_key=uuid.uuid4(), now=now, reason=reason)
    reopen_card(game, reason=reason, actor=actor, now=now)


def _plan(round_: Round, chairs: Chairs) -> Plan:
    seats = {(seat.game.table.number, seat.seat): seat for seat in _seats(round_)}
    if round_.ahead:  # chairs of players who have withdrawn since
        for game in round_.games.select_related("table"):
            for empty in {(game.table.number, number) for number in range(4)} & chairs.keys() - seats.keys():
                seats[empty] = GameSeat(game=game, round=round_, seat=empty[1])
    players = {player.number: player for player in Player.objects.filter(event=round_.event_id)}
    moved: list[tuple[GameSeat, Player]] = []
    for (table, number), holder in sorted(chairs.items()):
        seat, player = seats.get((table, number)), players.get(holder)
        if seat is None:
            raise Invalid(_("第 %(table)s 檯沒有這個座位。") % {"table": table}, field="seats")
        if player is None:
            raise Invalid(_("名單上沒有 %(number)s 號選手。") % {"number": holder}, field="seats")
        if player.pk != seat.player_id:
            moved.append((seat, player))
    _check_moved(moved, seats.values())
    _check_newcomers(round_, moved, seats.values())
    return Plan(tuple(moved), tuple(_questions(round_, moved, seats.values())))


def _questions(round_: Round, moved: Sequence[tuple[GameSeat, Player]], seats: Iterable[GameSeat]) -> list[str]:
    """Return conflicts with 固定檯, 不得同檯 and 搬風. After play, seats are corrected to what happened once these are
    confirmed; before play the first two are refused."""
    moves = {_chair(seat): player for seat, player in moved}
    changing = {seat.game_id for seat, _player in moved}
    tables: dict[int, list[Player]] = {}
    for seat in seats:
        if seat.game_id in changing and (seat.player_id or _chair(seat) in moves):
            four = tables.setdefault(seat.game.table.number, [])
            four.append(moves.get(_chair(seat)) or sitting(seat, None))
    allowed, pairs = places.allowed_tables(round_.event_id), pairs_of(round_.event_id)
    faults = [
        (seat.game.table.number, sentence)
        for seat, player in moved
        if (sentence := places.refusal(player, seat.game.table.number, allowed))
    ]
    faults += [(table, sentence) for table, there in tables.items() for sentence in kept_apart_at(there, pairs)]
    if faults and round_.ahead:
        raise Invalid(SeatError(*faults[0]).refusal, field="seats")
    faults += orders_kept(round_, tables).items()
    return [_("第 %(table)s 檯：%(sentence)s") % {"table": table, "sentence": one} for table, one in faults]


def _chair(seat: GameSeat) -> tuple[int, int]:
    return seat.game_id, seat.seat


def _seats(round_: Round) -> list[GameSeat]:
    rows = GameSeat.objects.filter(round=round_).select_related("player", "substitute", "game__table")
    return list(rows.order_by("game__table__number", "seat"))


def _check_moved(moved: Sequence[tuple[GameSeat, Player]], seats: Iterable[GameSeat]) -> None:
    """Check that no substitutes are involved, and that a player who is given a chair has left their other one."""
    stepped_in = {seat.substitute_id: seat for seat in seats if seat.substitute_id is not None}
    for seat, player in moved:
        if seat.substitute is not None:
            words = {"table": seat.game.table.number, "name": seat.substitute.name}
            text = _("第 %(table)s 檯這一家由 %(name)s 替補，不能更正座位。請先取消替補。")
            raise Invalid(text % words, field="seats")
        if player.pk in stepped_in:
            words = {"table": stepped_in[player.pk].game.table.number, "name": player.name}
            raise Invalid(_("%(name)s 在第 %(table)s 檯替補，不能坐另一家。") % words, field="seats")
    now = {_chair(seat): seat.player_id for seat in seats} | {_chair(seat): player.pk for seat, player in moved}
    holders = list(now.values())
    for _seat, player in moved:
        if holders.count(player.pk) > 1:
            words = {"name": player.name}
            raise Invalid(_("%(name)s 會有兩個座位。請說明原來那個座位是誰坐。") % words, field="seats")


def _check_newcomers(round_: Round, moved: Sequence[tuple[GameSeat, Player]], seats: Iterable[GameSeat]) -> None:
    seated = {seat.player_id for seat in seats}
    come = [player for _seat, player in moved if player.pk not in seated]
    for player in come:
        if not player.plays_on:
            raise Invalid(no_seat(player), field="seats")
    for player in blacklist.entered_in(round_.event, round_.day) if come else ():
        if player in come:
            raise Invalid(blacklist.no_seat_sentence(player.name), field="seats")
    stranger = not_in_stage(round_, [player.pk for player in come]).first()
    if stranger is not None:
        raise Invalid(_("%(name)s 不在這個階段或場次。") % {"name": stranger.name}, field="seats")


def holders(round_: Round, chairs: Chairs) -> dict[tuple[int, int], int]:
    seated = {(seat.game.table.number, seat.seat): seat.player.number for seat in _seats(round_)}
    return {chair: player for chair, player in seated.items() if chair in chairs}


@dataclass(frozen=True)
class Place:
    """The seat of a player, the chair's results in this round including open 拉, and the player's cards there."""

    table: int
    seat: int
    points: Decimal
    pending_in: Decimal
    pending_out: Decimal
    cards: tuple[str, ...]


@dataclass(frozen=True)
class Moved:
    player: Player
    before: Place | None
    after: Place | None

    @property
    def pending(self) -> bool:
        places = [one for one in (self.before, self.after) if one is not None]
        return any(one.pending_in or one.pending_out for one in places)


@dataclass(frozen=True)
class Preview:
    """The effects of a correction. `recorded`: these games have log entries · `reopened`: tables whose card has a
    signature · `later`: later games that are replayed, by round and table."""

    recorded: bool
    people: tuple[Moved, ...]
    questions: tuple[str, ...]
    reopened: tuple[int, ...]
    later: tuple[tuple[int, int], ...]


@retry_on_deadlock
def preview(*, round_id: int, chairs: Chairs, actor: Actor, now: datetime, seen: Chairs | None = None) -> Preview:
    """Make the correction and roll it back, to show its effects. Raises as `reseat`, except NeedsConfirmation."""
    with transaction.atomic(), listening() as heard:
        round_ = lock_round(round_id)
        _check_round(round_)
        _check_seen(round_, chairs, seen)
        plan = _plan(round_, chairs)
        people = plan.people
        before, reopened = _places(plan.games)
        recorded = Act.objects.filter(game__in=plan.games).exists()
        reseat(round_id=round_id, chairs=chairs, reason="-", actor=actor, now=now, confirmed=True)
        after, _signed = _places(plan.games)
        transaction.set_rollback(True)
    players = Player.objects.filter(pk__in=people).order_by("number")
    games = [change.book.game for change in heard if change.kind == "carry"]
    later = sorted({(game.round.number, game.table.number) for game in games})
    moved = tuple(Moved(player, before.get(player.pk), after.get(player.pk)) for player in players)
    return Preview(recorded, moved, plan.questions, tuple(reopened), tuple(later))


def _places(games: Sequence[int]) -> tuple[dict[int, Place], list[int]]:
    found: dict[int, Place] = {}
    signed = []
    for game in Game.objects.filter(pk__in=games).select_related("event", "round", "table").order_by("pk"):
        folded = read_book(game).folded
        if folded.timeline.signed:
            signed.append(game.table.number)
        for seat in GameSeat.objects.filter(game=game):
            cards = tuple(folded.state.cards_in_force[seat.seat])
            found[seat.player_id] = Place(
                game.table.number, seat.seat, seat.score, seat.pending_in, seat.pending_out, cards
            )
    return found, sorted(signed)
