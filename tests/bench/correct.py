"""更正 Correcting hand 3 of a game of sixteen, against a bare view that moves as many rows on the same server.

The bare view: signed in, CSRF, one transaction that locks a row, reads 16 sheets, removes and adds 128 lines and
updates the sheets.
"""

from __future__ import annotations

from collections.abc import Sequence

from tests.bench import posts
from tests.bench.alternating import Alternating, Taken, medians
from tests.bench.database import vendor
from tests.bench.figures import Figure
from tests.bench.hall import Hall
from tests.bench.measure import against, ratio
from tests.bench.servers import Servers
from tests.bench.statements import statements

HAND = 3


def figures(hall: Hall, servers: Servers, *, rounds: int = 5, each: int = 8, hand: int = HAND) -> list[Figure]:
    """All figures of the subject. Takes rounds × each long games and some more."""
    subject = f"correct, {vendor()}"
    games = hall.long_games
    correction = posts.correction(servers.product, games, hand)
    counted = statements(correction, games.take(1)[0], games)
    anew = posts.worked_out_anew(servers.floor, games)
    floor, product = Alternating([anew, correction], games).rounds(rounds, each)
    return [*_latency(subject, floor, product), Figure(subject, "statements", len(counted), "", "≤ 16")]


def _latency(subject: str, floor: Sequence[Taken], product: Sequence[Taken]) -> list[Figure]:
    ours, theirs = medians(product), medians(floor)
    return [ratio(subject, "hand 3 of 16: p50", ours, theirs, target="≤ 2.5", note=against(ours, theirs, "ms"))]
