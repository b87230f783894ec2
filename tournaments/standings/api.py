from collections.abc import Callable
from typing import Any

from django.http import HttpResponse
from django.utils.cache import get_conditional_response
from rest_framework.response import Response

from scoring import format_points
from tournaments.api.base import OBJECT, AddsUp, Endpoints, read_endpoint
from tournaments.standings.columns import standing_json
from tournaments.standings.cutline import event_standings
from tournaments.standings.sums import Total, event_sum

_UNCHANGED = {304: None}


class StandingsEndpoints(Endpoints):
    tag = "standings"
    prefix = "events/<slug:slug>/"

    @read_endpoint("standings/", OBJECT, may=AddsUp, also=_UNCHANGED)
    def standings(self) -> HttpResponse:
        """排名: places, points banked and pending, results per 半莊. Only for officials while the standings are
        hidden."""
        event, until = self.access.event, self.access.until
        return self._versioned("standings", lambda: {"rows": [*map(standing_json, event_standings(event, until).rows)]})

    @read_endpoint("sum/", OBJECT, may=AddsUp, also=_UNCHANGED)
    def sum(self) -> HttpResponse:
        """核對分數: the points with which players started, those they hold, and those of the house, by round and in
        total.

        `even` of the event: every game adds up by itself. `pending` is what open chains would move; none of it has
        moved yet. `adjustments` are points moved outside hands, `from` and `to` players' numbers, null the house. Only
        for officials while the standings are hidden.
        """
        return self._versioned("sum", self._sum)

    def _sum(self) -> dict[str, Any]:
        found = event_sum(self.access.event, self.access.until)
        return {
            "even": found.even,
            "total": _total(found.total),
            "rounds": [
                {
                    "round": one.round.number,
                    "games": one.games,
                    **_total(one.total),
                    "uneven": [
                        {"table": game.table, "game": game.game, "difference": format_points(game.total.difference)}
                        for game in one.uneven
                    ],
                }
                for one in found.rounds
            ],
            "adjustments": [
                {
                    "from": one.source.number if one.source else None,
                    "to": one.target.number if one.target else None,
                    "points": format_points(one.points),
                    "reason": one.reason,
                    "day": one.day.isoformat(),
                }
                for one in found.adjusted
            ],
        }

    def _versioned(self, what: str, make: Callable[[], dict[str, Any]]) -> HttpResponse:
        """Respond with the version of the standings and an ETag made of it; with neither to readers with a delay, to
        whom they would reveal new entries."""
        version, event = self.access.version, self.access.event
        if version is None:
            return Response({"version": None} | make())
        etag = f'"{what}-{event.pk}-{version}-{event.page_version}"'
        unchanged = get_conditional_response(self.request, etag=etag)
        return unchanged or Response({"version": version} | make(), headers={"ETag": etag})


def _total(total: Total) -> dict[str, Any]:
    names = ("start", "players", "house", "pending", "difference")
    return {name: format_points(getattr(total, name)) for name in names} | {"even": total.even}
