import os
from getpass import getpass
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.urls import reverse
from django.utils import timezone

from accounts import services
from accounts.network import printed_base


class Command(BaseCommand):
    help = "Until there is an administrator of accounts: prints the code for the first one, or makes it (--username)."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--username", help="make the account here; its password is asked for")
        parser.add_argument("--display-name", default="", help="the name that others see")
        parser.add_argument("--organisation", default="本會", help="the club whose events it may make")  # data

    def handle(self, *args: Any, username: str | None, display_name: str, organisation: str, **options: Any) -> None:
        if services.has_administrator():
            if username:
                raise CommandError("已經有人管理帳戶。 There is an administrator of accounts already.")
            return
        if not username:
            self.stdout.write(
                f"\n  第一個帳戶 first account\t{printed_base()}{reverse('accounts:first_account')}"
                f"\n  　　 開機代碼 code\t{services.first_code()}\n"
            )
            return
        # For scripts, like Django's own createsuperuser.
        password = os.environ.get("DJANGO_SUPERUSER_PASSWORD") or getpass("密碼 password: ")
        said = {"username": username, "display_name": display_name or username, "organisation": organisation}
        try:
            services.open_first_account(password=password, now=timezone.now(), **said)
        except services.NameTaken as taken:
            raise CommandError(f"{taken}：這個名稱已經有人用。 This name is taken.") from taken
