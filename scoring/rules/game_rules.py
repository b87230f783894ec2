"""對局規則: what a rule set says about a game, as data: settlement, 拉, dealer, length, rewards, cards, clock.

A rule set that differs in a value changes a field; one that differs in kind names another policy. Code reads these
fields and asks no rule set for its name.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from types import MappingProxyType
from typing import Any, Literal

from scoring.points import ZERO
from scoring.rules.liability import LiabilityRules
from scoring.rules.rewards import Reward
from scoring.rules.settings import put

Raising = Literal["text", "free"]
"""內插: as 插花 says (T-20), or at any time between hands."""
Rounding = Literal["up", "down", "nearest", "exact"]
Worth = Callable[["GameRules", int, bool], Decimal]
"""What one payer pays for a count: (rules, 番, self-drawn) → points."""


def fan_is_points(rules: "GameRules", fan: int, self_draw: bool) -> Decimal:
    """番數就是分值: one 番 is one point, drawn or discarded (league, 授受法 1)."""
    return Decimal(fan)


def base_and_fifths(rules: "GameRules", fan: int, self_draw: bool) -> Decimal:
    """番 × 底/5 + 底: one 番 is a fifth of the 底, which every win costs once on top."""
    base = ZERO if rules.base is None else rules.base
    return base * (fan + 5) / 5


def base_and_tai(rules: "GameRules", fan: int, self_draw: bool) -> Decimal:
    """底 + 台數 × 台, drawn or discarded (tw-club 比賽辦法 4; tw-sixteen 詐胡 1)."""
    return (rules.base or ZERO) + (rules.tai or ZERO) * fan


@dataclass(frozen=True)
class PointsTable:
    """分數換算表: a table of points; 番 → what a discarder pays, what each of the three pays for an own draw."""

    rows: Mapping[int, tuple[int, int]]

    def __call__(self, rules: "GameRules", fan: int, self_draw: bool) -> Decimal:
        discarder, each = self.rows[fan]
        return Decimal(each if self_draw else discarder)


@dataclass(frozen=True)
class DealerFans:
    """莊家連拉: `flat` for being the dealer and `per_streak` for each 拉, in every payment to or from the dealer."""

    flat: int = 1
    per_streak: int = 2


@dataclass(frozen=True)
class ChainRules:
    """拉: a win is carried instead of paid.

    factor: what an open amount grows by when it is pulled again · share: what is paid when the payer turns the tables
    (the rest is void) · grown, halved: rounding of the product to whole points ("nearest": ties up) · carried: whose
    wins enter the chain (鋪鋪拉 / 莊拉); other wins are paid at once · surrender_every: 投降 after each n-th pull, None
    = never · first_pull: the win of a chain that is the first pull · winner_and_payer: what happens when both win the
    same tile of a third player.
    """

    factor: Decimal = Decimal("1.5")
    share: Decimal = Decimal("0.5")
    grown: Rounding = "up"
    halved: Rounding = "down"
    carried: Literal["every_win", "dealer_wins"] = "every_win"
    surrender_every: int | None = None
    first_pull: Literal["first", "second"] = "first"
    winner_and_payer: Literal["stays", "collect"] = "stays"


@dataclass(frozen=True)
class DealerRules:
    """輪莊: when the dealer stays. `shared_win`: the streak when the dealer and another player win the same tile."""

    stays_after_win: bool = True
    stays_after_draw: bool = True
    shared_win: Literal["reset", "plus_one"] = "reset"


@dataclass(frozen=True)
class WrongDealerRules:
    """做錯莊: the wrong dealer plays the hand. `skips_turn`: their next turn to deal is skipped · `very_next`: where
    that turn comes directly after this hand, whether it is skipped or the turn after it."""

    skips_turn: bool = True
    very_next: Literal["at_once", "next_turn"] = "at_once"


@dataclass(frozen=True)
class CardRules:
    """黃牌紅牌: `red_points` are lost with a red card; `second_red` is what a red with one in force becomes. Yellow
    counts until the end of the game, red until the end of the day."""

    red_points: Decimal
    second_red: tuple[object, ...]


@dataclass(frozen=True)
class BellRules:
    """鐘: how many more hands are finished when it rings during a hand (that one included) or between two.

    minutes: how long a game is played by the text, None without a clock · final_minutes: in a final, where the dealer
    stays; None where it is the same · warning: minutes before the end at which the room is warned.
    """

    during_hand: int = 1
    between_hands: int = 0
    minutes: int | None = None
    final_minutes: int | None = None
    warning: int = 5

    @property
    def stops_hand(self) -> bool:
        """A hand in progress is not finished: it counts nothing, what was paid in it remains paid."""
        return not self.during_hand


@dataclass(frozen=True)
class GameRules:
    """一套規則的對局部分.

    deals: length of a game (8 = two 圈) · start: points at the start · ends_at: the game is over when a hand is closed
    and a player has this or less, None for never · minimum_fan, maximum_fan: limits of a typed count · worth: policy 番
    → points · dealer_fans: None where the dealer neither gains nor loses · others_pay: what the two who neither won nor
    discarded pay a winner by discard · multi_fans: what each of 2 or 3 winners of one tile adds; numbers of winners
    without an entry are not allowed (攔胡) · base: one 底 in points, None where there is none · tai: one 台 likewise ·
    raised: 內插, how many 底 each seat has raised as the game begins, added to every payment that it makes or
    receives · raising: when a seat may raise between hands, None for never · chain: None where wins are paid at once ·
    rewards: by kind · cards: None where there are none · wrong_dealer: None where that has no rule · liability: 包牌,
    None where no player pays for another · robbed_pays_all: a player who is robbed of a kong pays what all three would
    pay for an own draw · not_ready: how many 底 a player who is not ready at 流局 pays each who is (和局不聽), None for
    nothing · kong_discarder_pays: a win on the replacement of a claimed kong is paid by the player who discarded its
    tile (碰槓) · false_win_hand: a hand can end as 詐胡 · false_win_passes: the dealer's own then passes the deal ·
    ban_broken: the offence of a player who claims or wins while 禁止食糊 is in force · bans_replayed: what becomes of
    禁止食糊 in a hand that is played again · repeats_last: how long broken rules are remembered, for growth and 初犯 ·
    shares_winnings: what a player had won whose results are cancelled goes to the other three: as it went, or as it is
    at the end where a substitute has taken the seat; empty where it does not · suspension_proposed: 停賽 takes effect
    once the head referee or an organiser has confirmed it · couples_apart: the section that keeps couples from sharing
    a table, empty where the text has none · seats_reordered: the section by which the same four never keep their order
    from one game to the next · on_credit: scores may go below zero; else players pay at most what they have ·
    objections: a player may still object to a hand that all four have confirmed · signed_after: when the four sign the
    card: after the game alone, or after every 圈 of it too · house_players_apart: the section that allows at most one
    湊腳 at a table, empty where the text has none · win_keys, draw_keys: the keys of those events beyond the common
    ones · switches: option id → value → path of a field → its value.
    """

    deals: int = 8
    start: Decimal = ZERO
    ends_at: Decimal | None = None
    minimum_fan: int = 1
    maximum_fan: int | None = None
    worth: Worth = fan_is_points
    dealer_fans: DealerFans | None = DealerFans()
    others_pay: Decimal = ZERO
    multi_fans: Mapping[int, int] = field(default_factory=lambda: MappingProxyType({1: 0}))
    base: Decimal | None = None
    tai: Decimal | None = None
    raised: tuple[int, int, int, int] = (0, 0, 0, 0)
    raising: Raising | None = None
    chain: ChainRules | None = None
    dealer: DealerRules = DealerRules()
    wrong_dealer: WrongDealerRules | None = None
    rewards: Mapping[str, Reward] = field(default_factory=lambda: MappingProxyType({}))
    cards: CardRules | None = None
    bell: BellRules = BellRules()
    liability: LiabilityRules | None = None
    robbed_pays_all: bool = False
    not_ready: Decimal | None = None
    kong_discarder_pays: bool = False
    false_win_hand: bool = False
    false_win_passes: bool = True
    ban_broken: str = "false_win"
    bans_replayed: Literal["end", "stay"] = "end"
    repeats_last: Literal["event", "day", "game"] = "event"
    shares_winnings: Literal["", "when_gone", "at_end"] = ""
    suspension_proposed: bool = False
    couples_apart: str = ""
    seats_reordered: str = ""
    on_credit: bool = True
    objections: Literal["open", "closed"] = "open"
    signed_after: Literal["game", "wind"] = "game"
    house_players_apart: str = ""
    win_keys: frozenset[str] = frozenset()
    draw_keys: frozenset[str] = frozenset()
    switches: Mapping[str, Mapping[str, Mapping[str, Any]]] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def stakes(self) -> tuple[Decimal, Decimal] | None:
        """(底, 每番) in points: what every win costs once and what each 番 adds; None where a table says it."""
        if isinstance(self.worth, PointsTable):
            return None
        base = self.worth(self, 0, False)
        return base, self.worth(self, 1, False) - base

    @property
    def wind_rounds(self) -> int:
        return self.deals // 4

    @property
    def minutes(self) -> int | None:
        """時限 of a game in minutes; None where the text has no clock."""
        final = self.bell.final_minutes if self.dealer.stays_after_win else None
        return final or self.bell.minutes

    def with_options(self, options: Mapping[str, str]) -> "GameRules":
        """The rules under these option values. Options and values that concern no game field change nothing."""
        changed = self
        for option, value in options.items():
            changed = put(changed, self.switches.get(option, {}).get(value, {}))
        return changed
