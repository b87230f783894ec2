"""食法 Fans of how the hand was won: concealment, declarations, first turns, last tiles. They see no tiles."""

from scoring.fans.fan import Fan, Scope, fan
from scoring.hand.circumstances import Winning

BY_WORD: dict[str, Fan] = {}
"""By circumstance, the fan of hands that were won in that way."""


def _circumstance(circumstance: str, name: str, name_en: str, zh: str, en: str) -> Fan:
    """A way of winning that the tiles do not show."""

    def has_circumstance(win: Winning) -> bool:
        return circumstance in win.circumstances

    made = BY_WORD[circumstance] = fan(name, name_en, Scope.WIN, zh, en)(has_circumstance)
    return made


def _of_the_dealer(name: str, name_en: str, zh: str, en: str) -> Fan:
    """Counted in payments to or from the dealer, never in the hand."""

    def not_in_the_hand(_: object) -> int:
        return 0

    return fan(name, name_en, Scope.SETTLEMENT, zh, en)(not_in_the_hand)


@fan("門清", "Concealed hand", Scope.WIN, "沒有上、碰過別家的牌。", "No chow or pung was claimed.")
def concealed_hand(win: Winning) -> bool:
    return win.is_concealed


@fan("自摸", "Self-drawn", Scope.WIN, "食糊牌由自己摸入。", "The winner drew the winning tile.")
def self_drawn(win: Winning) -> bool:
    return win.self_draw


@fan("門摸", "Concealed self-drawn", Scope.WIN, "門清而自摸。", "A concealed hand, self-drawn.")
def concealed_self_drawn(win: Winning) -> bool:
    return win.is_concealed and win.self_draw


@fan(
    "門摸",
    "Concealed self-drawn",
    Scope.WIN,
    "門清而自摸，不以花牌食糊。",
    "A concealed hand, self-drawn, and not won by its flowers.",
)
def concealed_tiles_self_drawn(win: Winning) -> bool:
    return win.is_concealed and win.self_draw and not win.flower_win


declared_ready = _circumstance(
    "declared_ready",
    "叮",
    "Declared ready",
    "聽牌後宣佈叮牌，其後沒有換牌、鳴牌、開槓而食糊。",
    "Declared ready, then won without changing the hand, claiming or making a kong.",
)


@fan("門叮", "Concealed declared ready", Scope.WIN, "門清時叮牌而食糊。", "Declared ready with a concealed hand.")
def concealed_ready(win: Winning) -> bool:
    return win.is_concealed and "declared_ready" in win.circumstances


one_shot = _circumstance(
    "one_shot",
    "一發",
    "One shot",
    "叮牌後一巡內食糊，其間沒有鳴牌和暗槓。",
    "Won within one go-round of declaring ready, with no claim or concealed kong in between.",
)
earthly_one_shot = _circumstance(
    "earthly_one_shot",
    "地聽一發",
    "One shot after earthly ready",
    "宣告地聽後，胡各家打出的第一張牌，或自己摸的第一張牌自摸；不論他人吃碰與否。",
    "Earthly ready declared, then won on the first discard of another or on the own next draw, whatever was claimed.",
)
human_ready = _circumstance(
    "human_ready",
    "人叮",
    "First-round ready",
    "首四隻打出的牌之內，以自己第一隻打出的牌叮牌，別家未鳴過牌。",
    "Ready declared with the own first discard, among the first four discards, with no claim by others.",
)
earthly_ready = _circumstance(
    "earthly_ready",
    "地叮",
    "Earthly ready",
    "以自己第一隻打出的牌叮牌，之前無人鳴牌或開槓。",
    "Ready declared with the own first discard before anybody claimed or made a kong.",
)
heavenly_ready = _circumstance(
    "heavenly_ready",
    "天叮",
    "Heavenly ready",
    "配牌十六隻已聽牌並即叮；莊家則第一隻打出剛摸的第十七隻。",
    "Ready on the sixteen dealt tiles and declared at once; the dealer discards the seventeenth tile.",
)


