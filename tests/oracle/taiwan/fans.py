"""Each 台 of the two Taiwanese sets, a line or a few over one reading of one hand."""

from collections.abc import Callable
from dataclasses import dataclass

from tests.oracle.readings import Group, Reading
from tests.oracle.taiwan.hand import FIRST, READY, Hand
from tests.oracle.tiles import DRAGONS, SUITS, WINDS

Rows = dict[str, tuple[int, int]]  # name: (count, value)
WIND_TILES = list(WINDS.values())


@dataclass(frozen=True)
class Seen:
    """One reading of one hand, and what it waits for."""

    hand: Hand
    reading: Reading
    waits: tuple[str, ...]

    @property
    def triplets(self) -> list[Group]:
        return [group for group in self.reading.groups if group.is_triplet]

    @property
    def pairs(self) -> list[Group]:
        return [group for group in self.reading.groups if group.form == "pair"]

    @property
    def chows(self) -> list[Group]:
        return [group for group in self.reading.groups if group.form == "chow"]

    @property
    def won(self) -> Group:
        return next(group for group in self.reading.groups if group.won)

    @property
    def basic(self) -> bool:
        return self.reading.shape == "basic"

    def pungs_of(self, kinds: list[str]) -> int:
        return sum(group.first in kinds for group in self.triplets)

    def paired(self, kinds: list[str]) -> bool:
        return self.basic and self.pairs[0].first in kinds

    @property
    def hidden(self) -> int:
        """暗刻: neither claimed nor completed by a discard."""
        return sum(not group.open for group in self.triplets)

    @property
    def suits(self) -> set[str]:
        return {tile[1] for tile in self.hand.tiles if tile[1] in SUITS}

    @property
    def honours(self) -> bool:
        return any(tile[1] == "z" for tile in self.hand.tiles)

    @property
    def one_wait(self) -> bool:
        return len(self.waits) == 1

    @property
    def drawn(self) -> bool:
        """自摸; a replacement after 七搶一 is none: the robbed pays it like a discard."""
        return self.hand.self_draw

    @property
    def pair_alone(self) -> bool:
        """Five melds on the table, none of them a concealed kong: one tile in the hand."""
        hand = self.hand
        return len(hand.melds) == 5 and all(group.claimed for group in hand.melds)

    @property
    def own_flowers(self) -> list[int]:
        seat = int(self.hand.seat[0])
        return [flower for flower in (seat, seat + 4) if flower in self.hand.flowers]

    @property
    def flower_sets(self) -> list[set[int]]:
        return [each for each in ({1, 2, 3, 4}, {5, 6, 7, 8}) if each <= set(self.hand.flowers)]

    @property
    def loose_flowers(self) -> int:
        """花牌 of the own seat outside complete sets."""
        return sum(not any(flower in each for each in self.flower_sets) for flower in self.own_flowers)

    @property
    def two_sided(self) -> bool:
        """The winning tile stands at an end of its chow that is open at the other end too."""
        group, tile = self.won, self.hand.tile
        if group.form != "chow":
            return False
        ranks, rank = sorted(int(each[0]) for each in group.tiles), int(tile[0])
        return (rank == ranks[0] and ranks[2] < 9) or (rank == ranks[2] and ranks[0] > 1)

    @property
    def middle(self) -> bool:
        return self.won.form == "chow" and sorted(self.won.tiles)[1] == self.hand.tile

    @property
    def edge(self) -> bool:
        return self.won.form == "chow" and not self.middle and not self.two_sided


def said(word: str) -> Callable[[Seen], int]:
    return lambda seen: int(word in seen.hand.said)


def all_pungs(seen: Seen) -> int:
    return int(seen.basic and len(seen.triplets) == 5)


def one_suit(seen: Seen) -> int:
    return int(len(seen.suits) == 1 and not seen.honours)


def half_suit(seen: Seen) -> int:
    return int(len(seen.suits) == 1 and seen.honours)


def all_honours(seen: Seen) -> int:
    return int(not seen.suits)


def small_dragons(seen: Seen) -> int:
    return int(seen.pungs_of(DRAGONS) == 2 and seen.paired(DRAGONS))


def big_dragons(seen: Seen) -> int:
    return int(seen.pungs_of(DRAGONS) == 3)


def small_winds(seen: Seen) -> int:
    return int(seen.pungs_of(WIND_TILES) == 3 and seen.paired(WIND_TILES))


def big_winds(seen: Seen) -> int:
    return int(seen.pungs_of(WIND_TILES) == 4)


def replaced(seen: Seen) -> int:
    return int(bool(seen.hand.replacements) or seen.hand.declared_flowers)


def kept_flowers(count: Callable[[Seen], int]) -> Callable[[Seen], int]:
    """Flowers count one by one or by the set; beside a declared 花胡 they do not."""
    return lambda seen: 0 if seen.hand.declared_flowers else count(seen)


def flower_row(hand: Hand, dealt_value: int) -> Rows:
    """花胡: eight flowers drawn, or the eighth robbed; dealt so (tw-sixteen) it is 12."""
    if not hand.declared_flowers:
        return {}
    if "dealt_flowers" in hand.said:
        return {"配牌花胡": (1, dealt_value)}
    return {"八仙過海" if len(hand.flowers) == 8 else "七搶一": (1, 8)}


# --- tw-sixteen


