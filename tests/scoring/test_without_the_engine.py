"""`rm -r scoring/fast`: what the rules are tried with passes by the definition alone, in a copy of the sources."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SAY_THE_RULES = (
    "tests/scoring/test_the_game.py",
    "tests/scoring/test_worked_hands.py",
    "tests/scoring/test_each_fan.py",
    "tests/scoring/test_golden_hands.py",
    "tests/scoring/test_replay_document.py",
    "tests/scoring/test_explanation.py",
)
"""Worked examples, a hand and a near miss for each fan, golden hands and games, and the readings shown."""
PYTEST = (
    "-m", "pytest", "-q", "-c", "pytest.ini", "--noconftest", "-p", "no:django", "-p", "no:playwright",
    "-p", "no:cacheprovider", "--import-mode=importlib", "-o", "pythonpath=.",
)  # fmt: skip


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """The sources and their tests without the engine."""
    left_out = shutil.ignore_patterns("__pycache__", "fast")
    shutil.copytree(ROOT / "scoring", tmp_path / "scoring", ignore=left_out)
    for folder in ("scoring", "golden", "oracle"):
        shutil.copytree(ROOT / "tests" / folder, tmp_path / "tests" / folder, ignore=left_out)
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    return tmp_path


def test_what_says_the_rules_passes_without_the_engine(copied: Path) -> None:
    done = subprocess.run(
        [sys.executable, *PYTEST, *SAY_THE_RULES], cwd=copied, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout[-3000:]
    assert int(re.findall(r"(\d+) passed", done.stdout)[0]) > 700
    assert "skipped" not in done.stdout
