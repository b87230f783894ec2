"""`manage.py reset_second_factor USERNAME`: for the last account manager, after losing phone and codes."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts import second_factor
from accounts.models import User


class Command(BaseCommand):
    help = "Takes the second factor of an account away; it is set up again after signing in with the password."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("username")

    def handle(self, *args: Any, username: str, **options: Any) -> None:
        user = User.objects.filter(username=User.normalize_username(username)).first()
        if user is None:
            raise CommandError(f"{username}：沒有這個帳戶。 There is no such account.")
        if not second_factor.has_second_factor(user):
            raise CommandError(f"{username}：沒有兩步驗證。 This account has no second factor.")
        second_factor.reset(user=user)
        self.stdout.write(f"{username}：兩步驗證已經重設。 The second factor is reset.")
