"""起莊 in a `replay` document: its seats are numbered from the first dealer, who is `players[0]`."""

from collections.abc import Callable, Mapping
from typing import Any

Number = Callable[[int], int]

_SEATS = ("seat", "winner", "from", "to", "dealer", "opening")


def numbered_from_the_dealer(document: Mapping[str, Any]) -> dict[str, Any]:
    """The same game with the first dealer as seat 0, without the event that names them."""
    events = document["events"]
    first = next((event["seat"] for event in events if event["type"] == "first_dealer"), 0)
    turned = {**document, "events": [event for event in events if event["type"] != "first_dealer"]}
    if not first:
        return turned

    def number(seat: int) -> int:
        return (seat - first) % 4

    turned["events"] = [_event(event, number) for event in turned["events"]]
    turned["players"] = _by_seat(document["players"], first)
    if "raised" in document.get("settings", {}):
        turned["settings"] = {**document["settings"], "raised": _by_seat(document["settings"]["raised"], first)}
    if "standing" in document:
        turned["standing"] = {
            key: [_event(one, number) for one in listed] for key, listed in document["standing"].items()
        }
    return turned


def _by_seat(listed: list[Any], first: int) -> list[Any]:
    return [*listed[first:], *listed[:first]]


def _event(event: Mapping[str, Any], number: Number) -> dict[str, Any]:
    turned = {**event, **{key: number(event[key]) for key in _SEATS if isinstance(event.get(key), int)}}
    for key in ("winners", "extra"):
        if key in event:
            turned[key] = [_event(one, number) for one in event[key]]
    if "not_ready" in event:
        turned["not_ready"] = [number(seat) for seat in event["not_ready"]]
    if "liable" in event:
        liable = event["liable"]
        turned["liable"] = number(liable) if isinstance(liable, int) else [number(seat) for seat in liable]
    if "consequences" in event:
        turned["consequences"] = [_consequence(word, number) for word in event["consequences"]]
    return turned


def _consequence(word: Any, number: Number) -> Any:
    if isinstance(word, Mapping) and "pay" in word:
        return {"pay": [number(word["pay"][0]), word["pay"][1]]}
    return word
