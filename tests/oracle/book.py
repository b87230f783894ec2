"""`Book`: a game kept the slow way, whatever its rule set (interface: replay).

A hand is a page: what was paid on it is a list, and the points after a page are always added up from the first page.
What a rule set does otherwise is in a class of its own: `hk_book` (hkma-league, hkma-masters, hk-classic) and
`taiwan.book` (tw-club, tw-sixteen).
"""

import csv
import json
import re
from collections import Counter
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any, ClassVar

from tests.oracle.chains import Chains
from tests.oracle.papers import is_number
from tests.oracle.table import one_table, robbed_too
from tests.oracle.wrong import Wrong

Event = dict[str, Any]
SEATS = range(4)
FROM_GAME = {"rule_set", "options", "seat_wind", "round_wind", "self_draw", "winners"}
CATALOGUE = Path(__file__).resolve().parent.parent / "data" / "offences.csv"
WORDS = {
    "warning", "yellow", "red", "ban", "replay_hand", "draw_hand", "false_win_hand",
    "disqualify", "blacklist", "suspend", "withdraw",
}  # fmt: skip
ENDING = {"replay_hand", "draw_hand", "false_win_hand"}
MONEY = {
    "deduct", "deduct_after_game", "deduct_per_tile", "deduct_base", "deduct_tai", "fine_base", "pay_each_base",
    "give_back_base", "pay_base", "pay_tai", "pay", "pay_each_hand",
}  # fmt: skip


def catalogue(rule_set: str) -> dict[str, tuple[str, Any]]:
    """Return slug and Chinese name → (slug, consequences); "discretion" where the referee decides."""
    table: dict[str, tuple[str, Any]] = {}
    with CATALOGUE.open(encoding="utf-8") as file:
        for line in csv.DictReader(file):
            if line["rule_set"] == rule_set:
                text = line["consequences"]
                both = (line["slug"], text if text == "discretion" else json.loads(text))
                table[line["slug"]] = table[line["name"]] = both
    return table


# --- reading an event


def text(points: Fraction) -> str:
    """Write points without exponent, trailing zeros or minus zero."""
    if points.denominator == 1:
        return str(points.numerator)
    decimal = Decimal(points.numerator) / Decimal(points.denominator)
    return format(decimal.normalize(), "f")


def amount(value: object) -> Fraction:
    """Read points: a plain decimal string or an integer, not negative."""
    if isinstance(value, str) and re.fullmatch(r"[0-9]+(\.[0-9]+)?", value):
        return Fraction(value)
    return Fraction(whole(value))


def whole(value: object) -> int:
    if not is_number(value) or int(str(value)) < 0:
        raise Wrong("bad_event", "bad_value")
    return int(str(value))


def need(event: Event, *keys: str) -> None:
    for key in keys:
        if key not in event:
            raise Wrong("missing_key", "bad_event", why=key)


def allow(event: Event, *keys: str) -> None:
    """Refuse what the event does not know; keys of other rule sets are a bad event too."""
    for key in event:
        if key not in ("type", *keys):
            raise Wrong("unknown_key", "bad_event", why=key)


def seat_of(value: object) -> int:
    if not is_number(value) or value not in SEATS:
        raise Wrong("bad_event", "bad_value", why="seat")
    return int(str(value))


def other_seat(value: object, seat: int) -> int:
    other = seat_of(value)
    if other == seat:
        raise Wrong("bad_event")
    return other


def others(seat: int) -> list[int]:
    return [other for other in SEATS if other != seat]


def flag(event: Event, key: str) -> bool:
    if not isinstance(event.get(key, False), bool):
        raise Wrong("bad_event", "bad_value", why=key)
    return bool(event.get(key, False))


