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
    """一種獎勵 A payment during a hand, for example for a kong.

    kind: its id in the events of a game
    who: "each_pays": the three other players pay the player; "one_pays": one other player, `from` in the event, pays;
        "pays_each": the player pays the three others
    units: how many 底 (base) each payer pays for the player's first, second … reward of this kind in a hand. A single
        number holds for all of them; several numbers also limit how many rewards there can be
    simple_units: the same if the tile is a suited 2 to 8 (`simple` in the event); None if the reward makes no such
        difference
    once: whether a player can get it only once in a hand
    times: whether the event may have `times`, by which the payments are multiplied
    claimed: whether it must be declared like a win, so that a player banned from winning (禁止食糊) cannot get it
    families, flowers: how many whole families of flowers, and how many flowers, the player must have
    section: where the rule text has it
    when_zh, when_en: what it is paid for, "" if the rule text does not say
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
    """番數就是分值 One point for each 番, for an own draw and for a discard (hkma-league 授受法 1)."""
    return Decimal(fan)


def base_and_fifths(rules: "GameRules", fan: int, self_draw: bool) -> Decimal:
    """Return what one player pays: one 底 (base), and a fifth of it for each 番."""
    base = ZERO if rules.base is None else rules.base
    return base * (fan + 5) / 5


def base_and_tai(rules: "GameRules", fan: int, self_draw: bool) -> Decimal:
    """Return what one player pays: 底 (base) + number of 台 × the price of one 台, for an own draw and for a discard
    (tw-club 比賽辦法 4, tw-sixteen 詐胡 1)."""
    return (rules.base or ZERO) + (rules.tai or ZERO) * fan


def eight_and_fan(rules: "GameRules", fan: int, self_draw: bool) -> Decimal:
    """Return what one player pays: 底分 8 points, and one point for each 番 (mcr)."""
    return Decimal(8 + fan)


@dataclass(frozen=True)
class PointsTable:
    """分數換算表 A table of points: 番 → (paid by the discarder, paid by each of three players for an own draw)."""

    rows: Mapping[int, tuple[int, int]]

    def __call__(self, rules: "GameRules", fan: int, self_draw: bool) -> Decimal:
        discarder, each = self.rows[fan]
        return Decimal(each if self_draw else discarder)


class DealerFans(NamedTuple):
    """莊家連拉 The 番 or 台 that are added to every payment to or from the dealer: `flat`, and `per_streak` for each
    time in a row that the dealer has stayed dealer."""

    flat: int = 1
    per_streak: int = 2


class ChainRules(NamedTuple):
    """拉 The rules by which wins are added to a debt (chain) between two players instead of being paid at once.

    factor, grown: by what the debt is multiplied when the winner wins from the same payer again, and how the result is
        rounded to whole points ("nearest" rounds a half up)
    share, halved: which part of the debt is paid when the payer wins from the winner (the rest is void), and its
        rounding
    carried: whether every win goes into a chain (鋪鋪拉) or only the dealer's wins (莊拉); other wins are paid at once
    surrender_every: after every so many wins in a chain the payer may end it by paying it in full (投降); None for
        never
    first_pull: whether `surrender_every` begins to count with the first or the second win of a chain
    winner_and_payer: whether a chain stays or is collected if its winner and its payer both win on a third player's
        tile
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
    """輪莊 When the dealer stays dealer. `shared_win`: whether the dealer's streak starts again ("reset") or grows by
    one ("plus_one") if the dealer and another player win with the same tile."""

    stays_after_win: bool = True
    stays_after_draw: bool = True
    shared_win: Literal["reset", "plus_one"] = "reset"


class WrongDealerRules(NamedTuple):
    """做錯莊 The consequences if a player deals out of turn and the hand is played.

    skips_turn: whether that player's next turn to deal is skipped
    very_next: if that turn comes in the very next hand, whether it is skipped ("at_once") or the turn after it
        ("next_turn")
    """

    skips_turn: bool = True
    very_next: Literal["at_once", "next_turn"] = "at_once"


class CardRules(NamedTuple):
    """黃牌、紅牌 Costs of penalty cards. Yellow cards count until the end of the game, red cards until the end of the
    day.

    red_points: the points that a red card costs the player
    second_red: what happens to a player who gets a second red card, as in an offence of `scoring.rulebook`, such as
        `({"deduct": "160"}, "replay_hand")`
    """

    red_points: Decimal
    second_red: tuple[object, ...]


class BellRules(NamedTuple):
    """鐘 The way in which the bell ends a game.

    during_hand: if it rings during a hand, how many hands are still finished, that one included; 0 if the hand ends at
        once
    between_hands: if it rings between two hands, how many hands are still played
    minutes: how long a game lasts in the rule text; None if it is played without a clock
    final_minutes: how long a game lasts in which the dealer may stay, such as a final (決賽連莊); None if as long as
        others
    warning: how many minutes before the end the players are warned
    """

    during_hand: int = 1
    between_hands: int = 0
    minutes: int | None = None
    final_minutes: int | None = None
    warning: int = 5

    @property
    def stops_hand(self) -> bool:
        """Whether the bell ends a hand in progress at once, without a result. Payments already made in it remain."""
        return not self.during_hand


