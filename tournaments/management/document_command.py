"""What `score` and `replay` have in common: a file or standard input, JSON out, exit 2 on bad input."""

import io
import sys
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

from scoring import ScoringError
from tournaments.documents import answer_text, error_text


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
        speak_utf8()
        try:
            text, fine = answer_text(self.kind, _read(file), language)
        except OSError as error:
            text, fine = error_text(_unreadable(file, error), language), False
        self.stdout.write(text)
        if not fine:
            sys.exit(2)


def speak_utf8() -> None:
    """JSON is UTF-8 whatever the terminal's own encoding is, which may not even have the names of the fans."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8")


def _read(file: str) -> bytes:
    return sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()


def _unreadable(file: str, error: OSError) -> ScoringError:
    why = error.strerror or str(error)
    return ScoringError("bad_value", f"讀不到檔案「{file}」：{why}", f"The file {file!r} cannot be read: {why}")
