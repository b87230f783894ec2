"""`oracle_replay`: a game of hkma-league kept the slow way (interface: replay).

A hand is a page: what was paid on it is a list, and the points after a page are always added up from the first page.
"""

from collections import Counter
from decimal import Decimal
from fractions import Fraction
from typing import Any

from tests.oracle.chains import Chains, after_win
from tests.oracle.checking import check_options, is_number
from tests.oracle.count import oracle_score
from tests.oracle.facts import OPTION_VALUES
from tests.oracle.rulings import ENDING, OFFENCES, amount, follows, whole
from tests.oracle.table import one_table, robbed_too, two_families
from tests.oracle.wrong import Wrong

Event = dict[str, Any]
BASE = 5
NAMES = [f"{wind}{number}局" for wind in "東南" for number in "一二三四"]
SEATS = range(4)
ELSEWHERE = ("liable", "cause", "extra", "opening", "not_ready", "times")


def text(points: Fraction) -> str:
    """Write points without exponent, trailing zeros or minus zero."""
    if points.denominator == 1:
        return str(points.numerator)
    decimal = Decimal(points.numerator) / Decimal(points.denominator)
    return format(decimal.normalize(), "f")


class Page:
    """One entry of the list of hands."""

    def __init__(self, name: str, dealer: int, streak: int) -> None:
        self.name, self.dealer, self.streak = name, dealer, streak
        self.result = "open"
        self.transfers: list[tuple[int | None, int | None, Fraction, str]] = []
        self.cards: list[tuple[int, str]] = []
        self.chains: Chains = {}
        self.events = 0
        self.grass: set[int] = set()
        self.taken: list[tuple[str, int]] = []

    def pay(self, source: int | None, target: int | None, points: Fraction | int, reason: str) -> None:
        self.transfers.append((source, target, Fraction(points), reason))


class GameLog:
    """The game so far."""

    def __init__(self, options: dict[str, str]) -> None:
        self.options = options
        self.pages: list[Page] = []
        self.chains: Chains = {}
        self.deal = 0
        self.streak = 0
        self.wrong_dealer: int | None = None
        self.to_skip: Counter[int] = Counter()
        self.cards: set[tuple[int, str]] = set()
        self.offences: Counter[tuple[int, str]] = Counter()
        self.banned: set[int] = set()
        self.after_game: list[tuple[int, Fraction]] = []
        self.rung = False  # the bell has rung
        self.last_hand = False
        self.finished = False
        self.open = self.new_page()

    def option(self, number: str) -> str:
        return self.options.get(number, OPTION_VALUES[number][0])

    # --- pages

    @property
    def dealer(self) -> int:
        return self.deal % 4 if self.wrong_dealer is None else self.wrong_dealer

    def new_page(self) -> Page:
        streak = self.streak if self.wrong_dealer is None else 0
        return Page(NAMES[min(self.deal, 7)], self.dealer, streak)

    def close(self, result: str) -> None:
        """Put the open page away; the next one begins."""
        self.open.result, self.open.chains = result, dict(self.chains)
        self.pages.append(self.open)
        self.banned.clear()

    def turn(self, stays: bool, streak: int) -> None:
        """Decide who deals next after a hand that counted (not replayed)."""
        if stays and self.wrong_dealer is None:
            self.streak = streak
        else:
            self.deal, self.streak, self.wrong_dealer = self.deal + 1, 0, None
            while self.deal < 8 and self.to_skip[self.deal % 4]:
                self.to_skip[self.deal % 4] -= 1
                self.deal += 1
        self.open = self.new_page()
        if self.deal >= 8 or self.last_hand:
            self.end()

    def end(self) -> None:
        """The 半莊 is over: what is open is collected in the last hand played, deductions for its end are taken.

        Events already entered for a next hand stay listed, as a page of their own.
        """
        page = self.pages[-1] if self.pages else self.open
        for (winner, payer), (points, _) in self.chains.items():
            page.pay(payer, winner, points, "chain")
        self.chains = {}
        page.chains = {}
        for seat, points in self.after_game:
            page.pay(seat, None, points, "deduction")
        self.finished = True

    # --- money

    def dealer_fans(self, page: Page, one: int, other: int) -> int:
        return 1 + 2 * page.streak if page.dealer in (one, other) else 0

    def win(self, wins: list[tuple[int, int]], source: int | None) -> None:
        """`wins` are seats with the hand's 番; 雙響 5, 三響 10 and the dealer's 1 + 2n are added here."""
        share = {1: 0, 2: 5, 3: 10}[len(wins)]
        payments = {}
        for seat, fan in wins:
            for payer in [source] if source is not None else [other for other in SEATS if other != seat]:
                payments[seat, payer] = Fraction(fan + share + self.dealer_fans(self.open, seat, payer))
        winners = {seat for seat, _ in wins}
        self.chains, paid = after_win(self.chains, payments, winners, source, self.option("L-27"), self.option("L-56"))
        for payer, winner, points in paid:
            self.open.pay(payer, winner, points, "chain")
        self.close("win")
        self.turn(*self.after_winners(winners))

    def after_winners(self, winners: set[int]) -> tuple[bool, int]:
        """The dealer stays when he wins; L-29 says what his streak is if another won too."""
        alone = winners == {self.open.dealer}
        grows = alone or self.option("L-29") == "plus_one"
        return self.open.dealer in winners, self.streak + 1 if grows else 0

    # --- cards

    def show(self, page: Page, seat: int, card: str, previous: bool) -> bool:
        """Show a card, climb the ladder; return whether the hand is replayed."""
        if card == "yellow" and (seat, "yellow") in self.cards:
            card = "red"
        page.cards.append((seat, card))
        second_red = card == "red" and (seat, "red") in self.cards
        self.cards.add((seat, card))
        if second_red:
            page.pay(seat, None, 160, "deduction")
            return not previous
        if card == "red":
            page.pay(seat, None, 5, "deduction")
        return False


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


