"""對局的規則 The rules of a game around its hands, as data: stakes, dealers, chains, rewards, bell, length.

How many 圈 (wind rounds) a game has may be left to the organiser: a reading whose values set `deals`. Names of hands,
dealers, streaks, chains and the end all follow from the last deal.
"""

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
    """一種獎勵 A payment during a hand, for a kong for example.

    kind: its id in the events of a game
    who: "each_pays": the other three pay the player; "one_pays": the seat in the event's `from` pays; "pays_each": the
        player pays the other three
    units: how many 底 each payment is, for the player's first, second … reward of this kind in a hand. A single number
        is for all of them; of several numbers there are no more rewards than numbers
    simple_units: the same for an event with `simple` (中張); None if the kind does not have it
    once: whether a player can have it only once in a hand
    times: whether the event may have `times`, which multiplies the payments
    claimed: whether it has to be declared like a win, so that a player under 禁止食糊 cannot have it
    families, flowers: how many whole families of flowers, and how many flowers, the player needs for it
    section: the section of the rule text
    when_zh, when_en: what it is paid for, "" if the text does not say it
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
    """The transfers of one reward: `units` × `base` points each. `source`: the payer if a single player pays."""
    amount = base * units
    if reward.who == "pays_each":
        return tuple(Transfer(seat, other, amount, "reward") for other in OTHERS[seat])
    payers = OTHERS[seat] if source is None else (source,)
    return tuple(Transfer(payer, seat, amount, "reward") for payer in payers)


def refuse_banned(reward: Reward, seat: int, bans: Collection[int]) -> None:
    """Raise ScoringError banned_player if this seat may not win the hand (is in `bans`) and the reward must be declared
    like a win.

    Only for recording at the table: `scoring.apply` accepts such a reward, because it replays what was paid, right or
    wrong.
    """
    if reward.claimed and seat in bans:
        raise ScoringError(
            "banned_player",
            f"座位 {seat} 這局禁止食糊，不可收{reward.name_zh}。",
            f"Seat {seat} is banned from winning this hand and cannot have {reward.name_en}.",
        )


Raising = Literal["text", "free"]
"""內插 When stakes may be raised: as the rules of 插花 say (T-20), or at any time between hands."""
Rounding = Literal["up", "down", "nearest", "exact"]
Worth = Callable[["GameRules", int, bool], Decimal]
"""What one payer pays for a count: (rules, 番, self-drawn) → points."""


def fan_is_points(rules: "GameRules", fan: int, self_draw: bool) -> Decimal:
    """番數就是分值 One point per 番, for an own draw and for a discard (hkma-league 授受法 1)."""
    return Decimal(fan)


def base_and_fifths(rules: "GameRules", fan: int, self_draw: bool) -> Decimal:
    """One 底, and a fifth of it for each 番."""
    base = ZERO if rules.base is None else rules.base
    return base * (fan + 5) / 5


def base_and_tai(rules: "GameRules", fan: int, self_draw: bool) -> Decimal:
    """底 + 台數 × 台, for an own draw and for a discard (tw-club 比賽辦法 4, tw-sixteen 詐胡 1)."""
    return (rules.base or ZERO) + (rules.tai or ZERO) * fan


def eight_and_fan(rules: "GameRules", fan: int, self_draw: bool) -> Decimal:
    """底分 8 points, and one point for each 番 (mcr)."""
    return Decimal(8 + fan)


@dataclass(frozen=True)
class PointsTable:
    """分數換算表 Points by table: 番 → (what the discarder pays, what each of three players pays for an own draw)."""

    rows: Mapping[int, tuple[int, int]]

    def __call__(self, rules: "GameRules", fan: int, self_draw: bool) -> Decimal:
        discarder, each = self.rows[fan]
        return Decimal(each if self_draw else discarder)


class DealerFans(NamedTuple):
    """莊家連拉 The 番 or 台 that every payment to or from the dealer adds: `flat`, and `per_streak` for each time that
    the dealer has stayed dealer."""

    flat: int = 1
    per_streak: int = 2


class ChainRules(NamedTuple):
    """拉 How wins are carried in a chain instead of being paid at once.

    factor, grown: what the open amount is multiplied by when its winner wins from the payer again, and how the result
        is rounded to whole points ("nearest" rounds a half up)
    share, halved: the part that is paid when the payer wins from the winner (the rest is void), and its rounding
    carried: whether every win is carried (鋪鋪拉) or only the dealer's (莊拉); other wins are paid at once
    surrender_every: after every so many wins of a chain its payer may end it by paying (投降); None: never
    first_pull: whether the first or the second win of a chain is number one for `surrender_every`
    winner_and_payer: what happens if both win with the same tile of a third player
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
    """輪莊 When the dealer stays. `shared_win`: what becomes of the dealer's streak if the dealer and another player
    win with the same tile."""

    stays_after_win: bool = True
    stays_after_draw: bool = True
    shared_win: Literal["reset", "plus_one"] = "reset"


