"""花 Fans of the flowers and of hands without any. They see no other tile, only whether there are honours."""

from scoring.fans.fan import Scope, fan
from scoring.reading.views import Combo, Flowers, TileProfile


@fan("無字", "No honours", Scope.PROFILE, "整手牌沒有番子。", "No honour tile in the hand.")
def no_honors(profile: TileProfile) -> bool:
    return not profile.honors


@fan("無花", "No flowers", Scope.PROFILE, "沒有花牌。", "No flower.")
def no_flowers(profile: TileProfile) -> bool:
    return profile.no_flowers


@fan(
    "無字花",
    "Neither honours nor flowers",
    Scope.PROFILE,
    "沒有番子，也沒有花牌。",
    "Neither an honour tile nor a flower.",
)
def no_honors_no_flowers(profile: TileProfile) -> bool:
    return not profile.honors and profile.no_flowers


@fan("花牌", "Flower", Scope.FLOWERS, "每隻花牌。", "Each flower.")
def flower(flowers: Flowers) -> list[Combo]:
    return flowers.each()


@fan("正花", "Own flower", Scope.FLOWERS, "與門風同號的花，每隻另加。", "Each flower of the own seat's number, on top.")
def own_flower(flowers: Flowers) -> list[Combo]:
    return flowers.each(flowers.own)


@fan(
    "爛花",
    "Other flower",
    Scope.FLOWERS,
    "與門風不同號的花，每隻計。",
    "Each flower that is not of the own seat's number.",
)
def other_flower(flowers: Flowers) -> list[Combo]:
    return flowers.each(flowers.held - flowers.own)


@fan("七隻花", "Seven flowers", Scope.FLOWERS, "食糊時有七隻花。", "Seven flowers in a hand that wins with its tiles.")
def seven_flowers(flowers: Flowers) -> bool:
    return flowers.number == 7 and not flowers.declared


@fan("一台花", "Flower set", Scope.FLOWERS, "一套齊四隻的花：春夏秋冬，或梅蘭菊竹。", "All four flowers of one family.")
def flower_set(flowers: Flowers) -> list[Combo]:
    return flowers.families()


@fan("兩台花", "Both flower sets", Scope.FLOWERS, "八隻花齊。", "All eight flowers.")
def both_flower_sets(flowers: Flowers) -> bool:
    return flowers.all_eight and not flowers.robbed


@fan(
    "七搶一",
    "Seven rob one",
    Scope.FLOWERS,
    "手上七隻花，第八隻由別家摸到，即時宣告食糊。",
    "Seven flowers held and another player draws the eighth: declared at once as a win.",
)
def seven_rob_one(flowers: Flowers) -> bool:
    return flowers.robbed and flowers.all_eight


@fan(
    "一搶七",
    "One robs seven",
    Scope.FLOWERS,
    "自己一隻花，搶去別家的七隻，即時宣告食糊。",
    "One flower drawn and another's seven robbed with it: declared at once as a win.",
)
def one_rob_seven(flowers: Flowers) -> bool:
    return flowers.robbed and flowers.number == 2


@fan(
    "滿花",
    "Eight flowers kept",
    Scope.FLOWERS,
    "八張花牌齊而沒有宣告花胡，其後胡牌。",
    "All eight flowers, not declared as a win, and the hand wins later.",
)
def eight_kept(flowers: Flowers) -> bool:
    return flowers.all_eight and not flowers.declared


@fan(
    "八仙過海",
    "Eight flowers declared",
    Scope.FLOWERS,
    "八張花牌齊，補牌後宣告胡牌；三家通賠。",
    "All eight flowers, declared as a win once the last is replaced; all three pay.",
)
def eight_declared(flowers: Flowers) -> bool:
    return flowers.all_eight and flowers.declared and not flowers.robbed


@fan(
    "配牌花胡",
    "Flower win as dealt",
    Scope.FLOWERS,
    "配牌時已得八張花牌，或七張而他人得一張，輪到摸第一張牌時宣告花胡。",
    "Eight flowers as dealt, or seven and another the eighth, declared with the first draw.",
)
def dealt_flowers(flowers: Flowers) -> bool:
    return flowers.dealt
