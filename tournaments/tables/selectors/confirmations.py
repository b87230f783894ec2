"""確認: who still has to confirm what. One strip serves the referee's phone (tap, PIN or one button for all, as the
event is set up) and the player's own phone (their seat only)."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.core.access import GameAccess
from tournaments.models import Event
from tournaments.phrases.names import Seat
from tournaments.phrases.wording import Wording, listed, wording_at
from tournaments.tables.game_log.changes import hand_line
from tournaments.tables.game_log.replay import FoldedGame, FoldedHand
from tournaments.tables.selectors.seats import seats_of
from tournaments.tables.selectors.table import SeatCard


@dataclass(frozen=True)
class SeatConfirmation:
    seat: int
    name: str
    wind: str
    waiting: tuple[int, ...]
    objected: bool
    may: bool

    @property
    def done(self) -> bool:
        return not self.waiting and not self.objected


@dataclass(frozen=True)
class WaitingHand:
    """`objection`: the reason as this viewer may read it · `objector`: the player's name, if any."""

    number: int
    title: str
    result: str
    objection: str
    objector: str


@dataclass(frozen=True)
class Confirmations:
    """確認列. `mode`: tap, pin, referee, phone (a player's own), or watch (read only)."""

    game_id: int
    mode: str
    hands: tuple[WaitingHand, ...]
    seats: tuple[SeatConfirmation, ...]
    writes: bool
    may_object: bool

    @property
    def disputed(self) -> WaitingHand | None:
        return next((hand for hand in self.hands if hand.objector), None)

    @property
    def settled(self) -> bool:
        return not self.hands

    @property
    def last(self) -> WaitingHand | None:
        return self.hands[-1] if self.hands else None

    @property
    def asks(self) -> list[SeatConfirmation]:
        return [seat for seat in self.seats if seat.may and seat.waiting and not seat.objected]

    def why_not(self, seat: int) -> str:
        """Why this seat has nothing to confirm now, and what to do; "" when it has."""
        one = next(one for one in self.seats if one.seat == seat)
        if one.objected:
            return _("%(name)s 有異議，等裁判更正或維持原判。") % {"name": one.name}
        if one.waiting or self.settled:
            return ""
        others = [other.name for other in self.seats if other.waiting and not other.objected]
        if not others:
            return _("%(name)s 已確認。") % {"name": one.name}
        return _("%(name)s 已確認，還差 %(others)s。") % {"name": one.name, "others": listed(others)}


def confirmations(
    access: GameAccess, folded: FoldedGame, wording: Wording | None = None, seats: Sequence[Seat] | None = None
) -> Confirmations:
    """What waits for confirmation, as this person may act on it. `seats`: passed in where they are loaded already."""
    seats = seats or seats_of(access.game, folded.state, folded.rules)
    words = wording or wording_at(seats, folded.rules)
    mode = _mode(access)
    return Confirmations(
        game_id=access.game.pk,
        mode=mode,
        hands=tuple(_waiting(hand, words) for hand in folded.unconfirmed),
        seats=tuple(_seat(seat, folded, _may(access, mode, seat.seat)) for seat in seats),
        writes=access.writes,
        may_object=mode != "watch",
    )


def cards_to_tap(
    cards: Sequence[SeatCard], strip: Confirmations | None
) -> list[tuple[SeatCard, SeatConfirmation | None]]:
    """Each seat's card with its pending confirmation: while a hand waits no win can be recorded, so a tap on the card
    confirms."""
    if strip is None or strip.settled or not strip.writes:
        return [(card, None) for card in cards]
    return [(card, strip.seats[card.seat]) for card in cards]


def _mode(access: GameAccess) -> str:
    if access.writes:
        return str(access.event.confirmation)
    if access.own_seat is not None:
        return "phone"
    return "watch"


def _may(access: GameAccess, mode: str, seat: int) -> bool:
    if mode == "phone":
        return seat == access.own_seat
    return mode in (Event.Confirmation.TAP, Event.Confirmation.PIN, Event.Confirmation.REFEREE)


def _seat(seat: Seat, folded: FoldedGame, may: bool) -> SeatConfirmation:
    waiting = tuple(hand.number for hand in folded.unconfirmed if seat.seat in hand.missing)
    objected = any(hand.objection and hand.objection[0] == seat.seat for hand in folded.unconfirmed)
    return SeatConfirmation(seat.seat, seat.plays, seat.wind, waiting, objected, may)


def _waiting(hand: FoldedHand, words: Wording) -> WaitingHand:
    line = hand_line(hand)
    objection = hand.objection
    return WaitingHand(
        number=hand.number,
        title=words.title(line),
        result=words.result(line),
        objection=objection[2] if objection else "",
        objector=words.name(objection[0]) if objection else "",
    )
