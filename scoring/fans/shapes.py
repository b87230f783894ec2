"""特殊形 Fans that are a hand's whole shape: 嚦咕嚦咕, 十三么, 十六不搭."""

from scoring.fans.fan import Fan, Scope, fan
from scoring.hand.tiles import HONORS, KINDS
from scoring.reading.layout import Layout
from scoring.reading.suit import Suit
from scoring.reading.views import Combo, Finish, TileProfile, counted

HONOR_TILES = frozenset(range(HONORS, KINDS))


@fan(
    "嚦咕嚦咕",
    "Seven pairs and a triplet",
    Scope.PROFILE,
    "七對加一組暗刻，沒有鳴牌；四隻相同的牌可作兩對。",
    "Seven pairs and one triplet with no meld; four equal tiles may be two pairs.",
)
def seven_pairs(profile: TileProfile) -> bool:
    return profile.shape == "seven_pairs"


@fan(
    "八飛嚦咕",
    "Eight pairs waiting",
    Scope.PROFILE,
    "嚦咕嚦咕而以八對子聽牌，食任何一對湊成刻子。",
    "Seven pairs and a triplet, won from eight pairs.",
)
def eight_pairs_waiting(profile: TileProfile) -> bool:
    return profile.shape == "seven_pairs" and profile.eight_pairs


@fan(
    "八飛嚦咕",
    "Eight pairs waiting",
    Scope.FINISH,
    "嚦咕嚦咕而以八對子聽牌，食出任何一對湊成刻子；自摸不計。",
    "Seven pairs and a triplet, won from eight pairs on a discard.",
)
def eight_pairs_waiting_on_a_discard(finish: Finish) -> bool:
    return bool(eight_pairs_waiting.count(finish.profile)) and not finish.wait.self_draw


def _pairs_in_a_row(number: int, zh: str, en: str) -> Fan:
    def pair_runs(suit: Suit) -> list[Combo]:
        return suit.pair_runs(number)

    return fan(
        f"{zh}連對",
        f"{en} pairs in a row",
        Scope.SUIT_SETS,
        f"嚦咕同一門{zh}個相連點數的對子。",
        f"{en} pairs of ranks in a row of one suit, in seven pairs and a triplet.",
        pairs=number,
    )(pair_runs)


three_pairs_in_a_row = _pairs_in_a_row(3, "三", "Three")
four_pairs_in_a_row = _pairs_in_a_row(4, "四", "Four")
five_pairs_in_a_row = _pairs_in_a_row(5, "五", "Five")
six_pairs_in_a_row = _pairs_in_a_row(6, "六", "Six")
seven_pairs_in_a_row = _pairs_in_a_row(7, "七", "Seven")


@fan(
    "通天雜龍",
    "Mixed heavenly straight",
    Scope.PROFILE,
    "嚦咕的七對是一至七而刻子是八，或七對是二至八而刻子是一或九；不論門類。",
    "Seven pairs of ranks 1 to 7 and a triplet of 8, or of 2 to 8 and a triplet of 1 or 9, in any suits.",
)
def mixed_rank_run(profile: TileProfile) -> bool:
    return profile.rank_run


@fan("通天清龍", "Pure heavenly straight", Scope.PROFILE, "同一門的通天雜龍。", "The same in one suit.")
def pure_rank_run(profile: TileProfile) -> bool:
    return profile.rank_run and profile.suits == 1


@fan(
    "十六不搭",
    "Sixteen unrelated",
    Scope.PROFILE,
    "七款番子齊，三門各三隻牌兩兩相隔三點或以上，另十六隻中任何一隻成對。",
    "All seven honours, three tiles of each suit at least three ranks apart, and one of these sixteen twice.",
)
def sixteen_unrelated(profile: TileProfile) -> bool:
    return profile.shape == "sixteen_unrelated"


@fan(
    "不搭三相逢",
    "Unrelated with equal ranks",
    Scope.PROFILE,
    "十六不搭而三門的三個點數相同。",
    "Sixteen unrelated, the three suits carrying the same three ranks.",
)
def unrelated_equal_ranks(profile: TileProfile) -> bool:
    return profile.same_ranks


@fan(
    "不搭雜龍",
    "Unrelated with all ranks",
    Scope.PROFILE,
    "十六不搭而九隻數牌由一至九各一。",
    "Sixteen unrelated, the nine suited tiles being 1 to 9 once each.",
)
def unrelated_all_ranks(profile: TileProfile) -> bool:
    return profile.all_ranks


@fan(
    "暗不搭雜龍",
    "Unrelated with all ranks, concealed",
    Scope.PROFILE,
    "不搭雜龍，九隻數牌中沒有別家打出的牌則計暗番。",
    "The same, worth its concealed value where none of the nine suited tiles is another's.",
)
def unrelated_straight(profile: TileProfile) -> list[Combo]:
    return counted(profile.opened, not profile.opened) if profile.all_ranks else []


@fan(
    "十三么",
    "Thirteen orphans",
    Scope.PROFILE,
    "十三款么九番子齊，一款成對，另加一組暗的面子。",
    "All thirteen terminals and honours, one of them twice, and one more meld, concealed.",
)
def thirteen_orphans(profile: TileProfile) -> bool:
    return profile.shape == "thirteen_orphans"


@fan(
    "七星不靠",
    "Greater honours and knitted tiles",
    Scope.LAYOUT,
    "全不靠而七款字牌齊。",
    "Fourteen unrelated tiles with all seven honours.",
)
def fourteen_unrelated_all_honors(layout: Layout) -> bool:
    return layout.shape == "fourteen_unrelated" and layout.tiles >= HONOR_TILES


@fan(
    "全不靠",
    "Lesser honours and knitted tiles",
    Scope.PROFILE,
    "十四隻不同的牌：字牌，和三門各一組的 147、258、369 之中的牌。",
    "Fourteen different tiles of the honours and of 147, 258 and 369, each in another suit.",
)
def fourteen_unrelated(profile: TileProfile) -> bool:
    return profile.shape == "fourteen_unrelated"


@fan(
    "組合龍",
    "Knitted straight",
    Scope.PROFILE,
    "147、258、369 分在三門，九隻齊；另加一組面子和將，或在全不靠之內。",
    "All nine tiles of 147, 258 and 369, each in another suit; with a set and a pair, or in fourteen unrelated tiles.",
)
def knitted_straight(profile: TileProfile) -> bool:
    return profile.shape == "knitted_straight" or (profile.shape == "fourteen_unrelated" and profile.all_ranks)
