"""Seeded game documents of any rule set: every kind of event, and some that are refused."""

import copy
import json
import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from tests.oracle.book import FROM_GAME, MONEY, WORDS, Book
from tests.oracle.books import BOOKS, opened
from tests.oracle.classic_hands import valid_hand as classic_hand
from tests.oracle.masters_hands import masters_hand
from tests.oracle.random_hands import HONOURS
from tests.oracle.random_hands import valid_hand as league_hand
from tests.oracle.wrong import Wrong

Doc = dict[str, Any]
Maker = Callable[[random.Random, Book], Doc]
FANS = [1, 2, 3, 5, 6, 7, 8, 9, 12, 15, 17, 21, 25, 26, 33, 36, 41, 47, 55, 62, 86, 127, 240]
ILLEGAL = Path(__file__).parent / "illegal_events.json"


def other(rng: random.Random, *seats: int) -> int:
    return rng.choice([seat for seat in range(4) if seat not in seats])


def fan(rng: random.Random, book: Book) -> int:
    return rng.choice([fan for fan in FANS if book.LEAST <= fan <= book.MOST])


def points(rng: random.Random) -> Any:
    return rng.choice(["5", "2.5", 10, "0", "200", 320, "0.75", "1600"])


# --- wins


def counted(rng: random.Random, book: Book, claim: Doc) -> Doc:
    """Type the 番, or now and then lay the hand."""
    if rng.random() < 0.85:
        return {**claim, "fan": fan(rng, book)}
    hands = {"hkma-league": league_hand, "hk-classic": classic_hand}
    make = hands.get(book.RULE_SET, lambda rng: masters_hand(rng.randrange(10**6)))
    hand = fed_hand(rng) if "liable" in claim and rng.random() < 0.6 else make(rng)
    return {**claim, "hand": {key: value for key, value in hand.items() if key not in {*FROM_GAME, "dealer"}}}


def fed_hand(rng: random.Random) -> Doc:
    """A hand of hkma-masters with four sets on the table, or the three dragons."""
    kinds = [*rng.choice([["5z", "6z", "7z"], rng.sample(HONOURS, 3)]), *rng.sample(["1m", "5p", "9s", "8s"], 2)]
    forms = ["pung", "kong", "concealed_kong", "concealed_kong"]
    shown = [[kind, rng.choice(forms)] for kind in kinds[: rng.choice([3, 4, 4])]]
    melds = [{"kind": form, "tiles": kind[0] * (3 if form == "pung" else 4) + kind[1]} for kind, form in shown]
    rest = "" if len(shown) == 4 else kinds[3][0] * 3 + kinds[3][1]
    hand: Doc = {"concealed": rest + kinds[4], "winning_tile": kinds[4], "melds": melds}
    return {**hand, "replacements": ["kong"]} if rng.random() < 0.2 and any("kong" in f for _, f in shown) else hand


def single_win(rng: random.Random, book: Book) -> Doc:
    winner = rng.choice([rng.randrange(4), book.dealer])
    event: Doc = {"type": "win", "winner": winner}
    if rng.random() < 0.45:
        event["self_draw"] = True
        if "liable" in book.WIN_KEYS and rng.random() < 0.4:
            seats = [seat for seat in range(4) if seat != winner]
            event["liable"] = rng.choice([rng.choice(seats), rng.choice(seats), rng.sample(seats, rng.randint(1, 3))])
            event["cause"] = rng.choice(["twelve_tiles", "three_dragons"])
    else:
        event["from"] = other(rng, winner)
        event.update(rng.choice([{}, {}, {}, {"self_draw": False}, {"robbed_kong": True}]))
    return counted(rng, book, event)


def double_win(rng: random.Random, book: Book) -> Doc:
    source = rng.randrange(4)
    seats = rng.sample([seat for seat in range(4) if seat != source], rng.choice([2, 2, 3]))
    robbed = {"robbed_kong": True} if rng.random() < 0.1 else {}
    claims = [{"seat": seat, "fan": fan(rng, book)} for seat in seats]
    if not robbed and rng.random() < 0.3:
        claims = [counted(rng, book, {"seat": seat}) for seat in seats]
    return {"type": "win", "from": source, "winners": claims, **robbed}


def flower_win(rng: random.Random, book: Book) -> Doc:
    winner = rng.randrange(4)
    if rng.random() < 0.5:
        return {"type": "win", "winner": winner, "self_draw": True, "flower_win": True, "fan": 40}
    return {"type": "win", "winner": winner, "from": other(rng, winner), "flower_win": True, "fan": 30}


