"""`manage.py audit [EVENT]`: compares everything stored with the acts; exit 1 when anything differs."""

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from tournaments.models import Game
from tournaments.services.audit import audit


class Command(BaseCommand):
    """核數."""

    help = "Fold every game again from its acts and print what is stored otherwise. Exit 1 on any difference."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("event", nargs="?", default="", help="the slug of one event; all events without it")

    def handle(self, *args: Any, event: str, **options: Any) -> None:
        count = 0
        for difference in audit(event):
            count += 1
            self.stdout.write(str(difference))
        games = Game.objects.filter(event__slug=event).count() if event else Game.objects.count()
        self.stdout.write(f"{games} 個半莊 games, {count} 項不符 differences")
        if count:
            sys.exit(1)
