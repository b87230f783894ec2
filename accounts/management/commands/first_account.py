import os
from getpass import getpass
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.urls import reverse
from django.utils import timezone

from accounts import first, selectors, services
from accounts.addresses import printed_base


class Command(BaseCommand):
    help = "While nobody looks after the accounts: tells the code for the first one, or makes it (--username)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--username", help="make the account here; its password is asked for")
        parser.add_argument("--display-name", default="", help="the name that others see")
        parser.add_argument("--organisation", default="本會", help="the club whose events it may make")  # data

    def handle(self, *args: Any, username: str | None, display_name: str, organisation: str, **options: Any) -> None:
        if selectors.administered():
            if username:
                raise CommandError("已經有人管理帳戶。 Somebody looks after the accounts already.")
            return
        if username:
            self._make(username, display_name or username, organisation)
        else:
            self._tell()

    def _tell(self) -> None:
        self.stdout.write(
            f"\n  第一個帳戶 first account\t{printed_base()}{reverse('accounts:first_account')}"
            f"\n  　　 開機代碼 code\t{first.first_code()}\n"
        )

    def _make(self, username: str, display_name: str, organisation: str) -> None:
        # For scripts, like Django's own createsuperuser.
        password = os.environ.get("DJANGO_SUPERUSER_PASSWORD") or getpass("密碼 password: ")
        try:
            first.open_first_account(
                code=first.first_code(),
                username=username,
                display_name=display_name,
                password=password,
                organisation=organisation,
                now=timezone.now(),
            )
        except services.NameTaken as taken:
            raise CommandError(f"{taken}：這個名稱已經有人用。 This name is taken.") from taken
