"""局外判決: a ruling on one player outside any hand: late, in the hall, between two games.

The same catalogue, ladder and growth as in a hand, without what needs a hand (a ban, a replay, paying the others). A
yellow card given here counts for the player's next game of the same day (a reading: the texts speak of games only).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from scoring.book import RulingResult
from scoring.discipline.rulings import judge
from scoring.event_fields import Event, bad_event, refuse_unknown
from scoring.points import ZERO, exact
from scoring.table.cards import NONE, InForce, lasting
from scoring.table.dealer import Turn
from scoring.table.state import GameState

if TYPE_CHECKING:
    from scoring.rules.rule_set import RuleSet

KEYS = frozenset({"offence", "consequences", "tiles"})
"""Keys of a ruling outside a hand: those of the replay document without seat, hand and the other players."""


_NOBODYS_GAME = Turn(0, 0, 0)


@dataclass(frozen=True)
class Held:
    """在身的: one player's cards in force, yellow first, and how often they broke each rule, by slug."""

    cards: InForce = NONE
    broken: Mapping[str, int] = field(default_factory=dict)

    def next_day(self, rules: "RuleSet") -> "Held":
        """On another day no card is in force; broken rules count where the rules remember them (L-32)."""
        return Held(NONE, {} if rules.game.repeats_last == "day" else self.broken)

    def after_game(self) -> "Held":
        """Only red cards outlast a game."""
        return Held(lasting(self.cards), self.broken)


def ruled_in_hall(held: Held, ruling: Event, rules: "RuleSet") -> tuple[Held, RulingResult]:
    """局外判決的結果: what the player holds afterwards, and what the ruling did (its offender is seat 0 of the result).

    A second red card takes the points of 詐糊 and replays nothing. Raises ScoringError as a ruling in a hand does, and
    `bad_event` for a consequence that needs a hand.
    """
    refuse_unknown(ruling, KEYS)
    if "offence" not in ruling and "consequences" not in ruling:
        raise bad_event("請選擇犯規項目。", "“offence”: choose one of the catalogue.")
    state = GameState(
        turn=_NOBODYS_GAME,
        scores=(ZERO, ZERO, ZERO, ZERO),
        cards_in_force=(held.cards, NONE, NONE, NONE),
        broken={(0, slug): times for slug, times in held.broken.items()},
    )
    with exact():
        result = judge(state, {"type": "ruling", "seat": 0, **ruling}, rules, hall=True)
    broken = held.broken if result.offence is None else {**held.broken, result.offence: result.times}
    return Held(result.in_force, broken), result


def held_by(state: GameState, seat: int) -> Held:
    """What one seat of a game holds now."""
    broken = {slug: times for (owner, slug), times in state.broken.items() if owner == seat}
    return Held(state.cards_in_force[seat], broken)


def standing_of(held: Sequence[Held]) -> dict[str, list[dict[str, Any]]]:
    """先前留下的 of four seats as the replay document writes it; empty lists are left out."""
    cards = [{"seat": seat, "card": card} for seat, one in enumerate(held) for card in one.cards]
    offences = [
        {"seat": seat, "offence": slug, "times": times}
        for seat, one in enumerate(held)
        for slug, times in sorted(one.broken.items())
    ]
    return {key: rows for key, rows in (("cards", cards), ("offences", offences)) if rows}
