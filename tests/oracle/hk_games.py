"""Seeded game documents of hk-classic and hkma-masters: every kind of event, and some that are refused."""

import random
from collections.abc import Callable
from typing import Any

from tests.oracle.classic_fans import OPTIONS
from tests.oracle.classic_hands import HONOURS, valid_hand
from tests.oracle.hk_book import HkBook, opened, play
from tests.oracle.hk_rulings import FREE, OFFENCES
from tests.oracle.masters_hands import masters_hand
from tests.oracle.random_games import FROM_GAME, illegal, other, points, with_events

Doc = dict[str, Any]
FANS = [1, 2, 3, 4, 5, 7, 8, 9, 11, 13, 16, 20, 27, 33, 41, 62, 127, 240]
Maker = Callable[[random.Random, HkBook], Doc]


def fan(rng: random.Random, book: HkBook) -> int:
    return rng.choice(FANS) if book.classic else rng.randint(3, 10)


def counted(rng: random.Random, book: HkBook, claim: Doc) -> Doc:
    """Type the 番, or now and then lay the hand."""
    if rng.random() < 0.85:
        return {**claim, "fan": fan(rng, book)}
    hand = valid_hand(rng) if book.classic else masters_hand(rng.randrange(10**6))
    if "liable" in claim and rng.random() < 0.6:
        hand = fed_hand(rng)
    return {**claim, "hand": {key: value for key, value in hand.items() if key not in FROM_GAME}}


def fed_hand(rng: random.Random) -> Doc:
    """A hand of hkma-masters with four sets on the table, or the three dragons."""
    kinds = [*rng.choice([["5z", "6z", "7z"], rng.sample(HONOURS, 3)]), *rng.sample(["1m", "5p", "9s", "8s"], 2)]
    forms = ["pung", "kong", "concealed_kong", "concealed_kong"]
    shown = [[kind, rng.choice(forms)] for kind in kinds[: rng.choice([3, 4, 4])]]
    melds = [{"kind": form, "tiles": kind[0] * (3 if form == "pung" else 4) + kind[1]} for kind, form in shown]
    rest = "" if len(shown) == 4 else kinds[3][0] * 3 + kinds[3][1]
    hand: Doc = {"concealed": rest + kinds[4], "winning_tile": kinds[4], "melds": melds}
    return {**hand, "replacements": ["kong"]} if rng.random() < 0.2 and any("kong" in f for _, f in shown) else hand


def single_win(rng: random.Random, book: HkBook) -> Doc:
    winner = rng.choice([rng.randrange(4), book.dealer])
    event: Doc = {"type": "win", "winner": winner}
    if rng.random() < 0.5:
        event["self_draw"] = True
        if not book.classic and rng.random() < 0.4:
            seats = [seat for seat in range(4) if seat != winner]
            event["liable"] = rng.choice([rng.choice(seats), rng.choice(seats), rng.sample(seats, rng.randint(1, 3))])
            event["cause"] = rng.choice(["twelve_tiles", "three_dragons"])
            return counted(rng, book, event)
    else:
        event["from"] = other(rng, winner)
        if rng.random() < 0.2:
            return {**event, "robbed_kong": True, "fan": fan(rng, book)}
    return counted(rng, book, event)


def double_win(rng: random.Random, book: HkBook) -> Doc:
    source = rng.randrange(4)
    seats = rng.sample([seat for seat in range(4) if seat != source], rng.choice([2, 2, 3]))
    robbed = {"robbed_kong": True} if rng.random() < 0.1 else {}
    claims = [{"seat": seat, "fan": fan(rng, book)} for seat in seats]
    if not robbed and rng.random() < 0.2:
        claims = [counted(rng, book, {"seat": seat}) for seat in seats]
    return {"type": "win", "from": source, "winners": claims, **robbed}


def flower_win(rng: random.Random, book: HkBook) -> Doc:
    winner = rng.randrange(4)
    if rng.random() < 0.5:
        return {"type": "win", "winner": winner, "self_draw": True, "flower_win": True, "fan": 40}
    return {"type": "win", "winner": winner, "from": other(rng, winner), "flower_win": True, "fan": 30}


def draw(rng: random.Random, book: HkBook) -> Doc:
    if not book.classic or rng.random() < 0.3:
        return {"type": "draw"}
    return {"type": "draw", "not_ready": rng.sample(range(4), rng.randint(0, 4))}


def reward(rng: random.Random, book: HkBook) -> Doc:
    kinds = ["grass", "flower_set", "concealed_kong", "concealed_kong", "equal_dice", "one_two_three"]
    kind = rng.choice([*kinds, "followed_discard"])
    event: Doc = {"type": "reward", "kind": kind, "seat": rng.choice([0, 1, 2, 3, 1])}
    if kind == "followed_discard" and rng.random() < 0.5:
        event["times"] = rng.randint(1, 4)
    return event


def surrender(rng: random.Random, book: HkBook) -> Doc:
    ripe = [pair for pair, (_, pulls) in book.chains.items() if pulls % 3 == 0]
    winner, seat = rng.choice(ripe) if ripe else rng.sample(range(4), 2)
    return {"type": "surrender", "seat": seat, "winner": winner}


