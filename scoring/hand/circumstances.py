"""食法 The way a hand was won, and ways of winning that contradict each other or the melds. Knows all words of the
interface; each rule set says which of them it knows."""

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from scoring.errors import ScoringError, refused

READY = frozenset({"declared_ready", "heavenly_ready", "earthly_ready", "human_ready", "earthly_one_shot"})
READY_BY_DISCARD = frozenset({"earthly_ready", "human_ready", "earthly_one_shot"})
FIRST_TURN = frozenset({"heavenly_win", "earthly_win", "human_win"})
ROBBED = frozenset({"robbed_kong", "robbed_concealed_kong"})
FLOWER_WINS = frozenset({"flower_win", "dealt_flowers"})


TILES_OF_A_GAME, NO_FLOWERS = 144, 136
UNDRAWN = 16
"""殘牌: no rule text leaves more tiles at the end of the wall."""
AMONG_LAST = 4


class Winning(NamedTuple):
    """食法 The way a hand was won. Fields that are not listed mean what they mean in `Hand`.

    flowers, open_kongs, concealed_kongs: how many the hand has
    claimed: how many chows and pungs were claimed
    places: how many melds a complete hand has besides the pair: 5 with seventeen tiles, 4 with fourteen
    is_concealed: whether the hand is concealed (門清) under the rule set
    last: whether the winning tile was the last one (海底) under the rule set
    one_dot: whether the winning tile is 一筒 (1 of dots); always False if `circumstances` is empty
    tiles: how many tiles the game is played with, 144 with flowers
    """

    self_draw: bool
    dealer: bool
    circumstances: frozenset[str]
    replacements: tuple[str, ...]
    winners: int
    discards: int | None
    flowers: int
    claimed: int
    open_kongs: int
    concealed_kongs: int
    places: int
    is_concealed: bool
    last: bool
    robbed_in_a_row: int = 1
    one_dot: bool = False
    tiles: int = TILES_OF_A_GAME

    @property
    def most_discards(self) -> int:
        """The highest possible number of discards: all tiles except those in the four hands."""
        return self.tiles - self._dealt - self.kongs

    @property
    def least_discards(self) -> int:
        """The lowest possible number of discards when the wall is used up: as many kongs and flowers as possible were
        made, and sixteen tiles stay undrawn."""
        flowers = self.tiles - NO_FLOWERS
        return self.tiles - self._dealt - self.kongs - 3 * self.places - flowers - UNDRAWN

    @property
    def _dealt(self) -> int:
        return 4 * (3 * self.places + 1) + 1

    @property
    def kongs(self) -> int:
        return self.open_kongs + self.concealed_kongs

    @property
    def all_claimed(self) -> bool:
        """Whether every meld was claimed as a chow or pung, so that only the pair is left in the hand."""
        return self.claimed == self.places

    @property
    def all_exposed(self) -> bool:
        """Whether every meld is a claimed chow or pung or an open kong, so that only one tile was left in the hand
        before the win."""
        return self.claimed + self.open_kongs == self.places

    @property
    def robbed(self) -> bool:
        return bool(self.circumstances & ROBBED)

    @property
    def flower_win(self) -> bool:
        return not FLOWER_WINS.isdisjoint(self.circumstances)

    def discards_at_most(self, number: int) -> bool:
        return self.discards is not None and self.discards <= number


DEMANDS: Mapping[str, tuple[Callable[[Winning], bool], str, str]] = {
    "dealer": (lambda win: win.dealer, "須是莊家", "is the dealer's only"),
    "not_dealer": (lambda win: not win.dealer, "須是閒家", "is not the dealer's"),
    "self_draw": (lambda win: win.self_draw, "須自摸", "is an own draw"),
    "discard": (lambda win: not win.self_draw, "食的是別家打出的牌", "is on another's discard"),
    "no_melds": (lambda win: not win.claimed + win.kongs, "之前沒有鳴牌和槓", "leaves no melds before it"),
    "no_claims": (lambda win: not win.claimed + win.open_kongs, "之前沒有鳴牌", "leaves no claims before it"),
    "one_claim": (lambda win: win.claimed + win.open_kongs <= 1, "之前最多鳴一次牌", "comes after one claim at most"),
    "no_kong_after": (lambda win: "kong" not in win.replacements, "之後不可開槓", "allows no kong afterwards"),
    "not_ready": (lambda win: not win.circumstances & READY, "之前不可叮牌（聽牌）", "follows no ready declaration"),
    "no_own_discard": (
        lambda win: not win.circumstances & READY_BY_DISCARD,
        "之前自己未打過牌",
        "comes before the first own discard",
    ),
    "no_discards": (lambda win: not win.discards, "之前無人打過牌", "comes before any discard"),
    "one_discard": (lambda win: (win.discards or 0) <= 1, "之前只打過一隻牌", "comes after one discard"),
    "three_discards": (
        lambda win: (win.discards or 0) <= 3,
        "之前最多打過三隻牌",
        "comes after three discards at most",
    ),
    "four_discards": (lambda win: (win.discards or 0) <= 4, "之前最多打過四隻牌", "comes after four discards at most"),
}
"""What a rule set may demand of a circumstance: (holds, zh, en)."""

Demands = Mapping[str, tuple[str, ...]]

