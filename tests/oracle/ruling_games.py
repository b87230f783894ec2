"""Games full of rulings: every offence and every word in every place of a game, and seeded ones.

For all five rule sets; what comes of them is asked of the slow books (`books`).
"""

import csv
import json
import random
from collections.abc import Iterator
from functools import cache
from typing import Any

from tests.oracle.book import CATALOGUE
from tests.oracle.books import slow_replay

Doc = dict[str, Any]
CARDS = ("hkma-league", "hkma-masters")
PLAYERS = ["甲", "乙", "丙", "丁"]
WORDS: list[Any] = [
    "warning", "yellow", "red", "ban", "replay_hand", "draw_hand", "false_win_hand", "disqualify", "blacklist",
    "suspend", "withdraw", {"deduct": "12.5"}, {"deduct": 7}, {"deduct": "0"}, {"deduct_after_game": "40"},
    {"deduct_per_tile": "64"}, {"deduct_base": 2}, {"deduct_base": 0}, {"deduct_tai": 3}, {"fine_base": 2},
    {"pay_each_base": 1}, {"give_back_base": 2}, {"pay_base": 3}, {"pay_tai": 2}, {"pay": [3, "9"]}, {"pay": [3, 0]},
    {"pay_each_hand": True},
]  # fmt: skip
WRONG_WORDS: list[Any] = [
    "green", "Yellow", "", None, 5, True, [], ["yellow"], {}, {"tax": 1}, {"yellow": 1}, {"yellow": True},
    {"deduct": "-5"}, {"deduct": "many"}, {"deduct": None}, {"deduct": True}, {"deduct": 2.5}, {"deduct": ""},
    {"deduct": "5", "ban": 1}, {"deduct": [5]}, {"deduct_per_tile": "x"}, {"deduct_after_game": -1},
    {"deduct_base": "2"}, {"deduct_base": -1}, {"deduct_base": 1.5}, {"deduct_base": True}, {"deduct_tai": None},
    {"fine_base": "1"}, {"pay_base": [1]}, {"pay_tai": -2}, {"pay": [2, 5]}, {"pay": [4, 5]}, {"pay": [3]}, {"pay": 3},
    {"pay": [3, "5", 1]}, {"pay": ["3", "5"]}, {"pay": [3, "-5"]}, {"pay": [None, 5]}, {"pay": {"seat": 3}},
    {"pay_each_hand": False}, {"pay_each_hand": 1}, {"pay_each_hand": None}, {"pay_each_hand": "true"}, "deduct",
    {"ban": True}, {"replay_hand": True}, {"deduct": "1e3"}, {"deduct": " 5"}, {"deduct": "+5"}, {"deduct": "5."},
]  # fmt: skip


@cache
def catalogue(rule_set: str) -> list[dict[str, str]]:
    with CATALOGUE.open(encoding="utf-8") as file:
        return [row for row in csv.DictReader(file) if row["rule_set"] == rule_set]


def listed(row: dict[str, str]) -> Any:
    return None if row["consequences"] == "discretion" else json.loads(row["consequences"])


def game(rule_set: str, *events: Doc, **more: Any) -> Doc:
    return {"rule_set": rule_set, "players": PLAYERS, "events": list(events), **more}


def own_draw(seat: int) -> Doc:
    return {"type": "win", "winner": seat, "self_draw": True, "fan": 4}


def ruling_of(row: dict[str, str], seat: int, *, slug: bool, words: list[Any] | None = None) -> Doc:
    """The ruling with all that the table asks for."""
    event: Doc = {"type": "ruling", "seat": seat, "offence": row["slug" if slug else "name"]}
    more = {"tiles": 3, "to": (seat + 1) % 4, "fan": 5}
    event |= {key: more[key] for key in row["needs"].split()}
    if words is not None or listed(row) is None:
        event["consequences"] = ["warning", {"deduct": "20"}] if words is None else words
    return event


