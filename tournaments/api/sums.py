"""對數 over HTTP: the sums of an event and of its rounds, exact."""

from typing import Any

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from scoring import text
from tournaments.access import event_access, require
from tournaments.api.base import OpenView, with_version
from tournaments.selectors.sums import Adjusted, RoundSum, Total, event_sum


def total_json(total: Total) -> dict[str, Any]:
    """合計 as JSON; points are exact decimal strings."""
    return {
        "start": text(total.start),
        "players": text(total.players),
        "house": text(total.house),
        "pending": text(total.pending),
        "difference": text(total.difference),
        "even": total.even,
    }


def _round_json(found: RoundSum) -> dict[str, Any]:
    return {
        "round": found.round.number,
        "games": found.games,
        **total_json(found.total),
        "uneven": [
            {"table": game.table, "game": game.game, "difference": text(game.total.difference)} for game in found.uneven
        ],
    }


def _adjusted_json(one: Adjusted) -> dict[str, Any]:
    return {
        "from": one.source.number if one.source else None,
        "to": one.target.number if one.target else None,
        "points": text(one.points),
        "reason": one.reason,
        "day": one.row.day.isoformat(),
    }


class SumView(OpenView):
    """對數: what the players began with and hold, what the house has got, by round and in all.

    `even` of the event: every game adds up by itself. `pending` is what open chains would move; nothing of it has
    moved yet. `adjustments` are points that moved with no hand, `from` and `to` players' numbers, null the house.
    Answers 304 to a client that has the version, 403 to all but officials while the standings are hidden.
    """

    @extend_schema(operation_id="sum", tags=["standings"], responses={200: OpenApiTypes.OBJECT, 304: None})
    def get(self, request: Request, slug: str) -> HttpResponse:
        access = event_access(request, slug)
        require(access.adds_up)

        def told() -> dict[str, Any]:
            found = event_sum(access.event, access.until)
            return {
                "even": found.even,
                "total": total_json(found.total),
                "rounds": [_round_json(one) for one in found.rounds],
                "adjustments": [_adjusted_json(one) for one in found.adjusted],
            }

        return with_version(request, access, "sum", told)
