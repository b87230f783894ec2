"""Migrate the database, collect static files, then run the Django commands given.

In one process, because starting Django takes longer than most of these steps. Idempotent.
"""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import django
from django.conf import settings
from django.core.management import call_command

from config.bundles import SCRIPTS, STYLES, TABLE_SCRIPTS

ROOT = Path(__file__).resolve().parent.parent


def main(commands: list[str]) -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    os.umask(0o077)  # only the owner may read these files, the database above all
    django.setup()
    call_command("migrate", interactive=False, verbosity=0)
    _collect_static()
    for command in commands:
        call_command(*command.split())


def _collect_static() -> None:
    """Collect and compress static files, which takes seconds, only if a file or a package has changed."""
    kept, made_from = Path(settings.STATIC_ROOT, ".made-from"), "\n".join(static_sources())
    if kept.exists() and kept.read_text() == made_from:
        return
    # Left out: files of packages for pages this site does not have, and sources that are served in a bundle.
    unused = ["redoc", "rest_framework", "django_htmx"]
    unused += [*(f"css/{name}.css" for name in STYLES), *(f"js/{name}.js" for name in SCRIPTS + TABLE_SCRIPTS)]
    call_command("collectstatic", interactive=False, verbosity=0, ignore_patterns=unused)
    kept.write_text(made_from)


def static_sources() -> Iterator[str]:
    files = [ROOT / name for name in ("requirements.lock", "config/settings.py", "config/bundles.py")]
    for path in sorted([*files, *(ROOT / "static").rglob("*.*")]):
        yield f"{path} {path.stat().st_size} {path.stat().st_mtime_ns}"


if __name__ == "__main__":
    main(sys.argv[1:])