BELL: Doc = {"type": "time_up"}
DRAW: Doc = {"type": "draw"}


def around(rule_set: str, event: Doc, seat: int) -> Iterator[Doc]:
    """One ruling in every place where it can stand, or be refused."""
    late = {**event, "hand": "previous"}
    after = [own_draw(seat)], [own_draw((seat + 1) % 4), DRAW], []
    for end in after:
        yield game(rule_set, event, *end)
        yield game(rule_set, own_draw(0), DRAW, event, event, event, *end)
    yield game(rule_set, late)  # no hand before
    yield game(rule_set, own_draw(0), own_draw(1), late, late, own_draw(seat))
    yield game(rule_set, DRAW, event, late, DRAW)
    yield game(rule_set, own_draw(2), BELL, late, late)  # after the last hand
    yield game(rule_set, own_draw(2), event, BELL, late)  # after a hand that the bell stopped
    yield game(rule_set, DRAW, {"type": "time_up", "during_hand": True}, event, event, own_draw(1), late)
    yield game(rule_set, own_draw(1), BELL, event)  # game over
    yield game(rule_set, {"type": "wrong_dealer", "seat": 2}, event, event, DRAW, late, own_draw(seat))
    spelled = {**event, "consequences": ["warning"]}
    yield game(rule_set, spelled, event, event)
    yield game(rule_set, event, spelled, event, DRAW, late)


def standings(rule_set: str, row: dict[str, str], seat: int) -> Iterator[Doc]:
    offences = [{"seat": seat, "offence": row["name"], "times": 2}]
    yield {"offences": offences}
    if rule_set in CARDS:
        for cards in (["yellow"], ["red"], ["yellow", "red"]):
            yield {"cards": [{"seat": seat, "card": card} for card in cards], "offences": offences}


def every_offence(rule_set: str) -> Iterator[Doc]:
    """Each offence, by name and by slug, of the dealer and of another, with and without what stands."""
    for number, row in enumerate(catalogue(rule_set)):
        seat = number % 4
        yield from around(rule_set, ruling_of(row, seat, slug=False), seat)
        yield from around(rule_set, ruling_of(row, 3 - seat, slug=True), 3 - seat)
        for standing in standings(rule_set, row, seat):
            for doc in around(rule_set, ruling_of(row, seat, slug=False), seat):
                yield {**doc, "standing": standing}
        yield from badly_asked(rule_set, row, seat)


def badly_asked(rule_set: str, row: dict[str, str], seat: int) -> Iterator[Doc]:
    """The ruling without a key that it needs, with a wrong one, with one that nobody knows."""
    event = ruling_of(row, seat, slug=False)
    wrong = [{key: value} for key in row["needs"].split() for value in (None, -1, "2", 2.5, True, [1])]
    wrong += [{"seat": value} for value in (4, -1, "1", None, True, 1.5, [0])]
    wrong += [{"hand": "next"}, {"hand": 1}, {"points": 3}, {"card": "red"}, {"consequences": "ban"}]
    wrong += [{"consequences": {"deduct": 5}}, {"consequences": [{"deduct": 5}, "nothing"]}]
    wrong += [{"to": seat}] if "to" in row["needs"].split() else []
    for change in wrong:
        yield game(rule_set, DRAW, {**event, **change})
    for key in ("seat", "offence", "consequences", *row["needs"].split()):
        yield game(rule_set, {name: value for name, value in event.items() if name != key})
    for free in (1, 2, 3) if "tiles" in row["needs"] else ():
        several = [{**event, "tiles": tiles} for tiles in (free, 1, 4)]
        yield game(rule_set, *several, DRAW, *several)
        yield game(rule_set, DRAW, *({**each, "hand": "previous"} for each in several))


