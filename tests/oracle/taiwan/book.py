"""`oracle_replay`: a game of tw-club or tw-sixteen kept the slow way (interface: replay).

A hand is a page: what was paid on it is a list, and the points after a page are always added up from the first page.
"""

import csv
import json
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

from tests.oracle.book import KEYS as GAME_KEYS
from tests.oracle.book import Page, allow, flag, need, other_seat, row, seat_of
from tests.oracle.checking import is_number
from tests.oracle.rulings import ENDING, amount, split, whole
from tests.oracle.table import robbed_too
from tests.oracle.taiwan.count import oracle_score
from tests.oracle.taiwan.hand import check_options
from tests.oracle.wrong import Wrong

Event = dict[str, Any]
SEATS = range(4)
NAMES = [f"{wind}{number}局" for wind in "東南西北" for number in "一二三四"]
SETTINGS: dict[str, dict[str, Any]] = {
    "tw-club": {"start": "10000", "base": "300", "tai": "100", "pull_dealer": True},
    "tw-sixteen": {"base": "3", "tai": "1", "raised": [0, 0, 0, 0], "seven_pairs": True},
}
FROM_GAME = {"rule_set", "options", "seat_wind", "round_wind", "self_draw", "winners"}
CATALOGUE = Path(__file__).resolve().parent.parent.parent / "data" / "offences.csv"


def catalogue(rule_set: str) -> dict[str, tuple[str, Any]]:
    """Return slug and Chinese name → (slug, consequences or "discretion")."""
    table: dict[str, tuple[str, Any]] = {}
    with CATALOGUE.open(encoding="utf-8") as file:
        for line in csv.DictReader(file):
            if line["rule_set"] == rule_set:
                text = line["consequences"]
                both = (line["slug"], text if text == "discretion" else json.loads(text))
                table[line["slug"]] = table[line["name"]] = both
    return table


OFFENCES = {rule_set: catalogue(rule_set) for rule_set in SETTINGS}


class GameLog:
    """The game so far."""

    def __init__(self, rule_set: str, settings: dict[str, Any]) -> None:
        chosen = {**SETTINGS[rule_set], **settings}
        self.rule_set = rule_set
        self.club = rule_set == "tw-club"
        self.base, self.tai = amount(chosen["base"]), amount(chosen["tai"])
        self.start = amount(chosen.get("start", 0))
        self.pull = chosen.get("pull_dealer", True)
        self.raised = list(chosen.get("raised", [0, 0, 0, 0]))
        self.shown: int | None = None  # 連莊示記
        self.pairs_allowed = chosen.get("seven_pairs", False)
        self.pages: list[Page] = []
        self.first = 0  # 起莊
        self.deal = 0
        self.streak = 0
        self.banned: set[int] = set()
        self.after_game: list[tuple[int, Fraction]] = []
        self.rung = self.last_hand = self.finished = False
        self.open = self.new_page()
        self.in_play = False

    # --- pages

    def new_page(self) -> Page:
        page = Page(NAMES[min(self.deal, 15)], (self.first + self.deal) % 4, self.streak)
        page.raised = self.raised  # type: ignore[attr-defined]
        return page

    def close(self, result: str, stays: bool, streak: int, counts: bool = True) -> None:
        """Put the open page away and decide who deals next."""
        self.open.result = result
        self.pages.append(self.open)
        self.banned.clear()
        self.in_play = False
        if stays:
            self.streak = streak
        else:
            self.deal, self.streak = self.deal + 1, 0
        broke = self.club and min(self.scores()) <= 0
        self.open = self.new_page()
        if self.deal >= 16 or broke or (self.last_hand and counts):
            self.end()

    def end(self) -> None:
        page = self.pages[-1] if self.pages else self.open
        for seat, points in self.after_game:
            page.pay(seat, None, points, "deduction")
        self.finished = True

    def scores(self) -> list[Fraction]:
        scores = [self.start] * 4
        for page in self.pages:
            move(scores, page)
        return scores

    # --- money

    def payment(self, page: Page, one: int, other: int, fan: int) -> Fraction:
        """底 + 台 between winner and payer, dealer's 台 and both raises in it."""
        streak = page.streak
        if self.shown is not None:
            streak = min(streak, self.shown) if one == page.dealer else max(streak, self.shown)
        grown = (2 if self.pull else 1) * streak + 1
        tai = fan + (grown if page.dealer in (one, other) else 0)
        raised = page.raised  # type: ignore[attr-defined]
        return self.base * (1 + raised[one] + raised[other]) + self.tai * tai