@fan(
    "半求人",
    "Half begging",
    Scope.WIN,
    "五組面子全是上、碰所得（沒有槓），自摸配成眼。",
    "All melds are claimed chows and pungs, no kong; the pair is completed by the own draw.",
)
def half_begging(win: Winning) -> bool:
    return win.all_claimed and win.self_draw


@fan(
    "全求人",
    "All begging",
    Scope.WIN,
    "五組面子全是上、碰所得（沒有槓），食別家打出的牌配成眼。",
    "All melds are claimed chows and pungs, no kong; the pair is completed by a discard.",
)
def all_begging(win: Winning) -> bool:
    return win.all_claimed and not win.self_draw


@fan(
    "全求",
    "All exposed, on another's tile",
    Scope.WIN,
    "五組面子全是吃、碰或明槓，手上只剩一張，單吊胡別家的牌；有暗槓不算。",
    "All melds are claimed chows, pungs or kongs, a concealed kong is none; the last tile pairs with another's.",
)
def all_exposed_discarded(win: Winning) -> bool:
    return win.all_exposed and not win.self_draw


@fan(
    "半求",
    "All exposed, self-drawn",
    Scope.WIN,
    "五組面子全是吃、碰或明槓，手上只剩一張，單吊自摸；有暗槓不算。",
    "All melds are claimed chows, pungs or kongs, a concealed kong is none; the last tile pairs with an own draw.",
)
def all_exposed_drawn(win: Winning) -> bool:
    return win.all_exposed and win.self_draw


@fan("海底", "Last tile", Scope.WIN, "以牌牆最後一隻牌食糊。", "Won with the last tile of the wall.")
def last_tile(win: Winning) -> bool:
    return win.last


among_last_four = _circumstance(
    "among_last_four",
    "河底撈魚",
    "Among the last four",
    "自摸牌牆最後四隻牌之一。",
    "The own draw of one of the last four wall tiles.",
)


@fan(
    "海底撈月",
    "One of dots as the last tile",
    Scope.WIN,
    "自摸牌牆最後一隻牌，而且是一筒。",
    "The own draw of the last wall tile, which is the 1 of dots.",
)
def last_tile_one_dot(win: Winning) -> bool:
    return win.last and win.self_draw and win.one_dot


last_discard = _circumstance(
    "last_discard",
    "河底撈魚",
    "Last discard",
    "胡別家打出的最後一張牌。",
    "Won on the very last tile that is discarded.",
)


@fan(
    "搶槓",
    "Robbing a kong",
    Scope.WIN,
    "食別家用來加槓的牌。",
    "Won on the tile that another player adds to a pung to make a kong.",
)
def robbed_kong(win: Winning) -> bool:
    return win.robbed


@fan("花摸", "Flower replacement", Scope.WIN, "補花摸到的牌食糊。", "Won on the tile drawn to replace a flower.")
def flower_replacement(win: Winning) -> bool:
    return win.replacements[-1:] == ("flower",)


@fan("槓摸", "Kong replacement", Scope.WIN, "開槓後補牌食糊。", "Won on the tile drawn after a kong.")
def kong_replacement(win: Winning) -> bool:
    return win.replacements[-1:] == ("kong",)


@fan(
    "槓上開花",
    "Won on a replacement",
    Scope.WIN,
    "摸花或開槓後補牌，以補得的牌胡牌，不論補幾次。",
    "Won on a tile drawn to replace a flower or after a kong, however many there were.",
)
def any_replacement(win: Winning) -> bool:
    return bool(win.replacements)


@fan(
    "尾牌連摸",
    "Replacements in a row",
    Scope.WIN,
    "同一輪連補 n 次牌（花、槓不拘，n ≥ 2），以最後補的一隻食糊。",
    "n replacements in a row in one turn (flowers and kongs alike, n ≥ 2), the last of which wins.",
)
def replacements_in_a_row(win: Winning) -> int:
    return max(len(win.replacements) - 1, 0)


