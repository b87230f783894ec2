"""中途獎勵: payments made at once during a hand, won or not, outside the 拉 chain (league: 中途獎勵)."""

from collections.abc import Collection
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

from scoring.book import Transfer
from scoring.errors import ScoringError
from scoring.seats import OTHERS


@dataclass(frozen=True)
class Reward:
    """一種獎勵.

    who: "each_pays": the three others pay the seat; "one_pays": the seat named by `from` does; "pays_each": the seat
    pays the three others · units: how many 底 each payment is, for a player's first, second … in a hand (a single one
    repeats; of several there are no more) · simple_units: the same with `simple` (中張) · once: only once per player
    and hand · times: takes `times`, which multiplies · claimed: it takes the place of a declared win, so that a player
    who may claim nothing in this hand (禁止食糊) cannot have it · families: how many whole families of flowers it
    takes · flowers: how many flowers its player has · section: of the rule text · when_zh, when_en: what has to happen,
    "" where the text takes it as known.
    """

    kind: str
    name_zh: str
    name_en: str
    who: Literal["each_pays", "one_pays", "pays_each"]
    units: tuple[Decimal, ...]
    simple_units: Decimal | None = None
    once: bool = False
    times: bool = False
    claimed: bool = False
    families: int = 0
    flowers: int = 0
    section: str = ""
    when_zh: str = ""
    when_en: str = ""

    def keys(self) -> frozenset[str]:
        extra = {"from": self.who == "one_pays", "simple": self.simple_units is not None, "times": self.times}
        return frozenset(key for key, takes in extra.items() if takes)


def paid(reward: Reward, seat: int, source: int | None, base: Decimal, units: Decimal) -> tuple[Transfer, ...]:
    """The transfers of one reward: `units` 底 of `base` points each; `source` pays where one player does."""
    amount = base * units
    if reward.who == "pays_each":
        return tuple(Transfer(seat, other, amount, "reward") for other in OTHERS[seat])
    payers = OTHERS[seat] if source is None else (source,)
    return tuple(Transfer(payer, seat, amount, "reward") for payer in payers)


def refuse_banned(reward: Reward, seat: int, bans: Collection[int]) -> None:
    """Raise ScoringError (banned_player) for a banned seat and a reward that has to be claimed. For recording at the
    table. The fold accepts it: a document of a game says what was paid, right or wrong."""
    if reward.claimed and seat in bans:
        raise ScoringError(
            "banned_player",
            f"座位 {seat} 這局禁止食糊，不可收{reward.name_zh}。",
            f"Seat {seat} is banned from winning this hand and cannot have {reward.name_en}.",
        )