def move(scores: list[Fraction], page: Page) -> None:
    for source, target, points, _ in page.transfers:
        if source is not None:
            scores[source] -= points
        if target is not None:
            scores[target] += points


# --- events


def on_win(book: GameLog, event: Event) -> None:
    allow(event, "winner", "fan", "hand", "self_draw", "from", "robbed_kong", "flower_win", "liable", "cause",
          *(() if book.club else ("extra",)), "opening", "shown_streak")  # fmt: skip
    need(event, "winner")
    drawn, robbed, flowers = flag(event, "self_draw"), flag(event, "robbed_kong"), flag(event, "flower_win")
    if drawn == ("from" in event):
        raise Wrong("bad_event", "missing_key")
    if robbed and (drawn or flowers):
        raise Wrong("bad_event", "impossible_circumstance", "not_a_winning_hand")
    winner = seat_of(event["winner"])
    source = None if drawn else other_seat(event["from"], winner)
    if ("fan" in event) == ("hand" in event) or (flowers and "fan" not in event):
        raise Wrong("bad_event", "missing_key")
    opening = seat_of(event["opening"]) if "opening" in event else book.open.dealer
    if "opening" in event and "hand" not in event:
        raise Wrong("bad_event", why="opening without a hand")
    liable = liable_seats(event, winner)
    payers = [source] if source is not None else [seat for seat in SEATS if seat != winner]
    more = extras(event, payers)
    if winner in book.banned:
        raise Wrong("banned_player")
    if flowers and is_short(event["fan"], more):
        raise Wrong("bad_event", "bad_value", why="花胡 is 8 at least")
    fan = fan_of(book, event, winner, opening)
    book.shown = whole(event["shown_streak"]) if "shown_streak" in event else None
    shares = {seat: book.payment(book.open, winner, seat, fan + more.get(seat, 0)) for seat in payers}
    book.shown = None
    if liable:
        for seat, points in shared(sum(shares.values(), Fraction(0)), liable, winner):
            book.open.pay(seat, winner, points, "liability")
    else:
        for seat, points in shares.items():
            book.open.pay(seat, winner, points, "win")
    stays = winner == book.open.dealer
    book.close("win", stays, book.streak + 1)


def is_short(fan: object, more: dict[int, int]) -> bool:
    """花胡 of which nobody pays 8 台."""
    return isinstance(fan, int) and fan + max(more.values(), default=0) < 8


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


