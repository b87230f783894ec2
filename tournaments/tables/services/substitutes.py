"""替補: players who play on in the seat of a player who may not, from the current hand on.

The points stay with the seat's player. The substitute confirms and signs from then on.
"""

from datetime import datetime

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext as _

from tournaments.core.event_log import Kind, append_act, changed
from tournaments.core.event_log import brought as brought_now
from tournaments.core.exceptions import CardSigned, Conflict, Invalid, NotOpen
from tournaments.core.locks import in_one_transaction, lock_event, retry_on_deadlock
from tournaments.models import Game, GameSeat, Player, Round
from tournaments.players.services import blacklist
from tournaments.players.services.apart import kept_from, pairs_of
from tournaments.players.services.blacklist import no_seat
from tournaments.tables.game_log.changes import closed_by
from tournaments.tables.game_log.read import GameLog
from tournaments.tables.game_log.replay import TAKEN_OVER, TakeOver, brought, take_overs
from tournaments.tables.services.carried_over import lock_played, standing_of_substitute
from tournaments.tables.services.writing import open_book


def sitting(seat: GameSeat, hand: int | None) -> Player:
    """Return the player of a hand (None: the last one) in this seat: its player, or the substitute from their first
    hand on."""
    if seat.substitute is None or (hand is not None and hand < (seat.substitute_from or 1)):
        return seat.player
    return seat.substitute


def may_step_in(game: Game) -> models.QuerySet[Player]:
    seats = GameSeat.objects.filter(game__event=game.event_id, round__state=Round.State.OPEN)
    taken = Q(pk__in=seats.values("player")) | Q(pk__in=seats.filter(substitute__isnull=False).values("substitute"))
    staff = Player.objects.filter(event=game.event_id, staff=True, withdrawn_at=None, barred="")
    return staff.exclude(taken).order_by("number")


@in_one_transaction
def step_in(*, game_id: int, seat: int, number: int, now: datetime) -> GameSeat:
    """替補: let the staff player with this number play on in this seat. Raises Conflict if it has a substitute or the
    player sits elsewhere; Invalid if the game is over, or the player is not staff or kept apart from one at the table;
    NotOpen, CardSigned."""
    # The games from which a player brings cards are locked before the one in which they sit down, to wait for a ruling
    # being made there now.
    game = Game.objects.select_related("round").filter(pk=game_id).first()
    known = Player.objects.filter(event=game.event_id, number=number).first() if game else None
    if game is not None and known is not None:
        lock_played([known.pk], round__number__lt=game.round.number)
    with open_book(game_id) as book:
        found = _checked_seat(book, seat)
        if found.substitute is not None:
            raise Conflict(_("%(name)s 已在這一家替補。") % {"name": found.substitute.name}, field="seat")
        player = _checked_player(book.game, found, number)
        found.substitute = player
        found.substitute_from = book.folded.state.hand_number
        standing = standing_of_substitute(book.game, seat, player.pk, now)
        hands = book.folded.hands
        closing = closed_by(hands[-1]) if hands else None
        after = next((item.born for item in book.folded.timeline.items if item.ref == closing), 0)
        come = TakeOver(seat, found.substitute_from, len(book.entries), after, now.isoformat(), standing)
        _store(book, found, [*take_overs(book.game.standing), come], now, Kind.SUBSTITUTE_IN)
        return found


@retry_on_deadlock
def take_back(*, game_id: int, seat: int, now: datetime, number: int | None = None) -> GameSeat:
    """取消替補: remove a substitute (if given, with this number) without a trace. Raises Conflict once they have
    finished a hand or been ruled on, and as `step_in` does."""
    with open_book(game_id) as book:
        found = _checked_seat(book, seat)
        if found.substitute is None:
            raise Conflict(_("這一家沒有替補。"), field="seat")
        if number not in (None, found.substitute.number):
            raise Conflict(_("座位剛剛有更改，請再看一次會怎樣。"), field="seat")
        if book.folded.state.hand_number != found.substitute_from:
            words = {"name": found.substitute.name, "hand": found.substitute_from}
            raise Conflict(_("%(name)s 已打完第 %(hand)s 鋪，不能取消替補。") % words, field="seat")
        if any(one.result.seat == seat and book.folded.plays(seat, ref) for ref, one in book.folded.ruled.items()):
            words = {"name": found.substitute.name}
            raise Conflict(_("%(name)s 替補之後已有判決，先推翻它才可取消替補。") % words, field="seat")
        found.substitute, found.substitute_from = None, None
        rest = [one for one in take_overs(book.game.standing) if one.seat != seat]
        _store(book, found, rest, now, Kind.SUBSTITUTE_OUT)
        return found


def _checked_seat(book: GameLog, seat: int) -> GameSeat:
    if book.game.round.state != Round.State.OPEN:
        raise NotOpen(_("未開始或者已結束，不能替補。"))
    if book.folded.timeline.signed:
        raise CardSigned(_("記分卡已有人簽署，不能替補。"))
    if book.folded.state.finished:
        raise Invalid(_("已打完，不能替補。"))
    found = GameSeat.objects.select_related("player", "substitute").filter(game=book.game, seat=seat).first()
    if found is None:
        raise Invalid(_("沒有這個座位。"), field="seat")
    return found


def _checked_player(game: Game, seat: GameSeat, number: int) -> Player:
    lock_event(game.event_id)
    player = Player.objects.filter(event=game.event_id, number=number).first()
    if player is None:
        raise Invalid(_("名單上沒有 %(number)s 號選手。") % {"number": number}, field="player")
    if not player.plays_on:
        raise Invalid(no_seat(player), field="player")
    if player in blacklist.entered_in(game.event, game.round.day):
        raise Invalid(blacklist.no_seat_sentence(player.name), field="player")
    if not player.staff:
        raise Invalid(_("%(name)s 不是湊腳，不能替補。") % {"name": player.name}, field="player")
    if not may_step_in(game).filter(pk=player.pk).exists():
        raise Conflict(_("%(name)s 已有座位。") % {"name": player.name}, field="player")
    others = GameSeat.objects.filter(game=game).exclude(pk=seat.pk).select_related("player", "substitute")
    sentence = kept_from(player, [sitting(other, None) for other in others], pairs_of(player.event_id))
    if sentence:
        raise Invalid(sentence, field="player")
    return player


def _store(book: GameLog, seat: GameSeat, come: list[TakeOver], now: datetime, kind: Kind) -> None:
    """Store the substitute. Sets `last_act_at` too, which is part of the mark that pages of tables and standings
    poll."""
    seat.save(update_fields=["substitute", "substitute_from"])
    standing = brought(book.game.standing)
    if come:
        standing[TAKEN_OVER] = [one.as_json() for one in sorted(come, key=lambda one: one.seat)]
    Game.objects.filter(pk=book.game.pk).update(last_act_at=now, standing=standing)
    book.game.standing = standing
    append_act(book.game.event.pk, kind, changed(seat, "substitute"), played=True, brought=brought_now(book.game))