class GameRules(NamedTuple):
    """對局的規則 The part of a rule set that is about the game and its payments. None always means that the rule set
    has no such rule. A section is a heading of the rule text, "" if the text has none.

    deals: how many deals a game has if no dealer stays: 8 for two 圈 (wind rounds)
    seat_orders: for each 圈, the seats in the order in which they play and deal; the last order holds for all later
        ones
    start: points of each player at the start
    ends_at: the game is over when, after a hand, a player has this many points or fewer
    minimum_fan, maximum_fan: the lowest and highest count that may be entered by hand
    worth: the function that gives what one player pays for a count, in points
    dealer_fans: what is added to payments to or from the dealer
    others_pay: what each player who neither won nor discarded pays the winner, in points
    multi_fans: number of players who win with one tile → what is added to each winner's count. No other number of
        winners is allowed (攔胡)
    base, tai: what one 底 and one 台 are, in points
    raised: 內插 how many 底 each seat has raised at the start. They are added to every payment to or from that seat
    raising: when a seat may raise between hands
    chain: 拉 how wins are added to a debt instead of being paid at once
    dealer, wrong_dealer: when the dealer stays, and what happens if a player deals out of turn
    rewards: kind → payment during a hand
    cards: what penalty cards cost
    bell: how the bell ends a game
    liability: 包牌 when a player pays in place of others
    robbed_pays_all: whether a player whose kong is robbed pays what all three would pay for an own draw
    not_ready: 和局不聽 how many 底 a player who is not ready at a draw pays each player who is
    kong_discarder_pays: 碰槓 whether a win on the replacement tile of a claimed kong is paid by the player who
        discarded the kong's tile
    false_win_hand: whether a hand can end with a false win (詐胡)
    false_win_passes: whether the deal passes on after a false win by the dealer
    ban_broken: slug of the offence of a player who claims a tile or wins while banned from winning (禁止食糊)
    ban_stops_claims: whether a ban from winning also forbids claims and ready declarations
    bans_replayed: whether such a ban ends or stays when the hand is played again
    repeats_last: how long an offence is remembered, for penalties that grow and for first offences (初犯)
    shares_winnings: when the winnings of a player whose results are cancelled go to the three others: "when_gone" when
        the player leaves, "at_end" at the end of a match finished by a substitute; "" for never
    suspension_proposed: whether a suspension (停賽) needs the confirmation of the head referee or an organiser
    dealer_thrown: 起莊 whether dice decide who deals first, instead of the East seat
    couples_apart: the section that keeps couples from sharing a table
    seats_reordered: the section by which the same four players must sit in another order in their next game
    on_credit: whether scores may fall below zero; if not, players pay no more than they have
    objections: whether a player may object to a hand that all four have confirmed
    signed_after: whether the players sign the scorecard only after the game ("game") or also after every 圈 ("wind")
    house_players_apart: the section that allows at most one house player (湊腳) at a table
    table_points: 名次分 points for each place at a table, which rank players before the points of the game; () for none
    win_keys, draw_keys: keys that `win` and `draw` events may have besides the usual ones
    switches: id of an option → its value → path of a field → the new value of that field
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
    ban_stops_claims: bool = True
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
        """Return the points that every win costs and those that each 番 adds; None if the points come from a table."""
        if isinstance(self.worth, PointsTable):
            return None
        base = self.worth(self, 0, False)
        return base, self.worth(self, 1, False) - base

    @property
    def wind_rounds(self) -> int:
        return self.deals // 4

    def turn_order(self, deal: int, dealer: int) -> TurnOrder:
        """輪序 Return the seats in their order of play in the 圈 (wind round) of this deal, beginning with the seat
        that deals first in it.

        deal: number of the deal, 0 for 東一局
        dealer: the seat that deals it
        """
        return turn_order(self.seat_orders, deal, dealer)

    def seat_winds(self, deal: int, dealer: int) -> tuple[str, ...]:
        """門風 Return the winds of seats 0 to 3 in a hand. `deal`: number of the deal, 0 for 東一局; `dealer`: its
        dealer's seat."""
        return seat_winds(dealer, self.turn_order(deal, dealer))

    def chairs(self, deal: int, dealer: int) -> tuple[int, ...]:
        """換位 Return the chairs in which seats 0 to 3 sit in the 圈 (wind round) of this deal. Chair 0 is where seat 0
        sits at the start. `deal`, `dealer`: as for `turn_order`."""
        order, first = self.turn_order(deal, dealer), self.seat_orders[min(deal // 4, len(self.seat_orders) - 1)][0]
        return tuple((order.index(seat) + order[0] - first) % 4 for seat in SEATS)

    @property
    def minutes(self) -> int | None:
        """時限 The length of a game in minutes; None if it is played without a clock."""
        final = self.bell.final_minutes if self.dealer.stays_after_win else None
        return final or self.bell.minutes

    def with_options(self, options: Mapping[str, str]) -> "GameRules":
        """Return the rules as changed by these options, such as {"L-1": "all"}. Options that change nothing here are
        ignored."""
        changed = self
        for option, value in options.items():
            changed = put(changed, self.switches.get(option, {}).get(value, {}))
        return changed


_WIND_ROUNDS = MappingProxyType({"one": 1, "two": 2, "four": 4})


def lengths(published: str, *others: str, bell: BellRules | None = None) -> Mapping[str, Mapping[str, Any]]:
    """Return what `GameRules.switches` needs for an option about the length of a game: "one", "two" or "four" 圈 (wind
    rounds).

    published, others: the length in the rule text, and the lengths that a tournament may choose instead
    bell: the bell rules of the published length. With them each other length gets minutes in proportion (a game half
        as long gets half the minutes); without, the minutes stay the same
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
