"""Worked hands as the lines of a table: `hands/<rule set>.txt`, a line for each, `what | hand | what it counts`.

Hand: tiles, winning tile (`-`: none in hand), then in any order `drawn`, melds (`chow:123m`), flowers (`13f`),
circumstances, what the replacements in a row replaced (`kong`, `flower`), `key=value` as in the interface, and options
(`L-1=all`). The seat is South and the round East unless said otherwise.

What it counts: names of fans, with their value where it is said (`2×花牌 2`: twice), `-` before those that it does not
count; `= 25`: these and no others, 25 in all; `shape=…`, `waits=…`; or `!` and the code of the error.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from scoring.documents.score import score_document
from scoring.errors import ScoringError
from scoring.rules.data_files import laid

Document = dict[str, Any]
FOLDER = Path(__file__).parent
WORDS = {"yes": True, "no": False}


def read_hand(rule_set: str, text: str) -> Document:
    concealed, winning, *words = text.split()
    more: dict[str, Any] = {"given": [], "tail": [], "melds": [], "options": {}}
    for word in words:
        key, _, value = word.partition("=")
        if word == "drawn":
            more["drawn"] = True
        elif word in ("kong", "flower"):
            more["tail"].append(word)
        elif re.fullmatch("[1-8]+f", word):
            more["flowers"] = word
        elif ":" in word:
            more["melds"].append(word)
        elif re.fullmatch(r"[A-Z]-\d+", key):
            more["options"][key] = value
        elif value:
            more[key] = WORDS.get(value, int(value) if value.lstrip("-").isdecimal() else value)
        else:
            more["given"].append(word)
    said = {key: " ".join(value) if isinstance(value, list) else value for key, value in more.items() if value != []}
    said = {key: value for key, value in said.items() if value != {}}
    return {"rule_set": rule_set, **laid("" if concealed == "-" else concealed, winning, **said)}


def check(document: Document, expected: str) -> None:
    """Count the hand and compare it with what the table says."""
    if expected.startswith("!"):
        with pytest.raises(ScoringError) as refused:
            score_document(document)
        assert refused.value.code == expected[1:]
        assert refused.value.zh != refused.value.en
        return
    answer = score_document(document)
    counted = {row["name"]: (row["count"], row["value"]) for row in answer["fans"]}
    rows, total, others = re.match(r"(.*?)(?:(?:^| )= (\d+))?((?:, \w+=[^ ]*)*)$", expected).groups()  # type: ignore
    named: dict[str, tuple[int, int]] = {}
    for word in filter(None, [*rows.split(", "), *others.split(", ")]):
        name, _, value = word.partition(" ")
        times, _, name = name.rpartition("×")
        if "=" in name:
            key, _, said = name.partition("=")
            assert answer[key] == said
        elif name.startswith("-"):
            assert name[1:] not in counted
        else:
            named[name] = (int(times or 1), int(value)) if value else counted.get(name, (0, 0))
            assert counted.get(name) == named[name]
    if total:
        assert (counted, answer["total"]) == (named, int(total))


def table(file: Path) -> Iterator[list[str]]:
    """The lines of a table, each as its columns."""
    for line in file.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            yield [column.strip() for column in line.split(" | ")]
