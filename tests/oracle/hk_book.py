"""`hk_replay`: a game of hk-classic or hkma-masters kept the slow way (interface: replay).

As in the league's book a hand is a page, and the points after a page are added up from the first page.
"""

import re
from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from tests.oracle.book import Event, Page, allow, final, flag, need, row, seat_of
from tests.oracle.chains import Chains, after_win
from tests.oracle.checking import is_number
from tests.oracle.classic_count import classic_score
from tests.oracle.classic_fans import OPTIONS as CLASSIC_OPTIONS
from tests.oracle.hk_rulings import OFFENCES, on_ruling
from tests.oracle.masters_count import DISCARDER, masters_score
from tests.oracle.table import one_table, robbed_too, two_families
from tests.oracle.wrong import Wrong

SEATS = range(4)
WIN_KEYS = ("winner", "fan", "hand", "self_draw", "from", "winners", "robbed_kong", "flower_win")
KONG_LADDER = (1, 2, 4, 6, 10)


@dataclass
class HkBook:
    """The game so far."""

    rule_set: str
    options: dict[str, str] = field(default_factory=dict)
    settings: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.classic = self.rule_set == "hk-classic"
        self.pages: list[Page] = []
        self.chains: Chains = {}
        self.deal = self.streak = 0
        self.wrong_dealer: int | None = None
        self.cards: set[tuple[int, str]] = set()
        self.offences: Counter[tuple[int, str]] = Counter()
        self.banned: set[int] = set()
        self.kongs: Counter[int] = Counter()
        self.after_game: list[tuple[int, Fraction]] = []
        self.left: int | None = None  # hands still to be played once the bell has rung
        self.rung = self.finished = False
        rounds = 2 if self.classic and self.option("K-10") == "two" else 4
        self.deals = 4 * rounds
        self.open = self.new_page()

    def option(self, number: str) -> str:
        return self.options.get(number, CLASSIC_OPTIONS[number][0])

    @property
    def base(self) -> Fraction:
        return Fraction(str(self.settings.get("base", "10")))

    @property
    def dealer(self) -> int:
        return self.deal % 4 if self.wrong_dealer is None else self.wrong_dealer

    def new_page(self) -> Page:
        deal = min(self.deal, self.deals - 1)
        streak = self.streak if self.wrong_dealer is None else 0
        return Page(f"{'東南西北'[deal // 4]}{'一二三四'[deal % 4]}局", self.dealer, streak)

    def close(self, result: str) -> None:
        self.open.result, self.open.chains = result, dict(self.chains)
        self.pages.append(self.open)
        self.banned.clear()
        self.kongs.clear()

    def turn(self, stays: bool, streak: int) -> None:
        """Decide who deals next after a hand that counted."""
        if stays and self.wrong_dealer is None:
            self.streak = streak
        else:
            self.deal, self.streak, self.wrong_dealer = self.deal + 1, 0, None
        self.open = self.new_page()
        if self.left is not None:
            self.left -= 1
        if self.deal >= self.deals or self.left == 0:
            self.end()

    def end(self) -> None:
        page = self.pages[-1] if self.pages else self.open
        for (winner, payer), (points, _) in self.chains.items():
            page.pay(payer, winner, points, "chain")
        self.chains = page.chains = {}
        for seat, points in self.after_game:
            page.pay(seat, None, points, "deduction")
        self.finished = True

    # --- money

    def money(self, fan: int, one: int, other: int, page: Page, shared: int = 0) -> Fraction:
        """hk-classic: what `fan` costs between two seats: 番 × 底/5 + 底, the dealer 2n + 1 more."""
        dealers = 1 + 2 * page.streak if page.dealer in (one, other) else 0
        return (fan + shared + dealers) * self.base / 5 + self.base

    def win(self, wins: list[tuple[int, int]], source: int | None, robbed: bool, liable: list[int]) -> None:
        winners = {seat for seat, _ in wins}
        if self.classic:
            self.classic_win(wins, source, winners)
        else:
            self.masters_win(wins, source, robbed, liable)
        dealt = self.open.dealer in winners
        self.close("win")
        if self.classic:
            grows = len(winners) == 1 or self.option("K-12") == "plus_one"
            self.turn(dealt, self.streak + 1 if grows else 0)
        else:
            self.turn(dealt and bool(self.settings.get("dealer_stays")), self.streak + 1)

    def classic_win(self, wins: list[tuple[int, int]], source: int | None, winners: set[int]) -> None:
        share = {1: 0, 2: 5, 3: 10}[len(wins)]
        carried, paid_now = {}, []
        for seat, fan in wins:
            for payer in [source] if source is not None else [other for other in SEATS if other != seat]:
                points = self.money(fan, seat, payer, self.open, share)
                if self.settings.get("chain", "every_hand") == "every_hand" or seat == self.open.dealer:
                    carried[seat, payer] = points
                else:
                    paid_now.append((payer, seat, points))
        self.chains, collected = after_win(self.chains, carried, winners, source, self.option("K-8"))
        for payer, winner, points in collected:
            self.open.pay(payer, winner, points, "chain")
        for payer, winner, points in paid_now:
            self.open.pay(payer, winner, points, "win")

    def masters_win(self, wins: list[tuple[int, int]], source: int | None, robbed: bool, liable: list[int]) -> None:
        for seat, fan in wins:
            each = DISCARDER[fan] // 2
            if liable:
                self.open.pay(liable[0], seat, 3 * each, "liability")
            elif source is None:
                for payer in (other for other in SEATS if other != seat):
                    self.open.pay(payer, seat, each, "win")
            else:
                self.open.pay(source, seat, 3 * each if robbed else DISCARDER[fan], "win")

    def show(self, page: Page, seat: int, card: str, previous: bool) -> bool:
        """Show a card, climb the ladder (M-4); return whether the hand is replayed."""
        if card == "yellow" and (seat, "yellow") in self.cards:
            card = "red"
        page.cards.append((seat, card))
        second = card == "red" and (seat, "red") in self.cards
        self.cards.add((seat, card))
        if card == "red":
            page.pay(seat, None, 512 if second else 96, "deduction")
        return second and not previous


