"""Habits of the house that neither ruff nor import-linter can say."""

import ast
import re
import subprocess
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.template import TemplateSyntaxError
from django.template.loader import get_template
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[2]
APPS = ("config", "accounts", "tournaments", "penalties", "scoring")
RULE_SETS = ("hkma-league", "hkma-masters", "hk-classic", "tw-club", "tw-sixteen", "mcr")
BINARY = {".png", ".ico", ".woff2", ".mo", ".pdf", ".jpg", ".xlsx", ".xz"}


def tracked() -> list[Path]:
    """Return the files of the repository (committed or about to be), or of the folder where there is no git."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if listed.returncode:
        hidden = (".venv", "var", ".git")
        return [path for path in ROOT.rglob("*") if path.is_file() and path.relative_to(ROOT).parts[0] not in hidden]
    return [ROOT / name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()]


def modules(*folders: str) -> list[Path]:
    found = [path for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))]
    return [path for path in found if "migrations" not in path.parts]


def services(app: str) -> list[Path]:
    return [path for path in modules(app) if "services" in path.parts or path.stem == "services"]


def templates() -> list[Path]:
    found = sorted((ROOT / "templates").rglob("*.html"))
    return found + [path for app in APPS for path in sorted((ROOT / app).glob("templates/**/*.html"))]


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def places(pattern: str, paths: list[Path]) -> Iterator[str]:
    """Yield "file:line: text" for every place that holds the pattern; ^ and $ are of a line."""
    for path in paths:
        text = path.read_text()
        for found in re.finditer(pattern, text, re.MULTILINE):
            yield f"{name(path)}:{text.count(chr(10), 0, found.start()) + 1}: {found[0].strip()[:80]}"


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text())


def rule_set_names(path: Path) -> Iterator[str]:
    """Yield where code, not a docstring or comment, asks for a rule set by its name."""
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Compare | ast.MatchValue):
            for part in ast.walk(node):
                if isinstance(part, ast.Constant) and part.value in RULE_SETS:
                    yield f"{name(path)}:{part.lineno}: {part.value}"


def test_nothing_decides_by_the_name_of_a_rule_set() -> None:
    """A rule set is data: what differs between two of them stands in their files."""
    assert [find for path in modules(*APPS) for find in rule_set_names(path)] == []


def test_names_of_tests_have_a_subject() -> None:
    """Only in a class, whose name it is, does a name begin with "it"."""
    tests = [path for path in tracked() if path.name.startswith("test_") and path.suffix == ".py"]
    assert list(places(r"^def test_its?_", tests)) == []


def test_rows_are_locked_without_their_keys() -> None:
    """`tournaments.core.locks` says why. A lock on a joined table would come with it: `of` names the one."""
    locks = places(r"select_for_update\((?!.*no_key=True)", modules("accounts", "tournaments", "penalties"))
    assert list(locks) == []


def test_scoring_has_no_clock_no_chance_and_no_database() -> None:
    banned = {"datetime", "time", "random", "sqlite3", "os", "django"}
    finds = []
    for path in modules("scoring"):
        for node in ast.walk(parsed(path)):
            imported = [each.name for each in node.names] if isinstance(node, ast.Import) else []
            imported += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            finds += [f"{name(path)}: {each}" for each in imported if each.partition(".")[0] in banned]
    # PAIJU_COUNT says whether the engine or the definition counts; a data set is dealt by its seed.
    assert finds == ["scoring/count/__init__.py: os", "scoring/dataset.py: random"]


BITS = ast.LShift | ast.RShift | ast.Invert | ast.BitXor
"""Operators that only whole numbers have, or that nothing here needs for sets."""


def bit_operators(path: Path) -> Iterator[str]:
    """Yield where a module shifts, flips or masks a number; `|` and `&` of sets, mappings and types are no such."""
    for node in ast.walk(parsed(path)):
        operator = getattr(node, "op", None)
        sides = [getattr(node, side, None) for side in ("left", "right", "value", "target")]
        numbers = [side for side in sides if isinstance(side, ast.Constant) and isinstance(side.value, int)]
        if isinstance(operator, BITS) or (numbers and isinstance(operator, ast.BitAnd | ast.BitOr)):
            yield f"{name(path)}:{getattr(node, 'lineno', 0)}"


def test_only_the_engine_and_the_tiles_away_pack_bits() -> None:
    """`scoring/fast` may be deleted: what else counts is plain data."""
    found = {find for path in modules("scoring") for find in bit_operators(path)}
    rooms = {"/".join(find.partition(":")[0].split("/")[:2]) for find in found}
    assert rooms == {"scoring/away.py", "scoring/fast"}, sorted(found)


def test_no_test_needs_the_engine() -> None:
    """Tests of the engine itself use `pytest.importorskip`."""
    tests = [path for path in tracked() if name(path).startswith("tests/") and path.suffix == ".py"]
    assert list(places(r"^\s*(from scoring\.fast|import scoring\.fast|from scoring import .*\bfast\b)", tests)) == []


def test_templates_hold_no_style_and_no_script_of_their_own() -> None:
    """The content security policy would drop them silently."""
    pattern = (
        r"\sstyle\s*=|<style\b|\son[a-z]+\s*=\s*[\"']|javascript:|<script(?![^>]*\b(src=|type=\"application/json\"))"
    )
    assert list(places(pattern, templates())) == []


def test_scripts_hold_no_chinese() -> None:
    """Scripts take their words from the page, which has them in the reader's language."""
    comments = re.compile(r"/\*.*?\*/|(?<!:)//[^\n]*", re.DOTALL)
    spoken = {
        name(path): re.findall(r"[\u3400-\u9fff]+", comments.sub("", path.read_text()))
        for path in sorted((ROOT / "static" / "js").rglob("*.js"))
    }
    assert {where: words for where, words in spoken.items() if words} == {}


