"""連補與連搶 Fans of how often in a row: replacements of flowers and of kongs, robbed kongs. They see no tiles."""

from scoring.fans.fan import Fan, Scope, fan
from scoring.hand.circumstances import Winning

_TIMES = {
    1: ("一", "once", "One"),
    2: ("兩", "twice", "Two"),
    3: ("三", "three times", "Three"),
    4: ("四", "four times", "Four"),
    5: ("五", "five times", "Five"),
}


def _replaced(kind: str, number: int) -> Fan:
    """The winning tile was the `number`-th replacement of this kind in this turn."""
    name, drawn = ("花上摸", "補花") if kind == "flower" else ("槓上摸", "開槓補牌")
    zh, times, word = _TIMES[number]
    en = f"{word} {kind}s replaced in one turn, and the last replacement, for a {kind}, wins."

    def last_was(win: Winning) -> bool:
        return win.replacements[-1:] == (kind,) and win.replacements.count(kind) == number

    return fan(
        name if number == 1 else f"{name}X{number}",
        f"{kind.capitalize()} replaced {times}",
        Scope.WIN,
        f"同一輪{drawn}{zh}次，最後一次{drawn}摸到的牌食糊。",
        f"One {kind} replaced in this turn, and the replacement wins." if number == 1 else en,
    )(last_was)


flower_replaced_once = _replaced("flower", 1)
flower_replaced_twice = _replaced("flower", 2)
flower_replaced_three_times = _replaced("flower", 3)
flower_replaced_four_times = _replaced("flower", 4)


@fan(
    "花上摸Xn",
    "Flower replaced more than four times",
    Scope.WIN,
    "同一輪補花五次或以上，最後一次補花摸到的牌食糊。",
    "Five or more flowers replaced in one turn, the last replacement wins.",
)
def flower_replaced_more(win: Winning) -> bool:
    return win.replacements[-1:] == ("flower",) and win.replacements.count("flower") > 4


kong_replaced_once = _replaced("kong", 1)
kong_replaced_twice = _replaced("kong", 2)
kong_replaced_three_times = _replaced("kong", 3)
kong_replaced_four_times = _replaced("kong", 4)
kong_replaced_five_times = _replaced("kong", 5)


@fan(
    "搶槓",
    "Kong robbed",
    Scope.WIN,
    "食別家用來加槓的牌，是那一家該輪第一個槓。",
    "Won on the tile that another player adds to a pung, the first kong of that turn.",
)
def kong_robbed(win: Winning) -> bool:
    return win.robbed and win.robbed_in_a_row == 1


def _robbed(number: int, zh: str, en: str) -> Fan:
    """The winning tile was that of the `number`-th kong of another player in this turn."""

    def robbed(win: Winning) -> bool:
        return win.robbed and win.robbed_in_a_row == number

    return fan(
        f"搶槓X{number}",
        f"{en.capitalize()} kong robbed",
        Scope.WIN,
        f"別家同一輪連續開槓，搶其第{zh}個。",
        f"Won on the tile of another player's {en} kong in a row.",
    )(robbed)


second_kong_robbed = _robbed(2, "二", "second")
third_kong_robbed = _robbed(3, "三", "third")
fourth_kong_robbed = _robbed(4, "四", "fourth")
fifth_kong_robbed = _robbed(5, "五", "fifth")


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