def flag(event: Event, key: str) -> bool:
    if not isinstance(event.get(key, False), bool):
        raise Wrong("bad_event", "bad_value", why=key)
    return bool(event.get(key, False))


# --- events


def on_win(book: GameLog, event: Event) -> None:
    allow(event, "winner", "fan", "hand", "self_draw", "from", "winners", "robbed_kong", "flower_win", *ELSEWHERE)
    if any(key in event for key in ELSEWHERE):
        raise Wrong("bad_event", "unknown_key")
    drawn, robbed, flowers = flag(event, "self_draw"), flag(event, "robbed_kong"), flag(event, "flower_win")
    if drawn == ("from" in event):
        raise Wrong("bad_event", "missing_key", why="self_draw or from")
    if robbed and (drawn or flowers):
        raise Wrong("bad_event", "impossible_circumstance", "not_a_winning_hand")
    source = None if drawn else seat_of(event["from"])
    claims = read_claims(event)
    seats = [seat_of(claim["seat"]) for claim in claims]
    if source in seats or len(set(seats)) != len(seats) or (drawn and len(seats) > 1):
        raise Wrong("bad_event")
    if flowers and (len(seats) > 1 or any("fan" not in claim for claim in claims)):
        raise Wrong("bad_event", "missing_key")
    if any(seat in book.banned for seat in seats):
        raise Wrong("banned_player")
    if flowers and claims[0]["fan"] != (40 if drawn else 30):
        raise Wrong("bad_event", "bad_value", why="兩台花 is 40, 七搶一 30")
    wins = [(seat, fan_of(book, claim, seat, event, len(seats))) for seat, claim in zip(seats, claims, strict=True)]
    one_table([claim["hand"] for claim in claims if "hand" in claim])
    book.win(wins, source)


def read_claims(event: Event) -> list[Event]:
    """Return who claims to win, each with `seat` and `fan` or `hand`."""
    if ("winner" in event) == ("winners" in event):
        raise Wrong("bad_event", "missing_key")
    if "winner" in event:
        claims = [{"seat": event["winner"], **{key: event[key] for key in ("fan", "hand") if key in event}}]
    else:
        claims = event["winners"]
        if not isinstance(claims, list) or not 2 <= len(claims) <= 3 or "fan" in event or "hand" in event:
            raise Wrong("bad_event")
    for claim in claims:
        if not isinstance(claim, dict):
            raise Wrong("bad_event", "bad_value")
        if set(claim) - {"seat", "fan", "hand"}:
            raise Wrong("unknown_key", "bad_event")
        need(claim, "seat")
        if ("fan" in claim) == ("hand" in claim):
            raise Wrong("bad_event", "missing_key")
    return claims


