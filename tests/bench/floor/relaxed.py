"""The bare views on SQLite as it was until 2026: a commit does not wait for the disk."""

from config.settings import DATABASES as DATABASES
from tests.bench.floor.settings import *  # noqa: F403

if "init_command" in (_options := DATABASES["default"]["OPTIONS"]):
    _options["init_command"] = _options["init_command"].replace("synchronous=FULL", "synchronous=NORMAL")
