"""Rights to confirm or sign for a seat, and the event's requirements for it. Shared by the pages and the API.

On the referee's phone a seat is confirmed in the event's way (tap, PIN, or the referee for all) and signed by drawing
or PIN. On their own phones, if the event allows them, players identified by link and PIN confirm and sign for
themselves only.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.utils.translation import gettext as _

from tournaments.core.access import GameAccess
from tournaments.core.exceptions import Invalid, NotAllowed
from tournaments.core.services import check_pin
from tournaments.models import Event, GameSeat


def may_confirm(access: GameAccess, seats: Sequence[int], pins: Mapping[int, str], now: datetime) -> str:
    if not access.writes:
        _own_phone(access, seats)
        return "phone"
    if access.event.confirmation == Event.Confirmation.REFEREE:
        return "referee"
    if access.event.confirmation == Event.Confirmation.PIN:
        for seat in seats:
            check_seat_pin(access.game.pk, seat, pins.get(seat, ""), now)
        return "pin"
    return "tap"


def may_object(access: GameAccess, seat: int) -> None:
    """Raise NotAllowed unless this requester may enter an objection for this seat: its player, or a referee for
    them."""
    if not access.writes:
        _own_phone(access, [seat])


def may_sign(access: GameAccess, seat: int, pin: str, now: datetime) -> str:
    if not access.writes:
        _own_phone(access, [seat])
        return "drawn" if access.event.signing == Event.Signing.DRAWN else "phone"
    if access.event.signing == Event.Signing.PIN:
        check_seat_pin(access.game.pk, seat, pin, now)
        return "pin"
    return "drawn"


def check_seat_pin(game_id: int, seat: int, pin: str, now: datetime) -> None:
    found = GameSeat.objects.filter(game_id=game_id, seat=seat).first()
    if found is None:
        raise Invalid(_("沒有這個座位。"), field="seat")
    check_pin(player_id=found.holder_id, pin=pin, now=now)


def _own_phone(access: GameAccess, seats: Sequence[int]) -> None:
    if access.seat is None or list(seats) != [access.seat]:
        raise NotAllowed(_("選手只可為自己的座位確認、提出異議及簽署。"))
    if access.own_seat is None:
        raise NotAllowed(_("這個賽事不用選手自己的電話確認，請在裁判的電話上進行。"))
