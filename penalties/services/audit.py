"""核對判決登記冊: whether the articles match the rulings in and outside the games. Reads only.

Changed, added or missing rows show in the acts of the event; here articles are compared with their source.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

from penalties.models import Ruling
from penalties.services.register import effect_of, player_of
from scoring import format_points
from tournaments.audit.checks import UNREADABLE, Found
from tournaments.models import Adjustment, Event, Game, HallRuling
from tournaments.tables.game_log.replay import FoldedGame
from tournaments.tables.services.carried_over import hall_results


def check_game(game: Game, folded: FoldedGame) -> Iterator[Found]:
    """Check that a game's articles in force match its rulings and their effect; `game` has its seats and articles
    loaded."""
    rulings = [row for row in game.rulings.all() if row.reverses_id is None and not hasattr(row, "reversal")]
    in_force = {(row.act or 0, row.place): row for row in rulings}
    seats = list(game.seats.all())
    for ref in sorted(in_force.keys() | folded.ruled.keys()):
        row, ruled = in_force.get(ref), folded.ruled.get(ref)
        if row is None or ruled is None:
            what = _name(row) if row else _("第 %(act)s 項紀錄的判決") % {"act": ref[0]}
            yield what, row and row.said, ruled and ruled.item.event
            continue
        event = dict(ruled.item.event)
        yield from _differences(
            row,
            hand=ruled.hand,
            said=event,
            offence=event.get("offence") or "",
            effect=effect_of(ruled.result, [seat.player.number for seat in seats]),
            player_id=player_of(seats, folded, ruled),
        )


def check_event(event: Event) -> Iterator[Found]:
    """Check rulings made outside a game: the deductions of each, and that its article has the current effect and is
    reversed exactly when the ruling is."""
    rulings = HallRuling.objects.filter(event=event).select_related("article__reversal", "player").order_by("pk")
    try:
        results = hall_results(event, {ruling.player_id for ruling in rulings})
    except UNREADABLE as error:
        yield _("局外判決重算不到"), "", str(error)
        return
    rows = Adjustment.objects.filter(hall_ruling__event=event).order_by("pk")
    for ruling in rulings:
        result, article = results.get(ruling.pk), getattr(ruling, "article", None)
        day, stored = ruling.day.isoformat(), []
        taken = [
            (event.pk, ruling.player_id, None, format_points(one.points), one.reason, day)
            for one in (result.transfers if result else ())
        ]
        for row in (row for row in rows if row.hall_ruling_id == ruling.pk):
            moved = (row.event_id, row.source_id, row.target_id, format_points(row.points))
            stored.append((*moved, row.reason, row.day.isoformat()))
        if stored != taken:
            yield _("局外判決 %(number)s 的扣分") % {"number": ruling.pk}, stored, taken
        if article is None:
            yield _("局外判決 %(number)s") % {"number": ruling.pk}, None, ruling.ruling
            continue
        taken_back = article.reversal.created_at if hasattr(article, "reversal") else None
        if ruling.reversed_at != taken_back:
            yield _name(article), ruling.reversed_at, taken_back
        effect = article.effect if result is None else effect_of(result, (ruling.player.number,))
        said = {"type": "ruling", **ruling.ruling}
        yield from _differences(article, player_id=ruling.player_id, day=ruling.day, said=said, effect=effect)


def _differences(row: Ruling, **expected: Any) -> Iterator[Found]:
    """Compare an article with its ruling. It keeps the players' and hand's numbers of its last computation, so these
    may differ."""
    for column, value in expected.items():
        stored = getattr(row, column)
        if column == "effect":
            stored, value = _unnumbered(stored), _unnumbered(value)
        elif column == "said":
            stored, value = ({name: v for name, v in one.items() if name != "hand"} for one in (stored, value))
        if stored != value:
            yield f"{_name(row)} {column}", stored, value


def _unnumbered(effect: Mapping[str, Any]) -> dict[str, Any]:
    moves = {
        name: [{**one, "from": one["from"] is None, "to": one["to"] is None} for one in effect.get(name, ())]
        for name in ("transfers", "after_game")
    }
    return {**effect, **moves}


def _name(row: Ruling) -> str:
    return _("第 %(number)s 則判決") % {"number": row.number}
