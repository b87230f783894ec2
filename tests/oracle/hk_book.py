"""The books of hkma-league, hkma-masters and hk-classic: what each does otherwise than `book.Book`."""

import re
from fractions import Fraction
from typing import Any

from tests.oracle.book import Book, Event, Page, allow, flag, need, others, seat_of
from tests.oracle.chains import after_win
from tests.oracle.classic_count import classic_score
from tests.oracle.classic_fans import OPTIONS as CLASSIC_OPTIONS
from tests.oracle.count import oracle_score
from tests.oracle.facts import OPTION_VALUES
from tests.oracle.masters_count import DISCARDER, masters_score
from tests.oracle.papers import is_number
from tests.oracle.table import two_families
from tests.oracle.wrong import Wrong

KONG_LADDER = (1, 2, 4, 6, 10)


class Chained(Book):
    """鋪鋪拉: what is won is carried until it is collected."""

    ROUNDED, BOTH, SHARED = "", "", ""
    """The options that say how chains are rounded, what becomes of one whose two win together, and what of the streak
    of a dealer who shares a tile."""

    def share(self, winners: int) -> int:
        return {1: 0, 2: 5, 3: 10}[winners]

    def money(self, page: Page, seat: int, payer: int, fan: int) -> Fraction:
        """What `fan` costs between two seats, the dealer's in it."""
        return Fraction(fan + self.dealer_fans(page, seat, payer))

    def hand_for(self, page: Page, seat: int, other: int, fan: int) -> Fraction:
        return self.money(page, seat, other, fan)

    def settle(self, event: Event, wins: list[tuple[int, int]], source: int | None, claims: list[Event]) -> None:
        carried, paid_now = {}, []
        for seat, fan in wins:
            for payer in [source] if source is not None else others(seat):
                points = self.money(self.open, seat, payer, fan + self.share(len(wins)))
                if self.settings.get("chain", "every_hand") == "every_hand" or seat == self.open.dealer:
                    carried[seat, payer] = points
                else:
                    paid_now.append((payer, seat, points))
        both = self.option(self.BOTH) if self.BOTH else "stays"
        winners = {seat for seat, _ in wins}
        self.chains, collected = after_win(self.chains, carried, winners, source, self.option(self.ROUNDED), both)
        for payer, winner, points in collected:
            self.open.pay(payer, winner, points, "chain")
        for payer, winner, points in paid_now:
            self.open.pay(payer, winner, points, "win")

    def after_winners(self, winners: set[int]) -> tuple[bool, int]:
        grows = len(winners) == 1 or self.option(self.SHARED) == "plus_one"
        return self.open.dealer in winners, self.streak + 1 if grows else 0

    def reward(self, kind: str, seat: int, gets: Any, pays: Any, source: int | None = None) -> None:
        """中途獎勵, paid at once: what each of the others pays, or is paid."""
        two_families(self.open.taken, kind, seat)
        self.open.taken.append((kind, seat))
        for other in others(seat) if source is None else [source]:
            if gets is not None:
                self.open.pay(other, seat, gets, "reward")
            else:
                self.open.pay(seat, other, pays, "reward")
        self.open.events += 1


class LeagueBook(Chained):
    RULE_SET, DEALS = "hkma-league", 8
    OPTIONS = OPTION_VALUES
    CARDS = (5, 160)
    ROUNDED, BOTH, SHARED = "L-27", "L-56", "L-29"
    base = Fraction(5)
    grows = True

    def count(self, doc: Event) -> dict[str, Any]:
        return oracle_score(doc)

    def on_reward(self, event: Event) -> None:
        need(event, "kind", "seat")
        each = {"flower_set": 5, "two_flower_sets": 40, "concealed_kong": 5, "grass": Fraction(5, 2)}
        kind = event["kind"]
        if kind in ("seven_rob_one", "followed_discard"):
            allow(event, "kind", "seat", {"seven_rob_one": "from", "followed_discard": "simple"}[kind])
        elif isinstance(kind, str) and kind in each:
            allow(event, "kind", "seat")
        else:
            raise Wrong("bad_event", "bad_value")
        seat = seat_of(event["seat"])
        if kind == "seven_rob_one":
            need(event, "from")
            source = seat_of(event["from"])
            if source == seat:
                raise Wrong("bad_event")
            self.reward(kind, seat, 30, None, source)
        elif kind == "followed_discard":
            self.reward(kind, seat, None, 10 if flag(event, "simple") else 5)
        else:
            if kind == "grass" and (kind, seat) in self.open.taken:
                raise Wrong("bad_event", why="once per player and hand")
            self.reward(kind, seat, each[kind], None)

    def on_wrong_dealer(self, event: Event) -> None:
        super().on_wrong_dealer(event)
        self.to_skip[event["seat"]] += 1


def is_base(value: object) -> bool:
    if isinstance(value, str):
        return re.fullmatch(r"[0-9]+(\.[0-9]+)?", value) is not None and Fraction(value) > 0
    return is_number(value) and int(str(value)) > 0


