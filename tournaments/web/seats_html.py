"""座位 on the big screen: pages of ten tables, one <tbody> each, as those of the standings."""

from collections.abc import Sequence

from django.utils.html import escape
from django.utils.translation import gettext as _

from tournaments.models import Round
from tournaments.selectors.events import SeatedTable
from tournaments.web.standings_html import SCREEN_ROWS


def screen_seats(round_: Round, tables: Sequence[SeatedTable]) -> str:
    """Who sits where in a round that is about to begin."""
    labels = (_("檯"), _("東"), _("南"), _("西"), _("北"))
    head = "".join(f"<th scope=col>{label}</th>" for label in labels)
    pages = (tables[start : start + SCREEN_ROWS] for start in range(0, len(tables), SCREEN_ROWS))
    bodies = "".join(f'<tbody class="screen-page">{"".join(map(_row, page))}</tbody>' for page in pages)
    caption = _("第 %(number)s 輪座位") % {"number": round_.number}
    return (
        f'<table class="ledger screen-table screen-seats"><caption>{caption}</caption>'
        f"<thead><tr>{head}</tr></thead>{bodies}</table>"
    )


def _row(one: SeatedTable) -> str:
    names = {seat.seat: escape(seat.player.name) for seat in one.seats}
    cells = "".join(f"<td>{names.get(seat, '–')}</td>" for seat in range(4))
    return f'<tr data-key="t{one.game.table.number}"><td>{one.game.table.number}</td>{cells}</tr>'
