"""A draw checked from its public facts, without sight of the program that drew it.

    python tests/oracle/check_draw.py INPUT ANSWER

reads the document that was drawn and the answer to it, recounts everything, and prints what does not hold.
"""

import hashlib
import json
import sys
import unicodedata
from collections import Counter
from pathlib import Path
from typing import Any

Document = dict[str, Any]


def digest(given: Document) -> str:
    """SHA-256 of the input in its one form, spelled by hand."""
    place = {player["id"]: number for number, player in enumerate(given["players"])}

    def text(value: str) -> str:
        return json.dumps(value, ensure_ascii=False)

    def pairs(key: str) -> str:
        numbers = {tuple(sorted((place[one], place[other]))) for one, other in given.get(key, [])}
        ids = [player["id"] for player in given["players"]]
        return "[" + ",".join(f"[{text(ids[one])},{text(ids[other])}]" for one, other in sorted(numbers)) + "]"

    players = ",".join(
        f'{{"club":{text(player.get("club", ""))},"id":{text(player["id"])}}}' for player in given["players"]
    )
    said = (
        f'{{"apart":{pairs("apart")},"met":{pairs("met")},"players":[{players}],'
        f'"rounds":{given["rounds"]},"seed":{text(given["seed"])}}}'
    )
    return hashlib.sha256(said.encode()).hexdigest()


def wrong_with(given: Document, answer: Document) -> list[str]:
    """Everything that does not hold, in sentences; empty if the draw is what it says."""
    rounds = answer["rounds"]
    found = [*_seats(given, rounds), *_apart(given, rounds)]
    if found:
        return found
    counted = {
        "repeats": _repeats(given, rounds),
        "wind_spread": _wind_spread(given, rounds),
        "same_club": _same_club(given, rounds),
        "digest": digest(given),
    }
    return [f"{key} is {value}, said is {answer[key]}" for key, value in counted.items() if answer[key] != value]


def _seats(given: Document, rounds: list[list[list[str]]]) -> list[str]:
    everybody = sorted(player["id"] for player in given["players"])
    found = []
    if len(rounds) != given["rounds"]:
        found.append(f"{len(rounds)} rounds and not {given['rounds']}")
    for number, tables in enumerate(rounds, 1):
        if sorted(one for table in tables for one in table) != everybody:
            found.append(f"round {number} does not seat everybody once")
        if any(len(table) != 4 for table in tables):
            found.append(f"round {number} has a table that is not of four")
    return found


def _tables_of(one: str, rounds: list[list[list[str]]]) -> list[list[str]]:
    return [table for tables in rounds for table in tables if one in table]


def _apart(given: Document, rounds: list[list[list[str]]]) -> list[str]:
    return [
        f"{one} and {other} share a table"
        for one, other in given.get("apart", [])
        if any(other in table for table in _tables_of(one, rounds))
    ]


def _repeats(given: Document, rounds: list[list[list[str]]]) -> int:
    times: Counter[frozenset[str]] = Counter()
    for table in (table for tables in rounds for table in tables):
        for number, one in enumerate(table):
            times.update(frozenset({one, other}) for other in table[number + 1 :])
    before = {frozenset(pair) for pair in given.get("met", [])}
    return sum(1 for pair, count in times.items() if count > 1 or pair in before)


def _wind_spread(given: Document, rounds: list[list[list[str]]]) -> int:
    spreads = []
    for player in given["players"]:
        winds = [table.index(player["id"]) for table in _tables_of(player["id"], rounds)]
        spreads.append(max(map(winds.count, range(4))) - min(map(winds.count, range(4))))
    return max(spreads)


def _club(player: Document) -> str:
    """A club by its letters, whatever their width and case and the spaces between them."""
    return "".join(unicodedata.normalize("NFKC", player.get("club", "")).casefold().split())


def _same_club(given: Document, rounds: list[list[list[str]]]) -> list[int]:
    club = {player["id"]: _club(player) for player in given["players"]}
    found = []
    for tables in rounds:
        sizes = [size for table in tables for name, size in Counter(map(club.get, table)).items() if name]
        found.append(sum(size * (size - 1) // 2 for size in sizes))
    return found


def least_same_club(given: Document) -> int:
    """The fewest pairs of one club that a round can have: one after the other, each at the table with fewest so far."""
    tables = len(given["players"]) // 4
    pairs = 0
    for club, size in Counter(map(_club, given["players"])).items():
        if club:
            pairs += sum(number // tables for number in range(size))
    return pairs


if __name__ == "__main__":
    documents = [json.loads(Path(name).read_text(encoding="utf-8")) for name in sys.argv[1:3]]
    complaints = wrong_with(*documents)
    print("\n".join(complaints) or "all of it holds")
    sys.exit(bool(complaints))