# --- other events


def draw(rng: random.Random, book: Book) -> Doc:
    if book.RULE_SET != "hk-classic" or rng.random() < 0.3:
        return {"type": "draw"}
    return {"type": "draw", "not_ready": rng.sample(range(4), rng.randint(0, 4))}


def reward(rng: random.Random, book: Book) -> Doc:
    own = ["seven_rob_one", "two_flower_sets"] if book.RULE_SET == "hkma-league" else ["equal_dice", "one_two_three"]
    kind = rng.choice([*own, "grass", "flower_set", "concealed_kong", "concealed_kong", "followed_discard"])
    event: Doc = {"type": "reward", "kind": kind, "seat": rng.choice([0, 1, 2, 3, 1])}
    if kind == "seven_rob_one":
        event["from"] = other(rng, event["seat"])
    if kind == "followed_discard" and rng.random() < 0.5:
        event |= {"simple": rng.random() < 0.8} if book.RULE_SET == "hkma-league" else {"times": rng.randint(1, 4)}
    return event


def surrender(rng: random.Random, book: Book) -> Doc:
    ripe = [pair for pair, (_, pulls) in book.chains.items() if pulls % 3 == 0]
    winner, seat = rng.choice(ripe) if ripe else rng.sample(range(4), 2)
    return {"type": "surrender", "seat": seat, "winner": winner}


def consequence(rng: random.Random, book: Book, seat: int) -> Any:
    """A word of the set more often than one of another."""
    values: Doc = dict.fromkeys(MONEY, rng.randint(0, 3)) | {
        "deduct": points(rng), "deduct_after_game": points(rng), "deduct_per_tile": points(rng),
        "pay": [other(rng, seat), points(rng)], "pay_each_hand": True,
    }  # fmt: skip
    words: list[Any] = [word for word in sorted(WORDS) if word != "false_win_hand" or book.base != 5]
    words += [{word: value} for word, value in sorted(values.items())]
    if rng.random() < 0.95:
        words = [word for word in words if fits_set(book, word)]
    return rng.choice([*words, *(["yellow", "yellow", "red"] if book.CARDS else ["replay_hand"] * 3)])


def fits_set(book: Book, word: Any) -> bool:
    name = word if isinstance(word, str) else next(iter(word))
    if name in ("yellow", "red"):
        return book.CARDS is not None
    if name == "false_win_hand" or "_tai" in name:
        return book.tai is not None
    return "_base" not in name or book.base is not None


def ruling(rng: random.Random, book: Book) -> Doc:
    seat = rng.choice([0, 1, 2, 3, 2])
    name = rng.choice(list(book.offences_of))
    slug, listed = book.offences_of[name]
    event: Doc = {"type": "ruling", "seat": seat}
    if rng.random() < 0.9:
        event["offence"] = name
    if "offence" not in event or listed == "discretion" or rng.random() < 0.2:
        event["consequences"] = [consequence(rng, book, seat) for _ in range(rng.choice([0, 1, 1, 2, 3]))]
    wanted = {next(iter(each)) for each in event.get("consequences", listed) if isinstance(each, dict)}
    if "deduct_per_tile" in wanted or (slug in book.FREE and "consequences" not in event):
        event["tiles"] = rng.randint(1, 4)
    event |= {"to": other(rng, seat)} if wanted & {"pay_base", "pay_tai"} else {}
    event |= {"fan": fan(rng, book)} if "pay_each_hand" in wanted else {}
    event |= {"hand": "previous"} if rng.random() < 0.25 else {}
    if slug == "redeal" and "consequences" not in event and "offence" in event and rng.random() < 0.6:
        event["seat"] = None
    return event


def wrong_dealer(rng: random.Random, book: Book) -> Doc:
    return {"type": "wrong_dealer", "seat": rng.randrange(4)}


def time_up(rng: random.Random, book: Book) -> Doc:
    return rng.choice([{"type": "time_up"}, *([{"type": "time_up", "during_hand": True}] * 2)])


def illegal(rules: str) -> Maker:
    """Events that these rules refuse, one at a time."""
    events = json.loads(ILLEGAL.read_text(encoding="utf-8"))[rules]
    return lambda rng, book: dict(copy.deepcopy(rng.choice(events)))


