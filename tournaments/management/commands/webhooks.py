import time
from datetime import UTC, datetime
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.db import OperationalError, connection
from django.utils import timezone

from tournaments.webhooks import services as webhooks

EVERY = 2.0


class Command(BaseCommand):
    help = "Send results to the addresses that organisers have set (webhooks). Runs until it is stopped."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--once", action="store_true", help="send what is due now, and end")

    def handle(self, *args: Any, once: bool, **options: Any) -> None:
        while True:
            try:
                self._look()
            except OperationalError as error:
                # The database is away or busy: try again next time.
                self.stderr.write(f"{datetime.now(UTC):%H:%M:%S} {error}")
                connection.close()
                if once:
                    raise
            if once:
                return
            time.sleep(EVERY)

    def _look(self) -> None:
        webhooks.collect(timezone.now())
        silent: set[int] = set()
        for delivery in webhooks.claim(timezone.now(), silent):
            status, fault = None, ""
            headers = {
                "Content-Type": "application/json",
                "User-Agent": "Paiju",
                "Paiju-Event": delivery.kind,
                "Paiju-Delivery": str(delivery.pk),
                "Paiju-Signature": webhooks.signature(delivery.webhook, delivery.body, timezone.now()),
            }
            try:
                status = webhooks.post(delivery.webhook.address, delivery.body, headers)
            except webhooks.NotSent as error:
                fault = str(error)
                silent.add(delivery.webhook_id)
            webhooks.note(delivery=delivery, status=status, fault=fault, now=timezone.now())
