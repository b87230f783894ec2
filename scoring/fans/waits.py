"""聽與眼 Fans of the pair, of where the winning tile sits, of last copies, and of hands worth next to nothing."""

from scoring.fans.circumstances import self_drawn
from scoring.fans.fan import Fan, Scope, fan
from scoring.reading.suit import Suit
from scoring.reading.views import EDGE, MIDDLE, NO_PLACE, PAIR, Total, Wait


@fan(
    "將眼",
    "Pair of 2, 5 or 8",
    Scope.SUIT_SETS,
    "基本形的眼是數牌二、五或八。",
    "The pair of a basic hand is a suited 2, 5 or 8.",
    eyes=True,
)
def pair_of_two_five_eight(suit: Suit) -> bool:
    return suit.uncovered_eyes in (1, 4, 7)


@fan("對碰", "Double-pair wait", Scope.WAIT, "食糊牌湊成刻子。", "The winning tile completes a triplet.")
def completed_triplet(wait: Wait) -> bool:
    return wait.triplet


@fan(
    "假獨",
    "False single wait",
    Scope.WAIT,
    "食糊牌作單吊、嵌張或邊張，但手牌聽多於一款牌。",
    "The winning tile is the pair, the middle of a chow, the 3 of 123 or the 7 of 789, yet other kinds win too.",
)
def false_single_wait(wait: Wait) -> bool:
    return wait.one_sided and not wait.single


@fan(
    "獨獨",
    "Single wait",
    Scope.WAIT,
    "食糊牌作單吊、嵌張或邊張，而且只聽這一款牌。",
    "The winning tile is the pair, the middle of a chow, the 3 of 123 or the 7 of 789, and nothing else wins.",
)
def single_wait(wait: Wait) -> bool:
    return wait.one_sided and wait.single


@fan(
    "獨聽",
    "Only one kind wins",
    Scope.WAIT,
    "整手牌只聽一款牌，中洞、邊張、單吊或另一頭已由自己用盡都算；自己已有四張的不算聽。",
    "Exactly one kind completes the hand, however it lies; kinds of which the hand holds all four are no waits.",
)
def only_wait(wait: Wait) -> bool:
    return wait.single


@fan(
    "邊張",
    "Edge wait",
    Scope.WAIT,
    "只聽一款牌，以一二聽三或八九聽七胡。",
    "Only one kind wins: the 3 of 123 or the 7 of 789.",
)
def edge_wait(wait: Wait) -> bool:
    return wait.single and wait.place == EDGE


@fan("中洞", "Middle wait", Scope.WAIT, "只聽一款牌，胡順子中間的一張。", "Only one kind wins: the middle of a chow.")
def middle_wait(wait: Wait) -> bool:
    return wait.single and wait.place == MIDDLE


@fan("單吊", "Pair wait", Scope.WAIT, "只聽一款牌，胡牌湊成將眼。", "Only one kind wins: the second tile of the pair.")
def pair_wait(wait: Wait) -> bool:
    return wait.single and wait.place == PAIR


@fan(
    "四絕",
    "Fourth copy",
    Scope.WAIT,
    "食出的牌是該款第四隻，其餘三隻都已在桌上亮出。",
    "The winning discard is the fourth of its kind and the other three are to be seen on the table.",
)
def fourth_copy(wait: Wait) -> bool:
    return wait.last_copy


@fan(
    "四絕",
    "Fourth copy on a single wait",
    Scope.WAIT,
    "獨獨而食出的牌是該款第四隻，桌上另有至少一隻看得見；搶槓不計。",
    "A single wait won on a discard that is the fourth of its kind, at least one other to be seen; no robbed kong.",
)
def fourth_copy_alone(wait: Wait) -> bool:
    return wait.last_copy and wait.one_sided and wait.single


@fan(
    "八絕",
    "Last copy of two kinds",
    Scope.WAIT,
    "只聽兩款牌，一款已絕，食出另一款的第四隻；搶槓不計。",
    "Two kinds would win, one of them used up, and the discard is the fourth of the other; no robbed kong.",
)
def last_of_two_kinds(wait: Wait) -> bool:
    return wait.place != NO_PLACE and wait.last_copy and wait.two_kinds and wait.no_other_alive


@fan(
    "八絕",
    "Last copy of two kinds",
    Scope.WAIT,
    "只聽兩款牌，一款已絕，食出另一款的第四隻；兩吃時兩邊都計，搶槓不計。",
    "Two kinds would win, one of them used up, and the discard is the fourth of the other; counts in both halves of "
    "兩吃, no robbed kong.",
)
def last_of_two_kinds_any_shape(wait: Wait) -> bool:
    return wait.last_copy and wait.two_kinds and wait.no_other_alive


@fan(
    "真絕",
    "Last hope",
    Scope.WAIT,
    "四絕，而且其他所聽的牌都已用盡。",
    "A fourth copy while every other tile that would win is used up.",
)
def last_hope(wait: Wait) -> bool:
    return wait.last_copy and wait.no_other_alive


@fan(
    "九子連環",
    "Nine gates",
    Scope.WAIT,
    "門清集齊同一門 1112345678999 另加該門任何一隻；食別家打出的牌則須聽足九款。",
    "A concealed 1112345678999 of one suit and one more of it; on a discard only if all nine ranks would have won.",
)
def nine_gates(wait: Wait) -> bool:
    return wait.nine_gates and (wait.self_draw or wait.nine_sided)


@fan(
    "大雞",
    "Great chicken",
    Scope.TOTAL,
    "食出銃，底和莊家連拉以外合共只有 1 番。",
    "Won by discard with exactly 1 fan, the base and the dealer's fans not counted.",
)
def great_chicken(total: Total[Fan]) -> bool:
    return total.value == 1 and not total.self_draw


@fan(
    "大雞",
    "One fan alone",
    Scope.TOTAL,
    "無論如何計都只有 1 番，自摸也算。",
    "The count is exactly 1 fan, by discard or own draw.",
)
def one_fan_alone(total: Total[Fan]) -> bool:
    return total.value == 1


@fan(
    "大鴨",
    "Great duck",
    Scope.TOTAL,
    "自摸，除自摸外只有另一個 1 番。",
    "Self-drawn with 自摸 and exactly one other fan of 1.",
)
def great_duck(total: Total[Fan]) -> bool:
    return total.value == 2 and len(total.fans) == 2 and self_drawn in total.fans


@fan(
    "九蓮寶燈",
    "Nine gates, nine waits",
    Scope.WAIT,
    "門清以同一門 1112345678999 聽九款，和其中任何一款。",
    "A concealed 1112345678999 of one suit, won on any tile of that suit.",
)
def nine_waits(wait: Wait) -> bool:
    return wait.nine_sided


@fan("無番和", "Chicken hand", Scope.TOTAL, "除花牌外沒有其他番。", "Nothing else counts, flowers aside.")
def nothing_else(total: Total[Fan]) -> bool:
    return all(fan.scope is Scope.FLOWERS for fan in total.fans)
