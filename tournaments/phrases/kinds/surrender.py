"""投降: which 拉 may be given up, and what is paid."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from scoring import GameState, surrenders
from tournaments.phrases.kinds.kind import Choice, Fans, Group, Kind, Moment, Other, seats_in
from tournaments.phrases.wording import Event, Wording


def surrender_offers(state: GameState, wording: Wording) -> tuple[Choice, ...]:
    """可以投降: chains whose payer may pay them off now."""
    return tuple(
        Choice(_said(wording, chain.payer, chain.winner), f"surrender.{chain.payer}.{chain.winner}")
        for chain in surrenders(state, wording.rules)
    )


def _said(wording: Wording, payer: int, winner: int) -> str:
    return _("%(payer)s 向 %(winner)s 投降") % {"payer": wording.name(payer), "winner": wording.name(winner)}


def _say(wording: Wording, event: Event, fans: Fans) -> str:
    return _said(wording, event["seat"], event["winner"])


def _read(parts: Sequence[str]) -> dict[str, Any] | None:
    seats = seats_in(parts)
    if not len(parts) == len(seats) == 2:
        return None
    return {"type": "surrender", "seat": seats[0], "winner": seats[1]}


def _now(moment: Moment) -> Group:
    return Group(_("投降"), _("付清這一條拉。"), surrender_offers(moment.state, moment.wording))


def _follows(event: Event, before: GameState, after: GameState, wording: Wording) -> list[str]:
    paid = next(move for move in after.open_hand.chain_moves[::-1] if move.kind == "surrender")
    return [wording.move(paid._asdict()), _("之後再被這一家食糊，由一鋪重新拉起")]


SURRENDER = Kind("surrender", _say, Other(_read, _now, _follows, _now), begins=True)
