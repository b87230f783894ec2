"""核數 Folding every game of an event again and comparing everything stored, against only reading the same rows.

CPU time of the process; in a fresh database nothing may differ.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.bench.database import vendor
from tests.bench.figures import Figure
from tests.bench.hall import Hall
from tests.bench.measure import cpu_seconds, in_turn, plain, ratio
from tests.bench.servers import Servers
from tournaments.models import Act, HandRecord, Transfer
from tournaments.services.audit import audit

TOURNAMENT = 8192


def figures(hall: Hall, servers: Servers, *, rounds: int = 5) -> list[Figure]:
    """All figures of the subject."""
    subject = f"audit, {vendor()}"
    hands = HandRecord.objects.filter(game__event__slug=hall.long_slug).count()
    audited, read = in_turn(lambda: _cpu(_audit, hall), lambda: _cpu(_read, hall), rounds=rounds)
    whole = [seconds / hands * TOURNAMENT for seconds in audited]
    note = f"from {hands:,} hands"
    return [
        plain(subject, f"a tournament of {TOURNAMENT:,} hands", whole, "s", note=note),
        ratio(subject, "against reading the rows", audited, read),
    ]


def _cpu(work: Callable[[Hall], object], hall: Hall) -> float:
    return cpu_seconds(lambda: work(hall))


def _audit(hall: Hall) -> None:
    found = [str(difference) for difference in audit(hall.long_slug)]
    if found:
        raise ValueError(found[0])


def _read(hall: Hall) -> list[Any]:
    tables = (Act, HandRecord, Transfer)
    return [list(model.objects.filter(game__event__slug=hall.long_slug).values_list()) for model in tables]
