from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone

from tournaments.audit.services import erase_overdue, overdue


class Command(BaseCommand):
    help = "Erase contact data and entries of events whose time to keep them is over, and sessions that have ended."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--show", action="store_true", help="only say what would be erased")

    def handle(self, *args: Any, show: bool, **options: Any) -> None:
        today, now = timezone.localdate(), timezone.now()
        for one in overdue(today) if show else erase_overdue(today=today, now=now):
            self.stdout.write(f"{one.event.slug}: {one.contacts} 項聯絡 contacts, {one.entries} 個報名 registrations")
        if not show:
            call_command("clearsessions")