def sixteen(seen: Seen) -> Rows:
    hand = seen.hand
    ready, first = hand.said & READY, hand.said & FIRST
    counted: dict[str, tuple[int, int]] = {}

    def row(name: str, count: int, each: int) -> None:
        if count:
            counted[name] = (count, count * each)

    five = seen.hidden == 5
    pairs = seen.reading.shape == "seven_pairs"
    row("風字坎", 0 if big_winds(seen) else seen.pungs_of([hand.seat]) + seen.pungs_of([hand.round]), 1)
    row("箭字坎", 0 if big_dragons(seen) or small_dragons(seen) else seen.pungs_of(DRAGONS), 1)
    row("門清", hand.clean and not (five or ready or first or pairs), 1)
    row("全求", seen.pair_alone and not seen.drawn, 2)
    row("半求", seen.pair_alone and seen.drawn, 1)
    plain = len(seen.chows) == 5 and not hand.flowers and not seen.honours and not seen.one_wait and not seen.drawn
    row("平胡", plain, 2)
    row("對對胡", all_pungs(seen) and not five and not all_honours(seen), 4)
    row("獨聽", seen.one_wait, 1)
    row("搶槓", said("robbed_kong")(seen), 1)
    families = big_winds(seen) or small_winds(seen) or big_dragons(seen) or small_dragons(seen)
    row("字一色", all_honours(seen), 12 if families else 16)
    row("清一色", one_suit(seen), 12)
    row("湊一色", half_suit(seen), 4)
    row("三暗坎", seen.hidden == 3, 2)
    row("四暗坎", seen.hidden == 4, 6)
    row("五暗坎", five, 16)
    row("大四喜", big_winds(seen), 16)
    row("小四喜", small_winds(seen), 8)
    row("大三元", big_dragons(seen), 8)
    row("小三元", small_dragons(seen), 4)
    own_first = bool(first & {"heavenly_win", "earthly_win"})
    row("自摸", seen.drawn and not hand.clean, 1)
    row("不求.自摸", seen.drawn and hand.clean and not own_first, 2)
    row("槓上開花", replaced(seen), 1)
    row("海底撈月", said("last_tile")(seen), 1)
    full = len(hand.flowers) == 8
    row("滿花", kept_flowers(lambda seen: int(full))(seen), 8)
    row("花槓", kept_flowers(lambda seen: 0 if full else len(seen.flower_sets))(seen), 2)
    row("花牌", kept_flowers(lambda seen: seen.loose_flowers)(seen), 1)
    no_longer = bool(first)  # 地胡, 人胡: no 天聽
    row("天聽", said("heavenly_ready")(seen) and not no_longer, 8)
    row("地聽", said("earthly_ready")(seen) and not no_longer, 4)
    row("地聽一發", said("earthly_one_shot")(seen) and not no_longer, 8)
    row("天胡", said("heavenly_win")(seen), 16)
    row("地胡", said("earthly_win")(seen), 16)
    row("人胡", said("human_win")(seen), 16)
    row("嚦咕嚦咕", pairs, 8)
    return counted


# --- tw-club


def club(seen: Seen) -> Rows:
    hand = seen.hand
    first = hand.said & FIRST
    counted: dict[str, tuple[int, int]] = {}

    def row(name: str, count: int, each: int) -> None:
        if count:
            counted[name] = (count, count * each)

    own_first = bool(first & {"heavenly_win", "earthly_win"})
    honours, five = all_honours(seen), seen.hidden == 5
    row("門清", hand.clean and not (first or hand.said & READY), 1)
    row("不求", hand.clean and seen.drawn and not own_first, 1)
    row("自摸", seen.drawn, 1)
    row("風牌", 0 if honours or big_winds(seen) else seen.pungs_of([hand.seat]), 1)
    row("風圈", 0 if honours or big_winds(seen) else seen.pungs_of([hand.round]), 1)
    row("花牌", kept_flowers(lambda seen: seen.loose_flowers)(seen), 1)
    row("花槓", kept_flowers(lambda seen: len(seen.flower_sets))(seen), 2)
    row("搶槓", said("robbed_kong")(seen), 1)
    dragons = honours or big_dragons(seen) or small_dragons(seen)
    row("三元牌", 0 if dragons else seen.pungs_of(DRAGONS), 1)
    alone = seen.pair_alone and not seen.drawn  # 全求 includes 單吊
    row("邊張", seen.one_wait and seen.edge, 1)
    row("中洞", seen.one_wait and seen.middle, 1)
    row("單吊", seen.one_wait and seen.won.form == "pair" and not alone, 1)
    row("槓上開花", replaced(seen), 1)
    row("河底撈魚", said("last_discard")(seen), 1)
    row("海底撈月", said("last_tile")(seen), 1)
    plain = len(seen.chows) == 5 and not hand.flowers and not seen.honours and not seen.drawn
    row("平胡", plain and seen.two_sided and len(seen.waits) > 1, 2)
    row("全求", alone, 2)
    row("三暗刻", seen.hidden == 3, 2)
    row("四暗刻", seen.hidden == 4, 5)
    row("五暗刻", five, 8)
    row("碰碰胡", all_pungs(seen) and not honours, 4)
    row("地聽", said("earthly_ready")(seen) and not first, 4)
    row("天聽", said("heavenly_ready")(seen) and not first, 8)
    row("小三元", small_dragons(seen) and not honours, 4)
    row("大三元", big_dragons(seen), 8)
    row("小四喜", small_winds(seen), 8)
    row("大四喜", big_winds(seen), 16)
    row("混一色", half_suit(seen), 4)
    row("清一色", one_suit(seen), 8)
    row("字一色", honours, 16)
    row("天胡", said("heavenly_win")(seen), 16)
    row("地胡", said("earthly_win")(seen), 16)
    row("人胡", said("human_win")(seen), 16)
    return counted


COUNT = {"tw-club": club, "tw-sixteen": sixteen}