@fan(
    "槓上槓自摸",
    "Kong after kong",
    Scope.WIN,
    "同一輪連開兩個槓，以第二個槓的補牌食糊。",
    "Two kongs one after the other in one turn, won on the second one's replacement.",
)
def kong_after_kong(win: Winning) -> bool:
    return win.replacements[-2:] == ("kong", "kong")


@fan("雙響", "Two winners", Scope.WIN, "兩家同食一隻牌，各自加計。", "Two players win on the same tile; each adds it.")
def two_winners(win: Winning) -> bool:
    return win.winners == 2


@fan(
    "三響",
    "Three winners",
    Scope.WIN,
    "三家同食一隻牌，各自加計。",
    "Three players win on the same tile; each adds it.",
)
def three_winners(win: Winning) -> bool:
    return win.winners == 3


dealer_streak = _of_the_dealer(
    "莊家連拉",
    "Dealer and streak",
    "莊家食糊、出銃或被自摸：莊家計 1，拉 n 莊再計 2n；只加在莊家收付的一份。",
    "In every payment to or from the dealer: 1 for being dealer and 2 for each time the dealer has stayed.",
)
dealer = _of_the_dealer("莊家", "Dealer", "莊家收付的每一份加計。", "In every payment to or from the dealer.")
dealer_again = _of_the_dealer(
    "連莊",
    "Dealer again",
    "莊家每連莊一次，莊家收付的每一份加計。",
    "In every payment to or from the dealer, for each time the dealer has stayed.",
)
dealer_pulled = _of_the_dealer(
    "拉莊",
    "Pulling the dealer",
    "莊家每連莊一次，莊家收付的每一份再加計；可以設定不計。",
    "In every payment to or from the dealer, once more for each time the dealer has stayed; a setting.",
)
dealer_streak_alone = _of_the_dealer(
    "連N拉N",
    "Streak of the dealer",
    "莊家連 N 莊，閒家拉 N 莊：莊家收付的每一份加計 2N。",
    "In every payment to or from the dealer: 2 for each time the dealer has stayed.",
)
heavenly_win = _circumstance(
    "heavenly_win",
    "天糊",
    "Heavenly win",
    "莊家以配牌十七隻食糊，可補花，未開過槓。",
    "The dealer wins on the first seventeen tiles; flowers may have been replaced, no kong was made.",
)
earthly_win = _circumstance(
    "earthly_win",
    "地糊",
    "Earthly win",
    "閒家食莊家第一隻打出的牌，莊家未開過暗槓。",
    "A non-dealer wins on the dealer's first discard, no concealed kong before it.",
)
human_win = _circumstance(
    "human_win",
    "人糊",
    "Human win",
    "第一巡內（最多四隻打出的牌，無人鳴牌）食糊而不是地糊。",
    "Won in the first uninterrupted go-round, at most four discards and no claim, and not an earthly win.",
)


@fan(
    "四子",
    "Within four discards",
    Scope.WIN,
    "食糊時四家牌河合共不多於四隻牌，食出的一隻和被鳴去的不計。",
    "At most four tiles lie in the four rivers, the winning discard and claimed tiles not counted.",
)
def within_four(win: Winning) -> bool:
    return win.discards_at_most(4)


@fan("七子", "Within seven discards", Scope.WIN, "同上，不多於七隻牌。", "The same with at most seven tiles.")
def within_seven(win: Winning) -> bool:
    return win.discards_at_most(7)


@fan("十子", "Within ten discards", Scope.WIN, "同上，不多於十隻牌。", "The same with at most ten tiles.")
def within_ten(win: Winning) -> bool:
    return win.discards_at_most(10)


@fan(
    "門前清",
    "Concealed hand, another's tile",
    Scope.WIN,
    "沒有吃、碰、明槓，和別家的牌；暗槓可以有。",
    "No exposed set, won on another's tile; concealed kongs are allowed.",
)
def concealed_on_another(win: Winning) -> bool:
    return win.is_concealed and not win.self_draw