def split(consequence: object) -> tuple[str, Any]:
    """Return the word of a consequence and its value."""
    if isinstance(consequence, str) and consequence in WORDS:
        return consequence, None
    if isinstance(consequence, dict) and len(consequence) == 1:
        word, value = next(iter(consequence.items()))
        if word in MONEY and value is not None:
            return word, value
    raise Wrong("bad_event", "bad_value", "unknown_key")


def claims_of(event: Event) -> list[Event]:
    """Return who claims to win, each with `seat` and `fan` or `hand`."""
    if ("winner" in event) == ("winners" in event):
        raise Wrong("bad_event", "missing_key")
    if "winner" in event:
        claims = [{"seat": event["winner"], **{key: event[key] for key in ("fan", "hand") if key in event}}]
    else:
        claims = event["winners"]
        if not isinstance(claims, list) or not 2 <= len(claims) <= 3 or "fan" in event or "hand" in event:
            raise Wrong("bad_event", "unknown_key")
    for claim in claims:
        if not isinstance(claim, dict):
            raise Wrong("bad_event", "bad_value")
        if set(claim) - {"seat", "fan", "hand"}:
            raise Wrong("unknown_key", "bad_event")
        need(claim, "seat")
        if ("fan" in claim) == ("hand" in claim):
            raise Wrong("bad_event", "missing_key")
    return claims


class Page:
    """One entry of the list of hands."""

    def __init__(self, name: str, dealer: int, streak: int, raised: list[int]) -> None:
        self.name, self.dealer, self.streak, self.raised = name, dealer, streak, raised
        self.result = "open"
        self.transfers: list[tuple[int | None, int | None, Fraction, str]] = []
        self.cards: list[tuple[int, str]] = []
        self.chains: Chains = {}
        self.events = 0
        self.taken: list[tuple[str, int]] = []

    def pay(self, source: int | None, target: int | None, points: Fraction | int, reason: str) -> None:
        self.transfers.append((source, target, Fraction(points), reason))

    def move(self, scores: list[Fraction]) -> None:
        for source, target, points, _ in self.transfers:
            if source is not None:
                scores[source] -= points
            if target is not None:
                scores[target] += points


