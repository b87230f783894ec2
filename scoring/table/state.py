"""對局的狀態: a 半莊 after some events. Immutable; `scoring.game.apply` makes the next one. Everything in it is derived
from the events and the standing with which the game started."""

from collections.abc import Mapping
from decimal import Decimal
from typing import NamedTuple

from scoring.book import NO_HAND, Chain, Colour, HandResult, OpenHand, Scores, Transfer
from scoring.points import ZERO
from scoring.seats import hand_name, round_wind, seat_winds
from scoring.table.dealer import Turn

InForce = tuple[Colour, ...]
"""Cards in force for one player: each colour once, yellow first."""

NONE: InForce = ()


class Shown(NamedTuple):
    card: Colour
    in_force: InForce
    second_red: bool


def escalate(in_force: InForce, given: Colour) -> Shown:
    """黃、紅的階梯: a yellow with a yellow in force is a red; a red with a red in force is 詐糊."""
    card: Colour = "red" if given == "red" or "yellow" in in_force else "yellow"
    return Shown(card, add_card(in_force, card), card == "red" and "red" in in_force)


def add_card(in_force: InForce, card: Colour) -> InForce:
    if card in in_force:
        return in_force
    return ("yellow", "red") if in_force else (card,)


def after_game(in_force: InForce) -> InForce:
    """Red lasts until the end of the day, yellow only for the game."""
    return tuple(card for card in in_force if card == "red")


CardsInForce = tuple[InForce, InForce, InForce, InForce]
Broken = Mapping[tuple[int, str], int]
"""(seat, offence slug) → how often broken in the event."""

NO_CARDS: CardsInForce = ((), (), (), ())


def set_cards(cards: CardsInForce, seat: int, held: InForce) -> CardsInForce:
    found = list(cards)
    found[seat] = held
    return (found[0], found[1], found[2], found[3])


class GameState(NamedTuple):
    """對局的狀態 A game after some of its events. It never changes: `scoring.apply` returns the next state.

    turn: dealer, streak and deal of the hand in progress
    scores: points of the four seats, not counting open chains
    house: points paid to no player; `sum(scores) + house` is always the sum of the starting points
    chains: open debts between two players (拉), sorted by winner and payer
    cards_in_force: the penalty cards that count against each seat, yellow first
    bans: seats that may not win the hand in progress (禁止食糊)
    broken: (seat, slug of the offence) → how often that player has committed it; some penalties grow with it
    after_game: deductions that will be made when the game ends
    hands_left: how many hands may still be finished after the bell, which ends the playing time; None before it rings
    open_hand: payments, cards and rulings recorded so far in the hand in progress
    hands: the finished hands
    finished: whether the game is over
    places: each seat's place from 1 once the game is over (players with equal points share the better place), else None
    events: how many events have been applied
    inherited_cards, inherited_broken: penalty cards and offences that the players brought from earlier games; they are
        part of `cards_in_force` and `broken` too
    dealer_named: whether an event has named the first dealer (起莊)
    """

    turn: Turn
    scores: Scores
    house: Decimal = ZERO
    chains: tuple[Chain, ...] = ()
    cards_in_force: CardsInForce = NO_CARDS
    bans: frozenset[int] = frozenset()
    broken: Broken = {}
    after_game: tuple[Transfer, ...] = ()
    hands_left: int | None = None
    open_hand: OpenHand = NO_HAND
    hands: tuple[HandResult, ...] = ()
    finished: bool = False
    places: tuple[int, int, int, int] | None = None
    events: int = 0
    inherited_cards: CardsInForce = NO_CARDS
    inherited_broken: Broken = {}
    dealer_named: bool = False

    @property
    def hand_number(self) -> int:
        """第幾鋪 The number of the hand in progress, from 1."""
        return len(self.hands) + 1

    @property
    def deal(self) -> int:
        """第幾次莊 How often the deal has passed to the next player: 0 in 東一局, 7 in 南四局. It stays the same
        while a dealer keeps the deal. In a finished game, the value for the hand that would come next."""
        return self.turn.deal

    @property
    def name(self) -> str:
        """局名 The name of the hand in progress, such as "東一局"."""
        return hand_name(self.turn.deal)

    @property
    def round_wind(self) -> str:
        """圈風 The wind of the round: "E", "S", "W" or "N"."""
        return round_wind(self.turn.deal)

    @property
    def dealer(self) -> int:
        """莊家 The seat that deals the hand in progress, even if it is another player's turn to deal (做錯莊)."""
        return self.turn.dealer

    def seat_winds(self, opening: int | None = None) -> tuple[str, ...]:
        """門風 Return the winds of seats 0 to 3 in this hand: ("E", "S", "W", "N") if seat 0 deals. `opening` (開門位)
        is the seat that counts as East, if not the dealer."""
        return self.turn.seat_winds if opening is None else seat_winds(opening, self.turn.order)

    @property
    def dealer_streak(self) -> int:
        """拉莊數 The number of times in a row that the dealer has stayed dealer."""
        return self.turn.streak

    @property
    def wrong_dealer(self) -> int | None:
        """做錯莊 The seat that deals the hand in progress out of turn; None if the right player deals."""
        return self.turn.dealer if self.turn.wrong else None

    @property
    def last_hand(self) -> bool:
        return self.hands_left == 1
