"""先前留下的: what earlier games of an event leave to a later one: red cards and how often rules were broken. Reads
and writes the `standing` object of the interface, by seat of the current game, not by player."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from scoring.event_fields import bad_event, count_in, refuse_unknown, required, seat_in
from scoring.rules.game_rules import GameRules
from scoring.rules.offences import Offence, find_offence
from scoring.table.cards import InForce, lasting, with_card
from scoring.table.state import NO_CARDS, Broken, CardsInForce, GameState

if TYPE_CHECKING:
    from scoring.rules.rule_set import RuleSet

_KEYS = frozenset({"cards", "offences"})
_CARD_KEYS = frozenset({"seat", "card"})
_OFFENCE_KEYS = frozenset({"seat", "offence", "times"})


def read_standing(
    standing: object, rules: GameRules, offences: tuple[Offence, ...]
) -> tuple[CardsInForce, dict[tuple[int, str], int]]:
    """(cards in force, times each rule was broken). Raises unknown_key, missing_key or bad_event."""
    if not isinstance(standing, Mapping):
        raise bad_event("「standing」要是一個物件。", "“standing” must be an object.")
    refuse_unknown(standing, _KEYS)
    cards = NO_CARDS
    for one in _listed(standing, "cards"):
        cards = _with(cards, one, rules)
    broken: dict[tuple[int, str], int] = {}
    for one in _listed(standing, "offences"):
        _count(broken, one, offences)
    return cards, broken


def taken_over(state: GameState, seat: int, standing: object, rules: "RuleSet") -> GameState:
    """換人: the state after a substitute takes a seat.

    Cards and broken rules belong to the person: those of the player who leaves go with them, and `standing` has the
    substitute's (as for a game, of this seat only). Points, chains and what is due after the game stay with the seat.
    Raises as `read_standing` does.
    """
    cards, broken = read_standing(standing, rules.game, rules.offences)
    broken = remembered(broken, rules)
    return state.but(
        cards_in_force=_at(state.cards_in_force, seat, cards[seat]),
        inherited_cards=_at(state.inherited_cards, seat, cards[seat]),
        broken=_of_others(state.broken, seat) | broken,
        inherited_broken=_of_others(state.inherited_broken, seat) | broken,
    )


def _at(cards: CardsInForce, seat: int, held: InForce) -> CardsInForce:
    found = list(cards)
    found[seat] = held
    return (found[0], found[1], found[2], found[3])


def _of_others(broken: Broken, seat: int) -> dict[tuple[int, str], int]:
    return {(owner, slug): times for (owner, slug), times in broken.items() if owner != seat}


def _listed(standing: Mapping[str, Any], key: str) -> list[Mapping[str, object]]:
    listed = standing.get(key, [])
    if isinstance(listed, list | tuple) and all(isinstance(one, Mapping) for one in listed):
        return list(listed)
    raise bad_event(f"「standing」的「{key}」要是列表。", f"“standing”: “{key}” must be a list of objects.")


def _with(cards: CardsInForce, one: Mapping[str, object], rules: GameRules) -> CardsInForce:
    refuse_unknown(one, _CARD_KEYS)
    seat, card = seat_in(one, "seat"), required(one, "card")
    if card not in ("yellow", "red") or rules.cards is None:
        raise bad_event(f"「standing」內不能有「{card}」。", f"“standing”: there is no card {card!r} here.")
    return _at(cards, seat, with_card(cards[seat], card))


def _count(broken: dict[tuple[int, str], int], one: Mapping[str, object], offences: tuple[Offence, ...]) -> None:
    refuse_unknown(one, _OFFENCE_KEYS)
    seat = seat_in(one, "seat")
    slug = find_offence(required(one, "offence"), offences).slug
    times = count_in(one, "times", 0) if "times" in one else 1
    broken[seat, slug] = broken.get((seat, slug), 0) + times


def remembered(broken: Broken, rules: "RuleSet") -> dict[tuple[int, str], int]:
    """Broken rules that still count in another game: all of them, or those that the rules do not forget."""
    if rules.game.repeats_last != "game":
        return dict(broken)
    kept = {offence.slug for offence in rules.offences if offence.outlasts_game}
    return {(seat, slug): times for (seat, slug), times in broken.items() if slug in kept}


def standing_after(state: GameState, rules: "RuleSet", *, inherited: bool = True) -> dict[str, list[dict[str, object]]]:
    """留給下一個半莊的: the `standing` object for a later game of the same day and event; empty lists for nothing.
    Red cards stay, yellow ones end with the game. With `inherited=False` only what this game itself added: its own
    red cards and broken rules (for a caller that adds up games by player)."""
    before_cards = NO_CARDS if inherited else state.inherited_cards
    before: Broken = {} if inherited else state.inherited_broken
    return {
        "cards": [
            {"seat": seat, "card": card}
            for seat, held in enumerate(state.cards_in_force)
            for card in lasting(held)
            if card not in before_cards[seat]
        ],
        "offences": _broken_since(remembered(state.broken, rules), before),
    }


def _broken_since(broken: Broken, before: Broken) -> list[dict[str, object]]:
    return [
        {"seat": seat, "offence": slug, "times": times - before.get((seat, slug), 0)}
        for (seat, slug), times in sorted(broken.items())
        if times > before.get((seat, slug), 0)
    ]
