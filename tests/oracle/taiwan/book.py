"""The books of tw-club and tw-sixteen: what each does otherwise than `book.Book`."""

from fractions import Fraction
from typing import Any

from tests.oracle.book import Book, Event, Page, allow, amount, need, other_seat, others, seat_of, whole
from tests.oracle.papers import is_number
from tests.oracle.taiwan.count import oracle_score
from tests.oracle.wrong import Wrong


def is_points(value: object) -> bool:
    try:
        amount(value)
    except Wrong:
        return False
    return True


def is_flag(value: object) -> bool:
    return isinstance(value, bool)


def is_raised(value: object) -> bool:
    return isinstance(value, list) and len(value) == 4 and all(is_number(each) and each >= 0 for each in value)


class TaiwanBook(Book):
    EVENTS = ("win", "draw", "time_up", "ruling", "raise")
    LEAST = 0
    WIN_KEYS = (
        "winner", "fan", "hand", "self_draw", "from", "robbed_kong", "flower_win", "liable", "cause", "opening",
        "shown_streak",
    )  # fmt: skip
    pull = True

    def prepare(self) -> None:
        self.base, self.tai = amount(self.settings["base"]), amount(self.settings["tai"])
        self.shown: int | None = None  # 連莊示記

    def count(self, doc: Event) -> dict[str, Any]:
        asked = {key: value for key, value in doc.items() if key not in ("winners", "options")}
        return oracle_score(
            {**asked, "dealer": self.winner == self.open.dealer}, self.settings.get("seven_pairs", False)
        )

    def opening(self, event: Event) -> int:
        self.winner = event["winner"]
        return int(event.get("opening", self.open.dealer))

    # --- wins

    def payment(self, page: Page, one: int, other: int, fan: int) -> Fraction:
        """底 + 台 between winner and payer, dealer's 台 and both raises in it."""
        streak = page.streak
        if self.shown is not None:
            streak = min(streak, self.shown) if one == page.dealer else max(streak, self.shown)
        grown = (2 if self.pull else 1) * streak + 1
        tai = fan + (grown if page.dealer in (one, other) else 0)
        return self.unit("_base") * (1 + page.raised[one] + page.raised[other]) + self.unit("_tai") * tai

    def hand_for(self, page: Page, seat: int, other: int, fan: int) -> Fraction:
        return self.payment(page, seat, other, fan)

    def read_more(self, event: Event, seats: list[int], source: int | None) -> None:
        if "opening" in event:
            seat_of(event["opening"])
            if "hand" not in event:
                raise Wrong("bad_event", why="opening without a hand")
        liable_seats(event, seats[0])
        self.more = extras(event, [source] if source is not None else others(seats[0]))

    def is_no_flower_win(self, fan: object, drawn: bool) -> bool:
        """花胡 of which nobody pays 8 台."""
        return isinstance(fan, int) and fan + max(self.more.values(), default=0) < 8

    def settle(self, event: Event, wins: list[tuple[int, int]], source: int | None, claims: list[Event]) -> None:
        [(winner, fan)] = wins
        self.shown = whole(event["shown_streak"]) if "shown_streak" in event else None
        payers = [source] if source is not None else others(winner)
        shares = {seat: self.payment(self.open, winner, seat, fan + self.more.get(seat, 0)) for seat in payers}
        self.shown = None
        liable = liable_seats(event, winner)
        if liable:
            for seat, points in shared(sum(shares.values(), Fraction(0)), liable, winner):
                self.open.pay(seat, winner, points, "liability")
        else:
            for seat, points in shares.items():
                self.open.pay(seat, winner, points, "win")

    # --- rulings

    def check_ruling(self, event: Event, slug: str | None, seat: int | None) -> None:
        if slug == "pung_not_taken" and seat is not None and event.get("to") == (seat + 3) % 4:
            raise Wrong("bad_event", why="上家之捨牌除外")

    def finish_hand(self, seat: int | None, how: str) -> None:
        if how == "false_win_hand":
            self.close("false_win", self.keeps_deal(seat), self.streak)
        else:
            super().finish_hand(seat, how)

    def keeps_deal(self, seat: int | None) -> bool:
        """Return whether the dealer stays after this seat's 詐胡."""
        return True


