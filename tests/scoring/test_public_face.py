"""`import scoring`: what counting does not need comes when it is asked for, from where the types say."""

import ast
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import scoring

TREE = ast.parse(Path(scoring.__file__).read_text(encoding="utf-8"))
LATER = {"scoring.documents", "scoring.game", "scoring.discipline", "scoring.table", "scoring.rules.together"}


def imported(node: ast.AST) -> dict[str, str]:
    """Name → module of every import under a node."""
    froms = [one for one in ast.walk(node) if isinstance(one, ast.ImportFrom)]
    return {name.name: str(one.module) for one in froms for name in one.names}


def test_what_is_imported_later_is_what_a_type_checker_sees() -> None:
    [checked] = [node for node in TREE.body if isinstance(node, ast.If)]
    assert {name: f"scoring.{home}" for name, home in scoring._HOMES.items()} == imported(checked)


def test_every_public_name_is_there_and_is_the_one_of_its_module() -> None:
    homes = {name: module for name, module in imported(TREE).items() if module.startswith("scoring")}
    assert sorted(homes) == sorted(scoring.__all__)
    assert all(getattr(scoring, name) is getattr(import_module(module), name) for name, module in homes.items())
    assert set(scoring.__all__) <= set(dir(scoring))


def test_no_other_name_is_there() -> None:
    with pytest.raises(AttributeError, match="'scoring' has no attribute 'nothing'"):
        scoring.nothing  # type: ignore[attr-defined] # noqa: B018


def test_counting_a_hand_imports_no_game() -> None:
    """A worker that only counts starts in half the time."""
    count_one = (
        "import sys; from scoring import WinningHand, count, get_rule_set\n"
        "hand = WinningHand((0, 0, 0, 1, 2, 3, 4, 5, 6, 9, 9, 9, 18, 18, 18, 27), 27, True, 0, 0)\n"
        "print(count(hand, get_rule_set('hkma-league')).total, *sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", count_one], capture_output=True, text=True, check=True)
    total, *modules = done.stdout.split()
    assert int(total) > 0
    assert not {one for one in modules if one in LATER or one.rpartition(".")[0] in LATER}
