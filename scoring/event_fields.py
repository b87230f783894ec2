"""事件的欄位: read one key of an event or refuse it by name, whatever the state of the game.

A key that the interface does not know for that type is `unknown_key`; a known key that this rule set or event has no
use for is `bad_event`.
"""

from collections.abc import Mapping
from decimal import Decimal

from scoring.errors import ScoringError, missing_key, unknown_key
from scoring.points import points
from scoring.seats import SEATS

Event = Mapping[str, object]

UTMOST = 999_999_999
"""Upper bound of any count in an event: keeps nonsense from growing through a chain."""


def bad_event(zh: str, en: str) -> ScoringError:
    return ScoringError("bad_event", zh, en)


def not_here(key: str) -> ScoringError:
    return bad_event(f"這裡不能用「{key}」。", f"“{key}” is not allowed here.")


def refuse_after_end(finished: bool, event: Event) -> None:
    """完場之後: accept only a ruling on the last hand (`"hand": "previous"`); raise `game_over` for anything else."""
    if finished and not (event.get("type") == "ruling" and event.get("hand") == "previous"):
        raise ScoringError("game_over", "這個半莊已經完結。", "The game is over.")


def refuse_unknown(given: Mapping[str, object], known: frozenset[str]) -> None:
    for key in given:
        if key not in known:
            raise unknown_key(key)


def refuse_keys(event: Event, keys: frozenset[str]) -> None:
    """Raise `bad_event` for known keys that have no place here. False and null say nothing and are allowed."""
    for key in event:
        if key in keys and event[key] is not None and event[key] is not False:  # seat 0 equals False
            raise not_here(key)


def required(event: Event, key: str) -> object:
    if key not in event:
        raise missing_key(key)
    return event[key]


def seat_in(event: Event, key: str) -> int:
    return as_seat(required(event, key), key)


def as_seat(value: object, key: str) -> int:
    if type(value) is not int or value not in SEATS:
        raise bad_event(
            f"「{key}」要是東、南、西、北家（以開局時計），寫 0、1、2 或 3。",
            f"“{key}” must be one of the four, East to North as the game began, as 0, 1, 2 or 3.",
        )
    return value


def as_players(value: object) -> tuple[str, ...]:
    if not isinstance(value, list | tuple) or len(value) != 4:
        raise bad_event("「players」要有四家。", "“players” must name four players.")
    if not all(isinstance(name, str) and name.strip() for name in value):
        raise bad_event("「players」要是四個名字，不可留空。", "“players” must be four names, none of them empty.")
    return tuple(value)


def flag_in(event: Event, key: str) -> bool:
    """Read true or false; an absent key is false. Raises ScoringError bad_event."""
    value = event.get(key, False)
    if type(value) is not bool:
        raise bad_event(f"「{key}」要是 true 或 false。", f"“{key}” must be true or false.")
    return value


def count_in(event: Event, key: str, least: int, most: int | None = None) -> int:
    return as_count(required(event, key), key, least, most)


def as_count(value: object, key: str, least: int, most: int | None = None) -> int:
    if type(value) is int and least <= value <= (UTMOST if most is None else most):
        return value
    upto_zh = f"至 {most}" if most is not None else "或以上"
    upto_en = f"to {most}" if most is not None else "or more"
    raise bad_event(f"「{key}」要是整數，{least} {upto_zh}。", f"“{key}” must be a whole number, {least} {upto_en}.")


def as_points(value: object, key: str) -> Decimal:
    """Read points ≥ 0 from a decimal string or an integer. Raises ScoringError bad_event."""
    try:
        amount = points(value)
    except ValueError:
        amount = None
    if amount is None or amount < 0:
        raise bad_event(
            f"「{key}」的分數要是 0 或以上，寫成字串或整數。",
            f"The points of “{key}” must be 0 or more, a string or an integer.",
        )
    return amount
