"""`manage.py rules RULE_SET`: fans, offences, readings and settings of a rule set as JSON."""

import json
import sys
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

from scoring import ScoringError, rules_document
from tournaments.documents import error_document
from tournaments.management.document_command import speak_utf8


class Command(BaseCommand):
    """規則: one rule set as data."""

    help = "Print a rule set as JSON."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("rule_set")

    def handle(self, *_args: Any, rule_set: str, **_options: Any) -> None:
        speak_utf8()
        try:
            document = rules_document(rule_set)
        except ScoringError as error:
            self.stdout.write(json.dumps(error_document(error, settings.LANGUAGE_CODE), ensure_ascii=False))
            sys.exit(2)
        self.stdout.write(json.dumps(document, ensure_ascii=False, indent=1))
