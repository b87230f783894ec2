"""What `score` and `replay` have in common: a file or standard input, JSON out, exit 2 on bad input."""

import sys
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.documents import answer_text


class DocumentCommand(BaseCommand):
    """Answers the document (or the array of documents) of one file with `kind` of `tournaments.documents`."""

    kind: str
    # Pure counting: no database is asked, so none is checked.
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help="a JSON file, or - for standard input")
        parser.add_argument(
            "--language", default=settings.LANGUAGE_CODE, choices=[code for code, _name in settings.LANGUAGES]
        )

    def handle(self, *_args: Any, file: str, language: str, **_options: Any) -> None:
        text, fine = answer_text(self.kind, _read(file), language)
        self.stdout.write(text)
        if not fine:
            sys.exit(2)


def _read(file: str) -> str:
    try:
        if file == "-":
            return sys.stdin.buffer.read().decode()
        return Path(file).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise CommandError(f"{file}: {error}", returncode=2) from error
