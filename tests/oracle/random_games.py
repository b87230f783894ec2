"""Seeded game documents of hkma-league: every kind of event, and some that are refused."""

import copy
import json
import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from tests.oracle.book import GameLog, inherit, play
from tests.oracle.facts import OPTION_VALUES
from tests.oracle.random_hands import valid_hand
from tests.oracle.rulings import OFFENCES
from tests.oracle.wrong import Wrong

Doc = dict[str, Any]
SLUGS = sorted({slug for slug, _ in OFFENCES.values()})
FANS = [1, 2, 5, 6, 7, 8, 9, 12, 15, 17, 21, 25, 26, 33, 36, 41, 47, 55, 62, 86, 127, 240]
ILLEGAL = Path(__file__).parent / "illegal_events.json"
FROM_GAME = ("rule_set", "options", "seat_wind", "round_wind", "self_draw", "winners", "dealer")


def other(rng: random.Random, *seats: int) -> int:
    return rng.choice([seat for seat in range(4) if seat not in seats])


def single_win(rng: random.Random) -> Doc:
    winner = rng.randrange(4)
    event: Doc = {"type": "win", "winner": winner}
    if rng.random() < 0.4:
        event["self_draw"] = True
    else:
        event["from"] = other(rng, winner)
        event.update(rng.choice([{}, {}, {}, {"self_draw": False}, {"robbed_kong": True}]))
    return with_count(rng, event, event)


def double_win(rng: random.Random) -> Doc:
    source = rng.randrange(4)
    seats = rng.sample([seat for seat in range(4) if seat != source], rng.choice([2, 2, 3]))
    event: Doc = {"type": "win", "from": source, "winners": [{"seat": seat} for seat in seats]}
    for claim in event["winners"]:
        with_count(rng, event, claim)
    return event


def with_count(rng: random.Random, event: Doc, claim: Doc) -> Doc:
    """Type the 番, or now and then lay the hand."""
    if rng.random() < 0.85:
        claim["fan"] = rng.choice(FANS)
    else:
        hand = valid_hand(rng)
        claim["hand"] = {key: value for key, value in hand.items() if key not in FROM_GAME}
    return event


def flower_win(rng: random.Random) -> Doc:
    winner = rng.randrange(4)
    if rng.random() < 0.5:
        return {"type": "win", "winner": winner, "self_draw": True, "flower_win": True, "fan": 40}
    return {"type": "win", "winner": winner, "from": other(rng, winner), "flower_win": True, "fan": 30}


def draw(rng: random.Random) -> Doc:
    return {"type": "draw"}


def reward(rng: random.Random) -> Doc:
    kind = rng.choice(["grass", "flower_set", "seven_rob_one", "two_flower_sets", "concealed_kong", "followed_discard"])
    event = {"type": "reward", "kind": kind, "seat": rng.randrange(4)}
    if kind == "seven_rob_one":
        event["from"] = other(rng, event["seat"])
    if kind == "followed_discard" and rng.random() < 0.5:
        event["simple"] = rng.random() < 0.8
    return event


def points(rng: random.Random) -> Any:
    return rng.choice(["5", "2.5", 10, "0", "20", 320, "0.75", "160"])


def consequence(rng: random.Random, seat: int) -> Any:
    return rng.choice([
        "warning", "yellow", "yellow", "red", "ban", "replay_hand", "draw_hand", "disqualify", "blacklist", "suspend",
        "withdraw", {"deduct": points(rng)}, {"deduct_after_game": points(rng)}, {"deduct_per_tile": points(rng)},
        {"deduct_base": rng.randint(0, 3)}, {"fine_base": rng.randint(1, 3)}, {"pay_each_base": 1},
        {"give_back_base": 1}, {"pay_base": rng.randint(1, 4)}, {"pay": [other(rng, seat), points(rng)]},
        {"pay_each_hand": True},
    ])  # fmt: skip


def ruling(rng: random.Random) -> Doc:
    seat = rng.randrange(4)
    event: Doc = {"type": "ruling", "seat": seat}
    slug = rng.choice([*SLUGS, "hollow_win", "claim_cancelled", "wrong_claim", "silent_claim", "talking", "early_draw"])
    by_name = [name for name, (same, _) in OFFENCES.items() if same == slug]
    if rng.random() < 0.9:
        event["offence"] = rng.choice(by_name)
    if "offence" not in event or OFFENCES[event["offence"]][1] == "discretion" or rng.random() < 0.2:
        event["consequences"] = [consequence(rng, seat) for _ in range(rng.choice([0, 1, 1, 2, 3]))]
    wanted = {next(iter(each)) for each in event.get("consequences", []) if isinstance(each, dict)}
    event |= {"tiles": rng.randint(1, 4)} if "deduct_per_tile" in wanted else {}
    event |= {"to": other(rng, seat)} if "pay_base" in wanted else {}
    event |= {"fan": rng.choice(FANS)} if "pay_each_hand" in wanted else {}
    event |= {"hand": "previous"} if rng.random() < 0.25 else {}
    if slug == "redeal" and "consequences" not in event and "offence" in event and rng.random() < 0.6:
        event["seat"] = None
    return event


