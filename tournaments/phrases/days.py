"""日期: format days and times with their weekday, as in 11月23日（一）, Mon 23 Nov. The only place that does.

Documents, file names, forms and attributes keep ISO dates; times are in the time zone of the page.
"""

from datetime import date, datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

# From Monday, as in `date.weekday`.
_OF_THE_WEEK: tuple[Promise, ...] = (
    lazy("%(day)s（一）"),
    lazy("%(day)s（二）"),
    lazy("%(day)s（三）"),
    lazy("%(day)s（四）"),
    lazy("%(day)s（五）"),
    lazy("%(day)s（六）"),
    lazy("%(day)s（日）"),
)


def day_text(day: date, *, year: bool = False) -> str:
    """日: format as 11月23日（一）. A datetime becomes its day in the time zone of the page."""
    local = timezone.localtime(day) if isinstance(day, datetime) else day
    # Formats of django.utils.dateformat.
    written = date_format(local, _("Y年n月j日") if year else _("n月j日"))
    return str(_OF_THE_WEEK[local.weekday()]) % {"day": written}


def moment_text(moment: datetime, *, year: bool = False, seconds: bool = False) -> str:
    """時刻: format as 11月23日（一） 19:30, in the time zone of the page."""
    local = timezone.localtime(moment)
    return f"{day_text(local, year=year)} {local:{'%H:%M:%S' if seconds else '%H:%M'}}"
