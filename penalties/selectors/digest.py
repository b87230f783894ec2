from collections.abc import Iterator, Sequence
from datetime import date, datetime

from django.utils.timezone import override
from django.utils.translation import gettext as _

from penalties.selectors.cases import cases
from tournaments.hall.selectors.room import room
from tournaments.models import Event, Game, Round
from tournaments.phrases.days import day_text


def digest(event: Event, day: date, now: datetime) -> str:
    """In the language and the time zone of the event, as of `now`."""
    with override(event.zone):
        lines = [_("%(event)s：%(day)s") % {"event": event.name, "day": day_text(day, year=True)}, ""]
        lines += _played(event, day)
        lines += _section(_("記分卡未簽署"), _unsigned(event))
        lines += _section(_("個案待處理"), _open_cases(event))
        lines += _section(_("久未記錄的檯"), _silent(event, now))
    return "\n".join(lines) + "\n"


def _section(heading: str, rows: Sequence[str]) -> list[str]:
    return [f"{heading}: {len(rows)}", *(f"  {row}" for row in rows)]


def _played(event: Event, day: date) -> Iterator[str]:
    rounds = Round.objects.filter(event=event, day=day, state__in=Round.BEGUN).order_by("number")
    yield _("今天的輪次") + f": {len(rounds)}"
    for round_ in rounds:
        games = Game.objects.filter(round=round_)
        signed = games.filter(state=Game.State.SIGNED).count()
        hands = sum(games.values_list("hands_closed", flat=True))
        yield "  " + _("第 %(round)s 輪（%(state)s）：%(signed)s／%(tables)s 檯已簽署，共 %(hands)s 鋪") % {
            "round": round_.number,
            "state": _("作廢") if round_.voided_at else round_.get_state_display(),
            "signed": signed,
            "tables": games.count(),
            "hands": hands,
        }


def _unsigned(event: Event) -> list[str]:
    games = Game.objects.filter(event=event, state=Game.State.COMPLETE, round__voided_at__isnull=True)
    found = games.order_by("round__number", "table__number").values_list("round__number", "table__number")
    return [_table(*each) for each in found]


def _open_cases(event: Event) -> list[str]:
    return [f"{case.place}: {case.player.name}: {case.text}" for case in cases(event) if case.open]


def _silent(event: Event, now: datetime) -> list[str]:
    rows = [row for row in room(event, now).rows if row.need == "silent"]
    return [f"{_table(row.round, row.table)}: " + _("%(minutes)s 分鐘。") % {"minutes": row.minutes} for row in rows]


def _table(round_: int, table: int) -> str:
    return _("第 %(round)s 輪 第 %(table)s 檯") % {"round": round_, "table": table}
