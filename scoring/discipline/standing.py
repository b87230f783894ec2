"""先前留下的 A player's record beyond one game: cards in force, and how often which rules were broken. The
`standing` object of the interface holds it by seat of the current game. A ruling outside any hand (late, in the hall,
between two games) changes it without a game."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from scoring.book import RulingResult
from scoring.discipline.rulings import judge
from scoring.event_fields import Event, bad_event, count_in, refuse_unknown, required, seat_in
from scoring.points import ZERO, exact
from scoring.rules.game_rules import GameRules
from scoring.rules.offences import Offence, find_offence
from scoring.rules.rule_data import RuleData
from scoring.table.dealer import Turn
from scoring.table.state import (
    NO_CARDS,
    NONE,
    Broken,
    CardsInForce,
    GameState,
    InForce,
    add_card,
    after_game,
    set_cards,
)

_KEYS = frozenset({"cards", "offences"})
_CARD_KEYS = frozenset({"seat", "card"})
_OFFENCE_KEYS = frozenset({"seat", "offence", "times"})


def read_standing(
    standing: object, rules: GameRules, offences: tuple[Offence, ...]
) -> tuple[CardsInForce, dict[tuple[int, str], int]]:
    """Return the cards in force, and (seat, slug) → how often. Raises ScoringError unknown_key, missing_key or
    bad_event."""
    if not isinstance(standing, Mapping):
        raise bad_event("「standing」要是一個物件。", "“standing” must be an object.")
    if rules.repeats_last == "hand" and any(standing.values()):
        raise bad_event("這套規則沒有留到下一場的判罰。", "“standing”: nothing outlasts a game under these rules.")
    refuse_unknown(standing, _KEYS)
    cards = NO_CARDS
    for one in _listed(standing, "cards"):
        refuse_unknown(one, _CARD_KEYS)
        seat, card = seat_in(one, "seat"), required(one, "card")
        if card not in ("yellow", "red") or rules.cards is None:
            raise bad_event(f"「standing」內不能有「{card}」。", f"“standing”: there is no card {card!r} here.")
        cards = set_cards(cards, seat, add_card(cards[seat], card))
    broken: dict[tuple[int, str], int] = {}
    for one in _listed(standing, "offences"):
        refuse_unknown(one, _OFFENCE_KEYS)
        seat, slug = seat_in(one, "seat"), find_offence(required(one, "offence"), offences).slug
        times = count_in(one, "times", 0) if "times" in one else 1
        broken[seat, slug] = broken.get((seat, slug), 0) + times
    return cards, broken


def substitute(state: GameState, seat: int, standing: object, rules: RuleData) -> GameState:
    """換人 Return the state after a substitute has taken over a seat.

    standing: cards and offences of the substitute, as for `scoring.start`, with this seat only

    Cards and offences go with the player who leaves; points, chains (拉) and deductions due after the game stay with
    the seat. Raises ScoringError unknown_key, missing_key or bad_event.
    """
    cards, broken = read_standing(standing, rules.game, rules.offences)
    broken = carried_offences(broken, rules)
    return state._replace(
        cards_in_force=set_cards(state.cards_in_force, seat, cards[seat]),
        inherited_cards=set_cards(state.inherited_cards, seat, cards[seat]),
        broken=_of_others(state.broken, seat) | broken,
        inherited_broken=_of_others(state.inherited_broken, seat) | broken,
    )


def _of_others(broken: Broken, seat: int) -> dict[tuple[int, str], int]:
    return {(owner, slug): times for (owner, slug), times in broken.items() if owner != seat}


def _listed(standing: Mapping[str, Any], key: str) -> list[Mapping[str, object]]:
    listed = standing.get(key, [])
    if isinstance(listed, list | tuple) and all(isinstance(one, Mapping) for one in listed):
        return list(listed)
    raise bad_event(f"「standing」的「{key}」要是列表。", f"“standing”: “{key}” must be a list of objects.")


def carried_offences(broken: Broken, rules: RuleData) -> dict[tuple[int, str], int]:
    """Return the offences that still count in a player's next game. Rule sets that forget offences after a game keep
    only a few.

    broken: (seat, slug of the offence) → how often it was committed
    """
    if rules.game.repeats_last not in ("game", "hand"):
        return dict(broken)
    kept = {offence.slug for offence in rules.offences if offence.outlasts_game}
    return {(seat, slug): times for (seat, slug), times in broken.items() if slug in kept}


KEYS = frozenset({"offence", "consequences", "tiles"})
"""Keys of a ruling outside a hand: those of the replay document without seat, hand and the other players."""


class PlayerRecord(NamedTuple):
    """在身的 The penalties that count against one player: `cards`, the penalty cards in force, yellow first, and
    `broken`, how often the player has committed each offence (by slug)."""

    cards: InForce = NONE
    broken: Mapping[str, int] = {}

    def next_day(self, rules: RuleData) -> "PlayerRecord":
        """Return the record for another day: no cards, and offences only if the rules remember them that long
        (L-32)."""
        return PlayerRecord(NONE, {} if rules.game.repeats_last == "day" else self.broken)

    def after_game(self) -> "PlayerRecord":
        """Return the record for the player's next game on the same day: red cards and all offences remain, yellow cards
        do not."""
        return PlayerRecord(after_game(self.cards), self.broken)


def ruled_in_hall(held: PlayerRecord, ruling: Event, rules: RuleData) -> tuple[PlayerRecord, RulingResult]:
    """局外判決 Return a player's new record after a ruling outside any hand, and what the ruling did, with the player
    as seat 0.

    held: the player's record before the ruling
    ruling: a dict with "offence" or "consequences"

    A second red card costs as many points as a false win (詐糊), but no hand is played again. Raises ScoringError as
    for a ruling in a hand, and bad_event for a consequence that needs a hand.
    """
    refuse_unknown(ruling, KEYS)
    if "offence" not in ruling and "consequences" not in ruling:
        raise bad_event("請選擇犯規項目。", "“offence”: choose one from the list.")
    state = GameState(
        turn=Turn(0, 0, 0),
        scores=(ZERO, ZERO, ZERO, ZERO),
        cards_in_force=(held.cards, NONE, NONE, NONE),
        broken={(0, slug): times for slug, times in held.broken.items()},
    )
    with exact():
        result = judge(state, {"type": "ruling", "seat": 0, **ruling}, rules, hall=True)
    broken = held.broken if result.offence is None else {**held.broken, result.offence: result.times}
    return PlayerRecord(result.in_force, broken), result


def held_by(state: GameState, seat: int) -> PlayerRecord:
    """Return the penalties that count against the player on one seat of a game."""
    broken = {slug: times for (owner, slug), times in state.broken.items() if owner == seat}
    return PlayerRecord(state.cards_in_force[seat], broken)


def standing_of(held: Sequence[PlayerRecord]) -> dict[str, list[dict[str, Any]]]:
    """Return the records of seats 0 to 3 as the `standing` that `scoring.start` and `scoring.Game` take."""
    cards = [{"seat": seat, "card": card} for seat, one in enumerate(held) for card in one.cards]
    offences = [
        {"seat": seat, "offence": slug, "times": times}
        for seat, one in enumerate(held)
        for slug, times in sorted(one.broken.items())
    ]
    return {key: rows for key, rows in (("cards", cards), ("offences", offences)) if rows}
