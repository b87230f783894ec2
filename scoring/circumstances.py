"""食法 How a hand was won, and which ways of winning contradict each other or the melds.

Knows the words of the interface; which of them a rule set knows, the rule set says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from scoring.errors import ScoringError

READY = frozenset({"declared_ready", "heavenly_ready", "earthly_ready", "human_ready"})
FIRST_TURN = frozenset({"heavenly_win", "earthly_win", "human_win"})
ROBBED = frozenset({"robbed_kong", "robbed_concealed_kong"})


@dataclass(frozen=True, slots=True)
class Win:
    """食法 `places`: melds in a full hand · `claimed`: chows and pungs from others · `kept_door`: 門清 ·
    `last`: the end of the wall, as far as the rule set counts it · `one_dot`: the winning tile is 一筒, told only where
    there are circumstances. The rest as in `WinningHand`."""

    self_draw: bool
    dealer: bool
    circumstances: frozenset[str]
    replacements: tuple[str, ...]
    winners: int
    discards: int | None
    flowers: int
    claimed: int
    open_kongs: int
    closed_kongs: int
    places: int
    kept_door: bool
    last: bool
    robbed_in_a_row: int = 1
    one_dot: bool = False

    @property
    def kongs(self) -> int:
        """All kongs."""
        return self.open_kongs + self.closed_kongs

    @property
    def all_claimed(self) -> bool:
        """Every meld was claimed as a chow or pung; only the pair is left in the hand."""
        return self.claimed == self.places

    @property
    def robbed(self) -> bool:
        """搶槓 of either kind."""
        return bool(self.circumstances & ROBBED)

    def discards_at_most(self, number: int) -> bool:
        """Whether the rivers were counted and hold no more tiles than this."""
        return self.discards is not None and self.discards <= number


DEMANDS: Mapping[str, tuple[Callable[[Win], bool], str, str]] = {
    "dealer": (lambda win: win.dealer, "須是莊家", "is the dealer's only"),
    "not_dealer": (lambda win: not win.dealer, "須是閒家", "is not the dealer's"),
    "self_draw": (lambda win: win.self_draw, "須自摸", "is an own draw"),
    "no_melds": (lambda win: not win.claimed + win.kongs, "之前沒有鳴牌和槓", "leaves no melds before it"),
}
"""What a rule set may ask of a circumstance besides what holds everywhere: (holds, zh, en)."""

_NO_DEMANDS: Mapping[str, tuple[str, ...]] = {}


def check(win: Win, demands: Mapping[str, tuple[str, ...]] = _NO_DEMANDS) -> None:
    """Raise ScoringError impossible_circumstance where the circumstances contradict each other or the melds.

    `demands`: what the rule set asks of a circumstance besides, by the names of `DEMANDS`.
    """
    for broken, zh, en in _contradictions(win):
        if broken:
            raise impossible(zh, en)
    for word in sorted(win.circumstances & demands.keys()):
        for name in demands[word]:
            holds, zh, en = DEMANDS[name]
            if not holds(win):
                raise impossible(f"「{word}」{zh}", f"{word!r} {en}")


def impossible(zh: str, en: str) -> ScoringError:
    """The error for circumstances that cannot be."""
    return ScoringError("impossible_circumstance", f"circumstances：{zh}", f"circumstances: {en}")


def _contradictions(win: Win) -> Iterator[tuple[bool, str, str]]:
    yield from _about_the_tile(win)
    yield from _about_replacements(win)
    yield from _about_ready(win)
    yield from _about_the_first_turn(win)


def _about_the_tile(win: Win) -> Iterator[tuple[bool, str, str]]:
    given = win.circumstances
    last = given & {"last_tile", "last_discard"}
    yield win.robbed and win.self_draw, "搶槓不是自摸", "a robbed kong is no own draw"
    yield given >= ROBBED, "一隻牌不可同時搶兩種槓", "one tile cannot rob two kongs"
    yield win.robbed and bool(last), "搶槓時牌牆未盡", "a kong is robbed before the wall ends"
    yield "last_tile" in given and not win.self_draw, "海底牌須自摸", "the last wall tile is an own draw"
    yield "among_last_four" in given and not win.self_draw, "最後四隻牌須自摸", "the last four wall tiles are own draws"
    yield win.robbed_in_a_row > 1 and not win.robbed, "連續搶槓須是搶槓", "kongs in a row are robbed kongs"
    yield "last_discard" in given and win.self_draw, "食最後一隻打出的牌不是自摸", "the last discard is no own draw"
    yield win.winners > 1 and win.self_draw, "自摸只有一家食糊", "an own draw has one winner"


def _about_replacements(win: Win) -> Iterator[tuple[bool, str, str]]:
    kongs = win.replacements.count("kong")
    flowers = len(win.replacements) - kongs
    yield bool(win.replacements) and not win.self_draw, "補牌食糊須自摸", "a win on a replacement is an own draw"
    yield kongs > win.kongs, "補槓次數多於槓子", "there are more kong replacements than kongs"
    yield flowers > win.flowers, "補花次數多於花牌", "there are more flower replacements than flowers"
    yield (
        kongs > 0 and bool(win.circumstances & READY),
        "叮牌（聽牌）後不可開槓",
        "no kong is made after declaring ready",
    )


def _about_ready(win: Win) -> Iterator[tuple[bool, str, str]]:
    given = win.circumstances
    dealt = given & {"heavenly_ready", "earthly_ready"}
    claims = win.claimed + win.open_kongs
    yield len(given & READY) > 1, "叮牌（聽牌）只可選一種", "there is only one kind of ready declaration"
    yield "one_shot" in given and not given & READY, "一發須先叮", "one shot needs a ready declaration"
    yield (
        bool(dealt) and claims + win.closed_kongs > 0,
        "天叮、地叮（天聽、地聽）前無人鳴牌或開槓",
        "ready as dealt leaves no melds",
    )
    yield (
        "human_ready" in given and claims > 1,
        "人叮（人聽）前最多鳴一次牌",
        "at most one claim comes before human ready",
    )


def _about_the_first_turn(win: Win) -> Iterator[tuple[bool, str, str]]:
    given = win.circumstances
    first = given & FIRST_TURN
    melds = win.claimed + win.kongs
    heavenly, earthly, human = (word in given for word in ("heavenly_win", "earthly_win", "human_win"))
    discards = win.discards or 0
    yield len(first) > 1, "天糊、地糊、人糊只可選一種", "there is only one of the first-turn wins"
    yield heavenly and not (win.self_draw and win.dealer), "天糊須莊家自摸", "a heavenly win is the dealer's own draw"
    yield (
        earthly and (win.self_draw or win.dealer),
        "地糊須閒家食莊家打出的牌",
        "an earthly win is on the dealer's discard",
    )
    yield (heavenly or earthly) and melds > 0, "天糊、地糊沒有鳴牌和槓", "there is no meld before a first-turn win"
    yield human and melds > win.closed_kongs, "人糊前無人鳴牌", "there is no claim before a human win"
    yield bool(first) and "robbed_kong" in given, "第一巡無人加槓", "no pung is made a kong in the first go-round"
    yield bool(first & {"earthly_win"}) and win.robbed, "地糊食的是打出的牌", "an earthly win is on a discard"
    yield (
        bool(first and given & {"last_tile", "last_discard", "among_last_four"}),
        "第一巡不是海底",
        "the first go-round is not the last",
    )
    yield heavenly and bool(given & READY), "天糊前不可叮牌（聽牌）", "no ready declaration comes before a heavenly win"
    yield earthly and bool(given & {"earthly_ready", "human_ready"}), "地糊前未打過牌", "nothing was discarded before"
    yield (
        discards > (0 if heavenly else 1 if earthly else 4 if human else discards),
        "第一巡打出的牌不會這麼多",
        ("there are fewer discards in the first go-round"),
    )
