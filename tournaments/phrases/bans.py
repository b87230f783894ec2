"""禁止食糊 in words, for referees only: the reason of a ruling is private."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring import GameState, find_offence
from tournaments.phrases.wording import Wording


@dataclass(frozen=True)
class Ban:
    """A seat that may not win. `reason`: the offence (or ruling) behind it · `sentence`: in full.

    `breach`, `breach_name`: the offence of claiming or winning all the same.
    """

    seat: int
    name: str
    reason: str
    sentence: str
    breach: str
    breach_name: str


def bans_of(state: GameState, wording: Wording) -> Mapping[int, Ban]:
    return {seat: _ban(seat, state, wording) for seat in sorted(state.bans)}


def _ban(seat: int, state: GameState, wording: Wording) -> Ban:
    rulings = [one for one in state.open_hand.rulings if one.ban and one.seat == seat]
    reason = wording.offence_name(rulings[0].offence) if rulings else ""
    reason = reason or _("裁判判決")
    breach = find_offence(wording.rules.game.ban_broken, wording.rules.offences).slug
    words = {"name": wording.name(seat), "reason": reason}
    return Ban(
        seat=seat,
        name=wording.name(seat),
        reason=reason,
        sentence=wording.said(_("%(name)s 這一局禁止食糊（%(reason)s）")) % words,
        breach=breach,
        breach_name=wording.offence_name(breach),
    )
