"""Reading a score document of the Taiwanese sets: what is known of the hand, and all that can be wrong with it."""

from collections import Counter
from dataclasses import dataclass
from typing import Any

from tests.oracle.papers import EVERYWHERE, Set, read_paper
from tests.oracle.readings import Group, Reading, basic_readings, declared, seven_pairs_readings
from tests.oracle.table import river_cannot_be
from tests.oracle.tiles import FLOWERS, KINDS, WINDS
from tests.oracle.wrong import Wrong

Doc = dict[str, Any]
FIRST = {"heavenly_win", "earthly_win", "human_win"}
COMMON = {"robbed_kong", "last_tile", "heavenly_ready", "earthly_ready", *FIRST, "flower_win"}
OWN = {"tw-club": {"last_discard"}, "tw-sixteen": {"earthly_one_shot", "dealt_flowers"}}
SETS = {id: Set(id, 16, True, frozenset(COMMON | own), {}, winners=1) for id, own in OWN.items()}  # 攔胡: one winner
NEITHER = Set("neither", 16, True, frozenset(EVERYWHERE), {}, winners=1)
READY = {"heavenly_ready", "earthly_ready", "earthly_one_shot"}
FLOWER_WINS = {"flower_win", "dealt_flowers"}


@dataclass(frozen=True)
class Hand:
    rule_set: str
    concealed: tuple[str, ...]
    tile: str
    self_draw: bool
    seat: str  # the seat's wind tile
    round: str
    dealer: bool
    melds: tuple[Group, ...]
    kinds: tuple[str, ...]  # of the melds
    flowers: tuple[int, ...]
    said: frozenset[str]
    replacements: tuple[str, ...]
    pairs_allowed: bool  # 嚦咕嚦咕
    discards: int | None = None
    robbed_in_a_row: int = 1

    @property
    def tiles(self) -> list[str]:
        """All tiles of the hand, the winning one and fourth tiles of kongs included."""
        return [*self.concealed, self.tile, *(tile for group in self.melds for tile in group.tiles)]

    @property
    def clean(self) -> bool:
        """門清: nothing claimed; a concealed kong keeps it."""
        return not any(group.claimed for group in self.melds)

    @property
    def declared_flowers(self) -> bool:
        return bool(self.said & FLOWER_WINS)

    def readings(self, tile: str) -> list[Reading]:
        """Return every way to read the sixteen with `tile`. The replacement after 七搶一 is no discard."""
        discard = not self.self_draw and not self.declared_flowers
        found = basic_readings(list(self.concealed), tile, list(self.melds), discard)
        if self.pairs_allowed:
            found += seven_pairs_readings(list(self.concealed), tile, list(self.melds), discard)
        return found

    def waits(self) -> list[str]:
        """Return the kinds that complete the hand; what the own hand has used up is no wait (T-4)."""
        own = Counter(self.tiles)
        own[self.tile] -= 1
        return [kind for kind in KINDS if own[kind] < 4 and self.readings(kind)]


def read_document(doc: Doc, pairs_allowed: bool = True) -> Hand:
    """Return the hand; raise Wrong with every code that applies."""
    paper = read_paper(doc, SETS.get(doc.get("rule_set", ""), NEITHER))
    if paper.winning[0] in FLOWERS:
        raise Wrong("bad_tile", "impossible_circumstance", "not_a_winning_hand")
    hand = Hand(
        rule_set=doc["rule_set"], concealed=tuple(paper.concealed), tile=paper.winning[0], self_draw=doc["self_draw"],
        seat=WINDS[doc["seat_wind"]], round=WINDS[doc["round_wind"]],
        dealer=doc.get("dealer", doc["seat_wind"] == "E"),
        melds=tuple(declared(paper.melds)), kinds=tuple(kind for kind, _ in paper.melds),
        flowers=tuple(int(flower[0]) for flower in paper.flowers), said=frozenset(doc.get("circumstances", [])),
        replacements=tuple(doc.get("replacements", [])),
        pairs_allowed=pairs_allowed and doc["rule_set"] == "tw-sixteen",
        discards=doc.get("discards"), robbed_in_a_row=doc.get("robbed_in_a_row", 1),
    )  # fmt: skip
    why = contradiction(hand)
    codes = {"impossible_circumstance"} if why else set()
    if not hand.declared_flowers and not hand.readings(hand.tile):
        codes.add("not_a_winning_hand")
    if codes:
        raise Wrong(*codes, why=why)
    return hand