USUAL_DEMANDS: Demands = {
    "heavenly_ready": ("no_melds", "no_kong_after"),
    "earthly_ready": ("no_melds", "no_kong_after"),
    "human_ready": ("one_claim", "no_kong_after"),
    "declared_ready": ("no_kong_after",),
    "heavenly_win": ("self_draw", "dealer", "no_melds", "not_ready", "no_discards"),
    "earthly_win": ("discard", "not_dealer", "no_melds", "no_own_discard", "one_discard"),
    "human_win": ("no_claims", "four_discards"),
}
"""天糊 as dealt, 地糊 on the dealer's first discard, 人糊 in the first go-round; no kong after declaring ready."""

_NAMES = {
    "heavenly_win": ("天糊（天胡）", "a heavenly win"),
    "earthly_win": ("地糊（地胡）", "an earthly win"),
    "human_win": ("人糊（人胡）", "a human win"),
    "declared_ready": ("叮牌（聽牌）", "declaring ready"),
    "heavenly_ready": ("天叮（天聽）", "heavenly ready"),
    "earthly_ready": ("地叮（地聽）", "earthly ready"),
    "human_ready": ("人叮（人聽）", "human ready"),
    "earthly_one_shot": ("地聽一發", "one shot after earthly ready"),
}


def check(win: Winning, *demanded: Demands, lenient: bool = False) -> None:
    """Raise ScoringError impossible_circumstance if the circumstances contradict each other or the melds.

    demanded: what the rule set demands besides
    lenient: ignore what contradicts the number of discards, as early versions did
    """
    for broken, zh, en in (*_contradictions(win), *(() if lenient else _about_the_rivers(win))):
        if broken:
            raise impossible(zh, en)
    for demands in demanded:
        for word in sorted(win.circumstances & demands.keys()):
            for name in demands[word]:
                holds, zh, en = DEMANDS[name]
                if not holds(win):
                    name_zh, name_en = _NAMES.get(word, (word, word))
                    raise impossible(f"{name_zh}{zh}", f"{name_en} {en}")


def impossible(zh: str, en: str) -> ScoringError:
    return refused("impossible_circumstance", "circumstances", zh, en)


def _contradictions(win: Winning) -> Iterator[tuple[bool, str, str]]:
    given = win.circumstances
    last = given & {"last_tile", "last_discard"}
    yield win.robbed and win.self_draw, "搶槓不是自摸", "a robbed kong is no own draw"
    yield given >= ROBBED, "一隻牌不可同時搶兩種槓", "one tile cannot rob two kongs"
    yield win.robbed and bool(last), "搶槓時牌牆未盡", "a kong is robbed before the wall ends"
    yield "last_tile" in given and not win.self_draw, "海底牌須自摸", "the last wall tile is an own draw"
    yield "among_last_four" in given and not win.self_draw, "最後四隻牌須自摸", "the last four wall tiles are own draws"
    yield win.robbed_in_a_row > 1 and not win.robbed, "連續搶槓須是搶槓", "kongs in a row are robbed kongs"
    yield "last_discard" in given and win.self_draw, "食最後一隻打出的牌不是自摸", "the last discard is no own draw"
    yield (
        win.flower_win and bool(given & {"human_win", "last_discard"}),
        "花糊（花胡）食的是補牌，不是打出的牌",
        "a flower win is completed by its replacement, no discard",
    )
    yield win.winners > 1 and win.self_draw, "自摸只有一家食糊", "an own draw has one winner"
    kongs = win.replacements.count("kong")
    flowers = len(win.replacements) - kongs
    drawn = win.self_draw or win.flower_win
    yield bool(win.replacements) and not drawn, "補牌食糊須自摸", "a win on a replacement is an own draw"
    yield kongs > win.kongs, "補槓次數多於槓子", "there are more kong replacements than kongs"
    yield flowers > win.flowers, "補花次數多於花牌", "there are more flower replacements than flowers"
    yield len(given & READY) > 1, "叮牌（聽牌）只可選一種", "there is only one kind of ready declaration"
    yield "one_shot" in given and not given & READY, "一發須先叮", "one shot needs a ready declaration"
    first = given & FIRST_TURN
    yield len(first) > 1, "天糊、地糊、人糊只可選一種", "there is only one of the first-turn wins"
    yield bool(first) and "robbed_kong" in given, "第一巡無人加槓", "no pung is made a kong in the first go-round"
    yield "earthly_win" in given and win.robbed, "地糊食的是打出的牌", "an earthly win is on a discard"
    late = given & {"last_tile", "last_discard", "among_last_four"}
    yield bool(first and late), "第一巡不是海底", "the first go-round is not the last"


def _about_the_rivers(win: Winning) -> Iterator[tuple[bool, str, str]]:
    given, lying = win.circumstances, win.discards
    if lying is None:
        return
    ended = bool(given & {"last_tile", "last_discard"})
    ending = "among_last_four" in given
    yield lying > win.most_discards, "牌河的牌多過一局所有的", "there cannot be so many discards"
    yield (
        ended and lying < win.least_discards,
        "牌牆已盡，牌河不會只有這麼少",
        "so few discards leave tiles in the wall",
    )
    yield (
        ending and lying < win.least_discards - AMONG_LAST + 1,
        "牌牆將盡，牌河不會只有這麼少",
        "so few discards leave more than four tiles in the wall",
    )
