"""在身: what a player carries through an event, kept the slow way: all his rulings in a row, read from the first again.

From the rule texts alone (犯規與罰則 of both associations): 黃牌至該半莊（一輪）結束，紅牌會生效直至當天比賽結束，
what grows counts 在同一賽場, and 一輪結束後，除故意犯規及紅牌外，選手會回復到未觸犯任何規則的狀態.
A yellow of the hall counts until the end of the next game of that day (reading).
"""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from tests.oracle.ruling_games import catalogue, listed

FREE = {"hkma-masters": {"wall_tile_shown": 1, "own_tiles_shown": 2}}


@dataclass(frozen=True)
class When:
    """`game` counts the player's games from 1; in the hall it is the one that he played last."""

    day: int
    game: int
    hall: bool = False


@dataclass
class Carried:
    """What is in force, how often each rule was broken, and the cards shown on the way there."""

    cards: set[str] = field(default_factory=set)
    broken: Counter[str] = field(default_factory=Counter)
    shown: list[str] = field(default_factory=list)
    second_reds: int = 0


def carried(rule_set: str, rulings: list[tuple[When, dict[str, Any]]], now: When) -> Carried:
    """What these rulings, in the order in which they were made, come to at this moment."""
    held = Carried()
    yellow: When | None = None
    red: When | None = None
    free = FREE.get(rule_set, {})
    for number, (when, event) in enumerate(rulings):
        slug, words = asked(rule_set, event)
        if slug in free and "consequences" not in event:
            before = broken(rule_set, rulings[:number], when)[slug]
            words = [] if not before and event["tiles"] <= free[slug] else words
        for word in words:
            if word == "red" or (word == "yellow" and yellow is not None and lasts(yellow, when)):
                held.shown.append("red")
                held.second_reds += red is not None and red.day == when.day
                red = when
            elif word == "yellow":
                held.shown.append("yellow")
                yellow = when
    held.cards |= {"yellow"} if yellow is not None and lasts(yellow, now) else set()
    held.cards |= {"red"} if red is not None and red.day == now.day else set()
    held.broken = broken(rule_set, rulings, now)
    return held


def lasts(yellow: When, now: When) -> bool:
    """Until the end of the game; one of the hall until the end of the next game of that day."""
    if yellow.day != now.day:
        return False
    if yellow.hall and not now.hall:
        return now.game == yellow.game + 1
    return (now.game, now.hall) == (yellow.game, yellow.hall)


def broken(rule_set: str, rulings: list[tuple[When, dict[str, Any]]], now: When) -> Counter[str]:
    """How often each rule counts as broken: in the event, of the league on that day; hkma-masters forgets all but what
    was deliberate."""
    times: Counter[str] = Counter()
    for when, event in rulings:
        slug, _ = asked(rule_set, event)
        same_round = (when.game, when.hall) == (now.game, now.hall)
        if rule_set == "hkma-league" and when.day != now.day:
            continue
        if slug and (rule_set != "hkma-masters" or same_round or slug.startswith("deliberate")):
            times[slug] += 1
    return times


def asked(rule_set: str, event: dict[str, Any]) -> tuple[str, list[Any]]:
    """Return the offence's slug ("" for none) and the words, the table's where none are spelled."""
    rows = [row for row in catalogue(rule_set) if event.get("offence") in (row["slug"], row["name"])]
    slug = rows[0]["slug"] if rows else ""
    return slug, event["consequences"] if "consequences" in event else listed(rows[0])
