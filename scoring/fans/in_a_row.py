"""連補與連搶 Fans of how often in a row: replacements of flowers and of kongs, robbed kongs. They see no tiles."""

from __future__ import annotations

from scoring.fans.fan import Scope, fan
from scoring.hand.circumstances import Winning


def _last_was(win: Winning, kind: str, number: int) -> bool:
    """The winning tile was the `number`-th replacement of this kind in this turn."""
    return win.replacements[-1:] == (kind,) and win.replacements.count(kind) == number


def _robbed(win: Winning, number: int) -> bool:
    return win.robbed and win.robbed_in_a_row == number


@fan(
    "花上摸",
    "Flower replaced once",
    Scope.WIN,
    "同一輪補花一次，最後一次補花摸到的牌食糊。",
    "One flower replaced in this turn, and the replacement wins.",
)
def flower_replaced_once(win: Winning) -> bool:
    return _last_was(win, "flower", 1)


@fan(
    "花上摸X2",
    "Flower replaced twice",
    Scope.WIN,
    "同一輪補花兩次，最後一次補花摸到的牌食糊。",
    "Two flowers replaced in one turn, and the last replacement, for a flower, wins.",
)
def flower_replaced_twice(win: Winning) -> bool:
    return _last_was(win, "flower", 2)


@fan(
    "花上摸X3",
    "Flower replaced three times",
    Scope.WIN,
    "同一輪補花三次，最後一次補花摸到的牌食糊。",
    "Three flowers replaced in one turn, and the last replacement, for a flower, wins.",
)
def flower_replaced_three_times(win: Winning) -> bool:
    return _last_was(win, "flower", 3)


@fan(
    "花上摸X4",
    "Flower replaced four times",
    Scope.WIN,
    "同一輪補花四次，最後一次補花摸到的牌食糊。",
    "Four flowers replaced in one turn, and the last replacement, for a flower, wins.",
)
def flower_replaced_four_times(win: Winning) -> bool:
    return _last_was(win, "flower", 4)


@fan(
    "花上摸Xn",
    "Flower replaced more than four times",
    Scope.WIN,
    "同一輪補花五次或以上，最後一次補花摸到的牌食糊。",
    "Five or more flowers replaced in one turn, the last replacement wins.",
)
def flower_replaced_more(win: Winning) -> bool:
    return win.replacements[-1:] == ("flower",) and win.replacements.count("flower") > 4


@fan(
    "槓上摸",
    "Kong replaced once",
    Scope.WIN,
    "同一輪開槓補牌一次，最後一次開槓補牌摸到的牌食糊。",
    "One kong replaced in this turn, and the replacement wins.",
)
def kong_replaced_once(win: Winning) -> bool:
    return _last_was(win, "kong", 1)


@fan(
    "槓上摸X2",
    "Kong replaced twice",
    Scope.WIN,
    "同一輪開槓補牌兩次，最後一次開槓補牌摸到的牌食糊。",
    "Two kongs replaced in one turn, and the last replacement, for a kong, wins.",
)
def kong_replaced_twice(win: Winning) -> bool:
    return _last_was(win, "kong", 2)


@fan(
    "槓上摸X3",
    "Kong replaced three times",
    Scope.WIN,
    "同一輪開槓補牌三次，最後一次開槓補牌摸到的牌食糊。",
    "Three kongs replaced in one turn, and the last replacement, for a kong, wins.",
)
def kong_replaced_three_times(win: Winning) -> bool:
    return _last_was(win, "kong", 3)


@fan(
    "槓上摸X4",
    "Kong replaced four times",
    Scope.WIN,
    "同一輪開槓補牌四次，最後一次開槓補牌摸到的牌食糊。",
    "Four kongs replaced in one turn, and the last replacement, for a kong, wins.",
)
def kong_replaced_four_times(win: Winning) -> bool:
    return _last_was(win, "kong", 4)


@fan(
    "槓上摸X5",
    "Kong replaced five times",
    Scope.WIN,
    "同一輪開槓補牌五次，最後一次開槓補牌摸到的牌食糊。",
    "Five kongs replaced in one turn, and the last replacement, for a kong, wins.",
)
def kong_replaced_five_times(win: Winning) -> bool:
    return _last_was(win, "kong", 5)


@fan(
    "搶槓",
    "Kong robbed",
    Scope.WIN,
    "食別家用來加槓的牌，是那一家該輪第一個槓。",
    "Won on the tile that another player adds to a pung, the first kong of that turn.",
)
def kong_robbed(win: Winning) -> bool:
    return _robbed(win, 1)


@fan(
    "搶槓X2",
    "Second kong robbed",
    Scope.WIN,
    "別家同一輪連續開槓，搶其第二個。",
    "Won on the tile of another player's second kong in a row.",
)
def second_kong_robbed(win: Winning) -> bool:
    return _robbed(win, 2)


@fan(
    "搶槓X3",
    "Third kong robbed",
    Scope.WIN,
    "別家同一輪連續開槓，搶其第三個。",
    "Won on the tile of another player's third kong in a row.",
)
def third_kong_robbed(win: Winning) -> bool:
    return _robbed(win, 3)


@fan(
    "搶槓X4",
    "Fourth kong robbed",
    Scope.WIN,
    "別家同一輪連續開槓，搶其第四個。",
    "Won on the tile of another player's fourth kong in a row.",
)
def fourth_kong_robbed(win: Winning) -> bool:
    return _robbed(win, 4)


@fan(
    "搶槓X5",
    "Fifth kong robbed",
    Scope.WIN,
    "別家同一輪連續開槓，搶其第五個。",
    "Won on the tile of another player's fifth kong in a row.",
)
def fifth_kong_robbed(win: Winning) -> bool:
    return _robbed(win, 5)


@fan(
    "花上槓上摸",
    "Kong after flower",
    Scope.WIN,
    "同一輪補花又開槓，最後是開槓補牌，以補的一隻食糊。",
    "Flowers and kongs replaced in one turn, the last one, which wins, for a kong.",
)
def kong_after_flower(win: Winning) -> bool:
    return win.replacements[-1:] == ("kong",) and "flower" in win.replacements


@fan(
    "槓上花上摸",
    "Flower after kong",
    Scope.WIN,
    "同一輪開槓又補花，最後是補花，以補的一隻食糊。",
    "Kongs and flowers replaced in one turn, the last one, which wins, for a flower.",
)
def flower_after_kong(win: Winning) -> bool:
    return win.replacements[-1:] == ("flower",) and "kong" in win.replacements