class Book:
    """The game so far."""

    OPTIONS: ClassVar[dict[str, tuple[str, ...]]] = {}
    SETTINGS: ClassVar[dict[str, tuple[Any, Callable[[Any], bool]]]] = {}  # the default, and what it may be
    EVENTS = ("win", "draw", "reward", "wrong_dealer", "time_up", "ruling")
    CARDS: tuple[int, int] | None = None  # what a first and a second red cost
    LEAST, MOST = 1, 10**9  # what a hand counts
    FREE: ClassVar[dict[str, int]] = {}  # tiles that a first offence may show
    RULE_SET = ""
    DEALS = 16
    start = Fraction(0)
    base: Fraction | None = None
    tai: Fraction | None = None
    grows = False  # 罰X底 by the times

    def __init__(self, options: dict[str, str], settings: dict[str, Any]) -> None:
        self.options = options
        self.settings = {key: default for key, (default, _) in self.SETTINGS.items()} | settings
        self.offences_of = catalogue(self.RULE_SET)
        self.pages: list[Page] = []
        self.chains: Chains = {}
        self.deals = self.DEALS
        self.first = self.deal = self.streak = 0
        self.raised = [0, 0, 0, 0]
        self.wrong_dealer: int | None = None
        self.to_skip: Counter[int] = Counter()
        self.cards: set[tuple[int, str]] = set()
        self.offences: Counter[tuple[int, str]] = Counter()
        self.banned: set[int] = set()
        self.kongs: Counter[int] = Counter()
        self.after_game: list[tuple[int, Fraction]] = []
        self.left: int | None = None  # hands still to be played once the bell has rung
        self.in_play = self.rung = self.finished = False
        self.prepare()
        self.open = self.new_page()

    def prepare(self) -> None:
        """Read options and settings."""

    def option(self, number: str) -> str:
        return self.options.get(number, self.OPTIONS[number][0])

    # --- pages

    @property
    def dealer(self) -> int:
        return (self.first + self.deal) % 4 if self.wrong_dealer is None else self.wrong_dealer

    def new_page(self) -> Page:
        deal = min(self.deal, self.deals - 1)
        streak = self.streak if self.wrong_dealer is None else 0
        return Page(f"{'東南西北'[deal // 4]}{'一二三四'[deal % 4]}局", self.dealer, streak, self.raised)

    def close(self, result: str, stays: bool, streak: int, counts: bool = True) -> None:
        """Put the open page away and decide who deals next; `counts`: the hand was not replayed."""
        self.open.result, self.open.chains = result, dict(self.chains)
        self.pages.append(self.open)
        self.banned.clear()
        self.kongs.clear()
        self.in_play = False
        if counts and stays and self.wrong_dealer is None:
            self.streak = streak
        elif counts:
            self.deal, self.streak, self.wrong_dealer = self.deal + 1, 0, None
            while self.deal < self.deals and self.to_skip[self.deal % 4]:
                self.to_skip[self.deal % 4] -= 1
                self.deal += 1
        self.open = self.new_page()
        if counts and self.left is not None:
            self.left -= 1
        if self.deal >= self.deals or self.left == 0 or self.is_broke():
            self.end()

    def end(self) -> None:
        """What is open is collected in the last hand played, deductions for the end of the game are taken.

        Events already entered for a next hand stay listed, as a page of their own.
        """
        page = self.pages[-1] if self.pages else self.open
        for (winner, payer), (points, _) in self.chains.items():
            page.pay(payer, winner, points, "chain")
        self.chains = page.chains = {}
        for seat, points in self.after_game:
            page.pay(seat, None, points, "deduction")
        self.finished = True

    def scores(self) -> list[Fraction]:
        scores = [self.start] * 4
        for page in self.pages:
            page.move(scores)
        return scores

    def is_broke(self) -> bool:
        return False

    # --- wins

    WIN_KEYS = ("winner", "fan", "hand", "self_draw", "from", "winners", "robbed_kong", "flower_win")
    FLOWER_WINS = True

    def on_win(self, event: Event) -> None:
        allow(event, *self.WIN_KEYS)
        drawn, robbed, flowers = flag(event, "self_draw"), flag(event, "robbed_kong"), flag(event, "flower_win")
        if drawn == ("from" in event):
            raise Wrong("bad_event", "missing_key", why="self_draw or from")
        if (robbed and (drawn or flowers)) or (flowers and not self.FLOWER_WINS):
            raise Wrong("bad_event", "impossible_circumstance", "not_a_winning_hand")
        source = None if drawn else seat_of(event["from"])
        claims = claims_of(event)
        seats = [seat_of(claim["seat"]) for claim in claims]
        if source in seats or len(set(seats)) != len(seats) or (drawn and len(seats) > 1):
            raise Wrong("bad_event")
        if flowers and (len(seats) > 1 or any("fan" not in claim for claim in claims)):
            raise Wrong("bad_event", "missing_key")
        self.read_more(event, seats, source)
        if any(seat in self.banned for seat in seats):
            raise Wrong("banned_player")
        if flowers and self.is_no_flower_win(claims[0]["fan"], drawn):
            raise Wrong("bad_event", "bad_value")
        wins = self.counts_of(event, seats, claims, drawn, robbed)
        one_table([claim["hand"] for claim in claims if "hand" in claim])
        self.settle(event, wins, source, claims)
        self.close("win", *self.after_winners({seat for seat, _ in wins}))

    def read_more(self, event: Event, seats: list[int], source: int | None) -> None:
        """Check what only some rule sets say of a win."""

    def is_no_flower_win(self, fan: object, drawn: bool) -> bool:
        return fan != (40 if drawn else 30)

    def counts_of(
        self, event: Event, seats: list[int], claims: list[Event], drawn: bool, robbed: bool
    ) -> list[tuple[int, int]]:
        """Return seats with their 番; raise Wrong with the codes of all hands that cannot be."""
        wins, codes = [], set()
        for seat, claim in zip(seats, claims, strict=True):
            try:
                wins.append((seat, self.fan_of(event, claim, seat, drawn, robbed, len(seats))))
            except Wrong as wrong:
                codes |= wrong.codes
        if codes:
            raise Wrong(*codes)
        return wins

    def fan_of(self, event: Event, claim: Event, seat: int, drawn: bool, robbed: bool, winners: int) -> int:
        """Return the hand's 番 without dealer's fans and without 雙響."""
        if "fan" in claim:
            if not is_number(claim["fan"]) or not self.LEAST <= claim["fan"] <= self.MOST:
                raise Wrong("bad_event", "bad_value", why="fan")
            return int(claim["fan"])
        hand = claim["hand"]
        if not isinstance(hand, dict):
            raise Wrong("bad_event", "bad_value")
        given = FROM_GAME & set(hand)
        from_game = {
            "rule_set": self.RULE_SET, "self_draw": drawn, "winners": winners, "options": self.options,
            "seat_wind": "ESWN"[(seat - self.opening(event)) % 4], "round_wind": "ESWN"[self.deal // 4],
        }  # fmt: skip
        counted = self.count({**robbed_too(hand, robbed), **from_game})
        if "error" in counted or given:
            codes = counted.get("error", {}).get("codes", [])
            raise Wrong(*codes, *(["unknown_key", "bad_event"] if given else []))
        if counted.get("doubtful"):
            raise Wrong("doubtful")
        if counted["total"] < self.LEAST:
            raise Wrong("bad_event", "bad_value", "not_a_winning_hand")
        return int(counted["total"]) - self.share(winners)

    def opening(self, event: Event) -> int:
        """Return who is East."""
        return self.dealer

    def count(self, doc: Event) -> dict[str, Any]:
        raise NotImplementedError

    def share(self, winners: int) -> int:
        """雙響, 三響."""
        return 0

    def settle(self, event: Event, wins: list[tuple[int, int]], source: int | None, claims: list[Event]) -> None:
        raise NotImplementedError

    def after_winners(self, winners: set[int]) -> tuple[bool, int]:
        """Return whether the dealer stays, and with which streak."""
        return self.open.dealer in winners, self.streak + 1

    def dealer_fans(self, page: Page, one: int, other: int) -> int:
        return 1 + 2 * page.streak if page.dealer in (one, other) else 0

    # --- other events

    def on_draw(self, event: Event) -> None:
        allow(event)
        self.close("draw", True, self.streak + 1)

    def on_wrong_dealer(self, event: Event) -> None:
        """做錯莊."""
        allow(event, "seat")
        need(event, "seat")
        seat = seat_of(event["seat"])
        if self.wrong_dealer is not None or seat == self.deal % 4:
            raise Wrong("bad_event")
        self.wrong_dealer = seat
        self.open.dealer, self.open.streak = seat, 0
        self.open.events += 1

    def on_time_up(self, event: Event) -> None:
        """The hand in progress is the last; between hands the game ends."""
        allow(event, "during_hand")
        if self.rung:
            raise Wrong("bad_event", why="the bell rings once")
        during = flag(event, "during_hand")
        self.rung = True
        self.ring(during)

    def ring(self, during: bool) -> None:
        self.left = int(during)
        if not during:
            self.end()

    # --- rulings

    def on_ruling(self, event: Event) -> None:
        allow(event, "seat", "offence", "consequences", "tiles", "to", "fan", "hand")
        need(event, "seat")
        slug, asked = self.follows(event)
        seat = None if event["seat"] is None and slug == "redeal" else seat_of(event["seat"])
        self.check_ruling(event, slug, seat)
        if event.get("hand", "previous") != "previous":
            raise Wrong("bad_event", "bad_value")
        previous = "hand" in event
        if previous and not self.pages:
            raise Wrong("bad_event", why="no hand before")
        if previous and any(word == "ban" or word in ENDING for word, _ in asked):
            raise Wrong("bad_event", why="not for an earlier hand")
        page = self.pages[-1] if previous else self.open
        page.events += not previous
        self.in_play = self.in_play or not previous
        if slug in self.FREE and "consequences" not in event:
            need(event, "tiles")
            if not self.offences[seat or 0, slug] and whole(event["tiles"]) <= self.FREE[slug]:
                asked = []
        times = 1
        if slug is not None and seat is not None:
            self.offences[seat, slug] += 1
            times = self.offences[seat, slug] if self.grows and "consequences" not in event else 1
        ends = [self.carry_out(page, event, seat, word, value, times) for word, value in asked]
        ways = {end for end in ends if end}
        if len(ways) > 1:
            raise Wrong("bad_event", why="a hand ends in one way only")
        for how in ways:
            self.finish_hand(seat, how)

    def follows(self, event: Event) -> tuple[str | None, list[tuple[str, Any]]]:
        """Return the offence's slug and what follows."""
        slug, listed = None, None
        if "offence" in event:
            if not isinstance(event["offence"], str) or event["offence"] not in self.offences_of:
                raise Wrong("bad_event", "bad_value")
            slug, listed = self.offences_of[event["offence"]]
        if "consequences" in event:
            listed = event["consequences"]
            if not isinstance(listed, list):
                raise Wrong("bad_event", "bad_value")
        if listed is None or listed == "discretion":
            raise Wrong("bad_event", "missing_key")
        return slug, [split(each) for each in listed]

    def check_ruling(self, event: Event, slug: str | None, seat: int | None) -> None:
        """Refuse what only some rule sets do."""

    def carry_out(self, page: Page, event: Event, seat: int | None, word: str, value: Any, times: int) -> str | None:
        """Carry out one consequence; return how it ends the hand, if it does."""
        if word in ENDING:
            return word
        if seat is None:
            raise Wrong("bad_event", "missing_key", why="seat")
        if word in ("yellow", "red"):
            return "replay_hand" if self.show(page, seat, word) and "hand" not in event else None
        if word == "ban":
            self.banned.add(seat)
        elif word.startswith("deduct"):
            self.deduct(page, event, seat, word, value)
        elif value is not None:
            self.pay(page, event, seat, word, value, times)
        return None

    def show(self, page: Page, seat: int, card: str) -> bool:
        """Show a card, climb the ladder; return whether it is a second red."""
        if self.CARDS is None:
            raise Wrong("bad_event", why="no cards in this set")
        if card == "yellow" and (seat, "yellow") in self.cards:
            card = "red"
        page.cards.append((seat, card))
        second = card == "red" and (seat, "red") in self.cards
        self.cards.add((seat, card))
        if card == "red":
            page.pay(seat, None, self.CARDS[second], "deduction")
        return second

    def unit(self, word: str) -> Fraction:
        """What the number of a consequence is counted in."""
        unit = self.base if word.endswith("_base") else self.tai
        if unit is None:
            raise Wrong("bad_event", why="no such unit in this set")
        return unit

    def deduct(self, page: Page, event: Event, seat: int, word: str, value: Any) -> None:
        points = self.unit(word) * whole(value) if word in ("deduct_base", "deduct_tai") else amount(value)
        if word == "deduct_per_tile":
            need(event, "tiles")
            points *= whole(event["tiles"])
        if word == "deduct_after_game" and not self.finished:
            self.after_game.append((seat, points))
        else:
            page.pay(seat, None, points, "deduction")

    def pay(self, page: Page, event: Event, seat: int, word: str, value: Any, times: int) -> None:
        if word in ("fine_base", "pay_each_base", "give_back_base"):
            points = whole(value) * self.unit(word) * (times if word == "fine_base" else 1)
            for other in others(seat):
                page.pay(seat, other, points, "fine")
        elif word in ("pay_base", "pay_tai"):
            unit = self.unit(word)
            need(event, "to")
            page.pay(seat, other_seat(event["to"], seat), whole(value) * unit, "fine")
        elif word == "pay":
            if not isinstance(value, list) or len(value) != 2:
                raise Wrong("bad_event", "bad_value")
            page.pay(seat, other_seat(value[0], seat), amount(value[1]), "fine")
        else:
            if value is not True:
                raise Wrong("bad_event", "bad_value", "missing_key")
            need(event, "fan")
            for other in others(seat):
                page.pay(seat, other, self.hand_for(page, seat, other, whole(event["fan"])), "fine")

    def hand_for(self, page: Page, seat: int, other: int, fan: int) -> Fraction | int:
        """Return what a hand of `fan` costs between these two."""
        return fan + self.dealer_fans(page, seat, other)

    def finish_hand(self, seat: int | None, how: str) -> None:
        if how == "false_win_hand":
            raise Wrong("bad_event")
        if how == "draw_hand":
            self.on_draw({"type": "draw"})
        else:
            self.close("replayed", True, self.streak, counts=False)

    # --- documents

    def play(self, event: object) -> None:
        if not isinstance(event, dict):
            raise Wrong("bad_event", "bad_value")
        need(event, "type")
        previous = event["type"] == "ruling" and event.get("hand") == "previous"
        if self.finished and not previous:
            raise Wrong("game_over", "bad_event")
        if not isinstance(event["type"], str) or event["type"] not in self.EVENTS:
            raise Wrong("bad_event", "bad_value")
        getattr(self, f"on_{event['type']}")(event)

    def inherit(self, standing: dict[str, Any]) -> None:
        """Take over what earlier games left: red cards, how often a rule was broken."""
        if set(standing) - {"cards", "offences"}:
            raise Wrong("unknown_key", "bad_event")
        for entry in standing.get("cards", []):
            if self.CARDS is None or entry["card"] not in ("yellow", "red"):
                raise Wrong("bad_event", "bad_value")
            self.cards.add((seat_of(entry["seat"]), entry["card"]))
        for entry in standing.get("offences", []):
            if entry["offence"] not in self.offences_of:
                raise Wrong("bad_event", "bad_value")
            if self.grows:  # 初犯 is counted within the 輪
                self.offences[seat_of(entry["seat"]), self.offences_of[entry["offence"]][0]] += entry["times"]

    def written(self) -> dict[str, Any]:
        pages = list(self.pages)
        if self.open.events:
            self.open.chains = dict(self.chains)
            pages.append(self.open)
        scores = [self.start] * 4
        hands = []
        for number, page in enumerate(pages, 1):
            page.move(scores)
            hands.append(row(number, page, scores))
        out = {"rule_set": self.RULE_SET, "finished": self.finished, "hands": hands}
        places = [1 + sum(other > points for other in scores) for points in scores]
        final = {"scores": [text(points) for points in scores], "places": places}
        return {**out, "final": final} if self.finished else out


def row(number: int, page: Page, scores: list[Fraction]) -> dict[str, Any]:
    return {
        "number": number, "name": page.name, "dealer": page.dealer, "dealer_streak": page.streak,
        "result": page.result,
        "transfers": [
            {"from": source, "to": target, "points": text(points), "reason": reason}
            for source, target, points, reason in page.transfers if points
        ],
        "chains": [
            {"winner": pair[0], "payer": pair[1], "points": text(points), "pulls": pulls}
            for pair, (points, pulls) in sorted(page.chains.items())
        ],
        "cards": [{"seat": seat, "card": card} for seat, card in page.cards],
        "scores": [text(points) for points in scores],
    }  # fmt: skip
