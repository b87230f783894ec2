"""黃牌紅牌: the card ladder as a pure function (league: 犯規與罰則 5, 6; readings L-33, L-34).

What a red card costs and what a second one becomes is the rule set's to say.
"""

from typing import NamedTuple

from scoring.book import Colour

InForce = tuple[Colour, ...]
"""Cards in force for one player: each colour once, yellow first."""

NONE: InForce = ()


class Shown(NamedTuple):
    """What a given card turned into: the card shown, what is in force afterwards, whether it was a second red."""

    card: Colour
    in_force: InForce
    second_red: bool


def show(in_force: InForce, given: Colour) -> Shown:
    """黃、紅的階梯: a yellow with a yellow in force is a red; a red with a red in force is 詐糊."""
    card: Colour = "red" if given == "red" or "yellow" in in_force else "yellow"
    return Shown(card, with_card(in_force, card), card == "red" and "red" in in_force)


def with_card(in_force: InForce, card: Colour) -> InForce:
    """The same cards and this one, yellow first."""
    if card in in_force:
        return in_force
    return ("yellow", "red") if in_force else (card,)


def lasting(in_force: InForce) -> InForce:
    """What is still in force after the game: red lasts until the end of the day, yellow does not."""
    return tuple(card for card in in_force if card == "red")
