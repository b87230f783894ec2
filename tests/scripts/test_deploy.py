"""What docs/deploy.md tells people to install: units that systemd takes, and what they start."""

import configparser
import http.client
import json
import re
import shlex
import shutil
import signal
import subprocess
import time
from pathlib import Path
from urllib.request import urlopen

import pytest
from django.urls import resolve

from tests.lacking import lacking
from tests.served import ROOT, free_port

UNITS = ROOT / "deploy" / "systemd"
LINKS = ("/p/{}/", "/r/{}/", "/slip/{}/", "/api/registrations/{}/", "/api/registrations/{}/withdraw/")
"""Private links: each opens by itself, without signing in."""


def unit(name: str) -> dict[str, str]:
    parser = configparser.ConfigParser(strict=False, interpolation=None)
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read(UNITS / name)
    return dict(parser["Service"])


def test_systemd_takes_the_units(tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        lacking("no systemd-analyze (apt-get install systemd)")
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


@pytest.mark.parametrize("name", [path.name for path in UNITS.glob("*.service")])
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


SERVICES = sorted(path.name for path in UNITS.glob("*.service"))


def commands(name: str, data: str) -> dict[str, list[str]]:
    """What a unit runs, by when, for this folder of data in place of the one in the guide; of the event "evening"."""
    return {
        when: [
            word.replace("/srv/paiju/var", data).replace("/srv/paiju", str(ROOT)).replace("%i", "evening")
            for word in shlex.split(command)
        ]
        for when, command in unit(name).items()
        if when.startswith("Exec")
    }


@pytest.fixture(scope="module")
def given(environment: dict[str, str]) -> dict[str, str]:
    """Only the variables in /etc/paiju.env: systemd passes on none of the caller's."""
    said = {"PAIJU_DATA": environment["PAIJU_DATA"], "PAIJU_HTTPS": "1", "PAIJU_LOG": "json"}
    return said | {"ALLOWED_HOSTS": "paiju.example,127.0.0.1", "HOST": "127.0.0.1", "PORT": str(free_port())}


@pytest.mark.parametrize("name", [name for name in SERVICES if unit(name).get("Type") == "oneshot"])
def test_what_a_timer_starts_does_its_work_and_ends(name: str, given: dict[str, str]) -> None:
    for when, words in commands(name, given["PAIJU_DATA"]).items():
        words = [word for word in words if word != "$PAIJU_DIGEST_TO"]  # systemd leaves out what is empty
        done = subprocess.run(words, cwd=ROOT, env=given, capture_output=True, text=True, check=False)
        assert done.returncode == 0, (when, words, done.stderr)
    if name == "paiju-backup.service":
        assert list(Path(given["PAIJU_DATA"], "backup").glob("paiju-*.zip"))


@pytest.mark.parametrize("name", [name for name in SERVICES if unit(name).get("Type") != "oneshot"])
def test_what_runs_all_day_comes_up_and_ends_when_it_is_told_to(name: str, given: dict[str, str]) -> None:
    run = commands(name, given["PAIJU_DATA"])
    if before := run.get("ExecStartPre"):
        subprocess.run(before, cwd=ROOT, env=given, check=True)
    with subprocess.Popen(run["ExecStart"], cwd=ROOT, env=given, stderr=subprocess.PIPE, text=True) as process:
        try:
            if name == "paiju@.service":
                assert ready(int(given["PORT"]), process)
            else:
                with pytest.raises(subprocess.TimeoutExpired):
                    process.wait(timeout=5)
        finally:
            process.send_signal(getattr(signal, unit(name).get("KillSignal", "SIGTERM")))
            ended = process.wait(timeout=int(unit(name).get("TimeoutStopSec", "90")))
    assert ended in (0, -signal.SIGTERM)


def ready(port: int, process: "subprocess.Popen[str]") -> bool:
    """Whether it says so within half a minute."""
    until = time.monotonic() + 30
    while time.monotonic() < until and process.poll() is None:
        try:
            with urlopen(f"http://127.0.0.1:{port}/readyz", timeout=5) as answer:
                return bool(json.load(answer)["ready"])
        except (OSError, http.client.HTTPException):
            time.sleep(0.1)
    return False


def test_the_guide_names_every_file_and_repeats_none() -> None:
    guide = (ROOT / "docs" / "deploy.md").read_text()
    for file in [*UNITS.iterdir(), *(ROOT / "deploy" / "nginx").iterdir()]:
        assert file.name in guide, file.name
    assert "[Service]" not in guide
    assert "server_name" not in guide


def test_nginx_logs_no_private_link() -> None:
    folder = ROOT / "deploy" / "nginx"
    pattern = re.search(r'"~(\^.*)" "\$\{paiju_private\}', (folder / "cache.conf").read_text())
    assert pattern
    private = re.compile(pattern[1].replace("?<", "?P<"))
    routes = {resolve(link.format("X")).route for link in LINKS}
    assert all(route.partition("<")[2].startswith("str:token>") for route in routes)
    found = [private.match(link.format("SECRET")) for link in LINKS]
    assert [one and one["paiju_private"] for one in found] == [link.partition("{")[0] for link in LINKS]
    assert not private.match("/rules/")
    servers = (folder / "paiju.conf").read_text().split("server {")[1:]
    assert ["access_log /var/log/nginx/paiju.log paiju;" in one for one in servers if "listen" in one] == [True, True]


def test_nginx_forgets_answers_that_nobody_asks_for() -> None:
    """It gives the old one to others while one request renews it, however old that is: with a name from before."""
    folder = ROOT / "deploy" / "nginx"
    zone = re.search(r"proxy_cache (\w+);", (folder / "live.conf").read_text())
    assert zone
    kept = re.search(rf"keys_zone={zone[1]}:\S+ .*inactive=(\S+)", (folder / "cache.conf").read_text())
    assert kept
    assert kept[1] == "5s"


def test_nginx_says_what_to_do_for_an_app_that_is_away_or_silent() -> None:
    said = re.search(r"error_page ([\d ]+) = @away;", (ROOT / "deploy" / "nginx" / "paiju.conf").read_text())
    assert said
    assert said[1].split() == ["502", "504"]
