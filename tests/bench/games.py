"""Games from a seeded generator, as events of the replay document; the same seed plays the same game."""

from __future__ import annotations

from random import Random
from typing import Any

from scoring import GameState, apply, start
from scoring.rules.rule_set import RuleSet
from scoring.rulesets import get_rule_set

RULE_SET = "hkma-league"
Event = dict[str, Any]


def game(seed: int, *, events: int = 0, hands: int = 0) -> list[Event]:
    """A game still in play after exactly so many events, or when so many hands are closed."""
    rules = get_rule_set(RULE_SET)
    for attempt in range(1000):
        found = _played(Random(seed * 1000 + attempt), rules, events, hands)
        if found is not None:
            return found
    raise ValueError("no game lasts that long")


def _played(random: Random, rules: RuleSet, events: int, hands: int) -> list[Event] | None:
    state = start(rules)
    played: list[Event] = []
    while len(played) < events or len(state.hands) < hands:
        event = _event(random, state, played)
        state = apply(state, event, rules)
        played.append(event)
        if state.finished:
            return None
    return played


def _event(random: Random, state: GameState, played: list[Event]) -> Event:
    """A reward now and then, else how the hand ends; the dealer wins more often than he should, so that it lasts."""
    fresh = not played or played[-1]["type"] in ("win", "draw")
    if fresh and random.random() < 0.25:
        return {"type": "reward", "kind": random.choice(("concealed_kong", "grass")), "seat": random.randrange(4)}
    luck = random.random()
    if luck < 0.1:
        return {"type": "draw"}
    if luck < 0.18:
        return _double(random, state)
    return _single(random, state)


def _single(random: Random, state: GameState) -> Event:
    winner = state.dealer if random.random() < 0.6 else random.randrange(4)
    won: Event = {"type": "win", "winner": winner, "fan": random.randrange(7, 60)}
    if random.random() < 0.35:
        return won | {"self_draw": True}
    return won | {"from": (winner + random.randrange(1, 4)) % 4}


def _double(random: Random, state: GameState) -> Event:
    """雙響, the dealer one of the winners."""
    other, source = random.sample([seat for seat in range(4) if seat != state.dealer], 2)
    winners = [{"seat": seat, "fan": random.randrange(7, 40)} for seat in (state.dealer, other)]
    return {"type": "win", "from": source, "winners": winners}