def contradiction(hand: Hand) -> str:
    """Return why the circumstances cannot be, "" if they can."""
    said, tail = hand.said, hand.replacements
    first, ready = said & FIRST, said & READY
    kongs = sum(kind in ("kong", "added_kong", "concealed_kong") for kind in hand.kinds)
    flowers = len(hand.flowers) + (hand.declared_flowers and len(hand.flowers) == 7)
    reasons = {
        "own draw, yet from another": hand.self_draw and bool(said & {"robbed_kong", "last_discard"}),
        "a discard, yet drawn": not hand.self_draw and not hand.declared_flowers and bool("last_tile" in said or tail),
        "kongs in a row are of hk-classic": hand.robbed_in_a_row > 1,
        "a river that cannot be": river_cannot_be(said, hand.discards, kongs, 16),
        "robbed and a discard": {"robbed_kong", "last_discard"} <= said,
        "robbed, yet a copy is in the own hand": "robbed_kong" in said and hand.tiles.count(hand.tile) > 1,
        "two kinds of ready": len(ready) > 1,
        "two first turns": len(first) > 1,
        "天胡": "heavenly_win" in said and not (hand.dealer and hand.self_draw and hand.clean),
        "地胡": "earthly_win" in said and (hand.dealer or not hand.self_draw or not hand.clean),
        "人胡": "human_win" in said and (hand.dealer or hand.self_draw or not hand.clean),
        "天聽 of the dealer": "heavenly_ready" in said and hand.dealer,
        "ready with a claim": bool(ready) and not hand.clean,
        "first turn and last tile": bool(first) and bool(said & {"last_tile", "last_discard", "robbed_kong"}),
        "天胡 of one who is ready": "heavenly_win" in said and bool(ready),
        "more replacements than kongs": tail.count("kong") > kongs,
        "more replacements than flowers": tail.count("flower") > flowers,
        "花胡": hand.declared_flowers and not (
            (len(hand.flowers) == 8 and hand.self_draw) or (len(hand.flowers) == 7 and not hand.self_draw)
        ),
    }  # fmt: skip
    return next((why for why, holds in reasons.items() if holds), "")


def doubts(hand: Hand) -> list[str]:
    """What the texts leave open: here a refusal (impossible_circumstance) is as good as a count."""
    said, tail = hand.said, hand.replacements
    free = sum(kind in ("added_kong", "concealed_kong") for kind in hand.kinds)
    first, ready = said & FIRST, said & READY
    reasons = {
        "replacement of a claimed kong (T-12)": tail.count("kong") > free,
        "地聽 before the first draw": bool(said & {"earthly_win", "human_win"} and ready - {"heavenly_ready"}),
        "a kong after ready": bool(ready) and ("kong" in tail or bool(hand.melds)),
        "花胡 and first turn, last tile or robbed": hand.declared_flowers
        and bool(said & (FIRST | READY | {"last_tile", "last_discard", "robbed_kong"})),
        "both 花胡": said >= FLOWER_WINS,
        "一發 with the last tile": "earthly_one_shot" in said and bool(said & {"last_tile", "robbed_kong"}),
        "first turn with a kong": bool(first) and bool(hand.melds or tail),
        "first turn with a long river": bool(first) and bool(hand.discards),
    }
    return [why for why, holds in reasons.items() if holds]
