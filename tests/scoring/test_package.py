"""`paiju-scoring`: the wheel counts, replays and prints rules in an environment that has nothing else."""

import io
import json
import os
import re
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from tests.lacking import FULL

ROOT = Path(__file__).parents[2]
SCORING = ROOT / "scoring"
HAND = {
    "rule_set": "hkma-league", "concealed": "123m56m789p234p567s88s", "winning_tile": "4m",
    "self_draw": True, "seat_wind": "S", "round_wind": "E",
}  # fmt: skip
GAME = {
    "rule_set": "hkma-league", "players": ["甲", "乙", "丙", "丁"],
    "events": [{"type": "win", "winner": 2, "self_draw": True, "hand": {"concealed": HAND["concealed"],
                                                                        "winning_tile": "4m"}}],
}  # fmt: skip
DOCTESTS = """
import doctest, pathlib, re, sys
readme = pathlib.Path(sys.argv[1]).read_text(encoding="utf-8")
examples = "\\n".join(re.findall(r"```pycon\\n(.*?)```", readme, re.DOTALL))
test = doctest.DocTestParser().get_doctest(examples, {"__name__": "__main__"}, "README.md", sys.argv[1], 0)
print(*doctest.DocTestRunner().run(test))
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built as pip builds it, with the build backend of the development packages and no network."""
    folder = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip", "wheel", "-q", "--no-index", "--no-deps", "--no-build-isolation"]
    done = subprocess.run([*pip, "-w", str(folder), str(SCORING)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    [built] = folder.glob("*.whl")
    return built


class Empty:
    """An environment with Python and the wheel in it."""

    def __init__(self, folder: Path, wheel: Path) -> None:
        venv.create(folder, with_pip=False, symlinks=True)
        self.python = folder / "bin" / "python"
        # To install a wheel of pure Python is to unpack it.
        [where] = self.run("-c", "import sysconfig; print(sysconfig.get_path('purelib'))").stdout.split()
        with zipfile.ZipFile(wheel) as file:
            file.extractall(where)
        self.packages = Path(where)

    def run(self, *arguments: str, given: str = "") -> subprocess.CompletedProcess[str]:
        # -I: neither this folder nor PYTHONPATH is looked at.
        command = [str(self.python), "-I", *arguments]
        return subprocess.run(command, input=given, capture_output=True, text=True, encoding="utf-8", check=False)


@pytest.fixture(scope="module")
def empty(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Empty:
    return Empty(tmp_path_factory.mktemp("empty"), wheel)


def app(monkeypatch: pytest.MonkeyPatch, command: str, *arguments: str, given: str = "") -> tuple[str, int]:
    """The same command of the app: what it prints and its exit status."""
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(given.encode())))
    out = io.StringIO()
    try:
        call_command(command, *arguments, stdout=out)
    except SystemExit as end:
        return out.getvalue(), int(end.code or 0)
    return out.getvalue(), 0


def test_the_package_has_no_django_there_and_imports_it_from_there(empty: Empty) -> None:
    assert "No module named 'django'" in empty.run("-c", "import django").stderr
    imported = empty.run("-c", "import scoring, sys; print(scoring.__file__); print(*sys.modules)").stdout
    where, modules = imported.splitlines()
    assert Path(where).is_relative_to(empty.packages)
    assert {name.partition(".")[0] for name in modules.split()} - sys.stdlib_module_names <= {
        "__main__", "scoring", "sitecustomize",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("command", "given"),
    [
        (("score", "-"), HAND),
        (("score", "-"), [HAND, {**HAND, "winning_tile": "9z"}]),
        (("score", "-", "--language", "en"), {**HAND, "colour": "red"}),
        (("score", "no-such-file.json", "--language", "en"), None),
        (("replay", "-"), GAME),
        (("rules", "tw-club"), None),
        (("rules", "tw"), None),
    ],
    ids=["a hand", "an array", "a refusal", "no file", "a game", "rules", "no rules"],
)
def test_the_package_answers_as_the_app_does(
    empty: Empty, command: tuple[str, ...], given: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "" if given is None else json.dumps(given)
    there = empty.run("-m", "scoring", *command, given=text)
    assert json.loads(there.stdout)
    assert there.stderr == ""
    assert (there.stdout, there.returncode) == app(monkeypatch, *command, given=text)


def test_the_package_names_its_commands(empty: Empty) -> None:
    asked = empty.run("-m", "scoring")
    assert (asked.returncode, "score|replay|explain|waits|away|convert|rules|hands" in asked.stderr) == (2, True)


def test_the_package_is_installed_as_a_command_with_its_version(empty: Empty, wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as file:
        entry = file.read("paiju_scoring-0.1.0.dist-info/entry_points.txt").decode()
    assert "paiju-score = scoring.__main__:main" in entry
    assert empty.run("-c", "import scoring; print(scoring.__version__)").stdout == "0.1.0\n"


def test_the_package_answers_what_else_is_asked_about_a_hand(empty: Empty) -> None:
    def answer(command: str, document: Any) -> Any:
        return json.loads(
            empty.run("-m", "scoring", command, "-", "--language", "en", given=json.dumps(document)).stdout
        )

    explained = answer("explain", HAND)
    assert explained.items() >= answer("score", HAND).items()
    assert [(one["name"], one["because"], one["groups"]) for one in explained["reasons"]][2:] == [
        ("將眼", "groups", [["88s"]]), ("大平", "hand", []),
    ]  # fmt: skip
    assert {"name": "平糊", "count": 1, "by": "大平", "why": "implied", "groups": []} in explained["dropped"]
    tiles = {"rule_set": "hkma-league", "concealed": HAND["concealed"]}
    assert answer("waits", [tiles, {**tiles, "visible": "444m"}]) == [
        {"rule_set": "hkma-league", "waits": "47m"}, {"rule_set": "hkma-league", "waits": "47m"},
    ]  # fmt: skip
    near = answer("away", {**tiles, "visible": "444m"})
    assert (near["away"], near["tiles"], near["left"]) == (
        0, [{"tile": "4m", "left": 1}, {"tile": "7m", "left": 4}], 5,
    )  # fmt: skip
    assert answer("waits", {**tiles, "concealed": "123m"})["error"]["code"] == "wrong_tile_count"
    assert answer("away", {**tiles, "colour": "red"})["error"]["code"] == "unknown_key"


def test_the_package_converts_a_game_to_text_and_back(empty: Empty, tmp_path: Path) -> None:
    text = empty.run("-m", "scoring", "convert", "-", given=json.dumps(GAME)).stdout
    assert "1. W wins (123m56m789p234p567s88s +4m) self-draw" in text
    assert json.loads(empty.run("-m", "scoring", "convert", "-", given=text).stdout) == GAME
    for broken, code in ((text.replace("wins", "win"), "bad_notation"), ("[]", "bad_event"), ("{", "bad_value")):
        refused = empty.run("-m", "scoring", "convert", "-", given=broken)
        assert (refused.returncode, json.loads(refused.stdout)["error"]["code"]) == (2, code)


def test_the_command_makes_the_data_set_of_which_a_sample_is_kept(empty: Empty) -> None:
    """Renew it after a change of counts: python -m scoring hands --number 5 > scoring/docs/hands-sample.jsonl"""
    made = empty.run("-m", "scoring", "hands", "--number", "5").stdout
    assert made == (SCORING / "docs" / "hands-sample.jsonl").read_text(encoding="utf-8")


def test_the_package_says_the_same_without_the_engine(empty: Empty, tmp_path: Path) -> None:
    """`scoring/fast` is optional: with its files gone the definition counts."""
    with_engine = empty.run("-m", "scoring", "score", "-", given=json.dumps(HAND))
    gone = empty.packages / "scoring" / "fast"
    gone.rename(tmp_path / "fast")
    try:
        without = empty.run("-m", "scoring", "score", "-", given=json.dumps(HAND))
    finally:
        (tmp_path / "fast").rename(gone)
    assert without.stdout == with_engine.stdout
    assert json.loads(without.stdout)["total"] == 27


@pytest.mark.parametrize(
    "guide", [file for file in sorted(SCORING.rglob("*.md")) if ">>> " in file.read_text(encoding="utf-8")], ids=str
)
def test_the_pages_of_the_package_say_what_happens(empty: Empty, guide: Path) -> None:
    done = empty.run("-c", DOCTESTS, str(guide))
    assert done.stdout.split() == ["0", str(guide.read_text(encoding="utf-8").count(">>> "))], done.stdout


@pytest.mark.skipif(not FULL, reason="mypy reads the whole package first")
def test_a_program_that_uses_it_finds_its_types(empty: Empty, tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(
        "from scoring import Hand, rule_set\n"
        'hand = Hand.parse("123m56m789p234p567s88s +4m S/E discard")\n'
        'score = rule_set("hkma-league").score(hand)\n'
        "reveal_type(score.total)\n"
        "reveal_type(score.fans)\n"
        'reveal_type(rule_set("mcr").tiles_away("123m", ["pung 777z"]).useful)\n'
        "hand.seat\n"
    )
    mypy = [sys.executable, "-m", "mypy", "--strict", "--python-executable", str(empty.python), "--cache-dir"]
    done = subprocess.run(
        [*mypy, str(tmp_path), str(program)], capture_output=True, text=True, cwd=tmp_path, check=False
    )
    for revealed in ('type is "int"', "FanRow", "Useful", '"Hand" has no attribute "seat"'):
        assert revealed in done.stdout
    assert "Found 1 error" in done.stdout


def test_the_wheel_has_no_word_of_the_web(wheel: Path) -> None:
    words = re.compile(r"django|html|https?:|htmx|cookie|csrf|browser|javascript|stylesheet", re.IGNORECASE)
    with zipfile.ZipFile(wheel) as file:
        for name in file.namelist():
            if name.startswith("scoring/"):
                assert not words.findall(file.read(name).decode()), name


def test_the_wheel_holds_the_modules_that_git_holds(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as file:
        names = set(file.namelist())
        record = file.read("paiju_scoring-0.1.0.dist-info/RECORD").decode()
        about = file.read("paiju_scoring-0.1.0.dist-info/METADATA").decode()
    modules = {path.relative_to(ROOT).as_posix() for end in ("*.py", "*.toml", "*.txt") for path in SCORING.rglob(end)}
    assert {name for name in names if name.startswith("scoring/")} == modules - {"scoring/pyproject.toml"} | {
        "scoring/py.typed"
    }
    assert {line.split(",")[0] for line in record.splitlines()} == names
    assert "Requires-Dist" not in about
    assert "Classifier: Typing :: Typed" in about
    assert "License-Expression: MIT" in about


def test_a_change_of_the_sources_shows_where_the_package_is_installed_editable(tmp_path: Path) -> None:
    venv.create(tmp_path / "env", with_pip=False, symlinks=True)
    python = str(tmp_path / "env" / "bin" / "python")
    pip = [sys.executable, "-m", "pip", "--python", python, "install", "-q", "--no-index", "--no-build-isolation"]
    hatchling = Path(sysconfig.get_path("purelib"))
    subprocess.run([*pip, "-e", str(SCORING)], check=True, env={**os.environ, "PYTHONPATH": str(hatchling)})
    where = subprocess.run(
        [python, "-I", "-c", "import scoring; print(scoring.__file__)"], capture_output=True, text=True, check=True
    )
    assert Path(where.stdout.strip()) == SCORING / "__init__.py"


def test_the_package_comes_with_the_licence_of_the_whole() -> None:
    assert (SCORING / "LICENSE").read_bytes() == (ROOT / "LICENSE").read_bytes()
