"""The data files in the folder of a rule set: readings, offences, examples, and fans that exclude each other. Each is
read on first use: counting a hand needs none of them."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from scoring.rules.offences import Offence

Document = dict[str, Any]
"""A score document of the interface without `rule_set` and `options`."""


@dataclass(frozen=True)
class Example:
    """牌例 An example of a fan: a hand that has it `count` times, worth `value` together, and a similar hand (`near`)
    that does not have it."""

    hand: Document
    count: int
    value: int
    near: Document


def laid(concealed: str, winning: str, *, drawn: bool = False, melds: str = "", **more: Any) -> Document:
    """A hand as a document. `melds` as "chow:123m pung:555z"; `seat`, `round`: a wind (S, E); `given`: circumstances
    and `tail`: replacements, as words; every other keyword as in the interface."""
    document: Document = {
        "concealed": concealed,
        "winning_tile": winning,
        "self_draw": drawn,
        "seat_wind": more.pop("seat", "S"),
        "round_wind": more.pop("round", "E"),
    }
    if melds:
        kinds = [meld.split(":") for meld in melds.split()]
        document["melds"] = [{"kind": kind, "tiles": tiles} for kind, tiles in kinds]
    for short, key in (("given", "circumstances"), ("tail", "replacements")):
        if short in more:
            document[key] = more.pop(short).split()
    return {**document, **more}


def texts_of_readings(folder: str) -> Mapping[str, Mapping[str, str]]:
    """解讀 By id, the question, the answer and the reason in two languages."""
    return _tables(folder, "readings")


def offences_in(folder: str, options: Mapping[str, str]) -> tuple[Offence, ...]:
    """犯規 The catalogue under these options."""
    offences = []
    for slug, row in _tables(folder, "offences").items():
        fields: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in row.items()}
        for option, values in fields.pop("under", {}).items():
            if options.get(option) in values:
                fields["consequences"] = tuple(values[options[option]])
        offences.append(Offence(slug, **fields))
    return tuple(offences)


@cache
def examples_in(folder: str) -> Mapping[str, Example]:
    """例牌 By the name of the fan."""
    return {
        name: Example(laid(**row["hand"]), row["count"], row["value"], laid(**row["near"]))
        for name, row in _tables(folder, "examples").items()
    }


@cache
def exclusive_in(folder: str) -> Mapping[str, frozenset[str]]:
    """不能並存 By the name of a fan, those that no hand holds beside it; `self_draw` and `discard`: the fans of only
    one way of winning."""
    table: dict[str, set[str]] = {}
    if folder:
        with open(f"{folder}/exclusive.txt", encoding="utf-8") as lines:
            for line in lines:
                if not line.startswith("#"):
                    name, _, others = line.partition(": ")
                    table.setdefault(name, set()).update(others.split())
                    for other in others.split():
                        table.setdefault(other, set()).add(name)
    return {name: frozenset(others) for name, others in table.items()}


@cache
def _tables(folder: str, name: str) -> dict[str, Any]:
    """Read `name`.toml of the rule set; {} if it has no folder."""
    if not folder:
        return {}
    import tomllib  # takes as long to import as a tenth of this package

    with open(f"{folder}/{name}.toml", "rb") as file:
        return tomllib.load(file)