# --- events


def on_win(book: HkBook, event: Event) -> None:
    if book.classic:
        allow(event, *WIN_KEYS)
    else:
        allow(event, *WIN_KEYS, "liable", "cause")
    drawn, robbed, flowers = flag(event, "self_draw"), flag(event, "robbed_kong"), flag(event, "flower_win")
    if drawn == ("from" in event):
        raise Wrong("bad_event", "missing_key")
    if (robbed and (drawn or flowers)) or (flowers and not book.classic):
        raise Wrong("bad_event", "impossible_circumstance")
    source = None if drawn else seat_of(event["from"])
    claims = claims_of(event)
    seats = [seat_of(claim["seat"]) for claim in claims]
    if source in seats or len(set(seats)) != len(seats) or (drawn and len(seats) > 1):
        raise Wrong("bad_event")
    if flowers and (len(seats) > 1 or any("fan" not in claim for claim in claims)):
        raise Wrong("bad_event", "missing_key")
    liable = liable_of(event, seats, drawn)
    if any(seat in book.banned for seat in seats):
        raise Wrong("banned_player")
    if flowers and claims[0]["fan"] != (40 if drawn else 30):
        raise Wrong("bad_event", "bad_value", why="八仙過海 is 40, 七搶一 and 一搶七 30")
    claims = [
        {**claim, "hand": robbed_too(claim["hand"], robbed)} if isinstance(claim.get("hand"), dict) else claim
        for claim in claims
    ]
    wins = counts_of(book, seats, claims, drawn)
    one_table([claim["hand"] for claim in claims if "hand" in claim])
    if liable and "hand" in claims[0] and not fed(claims[0]["hand"], event["cause"]):
        raise Wrong("bad_event")
    said = [word for claim in claims for word in claim.get("hand", {}).get("circumstances", [])]
    book.win(wins, source, robbed or "robbed_kong" in said or "robbed_concealed_kong" in said, liable)


def claims_of(event: Event) -> list[Event]:
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


def liable_of(event: Event, winners: list[int], drawn: bool) -> list[int]:
    if "liable" not in event:
        if "cause" in event:
            raise Wrong("bad_event", "missing_key")
        return []
    need(event, "cause")
    seats = event["liable"] if isinstance(event["liable"], list) else [event["liable"]]
    liable = [seat_of(seat) for seat in seats]
    if event["cause"] not in ("twelve_tiles", "three_dragons"):
        raise Wrong("bad_event", "bad_value")
    if not drawn or len(liable) != 1 or set(liable) & set(winners):  # 包後不包先: one player at most is liable
        raise Wrong("bad_event")
    return liable


def fed(hand: Event, cause: str) -> bool:
    """Whether another can have fed the last set (not where all are concealed kongs); 槓後自摸不用包."""
    melds = hand.get("melds", [])
    if cause == "three_dragons":
        melds = [meld for meld in melds if meld["tiles"][:2] in ("55", "66", "77") and meld["tiles"][-1] == "z"]
    whole_set = len(melds) == (4 if cause == "twelve_tiles" else 3)
    return whole_set and any(m["kind"] != "concealed_kong" for m in melds) and hand.get("replacements", [])[-1:] == []


