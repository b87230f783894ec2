"""房間的圖 for its template: `{% room_cells rows %}`."""

from collections.abc import Iterable

from django import template
from django.utils.safestring import SafeString

from tournaments.selectors.room import RoomRow
from tournaments.web.room_html import cells

register = template.Library()


@register.simple_tag
def room_cells(rows: Iterable[RoomRow]) -> SafeString:
    """The tables of the map."""
    return cells(rows)
