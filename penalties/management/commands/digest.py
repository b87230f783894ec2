from argparse import ArgumentTypeError
from collections.abc import Sequence
from datetime import date
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone
from django.utils.translation import override

from penalties.selectors.digest import digest
from tournaments.models import Event


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise ArgumentTypeError("YYYY-MM-DD") from error


class Command(BaseCommand):
    help = "The day of an event: rounds played, cards without signatures, open cases, tables from which nothing comes."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("event", help="the slug of the event")
        parser.add_argument("--day", type=_day, help="YYYY-MM-DD; today, where the event is, without it")
        parser.add_argument("--language", choices=dict(settings.LANGUAGES), help="of the text")
        parser.add_argument("--to", nargs="*", default=[], metavar="ADDRESS", help="send it there, if e-mail is set up")

    def handle(self, *args: Any, event: str, to: Sequence[str], **options: Any) -> None:
        found = Event.objects.filter(slug=event).first()
        if found is None:
            raise CommandError(f"沒有這個賽事 no such event: {event}")
        now = timezone.now()
        day = options["day"] or now.astimezone(found.zone).date()
        with override(options["language"] or settings.LANGUAGE_CODE):
            text = digest(found, day, now)
        if to and settings.MAIL:
            subject, _empty, body = text.partition("\n")
            EmailMessage(subject, body.lstrip("\n"), settings.DEFAULT_FROM_EMAIL, list(to)).send()
            self.stdout.write(f"已寄出 sent: {len(to)}")
            return
        if to:
            self.stderr.write("未寄出 not sent: 未設定 PAIJU_MAIL is not set")
        self.stdout.write(text, ending="")