def fan_of(book: GameLog, event: Event, winner: int, opening: int) -> int:
    if "fan" in event:
        return whole(event["fan"])
    hand = event["hand"]
    if not isinstance(hand, dict):
        raise Wrong("bad_event", "bad_value")
    given = FROM_GAME & set(hand)
    from_game = {
        "rule_set": book.rule_set, "self_draw": flag(event, "self_draw"),
        "seat_wind": "ESWN"[(winner - opening) % 4], "round_wind": "ESWN"[book.deal // 4],
        "dealer": winner == book.open.dealer,
    }  # fmt: skip
    counted = oracle_score({**robbed_too(hand, flag(event, "robbed_kong")), **from_game}, book.pairs_allowed)
    if "error" in counted or given:
        codes = counted.get("error", {}).get("codes", [])
        raise Wrong(*codes, *(["unknown_key", "bad_event"] if given else []))
    return int(counted["total"])


def on_draw(book: GameLog, event: Event) -> None:
    allow(event, *(["dealer"] if book.club else []))
    if "dealer" not in event:
        return book.close("draw", True, book.streak + 1)
    seat = seat_of(event["dealer"])
    if book.deal:
        raise Wrong("bad_event", why="only while 東風東 is played for the first time")
    same = seat == book.open.dealer
    book.first = seat
    return book.close("draw", True, book.streak + 1 if same else 0)


def on_raise(book: GameLog, event: Event) -> None:
    """內插, as the text says (T-20)."""
    if book.club:
        raise Wrong("bad_event", why="not in this set")
    allow(event, "seat", "units")
    need(event, "seat", "units")
    seat, units = seat_of(event["seat"]), whole(event["units"])
    before = book.raised[seat]
    west = book.deal > 8 or any(page.name == "西一局" for page in book.pages)
    begins_late = before == 0 < units and west
    given_up = before > 0 == units
    in_a_streak = before != units and max(before, units) >= 2 and book.streak > 0
    if book.in_play or book.rung or units > 99 or begins_late or given_up or in_a_streak:
        raise Wrong("bad_event", why="not now")
    book.open.events += 1
    book.raised = [units if one == seat else old for one, old in enumerate(book.raised)]
    book.open.raised = book.raised  # type: ignore[attr-defined]


def on_time_up(book: GameLog, event: Event) -> None:
    allow(event, "during_hand")
    if book.rung:
        raise Wrong("bad_event", why="the bell rings once")
    during = flag(event, "during_hand")
    book.rung = True
    if not book.club and during:
        book.last_hand = True
        return
    if book.club and book.open.events:
        book.open.result = "stopped"
        book.pages.append(book.open)
        book.open = book.new_page()
    book.end()


def on_ruling(book: GameLog, event: Event) -> None:
    allow(event, "seat", "offence", "consequences", "tiles", "to", "fan", "hand")
    need(event, "seat")
    asked = follows(book, event)
    seat = seat_of(event["seat"])
    named = OFFENCES[book.rule_set].get(str(event.get("offence")), ("",))[0]
    if named == "pung_not_taken" and "to" in event and event["to"] == (seat + 3) % 4:
        raise Wrong("bad_event", why="上家之捨牌除外")
    if event.get("hand", "previous") != "previous":
        raise Wrong("bad_event", "bad_value")
    previous = "hand" in event
    if previous and not book.pages:
        raise Wrong("bad_event", why="no hand before")
    if previous and any(word == "ban" or word in ENDING for word, _ in asked):
        raise Wrong("bad_event", why="not for an earlier hand")
    page = book.pages[-1] if previous else book.open
    page.events += not previous
    book.in_play = book.in_play or not previous
    for word, value in asked:
        apply(book, page, event, seat, word, value)
    ways = {word for word, _ in asked if word in ENDING}
    if len(ways) > 1:
        raise Wrong("bad_event", why="a hand ends in one way only")
    for how in ways:
        finish_hand(book, seat, how)


def follows(book: GameLog, event: Event) -> list[tuple[str, Any]]:
    listed = None
    if "offence" in event:
        if not isinstance(event["offence"], str) or event["offence"] not in OFFENCES[book.rule_set]:
            raise Wrong("bad_event", "bad_value")
        _, listed = OFFENCES[book.rule_set][event["offence"]]
    if "consequences" in event:
        listed = event["consequences"]
        if not isinstance(listed, list):
            raise Wrong("bad_event", "bad_value")
    if listed is None or listed == "discretion":
        raise Wrong("bad_event", "missing_key")
    return [split(each) for each in listed]


def apply(book: GameLog, page: Page, event: Event, seat: int, word: str, value: Any) -> None:
    """Carry out one consequence that ends nothing."""
    if word in ("yellow", "red"):
        raise Wrong("bad_event", why="not in this set")
    if word == "ban":
        book.banned.add(seat)
    elif word.startswith("deduct"):
        deduct(book, page, event, seat, word, value)
    elif value is not None:
        pay(book, page, event, seat, word, value)


def deduct(book: GameLog, page: Page, event: Event, seat: int, word: str, value: Any) -> None:
    if word == "deduct_per_tile":
        need(event, "tiles")
        points = amount(value) * whole(event["tiles"])
    elif word in ("deduct_base", "deduct_tai"):
        points = whole(value) * (book.base if word == "deduct_base" else book.tai)
    else:
        points = amount(value)
    if word == "deduct_after_game" and not book.finished:
        book.after_game.append((seat, points))
    else:
        page.pay(seat, None, points, "deduction")


def pay(book: GameLog, page: Page, event: Event, seat: int, word: str, value: Any) -> None:
    others = [other for other in SEATS if other != seat]
    if word in ("fine_base", "pay_each_base", "give_back_base"):
        for other in others:
            page.pay(seat, other, whole(value) * book.base, "fine")
    elif word in ("pay_base", "pay_tai"):
        need(event, "to")
        unit = book.base if word == "pay_base" else book.tai
        page.pay(seat, other_seat(event["to"], seat), whole(value) * unit, "fine")
    elif word == "pay":
        if not isinstance(value, list) or len(value) != 2:
            raise Wrong("bad_event", "bad_value")
        page.pay(seat, other_seat(value[0], seat), amount(value[1]), "fine")
    else:
        need(event, "fan")
        if value is not True:
            raise Wrong("bad_event", "bad_value")
        for other in others:
            page.pay(seat, other, book.payment(page, seat, other, whole(event["fan"])), "fine")


def finish_hand(book: GameLog, seat: int, how: str) -> None:
    if how == "draw_hand":
        book.close("draw", True, book.streak + 1)
    elif how == "replay_hand":
        book.close("replayed", True, book.streak, counts=False)
    else:
        book.close("false_win", book.club or seat != book.open.dealer, book.streak)


EVENTS = {"win": on_win, "draw": on_draw, "time_up": on_time_up, "ruling": on_ruling, "raise": on_raise}


def play(book: GameLog, event: object) -> None:
    if not isinstance(event, dict):
        raise Wrong("bad_event", "bad_value")
    need(event, "type")
    previous = event["type"] == "ruling" and event.get("hand") == "previous"
    if book.finished and not previous:
        raise Wrong("game_over", "bad_event")
    if not isinstance(event["type"], str) or event["type"] not in EVENTS:
        raise Wrong("bad_event", "bad_value")
    EVENTS[event["type"]](book, event)


# --- documents


def is_points(value: object) -> bool:
    plain = isinstance(value, str) and re.fullmatch(r"[0-9]+(\.[0-9]+)?", value) is not None
    return plain or (is_number(value) and int(str(value)) >= 0)


def check_settings(rule_set: str, settings: object) -> set[str]:
    if not isinstance(settings, dict):
        return {"bad_setting", "bad_value"}
    known = SETTINGS.get(rule_set, {})
    good = {
        "pull_dealer": lambda value: isinstance(value, bool),
        "seven_pairs": lambda value: isinstance(value, bool),
        "raised": lambda value: isinstance(value, list) and len(value) == 4
        and all(is_number(each) and each >= 0 for each in value),
    }  # fmt: skip
    bad = any(key not in known or not good.get(key, is_points)(value) for key, value in settings.items())
    return {"bad_setting"} if bad else set()


def check_game(doc: dict[str, Any]) -> None:
    codes = {"unknown_key" for key in doc if key not in GAME_KEYS}
    codes |= {"missing_key" for key in ("rule_set", "players", "events") if key not in doc}
    if "rule_set" in doc and doc["rule_set"] not in list(SETTINGS):
        codes.add("unknown_rule_set")
    codes |= check_options(doc.get("options", {}))
    codes |= check_settings(str(doc.get("rule_set")), doc.get("settings", {}))
    players = doc.get("players", ["", "", "", ""])
    if not isinstance(players, list) or len(players) != 4 or not all(isinstance(name, str) for name in players):
        codes |= {"bad_event", "bad_value"}
    if not isinstance(doc.get("events", []), list):
        codes |= {"bad_event", "bad_value"}
    if codes:
        raise Wrong(*codes)


def inherit(book: GameLog, standing: dict[str, Any]) -> None:
    if set(standing) - {"cards", "offences"}:
        raise Wrong("unknown_key")
    if standing.get("cards"):
        raise Wrong("bad_event", "bad_value")
    for entry in standing.get("offences", []):
        seat_of(entry["seat"])
        if entry["offence"] not in OFFENCES[book.rule_set]:
            raise Wrong("bad_event", "bad_value")


def oracle_replay(doc: dict[str, Any]) -> dict[str, Any]:
    """Return the whole book, or `{"error": {"codes": …, "index": …}}` with every code that would be right."""
    index = None
    try:
        check_game(doc)
        book = GameLog(doc["rule_set"], doc.get("settings", {}))
        inherit(book, doc.get("standing", {}))
        for index, event in enumerate(doc["events"]):  # noqa: B007
            play(book, event)
    except Wrong as wrong:
        return {"error": {"codes": sorted(wrong.codes), "index": index, "detail": wrong.why}}
    return written(book)


def written(book: GameLog) -> dict[str, Any]:
    pages = [*book.pages, book.open] if book.open.events else list(book.pages)
    scores = [book.start] * 4
    hands = []
    for number, page in enumerate(pages, 1):
        move(scores, page)
        hands.append(row(number, page, scores))
    out = {"rule_set": book.rule_set, "finished": book.finished, "hands": hands}
    if book.finished:
        places = [1 + sum(other > points for other in scores) for points in scores]
        last = hands[-1]["scores"] if hands else [str(book.start)] * 4
        out["final"] = {"scores": last, "places": places}
    return out
