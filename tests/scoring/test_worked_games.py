"""Games that people kept: the examples of the texts, each reading and what its values give, what cannot be."""

import json

import pytest

from scoring.documents.replay import replay_document
from tests.scoring.worked import FOLDER, table
from tests.scoring.worked_games import check_game

GAMES = [(file.stem, *row) for file in sorted((FOLDER / "games").glob("*.txt")) for row in table(file)]


@pytest.mark.parametrize(
    ("rule_set", "game", "expected"),
    [(rule_set, game, expected) for rule_set, _, game, expected in GAMES],
    ids=[f"{rule_set}: {what}" for rule_set, what, _, _ in GAMES],
)
def test_a_game_comes_to_what_its_line_says(rule_set: str, game: str, expected: str) -> None:
    check_game(rule_set, game, expected)


def test_the_worked_example_of_the_interface_comes_out_as_printed() -> None:
    example = json.loads((FOLDER.parent / "data" / "replay-hk-classic.json").read_text(encoding="utf-8"))
    assert replay_document(example["request"]) == example["expected"]
