import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db.models import F

from tournaments.audit.checks import audit
from tournaments.models import Event, EventAct, Game


class Command(BaseCommand):
    help = "Fold every game again from its acts and print what is stored otherwise. Exit 1 on any difference."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("event", nargs="?", default="", help="the slug of one event; all events without it")

    def handle(self, *args: Any, event: str, **options: Any) -> None:
        count = 0
        try:
            for difference in audit(event):
                count += 1
                self.stdout.write(str(difference))
        except Event.DoesNotExist as error:
            raise CommandError(f"沒有這個賽事 no such event: {event}") from error
        of_event = {"event__slug": event} if event else {}
        last = EventAct.objects.filter(number=F("event__act_count"), **of_event).order_by("event")
        for slug, number, digest in last.values_list("event__slug", "number", "digest"):
            self.stdout.write(f"{slug} {number} {digest}")
        games = Game.objects.filter(**of_event).count()
        self.stdout.write(f"{games} 個半莊 games, {count} 項不符 differences")
        if count:
            sys.exit(1)
