"""長度: for how many 圈 a game is played, where organisers may choose: a reading whose values set `deals`. A game of
another length only has another last deal: names, dealer, 連莊, 拉 and the end follow from it."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from decimal import Decimal
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from scoring.book import Transfer
from scoring.errors import ScoringError
from scoring.points import ZERO
from scoring.rules.liability import LiabilityRules
from scoring.rules.settings import put
from scoring.seats import OTHERS, SEATS, TurnOrder, seat_winds, turn_order

if TYPE_CHECKING:
    from scoring.rules.rule_data import RuleData


class Reward(NamedTuple):
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


def eight_and_fan(rules: "GameRules", fan: int, self_draw: bool) -> Decimal:
    """底分 8 and one point for each 番 (國標)."""
    return Decimal(8 + fan)


@dataclass(frozen=True)
class PointsTable:
    """分數換算表: a table of points; 番 → what a discarder pays, what each of the three pays for an own draw."""

    rows: Mapping[int, tuple[int, int]]

    def __call__(self, rules: "GameRules", fan: int, self_draw: bool) -> Decimal:
        discarder, each = self.rows[fan]
        return Decimal(each if self_draw else discarder)


class DealerFans(NamedTuple):
    """莊家連拉: `flat` for being the dealer and `per_streak` for each 拉, in every payment to or from the dealer."""

    flat: int = 1
    per_streak: int = 2


class ChainRules(NamedTuple):
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


class DealerRules(NamedTuple):
    """輪莊: when the dealer stays. `shared_win`: the streak when the dealer and another player win the same tile."""

    stays_after_win: bool = True
    stays_after_draw: bool = True
    shared_win: Literal["reset", "plus_one"] = "reset"


class WrongDealerRules(NamedTuple):
    """做錯莊: the wrong dealer plays the hand. `skips_turn`: their next turn to deal is skipped · `very_next`: where
    that turn comes directly after this hand, whether it is skipped or the turn after it."""

    skips_turn: bool = True
    very_next: Literal["at_once", "next_turn"] = "at_once"


class CardRules(NamedTuple):
    """黃牌紅牌: `red_points` are lost with a red card; `second_red` is what a red with one in force becomes. Yellow
    counts until the end of the game, red until the end of the day."""

    red_points: Decimal
    second_red: tuple[object, ...]


class BellRules(NamedTuple):
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


class GameRules(NamedTuple):
    """一套規則的對局部分.

    deals: length of a game (8 = two 圈) · seat_orders: for each 圈 the seats in the order of their deals and turns, the
    last one for all later ones · start: points at the start · ends_at: the game is over when a hand is closed
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
    at the end where a substitute has taken the seat; empty where it does not · dealer_thrown: 起莊, the dice name who
    deals first, else the East seat does · suspension_proposed: 停賽 takes effect once the head referee or an organiser
    has confirmed it · couples_apart: the section that keeps couples from sharing a table, empty where the text has
    none · seats_reordered: the section by which the same four never keep their order from one game to the next ·
    on_credit: scores may go below zero; else players pay at most what they have ·
    objections: a player may still object to a hand that all four have confirmed · signed_after: when the four sign the
    card: after the game alone, or after every 圈 of it too · house_players_apart: the section that allows at most one
    湊腳 at a table, empty where the text has none · table_points: 名次分 for each place at a table, which come before
    the points in the standings; empty where those go by points alone · win_keys, draw_keys: the keys of those events
    beyond the common ones · switches: option id → value → path of a field → its value.
    """

    deals: int = 8
    seat_orders: tuple[TurnOrder, ...] = (SEATS,)
    start: Decimal = ZERO
    ends_at: Decimal | None = None
    minimum_fan: int = 1
    maximum_fan: int | None = None
    worth: Worth = fan_is_points
    dealer_fans: DealerFans | None = DealerFans()
    others_pay: Decimal = ZERO
    multi_fans: Mapping[int, int] = MappingProxyType({1: 0})
    base: Decimal | None = None
    tai: Decimal | None = None
    raised: tuple[int, int, int, int] = (0, 0, 0, 0)
    raising: Raising | None = None
    chain: ChainRules | None = None
    dealer: DealerRules = DealerRules()
    wrong_dealer: WrongDealerRules | None = None
    rewards: Mapping[str, Reward] = MappingProxyType({})
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
    repeats_last: Literal["event", "day", "game", "hand"] = "event"
    shares_winnings: Literal["", "when_gone", "at_end"] = ""
    suspension_proposed: bool = False
    dealer_thrown: bool = True
    couples_apart: str = ""
    seats_reordered: str = ""
    on_credit: bool = True
    objections: Literal["open", "closed"] = "open"
    signed_after: Literal["game", "wind"] = "game"
    house_players_apart: str = ""
    table_points: tuple[int, ...] = ()
    win_keys: frozenset[str] = frozenset()
    draw_keys: frozenset[str] = frozenset()
    switches: Mapping[str, Mapping[str, Mapping[str, Any]]] = MappingProxyType({})

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

    def turn_order(self, deal: int, dealer: int) -> TurnOrder:
        """輪序 The seats in turn order in the 圈 of this deal, the one who deals first in it in front."""
        return turn_order(self.seat_orders, deal, dealer)

    def seat_winds(self, deal: int, dealer: int) -> tuple[str, ...]:
        """門風 of seats 0–3 in the hand of this deal."""
        return seat_winds(dealer, self.turn_order(deal, dealer))

    def chairs(self, deal: int, dealer: int) -> tuple[int, ...]:
        """換位: the chair at the table of seats 0–3 in the 圈 of this deal, counted in turn from seat 0's own."""
        order, first = self.turn_order(deal, dealer), self.seat_orders[min(deal // 4, len(self.seat_orders) - 1)][0]
        return tuple((order.index(seat) + order[0] - first) % 4 for seat in SEATS)

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


_WIND_ROUNDS = MappingProxyType({"one": 1, "two": 2, "four": 4})


def lengths(published: str, *others: str, bell: BellRules | None = None) -> Mapping[str, Mapping[str, Any]]:
    """The switch of a reading of the length: its values, the published one first. bell: as published, where the text
    gives a game its minutes: a shorter one has its share of them."""
    whole = _WIND_ROUNDS[published]
    return MappingProxyType({word: _played_for(_WIND_ROUNDS[word], whole, bell) for word in (published, *others)})


def _played_for(rounds: int, whole: int, bell: BellRules | None) -> dict[str, Any]:
    deals = {"deals": rounds * len(SEATS)}
    if bell is None:
        return deals
    share = bell._replace(
        minutes=bell.minutes and bell.minutes * rounds // whole,
        final_minutes=bell.final_minutes and bell.final_minutes * rounds // whole,
    )
    return deals | {"bell": share}


def lengths_of(rules: "RuleData") -> dict[int, dict[str, str]]:
    """可打的圈數: how many 圈 a game may have under these rules → the option for it; empty without a choice."""
    found = {
        fields["deals"] // len(SEATS): {option: value}
        for option, values in rules.game.switches.items()
        for value, fields in values.items()
        if "deals" in fields
    }
    return dict(sorted(found.items()))


def played_for(rules: "RuleData", wind_rounds: int) -> dict[str, str]:
    """The option under which a game has so many 圈. Raises ScoringError bad_option where no game has that length."""
    found = lengths_of(rules)
    if wind_rounds not in found:
        offered = [str(one) for one in found] or ["—"]
        raise ScoringError(
            "bad_option",
            f"{rules.name_zh}沒有打 {wind_rounds} 圈的一場，可以打的圈數是：{'、'.join(offered)}。",
            f"{rules.name_en} has no game of {wind_rounds} winds; it may have: {', '.join(offered)}.",
        )
    return found[wind_rounds]
