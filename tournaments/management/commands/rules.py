import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from scoring.documents import BAD_INPUT, LANGUAGES, answer_rules, speak_utf8


class Command(BaseCommand):
    help = "Print a rule set as JSON."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("rule_set")
        parser.add_argument("--language", default=LANGUAGES[0], choices=LANGUAGES)

    def handle(self, *_args: Any, rule_set: str, language: str, **_options: Any) -> None:
        speak_utf8()
        text, fine = answer_rules(rule_set, language)
        self.stdout.write(text)
        if not fine:
            sys.exit(BAD_INPUT)