@pytest.mark.parametrize("path", templates(), ids=name)
def test_every_template_can_be_read(path: Path) -> None:
    if "templates" in path.parts:
        relative = Path(*path.parts[path.parts.index("templates") + 1 :])
        try:
            get_template(relative.as_posix())
        except TemplateSyntaxError as error:
            pytest.fail(f"{name(path)}: {error}")


def test_every_static_file_that_a_template_names_is_there() -> None:
    """A name without a file makes the whole page fail once files carry hashes."""
    pattern = re.compile(r"\{%\s*static\s+[\"']([^\"']+)[\"']")
    named = {(name(path), each) for path in templates() for each in pattern.findall(path.read_text())}
    assert sorted((where, each) for where, each in named if finders.find(each) is None) == []


def test_no_file_names_a_registry_or_a_place_on_one_machine() -> None:
    paths = [path for path in tracked() if path.suffix not in BINARY and path.suffix != ".svg"]
    readable = [path for path in paths if path != Path(__file__)]
    hosts = r"(index-url|extra-index|registry) *[=:]|pypi\.org|files\.pythonhosted|registry\.npmjs"
    homes = r"(^|[^a-z.\w])/(work|farm|root|home|Users)/\w"
    assert list(places(f"{hosts}|{homes}", readable)) == []


def test_lock_files_hold_every_requirement_and_no_address() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    wanted = {
        "requirements.lock": project["project"]["dependencies"],
        "requirements-dev.lock": project["project"]["dependencies"] + project["dependency-groups"]["dev"],
    }
    for lock, requirements in wanted.items():
        text = (ROOT / lock).read_text()
        pinned = dict(re.findall(r"^([a-z0-9-]+)==([^ ;\\]+)", text, re.MULTILINE))
        for each in map(Requirement, requirements):
            assert each.specifier.contains(pinned[each.name.lower()]), f"{lock}: {each}; run: make lock"
        assert "://" not in text


def test_the_makefile_has_the_promised_commands() -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    assert {"run", "test", "bench", "lint", "demo", "setup", "lock", "translations"} <= targets


UNTOLD = {
    "tournaments/tables/services/refunds.py": "worked out again by the audit",
    "tournaments/players/services/blacklist.py": "belongs to no event",
    "tournaments/tables/services/calls.py": "changes no result",
    "tournaments/scorecards/services.py": "vouched for by the acts of signing and reopening",
    "tournaments/tables/services/reopening.py": "vouched for by the act with which the card is open again",
}


def test_services_that_write_tell_the_history_of_the_event() -> None:
    """What is written past the history is a difference to the audit."""
    writing = re.compile(r"\.(create|bulk_create|get_or_create|update|bulk_update|delete|save)\(")
    silent = {
        name(path)
        for app in ("tournaments", "penalties")
        for path in services(app)
        if writing.search(path.read_text()) and "core.event_log import" not in path.read_text()
    }
    silent -= {name(path) for path in services("tournaments") if "event_log.append_act(" in path.read_text()}
    assert silent - {"tournaments/core/event_log.py"} == UNTOLD.keys()
    disabling = places(r"disabled\(|triggers\.drop", [p for p in modules(*APPS, "scripts") if p.name != "triggers.py"])
    assert [place.partition(":")[0] for place in disabling] == ["tournaments/players/services/erasure.py"]


PAGES = re.compile(r"from tournaments\.(\w+)(?:\.| import )(api|forms|views)\b")
ACROSS = {
    "penalties/api.py: tables.api",
    "penalties/forms.py: tables.forms",
    "penalties/views/rulings.py: offline.views",
    "penalties/views/rulings.py: tables.forms",
    "tournaments/offline/views.py: tables.forms",
    "tournaments/organising/views.py: hall.views",
    "tournaments/players/api.py: tables.api",
    "tournaments/rounds/api.py: tables.api",
    "tournaments/scorecards/api.py: tables.api",
    "tournaments/standings/views.py: scorecards.forms",
}
"""Still to be parted; add none."""


def test_packages_import_no_views_forms_or_api_of_another() -> None:
    """What two packages share is a service, a selector or a phrase. `urls` and the demo put the packages together."""
    paths = [path for path in modules("tournaments", "penalties") if path.stem not in ("urls", "demo")]
    found = {
        f"{name(path)}: {imported[1]}.{imported[2]}"
        for path in paths
        for imported in PAGES.finditer(path.read_text())
        if f"tournaments/{imported[1]}/" not in name(path)
    }
    assert found == ACROSS


PURE_ROOMS = ("phrases", "rounds/seating", "rulebook", "tables/game_log", "tables/recording")
"""Rooms of tournaments without a database and without a request."""
OUTSIDE = ("api", "urls", "views")


def test_pure_rooms_import_nothing_of_django_but_its_words() -> None:
    paths = [path for room in PURE_ROOMS for path in modules(f"tournaments/{room}") if path.stem not in OUTSIDE]
    imports = places(r"^\s*(from|import) (django(?!\.utils)|tournaments\.models(?!\.digests))\b", paths)
    assert {line.partition(":")[0] for line in imports} == {
        "tournaments/tables/game_log/as_of.py",
        "tournaments/tables/game_log/read.py",
    }
