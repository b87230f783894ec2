from collections.abc import Sequence
from datetime import date, datetime
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import override

from penalties.selectors.cases import cases
from tournaments.hall.room import room
from tournaments.models import Event, Game, Round
from tournaments.phrases.days import day_text
from tournaments.tables.game_log.read import in_words_of


class Command(BaseCommand):
    help = "The day of an event: rounds played, cards without signatures, open cases, tables from which nothing comes."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("event", help="the slug of the event")
        parser.add_argument("--day", type=date.fromisoformat, help="YYYY-MM-DD; today, where the event is, without it")
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


def digest(event: Event, day: date, now: datetime) -> str:
    """Compose the text as of `now`, in the event's time zone."""
    complete = Game.objects.filter(event=event, state=Game.State.COMPLETE, round__voided_at__isnull=True)
    unsigned = complete.order_by("round__number", "table__number").values_list("round__number", "table__number")
    with timezone.override(event.zone):
        sections = {
            _("記分卡未簽署"): [_table(event, *each) for each in unsigned],
            _("個案待處理"): [f"{one.place}: {one.player.name}: {one.text}" for one in cases(event) if one.open],
            _("久未記錄的檯"): [
                f"{_table(event, row.round, row.table)}: " + _("%(minutes)s 分鐘。") % {"minutes": row.minutes}
                for row in room(event, now).rows
                if row.need == "silent"
            ],
        }
        lines = [_("%(event)s：%(day)s") % {"event": event.name, "day": day_text(day, year=True)}, ""]
        rounds = Round.objects.filter(event=event, day=day, state__in=Round.BEGUN).order_by("number")
        lines.append(in_words_of(event, _("今天的半莊")) + f": {len(rounds)}")
        for round_ in rounds:
            games = Game.objects.filter(round=round_)
            words = {
                "round": round_.number,
                "state": _("作廢") if round_.voided_at else round_.get_state_display(),
                "signed": games.filter(state=Game.State.SIGNED).count(),
                "tables": games.count(),
                "hands": sum(games.values_list("hands_closed", flat=True)),
            }
            text = _("第 %(round)s 個半莊（%(state)s）：%(signed)s／%(tables)s 檯已簽署，共 %(hands)s 鋪")
            lines.append("  " + in_words_of(event, text) % words)
        for heading, rows in sections.items():
            lines += [f"{heading}: {len(rows)}", *(f"  {row}" for row in rows)]
    return "\n".join(lines) + "\n"


def _table(event: Event, round_: int, table: int) -> str:
    return in_words_of(event, _("第 %(round)s 個半莊 第 %(table)s 檯")) % {"round": round_, "table": table}
