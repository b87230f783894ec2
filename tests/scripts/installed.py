"""An installation of its own for the programs of scripts/ and deploy/."""

import os
import socket
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def prepared(folder: Path) -> dict[str, str]:
    """The environment of an installation in this folder, brought up to the code."""
    given = {name: value for name, value in os.environ.items() if name not in {"DATABASE_URL", "SECRET_KEY"}}
    given |= {"PAIJU_DATA": str(folder), "DJANGO_SETTINGS_MODULE": "config.settings"}
    given |= {"HOST": "127.0.0.1", "PORT": str(free_port())}
    subprocess.run([ROOT / "scripts" / "prepare.sh"], env=given, check=True, capture_output=True)
    return given