def consequence(rng: random.Random, book: HkBook, seat: int) -> Any:
    words = ["warning", "ban", "replay_hand", "draw_hand", "disqualify", "blacklist", "suspend", "withdraw"]
    deductions: list[Any] = [
        {"deduct": points(rng)}, {"deduct_after_game": points(rng)}, {"deduct_per_tile": points(rng)},
        {"pay": [other(rng, seat), points(rng)]}, {"pay_each_hand": True},
    ]  # fmt: skip
    bases: list[Any] = [
        {"deduct_base": rng.randint(0, 3)}, {"fine_base": rng.randint(1, 3)}, {"pay_each_base": 1},
        {"give_back_base": 1}, {"pay_base": rng.randint(1, 4)},
    ]  # fmt: skip
    odd: list[Any] = ["false_win_hand", {"pay_tai": 1}, {"deduct_tai": 1}]
    cards: list[Any] = ["yellow", "yellow", "red"]
    own = bases if book.classic else cards
    foreign = cards if book.classic else bases
    return rng.choice(rng.choice([words, deductions, own, own] if rng.random() < 0.96 else [odd, foreign]))


def ruling(rng: random.Random, book: HkBook) -> Doc:
    seat = rng.choice([0, 1, 2, 3, 2, 2])
    table = OFFENCES[book.rule_set]
    name = rng.choice(list(table))
    slug, listed = table[name]
    event: Doc = {"type": "ruling", "seat": seat}
    if rng.random() < 0.9:
        event["offence"] = name
    if "offence" not in event or listed == "discretion" or rng.random() < 0.2:
        event["consequences"] = [consequence(rng, book, seat) for _ in range(rng.choice([0, 1, 1, 2, 3]))]
    asked = event.get("consequences", listed)
    wanted = {next(iter(each)) for each in asked if isinstance(each, dict)}
    if "deduct_per_tile" in wanted or (slug in FREE and "consequences" not in event):
        event["tiles"] = rng.randint(1, 4)
    event |= {"to": other(rng, seat)} if "pay_base" in wanted else {}
    event |= {"fan": fan(rng, book)} if "pay_each_hand" in wanted else {}
    event |= {"hand": "previous"} if rng.random() < 0.25 else {}
    if slug == "redeal" and "consequences" not in event and "offence" in event and rng.random() < 0.6:
        event["seat"] = None
    return event


def wrong_dealer(rng: random.Random, book: HkBook) -> Doc:
    return {"type": "wrong_dealer", "seat": rng.randrange(4)}


def time_up(rng: random.Random, book: HkBook) -> Doc:
    return rng.choice([{"type": "time_up"}, {"type": "time_up", "during_hand": True}])


CLASSIC: list[tuple[Maker, int]] = [
    (single_win, 50), (double_win, 12), (draw, 10), (reward, 14), (ruling, 14), (flower_win, 2), (surrender, 6),
    (illegal("hk"), 3),
]  # fmt: skip
MASTERS: list[tuple[Maker, int]] = [
    (single_win, 45), (double_win, 12), (draw, 8), (ruling, 26), (wrong_dealer, 5),
    (illegal("hk"), 3),
]  # fmt: skip


def frame(rng: random.Random, rule_set: str) -> Doc:
    doc: Doc = {"rule_set": rule_set, "players": ["甲", "乙", "丙", "丁"]}
    if rule_set == "hk-classic":
        if rng.random() < 0.5:
            doc["options"] = {key: rng.choice(OPTIONS[key]) for key in rng.sample(list(OPTIONS), rng.randint(1, 4))}
        if rng.random() < 0.7:
            doc["settings"] = {"base": rng.choice(["10", "50", "2.5", "3", 7, "20", "1", "0.5"])}
        if rng.random() < 0.5:
            doc.setdefault("settings", {})["chain"] = rng.choice(["dealer", "dealer", "every_hand"])
        return doc
    if rng.random() < 0.5:
        doc["settings"] = {"dealer_stays": rng.random() < 0.7}
    if rng.random() < 0.3:
        doc["standing"] = {
            "cards": [{"seat": rng.randrange(4), "card": rng.choice(["red", "red", "yellow"])}],
            "offences": [
                {"seat": rng.randrange(4), "offence": rng.choice(["翻開手牌", "wall_tile_shown"]), "times": 1}
            ],
        }
    return doc


SPOILT: list[Doc] = [
    {"players": ["甲", "乙", "丙"]}, {"settings": {"tempo": 1}}, {"settings": {"base": "many"}}, {"event": []},
    {"settings": {"base": "-5"}}, {"settings": {"base": "0"}}, {"settings": {"chain": "none"}}, {"players": None},
    {"settings": {"dealer_stays": "yes"}}, {"settings": {"dealer_stays": 1}}, {"settings": {"start": "1"}},
    {"options": {"L-27": "exact"}}, {"options": {"K-8": "up"}}, {"rule_set": "mahjong"}, {"events": "draw"},
    {"standing": {"points": []}}, {"standing": {"offences": [{"seat": 0, "offence": "nothing", "times": 1}]}},
]  # fmt: skip


def hk_game(seed: int, rule_set: str) -> Doc:
    """Return the document of this seed."""
    rng = random.Random(f"{rule_set}{seed}")
    doc = frame(rng, rule_set)
    book = opened(doc)
    kinds = CLASSIC if book.classic else MASTERS
    return with_events(rng, doc, book, play, kinds, time_up, SPOILT, turns=60, left_out=0.93)