def fan_of(book: GameLog, claim: Event, seat: int, event: Event, winners: int) -> int:
    """Return the hand's 番 without dealer's fans and without 雙響."""
    if "fan" in claim:
        if not is_number(claim["fan"]) or claim["fan"] < 1:
            raise Wrong("bad_event", "bad_value", why="fan")
        return int(claim["fan"])
    hand = claim["hand"]
    if not isinstance(hand, dict):
        raise Wrong("bad_event", "bad_value")
    given = {"rule_set", "options", "seat_wind", "round_wind", "self_draw", "winners"} & set(hand)
    winds = {"seat_wind": "ESWN"[(seat - book.dealer) % 4], "round_wind": "ES"[book.deal // 4]}
    from_game = {"rule_set": "hkma-league", "self_draw": flag(event, "self_draw"), "winners": winners, **winds}
    counted = oracle_score({**robbed_too(hand, flag(event, "robbed_kong")), **from_game, "options": book.options})
    if "error" in counted or given:
        codes = counted.get("error", {}).get("codes", [])
        raise Wrong(*codes, *(["unknown_key", "bad_event"] if given else []))
    return int(counted["total"]) - {1: 0, 2: 5, 3: 10}[winners]


def on_draw(book: GameLog, event: Event) -> None:
    allow(event)
    book.close("draw")
    book.turn(True, book.streak + 1)


def on_reward(book: GameLog, event: Event) -> None:
    """中途獎勵, paid at once."""
    need(event, "kind", "seat")
    each = {"flower_set": 5, "two_flower_sets": 40, "concealed_kong": 5, "grass": Fraction(5, 2)}
    kind, page = event["kind"], book.open
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
        two_families(page.taken, kind, seat)
        page.taken.append((kind, seat))
        page.pay(source, seat, 6 * BASE, "reward")
    elif kind == "followed_discard":
        points = 2 * BASE if flag(event, "simple") else BASE
        for other in SEATS:
            if other != seat:
                page.pay(seat, other, points, "reward")
    else:
        if kind == "grass" and seat in page.grass:
            raise Wrong("bad_event", why="once per player and hand")
        two_families(page.taken, kind, seat)
        page.taken.append((kind, seat))
        page.grass |= {seat} if kind == "grass" else set()
        for other in SEATS:
            if other != seat:
                page.pay(other, seat, each[kind], "reward")
    page.events += 1


def on_wrong_dealer(book: GameLog, event: Event) -> None:
    """做錯莊: the wrong one deals this hand, his next turn is skipped."""
    allow(event, "seat")
    need(event, "seat")
    seat = seat_of(event["seat"])
    if book.wrong_dealer is not None or seat == book.deal % 4:
        raise Wrong("bad_event")
    book.wrong_dealer = seat
    book.to_skip[seat] += 1
    book.open.dealer, book.open.streak = seat, 0
    book.open.events += 1


def on_time_up(book: GameLog, event: Event) -> None:
    allow(event, "during_hand")
    if book.rung:
        raise Wrong("bad_event", why="the bell rings once")
    book.rung = True
    if flag(event, "during_hand"):
        book.last_hand = True
        return
    book.end()


def on_ruling(book: GameLog, event: Event) -> None:
    allow(event, "seat", "offence", "consequences", "tiles", "to", "fan", "hand")
    need(event, "seat")
    slug, asked, from_table = follows(event)
    seat = None if event["seat"] is None and slug == "redeal" else seat_of(event["seat"])
    if event.get("hand", "previous") != "previous":
        raise Wrong("bad_event", "bad_value")
    previous = "hand" in event
    if previous and not book.pages:
        raise Wrong("bad_event", why="no hand before")
    if previous and any(word == "ban" or word in ENDING for word, _ in asked):
        raise Wrong("bad_event", why="not for an earlier hand")
    page = book.pages[-1] if previous else book.open
    page.events += not previous
    times = 1
    if slug is not None and seat is not None:
        book.offences[seat, slug] += 1
        times = book.offences[seat, slug] if from_table else 1
    ends = [apply(book, page, event, seat, word, value, times) for word, value in asked]
    ways = {end for end in ends if end}
    if len(ways) > 1:
        raise Wrong("bad_event", why="a hand ends in one way only")
    for how in ways:
        finish_hand(book, how)


def apply(book: GameLog, page: Page, event: Event, seat: int | None, word: str, value: Any, times: int) -> str | None:
    """Carry out one consequence; return how it ends the hand, if it does."""
    if word in ENDING:
        return word
    if seat is None:
        raise Wrong("bad_event", "missing_key", why="seat")
    if word in ("yellow", "red"):
        return "replay_hand" if book.show(page, seat, word, "hand" in event) else None
    if word == "ban":
        book.banned.add(seat)
    elif word.startswith("deduct"):
        deduct(book, page, event, seat, word, value)
    elif value is not None:
        pay(book, page, event, seat, word, value, times)
    return None


def deduct(book: GameLog, page: Page, event: Event, seat: int, word: str, value: Any) -> None:
    if word == "deduct_tai":
        raise Wrong("bad_event")
    points = amount(value) if word != "deduct_base" else Fraction(whole(value) * BASE)
    if word == "deduct_per_tile":
        need(event, "tiles")
        points *= whole(event["tiles"])
    if word == "deduct_after_game" and not book.finished:
        book.after_game.append((seat, points))
    else:
        page.pay(seat, None, points, "deduction")


def pay(book: GameLog, page: Page, event: Event, seat: int, word: str, value: Any, times: int) -> None:
    others = [other for other in SEATS if other != seat]
    if word in ("fine_base", "pay_each_base", "give_back_base"):
        points = whole(value) * BASE * (times if word == "fine_base" else 1)
        for other in others:
            page.pay(seat, other, points, "fine")
    elif word == "pay_base":
        need(event, "to")
        page.pay(seat, other_seat(event["to"], seat), whole(value) * BASE, "fine")
    elif word == "pay":
        if not isinstance(value, list) or len(value) != 2:
            raise Wrong("bad_event", "bad_value")
        page.pay(seat, other_seat(value[0], seat), amount(value[1]), "fine")
    elif word == "pay_each_hand" and value is True:
        need(event, "fan")
        for other in others:
            page.pay(seat, other, whole(event["fan"]) + book.dealer_fans(page, seat, other), "fine")
    else:
        raise Wrong("bad_event", "bad_value")


def other_seat(value: object, seat: int) -> int:
    other = seat_of(value)
    if other == seat:
        raise Wrong("bad_event")
    return other


def finish_hand(book: GameLog, how: str) -> None:
    if how == "false_win_hand":
        raise Wrong("bad_event")
    if how == "draw_hand":
        book.close("draw")
        book.turn(True, book.streak + 1)
        return
    book.close("replayed")
    book.open = book.new_page()


EVENTS = {
    "win": on_win, "draw": on_draw, "reward": on_reward, "wrong_dealer": on_wrong_dealer, "time_up": on_time_up,
    "ruling": on_ruling,
}  # fmt: skip


def play(book: GameLog, event: object) -> None:
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


def check_game(doc: dict[str, Any]) -> None:
    codes = {"unknown_key" for key in doc if key not in KEYS} | {"missing_key" for key in REQUIRED if key not in doc}
    codes |= check_options(doc.get("options", {}))
    if doc.get("settings"):
        codes |= {"bad_setting"}
    if "rule_set" in doc and doc["rule_set"] != "hkma-league":
        codes.add("unknown_rule_set")
    players = doc.get("players")
    if not isinstance(players, list) or len(players) != 4 or not all(isinstance(name, str) for name in players):
        codes |= {"bad_event", "bad_value"}
    if not isinstance(doc.get("events", []), list):
        codes |= {"bad_event", "bad_value"}
    if codes:
        raise Wrong(*codes)


REQUIRED = ("rule_set", "players", "events")
KEYS = (*REQUIRED, "options", "settings", "standing")


def inherit(book: GameLog, standing: dict[str, Any]) -> None:
    """Take over what earlier games left: red cards, how often a rule was broken."""
    if set(standing) - {"cards", "offences"}:
        raise Wrong("unknown_key")
    for entry in standing.get("cards", []):
        if entry["card"] not in ("yellow", "red"):
            raise Wrong("bad_event", "bad_value")
        book.cards.add((seat_of(entry["seat"]), entry["card"]))
    for entry in standing.get("offences", []):
        if entry["offence"] not in OFFENCES:
            raise Wrong("bad_event", "bad_value")
        book.offences[seat_of(entry["seat"]), OFFENCES[entry["offence"]][0]] += entry["times"]


def oracle_replay(doc: dict[str, Any]) -> dict[str, Any]:
    """Return the whole book, or `{"error": {"codes": …, "index": …}}` with every code that would be right."""
    index = None
    try:
        check_game(doc)
        book = GameLog(doc.get("options", {}))
        inherit(book, doc.get("standing", {}))
        for index, event in enumerate(doc["events"]):  # noqa: B007
            play(book, event)
    except Wrong as wrong:
        codes = sorted(wrong.codes)
        return {"error": {"code": codes[0], "codes": codes, "index": index, "detail": wrong.why}}
    return written(book)


def written(book: GameLog) -> dict[str, Any]:
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
    out = {"rule_set": "hkma-league", "finished": book.finished, "hands": hands}
    return {**out, "final": final(scores)} if book.finished else out


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


def final(scores: list[Fraction]) -> dict[str, Any]:
    places = [1 + sum(other > points for other in scores) for points in scores]
    return {"scores": [text(points) for points in scores], "places": places}