def every_word(rule_set: str) -> Iterator[Doc]:
    """Each word by itself, two together, and the ones that are none."""
    for seat in (0, 2):
        for word in WORDS:
            event = spelled(seat, word)
            yield from around(rule_set, event, seat)
            for key in ("tiles", "to", "fan"):
                yield game(rule_set, {name: value for name, value in event.items() if name != key})
            for other in WORDS:
                yield game(rule_set, spelled(seat, other), spelled(seat, word, other), own_draw(seat))
        for word in WRONG_WORDS:
            yield game(rule_set, spelled(seat, word), DRAW)
            yield game(rule_set, DRAW, spelled(seat, "warning", word))


def spelled(seat: int, *words: Any) -> Doc:
    words = tuple({"pay": [(seat + 1) % 4, word["pay"][1]]} if word == {"pay": [3, "9"]} else word for word in words)
    return {"type": "ruling", "seat": seat, "consequences": list(words), "tiles": 2, "to": (seat + 3) % 4, "fan": 5}


# --- seeded games


def random_consequence(rng: random.Random, rule_set: str) -> Any:
    likely: list[Any] = ["ban", "yellow", "red", "yellow", {"fine_base": 1}, {"deduct": "5"}, {"deduct_after_game": 3}]
    return rng.choice(likely if rule_set in CARDS and rng.random() < 0.6 else WORDS)


def random_ruling(rng: random.Random, rule_set: str) -> Doc:
    row, seat = rng.choice(catalogue(rule_set)), rng.choice([0, 1, 1, 2, 3])
    event = ruling_of(row, seat, slug=rng.random() < 0.3)
    if rng.random() < 0.25 or listed(row) is None:
        event["consequences"] = [random_consequence(rng, rule_set) for _ in range(rng.choice([0, 1, 1, 2]))]
        event |= {"tiles": rng.randint(1, 3), "to": rng.randrange(4), "fan": rng.randint(3, 10)}
        if rng.random() < 0.4:
            del event["offence"]
    if "tiles" in event:
        event["tiles"] = rng.randint(1, 4)
    if rng.random() < 0.3:
        event["hand"] = "previous"
    if row["slug"] == "redeal" and rng.random() < 0.5:
        event["seat"] = None
    return event


def random_event(rng: random.Random, rule_set: str) -> Doc:
    chance = rng.random()
    if chance < 0.6:
        return random_ruling(rng, rule_set)
    if chance < 0.85:
        winner = rng.randrange(4)
        manner = {"self_draw": True} if rng.random() < 0.5 else {"from": (winner + rng.randint(1, 3)) % 4}
        return {"type": "win", "winner": winner, "fan": rng.randint(3, 10), **manner}
    if chance < 0.93:
        return {"type": "draw"}
    if chance < 0.96:
        return {"type": "wrong_dealer", "seat": rng.randrange(4)}
    return {"type": "time_up", "during_hand": rng.random() < 0.7}


def ruling_game(rule_set: str, seed: int) -> Doc:
    """The document of this seed: what is refused mostly is left out, now and then it ends the list."""
    rng = random.Random(f"rulings {rule_set} {seed}")
    doc = game(rule_set)
    if rng.random() < 0.4:
        doc["standing"] = {"offences": [{"seat": 1, "offence": rng.choice(catalogue(rule_set))["slug"], "times": 1}]}
        if rule_set in CARDS:
            doc["standing"]["cards"] = [{"seat": rng.randrange(4), "card": "red"}]
    if rule_set == "tw-club" and rng.random() < 0.6:
        doc["settings"] = {"start": rng.choice(["2000", "4000", "700"]), "pull_dealer": rng.random() < 0.5}
    if rule_set == "tw-sixteen" and rng.random() < 0.6:
        doc["settings"] = {"raised": [rng.randint(0, 2) for _ in range(4)], "base": "2.5"}
    for _ in range(rng.randint(3, 22)):
        longer = {**doc, "events": [*doc["events"], random_event(rng, rule_set)]}
        refused = "error" in slow_replay(longer)
        if not refused or rng.random() < 0.03:
            doc = longer
        if refused and doc is longer:
            break
    return doc