def wrong_dealer(rng: random.Random) -> Doc:
    return {"type": "wrong_dealer", "seat": rng.randrange(4)}


def time_up(rng: random.Random) -> Doc:
    return rng.choice(
        [{"type": "time_up"}, {"type": "time_up", "during_hand": True}, {"type": "time_up", "during_hand": False}]
    )


def illegal(rules: str) -> Callable[..., Doc]:
    """Events that these rules refuse, one at a time."""
    events = json.loads(ILLEGAL.read_text(encoding="utf-8"))[rules]
    return lambda rng, *_: copy.deepcopy(rng.choice(events))


KINDS: list[tuple[Callable[[random.Random], Doc], int]] = [
    (single_win, 46), (double_win, 14), (draw, 7), (reward, 12), (ruling, 16), (wrong_dealer, 2), (flower_win, 2),
    (illegal("hkma-league"), 1),
]  # fmt: skip


def standing(rng: random.Random) -> Doc:
    out: Doc = {}
    if rng.random() < 0.7:
        out["cards"] = [{"seat": seat, "card": "red"} for seat in rng.sample(range(4), rng.randint(1, 2))]
    if rng.random() < 0.7:
        slug = rng.choice(["hollow_win", "claim_cancelled"])
        name = rng.choice([name for name, (same, _) in OFFENCES.items() if same == slug])
        out["offences"] = [{"seat": rng.randrange(4), "offence": name, "times": rng.randint(1, 3)}]
    return out


def frame(rng: random.Random) -> Doc:
    doc: Doc = {"rule_set": "hkma-league", "players": ["甲", "乙", "丙", "丁"]}
    if rng.random() < 0.5:
        chosen = rng.sample(list(OPTION_VALUES), rng.randint(1, 4)) + ["L-27"] * (rng.random() < 0.5)
        doc["options"] = {number: rng.choice(OPTION_VALUES[number]) for number in chosen}
    if rng.random() < 0.25:
        doc["standing"] = standing(rng)
    return doc


SPOILT: list[Doc] = [
    {"players": ["甲", "乙", "丙"]}, {"settings": {"base": "10"}}, {"settings": {"tempo": 1}}, {"event": []},
    {"standing": {"cards": [{"seat": 0, "card": "green"}]}}, {"standing": {"points": []}}, {"events": "draw"},
    {"standing": {"offences": [{"seat": 0, "offence": "nothing", "times": 1}]}}, {"players": [1, 2, 3, 4]},
    {"options": {"L-1": "x"}}, {"options": {"H-1": "x"}}, {"rule_set": "mahjong"}, {"players": None},
]  # fmt: skip


def with_events(
    rng: random.Random,
    doc: Doc,
    book: Any,
    play: Callable[[Any, Doc], None],
    kinds: Sequence[tuple[Callable[..., Doc], int]],
    ring: Callable[..., Doc],
    spoilt: list[Doc],
    *,
    own: bool = True,
    bell: int = 60,
    turns: int = 45,
    left_out: float = 0.9,
    ends: float = 0.6,
    spoiling: float = 0.04,
) -> Doc:
    """Add events that the book takes. Refused ones are left out mostly, now and then one ends the list; and now and
    then the document around them is spoilt. `own`: the makers look at the book."""
    makers, weights = zip(*kinds, strict=True)
    events: list[Doc] = []
    rings = rng.randrange(bell)
    for turn in range(rng.randint(1, turns)):
        make = ring if turn == rings else rng.choices(makers, weights)[0]
        event = make(rng, book) if own else make(rng)
        after = copy.deepcopy(book)
        try:
            play(after, event)
        except Wrong:
            if rng.random() >= left_out:
                events.append(event)
                break
            continue
        events.append(event)
        book = after
        if book.finished and rng.random() < ends:
            break
    doc["events"] = events
    if rng.random() >= spoiling:
        return doc
    change = rng.choice(spoilt)
    if rng.random() < 0.2:
        gone = rng.choice(["rule_set", "players", "events"])
        return {key: value for key, value in doc.items() if key != gone}
    return {**doc, **change}


def random_game(seed: int) -> Doc:
    """Return the document of this seed."""
    rng = random.Random(seed)
    doc = frame(rng)
    book = GameLog(doc.get("options", {}))
    inherit(book, doc.get("standing", {}))
    return with_events(
        rng, doc, book, play, KINDS, time_up, SPOILT, own=False, left_out=0.97, ends=0.7, spoiling=0.03
    )  # fmt: skip
