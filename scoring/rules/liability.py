"""包牌、代位賠付: who pays in place of others for a win. Causes are data; who pays what is a pure function. A
referee names the seat and the cause at the table; the tiles of a hand can only rule a cause out."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from decimal import Decimal
from typing import NamedTuple

from scoring.book import Payment
from scoring.errors import missing_key
from scoring.event_fields import Event, as_seat, bad_event
from scoring.hand.hand import Hand
from scoring.hand.melds import Meld
from scoring.hand.tiles import GREEN, RED, WHITE
from scoring.seats import in_turn_after

Melds = Sequence[Meld]


def any_melds(melds: Melds) -> bool:
    return True


def four_melds_fed(melds: Melds) -> bool:
    """十二章: four melds are open, and the fourth may have been another player's tile; of four concealed kongs none
    was."""
    return len(melds) == 4 and _some_fed(melds)


def three_dragons_fed(melds: Melds) -> bool:
    """大三元: 白, 發 and 中 are open, and the third may have been another player's tile."""
    dragons = [meld for meld in melds if meld.tile in (WHITE, GREEN, RED)]
    return len(dragons) == 3 and _some_fed(dragons)


def _some_fed(melds: Iterable[Meld]) -> bool:
    return any(meld.claimed for meld in melds)


class Cause(NamedTuple):
    """包則 A reason for which a player pays in place of others.

    fits: whether the winner's melds allow this reason
    section: where the rule text has it
    """

    id: str
    name_zh: str
    name_en: str
    fits: Callable[[Melds], bool] = any_melds
    section: str = ""


class LiabilityRules(NamedTuple):
    """包牌的規則 When a player pays for a win in place of others.

    causes: id → reason
    own_draw_only: whether it applies to own draws only; for a discard the discarder pays as usual
    after_kong: whether it also applies to a win on the replacement tile of a kong
    most: how many players may share the payment
    """

    causes: Mapping[str, Cause]
    own_draw_only: bool = False
    after_kong: bool = True
    most: int = 3


def read_liable(
    event: Event, rules: LiabilityRules | None, winners: Sequence[int], source: int | None
) -> tuple[tuple[int, ...], str]:
    """The liable seats and the cause of a win, () and "" if there are none. Raises missing_key or bad_event."""
    liable, cause = event.get("liable"), event.get("cause")
    if rules is None or (liable is None and cause is None):
        return (), ""
    if liable is None or cause is None:
        raise missing_key("liable" if liable is None else "cause")
    if not isinstance(cause, str) or cause not in rules.causes:
        raise bad_event(f"這套規則沒有「{cause}」這種包法。", f"“cause”: these rules have no cause {cause!r}.")
    if len(winners) > 1 or (rules.own_draw_only and source is not None):
        raise bad_event("出銃由出銃者獨付，沒有包牌。", "“liable”: a discarder pays alone, nobody pays in their place.")
    listed = liable if isinstance(liable, list | tuple) else (liable,)
    seats = tuple(as_seat(seat, "liable") for seat in listed)
    if not seats or len(seats) > rules.most or len(set(seats)) < len(seats):
        raise bad_event(
            "「liable」要是不同的座位，數目不可多過規則所定。",
            "“liable” must be different seats, no more of them than the rules allow.",
        )
    if winners[0] in seats:
        raise bad_event("食糊者不能包自己。", "“liable” cannot be the winner.")
    return seats, cause


def refuse_cause(cause: str, hand: Hand, rules: LiabilityRules | None) -> None:
    """Raise bad_event where the winner's tiles rule the cause out, or the win was on a kong's replacement."""
    if rules is None or not cause:
        return
    if not rules.causes[cause].fits(hand.melds):
        name = rules.causes[cause]
        raise bad_event(f"食糊者的明章不成{name.name_zh}。", f"“cause”: the winner's melds allow no {name.id}.")
    if not rules.after_kong and hand.replacements[-1:] == ("kong",):
        raise bad_event("槓後自摸不用包。", "“liable”: nobody is liable for a win on a kong's replacement.")


def taken_over(payments: Sequence[Payment], liable: Sequence[int]) -> tuple[Payment, ...]:
    """包付: the liable seats pay one winner all these payments in equal whole points, each in one sum. The remainder
    falls on the first of them in turn order after the winner."""
    first = payments[0]
    winner, fan, multi = first.winner, first.fan, first.multi
    total = sum([payment.points for payment in payments], Decimal(0))
    share = total // len(liable)
    shares = [total - share * (len(liable) - 1)] + [share] * (len(liable) - 1)
    return tuple(
        [
            Payment(winner, seat, fan, multi, 0, points, "liability")
            for seat, points in zip(in_turn_after(winner, liable), shares, strict=True)
        ]
    )