def counts_of(book: HkBook, seats: list[int], claims: list[Event], drawn: bool) -> list[tuple[int, int]]:
    """Return seats with their 番; raise Wrong with the codes of all hands that cannot be."""
    wins, codes = [], set()
    for seat, claim in zip(seats, claims, strict=True):
        try:
            wins.append((seat, fan_of(book, claim, seat, drawn, len(seats))))
        except Wrong as wrong:
            codes |= wrong.codes
    if codes:
        raise Wrong(*codes)
    return wins


def fan_of(book: HkBook, claim: Event, seat: int, drawn: bool, winners: int) -> int:
    """Return the hand's 番 without dealer's fans and without 雙響."""
    least, most = (1, 10**9) if book.classic else (3, 10)
    if "fan" in claim:
        if not is_number(claim["fan"]) or not least <= claim["fan"] <= most:
            raise Wrong("bad_event", "bad_value")
        return int(claim["fan"])
    hand = claim["hand"]
    if not isinstance(hand, dict):
        raise Wrong("bad_event", "bad_value")
    given = {"rule_set", "options", "seat_wind", "round_wind", "self_draw", "winners"} & set(hand)
    winds = {"seat_wind": "ESWN"[(seat - book.dealer) % 4], "round_wind": "ESWN"[book.deal // 4]}
    from_game = {"rule_set": book.rule_set, "self_draw": drawn, "winners": winners, "options": book.options, **winds}
    counted = (classic_score if book.classic else masters_score)({**hand, **from_game})
    if "error" in counted or given:
        raise Wrong(*counted.get("error", {}).get("codes", []), *(["unknown_key", "bad_event"] if given else []))
    if counted["doubtful"]:
        raise Wrong("doubtful")
    if counted["total"] < least:
        raise Wrong("bad_event", "bad_value", "not_a_winning_hand")
    return int(counted["total"]) - ({1: 0, 2: 5, 3: 10}[winners] if book.classic else 0)


def on_draw(book: HkBook, event: Event) -> None:
    """流局. hk-classic: 和局不聽, each who is not ready pays each who is (K-7)."""
    if not book.classic:
        allow(event)
    allow(event, "not_ready")
    missing = event.get("not_ready", [])
    if not isinstance(missing, list):
        raise Wrong("bad_event", "bad_value")
    unready = [seat_of(seat) for seat in missing]
    if len(set(unready)) != len(unready):
        raise Wrong("bad_event")
    for seat in unready:
        for other in SEATS:
            if other not in unready:
                book.open.pay(seat, other, book.base, "fine")
    book.close("draw")
    book.turn(book.classic, book.streak + 1)


def on_reward(book: HkBook, event: Event) -> None:
    if not book.classic:
        raise Wrong("bad_event", "missing_key")
    need(event, "kind", "seat")
    allow(event, "kind", "seat", *(["times"] if event["kind"] == "followed_discard" else []))
    seat, kind, base = seat_of(event["seat"]), event["kind"], book.base
    gets = {"grass": base / 2, "flower_set": base, "equal_dice": base}
    if kind == "concealed_kong":
        if book.kongs[seat] == 5:
            raise Wrong("bad_event")
        gets[kind] = KONG_LADDER[book.kongs[seat]] * base
        book.kongs[seat] += 1
    times = event.get("times", 1)
    if not is_number(times) or times < 1:
        raise Wrong("bad_event", "bad_value")
    pays = {"followed_discard": times * base, "one_two_three": base}
    if not isinstance(kind, str) or kind not in {**gets, **pays}:
        raise Wrong("bad_event", "bad_value")
    two_families(book.open.taken, kind, seat)
    book.open.taken.append((kind, seat))
    for other in (other for other in SEATS if other != seat):
        if kind in gets:
            book.open.pay(other, seat, gets[kind], "reward")
        else:
            book.open.pay(seat, other, pays[kind], "reward")
    book.open.events += 1


def on_surrender(book: HkBook, event: Event) -> None:
    """投降: all that is open to that winner, after 3, 6, 9, … wins."""
    allow(event, "seat", "winner")
    need(event, "seat", "winner")
    pair = seat_of(event["winner"]), seat_of(event["seat"])
    if not book.classic or pair not in book.chains or book.chains[pair][1] % 3:
        raise Wrong("bad_event")
    book.open.pay(pair[1], pair[0], book.chains.pop(pair)[0], "chain")
    book.open.events += 1


def on_wrong_dealer(book: HkBook, event: Event) -> None:
    allow(event, "seat")
    if book.classic:
        raise Wrong("bad_event", "missing_key")
    need(event, "seat")
    seat = seat_of(event["seat"])
    if book.wrong_dealer is not None or seat == book.deal % 4:
        raise Wrong("bad_event")
    book.wrong_dealer = seat
    book.open.dealer, book.open.streak = seat, 0
    book.open.events += 1


def on_time_up(book: HkBook, event: Event) -> None:
    """The bell. hk-classic: the hand in progress is the last; hkma-masters: one more after it (M-1)."""
    allow(event, "during_hand")
    during = flag(event, "during_hand")
    if book.rung:
        raise Wrong("bad_event")
    book.rung = True
    book.left = during if book.classic else 1 + during
    if book.left == 0:
        book.end()


EVENTS = {
    "win": on_win, "draw": on_draw, "reward": on_reward, "wrong_dealer": on_wrong_dealer, "time_up": on_time_up,
    "ruling": on_ruling, "surrender": on_surrender,
}  # fmt: skip


def play(book: HkBook, event: object) -> None:
    if not isinstance(event, dict):
        raise Wrong("bad_event", "bad_value")
    need(event, "type")
    previous = event["type"] == "ruling" and event.get("hand") == "previous"
    if book.finished and not previous:
        raise Wrong("game_over", "bad_event")
    if event["type"] not in EVENTS:
        raise Wrong("bad_event", "bad_value")
    EVENTS[event["type"]](book, event)


# --- documents


def is_base(value: object) -> bool:
    if isinstance(value, str):
        return re.fullmatch(r"[0-9]+(\.[0-9]+)?", value) is not None and Fraction(value) > 0
    return is_number(value) and int(str(value)) > 0


def bad_settings(rule_set: str, settings: dict[str, Any]) -> bool:
    known = {
        "hk-classic": {"base": is_base, "chain": lambda value: value in ("every_hand", "dealer")},
        "hkma-masters": {"dealer_stays": lambda value: isinstance(value, bool)},
    }[rule_set]
    return any(key not in known or not known[key](value) for key, value in settings.items())  # type: ignore[no-untyped-call]


def check_game(doc: dict[str, Any]) -> None:
    keys = ("rule_set", "players", "events", "options", "settings", "standing")
    codes = {"unknown_key" for key in doc if key not in keys} | {"missing_key" for key in keys[:3] if key not in doc}
    rule_set = doc.get("rule_set")
    if "rule_set" in doc and rule_set not in OFFENCES:
        raise Wrong("unknown_rule_set", "bad_value")
    options = CLASSIC_OPTIONS if rule_set == "hk-classic" else {}
    if any(key not in options or value not in options[key] for key, value in doc.get("options", {}).items()):
        codes.add("bad_option")
    if rule_set and bad_settings(str(rule_set), doc.get("settings", {})):
        codes.add("bad_setting")
    players = doc.get("players")
    if not isinstance(players, list) or len(players) != 4 or not all(isinstance(name, str) for name in players):
        codes |= {"bad_event", "bad_value"}
    if not isinstance(doc.get("events", []), list):
        codes |= {"bad_event", "bad_value"}
    if codes:
        raise Wrong(*codes)


def opened(doc: dict[str, Any]) -> HkBook:
    """Return the book before its first event, with what earlier games left."""
    book = HkBook(doc["rule_set"], doc.get("options", {}), doc.get("settings", {}))
    standing = doc.get("standing", {})
    if set(standing) - {"cards", "offences"}:
        raise Wrong("unknown_key", "bad_event")
    for entry in standing.get("cards", []):
        if book.classic or entry["card"] not in ("yellow", "red"):
            raise Wrong("bad_event", "bad_value")
        book.cards.add((seat_of(entry["seat"]), entry["card"]))
    for entry in standing.get("offences", []):
        if entry["offence"] not in OFFENCES[book.rule_set]:
            raise Wrong("bad_event", "bad_value")
        seat_of(entry["seat"])  # 初犯 is counted within the 輪, and no offence of these tables grows
    return book


def hk_replay(doc: dict[str, Any]) -> dict[str, Any]:
    """Return the whole book, or `{"error": {"codes": …, "index": …}}` with every code that would be right."""
    index = None
    try:
        check_game(doc)
        book = opened(doc)
        for index, event in enumerate(doc["events"]):  # noqa: B007
            play(book, event)
    except Wrong as wrong:
        return {"error": {"codes": sorted(wrong.codes), "index": index, "detail": wrong.why}}
    return written(book)


def written(book: HkBook) -> dict[str, Any]:
    pages = list(book.pages)
    if book.open.events:
        book.open.chains = dict(book.chains)
        pages.append(book.open)
    scores = [Fraction(0)] * 4
    hands = []
    for number, page in enumerate(pages, 1):
        for source, target, points, _ in page.transfers:
            if source is not None:
                scores[source] -= points
            if target is not None:
                scores[target] += points
        hands.append(row(number, page, scores))
    out = {"rule_set": book.rule_set, "finished": book.finished, "hands": hands}
    return {**out, "final": final(scores)} if book.finished else out
