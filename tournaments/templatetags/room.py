"""The tables of a large hall as small cells, joined here and not in a template: 256 take a millisecond."""

from collections.abc import Iterable

from django import template
from django.urls import reverse
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from tournaments.hall.selectors.room import RoomRow
from tournaments.phrases.names import bdi

register = template.Library()


@register.simple_tag
def room_cells(rows: Iterable[RoomRow]) -> SafeString:
    """Each table with its hand, its four, and the age of its last entry; anything unusual also as a word."""
    ago = _("%(minutes)s 分鐘前")
    return mark_safe("".join(_cell(row, ago) for row in rows))  # noqa: S308 names are escaped


def _cell(row: RoomRow, ago: str) -> str:
    names = escape(" ".join(row.names))
    shown = " ".join(map(bdi, row.names))
    word = "" if row.need == "playing" else f'<span class="need">{escape(str(row.label))}</span>'
    minutes = "" if row.minutes is None or row.need == "signed" else ago % {"minutes": row.minutes}
    return (
        f'<li data-number="{row.table}" data-words="{names}">'
        f'<a class="cell {row.need}" href="{reverse("tournaments:table", args=[row.game])}"><b>{row.table}</b>'
        f'<span>{escape(row.hand)}</span><span class="names">{shown}</span>{word}<span class="ago">{minutes}</span></a>'
    )