class WrongDealerRules(NamedTuple):
    """做錯莊 What follows if a player deals out of turn and the hand is played.

    skips_turn: whether that player's next turn to deal is skipped
    very_next: if that turn would be the next hand, whether it is the one that is skipped, or the turn after it
    """

    skips_turn: bool = True
    very_next: Literal["at_once", "next_turn"] = "at_once"


class CardRules(NamedTuple):
    """黃牌、紅牌 Yellow cards count until the end of the game, red ones until the end of the day.

    red_points: the points lost with a red card
    second_red: the consequences of a red card for a player who already has one
    """

    red_points: Decimal
    second_red: tuple[object, ...]


class BellRules(NamedTuple):
    """鐘 The bell that ends a game.

    during_hand: how many hands are finished after it rings during a hand, that one included; 0 if it ends at once
    between_hands: how many hands are played after it rings between two hands
    minutes: the length of a game in the rule text, None if it has no clock
    final_minutes: the length of a game in which the dealer may stay, as in a final (決賽連莊); None if it is the same
    warning: how many minutes before the end the room is warned
    """

    during_hand: int = 1
    between_hands: int = 0
    minutes: int | None = None
    final_minutes: int | None = None
    warning: int = 5

    @property
    def stops_hand(self) -> bool:
        """Whether a hand in progress ends at once and counts nothing. What was paid in it remains paid."""
        return not self.during_hand


