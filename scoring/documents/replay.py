"""重播: the `replay` document of the interface: one game in, its whole book out."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from scoring.book import Card, Chain, HandResult, Scores, Transfer
from scoring.errors import ScoringError, too_deep
from scoring.event_fields import as_players, bad_event, refuse_unknown, required
from scoring.game import fold
from scoring.points import format_points
from scoring.rulesets import rule_set
from scoring.rulesets.counting import RuleSet
from scoring.seats import hand_name
from scoring.table.state import GameState

Number = Callable[[int], int]

_SEATS = ("seat", "winner", "from", "to", "dealer", "opening")
_KEYS = frozenset({"rule_set", "options", "settings", "players", "events", "standing"})


def replay_document(doc: object) -> dict[str, Any]:
    """Return all hands of a game, with payments and scores. `doc` is the game as a dict with "rule_set", "players",
    "events" and perhaps "options", "settings" and "standing". Raises ScoringError; its sentence names the event that is
    wrong."""
    try:
        rules, _players, events, standing = read_game_document(doc)
        return book_of(folded(rules, events, standing), rules.id)
    except RecursionError as error:
        raise too_deep() from error


def folded(rules: RuleSet, events: Sequence[Any], standing: Mapping[str, Any] | None) -> GameState:
    """As `fold`; the sentence of an error begins with the index of its event."""
    try:
        return fold(rules, events, standing)
    except ScoringError as error:
        raise _located(error) from error


def read_game_document(doc: object) -> tuple[RuleSet, Sequence[str], Sequence[Any], Mapping[str, Any] | None]:
    """Rules, players, events and standing of a `replay` document. Raises ScoringError."""
    if not isinstance(doc, Mapping):
        raise bad_event("一個半莊要是一個物件。", "A replay document must be an object.")
    refuse_unknown(doc, _KEYS)
    for key, code in (("options", "bad_option"), ("settings", "bad_setting"), ("standing", "bad_event")):
        if key in doc and doc[key] is None:  # a key may be left out, but null is no object
            raise ScoringError(code, f"「{key}」要是一個物件。", f"“{key}” must be an object.")
    rules = rule_set(required(doc, "rule_set"), doc.get("options"), doc.get("settings"))
    players, events = as_players(required(doc, "players")), required(doc, "events")
    if not isinstance(events, list | tuple):
        raise bad_event("「events」要是列表。", "“events” must be a list.")
    for index, event in enumerate(events):
        if isinstance(event, Mapping) and event.get("type") == "first_dealer":
            refused = bad_event("起莊的一家寫作 players[0]。", "“players[0]” is the first dealer.")
            refused.index = index
            raise _located(refused)
    return rules, players, events, doc.get("standing")


def _located(error: ScoringError) -> ScoringError:
    if error.index is None:
        return error
    place = f"events[{error.index}]"
    return ScoringError(error.code, f"{place}：{error.zh}", f"{place}: {error.en}", index=error.index)


def book_of(state: GameState, rule_set: str) -> dict[str, Any]:
    """全本帳 Return all hands of a game, with payments and scores, as a JSON-ready dict. `rule_set` is the id of its
    rules."""
    hands = [_hand(hand) for hand in state.hands]
    if state.open_hand.listed:
        hands.append(_open(state))
    book: dict[str, Any] = {"rule_set": rule_set, "finished": state.finished, "hands": hands}
    if state.places is not None:
        book["final"] = {"scores": _scores(state.scores), "places": list(state.places)}
    return book


def _hand(hand: HandResult) -> dict[str, Any]:
    return {
        "number": hand.number,
        "name": hand.name,
        "dealer": hand.dealer,
        "dealer_streak": hand.dealer_streak,
        "result": hand.result,
        **_moved(hand.transfers, hand.chains, hand.cards, hand.scores),
    }


def _open(state: GameState) -> dict[str, Any]:
    opened = state.open_hand
    return {
        "number": state.hand_number,
        "name": hand_name(state.turn.deal),
        "dealer": state.dealer,
        "dealer_streak": state.dealer_streak,
        "result": "open",
        **_moved(opened.transfers, state.chains, opened.cards, state.scores),
    }


def _moved(
    transfers: Iterable[Transfer], chains: Iterable[Chain], cards: Iterable[Card], scores: Scores
) -> dict[str, Any]:
    return {
        "transfers": [
            {"from": t.source, "to": t.target, "points": format_points(t.points), "reason": t.reason} for t in transfers
        ],
        "chains": [
            {"winner": c.winner, "payer": c.payer, "points": format_points(c.points), "pulls": c.pulls} for c in chains
        ],
        "cards": [{"seat": card.seat, "card": card.card} for card in cards],
        "scores": _scores(scores),
    }


def _scores(scores: Scores) -> list[str]:
    return [format_points(score) for score in scores]


def numbered_from_the_dealer(document: Mapping[str, Any]) -> dict[str, Any]:
    """起莊 Return the document of a game with its seats renumbered so that the first dealer is seat 0, and without the
    event that named the first dealer."""
    events = document["events"]
    first = next((event["seat"] for event in events if event["type"] == "first_dealer"), 0)
    turned = {**document, "events": [event for event in events if event["type"] != "first_dealer"]}
    if not first:
        return turned

    def number(seat: int) -> int:
        return (seat - first) % 4

    turned["events"] = [_turned(event, number) for event in turned["events"]]
    turned["players"] = _by_seat(document["players"], first)
    if "raised" in document.get("settings", {}):
        turned["settings"] = {**document["settings"], "raised": _by_seat(document["settings"]["raised"], first)}
    if "standing" in document:
        turned["standing"] = {
            key: [_turned(one, number) for one in listed] for key, listed in document["standing"].items()
        }
    return turned


def _by_seat(listed: list[Any], first: int) -> list[Any]:
    return [*listed[first:], *listed[:first]]


def _turned(event: Mapping[str, Any], number: Number) -> dict[str, Any]:
    turned = {**event, **{key: number(event[key]) for key in _SEATS if isinstance(event.get(key), int)}}
    for key in ("winners", "extra"):
        if key in event:
            turned[key] = [_turned(one, number) for one in event[key]]
    if "not_ready" in event:
        turned["not_ready"] = [number(seat) for seat in event["not_ready"]]
    if "liable" in event:
        liable = event["liable"]
        turned["liable"] = number(liable) if isinstance(liable, int) else [number(seat) for seat in liable]
    if "consequences" in event:
        turned["consequences"] = [
            {"pay": [number(word["pay"][0]), word["pay"][1]]} if isinstance(word, Mapping) and "pay" in word else word
            for word in event["consequences"]
        ]
    return turned