class ClubBook(TaiwanBook):
    RULE_SET = "tw-club"
    SETTINGS = {
        "start": ("10000", is_points), "base": ("300", is_points), "tai": ("100", is_points),
        "pull_dealer": (True, is_flag),
    }  # fmt: skip
    EVENTS = ("win", "draw", "time_up", "ruling", "raise")

    def prepare(self) -> None:
        super().prepare()
        self.start, self.pull = amount(self.settings["start"]), self.settings["pull_dealer"]

    def is_broke(self) -> bool:
        return min(self.scores()) <= 0

    def on_draw(self, event: Event) -> None:
        allow(event, "dealer")
        if "dealer" not in event:
            return self.close("draw", True, self.streak + 1)
        seat = seat_of(event["dealer"])
        if self.deal:
            raise Wrong("bad_event", why="only while 東風東 is played for the first time")
        same = seat == self.open.dealer
        self.first = seat
        return self.close("draw", True, self.streak + 1 if same else 0)

    def on_raise(self, event: Event) -> None:
        raise Wrong("bad_event", why="not in this set")

    def ring(self, during: bool) -> None:
        if self.open.events:
            self.open.result = "stopped"
            self.pages.append(self.open)
            self.open = self.new_page()
        self.end()


class SixteenBook(TaiwanBook):
    RULE_SET = "tw-sixteen"
    SETTINGS = {
        "base": ("3", is_points), "tai": ("1", is_points), "raised": ([0, 0, 0, 0], is_raised),
        "seven_pairs": (True, is_flag),
    }  # fmt: skip
    WIN_KEYS = (*TaiwanBook.WIN_KEYS, "extra")

    def prepare(self) -> None:
        super().prepare()
        self.raised = list(self.settings["raised"])

    def on_raise(self, event: Event) -> None:
        """內插, as the text says (T-20)."""
        allow(event, "seat", "units")
        need(event, "seat", "units")
        seat, units = seat_of(event["seat"]), whole(event["units"])
        before = self.raised[seat]
        west = self.deal > 8 or any(page.name == "西一局" for page in self.pages)
        begins_late = before == 0 < units and west
        given_up = before > 0 == units
        in_a_streak = before != units and max(before, units) >= 2 and self.streak > 0
        if self.in_play or self.rung or units > 99 or begins_late or given_up or in_a_streak:
            raise Wrong("bad_event", why="not now")
        self.open.events += 1
        self.open.raised = self.raised = [units if one == seat else old for one, old in enumerate(self.raised)]

    def keeps_deal(self, seat: int | None) -> bool:
        return seat != self.open.dealer


def liable_seats(event: Event, winner: int) -> list[int]:
    """代位賠付."""
    if ("liable" in event) != ("cause" in event):
        raise Wrong("bad_event", "missing_key")
    if "liable" not in event:
        return []
    if event["cause"] != "substitute":
        raise Wrong("bad_event", "bad_value")
    listed = event["liable"] if isinstance(event["liable"], list) else [event["liable"]]
    seats = [other_seat(seat, winner) for seat in listed]
    if not seats or len(set(seats)) != len(seats):
        raise Wrong("bad_event", "bad_value")
    return seats


def shared(total: Fraction, seats: list[int], winner: int) -> list[tuple[int, Fraction]]:
    """Part `total` equally in whole points; the first in turn order after the winner pays the rest too."""
    in_turn = sorted(seats, key=lambda seat: (seat - winner) % 4)
    each = Fraction(total // len(seats)) if len(seats) > 1 else total
    return [(seat, total - each * (len(seats) - 1) if seat == in_turn[0] else each) for seat in in_turn]


def extras(event: Event, payers: list[int]) -> dict[int, int]:
    more: dict[int, int] = {}
    listed = event.get("extra", [])
    if not isinstance(listed, list):
        raise Wrong("bad_event", "bad_value")
    for entry in listed:
        if not isinstance(entry, dict) or set(entry) - {"seat", "fan"}:
            raise Wrong("bad_event", "unknown_key", "bad_value")
        need(entry, "seat", "fan")
        seat = seat_of(entry["seat"])
        if seat not in payers or seat in more:
            raise Wrong("bad_event")
        more[seat] = whole(entry["fan"])
    return more
