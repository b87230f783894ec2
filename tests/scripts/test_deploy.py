"""What docs/deploy.md tells people to install: units that systemd takes, and what they start; a bill of materials."""

import configparser
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from scripts import advisories

ROOT = Path(__file__).resolve().parents[2]
UNITS = ROOT / "deploy" / "systemd"


def unit(name: str) -> dict[str, str]:
    parser = configparser.ConfigParser(strict=False, interpolation=None)
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read(UNITS / name)
    return dict(parser["Service"])


def test_systemd_takes_the_units(tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("no systemd-analyze (apt-get install systemd)")
    names = []
    for file in UNITS.iterdir():
        text = file.read_text().replace("/srv/paiju/var", str(tmp_path)).replace("/srv/paiju", str(ROOT))
        name = file.name.replace("@.", "@evening.")
        (tmp_path / name).write_text(text)
        names.append(str(tmp_path / name))
    done = subprocess.run(["systemd-analyze", "verify", *names], capture_output=True, text=True, check=False)
    if "Failed to" in done.stderr and "manager" in done.stderr:
        pytest.skip("systemd-analyze verifies nothing here")
    complaints = [line for line in done.stderr.splitlines() if str(tmp_path) in line or "paiju" in line]
    assert complaints == []


@pytest.mark.parametrize("name", sorted(path.name for path in UNITS.glob("*.service")))
def test_a_unit_starts_what_is_there(name: str) -> None:
    said = unit(name)
    assert said["WorkingDirectory"] == "/srv/paiju"
    assert said["User"] == "paiju"
    for command in (said["ExecStart"], said.get("ExecStartPre", "")):
        words = command.replace("/srv/paiju/", "").split()
        if words[:1] == [".venv/bin/python"]:
            what = words[2].replace(".", "/") + ".py" if words[1] == "-m" else words[1]
            assert (ROOT / what).is_file(), command
            commands = [*ROOT.glob("*/management/commands/*.py")]
            assert words[1] == "-m" or words[2] in {path.stem for path in commands}, command
        elif words:
            assert (ROOT / words[0]).stat().st_mode & 0o100, command


def test_the_guide_names_every_file_and_repeats_none() -> None:
    guide = (ROOT / "docs" / "deploy.md").read_text()
    for file in [*UNITS.iterdir(), *(ROOT / "deploy" / "nginx").iterdir()]:
        assert file.name in guide, file.name
    assert "[Service]" not in guide
    assert "server_name" not in guide


def test_the_bill_of_materials_names_every_package_of_the_lock_file() -> None:
    done = subprocess.run([sys.executable, "-m", "scripts.sbom"], cwd=ROOT, capture_output=True, text=True, check=True)
    bill = json.loads(done.stdout)
    locked = set(re.findall(r"^([a-z0-9-]+)==([^ ;]+)", (ROOT / "requirements.lock").read_text(), re.MULTILINE))
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.5")
    assert {(part["name"], part["version"]) for part in bill["components"]} == locked
    django = next(part for part in bill["components"] if part["name"] == "django")
    assert django["purl"] == f"pkg:pypi/django@{django['version']}"
    assert all(re.fullmatch(r"[0-9a-f]{64}", each["content"]) for each in django["hashes"])
    assert django["licenses"]


class TestAdvisories:
    @pytest.fixture
    def asked(self, monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
        """No faults, unless a test says otherwise; the packages that were asked for."""
        seen: list[list[str]] = []

        def ask(parts: list[str]) -> list[dict[str, object]]:
            seen.append(parts)
            return [{} for _part in parts]

        monkeypatch.setattr(advisories, "_ask", ask)
        return seen

    def test_every_locked_package_is_asked_for(
        self, asked: list[list[str]], capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert advisories.main() == 0
        assert "pkg:pypi/granian@" in " ".join(asked[0])
        assert capsys.readouterr().out == ""

    def test_a_fault_is_named_and_fails(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        def ask(parts: list[str]) -> list[dict[str, object]]:
            return [{"vulns": [{"id": "GHSA-1"}]} if "/django@" in part else {} for part in parts]

        monkeypatch.setattr(advisories, "_ask", ask)
        assert advisories.main() == 1
        assert re.fullmatch(r"pkg:pypi/django@[\d.]+: GHSA-1\n", capsys.readouterr().out)

    def test_without_the_internet_it_is_one_line(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.setenv("PAIJU_ADVISORIES", "http://127.0.0.1:9")
        assert advisories.main() == 0
        assert capsys.readouterr().out == "left out: the advisories about packages can't be reached\n"
