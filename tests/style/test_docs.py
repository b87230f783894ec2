"""The rules and the interface as docs/ tells them are the ones that the program keeps."""

import csv
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from scoring.documents import answer_documents
from scoring.documents.rules import rules_document
from scoring.rulebook import RULE_SETS
from scripts import rules_tables
from tournaments.rounds.seating.document import draw_document

ROOT = Path(__file__).resolve().parents[2]
PUBLISHED = ROOT / "tests" / "data"


def rows_of(rule_set: str, table: str) -> list[list[str]]:
    """The cells of a table of a rules page, without its head."""
    text = rules_tables.file_of(rule_set).read_text()
    inside = text.split(f"<!-- {table} -->\n")[1].split(f"<!-- /{table} -->")[0]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in inside.splitlines()[2:]]


def published(file: str, rule_set: str) -> list[dict[str, str]]:
    with (PUBLISHED / file).open() as rows:
        return [row for row in csv.DictReader(rows) if row["rule_set"] == rule_set]


def prose_of(rule_set: str) -> str:
    """A rules page without its tables from data."""
    return re.sub(r"<!-- (\w+) -->.*?<!-- /\1 -->", "", rules_tables.file_of(rule_set).read_text(), flags=re.DOTALL)


def values_named(rule_set: str) -> Iterator[tuple[str, str, str]]:
    """(fan, the value that the text gives it, the value of the table) wherever the text names both."""
    values = {name: value for name, _english, value, *_rest in rows_of(rule_set, "fans")}
    for name, number in re.findall(r"([一-鿿.]+) (\d+)\b(?! [番圈底台])", prose_of(rule_set)):
        if name in values:
            yield name, number, values[name].split()[0]


def test_every_rule_set_has_a_page_with_the_tables_of_the_data() -> None:
    index = (rules_tables.FOLDER / "README.md").read_text()
    assert {path.stem for path in rules_tables.FOLDER.glob("*.md")} == {*RULE_SETS, "README"}
    assert all(f"({rule_set}.md)" in index for rule_set in RULE_SETS)
    assert rules_tables.stale() == []
    page = rules_tables.file_of("tw-club").read_text()
    wrong = re.sub(r"(?m)^(\| 平胡 \| [^|]+ \|) 2 \|", r"\1 3 |", page)
    assert wrong != page == rules_tables.with_tables(wrong, "tw-club")


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_the_pages_of_rules_give_the_published_values_and_offences(rule_set: str) -> None:
    def value(row: dict[str, str]) -> str:
        return row["value"] + (f"({row['concealed_value']})" if row["concealed_value"] else "")

    told = {name: text.replace(" limit", "") for name, _english, text, *_rest in rows_of(rule_set, "fans")}
    table = {row["name"]: value(row).replace("limit", "10") for row in published("fan-values.csv", rule_set)}
    assert told == table
    told = {(name, slug.strip("`")) for name, slug, *_rest in rows_of(rule_set, "offences")}
    assert told == {(row["name"], row["slug"]) for row in published("offences.csv", rule_set)}
    named = list(values_named(rule_set))
    assert len(named) >= 3
    assert [(fan, number) for fan, number, value in named if number not in re.split(r"[()]", value)] == []


INTERFACE = (ROOT / "docs" / "interface.md").read_text()
EXAMPLES = re.findall(r"```json (score|replay|draw)\n(.*?)```\s+```json answer\n(.*?)```", INTERFACE, re.DOTALL)


@pytest.mark.parametrize(("kind", "given", "answer"), EXAMPLES)
def test_the_examples_of_the_interface_are_answered_as_printed(kind: str, given: str, answer: str) -> None:
    answered = answer_documents(draw_document if kind == "draw" else kind, json.loads(given), "en")
    assert answered[0] == json.loads(answer)


def test_every_example_of_the_interface_runs() -> None:
    kinds = ("score", "replay", "draw")
    assert sum(INTERFACE.count(f"```json {kind}\n") for kind in kinds) == len(EXAMPLES) >= 6
    assert INTERFACE.count("```json") == 2 * len(EXAMPLES) + INTERFACE.count("```json rules")
    [printed] = re.findall(r"```json rules\n(.*?)```", INTERFACE, re.DOTALL)
    example = json.loads(printed)
    assert lacks(example, rules_document(example["rule_set"])) is None


def lacks(part: Any, whole: Any) -> Any:
    """What of an abbreviated example the whole does not have, None if nothing."""
    if isinstance(part, dict) and isinstance(whole, dict):
        missing = (lacks(value, whole[key]) if key in whole else key for key, value in part.items())
        return next((one for one in missing if one is not None), None)
    if isinstance(part, list) and isinstance(whole, list) and any(isinstance(item, dict) for item in whole):
        return next((item for item in part if all(lacks(item, one) is not None for one in whole)), None)
    return None if part == whole else part


def test_files_that_the_documentation_names_are_there() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text()
    named = set(re.findall(r"`((?:scoring|tournaments|penalties|tests|docs|templates|scripts)/[\w./-]*)`", text))
    assert len(named) > 30
    assert [name for name in sorted(named) if not (ROOT / name).exists()] == []
