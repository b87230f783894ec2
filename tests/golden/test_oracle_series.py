"""A series: eight players, two days, six games with changing seats, rulings at the tables and in the hall between.

What each player carries is read by `tests.oracle.ledger` from all his rulings so far, and handed on by `scoring` from
game to game; both must agree at every step, and so must the books that follow from it.
"""

import random
from collections import defaultdict
from typing import Any

import pytest

import scoring
from scoring import GameState, fold, start
from scoring.discipline.standing import PlayerRecord, carried_offences, held_by, ruled_in_hall, standing_of
from tests.golden.test_oracle import compare
from tests.lacking import REPEATS
from tests.oracle.books import BOOKS, slow_replay
from tests.oracle.ledger import Carried, When, carried
from tests.oracle.ruling_games import CARDS, catalogue, game, random_event, random_ruling
from tests.scoring.game_helpers import left_by

Doc = dict[str, Any]
SERIES = 8 * REPEATS
PLAYERS, DAYS, ROUNDS = range(8), (1, 2), 3


def hall_ruling(rng: random.Random, rule_set: str) -> Doc:
    """A ruling as the hall writes it: no seat, and nothing that needs a hand."""
    row = rng.choice(catalogue(rule_set))
    event: Doc = {"offence": row["name"], "consequences": rng.choice([["warning"], [{"deduct": "5"}], []])}
    if rule_set in CARDS and rng.random() < 0.7:
        event["consequences"] = [rng.choice(["yellow", "yellow", "red"])]
    if rule_set in CARDS and rng.random() < 0.5:
        event = rng.choice([{"offence": "talking"}, {"offence": "滋擾"}, {"consequences": ["yellow"]}])
    return event


class Series:
    """An event as it goes on: what was ruled on each player, and what `scoring` hands on for him."""

    def __init__(self, rule_set: str, seed: int) -> None:
        self.rng = random.Random(f"series {rule_set} {seed}")
        self.rule_set, self.rules = rule_set, scoring.rule_set(rule_set)
        self.ruled: dict[int, list[tuple[When, Doc]]] = defaultdict(list)
        self.held: dict[int, PlayerRecord] = defaultdict(PlayerRecord)
        self.games = 0

    def slow(self, player: int, day: int, game: int, *, hall: bool) -> Carried:
        return carried(self.rule_set, self.ruled[player], When(day, game, hall))

    def standing(self, seats: list[int], day: int, game: int) -> Doc:
        """先前留下的 as the ledger reads it."""
        cards, offences = [], []
        for seat, player in enumerate(seats):
            held = self.slow(player, day, game, hall=False)
            cards += [{"seat": seat, "card": card} for card in ("yellow", "red") if card in held.cards]
            offences += [{"seat": seat, "offence": slug, "times": n} for slug, n in sorted(held.broken.items())]
        return {key: rows for key, rows in (("cards", cards), ("offences", offences)) if rows}

    def in_hall(self, day: int) -> None:
        for player in PLAYERS:
            while self.rng.random() < 0.25:
                event = hall_ruling(self.rng, self.rule_set)
                self.ruled[player].append((When(day, self.games, hall=True), event))
                self.held[player], result = ruled_in_hall(self.held[player], event, self.rules)
                slow = self.slow(player, day, self.games, hall=True)
                assert set(self.held[player].cards) == slow.cards
                assert [card.card for card in result.cards] == slow.shown[len(slow.shown) - len(result.cards) :]

    def play_round(self, day: int) -> None:
        order = self.rng.sample(PLAYERS, 8)
        for seats in (order[:4], order[4:]):
            self.play(seats, day, self.games + 1)
        self.games += 1

    def play(self, seats: list[int], day: int, number: int) -> None:
        standing = self.standing(seats, day, number)
        ours = standing_of([self.held[player] for player in seats])
        assert start(self.rules, ours) == start(self.rules, standing), (ours, standing)
        doc = game(self.rule_set, **({"standing": standing} if standing else {}))
        for _ in range(self.rng.randint(2, 12)):
            event = self.event()
            longer = {**doc, "events": [*doc["events"], event]}
            if "error" not in slow_replay(longer):
                doc = longer
        assert compare(doc) == ""
        self.leave(seats, fold(self.rules, doc["events"], doc.get("standing")), doc, When(day, number))

    def event(self) -> Doc:
        return (random_ruling if self.rng.random() < 0.5 else random_event)(self.rng, self.rule_set)

    def leave(self, seats: list[int], state: GameState, doc: Doc, when: When) -> None:
        """The game is over: everybody takes along what lasts, and it is what the ledger says."""
        for event in doc["events"]:
            if event["type"] == "ruling" and event["seat"] is not None:
                self.ruled[seats[event["seat"]]].append((when, event))
        left = {"cards": [], "offences": [], **left_by(state, self.rules)}
        for seat, player in enumerate(seats):
            held = held_by(state, seat)
            playing = self.slow(player, when.day, when.game, hall=False)
            assert set(held.cards) == playing.cards
            assert {slug: times for slug, times in held.broken.items() if times} == playing.broken
            after = self.slow(player, when.day, when.game, hall=True)
            assert {row["card"] for row in left["cards"] if row["seat"] == seat} == after.cards
            mine = {row["offence"]: row["times"] for row in left["offences"] if row["seat"] == seat}
            assert mine == after.broken
            kept = carried_offences({(seat, slug): times for slug, times in held.broken.items()}, self.rules)
            self.held[player] = PlayerRecord(
                held.after_game().cards, {slug: times for (_, slug), times in kept.items()}
            )

    def night(self) -> None:
        self.held = defaultdict(PlayerRecord, {player: held.next_day(self.rules) for player, held in self.held.items()})


@pytest.mark.parametrize("rule_set", BOOKS)
@pytest.mark.parametrize("seed", range(SERIES))
def test_what_a_player_carries_through_two_days_is_what_his_rulings_say(rule_set: str, seed: int) -> None:
    series = Series(rule_set, seed)
    for day in DAYS:
        for _ in range(ROUNDS):
            series.in_hall(day)
            series.play_round(day)
        series.in_hall(day)
        series.night()


# --- reversal: as if it had never been made


def without(doc: Doc, gone: int) -> Doc:
    return {**doc, "events": [event for number, event in enumerate(doc["events"]) if number != gone]}


@pytest.mark.parametrize("rule_set", BOOKS)
@pytest.mark.parametrize("seed", range(SERIES))
def test_without_a_ruling_the_game_is_what_the_slow_book_makes_of_it(rule_set: str, seed: int) -> None:
    rng, doc = random.Random(seed), game(rule_set)
    for _ in range(14):
        longer = {**doc, "events": [*doc["events"], random_event(rng, rule_set)]}
        doc = doc if "error" in slow_replay(longer) else longer
    for number, event in enumerate(doc["events"]):
        if event["type"] == "ruling":
            assert compare(without(doc, number)) == ""
