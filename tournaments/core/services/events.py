from datetime import date

from django.db.models import F
from django.utils.translation import gettext as _

from tournaments.models import Event

RULE_FIELDS = ("rule_set", "rule_options", "rule_settings", "rule_values")
FIRST_DAY, LAST_DAY = date(1900, 1, 1), date(2999, 12, 31)


def day_fault(day: date) -> str:
    return "" if FIRST_DAY <= day <= LAST_DAY else _("日期要在 1900 年至 2999 年之間。")


def touch_standings(event_id: int) -> None:
    Event.objects.filter(pk=event_id).update(standings_version=F("standings_version") + 1)
