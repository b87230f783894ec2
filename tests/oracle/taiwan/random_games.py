"""Seeded game documents of tw-club and tw-sixteen: every kind of event, and some that are refused."""

import random
from typing import Any

from tests.oracle.book import FROM_GAME, Book
from tests.oracle.random_games import Maker, illegal, other, ruling, with_events
from tests.oracle.taiwan.hand import doubts, read_document
from tests.oracle.taiwan.random_hands import possible, valid_hand

Doc = dict[str, Any]
FANS = [0, 0, 1, 1, 2, 2, 3, 3, 4, 5, 6, 7, 8, 11, 16, 27, 40]


def win(rng: random.Random, book: Book) -> Doc:
    winner = book.open.dealer if rng.random() < 0.3 else rng.randrange(4)
    event: Doc = {"type": "win", "winner": winner}
    if rng.random() < 0.4:
        event["self_draw"] = True
    else:
        event["from"] = other(rng, winner)
        event.update(rng.choice([{}, {}, {}, {"self_draw": False}, {"robbed_kong": True}]))
    if rng.random() < 0.8:
        event["fan"] = rng.choice(FANS)
        if rng.random() < 0.1 and "robbed_kong" not in event:
            event |= {"flower_win": True, "fan": rng.choice([8, *FANS])}
    else:
        with_hand(rng, book, event)
    if rng.random() < 0.15:
        others = [seat for seat in range(4) if seat != winner]
        event |= {"liable": rng.choice([rng.choice(others), rng.sample(others, rng.randint(1, 3))])}
        event |= {"cause": "substitute"}
    if rng.random() < 0.1 and "extra" in book.WIN_KEYS:
        seats = [event["from"]] if "from" in event else [seat for seat in range(4) if seat != winner]
        chosen = rng.sample(seats, rng.randint(1, len(seats)))
        event["extra"] = [{"seat": seat, "fan": rng.choice([0, 1, 3, 8])} for seat in chosen]
    if rng.random() < 0.1:
        event["shown_streak"] = rng.randint(0, 4)
    return event


def with_hand(rng: random.Random, book: Book, event: Doc) -> None:
    while True:
        hand = valid_hand(rng, book.RULE_SET)
        clear = not possible(hand) or not doubts(read_document(hand))
        if hand["self_draw"] == event.get("self_draw", False) and clear:
            break
    said = hand.get("circumstances", [])
    if ("robbed_kong" in said) != event.get("robbed_kong", False):
        hand["circumstances"] = said = []
    event["hand"] = {key: value for key, value in hand.items() if key not in FROM_GAME and key != "dealer"}
    if rng.random() < 0.5:
        event["opening"] = rng.randrange(4)


def draw(rng: random.Random, book: Book) -> Doc:
    starting = book.RULE_SET == "tw-club" and not book.deal and rng.random() < 0.6
    return {"type": "draw", "dealer": rng.randrange(4)} if starting else {"type": "draw"}


def raise_(rng: random.Random, book: Book) -> Doc:
    """內插, more often than not one that may be."""
    if book.RULE_SET == "tw-club":
        return draw(rng, book)
    seat = rng.randrange(4)
    return {"type": "raise", "seat": seat, "units": max(0, book.raised[seat] + rng.choice([-1, 0, 1, 1, 2]))}


KINDS: list[tuple[Maker, int]] = [(win, 60), (draw, 9), (ruling, 24), (raise_, 5), (illegal("taiwan"), 2)]


def settings(rng: random.Random, rule_set: str) -> Doc:
    if rule_set == "tw-club":
        every: Doc = {
            "start": rng.choice(["10000", 5000, "2000", 30000, "100000"]), "base": rng.choice(["300", 200, "50"]),
            "tai": rng.choice(["100", 50, "20"]), "pull_dealer": rng.random() < 0.5,
        }  # fmt: skip
    else:
        every = {
            "base": rng.choice(["3", 5, "100", "2.5"]), "tai": rng.choice(["1", 2, "20", "0.5"]),
            "raised": [rng.choice([0, 0, 1, 2, 3]) for _ in range(4)], "seven_pairs": rng.random() < 0.3,
        }  # fmt: skip
    return {key: every[key] for key in rng.sample(list(every), rng.randint(1, len(every)))}


SPOILT: list[Doc] = [
    {"players": ["甲", "乙", "丙"]}, {"settings": {"base": "-10"}}, {"settings": {"tempo": 1}}, {"event": []},
    {"settings": {"base": "many"}}, {"settings": {"pull_dealer": "yes"}}, {"settings": {"raised": [1, 2, 3]}},
    {"settings": {"raised": [0, 0, -1, 0]}}, {"settings": {"chain": "dealer"}}, {"settings": {"seven_pairs": 1}},
    {"settings": {"raised": "1"}}, {"settings": []}, {"settings": {"base": True}}, {"settings": {"start": None}},
    {"standing": {"cards": [{"seat": 0, "card": "red"}]}}, {"standing": {"points": []}}, {"events": "draw"},
    {"standing": {"offences": [{"seat": 0, "offence": "nothing", "times": 1}]}}, {"players": [1, 2, 3, 4]},
    {"options": {"T-1": "x"}}, {"options": {"H-1": "x"}}, {"rule_set": "mahjong"}, {"players": None},
]  # fmt: skip


def random_game(seed: int) -> Doc:
    """Return the document of this seed: even seeds tw-sixteen, odd ones tw-club."""
    rng = random.Random(f"taiwan game {seed}")
    rule_set = ("tw-sixteen", "tw-club")[seed % 2]
    doc: Doc = {"rule_set": rule_set, "players": ["甲", "乙", "丙", "丁"]}
    if rng.random() < 0.6:
        doc["settings"] = settings(rng, rule_set)
    return with_events(rng, doc, KINDS, SPOILT, bell=20)
