import sys
from collections.abc import Callable
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from scoring.documents import BAD_INPUT, LANGUAGES, answer_file, speak_utf8


class DocumentCommand(BaseCommand):
    """Processes a document (or an array of them) from a file or standard input, as `python -m scoring KIND` does; exit
    status 2 for bad input.

    `kind`: the kind of document, or a function that processes one.
    """

    kind: str | Callable[[Any], dict[str, Any]]
    # Skip checks of the database, which counting does not use.
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help="a JSON file, or - for standard input")
        parser.add_argument("--language", default=LANGUAGES[0], choices=LANGUAGES)

    def handle(self, *_args: Any, file: str, language: str, **_options: Any) -> None:
        speak_utf8()
        text, fine = answer_file(self.kind, file, language)
        self.stdout.write(text)
        if not fine:
            sys.exit(BAD_INPUT)
