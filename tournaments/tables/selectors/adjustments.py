from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.models import Adjustment, Game, Player
from tournaments.phrases.days import day_text
from tournaments.phrases.names import told_apart
from tournaments.tables.game_log.read import round_text


@dataclass(frozen=True)
class AdjustmentLine:
    """一項局外付分. In a player's list `points` is what that player gained; in a game's list, the amount moved."""

    words: str
    points: Decimal


def adjustments_of_player(player: Player, until: datetime | None = None) -> list[AdjustmentLine]:
    sums: dict[tuple[int | None, int | None], AdjustmentLine] = {}
    found = Adjustment.objects.filter(Q(source=player) | Q(target=player))
    for row in _loaded(found if until is None else found.filter(made_by(until))):
        if row.game is not None:
            words = round_text(row.game.round, _("第 %(number)s 個半莊：所贏分數平均發還"))
        else:
            words = _("%(day)s 局外判決") % {"day": day_text(row.day)}
        cause = row.game_id, row.hall_ruling_id
        before = sums[cause].points if cause in sums else 0
        sums[cause] = AdjustmentLine(words, before + (row.points if row.target_id == player.pk else -row.points))
    return list(sums.values())


def adjustments_of_game(game: Game) -> list[AdjustmentLine]:
    house, lines = pgettext("sums", "大會"), []
    for row in _loaded(Adjustment.objects.filter(game=game)):
        people = [one for one in (row.source, row.target) if one is not None]
        names = dict(zip(people, told_apart([(one.number, one.name) for one in people]), strict=True))
        words = {
            "source": names[row.source] if row.source else house,
            "target": names[row.target] if row.target else house,
        }
        lines.append(AdjustmentLine(_("%(source)s → %(target)s") % words, row.points))
    return lines


def _loaded(rows: QuerySet[Adjustment]) -> QuerySet[Adjustment]:
    # Not joined: most players have none.
    return rows.prefetch_related("source", "target", "hall_ruling", "game__round").order_by("pk")


def made_by(until: datetime) -> Q:
    return Q(hall_ruling__created_at__lte=until) | Q(game__last_act_at__lte=until)
