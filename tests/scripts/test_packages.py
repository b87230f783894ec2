"""What is said of the locked packages: a bill of materials, and advisories."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.served import ROOT

LEFT_OUT = "left out: the advisories about packages cannot be read\n"


def test_the_bill_of_materials_names_every_package_of_the_lock_file() -> None:
    done = subprocess.run([sys.executable, "-m", "scripts.sbom"], cwd=ROOT, capture_output=True, text=True, check=True)
    bill = json.loads(done.stdout)
    locked = set(re.findall(r"^([a-z0-9-]+)==([^ ;]+)", (ROOT / "requirements.lock").read_text(), re.MULTILINE))
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.5")
    assert {(part["name"], part["version"]) for part in bill["components"]} == locked
    django = next(part for part in bill["components"] if part["name"] == "django")
    assert django["purl"] == f"pkg:pypi/django@{django['version']}"
    assert all(re.fullmatch(r"[0-9a-f]{64}", each["content"]) for each in django["hashes"])


@pytest.mark.parametrize(
    ("answer", "code", "said"),
    [
        ("echo 'No known vulnerabilities found'", 0, ""),
        ("echo 'Found 1 known vulnerability in 1 package'; exit 1", 1, "Found 1 known vulnerability in 1 package\n"),
        ("echo 'Temporary failure in name resolution'; exit 1", 0, LEFT_OUT),
    ],
)
def test_advisories_fail_where_they_can_be_read(tmp_path: Path, answer: str, code: int, said: str) -> None:
    audit = tmp_path / "pip-audit"
    audit.write_text(f"#!/bin/sh\n{answer}\n")
    audit.chmod(0o755)
    environment = {**os.environ, "PIP_AUDIT": str(audit)}
    done = subprocess.run(["scripts/advisories.sh"], cwd=ROOT, env=environment, capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (code, said)