KINDS: dict[str, list[tuple[Maker, int]]] = {
    "hkma-league": [
        (single_win, 46), (double_win, 14), (draw, 7), (reward, 12), (ruling, 16), (wrong_dealer, 2), (flower_win, 2),
        (illegal("hkma-league"), 1),
    ],
    "hk-classic": [
        (single_win, 50), (double_win, 12), (draw, 10), (reward, 14), (ruling, 14), (flower_win, 2), (surrender, 6),
        (illegal("hk"), 3),
    ],
    "hkma-masters": [
        (single_win, 45), (double_win, 12), (draw, 8), (ruling, 26), (wrong_dealer, 5), (illegal("hk"), 3),
    ],
}  # fmt: skip


# --- documents


def frame(rng: random.Random, rule_set: str) -> Doc:
    """A document without events: options, settings and what earlier games left, each sometimes."""
    doc: Doc = {"rule_set": rule_set, "players": ["甲", "乙", "丙", "丁"]}
    options = BOOKS[rule_set].OPTIONS
    if options and rng.random() < 0.5:
        chosen = rng.sample(list(options), rng.randint(1, 4))
        doc["options"] = {number: rng.choice(options[number]) for number in chosen}
    settings: Doc = {}
    if rule_set == "hk-classic" and rng.random() < 0.7:
        settings["base"] = rng.choice(["10", "50", "2.5", "3", 7, "20", "1", "0.5"])
    if rule_set == "hk-classic" and rng.random() < 0.5:
        settings["chain"] = rng.choice(["dealer", "dealer", "every_hand"])
    if rule_set == "hkma-masters" and rng.random() < 0.5:
        settings["dealer_stays"] = rng.random() < 0.7
    if rule_set != "hk-classic" and rng.random() < 0.3:
        names = ["hollow_win", "鳴牌取消"] if rule_set == "hkma-league" else ["翻開手牌", "wall_tile_shown"]
        offence = {"seat": rng.randrange(4), "offence": rng.choice(names), "times": rng.randint(1, 3)}
        cards = [{"seat": rng.randrange(4), "card": rng.choice(["red", "red", "yellow"])}]
        doc["standing"] = rng.choice(
            [{"cards": cards}, {"offences": [offence]}, {"cards": cards, "offences": [offence]}]
        )
    return {**doc, "settings": settings} if settings else doc


SPOILT: list[Doc] = [
    {"players": ["甲", "乙", "丙"]}, {"settings": {"tempo": 1}}, {"settings": {"base": "many"}}, {"event": []},
    {"settings": {"base": "-5"}}, {"settings": {"base": "0"}}, {"settings": {"chain": "none"}}, {"players": None},
    {"settings": {"dealer_stays": "yes"}}, {"settings": {"dealer_stays": 1}}, {"settings": {"start": "1"}},
    {"options": {"L-27": "up"}}, {"options": {"K-8": "up"}}, {"options": {"H-1": "x"}}, {"rule_set": "mahjong"},
    {"standing": {"cards": [{"seat": 0, "card": "green"}]}}, {"standing": {"points": []}}, {"events": "draw"},
    {"standing": {"offences": [{"seat": 0, "offence": "nothing", "times": 1}]}}, {"players": [1, 2, 3, 4]},
]  # fmt: skip


def with_events(
    rng: random.Random,
    doc: Doc,
    kinds: Sequence[tuple[Maker, int]],
    spoilt: list[Doc],
    *,
    turns: int = 45,
    bell: int = 60,
) -> Doc:
    """Add events that the book takes. Refused ones are left out mostly, now and then one ends the list; and now and
    then the document around them is spoilt."""
    makers, weights = zip(*kinds, strict=True)
    book = opened(doc)
    events: list[Doc] = []
    rings = rng.randrange(bell)
    for turn in range(rng.randint(1, turns)):
        event = (time_up if turn == rings else rng.choices(makers, weights)[0])(rng, book)
        after = copy.deepcopy(book)
        try:
            after.play(event)
        except Wrong:
            if rng.random() >= 0.94:
                events.append(event)
                break
            continue
        events.append(event)
        book = after
        if book.finished and rng.random() < 0.6:
            break
    doc["events"] = events
    if rng.random() >= 0.04:
        return doc
    if rng.random() < 0.2:
        gone = rng.choice(["rule_set", "players", "events"])
        return {key: value for key, value in doc.items() if key != gone}
    return {**doc, **rng.choice(spoilt)}


def hk_game(seed: int, rule_set: str) -> Doc:
    """Return the document of this seed."""
    rng = random.Random(f"{rule_set}{seed}")
    return with_events(rng, frame(rng, rule_set), KINDS[rule_set], SPOILT, turns=60)


def random_game(seed: int) -> Doc:
    """Return the document of this seed, of hkma-league."""
    return hk_game(seed, "hkma-league")