class ClassicBook(Chained):
    """底 and 番: 番 × 底/5 + 底."""

    RULE_SET = "hk-classic"
    OPTIONS = CLASSIC_OPTIONS
    SETTINGS = {"base": ("10", is_base), "chain": ("every_hand", lambda value: value in ("every_hand", "dealer"))}
    EVENTS = (*Book.EVENTS, "surrender")
    ROUNDED, SHARED = "K-8", "K-12"

    def prepare(self) -> None:
        self.base = Fraction(str(self.settings["base"]))
        self.deals = 8 if self.option("K-10") == "two" else 16

    def count(self, doc: Event) -> dict[str, Any]:
        return classic_score(doc)

    def money(self, page: Page, seat: int, payer: int, fan: int) -> Fraction:
        return super().money(page, seat, payer, fan) * self.unit("_base") / 5 + self.unit("_base")

    def on_draw(self, event: Event) -> None:
        """和局不聽: each who is not ready pays each who is (K-7)."""
        allow(event, "not_ready")
        missing = event.get("not_ready", [])
        if not isinstance(missing, list):
            raise Wrong("bad_event", "bad_value")
        unready = [seat_of(seat) for seat in missing]
        if len(set(unready)) != len(unready):
            raise Wrong("bad_event")
        for seat in unready:
            for other in set(others(seat)) - set(unready):
                self.open.pay(seat, other, self.unit("_base"), "fine")
        self.close("draw", True, self.streak + 1)

    def on_reward(self, event: Event) -> None:
        need(event, "kind", "seat")
        allow(event, "kind", "seat", *(["times"] if event["kind"] == "followed_discard" else []))
        seat, kind, base = seat_of(event["seat"]), event["kind"], self.unit("_base")
        gets = {"grass": base / 2, "flower_set": base, "equal_dice": base}
        if kind == "concealed_kong":
            if self.kongs[seat] == 5:
                raise Wrong("bad_event")
            gets[kind] = KONG_LADDER[self.kongs[seat]] * base
            self.kongs[seat] += 1
        times = event.get("times", 1)
        if not is_number(times) or times < 1:
            raise Wrong("bad_event", "bad_value")
        pays = {"followed_discard": times * base, "one_two_three": base}
        if not isinstance(kind, str) or kind not in {**gets, **pays}:
            raise Wrong("bad_event", "bad_value")
        self.reward(kind, seat, gets.get(kind), pays.get(kind))

    def on_surrender(self, event: Event) -> None:
        """投降: all that is open to that winner, after 3, 6, 9, … wins."""
        allow(event, "seat", "winner")
        need(event, "seat", "winner")
        pair = seat_of(event["winner"]), seat_of(event["seat"])
        if pair not in self.chains or self.chains[pair][1] % 3:
            raise Wrong("bad_event")
        self.open.pay(pair[1], pair[0], self.chains.pop(pair)[0], "chain")
        self.open.events += 1

    def on_wrong_dealer(self, event: Event) -> None:
        allow(event, "seat")
        raise Wrong("bad_event", "missing_key")


class MastersBook(Book):
    RULE_SET = "hkma-masters"
    SETTINGS = {"dealer_stays": (False, lambda value: isinstance(value, bool))}
    EVENTS = ("win", "draw", "wrong_dealer", "time_up", "ruling")
    CARDS = (96, 512)
    LEAST, MOST = 3, 10
    FREE = {"wall_tile_shown": 1, "own_tiles_shown": 2}
    WIN_KEYS = (*Book.WIN_KEYS, "liable", "cause")
    FLOWER_WINS = False

    def count(self, doc: Event) -> dict[str, Any]:
        return masters_score(doc)

    def read_more(self, event: Event, seats: list[int], source: int | None) -> None:
        if "liable" not in event:
            if "cause" in event:
                raise Wrong("bad_event", "missing_key")
            return
        need(event, "cause")
        liable = [seat_of(seat) for seat in liable_in(event)]
        if event["cause"] not in ("twelve_tiles", "three_dragons"):
            raise Wrong("bad_event", "bad_value")
        if source is not None or len(liable) != 1 or set(liable) & set(seats):  # 包後不包先: one player at most
            raise Wrong("bad_event")

    def settle(self, event: Event, wins: list[tuple[int, int]], source: int | None, claims: list[Event]) -> None:
        if "liable" in event and "hand" in claims[0] and not fed(claims[0]["hand"], event["cause"]):
            raise Wrong("bad_event")
        said = {word for claim in claims for word in claim.get("hand", {}).get("circumstances", [])}
        robbed = flag(event, "robbed_kong") or bool(said & {"robbed_kong", "robbed_concealed_kong"})
        for seat, fan in wins:
            each = DISCARDER[fan] // 2
            if "liable" in event:
                self.open.pay(liable_in(event)[0], seat, 3 * each, "liability")
            elif source is None:
                for payer in others(seat):
                    self.open.pay(payer, seat, each, "win")
            else:
                self.open.pay(source, seat, 3 * each if robbed else DISCARDER[fan], "win")

    def after_winners(self, winners: set[int]) -> tuple[bool, int]:
        return self.open.dealer in winners and self.settings["dealer_stays"], self.streak + 1

    def on_draw(self, event: Event) -> None:
        allow(event)
        self.close("draw", False, 0)

    def ring(self, during: bool) -> None:
        """One more after the hand in progress (M-1)."""
        self.left = 1 + during

    def hand_for(self, page: Page, seat: int, other: int, fan: int) -> int:
        if fan not in DISCARDER:
            raise Wrong("bad_event", "bad_value")
        return DISCARDER[fan]


def liable_in(event: Event) -> list[Any]:
    return list(event["liable"]) if isinstance(event["liable"], list) else [event["liable"]]


def fed(hand: Event, cause: str) -> bool:
    """Whether another can have fed the last set (not where all are concealed kongs); 槓後自摸不用包."""
    melds = hand.get("melds", [])
    if cause == "three_dragons":
        melds = [meld for meld in melds if meld["tiles"][:2] in ("55", "66", "77") and meld["tiles"][-1] == "z"]
    whole_set = len(melds) == (4 if cause == "twelve_tiles" else 3)
    return whole_set and any(m["kind"] != "concealed_kong" for m in melds) and hand.get("replacements", [])[-1:] == []