class GameRules(NamedTuple):
    """對局的規則 The part of a rule set that is about the game and its payments. None always means that the rule set
    has no such rule. A section is a heading of the rule text, "" if the text has none.

    deals: the length of a game: 8 for two 圈 (wind rounds) without repeats
    seat_orders: for each 圈 the seats in the order in which they play and deal; the last order is for all later ones
    start: the points of each player at the start
    ends_at: the game is over when a hand ends and a player has this many points or fewer
    minimum_fan, maximum_fan: limits of a count that is entered by hand
    worth: what one player pays for a count, in points
    dealer_fans: what payments to or from the dealer add
    others_pay: what the two players who neither won nor discarded pay the winner, in points
    multi_fans: number of winners of one tile → what each winner's count adds. Other numbers of winners are not allowed
        (攔胡)
    base, tai: one 底 and one 台 in points
    raised: 內插, how many 底 each seat has raised at the start. Payments to or from a seat add what it has raised
    raising: when a seat may raise between hands
    chain: 拉, how wins are carried instead of being paid at once
    dealer, wrong_dealer: when the dealer stays, and what follows if a player deals out of turn
    rewards: kind → a payment during a hand
    cards: yellow and red cards
    bell: how the bell ends a game
    liability: 包牌, when a player pays in place of others
    robbed_pays_all: a player who is robbed of a kong pays what all three would pay for an own draw
    not_ready: 和局不聽, how many 底 a player who is not ready at a draw pays each player who is
    kong_discarder_pays: 碰槓, a win on the replacement of a claimed kong is paid by the player who discarded its tile
    false_win_hand: a hand can end with a false win (詐胡)
    false_win_passes: a false win by the dealer passes the deal on
    ban_broken: the offence of a player who claims a tile or wins while 禁止食糊 is in force
    bans_replayed: whether 禁止食糊 ends or stays in a hand that is played again
    repeats_last: how long an offence is remembered, for penalties that grow and for first offences (初犯)
    shares_winnings: when the winnings of a player whose results are cancelled go to the other three: when the player
        leaves, or at the end of a match with a substitute; "" for never
    suspension_proposed: 停賽 only takes effect once the head referee or an organiser has confirmed it
    dealer_thrown: 起莊, dice decide who deals first; else the East seat does
    couples_apart: the section that keeps couples from sharing a table
    seats_reordered: the section by which the same four players never keep their order in the next game
    on_credit: scores may fall below zero; else players pay no more than they have
    objections: whether a player may object to a hand that all four have confirmed
    signed_after: whether the players sign the card only after the game, or after every 圈 too
    house_players_apart: the section that allows at most one house player (湊腳) at a table
    table_points: 名次分 for each place at a table. They count before points in the standings; () if only points count
    win_keys, draw_keys: keys that `win` and `draw` events may have besides the common ones
    switches: option id → value → path of a field → what it becomes
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
        """What every win costs and what each 番 adds, in points; None if points come from a table."""
        if isinstance(self.worth, PointsTable):
            return None
        base = self.worth(self, 0, False)
        return base, self.worth(self, 1, False) - base

    @property
    def wind_rounds(self) -> int:
        return self.deals // 4

    def turn_order(self, deal: int, dealer: int) -> TurnOrder:
        """輪序 The seats in the order of play in the 圈 of this deal, beginning with the one that deals it first."""
        return turn_order(self.seat_orders, deal, dealer)

    def seat_winds(self, deal: int, dealer: int) -> tuple[str, ...]:
        """門風 The winds of seats 0 to 3 in the hand of this deal."""
        return seat_winds(dealer, self.turn_order(deal, dealer))

    def chairs(self, deal: int, dealer: int) -> tuple[int, ...]:
        """換位 The chairs of seats 0 to 3 in the 圈 of this deal; chair 0 is where seat 0 sits at the start."""
        order, first = self.turn_order(deal, dealer), self.seat_orders[min(deal // 4, len(self.seat_orders) - 1)][0]
        return tuple((order.index(seat) + order[0] - first) % 4 for seat in SEATS)

    @property
    def minutes(self) -> int | None:
        """時限 The length of a game in minutes, None if it is played without a clock."""
        final = self.bell.final_minutes if self.dealer.stays_after_win else None
        return final or self.bell.minutes

    def with_options(self, options: Mapping[str, str]) -> "GameRules":
        """Return the rules with these options: id of a reading → value. Others than `switches` has are ignored."""
        changed = self
        for option, value in options.items():
            changed = put(changed, self.switches.get(option, {}).get(value, {}))
        return changed


_WIND_ROUNDS = MappingProxyType({"one": 1, "two": 2, "four": 4})


def lengths(published: str, *others: str, bell: BellRules | None = None) -> Mapping[str, Mapping[str, Any]]:
    """The entry of `GameRules.switches` for a reading about the length of a game: "one", "two" or "four" 圈.

    published, others: the length in the rule text, and those that an event may choose instead
    bell: the published one, if a shorter game has its share of the minutes
    """
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
    """可打的圈數 Return the lengths that a game may have, as {number of 圈 (wind rounds): option that chooses it};
    empty if there is only one."""
    found = {
        fields["deals"] // len(SEATS): {option: value}
        for option, values in rules.game.switches.items()
        for value, fields in values.items()
        if "deals" in fields
    }
    return dict(sorted(found.items()))


def played_for(rules: "RuleData", wind_rounds: int) -> dict[str, str]:
    """Return the option that makes a game this many 圈 (wind rounds) long. Raises ScoringError bad_option if the rules
    have no such game."""
    found = lengths_of(rules)
    if wind_rounds not in found:
        offered = [str(one) for one in found] or ["—"]
        raise ScoringError(
            "bad_option",
            f"{rules.name_zh}沒有打 {wind_rounds} 圈的一場，可以打的圈數是：{'、'.join(offered)}。",
            f"{rules.name_en} has no game of {wind_rounds} wind rounds, only of: {', '.join(offered)}.",
        )
    return found[wind_rounds]
