"""黃牌紅牌: the card ladder (league: 犯規與罰則 5, 6; readings L-33, L-34). The rule set says what a red card costs
and what a second one becomes."""

from typing import NamedTuple

from scoring.book import Colour

InForce = tuple[Colour, ...]
"""Cards in force for one player: each colour once, yellow first."""

NONE: InForce = ()


class Shown(NamedTuple):
    card: Colour
    in_force: InForce
    second_red: bool


def show(in_force: InForce, given: Colour) -> Shown:
    """黃、紅的階梯: a yellow with a yellow in force is a red; a red with a red in force is 詐糊."""
    card: Colour = "red" if given == "red" or "yellow" in in_force else "yellow"
    return Shown(card, with_card(in_force, card), card == "red" and "red" in in_force)


def with_card(in_force: InForce, card: Colour) -> InForce:
    if card in in_force:
        return in_force
    return ("yellow", "red") if in_force else (card,)


def lasting(in_force: InForce) -> InForce:
    """Red lasts until the end of the day, yellow only for the game."""
    return tuple(card for card in in_force if card == "red")
