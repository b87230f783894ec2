from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.urls import reverse
from django.utils import timezone, translation

from accounts.network import printed_base
from scoring.rulebook import RULE_SETS
from tournaments.core.services import link_token, pin_of
from tournaments.management.demo import Demo, SignIn, make_demo, signs
from tournaments.models import Event

CHANGED = "（密碼已改 changed）"


class Command(BaseCommand):
    help = "Makes a demo event: a league evening with eight tables, the second 半莊 in play."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--if-empty", action="store_true", help="do nothing where there is any event")
        parser.add_argument("--rule-set", choices=RULE_SETS, default=RULE_SETS[0], help="the rules that are played")

    def handle(self, *args: Any, if_empty: bool, rule_set: str, **options: Any) -> None:
        # Texts of the demo, such as reasons, are data: Chinese whatever the language of the terminal.
        with translation.override("zh-hant"):
            if if_empty and Event.objects.exists():
                known = Event.objects.filter(is_demo=True).order_by("-pk").first()
                if known is not None:
                    self._tell(signs(known))
                return
            self._tell(make_demo(timezone.now(), rule_set))

    def _tell(self, demo: Demo) -> None:
        address = printed_base()
        rows = [
            ("示範賽事 demo", f"{address}/e/{demo.event.slug}/"),
            ("大會 organiser", _sign_in(demo.organiser)),
            ("裁判 referee", _sign_in(demo.referee)),
            ("選手 player", address + reverse("tournaments:player_link", args=[link_token(demo.player)])),
            ("　　 PIN", f"{pin_of(demo.player)}（{demo.player.name}）"),
        ]
        self.stdout.write("\n".join(["", *(f"  {name}\t{value}" for name, value in rows), ""]))


def _sign_in(sign_in: SignIn) -> str:
    return f"{sign_in.user.username} / {sign_in.password if sign_in.works else CHANGED}"
